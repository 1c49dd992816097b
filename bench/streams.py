#!/usr/bin/env python3
"""Ids by the file: what `sortid` takes beside `cat` of the same output, and `sort`, `uniq` and `join` beside GNU's programs.

usage: bench/streams.py [--json FILE] [--lines N] [--repetitions N] [--binary PROGRAM]

The files stand in a folder of their own below TMPDIR (a few gigabytes for the 10^7 lines of an ordinary run). Command
and floor take turns; the fastest of each counts, and the most memory of any. `check` prints nothing for valid ids, so
its floor is `cat` of its input, and so it is for what goes to /dev/null; into a file `inspect` writes a tenth of the
lines. A `piped` program is between two `cat`s, beside three that hand on its output. What is sorted are random bits, with
the same memory and as many threads for both programs, once so that all ids fit and once with an eighth of that. `join` is given all of them and every
second one. Input from `zstd -d` comes through a pipe, and `cat` reads the same pipe beside it; these rows are left out where there
is no zstd. A process counts what its parent held when it was started, so no peak below Python's (some 15 MiB) can be seen.
"""

import argparse
import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import figures

ROOT = Path(__file__).resolve().parent.parent


def run(command, source, target):
    """Seconds, seconds of all processors, and the most memory resident, in MiB."""
    with open(source or os.devnull, "rb") as stdin, open(target, "wb") as stdout:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)}: exit {process.returncode}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def stream(name, lines, repetitions, command, source, target, copy, beside=None, floor_name=None, same=True):
    """`beside`: a program that writes the same from the same source; without one the floor is `cat`."""
    ours, theirs = [], []
    for _ in range(repetitions):
        ours.append(run(command, source, target))
        read = source if beside or not os.path.getsize(target) else target
        theirs.append(run(beside or ["cat"], read, copy))
        if beside and same and not filecmp.cmp(target, copy, shallow=False):
            sys.exit(f"{' '.join(command)} and {' '.join(beside)} write different lines")
    floor = floor_name or (beside or ["cat"])[0]
    (seconds, processors, memory), (their_seconds, their_processors, _) = (
        (min(times), min(cpu), max(resident)) for times, cpu, resident in (zip(*ours), zip(*theirs)))
    row = {"bench": f"stream/{name}", "ids": lines, "ns_per_id": seconds / lines * 1e9, "floor": floor,
           "floor_ns": their_seconds / lines * 1e9, "ratio": seconds / their_seconds,
           "cpu_ratio": processors / max(their_processors, 1e-3), "rss_mib": memory}
    print(f"{row['bench']}: {seconds:.2f} s, {floor} {their_seconds:.2f} s, ratio {row['ratio']:.2f}, of processor time "
          f"{row['cpu_ratio']:.2f}, {memory:.0f} MiB", flush=True)
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


def every_second_line(source, target):
    with open(source, "rb") as lines, open(target, "wb") as out:
        out.writelines(line for number, line in enumerate(lines) if number % 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="keep the figures there, one a line")
    parser.add_argument("--lines", type=int, default=10_000_000)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--binary", default=str(ROOT / "build" / "release" / "bin" / "sortid"))
    arguments = parser.parse_args()
    rows = [figures.about()]
    with tempfile.TemporaryDirectory() as folder:
        ids, few, out, copy, packed, texts = (
            os.path.join(folder, name) for name in ("ids", "few", "out", "copy", "ids.zst", "texts"))

        def add(name, lines, words, source, target=out):
            rows.append(stream(name, lines, arguments.repetitions, [arguments.binary, *words], source, target, copy))
        add("new/ulid", arguments.lines, ["new", "ulid", "-n", str(arguments.lines)], None, ids)
        add("convert/ulid/uuid", arguments.lines, ["convert", "--to", "uuid"], ids)
        os.replace(out, texts)
        add("convert/ulid/uuid/unwritten", arguments.lines, ["convert", "--to", "uuid"], ids, os.devnull)
        rows.append(stream("convert/ulid/uuid/piped", arguments.lines, arguments.repetitions,
                           ["sh", "-c", f"cat '{ids}' | '{arguments.binary}' convert --to uuid | cat"], None, out, copy,
                           ["sh", "-c", f"cat '{texts}' | cat | cat"], "cat"))
        add("check/ulid", arguments.lines, ["check"], ids)
        tenth = max(1, arguments.lines // 10)
        run(["head", "-n", str(tenth)], ids, few)
        add("inspect/ulid", tenth, ["inspect", "--json"], few)
        add("inspect/ulid/table", tenth, ["inspect", "--table"], few)
        add("inspect/ulid/unwritten", arguments.lines, ["inspect", "--json"], ids, os.devnull)
        add("inspect/ulid/table/unwritten", arguments.lines, ["inspect", "--table"], ids, os.devnull)
        if shutil.which("zstd"):
            run(["zstd", "-q", "-f", ids, "-o", packed], None, os.devnull)
            unpacked = f"zstd -dcq '{packed}' | "
            for name, words in (("zstd/check/ulid", "check"), ("zstd/convert/ulid/uuid", "convert --to uuid")):
                rows.append(stream(name, arguments.lines, arguments.repetitions,
                                   ["sh", "-c", f"{unpacked}'{arguments.binary}' {words}"], None, out, copy,
                                   ["sh", "-c", f"{unpacked}cat"], "zstd -d", same=False))
        random_ids(arguments.binary, arguments.lines, ids)
        os.environ["LC_ALL"] = "C"
        threads = str(os.cpu_count())
        fits = max(1, arguments.lines * 40 >> 20)
        for name, memory in (("sort/ulid", fits), ("sort/ulid/runs", max(1, fits // 8))):
            size = ["-S", f"{memory}M", "-T", folder]
            rows.append(stream(name, arguments.lines, arguments.repetitions,
                               [arguments.binary, "sort", "--jobs", threads, *size], ids, out, copy,
                               ["sort", "--parallel", threads, *size]))
        os.replace(out, ids)  # in order
        every_second_line(ids, few)
        for words, beside in ((["uniq", ids], ["uniq", ids]), (["join", ids, few], ["comm", "-12", ids, few])):
            rows.append(stream(f"{words[0]}/ulid", arguments.lines, arguments.repetitions, [arguments.binary, *words], None, out,
                               copy, beside))
    if arguments.json:
        figures.write(arguments.json, rows)


if __name__ == "__main__":
    main()
