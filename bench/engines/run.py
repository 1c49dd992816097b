#!/usr/bin/env python3
"""Measures every engine that is there, each in a process of its own, and writes docs/engines.md.

usage: run.py [ENGINE…] [OPTION…] | run.py --end-to-end [OPTION…]

With names of engines it measures these alone. With --end-to-end it measures a table of 10⁹ ids, in half an hour, and needs 20 GB of
disk. The options go to the programs. What is not measured, or absent, keeps its figures in the page.
"""

import itertools
import os
import pathlib
import subprocess
import sys
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
HERE = SOURCE / "bench" / "engines"
BUILD = SOURCE / "build"
# Names of figures: the environment of the tests that has the engine, the program and its arguments.
RATES = {
    "spark": ("engines/env", "spark_rates.py"),
    "clickhouse": ("engines/env", "clickhouse_rates.py"),
    "datafusion": ("engines/env", "datafusion_rates.py"),
    "duckdb": ("duckdb/newest", "duckdb_rates.py", "--extension", BUILD / "duckdb/sortid.duckdb_extension"),
    "polars": ("python/env", "polars_pandas.py"),
}
END_TO_END = {
    "duckdb": ("duckdb/newest", "end_to_end.py", "duckdb", "--folder", BUILD / "figures"),
    "spark": ("engines/env", "end_to_end.py", "spark", "--folder", BUILD / "figures"),
}


def environment():
    """With the package of this tree, which `make python` has built."""
    wheel, = (BUILD / "python" / "wheel").glob("*.whl")
    package = BUILD / "engines" / "package" / "bench"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(package)
    return {**os.environ, "PYTHONPATH": str(package)}


def main():
    arguments = sys.argv[1:]
    kind = "engines"
    programs = RATES
    if arguments[:1] == ["--end-to-end"]:
        kind, programs, arguments = "engines-end-to-end", END_TO_END, arguments[1:]
    names = list(itertools.takewhile(lambda word: not word.startswith("-"), arguments))
    options = arguments[len(names):]
    if unknown := [name for name in names if name not in programs]:
        sys.exit(f"no such engine: {' '.join(unknown)}; there are {' '.join(programs)}")
    if names and programs is END_TO_END:
        sys.exit("--end-to-end measures all its engines: they share a table")
    measured = [name for name in programs if not names or name in names]
    with_package = environment()
    (BUILD / "figures").mkdir(parents=True, exist_ok=True)
    written = []
    for name in measured:
        env, program, *own = programs[name]
        python = BUILD / env / "bin" / "python"
        if not python.exists():
            print(f"absent: {name}", file=sys.stderr)
            continue
        command = [python, HERE / program, *own, *options]
        done = subprocess.run(command, cwd=SOURCE, env=with_package, stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            print(f"{name} ended with {done.returncode}", file=sys.stderr)
            continue
        written.append(BUILD / "figures" / f"{kind}-{name}.jsonl")
        written[-1].write_text(done.stdout)
    subprocess.run([sys.executable, HERE / "page.py", *written], check=True)


main()
