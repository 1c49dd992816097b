"""A DuckDB that databases/duckdb/test/install.sh has installed, and the extension in it."""

import argparse
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[2]
FETCHED = SOURCE / "build/duckdb"


def absent(name):
    """Why there is no such engine, or None."""
    reason = FETCHED / f"{name}.absent"
    if reason.exists():
        return reason.read_text().strip()
    return None if (FETCHED / f"{name}.stamp").exists() else "not installed: databases/duckdb/test/install.sh"


def parser(about):
    options = argparse.ArgumentParser(description=about)
    options.add_argument("--extension", required=True, type=pathlib.Path)
    options.add_argument("--engine", default="newest", choices=("newest", "oldest"))
    return options


def enter(args):
    """Goes on in the Python of that engine; says that there is none, and ends, where it is absent."""
    python = FETCHED / args.engine / "bin/python"
    if pathlib.Path(sys.prefix) == python.parents[1]:
        return
    if reason := absent(args.engine):
        print(f"skipped: DuckDB ({args.engine}) is absent: {reason}")
        sys.exit(0)
    os.execv(python, [str(python), *sys.argv])


def connect(args, database=":memory:"):
    import duckdb
    connection = duckdb.connect(database, config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{args.extension}'")
    connection.execute("SET TimeZone = 'UTC'")
    return connection
