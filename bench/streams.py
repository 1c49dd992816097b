#!/usr/bin/env python3
"""Ids by the file: what `sortid` takes beside `cat` of the same output, and `sortid sort` beside GNU's `sort`.

usage: bench/streams.py [--json FILE] [--lines N] [--repetitions N] [--binary PROGRAM]

The files stand in a folder of their own below TMPDIR (a few gigabytes for the 10^7 lines of an ordinary run). Command
and floor take turns; the fastest of each counts, and the most memory of any. `check` prints nothing for valid ids, so
its floor is `cat` of its input; `inspect --json` is given a tenth of the lines. What is sorted are random bits, with the
same memory and as many threads for both programs, once so that all ids fit and once with an eighth of that. A process counts what its parent held
when it was started, so no peak below Python's (some 15 MiB) can be seen.
"""

import argparse
import filecmp
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import figures

ROOT = Path(__file__).resolve().parent.parent


def run(command, source, target):
    """Seconds, and the most memory resident, in MiB."""
    with open(source or os.devnull, "rb") as stdin, open(target, "wb") as stdout:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)}: exit {process.returncode}")
    return seconds, usage.ru_maxrss / 1024


def stream(name, lines, repetitions, command, source, target, copy, beside=None):
    """`beside`: a program that writes the same from the same source; without one the floor is `cat`."""
    times, floors, memory = [], [], []
    for _ in range(repetitions):
        seconds, resident = run(command, source, target)
        times.append(seconds)
        memory.append(resident)
        read = source if beside or not os.path.getsize(target) else target
        floors.append(run(beside or ["cat"], read, copy)[0])
        if beside and not filecmp.cmp(target, copy, shallow=False):
            sys.exit(f"{' '.join(command)} and {' '.join(beside)} write different lines")
    floor = (beside or ["cat"])[0]
    row = {"bench": f"stream/{name}", "ids": lines, "ns_per_id": min(times) / lines * 1e9, "floor": floor,
           "floor_ns": min(floors) / lines * 1e9, "ratio": min(times) / min(floors), "rss_mib": max(memory)}
    print(f"{row['bench']}: {min(times):.2f} s, {floor} {min(floors):.2f} s, ratio {row['ratio']:.2f}, "
          f"{row['rss_mib']:.0f} MiB", flush=True)
    return row


def random_ids(binary, lines, target):
    """Texts of random bits, in no order."""
    with open("/dev/urandom", "rb") as bits, open(target, "wb") as out:
        made = subprocess.Popen([binary, "convert", "--from", "binary", "--to", "ulid"], stdin=subprocess.PIPE, stdout=out,
                                stderr=subprocess.DEVNULL)
        for begin in range(0, lines, 65536):
            made.stdin.write(bits.read(16 * min(65536, lines - begin)))
        made.stdin.close()
        if made.wait():
            sys.exit("no ids to sort")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="keep the figures there, one a line")
    parser.add_argument("--lines", type=int, default=10_000_000)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--binary", default=str(ROOT / "build" / "release" / "bin" / "sortid"))
    arguments = parser.parse_args()
    rows = [figures.about()]
    with tempfile.TemporaryDirectory() as folder:
        ids, few, out, copy = (os.path.join(folder, name) for name in ("ids", "few", "out", "copy"))

        def add(name, lines, words, source, target=out):
            rows.append(stream(name, lines, arguments.repetitions, [arguments.binary, *words], source, target, copy))
        add("new/ulid", arguments.lines, ["new", "ulid", "-n", str(arguments.lines)], None, ids)
        add("convert/ulid/uuid", arguments.lines, ["convert", "--to", "uuid"], ids)
        add("check/ulid", arguments.lines, ["check"], ids)
        tenth = max(1, arguments.lines // 10)
        run(["head", "-n", str(tenth)], ids, few)
        add("inspect/ulid", tenth, ["inspect", "--json"], few)
        add("inspect/ulid/table", tenth, ["inspect", "--table"], few)
        random_ids(arguments.binary, arguments.lines, ids)
        os.environ["LC_ALL"] = "C"
        threads = str(os.cpu_count())
        fits = max(1, arguments.lines * 40 >> 20)
        for name, memory in (("sort/ulid", fits), ("sort/ulid/runs", max(1, fits // 8))):
            size = ["-S", f"{memory}M", "-T", folder]
            rows.append(stream(name, arguments.lines, arguments.repetitions,
                               [arguments.binary, "sort", "--jobs", threads, *size], ids, out, copy,
                               ["sort", "--parallel", threads, *size]))
    if arguments.json:
        figures.write(arguments.json, rows)


if __name__ == "__main__":
    main()
