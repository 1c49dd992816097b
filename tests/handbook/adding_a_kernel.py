#!/usr/bin/env python3
"""Carries out docs/adding-a-kernel.md on a copy of the sources, and asks the new kernel set.

usage: adding_a_kernel.py --source TREE --build FOLDER --headers INCLUDE --library libsortid.a

The steps are the page's blocks, as tests/handbook/adding_a_format.py reads them. The new set and
select.cpp are compiled and linked before the library, which has the other sets; nothing else is compiled again.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

import adding_a_format


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--headers", type=pathlib.Path, required=True)
    parser.add_argument("--library", type=pathlib.Path, required=True)
    args = parser.parse_args()

    tree = args.build / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    for part in ("docs", "include", "src", "tests"):
        shutil.copytree(args.source / part, tree / part, ignore=adding_a_format.LEFT_BEHIND)
    adding_a_format.carry_out(tree, "docs/adding-a-kernel.md", "# Adding a kernel")

    sources = [tree / "src/batch/toy.cpp", tree / "src/batch/select.cpp"]
    compiler = [os.environ.get("CXX", "c++"), "-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror",
                f"-I{tree / 'include'}", f"-I{args.headers}", f"-I{tree / 'src'}", f"-I{tree / 'tests/unit'}"]
    check = args.build / "check"
    adding_a_format.run(*compiler, tree / "tests/handbook/toy_kernel_check.cpp", *sources, args.library, "-o", check)
    test = args.build / "kernel_sets_test"
    adding_a_format.run(*compiler, tree / "tests/unit/kernel_sets_test.cpp", *sources, args.library, "-lgtest",
                        "-lgtest_main", "-pthread", "-o", test)

    failed = 0
    for command, forced in (([check, "scalar"], None), ([check, "toy"], None), ([test], None), ([test], "toy")):
        environment = {**os.environ, **({"SORTID_FORCE_KERNELS": forced} if forced else {})}
        done = subprocess.run([str(word) for word in command], env=environment)
        print("ok    " if done.returncode == 0 else "FAILED", *command, forced or "")
        failed += done.returncode != 0
    print(f"adding_a_kernel: {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
