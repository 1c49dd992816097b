"""The amalgamation, as it is made of this tree, is accepted by each compiler that is here.

usage: amalgamation.py --source FOLDER --work FOLDER COMPILER…

A source that defines a name twice is not. `release.py install` links a program with the amalgamation. The core of it that hosts
compile which are no C++ asks for nothing of C++'s library.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

from calling import expect, run, told


# As bindings/rust/build.rs compiles it.
ALONE = ("-O2", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fvisibility=hidden", "-fPIC")


def accepts(compiler, source, **options):
    return subprocess.run([compiler, "-std=c++20", "-fsyntax-only", source], **options).returncode == 0


def asked_of_cpp(compiler, source):
    """What the core asks of others, as C++ names it; `__cxa_thread_atexit_impl` is glibc's."""
    core = source.with_suffix(".o")
    run(compiler, "-std=c++20", *ALONE, "-c", source, "-o", core)
    asked = told("nm", "--undefined-only", "--format=just-symbols", core).split()
    expect(f"{compiler}: the core asks for something", bool(asked), True)
    return [name for name in asked if re.match("_Z|__cxa_|__gxx_", name) and name != "__cxa_thread_atexit_impl"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("compilers", nargs="+", metavar="COMPILER")
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    args = parser.parse_args()
    shutil.rmtree(args.work, ignore_errors=True)
    run(sys.executable, args.source / "packaging/release/amalgamate.py", args.work)
    found = {pathlib.Path(path).resolve(): path for path in map(shutil.which, args.compilers) if path}
    expect("a compiler is here", bool(found), True)
    for compiler in found.values():
        expect(f"{compiler} accepts sortid.cpp", accepts(compiler, args.work / "sortid.cpp"), True)
    run(sys.executable, args.source / "packaging/release/amalgamate.py", "--core", args.work / "core")
    for compiler in found.values():
        expect(f"{compiler}: names of C++", asked_of_cpp(compiler, args.work / "core/sortid.cpp"), [])
    broken = args.work / "broken.cpp"
    broken.write_text(2 * "namespace { int twice() { return 0; } }\n")
    for compiler in found.values():
        taken = accepts(compiler, broken, stderr=subprocess.DEVNULL)
        expect(f"{compiler} accepts a name that two sources have", taken, False)
    print(f"accepted by {', '.join(found.values())}")


if __name__ == "__main__":
    main()
