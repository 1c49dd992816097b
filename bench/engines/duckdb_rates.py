#!/usr/bin/env python3
"""Rows a second of the DuckDB extension beside DuckDB's own functions, on one thread; JSON lines, as measuring.py says.

usage: duckdb_rates.py --extension FILE [--rows N] [--repeat N] [--end-to-end N [--folder DIR]]

The time is that of the process's CPU, so that other work on the machine disturbs it less. --end-to-end generates N ids into a
file, reads an hour of them, and counts them by day, on all threads; with it the wall clock and the memory are given too.
"""

import json
import pathlib
import resource
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "databases/duckdb/test"))
import engine  # noqa: E402
from measuring import figures  # noqa: E402

# Expressions over the table's columns; what DuckDB does itself comes first, and the others are set beside it.
RATES = {
    "text → time": ("length(id)", "ulid_time(id)", "ulid_ms(id)", "typeid_time(typed)", "xid_time(short)"),
    "text → UUID": ("ulid_uuid(id)",),
    "text, valid?": ("ulid_is_valid(id)",),
    "UUID → time": ("uuid_extract_timestamp(v7)", "uuid7_time(v7)"),
    "UUID → text": ("strlen(uuid::VARCHAR)", "strlen(ulid(uuid))", "strlen(typeid('user', v7))"),
    "integer → text": ("strlen(xid(number))",),
    "new, as text": ("strlen(ulid())",),
    "new, as UUID": ("uuidv7()", "uuid7_uuid()"),
}


def rates(connection, rows, repeat):
    connection.execute("SET threads = 1")
    connection.execute(f"""CREATE TABLE sample AS SELECT ulid(made) AS id, made AS uuid, uuid7_uuid() AS v7,
      typeid('user', uuid7_uuid()) AS typed, xid(number) AS short, number
      FROM (SELECT ulid_uuid() AS made, xid_int() AS number FROM range({rows}))""")

    def run(expression):
        return lambda: connection.execute(f"SELECT max({expression}) FROM sample").fetchall()

    for bench, expressions in RATES.items():
        calls = {f"`{expression}`": run(expression) for expression in expressions}
        figures("duckdb", bench, rows, calls, next(iter(calls)) if len(calls) > 1 else None, repeat)


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
    options.add_argument("--rows", type=int, default=5_000_000)
    options.add_argument("--repeat", type=int, default=5)
    options.add_argument("--end-to-end", type=int, default=0, metavar="N")
    options.add_argument("--folder", help="where the file of --end-to-end goes")
    args = options.parse_args()
    engine.enter(args)
    rates(engine.connect(args), args.rows, args.repeat)
    if args.end_to_end:
        for line in end_to_end(args):
            print(json.dumps(line, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
