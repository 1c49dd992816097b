"""Answers for the PyPI peers; the line protocol is described in protocol.md beside this file."""

import importlib.metadata
import sys


def ulid():
    from ulid import ULID

    return (
        lambda _f, hex_, _p: str(ULID.from_hex(hex_)),
        lambda _f, text: bytes(ULID.from_str(text)).hex(),
        {},
    )


def typeid():
    import uuid_utils
    from typeid import TypeID

    def decode(_f, text):
        value = TypeID.from_string(text)
        return f"{value.uuid_bytes.hex()} {value.prefix}"

    return (
        lambda _f, hex_, prefix: str(TypeID.from_uuid(uuid_utils.UUID(hex=hex_), prefix or None)),
        decode,
        {},
    )


def uuid_utils():
    from uuid_utils import UUID

    def decode(_f, text):
        value = UUID(text)
        # The package reads every version; a reader of version 7 asks for it.
        if value.version != 7:
            raise ValueError("another version")
        return value.bytes.hex()

    return lambda _f, hex_, _p: str(UUID(bytes=bytes.fromhex(hex_))), decode, {}


def ulid_flake():
    from ulid_flake.api import UlidFlake
    from ulid_flake.scalable import UlidFlakeScalable

    of = {"ulid-flake": UlidFlake, "ulid-flake-scalable": UlidFlakeScalable}
    return (
        lambda f, hex_, _p: str(of[f].from_int(int(hex_, 16))),
        lambda f, text: f"{of[f].parse(text).int:016x}",
        {},
    )


def euid():
    from euid import EUID

    def value(hex_):
        return EUID.from_bytes(bytes.fromhex(hex_))

    def decode(_f, text):
        found = EUID.from_str(text)
        if found is None:
            raise ValueError("from_str gives None")
        return bytes(found).hex()

    return (
        lambda _f, hex_, _p: value(hex_).encode(True),
        decode,
        {},
        lambda _f, hex_, _p: value(hex_).encode(False),
    )


def base58():
    import base58 as package

    # A coder of numbers without a width: the width of uid11 is added here, as its specification pads on the left.
    def encode(_f, hex_, _p):
        return package.b58encode_int(int(hex_, 16)).decode().rjust(11, "1")

    return encode, lambda _f, text: f"{package.b58decode_int(text):016x}", {}


PEERS = {
    "python-ulid": ulid,
    "typeid-python": typeid,
    "uuid_utils": uuid_utils,
    "ulid-flake": ulid_flake,
    "euid": euid,
    "base58": base58,
}


def answer_of(error):
    return f"!{type(error).__name__}: {error}".split("\n")[0] + "\n"


def main():
    name = sys.argv[1]
    try:
        encode, decode, checks, *second = PEERS[name]()
        out = [f"={importlib.metadata.version(name)}\n"]
    except Exception as error:
        out = [answer_of(error)]
    else:
        out += answers(encode, decode, checks, second)
    # Everything in one piece and as bytes: text printed beside it would arrive when Python flushes it.
    sys.stdout.buffer.write("".join(out).encode())


def answers(encode, decode, checks, second):
    for line in sys.stdin.buffer.read().decode().split("\n")[:-1]:
        op, what, value, *prefix = line.split("\t")
        try:
            if op == "e":
                got = encode(what, value, *prefix)
            elif op == "u":
                got = second[0](what, value, *prefix)
            elif op == "d":
                got = decode(what, value)
            else:
                checks[what](value)
                got = "accepts"
            yield f"={got}\n"
        # A panic in a peer's native code is no Exception; it is an answer all the same.
        except BaseException as error:
            yield answer_of(error)


main()
