#!/usr/bin/env python3
"""Runs files of statements in a DuckDB, in the manner of sqllogictest, and the guide.

usage: run.py --extension FILE [--engine newest|oldest] FILE…

In files, records are separated by empty lines:
  statement ok          the statement below has no error
  statement error       it has one, with the text behind ----
  query                 it gives the rows behind ----, their values separated by |
In a page, blocks of the language `duckdb` have statements behind "D " and "· ", and then the same rows.
… stands for anything, as in tools/check_docs.py. Each file, and each page, has a database of its own.
"""

import os
import pathlib
import sys
import tempfile

import engine

sys.path.insert(0, str(engine.SOURCE / "tools"))
import check_docs  # noqa: E402


def shown(value):
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    return value.hex() if isinstance(value, bytes) else str(value)


def answer(connection, statement):
    """(rows as lines, None), or (None, the error)."""
    try:
        rows = connection.execute(statement).fetchall()
    except Exception as error:  # of any class of DuckDB's
        return None, str(error)
    return ["|".join(map(shown, row)) for row in rows], None


def records(path):
    for record in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in record.strip("\n").split("\n") if not line.startswith("#")]
        if lines == [""] or not lines:
            continue
        body, _, expected = "\n".join(lines[1:]).partition("\n----")
        yield lines[0], body, expected.strip("\n").split("\n") if expected.strip("\n") else []


def sessions(path):
    for block in check_docs.blocks_and_prose(path)[0]:
        if block.language != "duckdb":
            continue
        statement, expected = None, []
        for line in [*block.lines, "D "]:
            if line.startswith("D "):
                if statement is not None:
                    yield "session", statement, expected
                statement, expected = line[2:], []
            elif line.startswith("· "):
                statement += "\n" + line[2:]
            else:
                expected.append(line)


def problem(kind, statement, expected, connection):
    """What is wrong, or None."""
    rows, error = answer(connection, statement)
    if kind == "statement ok":
        return error
    if kind == "statement error" or (kind == "session" and error):
        if error is None:
            return f"no error, but {rows[:3]}"
        found = error.splitlines()[0]
        return None if check_docs.matches([f"…{expected[0]}…" if expected else ""], found + "\n") else found
    if kind not in ("query", "session"):
        return f"an unknown record: {kind}"
    if error is not None:
        return error
    if kind == "session" and not expected:
        return None
    found = "".join(f"{line}\n" for line in rows)
    return None if check_docs.matches(expected, found) else f"found\n{found}"


def main():
    options = engine.parser(__doc__)
    options.add_argument("files", nargs="+", type=pathlib.Path)
    args = options.parse_args()
    engine.enter(args)
    args.extension = args.extension.resolve()
    args.files = [path.resolve() for path in args.files]
    with tempfile.TemporaryDirectory() as folder:  # the guide writes files
        os.chdir(folder)
        bad = check(args)
        os.chdir("/")
    return bad


def check(args):
    count = failed = 0
    for path in args.files:
        connection = engine.connect(args)
        for kind, statement, expected in (sessions if path.suffix == ".md" else records)(path):
            if statement.startswith("LOAD "):
                continue  # the guide's path is the reader's
            count += 1
            if why := problem(kind, statement, expected, connection):
                failed += 1
                print(f"{path.name}: {statement}\n--- expected\n" + "\n".join(expected) + f"\n--- {why}\n")
    print(f"duckdb: {count} statements, {failed} problems")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
