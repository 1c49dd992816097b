#!/usr/bin/env python3
"""Several connections and threads at once, prepared statements, and what plans show of a key.

usage: connections.py --extension FILE [--engine newest|oldest]
"""

import concurrent.futures
import pathlib
import sys
import tempfile
import uuid

import engine

ROWS = 200_000
KEY = "000102030405060708090a0b0c0d0e0f"


def new_ids(connection):
    return [row[0] for row in connection.cursor().execute(f"SELECT ulid() FROM range({ROWS})").fetchall()]


def mixed(connection, seed):
    """The same columns in every connection, with rejected rows, NULLs, keys and prefixes that change."""
    cursor = connection.cursor()
    return cursor.execute(f"""
      SELECT count(try_ulid_int(id)), count(typeid_prefix(typeid(p, i::UHUGEINT))),
             count(*) FILTER (id_unmask(id_mask(m, key, 'ulid'), key, 'ulid') = m),
             count(DISTINCT ulid_named(to_timestamp(0), 'n/' || i, key))
      FROM (SELECT i, CASE i % 7 WHEN 0 THEN NULL WHEN {seed} THEN 'no' ELSE ulid(i::UHUGEINT) END AS id, ulid(i::UHUGEINT) AS m,
                   repeat('p', (i % 5)::INT) AS p, lpad(hex((i % 3)::BIGINT), 32, '0') AS key FROM range({ROWS // 4}) t(i))""").fetchone()


def together(args):
    one = engine.connect(args)
    one.execute("SET threads = 4")
    other = engine.connect(args)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        made = list(pool.map(new_ids, [one, one, other, other]))
        assert len({id for ids in made for id in ids}) == 4 * ROWS
        answers = list(pool.map(lambda seed: (seed, mixed(one if seed % 2 else other, seed)), range(1, 7)))
    for seed, answer in answers:
        rows = ROWS // 4
        wanted = rows - sum(1 for i in range(rows) if i % 7 in (0, seed))
        assert answer == (wanted, rows, rows, rows), (seed, answer)
    # A failed statement of one connection is nothing to another.
    try:
        one.execute("SELECT ulid_time('no')").fetchall()
        raise AssertionError("no error")
    except Exception as error:
        assert "length at position 2" in str(error), error
    one.close()
    assert other.execute("SELECT ulid_ms('01ARZ3NDEKTSV4RRFFQ69G5FAV')").fetchone() == (1469922850259,)


def prepared(args):
    connection = engine.connect(args)
    ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    bits = uuid.UUID("01563e3a-b5d3-d676-4c61-efb99302bd5b")
    for value in (ulid, bits, bits.bytes):
        assert connection.execute("SELECT ulid(?), ulid_ms(?)", [value, value]).fetchone() == (ulid, 1469922850259), value
    assert connection.execute("SELECT ulid(?), typeid(?, ?)", [None, "user", None]).fetchone() == (None, None)
    for wrong in ("", "é" * 13, "\0" * 26, b"", b"\xff" * 15, -1):
        assert connection.execute("SELECT try_ulid_ms(?)", [wrong]).fetchone() == (None,), wrong
    rows = [(ulid,), (None,), ("no",)]
    connection.execute("CREATE TABLE given(id VARCHAR)")
    connection.executemany("INSERT INTO given SELECT try_ulid(?)", rows)
    assert connection.execute("SELECT id FROM given").fetchall() == [(ulid,), (None,), (None,)]


def plans(args):
    """A key that comes from a file is in no plan; docs/duckdb.md says where other keys are visible."""
    connection = engine.connect(args)
    connection.execute("CREATE TABLE t AS SELECT ulid() AS id FROM range(10)")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "secret"
        file.write_text(KEY + "\n")
        connection.execute(f"SET VARIABLE secret = '{KEY}'")
        from_file = f"(SELECT trim(content, chr(10)) FROM read_text('{file}'))"
        for key, shown in ((from_file, False), (f"'{KEY}'", True), ("getvariable('secret')", True)):
            for how in ("EXPLAIN", "EXPLAIN ANALYZE"):
                for call in (f"id_mask(id, {key})", f"ulid_named(now(), id, {key})"):
                    plan = "".join(row[1] for row in connection.execute(f"{how} SELECT {call} FROM t").fetchall())
                    # A plan breaks long words into lines.
                    assert (KEY[:8] in plan) == shown, (how, call, plan)


def main():
    args = engine.parser(__doc__).parse_args()
    engine.enter(args)
    together(args)
    prepared(args)
    plans(args)
    print("duckdb: connections, prepared statements and plans")


if __name__ == "__main__":
    sys.exit(main())
