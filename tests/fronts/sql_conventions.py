#!/usr/bin/env python3
"""Asks a database for each line of the section SQL of docs/conventions.md, and for the errors of conventions.json.

usage: sql_conventions.py SQLite MODULE | --extension FILE [--engine newest|oldest], of DuckDB | --module FILE, of MariaDB
       | PostgreSQL, beside a server of PGHOST
"""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SECTION = (SOURCE / "docs/conventions.md").read_text(encoding="utf-8").split("\n## SQL\n")[1].split("\n## ")[0]
ROWS = [(databases, guess, new, here) for databases, new, here, guesses in re.findall(r"^\| ([^|`]+) \| (a new )?`(.+)` \| (.+) \|$", SECTION, re.M)
        for guess in re.findall("`([^`]+)`", guesses)]
LISTED = json.loads((SOURCE / "tests/fronts/conventions.json").read_text(encoding="utf-8"))
ROWS += [(databases, guess, "says ", says) for databases, told in LISTED["SQL"].items() for guess, says in told.items()]
ROWS += [(databases, guess, "new "[:4 * here.startswith("new ")], here.removeprefix("new "))
         for databases, listed in LISTED["works"]["SQL"].items() for guess, here in listed.items()]
CLOSED = contextlib.ExitStack()  # at the end
TEXT, UUID = "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01563e3a-b5d3-d676-4c61-efb99302bd5b"


def sqlite(module):
    def ask(expression):
        given = f"SELECT '{TEXT}' AS id, '{UUID}' AS uuid, x'{UUID.replace('-', '')}' AS bytes"
        done = subprocess.run(["sqlite3", "-init", "/dev/null", "-batch", "-nullvalue", "NULL", ":memory:"], text=True, capture_output=True,
                              input=f'.load "{module}"\nSELECT {expression} FROM ({given});\n')
        if done.stderr:
            raise ValueError(done.stderr)
        return {"1": "true", "0": "false"}.get(done.stdout.strip(), done.stdout.strip())

    return ask, "IS"


def duckdb(arguments):
    sys.path.insert(0, str(SOURCE / "databases/duckdb/test"))
    import engine
    parsed = engine.parser(__doc__).parse_args(arguments)
    engine.enter(parsed)
    connection = engine.connect(parsed)

    def ask(expression):
        given = f"SELECT '{TEXT}' AS id, '{UUID}'::UUID AS uuid, unhex('{UUID.replace('-', '')}') AS bytes"
        (row,) = connection.execute(f"SELECT ({expression})::VARCHAR FROM ({given})").fetchall()
        return row[0]

    return ask, "IS NOT DISTINCT FROM"


def mariadb(module):
    sys.path.insert(0, str(SOURCE / "databases/mysql/test"))
    import server
    if reason := server.absent():
        print(f"skipped: {reason}")
        sys.exit(0)
    at = CLOSED.enter_context(server.Server(module))

    def ask(expression):
        given = f"SELECT '{TEXT}' AS id, '{UUID}' AS uuid, x'{UUID.replace('-', '')}' AS bytes"
        (found,) = at.ask([f"(SELECT {expression.replace('AS text', 'AS char')} FROM ({given}) AS given)"])
        if isinstance(found, Exception):
            raise found
        return {"1": "true", "0": "false"}.get(found, found)

    return ask, "<=>"


def postgres():
    def psql(command):
        return subprocess.run([pathlib.Path(os.environ["PG_BINDIR"]) / "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", command],
                              text=True, capture_output=True)

    psql("CREATE EXTENSION IF NOT EXISTS sortid")

    def ask(expression):
        given = f"SELECT '{TEXT}'::ulid AS id, '{UUID}'::uuid AS uuid, '\\x{UUID.replace('-', '')}'::bytea AS bytes"
        done = psql(f"SET timezone = 'UTC'; SELECT ({expression})::text FROM ({given}) AS given")
        if done.returncode:
            raise ValueError(done.stderr)
        return done.stdout.strip()

    return ask, "IS NOT DISTINCT FROM"


def main():
    name, *arguments = sys.argv[1:]
    if name == "--extension":
        name, (ask, same) = "DuckDB", duckdb(sys.argv[1:])
    elif name == "--module":
        name, (ask, same) = "MariaDB", mariadb(*arguments)
    else:
        ask, same = sqlite(*arguments) if name == "SQLite" else postgres()
    mine = [row[1:] for row in ROWS if name in row[0].split(", ")]
    wrong = []
    for guess, how, wanted in mine:
        try:
            if how == "says ":
                try:
                    found = f"no error, but {ask(guess)}"
                except Exception as why:  # of any class of the database's
                    found = str(why)
                good = wanted in found
            else:
                question = f"{wanted}_is_valid(CAST({guess} AS text))" if how else f"({guess}) {same} ({wanted})"
                found = ask(question)
                good = found == "true"
        except Exception as why:
            found, good = str(why), False
        if not good:
            wrong.append(f"{guess}: {found}")
    print(*wrong, f"{name}: {len(mine)} lines, {len(wrong)} wrong", sep="\n")
    return 1 if wrong or len(mine) < 10 else 0


with CLOSED:
    sys.exit(main())
