"""Ids in the columns of SQLAlchemy.

    id: Mapped[ULID] = mapped_column(IdType(ULID), primary_key=True, default=ULID.new)

The column holds texts (`text`), bytes in network order (`bytes`), or numbers (`int`, for formats whose largest number a
BIGINT has); each sorts as the ids do. Ids of 128 bits can also be the database's own UUIDs (`uuid`).
"""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

from sqlalchemy import BigInteger, Dialect, LargeBinary, String, Uuid
from sqlalchemy.types import TypeDecorator, TypeEngine

from . import _core

__all__ = ["IdType"]

IdT = TypeVar("IdT", bound=_core.Id)

_BIGINT_MAX = 2**63 - 1


class IdType(TypeDecorator[IdT], Generic[IdT]):
    """A column of ids of one class; of TypeIDs with one prefix, where it is given."""

    impl = String
    cache_ok = True

    def __init__(self, kind: type[IdT], storage: Literal["text", "bytes", "int", "uuid"] = "text", *, prefix: str | None = None) -> None:
        if prefix is not None and not kind.MAX_PREFIX:
            raise ValueError(f"{kind.FORMAT} takes no prefix")
        if kind.MAX_PREFIX and storage != "text" and prefix is None:
            raise ValueError("bytes of a TypeID are without its prefix: name the one that the column has")
        if storage == "int" and int(kind.MAX) > _BIGINT_MAX:
            raise ValueError(f"a BIGINT does not hold the largest {kind.FORMAT}")
        if storage == "uuid" and kind.BITS != 128:
            raise ValueError(f"a {kind.FORMAT} is no UUID")
        super().__init__()
        self.kind = kind
        self.storage = storage
        self.prefix = prefix

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if self.storage == "bytes":
            return dialect.type_descriptor(LargeBinary(self.kind.BITS // 8))
        if self.storage == "int":
            return dialect.type_descriptor(BigInteger())
        if self.storage == "uuid":
            return dialect.type_descriptor(Uuid(as_uuid=True))
        return dialect.type_descriptor(String(self._longest_text()))

    def _longest_text(self) -> int:
        if not self.kind.MAX_PREFIX:
            return self.kind.SYMBOLS
        longest = self.kind.MAX_PREFIX if self.prefix is None else len(self.prefix)
        return self.kind.SYMBOLS + (longest + 1 if longest else 0)

    def _options(self) -> dict[str, str]:
        return {} if self.prefix is None else {"prefix": self.prefix}

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        if value is None:
            return None
        kind: Any = self.kind
        if isinstance(value, str):
            value = kind.parse(value)
        if not isinstance(value, kind):
            raise TypeError(f"a {kind.__name__} is wanted, not {type(value).__name__}")
        if self.prefix is not None and value.prefix != self.prefix:
            value = kind.parse(str(value), self.prefix)  # rejected, for its prefix
        if self.storage == "bytes":
            return value.bytes
        if self.storage == "int":
            return int(value)
        if self.storage == "uuid":
            return value.uuid
        return str(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> IdT | None:
        if value is None:
            return None
        kind: Any = self.kind
        if self.storage == "bytes":
            made = kind.from_bytes(value, **self._options())
        elif self.storage == "int":
            made = kind.from_int(value)
        elif self.storage == "uuid":
            made = kind.from_uuid(value, **self._options())
        else:
            made = kind.parse(value)
        return made  # type: ignore[no-any-return]

    def process_literal_param(self, value: Any, dialect: Dialect) -> str:
        bound = self.process_bind_param(value, dialect)
        processor = self.load_dialect_impl(dialect).literal_processor(dialect)
        if processor is None:
            raise NotImplementedError(f"{self.storage} as a literal")
        return processor(bound)

    @property
    def python_type(self) -> type[IdT]:
        return self.kind
