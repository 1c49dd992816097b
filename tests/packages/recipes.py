"""The Conan recipe by Conan itself, and the vcpkg port by functions of vcpkg's names.

usage: recipes.py conan|vcpkg --source FOLDER --work FOLDER [--cmake CMAKE] [--werror ON]

Both build with the flags of the release build, whose objects ccache then gives them.
Conan comes from PyPI, by tests/packages/requirements.txt, into a folder of its own; no server is asked for a recipe.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import venv


def run(*command, **options):
    print("$", *command, flush=True)
    return subprocess.run([str(word) for word in command], check=True, **options)


def conan(args):
    programs = args.source / "build/conan"
    program = programs / "bin/conan"
    if not program.exists():
        venv.create(programs, with_pip=True)
        try:
            run(programs / "bin/pip", "install", "-q", "-r", args.source / "tests/packages/requirements.txt", timeout=3000)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            shutil.rmtree(programs)
            print("skipped: Conan cannot be had here")
            return
    there = {**os.environ, "CONAN_HOME": str(args.work / "home")}
    run(program, "profile", "detect", env=there, stdout=subprocess.DEVNULL)
    run(program, "remote", "disable", "*", env=there)
    # What the test makes stays out of the sources.
    test = args.work / "test_package"
    shutil.copytree(args.source / "packaging/conan/test_package", test)
    # Conan's toolchain without its -m64, which says nothing here and would make every command another one.
    blocks = ["generic_system", "compilers", "fpic", "libcxx", "cppstd", "parallel", "extra_flags", "cmake_flags_init",
              "extra_variables", "try_compile", "find_paths", "pkg_config", "rpath", "shared", "output_dirs", "variables",
              "preprocessor"]
    run(program, "create", args.source / "packaging/conan", "--test-folder", test, "--settings", "compiler.cppstd=20",
        "--options", "&:shared=True", "--conf", f"tools.cmake.cmaketoolchain:enabled_blocks={blocks}",
        "--conf", f"tools.cmake.cmaketoolchain:extra_variables={{'SORTID_WERROR': '{args.werror}'}}", env=there)


def vcpkg(args):
    run(sys.executable, args.source / "packaging/vcpkg/port.py", args.work)
    run(args.cmake, f"-DPORT={args.work / 'sortid'}", f"-DPREFIX={args.work / 'prefix'}",
        f"-DBUILD={args.source / 'build/vcpkg-build'}", f"-DWERROR={args.werror}", "-P",
        args.source / "tests/packages/vcpkg.cmake", env={**os.environ, "SORTID_SOURCE": str(args.source)})


def main():
    parser = argparse.ArgumentParser()
    recipes = {recipe.__name__: recipe for recipe in (conan, vcpkg)}
    parser.add_argument("recipe", choices=recipes)
    for name in ("source", "work"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--werror", default="OFF")
    args = parser.parse_args()
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    recipes[args.recipe](args)


if __name__ == "__main__":
    main()
