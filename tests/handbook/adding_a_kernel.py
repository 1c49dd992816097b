#!/usr/bin/env python3
"""Carries out docs/adding-a-kernel.md on a copy of the sources, and tests the new kernel set.

usage: adding_a_kernel.py --source TREE --build FOLDER --headers INCLUDE --library libsortid.a

The steps are the page's blocks, as tests/handbook/steps.py reads them. The new set and
select.cpp are compiled and linked before the library, which has the other sets; nothing else is compiled again.
"""

import argparse
import os
import subprocess
import sys

import steps
from steps import run


def main():
    args = steps.arguments(argparse.ArgumentParser(), "headers", "library").parse_args()
    tree = steps.copied(args.source, args.build / "tree", ("docs", "include", "src", "tests"))
    steps.carry_out(tree, "docs/adding-a-kernel.md", "# Adding a kernel")

    sources = [tree / "src/batch/toy.cpp", tree / "src/batch/select.cpp"]
    compiler = [os.environ.get("CXX", "c++"), "-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror",
                f"-I{tree / 'include'}", f"-I{args.headers}", f"-I{tree / 'src'}", f"-I{tree / 'tests/unit'}"]
    check = args.build / "check"
    run(*compiler, tree / "tests/handbook/toy_kernel_check.cpp", *sources, args.library, "-o", check)
    test = args.build / "kernel_sets_test"
    run(*compiler, tree / "tests/unit/kernel_sets_test.cpp", *sources, args.library, "-lgtest",
        "-lgtest_main", "-pthread", "-o", test)

    outcome = steps.Outcome()
    for command, forced in (([check, "scalar"], None), ([check, "toy"], None), ([test], None), ([test], "toy")):
        environment = {**os.environ, **({"SORTID_FORCE_KERNELS": forced} if forced else {})}
        done = subprocess.run([str(word) for word in command], env=environment)
        outcome.expect(f"{' '.join(map(str, command))} {forced or ''}", done.returncode == 0)
    return outcome.ended("adding_a_kernel")


if __name__ == "__main__":
    sys.exit(main())
