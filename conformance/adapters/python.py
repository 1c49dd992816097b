"""Published libraries for Python: python.py NAME, with the library in a folder of PYTHONPATH."""

import importlib.metadata
import json
import sys
import uuid as standard

# Each gives, for each of its formats, functions by operation: bytes are the id's, errors are exceptions.


def ulid_py():
    import ulid

    return {"ulid": {
        "parse": lambda text: ulid.from_str(text).bytes,
        "text": lambda value: str(ulid.from_bytes(value)),
        "time": lambda value: ulid.from_bytes(value).timestamp().int,
        "uuid": lambda text: str(ulid.from_str(text).uuid),
        "order": lambda texts: [str(each) for each in sorted(map(ulid.from_str, texts))],
    }}


def python_ulid():
    from ulid import ULID

    return {"ulid": {
        "parse": lambda text: ULID.from_str(text).bytes,
        "text": lambda value: str(ULID.from_bytes(value)),
        "time": lambda value: ULID.from_bytes(value).milliseconds,
        "uuid": lambda text: str(ULID.from_str(text).to_uuid()),
        "order": lambda texts: [str(each) for each in sorted(map(ULID.from_str, texts))],
    }}


def ulid_transform():
    import ulid_transform

    return {"ulid": {
        "parse": ulid_transform.ulid_to_bytes,
        "text": ulid_transform.bytes_to_ulid,
        "time": ulid_transform.ulid_to_timestamp,
    }}


def ulid2():
    import ulid2

    return {"ulid": {
        "parse": ulid2.ulid_to_binary,
        "text": ulid2.ulid_to_base32,
        "time": lambda value: round(ulid2.get_ulid_timestamp(value) * 1000),
        "uuid": lambda text: str(ulid2.ulid_to_uuid(text)),
    }}


def typeid_python():
    from typeid import TypeID
    from uuid_utils import UUID

    def parse(text):
        read = TypeID.from_string(text)
        return read.uuid_bytes, read.prefix

    return {"typeid": {
        "parse": parse,
        "text": lambda value, prefix="": str(TypeID.from_uuid(UUID(bytes=value), prefix or None)),
        "uuid": lambda text: str(TypeID.from_string(text).uuid),
    }}


def uuids(make, seven=None):
    """Classes in the manner of the standard library's."""
    of = {
        "parse": lambda text: make(text).bytes,
        "text": lambda value: str(make(bytes=value)),
        "int": lambda text: make(text).int,
        "order": lambda texts: [str(each) for each in sorted(map(make, texts))],
    }
    return {"uuid": of, **({"uuidv7": {"time": seven}} if seven else {})}


def uuid():
    return uuids(standard.UUID)


def uuid_utils():
    from uuid_utils import UUID

    return uuids(UUID, lambda value: UUID(bytes=value).timestamp)


def fastuuid():
    from fastuuid import UUID

    return uuids(UUID)


def uuid6():
    from uuid6 import UUID

    return uuids(lambda hex=None, bytes=None: UUID(hex=hex, bytes=bytes), lambda value: UUID(bytes=value).time)


class BeyondThisType(Exception):
    """The year has five digits, which datetime cannot hold."""


def milliseconds(read, value):
    if int.from_bytes(value[:6], "big") >= 253_402_300_800_000:
        raise BeyondThisType
    return round(read(standard.UUID(bytes=value)).timestamp() * 1000)


def edwh_uuid7():
    import edwh_uuid7

    return {"uuidv7": {"time": lambda value: milliseconds(edwh_uuid7.uuid7_to_datetime, value)}}


def lastuuid():
    import lastuuid

    return {"uuidv7": {"time": lambda value: milliseconds(lastuuid.uuid7_to_datetime, value)}}


def euid():
    from euid import EUID

    def parse(text):
        read = EUID.from_str(text)
        if read is None:
            raise ValueError
        return bytes(read)

    return {"euid": {"parse": parse, "text": lambda value, check="valid": EUID.from_bytes(value).encode(check == "valid")}}


def ulid_flake():
    from ulid_flake.api import UlidFlake
    from ulid_flake.scalable import UlidFlakeScalable

    return {name: {
        "parse": lambda text, cls=cls: cls.parse(text).int.to_bytes(8, "big"),
        "text": lambda value, cls=cls: str(cls.from_int(int.from_bytes(value, "big"))),
        "int": lambda text, cls=cls: cls.parse(text).int,
    } for name, cls in (("ulid-flake", UlidFlake), ("ulid-flake-scalable", UlidFlakeScalable))}


def answer(functions, asked):
    op = asked["op"]
    done = functions.get(asked["to"] if op == "convert" else op)
    if done is None or "bytes" in asked:
        return {"unsupported": True}
    if op == "parse":
        read = done(asked["text"])
        value, prefix = read if isinstance(read, tuple) else (read, None)
        return {"value": value.hex(), **({"prefix": prefix or ""} if isinstance(read, tuple) else {})}
    if op == "text":
        return {"text": done(bytes.fromhex(asked["value"]), **{key: asked[key] for key in ("prefix", "check") if key in asked})}
    if op == "time":
        return {"unix_ms": done(bytes.fromhex(asked["value"]))}
    return {"texts": done(asked["texts"])} if op == "order" else {"text": str(done(asked["text"]))}


def main():
    name = sys.argv[1]
    library = globals()[name.replace("-", "_")]()
    version = sys.version.split()[0] if name == "uuid" else importlib.metadata.version(name)
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["op"] == "about":
            said = {"name": name, "version": version, "language": "Python"}
        else:
            try:
                said = answer(library.get(asked["format"], {}), asked)
            except BeyondThisType:
                said = {"unsupported": True}
            except BaseException:  # a panic in native code is no Exception
                said = {"error": True}
        print(json.dumps({"id": asked["id"], **said}))


main()
