#!/usr/bin/env python3
"""Carries out CONTRIBUTING.md, "Adding a function", on a copy of the tree, and asks the new function for its cases.

usage: adding_a_function.py --source TREE --build FOLDER [--headers INCLUDE --library libsortid.a]

tests/handbook/steps.py says what the steps are. The page says how many files they change, and the test counts. With the generated
headers and the library of a build it compiles the files of the copy that C++, C and SQLite ask, links them before that library, and
asks for the cases. Without, it builds every host of the copy, and runs the tests that read docs/functions.json.
"""

import argparse
import os
import pathlib
import re
import sys

import steps
from steps import run

HEADING = "## Adding a function"
# What an added function may change: its header with its line in the guide, its entry, a body for each host with what declares it,
# and its cases. Who needs another file states something twice.
PARTS = {
    "its header": r"include/sortid/\w+\.hpp|docs/guide\.md",
    "its entry": r"docs/functions\.json",
    "C": r"include/sortid\.h|src/c_api/\w+\.cpp",
    "Python": r"bindings/python/module/\w+\.cpp|bindings/python/module/_core\.pyi",
    "JavaScript": r"bindings/js/src/\w+\.(cpp|js)|bindings/js/sortid\.d\.ts",
    "SQLite": r"databases/sqlite/src/functions\.cpp",
    "DuckDB": r"databases/duckdb/src/functions\.cpp",
    "PostgreSQL": r"databases/postgres/src/\w+\.cpp",
    "its cases": r"tests/oracle/vectors/functions/vectors\.json|tests/unit/functions_test\.cpp",
}
READERS = r"^(functions_test|words|docs|tables|sqlite.*|duckdb.*|postgres_(regress|clients)|js.*|python.*|c_abi_symbols|every_function.*)$"


def count(outcome, tree, names):
    for part, pattern in PARTS.items():
        of_part = [name for name in names if re.fullmatch(pattern, name)]
        print(f"{part}: {', '.join(of_part)}")
        outcome.expect(f"{part} is among the files", of_part)
    others = [name for name in names if not any(re.fullmatch(pattern, name) for pattern in PARTS.values())]
    outcome.expect("no other file is", not others, others)
    told = re.search(r"takes (\d+) files", steps.section(tree, "CONTRIBUTING.md", HEADING).replace("\n", " "))
    outcome.expect(f"{len(names)} files, as the page says", told and int(told[1]) == len(names), told and told[0])


def ask(tree, work, headers, library):
    compiler = [os.environ.get("CXX", "c++"), "-std=c++20", "-O0", f"-I{tree / 'include'}", f"-I{headers}", f"-I{tree / 'src'}"]
    asked = {**os.environ, "SORTID_SOURCE": str(tree)}
    test = work / "functions_test"
    run(*compiler, tree / "tests/unit/functions_test.cpp", tree / "src/c_api/ids.cpp", library, "-lgtest", "-lgtest_main", "-pthread",
        "-o", test)
    run(test, env=asked)

    sql, sqlite, made = tree / "databases/sql", tree / "databases/sqlite", work / "sqlite/sortid.so"
    run("cmake", "-D", f"PROJECT_SOURCE_DIR={tree}", "-D", f"INTO={made.parent}", "-P", sql / "functions.cmake")
    run(*compiler, "-shared", "-fPIC", f"-I{sqlite}", f"-I{sql}", f"-I{made.parent}", *sorted((sqlite / "src").glob("*.cpp")),
        sql / "sql_error.cpp", sql / "sql_format.cpp", library, "-pthread", "-o", made)
    run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "test_functions", sqlite / "test/test_loading.py",
        env={**asked, "SORTID_SQLITE_MODULE": str(made)})


def main():
    parser = steps.arguments(argparse.ArgumentParser())
    for name in ("headers", "library"):
        parser.add_argument(f"--{name}", type=pathlib.Path)
    args = parser.parse_args()
    work = args.build.resolve()
    tree = steps.copied(args.source.resolve(), work / "tree")
    # As in adding_a_format.py: the copy's own tests have this one among them.
    if (tree / "include/sortid/shard.hpp").exists():
        return 0
    outcome = steps.Outcome()
    names, _ = steps.carry_out(tree, "CONTRIBUTING.md", HEADING)
    count(outcome, tree, names)
    if args.library:
        ask(tree, work, args.headers.resolve(), args.library.resolve())
    else:
        run("cmake", "--preset", "release", "-DSORTID_BUILD_TESTS=ON", cwd=tree)
        run("cmake", "--build", "--preset", "release", cwd=tree)
        run(sys.executable, tree / "tools/tables.py", "--write", "--bin", tree / "build/release/bin/sortid")
        for tests in ("tests/fronts/python", "databases/duckdb/test"):
            run(tree / tests / "install.sh")
        run("ctest", "--preset", "release", "-R", READERS, "--output-on-failure", cwd=tree)
    return outcome.ended("adding_a_function")


if __name__ == "__main__":
    sys.exit(main())
