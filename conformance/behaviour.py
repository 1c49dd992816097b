"""How generators of libraries behave where a specification says little: under a clock that stands or goes back, on threads, after a fork.

Their clock is libfaketime's; one that the library reads past libc would be missed, and is said to run.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ADAPTERS = Path(__file__).resolve().parent / "adapters"
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
PYTHON = ["ulid-py", "python-ulid", "ulid-transform", "ulid2", "typeid-python", "uuid_utils", "fastuuid", "uuid6", "edwh-uuid7", "lastuuid", "euid",
          "ulid-flake"]
NODE = ["ulid", "ulid, monotonicFactory", "ulidx", "id128", "id128, UlidMonotonic", "typeid-js", "uuid", "uuidv7", "uuidv7-js"]
MANY = 20_000
PATIENCE = 10  # seconds, after which a generator counts as one that waits


class Maker:
    """A process whose clock the file says."""

    def __init__(self, command, environment):
        self.clock = tempfile.NamedTemporaryFile("w", suffix=".clock")
        self.at("2026-01-01 00:00:10")
        faked = {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": self.clock.name, "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, env={**os.environ, **environment, **faked})

    def at(self, instant):
        self.clock.seek(0)
        self.clock.write(instant)
        self.clock.truncate()
        self.clock.flush()

    def ask(self, what, count=MANY):
        """Lists of ids, or None when it waits."""
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(f"{what} {count}\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
            return json.loads(line) if line else None
        except (OSError, ValueError):
            return None
        finally:
            timer.cancel()

    def close(self):
        self.process.kill()
        self.process.wait()


def repeats(lists):
    ids = [each for made in lists for each in made]
    return len(ids) - len(set(ids))


def out_of_order(ids):
    return sum(a > b for a, b in zip(ids, ids[1:]))


def said(lists):
    if lists is None:
        return "waits"
    again, disorder = repeats(lists), out_of_order(lists[0]) if len(lists) == 1 else 0
    return ", ".join(([f"{again} repeats"] if again else []) + ([f"{-(-disorder * 100 // len(lists[0]))} % out of order"] if disorder else [])) or "·"


def observed(command, environment, forks):
    """The cells of one library."""
    cells = []
    maker = Maker(command, environment)
    first = maker.ask("ids")
    cells.append(said(first))
    if first is not None:
        before = maker.ask("ids", 1)
        maker.at("2026-01-01 00:00:09")
        after = maker.ask("ids", 100)
        cells.append("waits" if after is None else said([before[0] + after[0]]) if before else "waits")
    else:
        cells.append("")
    maker.close()
    for what in ("threads", "fork"):
        if not forks:
            cells.append("")
            continue
        maker = Maker(command, environment)
        cells.append(said(maker.ask(what, MANY // 4)))
        maker.close()
    return cells


def table(into, python, package):
    """The lines of the page's table."""
    makers = [(f"PyPI {name}", [sys.executable, ADAPTERS / "makers.py", name], {"PYTHONPATH": str(into / "pypi" / name)}, True) for name in PYTHON]
    makers += [("sortid for Python", [python, ADAPTERS / "makers.py", "sortid for Python"], {}, True)]
    makers += [(f"npm {name}", ["node", ADAPTERS / "makers.mjs", name, into / "npm"], {}, False) for name in NODE]
    makers += [("sortid for JavaScript", ["node", ADAPTERS / "makers.mjs", "sortid for JavaScript", package], {}, False)]
    yield "| library | a clock that stands | goes back by a second | four threads | after a fork |"
    yield "| --- | --- | --- | --- | --- |"
    for name, command, environment, forks in makers:
        yield f"| {name} | " + " | ".join(observed(command, environment, forks)) + " |"
