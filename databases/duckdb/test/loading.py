#!/usr/bin/env python3
"""The file itself: what it needs and offers, its footer, and that DuckDB loads it again and in Node.js.

usage: loading.py --extension FILE
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile

import engine

sys.path.append(str(engine.SOURCE / "tests" / "engines"))
from guide import what_a_range_reads


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def check_file(extension):
    dynamic = run("readelf", "--dynamic", "--wide", extension).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    # The loader is a part of libc.
    assert [name for name in needed if not name.startswith("ld-linux")] == ["libc.so.6"], needed
    symbols = run("readelf", "--dyn-syms", "--wide", extension).stdout
    exported = [line.split()[-1] for line in symbols.splitlines()
                if re.search(r"\b(GLOBAL|WEAK|UNIQUE)\b", line) and not re.search(r"\bUND\b", line)]
    assert exported == ["sortid_init_c_api"], exported
    # As DuckDB reads it: eight fields, the last one first, and then the signature.
    end = extension.read_bytes()[-512:]
    fields = [end[i * 32:i * 32 + 32].rstrip(b"\0").decode() for i in range(8)]
    assert fields[7] == "4" and fields[6].startswith("linux_") and fields[5] == "v1.2.0" and fields[3] == "C_STRUCT", fields
    assert fields[4] == (engine.SOURCE / "VERSION").read_text().strip(), fields
    assert end[256:] == bytes(256)


def check_python(args):
    import duckdb
    connection = engine.connect(args)
    plain = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    every = "SELECT function_name, count(*) FROM duckdb_functions() GROUP BY ALL"
    before, after = dict(plain.execute(every).fetchall()), dict(connection.execute(every).fetchall())
    # What DuckDB had is as it was, overloads and all.
    assert {name: after[name] for name in before} == before
    for _ in range(3):
        connection.execute(f"LOAD '{args.extension}'")
    assert dict(connection.execute(every).fetchall()) == after
    # Another database of the process, before and after the first one is closed.
    again = engine.connect(args)
    made = [each.execute("SELECT ulid()").fetchone()[0] for each in (connection, again, connection)]
    assert made == sorted(set(made)), made
    connection.close()
    assert again.execute("SELECT ulid_is_valid(ulid())").fetchone() == (True,)
    # Unsigned, so it is loaded by those alone who allow it.
    with tempfile.TemporaryDirectory() as folder:
        refused = duckdb.connect()
        try:
            refused.execute(f"LOAD '{args.extension}'")
        except Exception as error:
            assert "allow_unsigned_extensions" in str(error), error
        else:
            raise AssertionError("loaded where unsigned extensions are not allowed")
        renamed = shutil.copy(args.extension, folder)
        duckdb.connect(config={"allow_unsigned_extensions": "true"}).execute(f"LOAD '{renamed}'")


def check_threads(args):
    """Ids of connections that work at once."""
    import threading
    database = engine.connect(args)
    seen, failed = [], []

    def work(connection):
        try:
            seen.append(connection.execute("SELECT list(ulid()) FROM range(100000)").fetchone()[0])
        except Exception as error:
            failed.append(error)
    workers = [threading.Thread(target=work, args=(database.cursor(),)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failed, failed
    assert len(set().union(*seen)) == 400000
    for ids in seen:
        assert ids == sorted(ids)


def check_pruning(args):
    """A time filter reads few rows: DuckDB skips the row groups whose least and greatest id are outside it."""
    with tempfile.TemporaryDirectory() as folder:
        connection = engine.connect(args, f"{folder}/prune.db")
        # A second apart, so that each row group of 122,880 rows has a day and a half.
        rows = 2_000_000
        for column, make in (("VARCHAR", "ulid_first"), ("UUID", "ulid_first_uuid"), ("BLOB", "ulid_first_bytes"), ("UBIGINT", "xid_first_int")):
            last = make.replace("first", "last")
            connection.execute(f"""CREATE OR REPLACE TABLE event AS SELECT {make}('2026-01-01'::TIMESTAMPTZ
              + to_seconds(i)) AS id FROM range({rows}) t(i)""")
            connection.execute("CHECKPOINT")
            statement = f"SELECT count(*) FROM event WHERE id BETWEEN {make}('2026-01-10 10:00') AND {last}('2026-01-10 10:59:59.999')"
            plan = connection.execute("EXPLAIN (ANALYZE, FORMAT json) " + statement).fetchone()[1]
            scanned = [int(number) for number in re.findall(r'"(?:operator_)?rows_scanned":\s*(\d+)', plan)]
            assert connection.execute(statement).fetchone() == (3600,)
            assert connection.execute("SELECT typeof(id) FROM event LIMIT 1").fetchone() == (column,)
            print(f"duckdb: an hour of {column} scans {max(scanned)} of {rows} rows")
            most, in_group = 2, 122_880
            assert 0 < max(scanned) <= most * in_group, scanned
            assert what_a_range_reads("DuckDB") == f"at most {most} of {-(-rows // in_group)} row groups"


def check_node(args):
    if reason := engine.absent("node"):
        print(f"duckdb: DuckDB for Node.js is absent: {reason}")
        return
    folder = engine.FETCHED / "node"
    shutil.copy(engine.HERE / "load.mjs", folder)
    done = run("node", "--no-warnings", folder / "load.mjs", args.extension.resolve(), cwd=folder)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer == {"made": True, "ms": "1469922850259", "prefix": "user", "distinct": answer["distinct"],
                      "rejected": answer["rejected"]}, answer
    assert "sortid: length at position 1: ulid has 26 symbols, found 1" in answer["rejected"], answer


def main():
    args = engine.parser(__doc__).parse_args()
    check_file(args.extension)
    engine.enter(args)
    for check in (check_python, check_threads, check_pruning, check_node):
        check(args)
    print("duckdb: the file loads as it should")
    return 0


if __name__ == "__main__":
    sys.exit(main())
