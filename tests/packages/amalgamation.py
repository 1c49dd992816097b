"""The amalgamation, as it is made of this tree, is accepted by each compiler that is here.

usage: amalgamation.py --source FOLDER --work FOLDER COMPILER…

A source that defines a name twice is not. `release.py install` links a program with the amalgamation.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

from calling import expect, run


def accepts(compiler, source, **options):
    return subprocess.run([compiler, "-std=c++20", "-fsyntax-only", source], **options).returncode == 0


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
    broken = args.work / "broken.cpp"
    broken.write_text(2 * "namespace { int twice() { return 0; } }\n")
    for compiler in found.values():
        taken = accepts(compiler, broken, stderr=subprocess.DEVNULL)
        expect(f"{compiler} accepts a name that two sources have", taken, False)
    print(f"accepted by {', '.join(found.values())}")


if __name__ == "__main__":
    main()
