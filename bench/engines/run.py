#!/usr/bin/env python3
"""Measures every engine that is there, each in a process of its own, and writes docs/engines.md.

usage: run.py [OPTION…] | run.py --end-to-end [OPTION…]

With --end-to-end it measures a table of 10⁹ ids, in half an hour, and needs 20 GB of disk. The options go to the programs. An engine
that is absent keeps what stands of it in the page.
"""

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
    "end-to-end-duckdb": ("duckdb/newest", "end_to_end.py", "duckdb", "--folder", BUILD / "figures"),
    "end-to-end-spark": ("engines/env", "end_to_end.py", "spark", "--folder", BUILD / "figures"),
}


def environment():
    """With the package of this tree, which `make python` has built."""
    wheel, = (BUILD / "python" / "wheel").glob("*.whl")
    package = BUILD / "engines" / "package" / "bench"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(package)
    return {**os.environ, "PYTHONPATH": str(package)}


def main():
    options = sys.argv[1:]
    programs = RATES
    if options[:1] == ["--end-to-end"]:
        programs, options = END_TO_END, options[1:]
    with_package = environment()
    (BUILD / "figures").mkdir(parents=True, exist_ok=True)
    written = []
    for name, (env, program, *arguments) in programs.items():
        python = BUILD / env / "bin" / "python"
        if not python.exists():
            print(f"absent: {name}", file=sys.stderr)
            continue
        command = [python, HERE / program, *arguments, *options]
        done = subprocess.run(command, cwd=SOURCE, env=with_package, stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            print(f"{name} ended with {done.returncode}", file=sys.stderr)
            continue
        written.append(BUILD / "figures" / f"engines-{name}.jsonl")
        written[-1].write_text(done.stdout)
    subprocess.run([sys.executable, HERE / "page.py", *written], check=True)


main()
