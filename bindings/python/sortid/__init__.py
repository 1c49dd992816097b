"""Ids that sort by the time they were made: ULID, TypeID, UUIDv7, EUID, Ulid-Flake, uid11 with its profiles, xid among them.

A class a format; see docs/python.md of the project. Columns of ids: sortid.numpy and sortid.arrow. pydantic knows the
classes by themselves, SQLAlchemy by sortid.sqlalchemy.
"""

from ._core import (
    EUID,
    FORMATS,
    TypeID,
    UID11,
    UID11Fullrand,
    UID11Snowish,
    UID11TsSeqRand,
    ULID,
    UUID,
    UUID7,
    XID,
    Column,
    Generator,
    GeneratorError,
    Id,
    IdCharacterError,
    IdChecksumError,
    IdError,
    IdLengthError,
    IdOverflowError,
    IdPrefixError,
    IdRangeError,
    UlidFlake,
    UlidFlakeScalable,
    __version__,
    detect,
    kernels,
    parse_any,
)

__all__ = [
    "EUID",
    "FORMATS",
    "TypeID",
    "UID11",
    "UID11Fullrand",
    "UID11Snowish",
    "UID11TsSeqRand",
    "ULID",
    "UUID",
    "UUID7",
    "XID",
    "Column",
    "Generator",
    "GeneratorError",
    "Id",
    "IdCharacterError",
    "IdChecksumError",
    "IdError",
    "IdLengthError",
    "IdOverflowError",
    "IdPrefixError",
    "IdRangeError",
    "UlidFlake",
    "UlidFlakeScalable",
    "__version__",
    "detect",
    "json_default",
    "kernels",
    "parse_any",
]


def json_default(value: object) -> str:
    """For json.dumps(…, default=sortid.json_default): an id as its text."""
    if isinstance(value, Id):
        return str(value)
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
