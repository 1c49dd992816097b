#!/usr/bin/env python3
"""The functions of sortid.h in the shared library, called from Python on its own system, with all vectors.

usage: library.py LIBRARY VECTORS
"""

import ctypes
import json
import pathlib
import sys


class Id(ctypes.Structure):  # sortid_id
    _fields_ = [
        ("hi", ctypes.c_uint64),
        ("lo", ctypes.c_uint64),
        ("format", ctypes.c_uint32),
        ("prefix", ctypes.c_char * 64),
        ("reserved", ctypes.c_uint32),
    ]


class Error(ctypes.Structure):  # sortid_error
    _fields_ = [
        *((name, ctypes.c_int32 if name == "status" else ctypes.c_uint32)
          for name in ("status", "format", "position", "expected", "found", "reserved")),
        ("detail", ctypes.c_char_p),
    ]


def check(right, what):
    if not right:
        sys.exit(f"library.py: {what}")


def text_of(case):
    return bytes.fromhex(case["bytes"]) if "bytes" in case else case["text"].encode()


def vectors(sortid, path):
    facts = json.loads(path.read_text(encoding="utf-8"))
    if "format" not in facts:
        return 0
    name = facts["format"].encode()
    number = sortid.sortid_format_named(name, ctypes.c_size_t(len(name)))
    check(number != 0, f"no format {name}")
    made, why = Id(), Error()

    def parsed(case):
        text = text_of(case)
        size = ctypes.c_size_t(len(text))
        return sortid.sortid_parse(number, text, size, ctypes.byref(made), ctypes.byref(why))

    for case in facts["valid"]:
        check(parsed(case) == 0, f"{name}: {case} is rejected")
        wide = len(case["hex"]) == 32
        bits = f"{made.hi:016x}{made.lo:016x}"[0 if wide else 16 :]
        check(bits == case["hex"], f"{name}: {case} has the bits {bits}")
        text, size = ctypes.create_string_buffer(91), ctypes.c_size_t()
        status = sortid.sortid_to_text(ctypes.byref(made), text, ctypes.c_size_t(91), ctypes.byref(size))
        written = (status, text.raw[: size.value])
        wanted = (0, case.get("canonical", text_of(case).decode()).encode())
        check(written == wanted, f"{name}: {case} is written {written}")
        if case["unix_ms"] is not None:
            instant = ctypes.c_int64()
            status = sortid.sortid_unix_ms(ctypes.byref(made), None, ctypes.byref(instant))
            check((status, instant.value) == (0, case["unix_ms"]), f"{name}: {case} is of {instant.value}")
    for case in facts["invalid"]:
        reason = sortid.sortid_status_name(parsed(case)).decode()
        wanted = (case["reason"], case["position"])
        check((reason, why.position) == wanted, f"{name}: {case}: {reason} at {why.position}")
    return len(facts["valid"]) + len(facts["invalid"])


def new_ids(sortid):
    made, why, seen = Id(), Error(), []
    number = sortid.sortid_format_named(b"ulid", ctypes.c_size_t(4))
    for _ in range(10000):
        check(sortid.sortid_new(number, ctypes.byref(made), ctypes.byref(why)) == 0, "no new id")
        seen.append((made.hi, made.lo))
    check(seen == sorted(set(seen)), "new ids are not in order")


def main():
    sortid = ctypes.CDLL(str(pathlib.Path(sys.argv[1]).resolve()))
    sortid.sortid_status_name.restype = ctypes.c_char_p
    count = sum(vectors(sortid, path) for path in sorted(pathlib.Path(sys.argv[2]).glob("*.json")))
    check(count > 100, f"only {count} vectors")
    new_ids(sortid)
    print(f"{count} vectors by Python on {sys.platform}")


main()
