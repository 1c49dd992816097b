#!/usr/bin/env python3
"""The recipe "page by the last id" in each database, against a list in memory: pages of any size, in both directions, while rows are
inserted before and behind the cursor, most ids of one millisecond. usage: paging.py [ENGINE…]; ends with 77 where one is missing.
"""

import bisect
import contextlib
import random
import sqlite3
import sys

import asked
import databases

ROUNDS = 12


@contextlib.contextmanager
def sqlite():
    base = sqlite3.connect(":memory:")
    yield "BLOB", lambda sql: [row[0] for row in base.execute(sql).fetchall()]


@contextlib.contextmanager
def postgresql():
    with databases.postgresql_server() as run:
        yield "bytea", lambda sql: run(sql.replace("X'", "'\\x").replace("SELECT id", "SELECT encode(id, 'hex')"))


@contextlib.contextmanager
def mariadb():
    with databases.mariadb_server() as server:
        yield "BINARY(16)", lambda sql: server.script(sql.replace("SELECT id", "SELECT hex(id)"))


@contextlib.contextmanager
def duckdb():
    try:
        import duckdb as engine
    except ImportError:
        raise databases.Absent("no package duckdb") from None
    base = engine.connect()
    yield "UUID", lambda sql: [str(row[0]).replace("-", "") for row in base.execute(sql.replace("X'", "'")).fetchall()]


ENGINES = {"SQLite": sqlite, "PostgreSQL": postgresql, "MariaDB": mariadb, "DuckDB": duckdb}


def drawn(draw):
    """Ids near one another: a day of them, and most of one millisecond."""
    ms = asked.MIDNIGHT + (5 if draw.random() < 0.7 else draw.randrange(asked.DAY))
    return ms << 80 | draw.getrandbits(draw.choice((8, 80)))


def check(run, type, draw):
    text = "{:032X}".format
    there = sorted({drawn(draw) for _ in range(draw.randrange(1, 120))})
    run("DROP TABLE IF EXISTS pages")
    run(f"CREATE TABLE pages (id {type} PRIMARY KEY)")
    run("INSERT INTO pages VALUES " + ",".join(f"(X'{text(i)}')" for i in there))
    backwards = draw.random() < 0.5
    compare, direction = ("<", "DESC") if backwards else (">", "ASC")
    cursor, seen = (2**128 - 1, []) if backwards else (0, [])
    while True:
        size = draw.randrange(1, 30)
        page = run(f"SELECT id FROM pages WHERE id {compare} X'{text(cursor)}' ORDER BY id {direction} LIMIT {size}")
        page = [int.from_bytes(i, "big") if isinstance(i, bytes) else int(i, 16) for i in page]
        ahead = there[:bisect.bisect_left(there, cursor)][::-1] if backwards else there[bisect.bisect_right(there, cursor):]
        if page != ahead[:size]:
            sys.exit(f"a page {direction} of {size} after {text(cursor)} has {list(map(text, page))}, not {list(map(text, ahead[:size]))}")
        if not page:
            break
        seen += page
        cursor = page[-1]
        if draw.random() < 0.5 and (new := {drawn(draw) for _ in range(draw.randrange(1, 10))} - set(there)):
            run("INSERT INTO pages VALUES " + ",".join(f"(X'{text(i)}')" for i in new))
            there = sorted({*there, *new})
    if seen != sorted(set(seen), reverse=backwards):
        sys.exit(f"an id came twice or out of order: {list(map(text, seen))}")


def main():
    missing = False
    for name in sys.argv[1:] or ENGINES:
        draw = random.Random(f"paging {name}")
        try:
            with ENGINES[name]() as (type, run):
                for _ in range(ROUNDS):
                    check(run, type, draw)
            print(f"{name}: {ROUNDS} tables paged")
        except databases.Absent as why:
            print(f"absent: {name}: {why}")
            missing = True
    sys.exit(77 if missing else 0)


if __name__ == "__main__":
    main()
