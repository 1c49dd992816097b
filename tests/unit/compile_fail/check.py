"""What must not compile, does not, and for the reason we mean.

Every *.cpp of the folder compiles as it is and fails with -DSHOULD_FAIL; one of the compiler's errors then matches
the regular expression on the file's first line, `// error: <regex>`.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys


def check(compiler, source):
    first = source.read_text().partition("\n")[0]
    wanted = re.fullmatch(r"// error: (.+)", first)
    if not wanted:
        return "the first line is not `// error: <regex>`"
    good = subprocess.run([*compiler, source], capture_output=True, text=True)
    if good.returncode != 0:
        return "does not compile as it is:\n" + good.stderr
    # Plain quotes in messages, whatever the user's language; and errors alone: notes and echoed source prove nothing.
    bad = subprocess.run([*compiler, "-DSHOULD_FAIL", source], capture_output=True, text=True,
                         env={**os.environ, "LC_ALL": "C"})
    if bad.returncode == 0:
        return "compiles with SHOULD_FAIL"
    if not any(re.search(wanted[1], line) for line in bad.stderr.splitlines() if "error:" in line):
        return f"fails, but no message matches `{wanted[1]}`:\n{bad.stderr}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("folder", type=pathlib.Path)
    args = parser.parse_args()

    compiler = [args.cxx, "-std=c++20", "-fsyntax-only", "-Werror=unused-result", *(f"-I{folder}" for folder in args.include)]
    sources = sorted(args.folder.glob("*.cpp"))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        for source, problem in zip(sources, pool.map(lambda source: check(compiler, source), sources)):
            if problem:
                failed += 1
                print(f"FAILED {source.name}: {problem}")
    print(f"{len(sources)} programs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
