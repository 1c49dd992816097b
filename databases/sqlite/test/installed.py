#!/usr/bin/env python3
"""What `make install` puts down serves a program that links the extension and one that loads it.

usage: installed.py --build BUILD --work FOLDER --cmake CMAKE --cc COMPILER --cxx COMPILER
"""

import argparse
import pathlib
import shutil
import subprocess

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(linked LANGUAGES C CXX)
find_package(sortid REQUIRED COMPONENTS sqlite)
add_executable(linked linked.c)
set_target_properties(linked PROPERTIES LINKER_LANGUAGE CXX)
target_link_libraries(linked PRIVATE sortid::sqlite)
"""


def run(*command):
    print("$", *command, flush=True)
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "work", "cmake", "cc", "cxx"):
        parser.add_argument(f"--{name}", required=True)
    given = parser.parse_args()
    work = pathlib.Path(given.work)
    shutil.rmtree(work, ignore_errors=True)
    prefix, source = work / "prefix", work / "source"
    source.mkdir(parents=True)
    run(given.cmake, "--install", given.build, "--prefix", prefix)
    (source / "CMakeLists.txt").write_text(PROJECT)
    shutil.copy(pathlib.Path(__file__).with_name("linked.c"), source)
    run(given.cmake, "-S", source, "-B", work / "tree", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_C_COMPILER={given.cc}", f"-DCMAKE_CXX_COMPILER={given.cxx}")
    run(given.cmake, "--build", work / "tree")
    assert len(run(work / "tree/linked").strip()) == 26
    [module] = prefix.glob("lib*/**/sqlite3/sortid.so")
    loaded = run("sqlite3", "-init", "/dev/null", "-batch", ":memory:", f'.load "{module}"', "SELECT ulid_is_valid(ulid());")
    assert loaded.strip() == "1", loaded


if __name__ == "__main__":
    main()
