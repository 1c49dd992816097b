#!/usr/bin/env python3
"""The programs of a build for another system, run by its emulator: an order whose processes are killed, streams, local
times, and the shared library in that system's Python.

usage: programs.py orders|streams|times|library --program FILE --order-user FILE --library FILE --work DIR [--seed N] -- [EMULATOR…]
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
UUID = "01563e3a-b5d3-d676-4c61-efb99302bd5b"  # by the specification's alphabet, 5 bits a symbol


def check(right, what):
    if not right:
        sys.exit(f"programs.py: {what}")


def whole_lines(text):
    """Of a killed process: what stands behind its last line end was cut off."""
    return [int(line, 16) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def orders(given, dice):
    """Several processes at a time, each killed at some moment; then others take the order up."""
    with tempfile.TemporaryDirectory(dir=given.work) as folder:
        # A name that is not ASCII, for systems whose paths are UTF-16.
        path = pathlib.Path(folder) / "Reihenfolge-ö.order"
        seen, before, killed = [], 0, 0
        for _ in range(4):
            command = [*given.emulator, given.order_user, "1000000"]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            running = [subprocess.Popen(command, **pipes, encoding="utf-8") for _ in range(3)]
            for process in running:
                process.stdin.write(f"{path}\n")
                process.stdin.close()
            for process in running:
                first = process.stdout.readline()
                check(first.endswith("\n"), f"no id: {process.stderr.read() if process.poll() is not None else first}")
                process.first = first
            time.sleep(dice.uniform(0, 0.3))
            for process in running:
                process.kill()
                killed += 1
            round_of = []
            for process in running:
                ids = whole_lines(process.first + process.stdout.read())
                process.wait()
                check(ids == sorted(ids), "a process goes back")
                round_of += ids
            check(min(round_of) > before, "the order went back after its processes were killed")
            before = max(round_of)
            seen += round_of
        check(len(seen) == len(set(seen)), "an id came twice")
        check(path.stat().st_size == 4096, "the file has another size")
        left = [p.name for p in pathlib.Path(folder).iterdir() if p != path]
        check(all(name.startswith(".sortid-new-") for name in left), f"there is more in the folder: {left}")
        print(f"{len(seen)} ids in one order, {killed} processes killed")


def streams(given, _dice):
    def run(*words, given_input=b"", status=0):
        done = subprocess.run([*given.emulator, given.program, *words], input=given_input, capture_output=True)
        check(done.returncode == status, f"{words}: status {done.returncode}, {done.stderr.decode(errors='replace')}")
        return done.stdout

    check(run("convert", "--to", "uuid", ULID) == f"{UUID}\n".encode(), "an argument is converted")
    # Line ends of both kinds, and none; what is written ends as everywhere.
    lines = f"{ULID}\r\n{ULID}\n{ULID}".encode()
    check(run("convert", "--to", "uuid", given_input=lines) == f"{UUID}\n".encode() * 3, "lines by a pipe, with CRLF")
    # Bytes that a stream of text would change: CR before LF, and the end mark of DOS.
    binary = bytes.fromhex("0d0a1a0d0a1a00ff0d0a1a0d0a1a00ff")
    text = run("convert", "--from", "binary", "--to", "ulid", given_input=binary)
    check(run("convert", "--from", "ulid", "--to", "binary", given_input=text) == binary, "binary input and output")
    # Through a pipe of two programs, many blocks long.
    ids = run("new", "ulid", "-n", "50000")
    check(ids.count(b"\n") == 50000 and b"\r" not in ids, "new ids are lines that end with LF")
    check(ids.splitlines() == sorted(ids.splitlines()), "in order")
    back = run("convert", "--to", "uuid", given_input=ids)
    check(run("convert", "--to", "ulid", "--from", "uuid", given_input=back) == ids, "there and back")
    # A word that no code page of one byte has.
    done = subprocess.run([*given.emulator, given.program, "inspect", "日本"], capture_output=True)
    check(done.returncode == 1 and rb"\xE6\x97\xA5" in done.stderr, f"a word in UTF-16: {done.stderr!r}")
    # Not an option, on any system.
    run("convert", "--to", "uuid", "/no-id", status=1)
    run("sort", "/no/such/file", status=3)
    print("arguments, CRLF and pipes")


def times(given, _dice):
    """Local times of Berlin. Windows itself has its zone from its settings; Wine has those from TZ."""
    if os.name == "nt":
        print("skipped: this system's zone is not given by TZ")
        return
    there = {**os.environ, "TZ": "CET-1CEST,M3.5.0,M10.5.0/3"}

    def asked(begin):
        words = ["range", "--format", "uuidv7", begin, "9999-01-01T00:00:00Z"]
        return subprocess.run([*given.emulator, given.program, *words], capture_output=True, env=there)

    for local, utc in (
        ("2024-07-01T10:00", "2024-07-01T08:00:00Z"),
        ("2024-01-01T10:00", "2024-01-01T09:00:00Z"),
        ("1970-01-01T00:30", "1969-12-31T23:30:00Z"),
        ("3001-07-01T00:00", "3001-06-30T22:00:00Z"),
    ):
        one, other = asked(local), asked(utc)
        check(one.stdout != b"" and one.stdout == other.stdout, f"{local}: {one.stdout} {one.stderr} {other.stdout}")
    check(b"skip that time" in asked("2024-03-31T02:30").stderr, "clocks are put forward")
    check(b"show that time twice" in asked("2024-10-27T02:30").stderr, "clocks are put back")
    print("local times")


def library(given, _dice):
    python, settings = [sys.executable], {}
    sys.path.append(str(HERE.parent / "packages"))
    import pythons

    if given.emulator:
        folder = pathlib.Path(given.work) / "pythons"
        folder.mkdir(exist_ok=True)
        try:
            python, _, settings = pythons.windows(folder)
        except pythons.absent as why:
            print(f"skipped: {why}")
            return
    calls = [[HERE / "library.py", given.library, HERE.parent / "oracle/vectors"]]
    if given.emulator or os.name == "nt":
        calls.append([HERE / "windows.py", given.program, given.order_user])
    for words in calls:
        print(pythons.through_pipes(*python, *words, env={**os.environ, **settings}))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=["orders", "streams", "times", "library"])
    parser.add_argument("--program", required=True)
    parser.add_argument("--order-user", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    given = parser.parse_args(words[:split])
    given.emulator = words[split + 1 :]
    print(f"seed {given.seed}")
    {"orders": orders, "streams": streams, "times": times, "library": library}[given.part](given, random.Random(given.seed))


main()
