"""Builds and runs a small project that uses sortid in one of the ways the README names.

A project that brings the sources along takes their objects from ccache when --setting gives it the build's own flags and
launcher; without these it compiles everything as any project would.
"""

import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# From the ULID specification: the text and the instant that the program must print.
EXPECTED = "01ARZ3NDEKTSV4RRFFQ69G5FAV 1469922850259"


def run(*command, **options):
    print("$", *command, flush=True)
    return subprocess.run([str(word) for word in command], check=True, **options)


def expect(program, **options):
    done = run(program, stdout=subprocess.PIPE, text=True, **options)
    if done.stdout.strip() != EXPECTED:
        sys.exit(f"expected {EXPECTED!r}, got {done.stdout!r}")


def build_with_cmake(args, way, build, *settings):
    run(args.cmake, "-S", HERE / way, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_CXX_COMPILER={args.cxx}", *settings, *args.setting)
    run(args.cmake, "--build", build)
    expect(build / "consumer")
    expect(build / "consumer_core")


def installed(args):
    prefix = args.work / "prefix"
    run(args.cmake, "--install", args.build, "--prefix", prefix, stdout=subprocess.DEVNULL)
    # Moved after installing, so that no path of the build machine may be baked in.
    moved = args.work / "moved"
    prefix.rename(moved)
    return moved


def find_package(args):
    prefix = installed(args)
    build_with_cmake(args, "find_package", args.work / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    readme(args, prefix)


# The README's project with its program in C++, and with the one in C.
def readme(args, prefix):
    project = (HERE / "readme/CMakeLists.txt").read_text()
    for program, name in (("readme.cpp", "main.cpp"), ("readme_c.c", "main.c")):
        folder = args.work / f"the project of {program}"
        folder.mkdir()
        shutil.copy(args.source / "examples" / program, folder / name)
        (folder / "CMakeLists.txt").write_text(project.replace("main.cpp", name))
        run(args.cmake, "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={args.cxx}",
            f"-DCMAKE_C_COMPILER={args.cc}", *args.setting, cwd=folder)
        run(args.cmake, "--build", "build", cwd=folder)
        run(folder / "build/example")


def add_subdirectory(args):
    for shared in ("OFF", "ON"):
        # Where the paths of the sources are those of the build: directly in its folder, as cmake/ccache.cmake says.
        build = args.source / f"build/consumer-shared-{shared.lower()}"
        shutil.rmtree(build, ignore_errors=True)
        build_with_cmake(args, "add_subdirectory", build, f"-DSORTID_SOURCE={args.source}", f"-DBUILD_SHARED_LIBS={shared}")


def pkg_config(args):
    prefix = installed(args)
    folder = next(prefix.rglob("sortid.pc")).parent
    environment = {**os.environ, "PKG_CONFIG_PATH": str(folder)}
    for package in ("sortid", "sortid-core"):
        flags = shlex.split(run("pkg-config", "--static", "--cflags", "--libs", package, stdout=subprocess.PIPE, text=True,
                                env=environment).stdout)
        program = args.work / package
        defines = ["-DCORE_ONLY"] if package == "sortid-core" else []
        run(args.cxx, "-std=c++20", *defines, HERE / "main.cpp", *flags, "-o", program)
        expect(program, env={**environment, "LD_LIBRARY_PATH": str(folder.parent)})
    # As a C program asks for it, of whichever library was built.
    flags = shlex.split(run("pkg-config", "--cflags", "--libs", "sortid", stdout=subprocess.PIPE, text=True,
                            env=environment).stdout)
    program = args.work / "c_program"
    run(args.cc, "-std=c99", args.source / "examples/readme_c.c", *flags, "-o", program)
    run(program, env={**environment, "LD_LIBRARY_PATH": str(folder.parent)})


def main():
    ways = {way.__name__: way for way in (find_package, add_subdirectory, pkg_config)}
    parser = argparse.ArgumentParser()
    parser.add_argument("way", choices=ways)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--setting", action="append", default=[], metavar="-DNAME=VALUE")
    args = parser.parse_args()
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    ways[args.way](args)


if __name__ == "__main__":
    main()
