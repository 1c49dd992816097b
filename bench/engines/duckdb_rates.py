#!/usr/bin/env python3
"""Rows a second of the DuckDB extension beside DuckDB's own functions, on one thread; JSON lines, as bench/figures.py reads them.

usage: duckdb_rates.py --extension FILE [--rows N] [--repeat N] [--end-to-end N [--folder DIR]] [--json FILE]

The time is that of the process's CPU, so that other work on the machine disturbs it less. --end-to-end generates N ids into a
file, reads an hour of them, and counts them by day, on all threads; with it the wall clock and the memory are given too.
"""

import itertools
import json
import pathlib
import resource
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "databases/duckdb/test")]
import engine  # noqa: E402
import figures  # noqa: E402

# What is done, and the expression over the table's columns.
RATES = (
    ("length of a text (DuckDB)", "max(length(id))"),
    ("ulid: text → milliseconds", "max(ulid_ms(id))"),
    ("ulid: text → time", "max(ulid_time(id))"),
    ("ulid: text → UUID", "max(ulid_uuid(id))"),
    ("ulid: text, valid?", "count(*) FILTER (ulid_is_valid(id))"),
    ("uuidv7: UUID → time (DuckDB's uuid_extract_timestamp)", "max(uuid_extract_timestamp(v7))"),
    ("uuidv7: UUID → time", "max(uuid7_time(v7))"),
    ("UUID → text (DuckDB's cast)", "max(strlen(uuid::VARCHAR))"),
    ("ulid: UUID → text", "max(strlen(ulid(uuid)))"),
    ("typeid: UUID → text", "max(strlen(typeid('user', v7)))"),
    ("typeid: text → time", "max(typeid_time(typed))"),
    ("xid: text → time", "max(xid_time(short))"),
    ("xid: integer → text", "max(strlen(xid(number)))"),
    ("ulid: new, as text", "max(strlen(ulid()))"),
    ("uuidv7: new, as UUID (DuckDB's uuidv7)", "max(uuidv7())"),
    ("uuidv7: new, as UUID", "max(uuid7_uuid())"),
)


def rates(connection, rows, repeat):
    connection.execute("SET threads = 1")
    connection.execute(f"""CREATE TABLE sample AS SELECT ulid(made) AS id, made AS uuid, uuid7_uuid() AS v7,
      typeid('user', uuid7_uuid()) AS typed, xid(number) AS short, number
      FROM (SELECT ulid_uuid() AS made, xid_int() AS number FROM range({rows}))""")
    for what, expression in RATES:
        samples = []
        for _ in range(repeat):
            began = time.process_time()
            connection.execute(f"SELECT {expression} FROM sample").fetchall()
            samples.append(time.process_time() - began)
        yield {"what": what, "rows": rows, "rows_per_second": round(rows / figures.least(samples)[0])}


def end_to_end(args):
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        file = pathlib.Path(folder) / "ids.db"
        connection = engine.connect(args, str(file))
        # An id each millisecond, from 2026 on.
        steps = (
            ("generate and store", f"""CREATE TABLE event AS SELECT uuid_uuid(ulid_int(ulid_first_uuid(
              '2026-01-01'::TIMESTAMPTZ + to_microseconds(i * 1000))) + hash(i)::UHUGEINT) AS id FROM range({args.end_to_end}) t(i)"""),
            ("new ids, generate and store", f"CREATE TABLE made AS SELECT uuid FROM sortid_generate('ulid', {args.end_to_end})"),
            ("checkpoint", "CHECKPOINT"),
            ("filter an hour", """SELECT count(*) FROM event WHERE id BETWEEN
              ulid_first_uuid('2026-01-01 02:00', '2026-01-01 03:00') AND ulid_last_uuid('2026-01-01 02:00', '2026-01-01 03:00')"""),
            ("group by day", "SELECT ulid_time(id)::DATE AS day, count(*) FROM event GROUP BY day ORDER BY day"),
        )
        for what, statement in steps:
            began = time.perf_counter()
            answer = connection.execute(statement).fetchall()
            yield {"what": f"end to end: {what}", "rows": args.end_to_end, "seconds": round(time.perf_counter() - began, 2),
                   "answer": [[str(value) for value in row] for row in answer[:3]], "file_bytes": file.stat().st_size,
                   "peak_memory_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}


def main():
    options = engine.parser(__doc__)
    options.add_argument("--rows", type=int, default=10_000_000)
    options.add_argument("--repeat", type=int, default=5)
    options.add_argument("--end-to-end", type=int, default=0, metavar="N")
    options.add_argument("--folder", help="where the file of --end-to-end goes")
    options.add_argument("--json", type=pathlib.Path)
    args = options.parse_args()
    engine.enter(args)
    import duckdb
    lines = [{**figures.about(), "engine": f"DuckDB {duckdb.__version__}"}]
    for line in itertools.chain(rates(engine.connect(args), args.rows, args.repeat), end_to_end(args) if args.end_to_end else ()):
        lines.append(line)
        print(json.dumps(line, ensure_ascii=False), flush=True)
    if args.json:
        figures.write(args.json, lines)


if __name__ == "__main__":
    main()
