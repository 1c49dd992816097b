"""How ids of one class lie in a column of a database, for the libraries that map columns to objects."""

from __future__ import annotations

import uuid
from typing import Any, Generic, Literal, TypeVar

from . import _core

IdT = TypeVar("IdT", bound=_core.Id)
Storage = Literal["text", "bytes", "int", "uuid"]

_BIGINT_MAX = 2**63 - 1


def is_uuid(kind: type[Any]) -> bool:
    """Whether the texts of the class are those of uuid.UUID."""
    return kind.BITS == 128 and str(kind.MAX) == str(kind.MAX.uuid)


class Stored(Generic[IdT]):
    """As texts, as bytes in network order, as numbers that a BIGINT holds, or as the database's own UUIDs. All sort as the ids do."""

    def __init__(self, kind: str | type[IdT], storage: Storage = "text", prefix: str | None = None) -> None:
        of: Any = _core._class_of(kind)
        if storage not in ("text", "bytes", "int", "uuid"):
            raise ValueError(f"storage is 'text', 'bytes', 'int' or 'uuid', not {storage!r}")
        if prefix is not None and not of.MAX_PREFIX:
            raise ValueError(f"{of.FORMAT} takes no prefix")
        if prefix is not None:
            of.from_id(of.MIN, prefix)  # rejects a prefix that breaks the rule
        if of.MAX_PREFIX and storage != "text" and prefix is None:
            raise ValueError("bytes of a TypeID are without its prefix: prefix= names the one that the column has")
        if storage == "int" and int(of.MAX) > _BIGINT_MAX:
            raise ValueError(f"a BIGINT does not hold the largest {of.FORMAT}")
        if storage == "uuid" and of.BITS != 128:
            raise ValueError(f"a {of.FORMAT} is no UUID")
        self.kind: type[IdT] = of
        self.storage = storage
        self.prefix = prefix

    def longest_text(self) -> int:
        if not self.kind.MAX_PREFIX:
            return self.kind.SYMBOLS
        longest = self.kind.MAX_PREFIX if self.prefix is None else len(self.prefix)
        return self.kind.SYMBOLS + (longest + 1 if longest else 0)

    def id_of(self, value: Any) -> IdT | None:
        """The id that is given as one, as its text, or where UUIDs are meant as a uuid.UUID; of the column's prefix."""
        if value is None:
            return None
        kind: Any = self.kind
        id_ = kind.parse(value) if isinstance(value, str) else value
        if isinstance(value, uuid.UUID) and (self.storage == "uuid" or is_uuid(kind)):
            id_ = self.get(value) if self.storage == "uuid" else kind(value)
        if not isinstance(id_, kind):
            raise TypeError(f"a {kind.__name__} is wanted, not {type(value).__name__}")
        if self.prefix is not None and id_.prefix != self.prefix:
            id_ = kind.parse(str(id_), self.prefix)  # rejected, for its prefix
        return id_  # type: ignore[no-any-return]

    def put(self, value: Any) -> Any:
        """What the column has of an id."""
        id_: Any = self.id_of(value)
        if id_ is None:
            return None
        if self.storage == "bytes":
            return id_.bytes
        if self.storage == "int":
            return int(id_)
        if self.storage == "uuid":
            return id_.uuid
        return str(id_)

    def get(self, value: Any) -> IdT | None:
        """The id of what the column has."""
        if value is None:
            return None
        kind: Any = self.kind
        options = {} if self.prefix is None else {"prefix": self.prefix}
        if self.storage == "bytes":
            made = kind.from_bytes(value, **options)
        elif self.storage == "int":
            made = kind.from_int(value)
        elif self.storage == "uuid":
            made = kind.from_uuid(value, **options)
        else:
            made = kind.parse(value)
        return made  # type: ignore[no-any-return]
