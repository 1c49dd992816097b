"""Drives store_probe: a store in a process of its own, asked in JSON."""

import json
import os
import subprocess
import time

PROBE = os.environ.get("SORTID_STORE_PROBE", "build/release/tests/pools/store_probe")
# For what must come: only a server that hangs takes so long.
LONG = 30_000


def record(high, nonce=1, count=1, host="web-3", pid=4711):
    """The text of a record, as node_store.hpp says."""
    return f"{high} {nonce:032X} {count} {host} {pid}"


class Probe:
    def __init__(self, kind, **options):
        self.process = subprocess.Popen([PROBE, kind, json.dumps(options)], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def send(self, do, ms=LONG, **more):
        self.process.stdin.write(json.dumps({"do": do, "ms": ms, **more}) + "\n")
        self.process.stdin.flush()

    def receive(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, do, **more):
        self.send(do, **more)
        return self.receive()

    def read(self, **more):
        return self.ask("read", **more)

    def swap(self, node, before, after, **more):
        """The answer's word alone."""
        return self.ask("swap", node=node, before=before, next=after, **more)["answer"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()


def records_after_first_swaps(one):
    """Of a pool that nobody used: what any store answers to reads and swaps. The records of 7 and 1023."""
    empty = one.read(ms=2**63 - 1)
    assert (empty["answer"], empty["records"], "fence" in empty) == ("done", {}, False)
    assert abs(empty["clock"] - time.time() * 1000) < 3_600_000
    a, b, c = record(1000), record(-5, nonce=2**128 - 1, count=2**64 - 1, host="-", pid=2**32 - 1), record(3000)
    assert one.swap(7, None, a) == "done"
    assert one.swap(7, None, b) == "lost"
    assert one.swap(7, c, b) == "lost"
    assert one.swap(7, a, b) == "done"
    assert one.swap(1023, None, c) == "done"
    assert one.swap(8, a, b) == "lost"  # there is no record
    assert one.read()["records"] == {"7": b, "1023": c}
    return b, c
