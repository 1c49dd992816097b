#!/usr/bin/env python3
"""Carries out CONTRIBUTING.md, "Adding a function", on a copy of the tree, and asks the new function for its cases.

usage: adding_a_function.py --source TREE --build FOLDER [--werror ON|OFF] [--all]

tests/handbook/steps.py says what the steps are. The page says how many files they change, and the test counts. It compiles the
copy as the release build does, through ccache, and asks in C++, C, SQLite and, where the environment of Python's tests is, Python.
With --all it builds every host and runs the tests that read docs/functions.json.
"""

import argparse
import os
import pathlib
import re
import shutil
import sys
import zipfile

import steps
from steps import run

HEADING = "## Adding a function"
# What an added function may change: its header with its line in the guide, its entry, a body for each host with what declares it,
# and its cases. Who needs another file states something twice.
PARTS = {
    "its header": r"include/sortid/\w+\.hpp|docs/guide\.md",
    "its entry": r"docs/functions\.json",
    "C": r"include/sortid\.h|src/c_api/\w+\.cpp",
    "Python": r"bindings/python/module/\w+\.cpp|bindings/python/sortid/_core\.pyi",
    "JavaScript": r"bindings/js/src/\w+\.(cpp|js)|bindings/js/sortid\.d\.ts",
    "SQLite": r"databases/sqlite/src/functions\.cpp",
    "DuckDB": r"databases/duckdb/src/functions\.cpp",
    "PostgreSQL": r"databases/postgres/src/\w+\.cpp",
    "its cases": r"tests/oracle/vectors/functions/vectors\.json|tests/unit/functions_test\.cpp",
}
OF_OTHERS = ("JS", "POSTGRES", "DUCKDB", "POOL_POSTGRES", "POOL_ETCD", "CLI", "EXAMPLES")
READERS = r"^(functions_test|words|docs|sqlite.*|duckdb.*|postgres_(regress|clients)|js.*|python.*|c_abi_symbols|every_function.*)$"


def count(outcome, tree, names):
    for part, pattern in PARTS.items():
        of_part = [name for name in names if re.fullmatch(pattern, name)]
        print(f"{part}: {', '.join(of_part)}")
        outcome.expect(f"{part} is among the files", of_part)
    others = [name for name in names if not any(re.fullmatch(pattern, name) for pattern in PARTS.values())]
    outcome.expect("no other file is", not others, others)
    told = re.search(r"takes (\d+) files", steps.section(tree, "CONTRIBUTING.md", HEADING).replace("\n", " "))
    outcome.expect(f"{len(names)} files, as the page says", told and int(told[1]) == len(names), told and told[0])


def ask_python(outcome, source, tree, work, werror):
    """The wheel of the copy, unpacked: the environment of the tests keeps its own."""
    env = source / "build/python/env"
    if not env.with_suffix(".stamp").exists():
        return print("Python is not asked: tests/fronts/python/install.sh makes the environment of its tests")
    python = env / "bin/python"
    shutil.rmtree(work / "wheel", ignore_errors=True)
    run(python, "-m", "pip", "--disable-pip-version-check", "wheel", tree, "--no-deps", "--no-build-isolation", "--no-index",
        "--wheel-dir", work / "wheel", f"--config-settings=build-dir={tree / 'build/python-module'}",
        f"--config-settings=cmake.define.SORTID_WERROR={werror}")
    wheel, = (work / "wheel").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(work / "package")
    package = {**os.environ, "PYTHONPATH": str(work / "package")}
    run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", tree / "tests/fronts/python/test_functions.py", env=package)
    run(python, tree / "tools/python_stubs.py", "--check", env=package)
    outcome.expect("Python", True)


def main():
    parser = steps.arguments(argparse.ArgumentParser())
    parser.add_argument("--werror", default="OFF")
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    source, work = args.source.resolve(), args.build.resolve()
    tree = steps.copied(source, work / "tree")
    # As in adding_a_format.py: the copy's own tests have this one among them.
    if (tree / "include/sortid/shard.hpp").exists():
        return 0
    outcome = steps.Outcome()
    names, _ = steps.carry_out(tree, "CONTRIBUTING.md", HEADING)
    count(outcome, tree, names)

    if args.all:
        run("make", "-C", tree, "build", "js")
        run("ctest", "--preset", "release", "-R", READERS, "--output-on-failure", cwd=tree)
        return outcome.ended("adding_a_function")
    run("cmake", "--preset", "release", f"-DSORTID_WERROR={args.werror}", *(f"-DSORTID_BUILD_{part}=OFF" for part in OF_OTHERS),
        cwd=tree)
    run("cmake", "--build", "--preset", "release", "--target", "functions_test", "sortid_sqlite", cwd=tree)
    build = tree / "build/release"
    asked = {**os.environ, "SORTID_SOURCE": str(tree), "SORTID_SQLITE_MODULE": str(next(build.glob("lib/sqlite3/sortid.*")))}
    run(build / "tests/functions_test", env=asked)
    outcome.expect("C++ and C", True)
    run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "test_functions",
        tree / "databases/sqlite/test/test_loading.py", env=asked)
    outcome.expect("SQLite", True)
    ask_python(outcome, source, tree, work, args.werror)
    return outcome.ended("adding_a_function")


if __name__ == "__main__":
    sys.exit(main())
