"""Times the PyPI peers and puts them to the tests; prints JSON lines. The operations, the tests and the shape of a line are
described in run.py, the folder above. usage: main.py REPETITIONS MILLISECONDS JUNK FORKS"""

import importlib.metadata
import json
import os
import random
import sys
import time

import base58
import sortid
import sortid.numpy
import ulid
import ulid_transform
import uuid_utils
from euid import EUID
from typeid import TypeID
from ulid_flake.api import UlidFlake
from ulid_flake.scalable import UlidFlakeScalable

COUNT = 4096
REPETITIONS, LEAST = int(sys.argv[1]), int(sys.argv[2]) * 1_000_000
JUNK = [line.split("\t") for line in open(sys.argv[3])]
FORKS = int(sys.argv[4])


def ns_per_id(one_pass):
    """The fastest repetition of `one_pass`, which handles COUNT ids, per id."""
    best = float("inf")
    for _ in range(REPETITIONS):
        passes, spent, start = 0, 0, time.perf_counter_ns()
        while passes == 0 or spent < LEAST:
            one_pass()
            passes += 1
            spent = time.perf_counter_ns() - start
        best = min(best, spent / passes / COUNT)
    return best


def takes(name, operation):
    taken = set()
    for fmt, reason, text in JUNK:
        if fmt == name.split("/")[1]:
            try:
                operation(bytes.fromhex(text).decode())
                taken.add(reason)
            except Exception:  # each peer has its own
                pass
    return sorted(taken)


def made(make, count):
    """Their texts; of what the peer refuses there are fewer."""
    return [str(id_) for id_ in (make() for _ in range(count)) if id_ is not None]


def has_twins(make, each=64, too_many=4):
    make()
    from_child, to_parent = os.pipe()
    child = os.fork()
    mine = made(make, each)
    if child == 0:
        os.write(to_parent, "\n".join(mine).encode())
        os._exit(0)
    os.close(to_parent)
    with os.fdopen(from_child) as pipe:
        theirs = pipe.read().split("\n")
    os.waitpid(child, 0)
    return len(set(mine).intersection(theirs)) >= too_many


def facts(name, operation):
    """What the tests find."""
    if name.endswith("/parse"):
        return {"takes": takes(name, operation)}
    if name.startswith("new/"):
        row = made(operation, 16 * COUNT)
        return {"disorder": sum(one >= other for one, other in zip(row, row[1:])), "forks": FORKS,
                "twins": sum(has_twins(operation) for _ in range(FORKS))}
    return {}


def bench(name, peer, note, operation, items=None):
    """Times `operation` on each of `items`, or without argument when there are none."""

    def on_each():
        for item in items:
            operation(item)

    def without():
        for _ in range(COUNT):
            operation()

    version = importlib.metadata.version(peer)
    ns = ns_per_id(on_each if items else without)
    print(json.dumps({"bench": name, "peer": peer, "version": version, "language": "Python",
                      "ns_per_id": round(ns, 3), "note": note, **facts(name, operation)}), flush=True)


def one(fmt, peer, note, ids, encode, decode=None):
    bench(f"one/{fmt}/to_text", peer, note, encode, ids)
    if decode:
        bench(f"one/{fmt}/parse", peer, note, decode, [encode(id_) for id_ in ids])


class Following:
    """Each call gives an id after the one before."""

    def __init__(self, create, following):
        self.create, self.following, self.last = create, following, create()

    def __call__(self):
        # None when the counter is full: begin anew, as a caller would.
        self.last = self.following(self.last) or self.create()
        return self.last


def new_flake(kind):
    def new():
        try:
            return kind.new()
        except OverflowError:  # its randomness is used up for this millisecond
            return None
    return new


def ours(kind, ids):
    """sortid's own Python package, in the same loops."""
    fmt = kind.FORMAT
    one(fmt, "sortid", "", ids, str, kind.parse)
    # A millisecond of Ulid-Flake is full too soon for a loop.
    full = kind in (sortid.UlidFlake, sortid.UlidFlakeScalable)
    new = sortid.Generator(kind, on_overflow="run_ahead").next if full else kind.new
    bench(f"new/{fmt}/{'increasing' if kind.ORDERED else 'random'}", "sortid", "runs ahead" if full else "", new)


def column():
    """A million texts: an array at once, and one by one into a list, as python-ulid would have it done."""
    count = 1_000_000
    texts = sortid.numpy.to_text(sortid.ULID, sortid.numpy.new(sortid.ULID, count))
    as_str = texts.astype("U26").tolist()

    def timed(peer, note, work):
        best = float("inf")
        for _ in range(REPETITIONS):
            start = time.perf_counter_ns()
            kept = work()
            best = min(best, time.perf_counter_ns() - start)
            del kept
        print(json.dumps({"bench": "column/ulid/parse", "peer": peer, "version": importlib.metadata.version(peer),
                          "language": "Python", "ns_per_id": round(best / count, 3), "note": note}), flush=True)

    timed("sortid", "numpy, S26 to V16", lambda: sortid.numpy.from_text(sortid.ULID, texts))
    timed("python-ulid", "in a loop", lambda: [ulid.ULID.from_str(text) for text in as_str])
    assert bytes(sortid.numpy.from_text(sortid.ULID, texts)[-1]) == ulid.ULID.from_str(as_str[-1]).bytes


def main():
    bits = random.Random(20261121)
    values = [bits.getrandbits(128) for _ in range(COUNT)]
    raw = [value.to_bytes(16, "big") for value in values]
    v7s = [uuid_utils.UUID(int=value & ~(0xF << 76 | 3 << 62) | 7 << 76 | 2 << 62) for value in values]

    one("ulid", "python-ulid", "", [ulid.ULID(item) for item in raw], str, ulid.ULID.from_str)
    bench("new/ulid/increasing", "python-ulid", "ULID()", ulid.ULID)
    pure = ulid.ULIDGenerator(policy=ulid.PureRandomPolicy())
    bench("new/ulid/random", "python-ulid", "PureRandomPolicy", pure.generate)
    one("ulid", "ulid-transform", "in C++", raw, ulid_transform.bytes_to_ulid)

    one("typeid", "typeid-python", "no prefix; codec in Rust", v7s, lambda id_: str(TypeID.from_uuid(id_)),
        TypeID.from_string)
    bench("new/typeid/increasing", "typeid-python", "makes the text too", TypeID)

    one("uuidv7", "uuid_utils", "in Rust; reads other notations and versions too", v7s, str, uuid_utils.UUID)
    bench("new/uuidv7/increasing", "uuid_utils", "in Rust", uuid_utils.uuid7)

    euids = [EUID.from_bytes(item) for item in raw]
    one("euid", "euid", "in Rust", euids, lambda id_: id_.encode(True), EUID.from_str)
    bench("new/euid/increasing", "euid", "in Rust", Following(EUID.create, EUID.next))
    bench("new/euid/random", "euid", "in Rust", EUID.create)

    for fmt, kind in ("ulid-flake", UlidFlake), ("ulid-flake-scalable", UlidFlakeScalable):
        one(fmt, "ulid-flake", "", [kind(value >> 65) for value in values], str, kind.parse)
        bench(f"new/{fmt}/increasing", "ulid-flake", "an error, when a millisecond is full, counts as an id",
              new_flake(kind))

    # Of eleven symbols each.
    one("uid11", "base58", "stands in: whole numbers in base 58", [value >> 64 | 1 << 63 for value in values],
        base58.b58encode_int, base58.b58decode_int)

    for kind in sortid.ULID, sortid.TypeID, sortid.UUIDv7, sortid.EUID, sortid.UlidFlake, sortid.UlidFlakeScalable:
        ours(kind, sortid.Generator(kind, on_overflow="wait").many(COUNT))
    for kind in sortid.XID, sortid.UID11:
        ours(kind, [kind.new_random() for _ in range(COUNT)])
    column()


main()
