#!/usr/bin/env python3
"""Rows a second of the DuckDB extension beside DuckDB's own functions, on one thread; JSON lines, as measuring.py says.

usage: duckdb_rates.py --extension FILE [--rows N] [--repeat N]

The time is that of the process's CPU, so that other work on the machine disturbs it less.
"""

import pathlib
import sys

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
    "public ids": ("strlen(id_mask(id, $key))", "strlen(id_mask(id, $key, 'ulid'))", "id_mask(uuid, $key, 'ulid')"),
    "names → UUIDs": ("ulid_named_uuid('2026-01-01', id, $key)",),
}
KEY = "'000102030405060708090a0b0c0d0e0f'"


def rates(connection, rows, repeat):
    connection.execute("SET threads = 1")
    connection.execute(f"""CREATE TABLE sample AS SELECT ulid(made) AS id, made AS uuid, uuid7_uuid() AS v7,
      typeid('user', uuid7_uuid()) AS typed, xid(number) AS short, number
      FROM (SELECT ulid_uuid() AS made, xid_int() AS number FROM range({rows}))""")

    def run(expression):
        return lambda: connection.execute(f"SELECT max({expression.replace('$key', KEY)}) FROM sample").fetchall()

    for bench, expressions in RATES.items():
        calls = {f"`{expression}`": run(expression) for expression in expressions}
        figures("duckdb", bench, rows, calls, next(iter(calls)) if len(calls) > 1 and "$" not in expressions[0] else None,
                repeat)


def main():
    options = engine.parser(__doc__)
    options.add_argument("--rows", type=int, default=5_000_000)
    options.add_argument("--repeat", type=int, default=5)
    args = options.parse_args()
    engine.enter(args)
    rates(engine.connect(args), args.rows, args.repeat)


if __name__ == "__main__":
    main()
