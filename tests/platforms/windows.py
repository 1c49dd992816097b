#!/usr/bin/env python3
"""What only a program of Windows can do to the programs there: words in UTF-16 that have no UTF-8, long paths, devices,
processes that are terminated, streams that are no files.

usage: windows.py PROGRAM ORDER_USER
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ULID = b"01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
HALF = "\ud83d"  # of a pair of surrogates


def check(right, what):
    if not right:
        sys.exit(f"windows.py: {ascii(what)}")


def run(program, *words, status, given=b""):
    done = subprocess.run([program, *words], input=given, capture_output=True)
    check(done.returncode == status, f"{words}: status {done.returncode}, {done.stderr}")
    return done.stdout, done.stderr


def prefixed(path):
    # MSYS2's Python writes slashes, which this kind of path does not know.
    return "\\\\?\\" + str(path).replace("/", "\\")


def words_and_paths(program, folder):
    _, said = run(program, "check", HALF, status=1)
    check(rb"\xED\xA0\xBD" in said, f"half a pair: {said}")
    # Not the file that has U+FFFD in its place.
    other = folder / "a\ufffd"
    other.write_bytes(b"keep")
    subprocess.run([program, "sort", "-o", str(folder / f"a{HALF}")], input=ULID, capture_output=True)
    check(other.read_bytes() == b"keep", "another file was written to")

    deep = folder.joinpath(*["d" * 60] * 5)
    os.makedirs(prefixed(deep))
    for path in (deep / "whole", prefixed(deep / "prefixed"), deep.relative_to(folder) / "relative"):
        run(program, "sort", "-o", str(path), status=0, given=ULID)
        check(run(program, "sort", str(path), status=0)[0] == ULID, f"{path} has something else")
    check(len(os.listdir(prefixed(deep))) == 3, "long paths lead elsewhere")

    check(b"Is a directory" in run(program, "sort", ".", status=3)[1], "a folder is not named one")
    for name in ("*", "a<b"):
        check(b"a file has this name" not in run(program, "check", name, status=1)[1], f"{name} is a file")
    run(program, "sort", "-o", "NUL", status=0, given=ULID)
    check(run(program, "sort", "NUL", status=0)[0] == b"", "NUL has something")
    return deep


def order(order_user, path, status):
    return run(order_user, "1", status=status, given=f"{path}\n".encode())


def orders(order_user, deep):
    for path in (deep / "order", prefixed(deep / "order")):
        order(order_user, path, 0)
    check(len(os.listdir(prefixed(deep))) == 4, "long paths of orders lead elsewhere")
    check(b"not a regular file" in order(order_user, "NUL", 1)[1], "an order on a device")
    order(order_user, ".", 1)
    order(order_user, "a<b", 1)

    running = []
    for _ in range(3):
        process = subprocess.Popen([order_user, "1000000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        running.append(process)
        process.stdin.write(b"shared\n")
        process.stdin.close()
    last = [process.stdout.readline() for process in running]
    for process in running:
        process.kill()  # TerminateProcess
    for at, process in enumerate(running):
        whole = [line for line in process.stdout.read().splitlines(keepends=True) if line.endswith(b"\n")]
        last[at] = max([last[at], *whole])
        process.wait()
    check(order(order_user, "shared", 0)[0] > max(last), "the order went back")


def streams(program):
    """Handles that are none, as services and programs with windows have them."""
    lead = "import subprocess, sys; s = subprocess.STARTUPINFO(); s.dwFlags = subprocess.STARTF_USESTDHANDLES; "
    for words, status in ((["new"], 3), (["sort"], 3), (["sort", "-o", "sorted", "ids"], 0)):
        pathlib.Path("ids").write_bytes(ULID)
        source = f"{lead}sys.exit(subprocess.Popen({[program, *words]!r}, startupinfo=s).wait())"
        done = subprocess.run([sys.executable, "-c", source], capture_output=True)
        check(done.returncode == status, f"without handles: {words}: {done.returncode} {done.stderr}")
    check(pathlib.Path("sorted").read_bytes() == ULID, "without handles, another file")


def main():
    program, order_user = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name).resolve()
        before = pathlib.Path.cwd()
        os.chdir(folder)
        try:
            orders(order_user, words_and_paths(program, folder))
            streams(program)
        finally:
            os.chdir(before)  # a folder that is somebody's cannot be removed
            # By its long name. Wine's own rmdir takes such a name for another folder.
            shutil.rmtree(prefixed(folder / ("d" * 60)), ignore_errors=True)
    print("words, paths, orders and handles of Windows")


main()
