"""An independent implementation of name-based ids: HMAC-SHA-256 of Python's standard library, as docs/named.md specifies it.

    named.py > tests/oracle/vectors/named/vectors.json      the frozen vectors, made without any code of sortid
"""

import hmac
import json
import sys

import oracle
from oracle import EUID, TIME, TYPEID, ULID, UUIDV7

FORMATS = [ULID, TYPEID, UUIDV7, EUID]


def named(format, key, ms, name, prefix="", extension=None):
    """The id's value; name is bytes."""
    label = "sortid named 1/" + format + ("/" + prefix if format == TYPEID else "")
    digest = hmac.digest(key, label.encode() + b"\0" + ms.to_bytes(8, "big") + name, "sha256")
    bits = int.from_bytes(digest[:16], "big")
    if format == ULID:
        tail = bits % 2**80
    elif format in (TYPEID, UUIDV7):
        tail = 7 << 76 | (bits >> 64) % 2**12 << 64 | 2 << 62 | bits % 2**62
    else:
        drawn = (bits >> 68) % 2**15
        width = 0 if extension is None else max(extension.bit_length(), 1)
        if width:
            drawn = drawn >> width << width | extension
        tail = drawn << 68 | width << 64 | bits % 2**64
    _, _, below = TIME[format]
    return ms << below | tail


def vectors():
    keys = [bytes(range(16)), bytes(range(32))]
    names = ["", "customers/4711", "Zo\u00eb \u2603", "a\0b", "x" * 200]
    for key in keys:
        for format in FORMATS:
            last = 2 ** TIME[format][1] - 1
            for ms in [0, 1700000000000, last]:
                for name in names:
                    for prefix in ["", "user"] if format == TYPEID else [""]:
                        for extension in [None, 0, 4711] if format == EUID else [None]:
                            value = named(format, key, ms, name.encode(), prefix, extension)
                            yield {"key": key.hex(), "format": format, "prefix": prefix, "extension": extension,
                                   "unix_ms": ms, "name": name, "text": oracle.to_text(format, value, prefix)}


def main():
    print("[" + ",\n ".join(json.dumps(case) for case in vectors()) + "]")


if __name__ == "__main__":
    sys.exit(main())
