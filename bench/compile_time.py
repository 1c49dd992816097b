#!/usr/bin/env python3
"""What including a public header costs: milliseconds of the compiler's processor time over an empty file.

usage: bench/compile_time.py [--json FILE] [--repetitions N] [HEADER…]

Each header of include/sortid alone in a file, with g++ and with clang++ where it is there, parsed only
(-fsyntax-only) and compiled (-c), -std=c++20 -O2. Empty file and headers take turns; the median counts. <string_view> is the
yardstick, since every header needs it. The version header is made by CMake, so a tree must be configured; a header whose
library is missing is listed without a figure.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import figures

ROOT = Path(__file__).resolve().parent.parent
YARDSTICK = "string_view"
MODES = ("-fsyntax-only", "-c")
# The newest that is there, g++ first.
COMPILERS = [["g++"], ["clang++", "clang++-19", "clang++-14"]]


def named(header):
    return f"<{header}>" if header == YARDSTICK else f"<sortid/{header}>"


def milliseconds(command):
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = status  # what Popen would have waited for
    return None if status else (used.ru_utime + used.ru_stime) * 1000


def measure(compiler, mode, headers, generated, repetitions, folder):
    sources = {}
    for header in ["", YARDSTICK, *headers]:
        sources[header] = Path(folder, (header or "empty") + ".cpp")
        sources[header].write_text(f"#include {named(header)}\n" if header else "")
    command = [compiler, "-std=c++20", "-O2", mode, f"-I{ROOT / 'include'}", f"-I{generated}"]
    command += ["-o", str(Path(folder, "out.o"))] if mode == "-c" else []
    times = {header: [] for header in sources}
    for _ in range(repetitions):
        for header, source in sources.items():
            if None not in times[header]:
                times[header].append(milliseconds([*command, str(source)]))
    empty = statistics.median(times.pop(""))
    for header, taken in times.items():
        over = None if None in taken else statistics.median(taken) - empty
        yield {"bench": f"compile/{header}", "compiler": compiler, "mode": mode, "empty_ms": round(empty, 1),
               "over_empty_ms": None if over is None else round(over, 1)}


def table(rows):
    ways = list(dict.fromkeys((row["compiler"], row["mode"]) for row in rows))
    of = {(row["bench"], row["compiler"], row["mode"]): row["over_empty_ms"] for row in rows}
    head = [f"{compiler} {mode}" for compiler, mode in ways]
    body = [[f"`{named(bench.removeprefix('compile/'))}`", *(figures.number(of.get((bench, *way))) for way in ways)]
            for bench in dict.fromkeys(row["bench"] for row in rows)]
    return figures.table(["ms over an empty file", *head], body, head)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="keep the figures there, one a line")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("headers", nargs="*", help="by name, such as ulid.hpp (default: all)")
    arguments = parser.parse_args()
    generated = next((ROOT / "build").glob("*/include"), None)
    if not generated:
        sys.exit("no configured tree below build/: make build")
    headers = arguments.headers or sorted(path.name for path in (ROOT / "include" / "sortid").glob("*.hpp"))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for names in COMPILERS:
            compiler = next((name for name in names if shutil.which(name)), None)
            for mode in MODES if compiler else ():
                rows += measure(compiler, mode, headers, generated, arguments.repetitions, folder)
    print(table(rows))
    if arguments.json:
        figures.write(arguments.json, [figures.about(), *rows])


if __name__ == "__main__":
    main()
