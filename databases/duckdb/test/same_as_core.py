#!/usr/bin/env python3
"""Compares the extension with the core, row by row: the oracle's probe, a program of the core alone, answers for the same texts.

usage: same_as_core.py --extension FILE --probe FILE [--rows N] [--seed S]

For each format, N texts: valid ones, and ones that are lower case, too short, too long, empty, NULL, past the largest, of
another prefix, with a byte that no text has.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

import engine

# The format's name, SQL's, an expression for the text of row i, and whether there are bounds.
UUIDS = "md5_number(seed || '-' || i)"
WORDS = "hash(i, seed)"
FORMATS = (
    ("ulid", "ulid", f"ulid({UUIDS}::UHUGEINT)", True),
    ("typeid", "typeid", f"typeid(CASE i % 3 WHEN 0 THEN '' WHEN 1 THEN 'user' ELSE repeat('ab', 1 + i % 30) || '_bc' END,"
     f" CASE i % 2 WHEN 0 THEN uuid7_uuid() ELSE uuid_uuid({UUIDS}::UHUGEINT) END)", False),
    ("uuidv7", "uuid7", "uuid7()", True),
    ("uuid", "uuid", f"uuid_text({UUIDS}::UHUGEINT)", False),
    ("euid", "euid", f"euid({UUIDS}::UHUGEINT)", True),
    ("ulid-flake", "ulid_flake", f"ulid_flake({WORDS} >> 1)", True),
    ("ulid-flake-scalable", "ulid_flake_scalable", f"ulid_flake_scalable({WORDS} >> 1)", True),
    ("xid", "xid", f"xid({WORDS})", True),
    ("uid11", "uid11", f"uid11({WORDS})", False),
    ("uid11-fullrand", "uid11_fullrand", f"uid11_fullrand({WORDS})", False),
    ("uid11-snowish", "uid11_snowish", f"uid11_snowish({WORDS})", True),
    ("uid11-ts-seq-rand", "uid11_ts_seq_rand", f"uid11_ts_seq_rand({WORDS})", True),
)
ODD = "list_extract(['I', 'L', 'O', 'U', 'u', 'l', '0', 'z', 'Z', '9', '-', '_', ' ', 'é', chr(0), chr(127), '€'], 1 + (hash(i, seed + 1) % 17)::INT)"
PLACE = "(1 + hash(i, seed + 2) % length(text))::INT"
CHANGED = f"""CASE i % 20 WHEN 0 THEN lower(text) WHEN 1 THEN upper(text) WHEN 2 THEN text[:-2] WHEN 3 THEN text || '0'
  WHEN 4 THEN left(text, {PLACE} - 1) || {ODD} || substr(text, {PLACE} + 1) WHEN 5 THEN '' WHEN 6 THEN NULL
  WHEN 7 THEN '8' || text[2:] WHEN 8 THEN 'Z' || text[2:] WHEN 9 THEN 'abc_' || text
  WHEN 10 THEN reverse(text) WHEN 11 THEN left(text, {PLACE} - 1) || {ODD} || substr(text, {PLACE}) ELSE text END"""


def ask(connection, probe, work, requests):
    """Answers the rows of the query `requests` (i, line) by the table `answer` (i, words), words from 1."""
    asked, answered = work / "asked", work / "answered"
    connection.execute("CREATE OR REPLACE TEMP TABLE request AS " + requests)
    connection.execute(f"COPY (SELECT line FROM request ORDER BY i) TO '{asked}' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '')")
    with asked.open("rb") as lines, answered.open("wb") as answers:
        subprocess.run([probe], stdin=lines, stdout=answers, check=True)
    connection.execute(f"""CREATE OR REPLACE TEMP TABLE answer AS
      SELECT i, string_split(answer.line, ' ') AS words
      FROM (SELECT i, row_number() OVER (ORDER BY i) AS place FROM request) JOIN
        (SELECT column0 AS line, row_number() OVER () AS place FROM read_csv('{answered}', columns = {{'column0': 'VARCHAR'}},
           header = false, delim = '\\x1f', quote = '', escape = '', parallel = false)) answer USING (place)""")


def differences(connection, wrong, what):
    """Prints some rows that are wrong."""
    rows = connection.execute(f"SELECT * FROM ({wrong}) LIMIT 3").fetchall()
    for row in rows:
        print(f"{what}: {row}")
    return bool(rows)


def compare(connection, probe, work, rows, seed, name, sql, text, bounded):
    run = connection.execute
    run(f"CREATE OR REPLACE TABLE sample AS SELECT i, {CHANGED} AS id FROM "
        f"(SELECT i, {seed} AS seed, {text} AS text FROM (SELECT i, {seed} AS seed FROM range({rows}) t(i)))")
    ask(connection, probe, work, f"""SELECT i, 'parse {name} ' || CASE id WHEN '' THEN '-' ELSE lower(hex(encode(id))) END AS line
      FROM sample WHERE id IS NOT NULL""")
    to_text = "typeid(try_typeid_prefix(id), try_typeid_uuid(id))" if name == "typeid" else \
        "try_uuid_text(id)" if name == "uuid" else f"try_{sql}(id)"
    wide = name in ("ulid", "typeid", "uuidv7", "uuid", "euid")
    back = {"typeid": "typeid_suffix({})", "uuid": "uuid_text({})"}.get(name, sql + "({})")
    forms = ["bytes", "int", *(["uuid"] if wide else [])]
    same = "typeid_suffix(id)" if name == "typeid" else to_text
    bad = differences(connection, f"""
      SELECT id, words FROM sample LEFT JOIN answer USING (i) WHERE CASE
        WHEN id IS NULL THEN {sql}_is_valid(id) IS NOT NULL OR {to_text} IS NOT NULL OR {sql}_check(id) IS NOT NULL
        WHEN words[1] = 'ok' THEN NOT {sql}_is_valid(id) OR {sql}_check(id) IS NOT NULL
          OR lower(hex(try_{sql}_bytes(id))) IS DISTINCT FROM words[2] OR lower(hex(encode({to_text}))) IS DISTINCT FROM words[3]
        WHEN words[1] = 'err' THEN {sql}_is_valid(id) OR {to_text} IS NOT NULL OR try_{sql}_int(id) IS NOT NULL
          OR {sql}_check(id) IS DISTINCT FROM words[2] || ' at position ' || words[3]
        ELSE true END""", f"{name}: parsing")
    run("CREATE OR REPLACE TABLE valid AS SELECT i, id FROM sample JOIN answer USING (i) WHERE words[1] = 'ok'")
    for form in forms:
        bad |= differences(connection, f"SELECT id FROM valid WHERE {back.format(f'{sql}_{form}(id)')} IS DISTINCT FROM {same}",
                           f"{name}: through {form}")
    valid = run("SELECT count(*) FROM valid").fetchone()[0]
    if valid < rows * 0.3:
        print(f"{name}: only {valid} of {rows} texts are valid")
        bad = True
    ask(connection, probe, work, f"SELECT i, 'show {name} ' || lower(hex({sql}_bytes(id))) AS line FROM valid")
    bad |= differences(connection, f"SELECT id, words FROM valid JOIN answer USING (i) WHERE words[3] <> {sql}_int(id)::VARCHAR",
                       f"{name}: numbers")
    if name not in ("uid11", "uid11-fullrand"):
        bad |= differences(connection, f"""SELECT id, words FROM valid JOIN answer USING (i)
          WHERE try_{sql}_ms(id) IS DISTINCT FROM try_cast(words[5] AS BIGINT)
             OR epoch_ms(try_{sql}_time(id)) IS DISTINCT FROM try_cast(words[5] AS BIGINT)""", f"{name}: times")
    if bounded:
        run(f"CREATE OR REPLACE TABLE moment AS SELECT i, {sql}_ms(id) AS ms, {sql}_time(id) AS instant FROM valid WHERE i % 4 = 3")
        for end in ("first", "last"):
            ask(connection, probe, work, f"SELECT i, '{end} {name} ' || ms AS line FROM moment")
            bad |= differences(connection, f"""SELECT ms, words FROM moment JOIN answer USING (i)
              WHERE lower(hex({sql}_{end}_bytes(instant))) IS DISTINCT FROM words[2]""", f"{name}: {end}")
    return bad


def main():
    options = engine.parser(__doc__)
    options.add_argument("--probe", required=True, type=pathlib.Path)
    options.add_argument("--rows", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    args = options.parse_args()
    engine.enter(args)
    print(f"duckdb: seed {args.seed}")
    bad = False
    with tempfile.TemporaryDirectory() as work:
        connection = engine.connect(args, str(pathlib.Path(work) / "sample.db"))
        for format in FORMATS:
            bad |= compare(connection, args.probe, pathlib.Path(work), args.rows, args.seed, *format)
    print(f"duckdb: {len(FORMATS)} formats, {args.rows} texts each{', with differences' if bad else ''}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
