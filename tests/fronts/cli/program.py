"""Runs the real binary, SORTID_BIN, and compares everything that it says."""

import json
import os
import pathlib
import pty
import resource
import subprocess

BIN = os.environ.get("SORTID_BIN", "build/release/bin/sortid")
VECTORS = pathlib.Path(os.environ.get("SORTID_VECTORS", pathlib.Path(__file__).parents[2] / "oracle/vectors"))

ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
ULID_AS_UUID = "01563e3a-b5d3-d676-4c61-efb99302bd5b"
ULID_AS_HEX = "01563e3ab5d3d6764c61efb99302bd5b"
ULID_AS_INT = "1777027686520646174104517696511196507"
XID = "5TK7MT834rx"
EUID = "C8ZM14GR4JXG0MQXVY18S8TJNA6"
EUID_UNCHECKED = "C8ZM14GR4JXG0MQXVY18S8TJNBZ"
FLAKE = "00CMXB6TAK4SA"
TYPEID = "user_2x4y6z8a0b1c2d3e4f5g6h7j8k"
UUIDV7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"

# A run that goes wrong must not fill the disk or the memory of the machine.
MOST_MEMORY = 1 << 30
MOST_WRITTEN = 1 << 29


def environment(**changes):
    quiet = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CLICOLOR_FORCE")}
    return {**quiet, "TERM": "xterm", **changes}


def limits(memory=MOST_MEMORY):
    def apply():
        if not sanitized():
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))

    return apply


def sanitized():
    # Sanitizers map terabytes that they never use.
    with open(BIN, "rb") as program:
        code = program.read()
    return b"__asan_init" in code or b"__tsan_init" in code


class Ended:
    """How a run ended: exit code, output and messages, as bytes and as text."""

    def __init__(self, code, out, err):
        self.code, self.raw, self.raw_err = code, out, err

    out = property(lambda self: self.raw.decode())
    err = property(lambda self: self.raw_err.decode())
    lines = property(lambda self: self.out.splitlines())
    objects = property(lambda self: [json.loads(line) for line in self.lines])

    def __eq__(self, other):
        return (self.code, self.out, self.err) == other

    def __repr__(self):
        return f"({self.code!r}, {self.raw[:2000]!r}, {self.raw_err[:2000]!r})"


def sortid(*args, stdin=b"", env=None):
    text = stdin.encode() if isinstance(stdin, str) else stdin
    run = subprocess.run([BIN, *args], input=text, capture_output=True, env=env or environment(),
                         preexec_fn=limits())
    return Ended(run.returncode, run.stdout, run.stderr)


def on_a_terminal(*args, **env):
    """What a run that ends well or in an error writes to a terminal, its messages among it."""
    main, other = pty.openpty()
    try:
        # Bytes can be lost when the last writer closes, so this process keeps its end open and marks where the run's end.
        subprocess.run([BIN, *args], stdin=subprocess.DEVNULL, stdout=other, stderr=other, env=environment(**env), timeout=60)
        os.write(other, b"\0")
        shown = b""
        while not shown.endswith(b"\0"):
            shown += os.read(main, 65536)
    finally:
        os.close(main)
        os.close(other)
    return shown[:-1].decode().replace("\r\n", "\n")


def peak_kib(pid):
    """The most memory that a running program had; 0 when it has ended. (What wait4 says counts the tests' own memory too.)"""
    try:
        with open(f"/proc/{pid}/status") as status:
            return next((int(line.split()[1]) for line in status if line.startswith("VmHWM:")), 0)
    except (FileNotFoundError, ProcessLookupError):
        return 0


def formats():
    return json.loads(sortid("formats", "--json").out)


def new(name, *args, **how):
    """sortid new, with the number that a format needs whose ids nothing else keeps apart."""
    number = () if name != "uid11-snowish" or "--machine" in args or "--pool" in args else ("--machine", "0")
    return sortid("new", name, *number, *args, **how)
