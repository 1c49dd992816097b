#!/usr/bin/env python3
"""Measures every engine that is there, each in a process of its own, and writes docs/engines.md. usage: run.py [OPTION…]

The options go to the programs. An engine that is absent keeps what stands of it in the page.
"""

import os
import pathlib
import subprocess
import sys
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
HERE = SOURCE / "bench" / "engines"
BUILD = SOURCE / "build"
# Programs, and the environments of the tests that have their engines.
PROGRAMS = {"spark_rates": "engines/env", "clickhouse_rates": "engines/env", "datafusion_rates": "engines/env",
            "duckdb_rates": "duckdb/newest", "polars_pandas": "python/env"}
OPTIONS = {"duckdb_rates": ["--extension", BUILD / "duckdb/sortid.duckdb_extension"]}


def environment():
    """With the package of this tree, which `make python` has built."""
    wheel, = (BUILD / "python" / "wheel").glob("*.whl")
    package = BUILD / "engines" / "package" / "bench"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(package)
    return {**os.environ, "PYTHONPATH": str(package)}


def main():
    with_package = environment()
    (BUILD / "figures").mkdir(parents=True, exist_ok=True)
    written = []
    for name, env in PROGRAMS.items():
        program, python = HERE / f"{name}.py", BUILD / env / "bin" / "python"
        if not program.exists() or not python.exists():
            print(f"absent: {name}", file=sys.stderr)
            continue
        done = subprocess.run([python, program, *OPTIONS.get(name, []), *sys.argv[1:]], cwd=SOURCE, env=with_package, stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            print(f"{name} ended with {done.returncode}", file=sys.stderr)
            continue
        written.append(BUILD / "figures" / f"engines-{name}.jsonl")
        written[-1].write_text(done.stdout)
    subprocess.run([sys.executable, HERE / "page.py", *written], check=True)


main()
