#!/usr/bin/env python3
"""Rows a second in ClickHouse (chDB) on one thread: texts through the pool of `sortid udf`, numbers by SQL alone."""

import os
import pathlib
import shutil
import subprocess
import tempfile

from chdb import session
from measuring import arguments, figures, print_figure, time_of_others
from sortid import XID

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def main():
    given = arguments(5_000_000)
    program = pathlib.Path(os.environ.get("SORTID_BIN", SOURCE / "build/release/bin/sortid"))
    os.environ["PATH"] = f"{program.resolve().parent}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(SOURCE / "examples/clickhouse/sortid_function.xml", f"{folder}/udf_config.xml")
        engine = session.Session(f"{folder}/data?udf_path={folder}")
        engine.query("CREATE TABLE texts (id String) ENGINE = Memory")
        engine.query("CREATE TABLE uuids (id UUID) ENGINE = Memory")
        engine.query("CREATE TABLE numbers_64 (id UInt64) ENGINE = Memory")
        file = f"{folder}/ids"
        for table, words in (("texts", ["ulid"]), ("uuids", ["uuidv7"]), ("numbers_64", ["xid", "--as", "int"])):
            with open(file, "wb") as out:
                subprocess.run([program, "new", *words, "-n", str(given.rows)], stdout=out, check=True)
            kind = {"texts": "String", "uuids": "UUID", "numbers_64": "UInt64"}[table]
            engine.query(f"INSERT INTO {table} SELECT * FROM file('{file}', 'TSV', 'id {kind}')")

        def run(of, table):
            return lambda: engine.query(f"SELECT count() FROM {table} WHERE NOT ignore({of}) SETTINGS max_threads = 1")

        time_of = f"fromUnixTimestamp64Milli(toInt64(bitShiftRight(id, 22)) + {XID.EPOCH_MS}, 'UTC')"
        for bench, table, calls, base in (
                ("text → time", "texts", {"`length(id)`": "length(id)", "`ulid_time(id)`": "ulid_time(id)",
                                         "`try_ulid_time(id)`": "try_ulid_time(id)"}, "`length(id)`"),
                ("text → UUID", "texts", {"`ulid_uuid(id)`": "ulid_uuid(id)"}, None),
                ("UUID → text", "uuids", {"`toString(id)`": "toString(id)", "`ulid_text(id)`": "ulid_text(id)"}, "`toString(id)`"),
                ("UUID → time, by SQL alone", "uuids",
                 {"`UUIDv7ToDateTime(id)`": "UUIDv7ToDateTime(id)",
                  "the recipe": "fromUnixTimestamp64Milli(toInt64(bitShiftRight(toUInt128(id), 80)), 'UTC')"}, "`UUIDv7ToDateTime(id)`"),
                ("64 bits → time, by SQL alone", "numbers_64", {"the recipe for xid": time_of}, None)):
            figures("clickhouse", bench, given.rows, {name: run(of, table) for name, of in calls.items()}, base, given.repeat)
        # What a row would cost if ClickHouse's own writing, piping and reading of rows cost nothing.
        for of, table in (("ulid_time(id)", "texts"), ("try_ulid_time(id)", "texts"), ("ulid_uuid(id)", "texts"), ("ulid_text(id)", "uuids")):
            seconds = time_of_others(run(of, table), given.repeat)
            print_figure("clickhouse", "the part of `sortid udf`", f"`{of}`", given.rows / seconds, None)
        engine.close()


main()
