# The docstrings, and what stands between the marks, are the module's own words: tools/python_stubs.py writes them.
import builtins
import datetime as dt
import os
import uuid as _uuid
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final, Generic, Literal, SupportsBytes, SupportsInt, final, overload

from typing_extensions import Buffer, CapsuleType, Self, TypeAlias, TypeVar

__version__: Final[str]
"""The version of the package and of the library in it."""

# An aware datetime, a date, a text, or Unix milliseconds.
_Instant: TypeAlias = dt.date | str | int
_Text: TypeAlias = str | bytes
# Any where a format is given by its name.
_IdT = TypeVar("_IdT", bound=Id, default=Any)

class IdError(ValueError):
    """Why a text or a value is not an id. Each reason has a class of its own below this one."""
    reason: Literal["length", "character", "overflow", "checksum", "prefix", "range"]
    """What is wrong, as one of six words that all front ends share."""
    position: int
    """The byte of the text at which it shows, from 0; a str counts as UTF-8."""
    expected: int
    """What was expected: symbols for "length", a byte for "character", check digits for "checksum"; else 0."""
    found: int
    """What was found instead, in the same terms."""
    format: str
    """The name of the format that rejected the text or the value."""
    row: int | None
    """The row of a column, from 0; None outside columns."""

class IdLengthError(IdError):
    """The text, or the bytes, are too short or too long for the format."""
class IdCharacterError(IdError):
    """A character of the text is not a symbol of the format."""
class IdOverflowError(IdError):
    """The text, or the number, is greater than the format's largest id, or the number is negative."""
class IdChecksumError(IdError):
    """The check digits of the text are not those of its id: a symbol was mistyped."""
class IdPrefixError(IdError):
    """The type prefix breaks the rule for prefixes, or is not the expected one."""
class IdRangeError(IdError):
    """A part of the id, an option or an instant is outside what the format can hold."""

class GeneratorError(RuntimeError):
    """Why no id was made. The generator is as it was before the call."""
    fault: Literal["tail_overflow", "clock_back", "out_of_range", "entropy", "forked", "storage", "no_node", "unavailable", "needs_node"]
    """What went wrong, as a word that all front ends share."""
    format: str
    """The name of the format of which no id was made."""

class Id(SupportsInt, SupportsBytes):
    """The base class of all ids, for isinstance. It has no ids of its own."""
    FORMAT: ClassVar[str]
    """The format's name, the key of sortid.FORMATS."""
    TITLE: ClassVar[str]
    """A few words about the format."""
    BITS: ClassVar[int]
    """The width of the ids: 64 or 128 bits."""
    SYMBOLS: ClassVar[int]
    """The length of the texts, without a TypeID's prefix."""
    EPOCH_MS: ClassVar[int | None]
    """The Unix millisecond of timestamp 0; None without a timestamp."""
    LAST_MS: ClassVar[int | None]
    """The last Unix millisecond that a timestamp can hold; None without a timestamp."""
    ORDERED: ClassVar[bool]
    """Whether new ids increase within a millisecond too."""
    SQL_NAME: ClassVar[str]
    """What types and functions of SQL begin with."""
    MAX_PREFIX: ClassVar[int]
    """How many symbols a type prefix may have; 0 for formats without one."""
    MIN: ClassVar[Any]
    """The smallest id of the class."""
    MAX: ClassVar[Any]
    """The largest id of the class."""
    def __new__(cls, text: str | Self, /) -> Self: ...
    @classmethod
    def parse(cls, text: _Text, /) -> Self:
        """Parses a text strictly: all of it must be a valid id.

        text is a str, or bytes of ASCII. Raises an IdError that says why the text is invalid, and
        where.
        """
    # As python-ulid and typeid-python call it; docs/conventions.md has other names that work.
    from_str = parse
    from_string = parse
    @classmethod
    def is_valid(cls, text: _Text, /) -> bool:
        """Tells whether parse accepts the text, and never raises an IdError."""
    @classmethod
    def check(cls, text: _Text, /) -> IdError | None:
        """Returns the IdError that parse would raise, or None for a valid text."""
    @classmethod
    def from_bytes(cls, data: Buffer, /) -> Self:
        """Makes an id from its bytes in network order (most significant first), as the attribute bytes has
        them.
        """
    @classmethod
    def from_int(cls, number: int, /) -> Self:
        """Makes an id from its number, as int(id) gives it."""
    @classmethod
    def from_hex(cls, digits: _Text, /) -> Self:
        """Makes an id from all its bits in hexadecimal digits of any case, as the attribute hex has them."""
    @classmethod
    def from_id(cls, other: Id, /) -> Self:
        """Makes an id with the same bits as an id of another class. Both formats must have the same width."""
    @property
    def bytes(self) -> builtins.bytes:
        """The bits as bytes in network order: most significant first."""
    @property
    def unix_ms(self) -> int | None:
        """When the id was made, in Unix milliseconds; None where the id carries no time."""
    @property
    def milliseconds(self) -> int | None:
        """The same as unix_ms."""
    @property
    def hex(self) -> str:
        """All bits in lower-case hexadecimal digits, without hyphens."""
    @property
    def datetime(self) -> dt.datetime | None:
        """When the id was made, as an aware datetime in UTC; None where the id carries no time.

        Raises an IdRangeError after the year 9999, where datetime ends and unix_ms goes on.
        """
    @property
    def fields(self) -> dict[str, int | None]:
        """The fields by name, most significant first; None where this id has no such field."""
    def __bytes__(self) -> builtins.bytes: ...
    def __int__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __format__(self, specification: str, /) -> str: ...
    def __lt__(self, other: Self, /) -> bool: ...
    def __le__(self, other: Self, /) -> bool: ...
    def __gt__(self, other: Self, /) -> bool: ...
    def __ge__(self, other: Self, /) -> bool: ...
    def __conform__(self, protocol: object, /) -> str: ...
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any: ...
    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any, /) -> Any: ...

# What several classes have alike, for type checkers only.

class _Generated(Id):
    @classmethod
    def new(cls) -> Self:
        """Makes a new id. All threads of the process share one order: the id is greater than every one
        made before.

        Raises a GeneratorError when no id can be made. A Generator has options.
        """

class _Random(_Generated):
    @classmethod
    def new_random(cls) -> Self:
        """Makes a new id whose random bits are all drawn for it alone. It belongs to no order: it may be
        less than an id made before in the same millisecond.
        """

class _Timed(_Generated):
    EPOCH_MS: ClassVar[int]
    """The Unix millisecond of timestamp 0."""
    LAST_MS: ClassVar[int]
    """The last Unix millisecond that a timestamp can hold."""
    @property
    def unix_ms(self) -> int:
        """When the id was made, in Unix milliseconds; None where the id carries no time."""
    @property
    def milliseconds(self) -> int:
        """The same as unix_ms."""
    @property
    def datetime(self) -> dt.datetime:
        """When the id was made, as an aware datetime in UTC; None where the id carries no time.

        Raises an IdRangeError after the year 9999, where datetime ends and unix_ms goes on.
        """
    @classmethod
    def first_at(cls, when: _Instant, /, *, epoch: _Instant | None = None) -> Self:
        """Returns the smallest id of an instant's millisecond.

        when is an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix milliseconds.
        epoch replaces the format's epoch.
        """
    @classmethod
    def last_at(cls, when: _Instant, /, *, epoch: _Instant | None = None) -> Self:
        """Returns the largest id of an instant's millisecond.

        when is an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix milliseconds.
        epoch replaces the format's epoch.
        """
    @classmethod
    def between(cls, start: _Instant, end: _Instant, /, *, epoch: _Instant | None = None) -> tuple[Self, Self]:
        """Returns the first and the last id made from start on and before end, for SQL's BETWEEN.

        start and end are each an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix
        milliseconds. epoch replaces the format's epoch. Raises an IdRangeError when the interval is
        empty or outside the format's time.
        """

class _Drawn(_Timed, _Random):
    @classmethod
    def new_at(cls, when: _Instant, /, *, epoch: _Instant | None = None) -> Self:
        """Makes a new id with the timestamp of an instant: for what existed before it had an id. Its
        random bits are drawn for it alone.

        when is an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix milliseconds.
        epoch replaces the format's epoch.
        """
    @classmethod
    def from_datetime(cls, when: dt.datetime, /, *, epoch: _Instant | None = None) -> Self:
        """Makes a new id with the timestamp of an instant: for what existed before it had an id. Its
        random bits are drawn for it alone.

        when is an aware datetime. epoch replaces the format's epoch.
        """
    @classmethod
    def from_timestamp(cls, seconds: float, /, *, epoch: _Instant | None = None) -> Self:
        """Makes a new id with the timestamp of an instant: for what existed before it had an id. Its
        random bits are drawn for it alone.

        seconds are Unix seconds, as time.time() gives them: an int or a float. epoch replaces the
        format's epoch.
        """

class _Named(_Drawn):
    @classmethod
    def named_at(cls, when: _Instant, name: _Text, key: Buffer, /, *, epoch: _Instant | None = None) -> Self:
        """Makes the id that an instant and a name determine, under a key: an import that is run again
        makes the same ids. Nothing is drawn.

        when is an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix milliseconds.
        name is a str, or bytes. key is a secret of 16 or 32 bytes. epoch replaces the format's epoch.
        """

class _Lenient(Id):
    @classmethod
    def parse_lenient(cls, text: _Text, /) -> tuple[Self, bool]:
        """Parses a text that a person typed: hyphens anywhere are skipped, and in base 32 i, l and o are
        read as 1, 1 and 0.

        Returns the id, and whether the text was already the id's own text.
        """

class _Wide(Id):
    @property
    def uuid(self) -> _uuid.UUID:
        """The same bits as a uuid.UUID."""
    to_uuid: Callable[[], _uuid.UUID]
    @classmethod
    def from_uuid(cls, value: _uuid.UUID, /) -> Self:
        """Makes an id with the bits of a uuid.UUID."""

class _Base58(Id):
    @classmethod
    def with_text_prefix(cls, prefix: _Text, /) -> tuple[Self, Self]:
        """Returns the first and the last id whose text begins with these symbols, for SQL's BETWEEN."""

class _Checked(Id):
    @property
    def check_mod(self) -> int:
        """The number of the check digits: the id modulo 127."""
    @classmethod
    def parse_skipping_check(cls, text: _Text, /) -> Self:
        """Parses a text whose check digits may be wrong. The id may be a damaged one: for salvage, not for
        input.
        """
    @classmethod
    def has_check(cls, text: _Text, /) -> bool:
        """Tells whether a text that parse_lenient accepts carries check digits."""
    def to_text_unchecked(self) -> str:
        """Returns the text with the mark for "no check" in place of the check digits."""

class _Prefixed(Id):
    @property
    def prefix(self) -> str:
        """The type prefix; empty without one."""
    @property
    def suffix(self) -> str:
        """The text without the prefix and its separator."""
    @property
    def uuid(self) -> _uuid.UUID:
        """The same bits as a uuid.UUID."""
    to_uuid: Callable[[], _uuid.UUID]
    @classmethod
    def parse(cls, text: _Text, /, prefix: str | None = None) -> Self:
        """Parses a text strictly: all of it must be a valid id.

        text is a str, or bytes of ASCII. Where prefix is given, an id of any other prefix is invalid.
        Raises an IdError that says why the text is invalid, and where.
        """
    @classmethod
    def is_valid(cls, text: _Text, /, prefix: str | None = None) -> bool:
        """Tells whether parse accepts the text, and never raises an IdError."""
    @classmethod
    def check(cls, text: _Text, /, prefix: str | None = None) -> IdError | None:
        """Returns the IdError that parse would raise, or None for a valid text."""
    @classmethod
    def new(cls, prefix: str | None = None) -> Self:
        """Makes a new id. All threads of the process share one order: the id is greater than every one
        made before.

        Raises a GeneratorError when no id can be made. A Generator has options. prefix is the id's type
        prefix, none unless given.
        """
    @classmethod
    def new_random(cls, prefix: str | None = None) -> Self:
        """Makes a new id whose random bits are all drawn for it alone. It belongs to no order: it may be
        less than an id made before in the same millisecond. prefix is the id's type prefix, none unless
        given.
        """
    @classmethod
    def new_at(cls, when: _Instant, /, *, epoch: _Instant | None = None, prefix: str | None = None) -> Self:
        """Makes a new id with the timestamp of an instant: for what existed before it had an id. Its
        random bits are drawn for it alone.

        when is an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix milliseconds.
        epoch replaces the format's epoch. prefix is the id's type prefix, none unless given.
        """
    @classmethod
    def from_datetime(cls, when: dt.datetime, /, *, epoch: _Instant | None = None, prefix: str | None = None) -> Self:
        """Makes a new id with the timestamp of an instant: for what existed before it had an id. Its
        random bits are drawn for it alone.

        when is an aware datetime. epoch replaces the format's epoch. prefix is the id's type prefix,
        none unless given.
        """
    @classmethod
    def from_timestamp(cls, seconds: float, /, *, epoch: _Instant | None = None, prefix: str | None = None) -> Self:
        """Makes a new id with the timestamp of an instant: for what existed before it had an id. Its
        random bits are drawn for it alone.

        seconds are Unix seconds, as time.time() gives them: an int or a float. epoch replaces the
        format's epoch. prefix is the id's type prefix, none unless given.
        """
    @classmethod
    def named_at(cls, when: _Instant, name: _Text, key: Buffer, /, *, epoch: _Instant | None = None,
                 prefix: str | None = None) -> Self:
        """Makes the id that an instant and a name determine, under a key: an import that is run again
        makes the same ids. Nothing is drawn.

        when is an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix milliseconds.
        name is a str, or bytes. key is a secret of 16 or 32 bytes. epoch replaces the format's epoch.
        prefix is the id's type prefix, none unless given.
        """
    @classmethod
    def from_bytes(cls, data: Buffer, /, prefix: str | None = None) -> Self:
        """Makes an id from its bytes in network order (most significant first), as the attribute bytes has
        them. prefix is the id's type prefix, none unless given.
        """
    @classmethod
    def from_int(cls, number: int, /, prefix: str | None = None) -> Self:
        """Makes an id from its number, as int(id) gives it. prefix is the id's type prefix, none unless
        given.
        """
    @classmethod
    def from_hex(cls, digits: _Text, /, prefix: str | None = None) -> Self:
        """Makes an id from all its bits in hexadecimal digits of any case, as the attribute hex has them.
        prefix is the id's type prefix, none unless given.
        """
    @classmethod
    def from_id(cls, other: Id, /, prefix: str | None = None) -> Self:
        """Makes an id with the same bits as an id of another class. Both formats must have the same width.
        prefix is the id's type prefix, none unless given.
        """
    @classmethod
    def from_uuid(cls, value: _uuid.UUID, /, prefix: str | None = None) -> Self:
        """Makes an id with the bits of a uuid.UUID. prefix is the id's type prefix, none unless given."""
    @classmethod
    def first_at(cls, when: _Instant, /, *, epoch: _Instant | None = None, prefix: str | None = None) -> Self:
        """Returns the smallest id of an instant's millisecond.

        when is an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix milliseconds.
        epoch replaces the format's epoch. prefix is the id's type prefix, none unless given.
        """
    @classmethod
    def last_at(cls, when: _Instant, /, *, epoch: _Instant | None = None, prefix: str | None = None) -> Self:
        """Returns the largest id of an instant's millisecond.

        when is an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix milliseconds.
        epoch replaces the format's epoch. prefix is the id's type prefix, none unless given.
        """
    @classmethod
    def between(
        cls, start: _Instant, end: _Instant, /, *, epoch: _Instant | None = None, prefix: str | None = None
    ) -> tuple[Self, Self]:
        """Returns the first and the last id made from start on and before end, for SQL's BETWEEN.

        start and end are each an aware datetime, a date, a text such as '2026-03-01T10:00:00Z', or Unix
        milliseconds. epoch replaces the format's epoch. Raises an IdRangeError when the interval is
        empty or outside the format's time. prefix is the id's type prefix, none unless given.
        """

# generated: the classes of the formats
__all__ = [
    "Column",
    "EUID",
    "FORMATS",
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
    "Masker",
    "NodePool",
    "Stream",
    "TypeID",
    "UID11",
    "UID11Fullrand",
    "UID11Snowish",
    "UID11TsSeqRand",
    "ULID",
    "UUID",
    "UUIDv7",
    "UlidFlake",
    "UlidFlakeScalable",
    "XID",
    "detect",
    "euid",
    "kernels",
    "parse",
    "typeid",
    "uid11",
    "uid11_fullrand",
    "uid11_snowish",
    "uid11_ts_seq_rand",
    "ulid",
    "ulid_flake",
    "ulid_flake_scalable",
    "uuidv7",
    "xid",
]

@final
class ULID(_Named, _Lenient, _Wide):
    """Universally Unique Lexicographically Sortable Identifier.

    ULID() makes a new id. ULID(text) parses a str strictly and raises an IdError where it is
    invalid; an id of the class is returned as it is, and a uuid.UUID as an id with its bits. The
    format ulid has 128 bits and texts of 26 symbols.
    """
    MIN: ClassVar[ULID]
    """The smallest id of the class."""
    MAX: ClassVar[ULID]
    """The largest id of the class."""
    def __new__(cls, text: str | Self | _uuid.UUID = ..., /) -> Self: ...
    @property
    def timestamp(self) -> int:
        """Milliseconds since the format's epoch, 48 bits."""
    @property
    def randomness(self) -> int:
        """Random bits: 80."""

@final
class TypeID(_Prefixed):
    """TypeID on UUIDv7.

    TypeID() makes a new id. TypeID(text) parses a str strictly and raises an IdError where it is
    invalid; an id of the class is returned as it is, and a uuid.UUID as an id with its bits. prefix
    is that of a new id, or the only one that is valid. The format typeid has 128 bits and texts of
    26 symbols behind the prefix.
    """
    MIN: ClassVar[TypeID]
    """The smallest id of the class."""
    MAX: ClassVar[TypeID]
    """The largest id of the class."""
    def __new__(cls, text: str | Self | _uuid.UUID = ..., /, *, prefix: str | None = None) -> Self: ...
    @property
    def timestamp(self) -> int | None:
        """Milliseconds since the format's epoch, 48 bits."""
    @property
    def version(self) -> int:
        """7 in a new id, 4 bits."""
    @property
    def rand_a(self) -> int | None:
        """Random bits: 12."""
    @property
    def variant(self) -> int | None:
        """2 in a new id, 2 bits."""
    @property
    def rand_b(self) -> int | None:
        """Random bits: 62."""

@final
class UUIDv7(_Named, _Lenient, _Wide):
    """UUID version 7.

    UUIDv7() makes a new id. UUIDv7(text) parses a str strictly and raises an IdError where it is
    invalid; an id of the class is returned as it is, and a uuid.UUID as an id with its bits. The
    format uuidv7 has 128 bits and texts of 36 symbols.
    """
    MIN: ClassVar[UUIDv7]
    """The smallest id of the class."""
    MAX: ClassVar[UUIDv7]
    """The largest id of the class."""
    def __new__(cls, text: str | Self | _uuid.UUID = ..., /) -> Self: ...
    @property
    def timestamp(self) -> int:
        """Milliseconds since the format's epoch, 48 bits."""
    @property
    def version(self) -> int:
        """7 in a new id, 4 bits."""
    @property
    def rand_a(self) -> int:
        """Random bits: 12."""
    @property
    def variant(self) -> int:
        """2 in a new id, 2 bits."""
    @property
    def rand_b(self) -> int:
        """Random bits: 62."""

@final
class UUID(_Lenient, _Wide):
    """UUID of any version.

    UUID(text) parses a str strictly and raises an IdError where it is invalid; an id of the class
    is returned as it is, and a uuid.UUID as an id with its bits. The format uuid has 128 bits and
    texts of 36 symbols.
    """
    MIN: ClassVar[UUID]
    """The smallest id of the class."""
    MAX: ClassVar[UUID]
    """The largest id of the class."""
    def __new__(cls, text: str | Self | _uuid.UUID, /) -> Self: ...
    @property
    def timestamp(self) -> int | None:
        """Milliseconds since the format's epoch, 48 bits."""
    @property
    def version(self) -> int:
        """7 in a new id, 4 bits."""
    @property
    def rand_a(self) -> int | None:
        """Random bits: 12."""
    @property
    def variant(self) -> int | None:
        """2 in a new id, 2 bits."""
    @property
    def rand_b(self) -> int | None:
        """Random bits: 62."""

@final
class EUID(_Named, _Lenient, _Wide, _Checked):
    """Extendable Universally Unique Identifier.

    EUID() makes a new id. EUID(text) parses a str strictly and raises an IdError where it is
    invalid; an id of the class is returned as it is, and a uuid.UUID as an id with its bits. The
    format euid has 128 bits and texts of 27 symbols.
    """
    MIN: ClassVar[EUID]
    """The smallest id of the class."""
    MAX: ClassVar[EUID]
    """The largest id of the class."""
    def __new__(cls, text: str | Self | _uuid.UUID = ..., /) -> Self: ...
    @property
    def timestamp(self) -> int:
        """Milliseconds since the format's epoch, 45 bits."""
    @property
    def extension(self) -> int | None:
        """The caller's own number in the id; None without one."""
    @property
    def extension_length(self) -> int:
        """How many bits the extension takes; 0 without one."""
    @property
    def randomness(self) -> int:
        """Random bits: 64."""

@final
class UlidFlake(_Drawn, _Lenient):
    """Ulid-Flake, stand-alone version.

    UlidFlake() makes a new id. UlidFlake(text) parses a str strictly and raises an IdError where it
    is invalid; an id of the class is returned as it is. The format ulid-flake has 64 bits and texts
    of 13 symbols.
    """
    MIN: ClassVar[UlidFlake]
    """The smallest id of the class."""
    MAX: ClassVar[UlidFlake]
    """The largest id of the class."""
    def __new__(cls, text: str | Self = ..., /) -> Self: ...
    @property
    def timestamp(self) -> int:
        """Milliseconds since the format's epoch, 43 bits."""
    @property
    def randomness(self) -> int:
        """Random bits: 20."""

@final
class UlidFlakeScalable(_Drawn, _Lenient):
    """Ulid-Flake, scalable version.

    UlidFlakeScalable() makes a new id. UlidFlakeScalable(text) parses a str strictly and raises an
    IdError where it is invalid; an id of the class is returned as it is. The format
    ulid-flake-scalable has 64 bits and texts of 13 symbols.
    """
    MIN: ClassVar[UlidFlakeScalable]
    """The smallest id of the class."""
    MAX: ClassVar[UlidFlakeScalable]
    """The largest id of the class."""
    def __new__(cls, text: str | Self = ..., /) -> Self: ...
    @property
    def timestamp(self) -> int:
        """Milliseconds since the format's epoch, 43 bits."""
    @property
    def randomness(self) -> int:
        """Random bits: 15."""
    @property
    def scalability(self) -> int:
        """The number of the machine or process that made the id, 5 bits."""
    @property
    def sid(self) -> int:
        """The number of the machine or process that made the id, 5 bits."""

@final
class XID(_Drawn, _Base58):
    """uid11, profile xid.

    XID() makes a new id. XID(text) parses a str strictly and raises an IdError where it is invalid;
    an id of the class is returned as it is. The format xid has 64 bits and texts of 11 symbols.
    """
    MIN: ClassVar[XID]
    """The smallest id of the class."""
    MAX: ClassVar[XID]
    """The largest id of the class."""
    def __new__(cls, text: str | Self = ..., /) -> Self: ...
    @property
    def timestamp(self) -> int:
        """Milliseconds since the format's epoch, 42 bits."""
    @property
    def random(self) -> int:
        """Random bits: 22."""

@final
class UID11(_Random, _Base58):
    """uid11 without a profile.

    UID11() makes a new id. UID11(text) parses a str strictly and raises an IdError where it is
    invalid; an id of the class is returned as it is. The format uid11 has 64 bits and texts of 11
    symbols.
    """
    MIN: ClassVar[UID11]
    """The smallest id of the class."""
    MAX: ClassVar[UID11]
    """The largest id of the class."""
    def __new__(cls, text: str | Self = ..., /) -> Self: ...
    @property
    def payload(self) -> int:
        """Bits without a meaning of their own: 64."""

@final
class UID11Fullrand(_Random, _Base58):
    """uid11, profile fullrand.

    UID11Fullrand() makes a new id. UID11Fullrand(text) parses a str strictly and raises an IdError
    where it is invalid; an id of the class is returned as it is. The format uid11-fullrand has 64
    bits and texts of 11 symbols.
    """
    MIN: ClassVar[UID11Fullrand]
    """The smallest id of the class."""
    MAX: ClassVar[UID11Fullrand]
    """The largest id of the class."""
    def __new__(cls, text: str | Self = ..., /) -> Self: ...
    @property
    def random(self) -> int:
        """Random bits: 64."""

@final
class UID11Snowish(_Timed, _Base58):
    """uid11, profile snowish.

    UID11Snowish() makes a new id. UID11Snowish(text) parses a str strictly and raises an IdError
    where it is invalid; an id of the class is returned as it is. The format uid11-snowish has 64
    bits and texts of 11 symbols.
    """
    MIN: ClassVar[UID11Snowish]
    """The smallest id of the class."""
    MAX: ClassVar[UID11Snowish]
    """The largest id of the class."""
    def __new__(cls, text: str | Self = ..., /) -> Self: ...
    @property
    def timestamp(self) -> int:
        """Milliseconds since the format's epoch, 41 bits."""
    @property
    def machine(self) -> int:
        """The number of the machine or process that made the id, 10 bits."""
    @property
    def sequence(self) -> int:
        """Counts the ids of one millisecond, 12 bits."""

@final
class UID11TsSeqRand(_Drawn, _Base58):
    """uid11, profile ts-seq-rand.

    UID11TsSeqRand() makes a new id. UID11TsSeqRand(text) parses a str strictly and raises an
    IdError where it is invalid; an id of the class is returned as it is. The format
    uid11-ts-seq-rand has 64 bits and texts of 11 symbols.
    """
    MIN: ClassVar[UID11TsSeqRand]
    """The smallest id of the class."""
    MAX: ClassVar[UID11TsSeqRand]
    """The largest id of the class."""
    def __new__(cls, text: str | Self = ..., /) -> Self: ...
    @property
    def timestamp(self) -> int:
        """Milliseconds since the format's epoch, 42 bits."""
    @property
    def sequence(self) -> int:
        """Counts the ids of one millisecond, 12 bits."""
    @property
    def random(self) -> int:
        """Random bits: 10."""

ulid = ULID.new
typeid = TypeID.new
uuidv7 = UUIDv7.new
euid = EUID.new
ulid_flake = UlidFlake.new
ulid_flake_scalable = UlidFlakeScalable.new
xid = XID.new
uid11 = UID11.new
uid11_fullrand = UID11Fullrand.new
uid11_snowish = UID11Snowish.new
uid11_ts_seq_rand = UID11TsSeqRand.new
# end generated

FORMATS: Final[dict[str, type[Id]]]
"""The classes of all formats by the formats' names."""

def parse(text: _Text | Id, /) -> Id:
    """Parses a text of any format strictly, as the likeliest one: the first that detect names. An id is returned
    as it is.

    Raises the IdError of the format that the text is probably meant to be.
    """
def detect(text: _Text, /) -> list[type[Id]]:
    """Returns the classes whose parse accepts the text, the likeliest first. The list may be empty.

    Eleven symbols are an XID. The other profiles of uid11 have the same texts, and are never detected.
    """
def kernels() -> str:
    """Returns the name of the instruction set that texts and columns are parsed and written with."""

@final
class Generator(Generic[_IdT]):
    """Makes new ids of one class, in one order for all threads of the process.

    kind is the class of the ids, or the format's name. An option that the format does not have is
    an IdError.

    prefix is the type prefix of TypeIDs.
    extension is the caller's own number in each EUID.
    node tells machines or processes apart, in a format with a field for it; 0 unless given. Where
    it alone keeps ids apart, a node, a pool or an order_file has to be given.
    step_bytes is the size of the random step between two ids of a millisecond; 0 for a step of 1.
    sequence says where the sequence of a millisecond begins: at 'zero', at 'random', or, for
    'carry_on', one above the last id's.
    epoch replaces the format's epoch: an instant, as for new_at.
    on_overflow says what happens when a millisecond has no id left: 'fail', 'wait' for the clock,
    or 'run_ahead' of it.
    on_clock_back says what happens when the clock goes back: 'hold' the last timestamp, 'wait'
    until the clock has caught up, or 'fail'.
    max_wait_ms limits how long one id may wait.
    order_file is the path of a file; all processes of the host that open it share one order.
    pool is a NodePool, which gives the node; 'take_another' is then an on_clock_back too: another
    node instead of the one whose clock went back.
    """
    def __new__(
        cls,
        kind: type[_IdT] | str,
        *,
        prefix: str | None = None,
        extension: int | None = None,
        node: int | None = None,
        step_bytes: int | None = None,
        sequence: Literal["zero", "random", "carry_on"] = "zero",
        epoch: _Instant | None = None,
        on_overflow: Literal["fail", "wait", "run_ahead"] = "fail",
        on_clock_back: Literal["hold", "wait", "fail", "take_another"] = "hold",
        max_wait_ms: int = 1000,
        order_file: str | builtins.bytes | os.PathLike[str] | None = None,
        pool: NodePool[_IdT] | None = None,
    ) -> Self: ...
    @property
    def kind(self) -> type[_IdT]:
        """The class of the ids."""
    @property
    def prefix(self) -> str:
        """The type prefix of the ids; empty without one."""
    @property
    def ahead(self) -> int:
        """Milliseconds by which the last id is later than the clock; 0 or more."""
    def next(self) -> _IdT:
        """Makes the next id. next(generator) and a for loop do the same.

        Raises a GeneratorError when no id can be made; the generator is then as it was.
        """
    def many(self, count: int, /) -> list[_IdT]:
        """Makes the next count ids and returns them as a list. Many together cost less than one by one.

        Raises a GeneratorError when an id cannot be made; the ids before it are lost.
        """
    # Any: the stubs of numpy call its arrays buffers from Python 3.12 on only.
    def fill(self, ids: Any, /) -> None:
        """Fills a writable buffer, such as a bytearray or a numpy array, with the next ids:
        16 bytes in network order each, or native 64-bit integers.

        Raises a GeneratorError when an id cannot be made; the ids before it are in the buffer.
        """
    def __iter__(self) -> Self: ...
    def __next__(self) -> _IdT: ...

@final
class Masker(Generic[_IdT]):
    """Maps ids one to one to public ids of the same format that hide when they were made.

    kind is the class of the ids, or the format's name.
    key is a secret of 16 or 32 bytes.
    uuid_version is the version of masked UUIDs and TypeIDs: 8, or 4.

    Equal ids have equal masks. Formats and prefixes have masks of their own under one key. It is no
    authentication. docs/mask.md says what is promised. Arrays: sortid.numpy.mask and
    sortid.numpy.unmask.
    """
    def __new__(cls, kind: type[_IdT] | str, key: bytes | bytearray | memoryview, /, *, uuid_version: int = 8) -> Self: ...
    @property
    def kind(self) -> type[_IdT]:
        """The class of the ids that are stored."""
    @property
    def masked_kind(self) -> type[Id]:
        """The class of masked ids: UUID for UUIDv7, otherwise kind."""
    @overload
    def mask(self: Masker[UUIDv7], id: UUIDv7, /) -> UUID: ...
    @overload
    def mask(self, id: _IdT, /) -> _IdT:
        """Returns the masked id: of the class masked_kind, and with the prefix of the TypeID.

        Raises an IdRangeError for a UUID or a TypeID of another version than 7.
        """
    @overload
    def unmask(self: Masker[UUIDv7], id: UUID, /) -> UUIDv7: ...
    @overload
    def unmask(self, id: _IdT, /) -> _IdT:
        """Returns the id that was masked. Any valid id unmasks to some id: look it up before you trust it.

        Raises an IdRangeError for a UUID or a TypeID of another version than masked ones have.
        """
    def _mask_column(self, ids: object, to: object, prefix: str, /) -> None: ...
    def _unmask_column(self, ids: object, to: object, prefix: str, /) -> None: ...

@final
class NodePool(Generic[_IdT]):
    """Takes a node number that no other process has, and holds it: for ids with a field for one.

    kind is the class of the ids, or the format's name.
    store says where the numbers are: 'file:DIR' for the processes of a machine, or 'static:N' for a
    number of your own, without any promise.
    preferred is the number that is taken if it is free.
    window_ms is how long the number is reserved ahead; 0 for the store's own.
    deadline_ms limits how long the store may take; with 0 nothing waits for a number.
    name tells people in the store who has the number; the host's name unless given.
    epoch is that of the ids, as of a Generator; a pool is for one format with one epoch.

    A forked child takes a number of its own with its first id. Raises a GeneratorError with the
    fault 'no_node' when every number is in use, and 'unavailable' when the store is away.
    """
    def __new__(
        cls,
        kind: type[_IdT] | str,
        store: str,
        /,
        *,
        preferred: int | None = None,
        window_ms: int = 0,
        deadline_ms: int = 5000,
        name: str | None = None,
        epoch: _Instant | None = None,
    ) -> Self: ...
    @property
    def kind(self) -> type[_IdT]:
        """The class of the ids."""
    @property
    def node(self) -> int | None:
        """The number that is held; None while there is none."""
    def generator(self, **options: Any) -> Generator[_IdT]:
        """Makes the Generator over this pool: Generator(kind, pool=pool, **options). There is one at a time."""
    def health(self) -> dict[str, Any]:
        """Returns how the pool is doing: its number and window, the ids that are left in it, and counters."""
    def metrics(self, name: str, /) -> str:
        """Returns the health as OpenMetrics text, with the name as the label pool."""
    def reset(self) -> None:
        """Gives the number up and takes another one: for the hook that runs when a virtual machine was
        restored or cloned with the process in it.
        """
    def close(self) -> None:
        """Gives the number back, and ends the generator. Leaving a with block does the same."""
    def __enter__(self) -> Self:
        """Returns the pool."""
    def __exit__(self, *exception: object) -> None:
        """Closes the pool."""

@final
class Column:
    """An Arrow column, for whatever reads the PyCapsule interface."""
    @property
    def null_count(self) -> int:
        """How many rows have no value."""
    @property
    def arrow_format(self) -> str:
        """The type, as the Arrow C data interface spells it."""
    def __len__(self) -> int: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """A new numpy array: texts as str, ids of 128 bits as bytes, None for a null among them; ids of 64 bits as
        integers; instants as datetime64[ms] in UTC, NaT for a null.
        """
    def __iter__(self) -> Iterator[Any]: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[CapsuleType, CapsuleType]: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> CapsuleType: ...

@final
class Stream:
    """Columns that are made of an Arrow stream, each when it is asked for: an iterator of them, or an Arrow
    stream for whatever reads the PyCapsule interface.
    """
    def __iter__(self) -> Self: ...
    def __next__(self) -> Column: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> CapsuleType: ...

# For the modules beside it.
def _class_of(kind: str | type[Id], /) -> Any: ...
def _find_ids(text: _Text, kinds: list[Any] | None, /) -> list[tuple[Id, int, int]]: ...
def _array_from_text(kind: type[Id] | str, texts: Any, width: int, ids: Any, prefix: str, reasons: Any, /) -> None: ...
def _array_to_text(kind: type[Id] | str, ids: Any, texts: Any, width: int, prefix: str, /) -> None: ...
def _array_unix_ms(kind: type[Id] | str, ids: Any, unix_ms: Any, /) -> None: ...
def _looks_like(
    text: _Text, latest: _Instant | None, /
) -> list[tuple[str, str, int | None, dt.datetime | None, UUID | None, dict[str, int]]]: ...
def _column_buffers(
    column: Column, /
) -> tuple[str, builtins.bytes | None, builtins.bytes, builtins.bytes | None]: ...
def _column_of_buffers(
    arrow_format: str, rows: int, validity: Buffer | None, values: Buffer, texts: Buffer | None, /
) -> Column: ...
def _column_transform(
    kind: type[Id] | str,
    column: Any,
    makes: str,
    takes: str,
    prefix: str,
    to: type[Id] | str | None,
    to_prefix: str,
    to_nulls: bool,
    signed: bool,
    texts: str,
    /,
) -> Column: ...
def _stream_transform(column: str | None, asked: tuple[Any, ...], /) -> Stream: ...
