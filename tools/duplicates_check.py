#!/usr/bin/env python3
"""Finds duplicates: fails if the same run of lines stands in two places, or if two files are the same.

usage: duplicates_check.py [FOLDER]

Blank lines, comments, includes and lone brackets do not count.
"""

import hashlib
import pathlib
import re
import sys

import facts_check

RUN = 14  # fewer equal lines may be chance
SKIP = re.compile(r"^(?:$|//|/\*|\*|#(?!if|define)|import |from |[\[\](){};,]*$|namespace |using |template <)")
# Data and tests: a test reads best on its own.
EXEMPT = ("tests/", "databases/postgres/test/", "fuzz/", "examples/", "docs/")


def significant(text):
    for number, line in enumerate(text.splitlines(), 1):
        line = " ".join(line.split())
        if not SKIP.match(line):
            yield number, line


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    problems, same_file, same_run = [], {}, {}
    names = [name for name in facts_check.files(folder) if not name.startswith(EXEMPT)]
    for name in names:
        content = (folder / name).read_bytes()
        if len(content) > 200:
            first = same_file.setdefault(hashlib.sha256(content).digest(), name)
            if first != name:
                problems.append(f"{name}: the same file as {first}")
                continue
        if not facts_check.code(name):
            continue
        lines = list(significant(content.decode("utf-8", "replace")))
        reported = -1
        for start in range(len(lines) - RUN + 1):
            run = tuple(line for _, line in lines[start:start + RUN])
            place = (name, lines[start][0], start)
            first = same_run.setdefault(run, place)
            if first == place or (first[0] == name and start - first[2] < RUN):
                continue
            if start > reported:
                problems.append(f"{name}:{place[1]}: {RUN} lines that already stand at {first[0]}:{first[1]}")
            reported = start + RUN  # one report for one stretch
    for problem in problems:
        print(problem)
    print(f"duplicates: {len(names)} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
