#!/usr/bin/env python3
"""What ids cost where they are stored, for docs/order.md: bytes at rest, one column instead of two, and keys of a table.

usage: bench/databases/storage.py [--rows N] [--json FILE] [at_rest | one_column | keys]…

Run it by build/engines/env/bin/python (tests/engines/install.sh order). An engine that is not here is named, and left out. The ids
are made here, so that their clock, and what they draw, are known.
"""

import argparse
import json
import math
import pathlib
import random
import sqlite3
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests" / "engines" / "order")]
import databases  # noqa: E402
import figures  # noqa: E402
from asked import oracle  # noqa: E402

YEAR = 1_767_225_600_000  # 2026-01-01
DAY = 86_400_000
PARTS = {"at_rest": "Bytes at rest", "one_column": "One column instead of two", "keys": "Keys of a table"}
RATES = (1, 10, 100)  # ids a millisecond


# ---------------------------------------------------------------------------------------------- bytes at rest

def ulids(count, rate, counting):
    """Sorted, as 16 bytes."""
    draw = random.Random(f"{rate} {counting}")
    made = []
    for ms in range(YEAR, YEAR + count // rate):
        if counting:
            first = draw.getrandbits(79)
            tails = range(first, first + rate)
        else:
            tails = sorted(draw.getrandbits(80) for _ in range(rate))
        made += [(ms << 80 | tail).to_bytes(16, "big") for tail in tails]
    return made


def bound(rate, counting):
    """Bytes an id that no codec can go below: what was drawn, less the order of what is sorted."""
    return (80 / rate if counting else 80 - math.log2(math.factorial(rate)) / rate) / 8


def parquet_sizes(ids):
    import pyarrow
    import pyarrow.parquet
    table = pyarrow.table({"id": pyarrow.array(ids, pyarrow.binary(16))})
    ways = {"Parquet, plain": ("PLAIN", None), "Parquet, plain, zstd": ("PLAIN", "zstd"), "Parquet, DELTA_BYTE_ARRAY": ("DELTA_BYTE_ARRAY", None),
            "Parquet, DELTA_BYTE_ARRAY, zstd": ("DELTA_BYTE_ARRAY", "zstd"), "Parquet, BYTE_STREAM_SPLIT, zstd": ("BYTE_STREAM_SPLIT", "zstd")}
    with tempfile.TemporaryDirectory() as folder:
        for name, (encoding, codec) in ways.items():
            path = f"{folder}/ids.parquet"
            pyarrow.parquet.write_table(table, path, use_dictionary=False, compression=codec or "none", column_encoding={"id": encoding})
            meta = pyarrow.parquet.ParquetFile(path).metadata
            yield name, sum(meta.row_group(g).column(0).total_compressed_size for g in range(meta.num_row_groups))


def clickhouse_sizes(ids):
    from chdb import session
    with tempfile.TemporaryDirectory() as folder:
        given = pathlib.Path(folder) / "ids.csv"
        given.write_text("\n".join(i.hex() for i in ids))
        base = session.Session(f"{folder}/data")
        base.query("CREATE DATABASE o ENGINE = Atomic")
        for name, codec in (("ClickHouse, LZ4", "LZ4"), ("ClickHouse, ZSTD", "ZSTD"), ("ClickHouse, Delta(8) of two UInt64, ZSTD", None)):
            base.query("DROP TABLE IF EXISTS o.t")
            columns = (f"id FixedString(16) CODEC({codec})" if codec else
                       "hi UInt64 CODEC(Delta(8), ZSTD), lo UInt64 CODEC(Delta(8), ZSTD)")
            base.query(f"CREATE TABLE o.t ({columns}) ENGINE = MergeTree ORDER BY {'id' if codec else '(hi, lo)'} "
                       "SETTINGS min_bytes_for_wide_part = 0")
            half = "reinterpretAsUInt64(reverse(unhex(substring(c, {}, 16))))"
            base.query(f"INSERT INTO o.t SELECT {'unhex(c)' if codec else half.format(1) + ',' + half.format(17)} "
                       f"FROM file('{given}', CSV, 'c String')")
            base.query("OPTIMIZE TABLE o.t FINAL")
            yield name, int(str(base.query("SELECT sum(column_data_compressed_bytes) FROM system.parts_columns WHERE active AND "
                                           "database = 'o' AND table = 't'", "TSV")))
        base.close()


def duckdb_sizes(ids):
    import duckdb
    import pyarrow
    with tempfile.TemporaryDirectory() as folder:
        def size(of):
            path = pathlib.Path(folder) / f"{len(of)}.duckdb"
            base = duckdb.connect(str(path))
            base.register("given", pyarrow.table({"id": [f"{i.hex()}" for i in of]}))
            base.execute("CREATE TABLE t AS SELECT id::UUID AS id FROM given")
            base.close()
            return path.stat().st_size
        yield "DuckDB, UUID", size(ids) - size(ids[:1])


def at_rest(rows):
    for rate in RATES:
        for counting in (False, True):
            ids = ulids(rows, rate, counting)
            yield {"part": "at_rest", "way": "no codec can go below", "rate": rate, "counting": counting, "bytes": bound(rate, counting)}
            for sizes in (parquet_sizes, clickhouse_sizes, duckdb_sizes):
                for way, size in present(sizes, ids):
                    yield {"part": "at_rest", "way": way, "rate": rate, "counting": counting, "bytes": size / len(ids)}


def present(make, *given):
    """What `make` yields; nothing, by name, where its engine is not here."""
    try:
        yield from make(*given)
    except (ImportError, databases.Absent) as why:
        print(f"absent: {make.__name__}: {why}", file=sys.stderr)


# ---------------------------------------------------------------------------------------------- one column instead of two

def events(rows):
    """A year of them: (id as 16 bytes, Unix milliseconds, number, 100 bytes of text), in order."""
    draw = random.Random("events")
    return [((ms << 80 | draw.getrandbits(80)).to_bytes(16, "big"), ms, i, "".join(draw.choices("abcdefghijklmnop", k=100)))
            for i, ms in enumerate(sorted(draw.randrange(YEAR, YEAR + 365 * DAY) for _ in range(rows)))]


MONTH = (YEAR + 151 * DAY, YEAR + 181 * DAY)  # June, its end left out
LOW, HIGH = ((MONTH[0] << 80).to_bytes(16, "big"), ((MONTH[1] << 80) - 1).to_bytes(16, "big"))
BY_ID = "SELECT sum(i), sum(length(text)) FROM by_id WHERE id BETWEEN {} AND {}"
BY_TIME = "SELECT sum(i), sum(length(text)){} FROM by_time WHERE created >= {} AND created < {}"


def statements(id, created=str, greatest="max(id)"):
    """By id; by timestamp, asking for the ids as well; by timestamp alone."""
    return [BY_ID.format(id(LOW), id(HIGH)), *(BY_TIME.format(more, *map(created, MONTH)) for more in (f", {greatest}", ""))]


def bytes_read():
    return int(next(line.split()[1] for line in pathlib.Path("/proc/self/io").read_text().splitlines() if line.startswith("rchar")))


def of_postgresql(given):
    with databases.postgresql_server() as run:
        run("CREATE TABLE by_id (id uuid PRIMARY KEY, i bigint, text text); CREATE TABLE by_time (id uuid PRIMARY KEY, created timestamptz, "
            "i bigint, text text)")
        run("COPY by_id FROM STDIN", "".join(f"{i.hex()}\t{n}\t{text}\n" for i, _, n, text in given))
        run("COPY by_time FROM STDIN", "".join(f"{i.hex()}\t{at(ms)}\t{n}\t{text}\n" for i, ms, n, text in given))
        run("CREATE INDEX ON by_time (created)")
        run("VACUUM ANALYZE")
        for sql in statements(lambda v: f"'{v.hex()}'", lambda ms: f"'{at(ms)}'", "max(id::text)"):
            plan = json.loads("\n".join(run(f"SET max_parallel_workers_per_gather = 0; EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}")))[0]["Plan"]
            yield (plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]) * 8192, run(sql)[0].split("|")[:2]


def at(ms):
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(ms // 1000)) + f".{ms % 1000:03d}+00"


def of_mariadb(given):
    with databases.mariadb_server() as server:
        server.script("CREATE TABLE by_id (id BINARY(16) PRIMARY KEY, i BIGINT, text VARCHAR(100)); CREATE TABLE by_time (id BINARY(16) PRIMARY "
                      "KEY, created BIGINT, i BIGINT, text VARCHAR(100), KEY (created));" + "".join(
                          f"INSERT INTO {table} VALUES " + ",".join(
                              f"(X'{i.hex()}'{f',{ms}' if table == 'by_time' else ''},{n},'{text}')"
                              for i, ms, n, text in given[begin:begin + 1000]) + ";"
                          for table in ("by_id", "by_time") for begin in range(0, len(given), 1000)) + "ANALYZE TABLE by_id, by_time;")
        for sql in statements(lambda v: f"X'{v.hex()}'"):
            requests = "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'innodb_buffer_pool_read_requests'"
            turns = [server.rows(f"{requests};{sql};{requests}") for _ in range(3)]  # the server's own requests are counted, too
            yield min(int(after[0]) - int(before[0]) for before, _, after in turns) * 16384, list(turns[0][1][:2])


def of_sqlite(given):
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/events.db"
        base = sqlite3.connect(path)
        base.execute("CREATE TABLE by_id (id BLOB PRIMARY KEY, i INTEGER, text TEXT) WITHOUT ROWID")
        base.execute("CREATE TABLE by_time (id BLOB PRIMARY KEY, created INTEGER, i INTEGER, text TEXT) WITHOUT ROWID")
        base.executemany("INSERT INTO by_id VALUES (?, ?, ?)", ((i, n, text) for i, _, n, text in given))
        base.executemany("INSERT INTO by_time VALUES (?, ?, ?, ?)", given)
        base.execute("CREATE INDEX created ON by_time (created)")
        base.commit()
        base.execute("ANALYZE")
        base.close()
        for sql in statements(lambda v: f"X'{v.hex()}'"):
            base = sqlite3.connect(path)
            before = bytes_read()
            answer = base.execute(sql).fetchone()
            yield bytes_read() - before, list(answer[:2])
            base.close()


def columns_of(given):
    import pyarrow
    return pyarrow.table({"id": pyarrow.array([e[0] for e in given], pyarrow.binary(16)), "created": pyarrow.array([e[1] for e in given], pyarrow.int64()),
                          "i": pyarrow.array([e[2] for e in given], pyarrow.int64()), "text": [e[3] for e in given]})


def files(given, folder):
    import pyarrow.parquet
    table = columns_of(given)
    pyarrow.parquet.write_table(table.drop_columns(["created"]), f"{folder}/by_id.parquet", row_group_size=10_000, use_dictionary=False)
    pyarrow.parquet.write_table(table, f"{folder}/by_time.parquet", row_group_size=10_000, use_dictionary=False)


def of_parquet(given):
    import pyarrow.compute as compute
    import pyarrow.parquet
    with tempfile.TemporaryDirectory() as folder:
        files(given, folder)
        for table, names, column, low, high in (("by_id", ["id", "i", "text"], "id", LOW, HIGH),
                                                ("by_time", ["id", "created", "i", "text"], "created", MONTH[0], MONTH[1] - 1),
                                                ("by_time", ["created", "i", "text"], "created", MONTH[0], MONTH[1] - 1)):
            file = pyarrow.parquet.ParquetFile(f"{folder}/{table}.parquet")
            place = file.schema_arrow.names.index(column)
            groups = [g for g in range(file.metadata.num_row_groups)
                      if (s := file.metadata.row_group(g).column(place).statistics).max >= low and s.min <= high]
            found = file.read_row_groups(groups, names)
            inside = found.filter(compute.and_(compute.greater_equal(found[column], low), compute.less_equal(found[column], high)))
            yield (sum(file.metadata.row_group(g).column(file.schema_arrow.names.index(n)).total_compressed_size for g in groups for n in names),
                   [compute.sum(inside["i"]).as_py(), compute.sum(compute.utf8_length(inside["text"])).as_py()])


def of_datafusion(given):
    import re

    import datafusion
    with tempfile.TemporaryDirectory() as folder:
        files(given, folder)
        context = datafusion.SessionContext()
        for table in ("by_id", "by_time"):
            context.register_parquet(table, f"{folder}/{table}.parquet")
        for sql in statements(lambda v: f"arrow_cast(X'{v.hex()}', 'FixedSizeBinary(16)')", greatest="count(id)"):
            plan = str(context.sql(f"EXPLAIN ANALYZE {sql}").to_pandas().to_string(max_colwidth=None))
            size, unit = re.search(r"bytes_scanned=([\d.]+) ?([KMG]?)", plan).groups()
            answer = [column.to_pylist()[0] for column in context.sql(sql).collect()[0].columns]
            yield float(size) * {"": 1, "K": 1e3, "M": 1e6, "G": 1e9}[unit], answer[:2]


def of_duckdb(given):
    import duckdb
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/events.duckdb"
        base = duckdb.connect(path)
        base.register("given", columns_of(given))
        base.execute("CREATE TABLE by_id AS SELECT hex(id)::UUID AS id, i, text FROM given")
        base.execute("CREATE TABLE by_time AS SELECT hex(id)::UUID AS id, created, i, text FROM given")
        base.close()
        for sql in statements(lambda v: f"'{v.hex()}'::UUID"):
            base = duckdb.connect(path, read_only=True)
            base.execute("SET threads = 1")
            base.execute("SELECT count(*) FROM by_id, (SELECT 1)")
            before = bytes_read()
            answer = base.execute(sql).fetchone()
            yield bytes_read() - before, list(answer[:2])
            base.close()


def of_clickhouse(given):
    from chdb import session
    with tempfile.TemporaryDirectory() as folder:
        files(given, folder)
        base = session.Session(f"{folder}/data")
        base.query("CREATE DATABASE o ENGINE = Atomic")
        base.query("USE o")
        base.query("CREATE TABLE o.by_id (id FixedString(16), i Int64, text String) ENGINE = MergeTree ORDER BY id")
        base.query("CREATE TABLE o.by_time (id FixedString(16), created Int64, i Int64, text String) ENGINE = MergeTree ORDER BY created")
        for table in ("by_id", "by_time"):
            base.query(f"INSERT INTO o.{table} SELECT * FROM file('{folder}/{table}.parquet', Parquet)")
        for sql in statements(lambda v: f"unhex('{v.hex()}')", greatest="hex(max(id))"):
            found = base.query(sql.replace("FROM ", "FROM o."), "TSV")
            yield found.storage_bytes_read(), str(found).split()[:2]
        base.close()


def of_polars(given):
    import polars
    with tempfile.TemporaryDirectory() as folder:
        files(given, folder)
        id, created, text = polars.col("id"), polars.col("created"), polars.col("text").str.len_bytes().sum().alias("length")
        of_month = (created >= MONTH[0]) & (created < MONTH[1])
        for table, where, more in (("by_id", (id >= LOW) & (id <= HIGH), []), ("by_time", of_month, [id.max()]), ("by_time", of_month, [])):
            before = bytes_read()
            answer = polars.scan_parquet(f"{folder}/{table}.parquet").filter(where).select(polars.col("i").sum(), text, *more).collect().row(0)
            yield bytes_read() - before, list(answer[:2])


def one_column(rows):
    given = events(rows)
    for make in (of_postgresql, of_mariadb, of_sqlite, of_duckdb, of_clickhouse, of_parquet, of_datafusion, of_polars):
        found = list(present(make, given))
        if found:
            (by_id, answer), (by_time, _), (time_alone, _) = found
            yield {"part": "one_column", "engine": make.__name__.removeprefix("of_"), "by_id": by_id, "by_time": by_time,
                   "time_alone": time_alone, "equal": all(list(map(int, same)) == list(map(int, answer)) for _, same in found)}


# ---------------------------------------------------------------------------------------------- keys of a table

# What the key is: (its type in PostgreSQL, in MariaDB, in SQLite, what it is made from, the number of bits).
KEYS = {"UUID, random": ("uuid", "BINARY(16)", "BLOB", lambda draw, ms: uuid_4(draw), 128),
        "ULID, UUIDv7, 16 bytes": ("uuid", "BINARY(16)", "BLOB", lambda draw, ms: ms << 80 | draw.getrandbits(80), 128),
        "Ulid-Flake, uid11, 64 bits": ("bigint", "BIGINT", "INTEGER", lambda draw, ms: (ms - oracle.EPOCH_2024) << 20 | draw.getrandbits(20), 64),
        "ULID as text": ('text COLLATE "C"', "CHAR(26) CHARACTER SET ascii COLLATE ascii_bin", "TEXT",
                         lambda draw, ms: ms << 80 | draw.getrandbits(80), 0)}


def uuid_4(draw):
    return draw.getrandbits(128) & ~(15 << 76) & ~(3 << 62) | 4 << 76 | 2 << 62


def keys_of(name, rows):
    """As the server reads them from a file, in the order in which they were made: one a millisecond, more or less."""
    make, bits = KEYS[name][3:]
    draw, ms, seen = random.Random(name), YEAR, set()
    while len(seen) < rows:
        ms += draw.choice((0, 1, 1, 2))
        value = make(draw, ms)
        if value in seen:
            continue
        seen.add(value)
        yield f"{value:032x}" if bits == 128 else str(value) if bits == 64 else oracle.to_text(oracle.ULID, value)


def in_postgresql(given):
    with databases.postgresql_server() as run:
        for name, keys in given.items():
            run(f"CREATE TABLE t (id {KEYS[name][0]} PRIMARY KEY, i bigint)")
            run("CHECKPOINT")
            before = run("SELECT pg_current_wal_lsn()")[0]
            begun = time.monotonic()
            run("COPY t FROM STDIN", "".join(f"{key}\t{i}\n" for i, key in enumerate(keys)))
            seconds = time.monotonic() - begun
            log = int(run(f"SELECT pg_current_wal_lsn() - '{before}'")[0])
            yield name, seconds, log, int(run("SELECT pg_relation_size('t_pkey')")[0])
            run("DROP TABLE t")


def in_mariadb(given):
    with databases.mariadb_server(["--local-infile=1"]) as server, tempfile.TemporaryDirectory() as folder:
        written = "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'innodb_os_log_written'"
        for name, keys in given.items():
            path = f"{folder}/keys"
            pathlib.Path(path).write_text("".join(f"{key}\t{i}\n" for i, key in enumerate(keys)))
            server.script(f"CREATE TABLE t (id {KEYS[name][1]} PRIMARY KEY, i BIGINT)")
            key = "UNHEX(@key)" if KEYS[name][4] == 128 else "@key"
            before = int(server.rows(written)[0][0])
            begun = time.monotonic()
            server.script(f"LOAD DATA LOCAL INFILE '{path}' INTO TABLE t (@key, i) SET id = {key}", "--local-infile=1")
            seconds = time.monotonic() - begun
            log = int(server.rows(written)[0][0]) - before
            server.script("ANALYZE TABLE t")
            yield name, seconds, log, int(server.rows("SELECT data_length FROM information_schema.tables WHERE table_name = 't'")[0][0])
            server.script("DROP TABLE t")


def in_sqlite(given):
    for name, keys in given.items():
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "keys.db"
            base = sqlite3.connect(path)
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA wal_autocheckpoint = 0")
            base.execute(f"CREATE TABLE t (id {KEYS[name][2]} PRIMARY KEY, i INTEGER) WITHOUT ROWID")
            bits = KEYS[name][4]
            rows = [(bytes.fromhex(key) if bits == 128 else int(key) if bits == 64 else key, i) for i, key in enumerate(keys)]
            begun = time.monotonic()
            for some in range(0, len(rows), 10_000):
                base.executemany("INSERT INTO t VALUES (?, ?)", rows[some:some + 10_000])
                base.commit()
            seconds = time.monotonic() - begun
            log = path.with_name("keys.db-wal").stat().st_size
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            yield name, seconds, log, path.stat().st_size
            base.close()


def keys(rows):
    """In turns, and the shortest of three counts."""
    given = {name: list(keys_of(name, rows)) for name in KEYS}
    for make in (in_postgresql, in_mariadb, in_sqlite):
        found = [list(present(make, given)) for _ in range(3)]
        for name, seconds, log, size in (min(turns, key=lambda turn: turn[1]) for turns in zip(*found)):
            yield {"part": "keys", "engine": make.__name__.removeprefix("in_"), "key": name, "seconds": seconds, "log": log / rows, "size": size / rows}


# ---------------------------------------------------------------------------------------------- the page

ENGINES = {"postgresql": "PostgreSQL", "mariadb": "MariaDB", "sqlite": "SQLite", "duckdb": "DuckDB", "clickhouse": "ClickHouse",
           "parquet": "Parquet, row groups of 10,000", "datafusion": "DataFusion", "polars": "Polars"}


def table(name, own):
    if name == "at_rest":
        cells = {(row["way"], row["rate"], row["counting"]): row["bytes"] for row in own}
        order = [(rate, counting) for counting in (False, True) for rate in RATES]
        head = ["bytes an id"] + [f"{'counts' if counting else 'draws'}, {rate}/ms" for rate, counting in order]
        return figures.table(head, [[way, *(f"{cells[way, *at]:.1f}" for at in order)] for way in dict.fromkeys(row["way"] for row in own)],
                             right=head[1:])
    if name == "one_column":
        head = ["engine", "kB read by id", "by timestamp, with ids", "ratio", "by timestamp alone", "ratio to it", "same answer"]
        return figures.table(head, [[ENGINES[row["engine"]], f"{row['by_id'] / 1e3:,.0f}", f"{row['by_time'] / 1e3:,.0f}",
                                     f"{row['by_id'] / row['by_time']:.2f}", f"{row['time_alone'] / 1e3:,.0f}",
                                     f"{row['by_id'] / row['time_alone']:.2f}", "yes" if row["equal"] else "NO"] for row in own],
                             right=head[1:6])
    base = {row["engine"]: row["seconds"] for row in own if row["key"] == "UUID, random"}
    head = ["engine", "key", "rows a second, × random UUID", "log bytes a row", "index bytes a row"]
    return figures.table(head, [[ENGINES[row["engine"]], row["key"], f"{base[row['engine']] / row['seconds']:.2f}", f"{row['log']:.0f}",
                                 f"{row['size']:.0f}"] for row in own], right=head[2:])


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("parts", nargs="*", choices=[*PARTS, []])
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--json", help="also writes the figures there")
    given = arguments.parse_args()
    makers = {"at_rest": at_rest, "one_column": one_column, "keys": keys}
    rows = [figures.about()] + [row for name in given.parts or PARTS for row in makers[name](given.rows)]
    if given.json:
        figures.write(given.json, rows)

    def part(name):
        own = [row for row in rows if row.get("part") == name]
        return (rows[0], table(name, own)) if own else None
    figures.fill(ROOT / "docs" / "order.md", PARTS, part)


if __name__ == "__main__":
    main()
