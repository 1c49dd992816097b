"""Ids in the columns of SQLAlchemy, and of SQLModel.

    id: Mapped[ULID] = mapped_column(IdType(ULID), primary_key=True, default=ULID.new)

The column holds texts (`text`), bytes in network order (`bytes`), or numbers (`int`, for formats whose largest number a
BIGINT has); each sorts as the ids do. Ids of 128 bits can also be the database's own UUIDs (`uuid`).
"""

from __future__ import annotations

from typing import Any, Generic

from sqlalchemy import BigInteger, Dialect, LargeBinary, String, Uuid, type_coerce
from sqlalchemy.sql import operators
from sqlalchemy.types import TypeDecorator, TypeEngine

from . import _guesses
from ._stored import IdT, Storage, Stored

__all__ = ["IdType"]


# What compares ids; between() has its ends by and_.
_COMPARISONS = {operators.eq, operators.ne, operators.lt, operators.le, operators.gt, operators.ge, operators.in_op,
                operators.not_in_op, operators.and_, operators.is_distinct_from, operators.is_not_distinct_from}


# What makes a text or a number of an id, and no id.
_CALCULATIONS = {operators.concat_op, operators.add, operators.sub, operators.mul, operators.mod, operators.truediv, operators.floordiv,
                 operators.neg, operators.bitwise_and_op, operators.bitwise_or_op, operators.bitwise_xor_op, operators.bitwise_not_op,
                 operators.bitwise_lshift_op, operators.bitwise_rshift_op}


class _Comparator(TypeDecorator.Comparator[Any], String.Comparator[Any]):
    def _stored(self) -> Any:
        return type_coerce(self.expr, self.type._stored_type())  # type: ignore[attr-defined]

    def operate(self, op: Any, *other: Any, **options: Any) -> Any:
        return op(self._stored(), *other) if op in _CALCULATIONS else super().operate(op, *other, **options)

    def reverse_operate(self, op: Any, other: Any, **options: Any) -> Any:
        return op(other, self._stored()) if op in _CALCULATIONS else super().reverse_operate(op, other, **options)


class IdType(TypeDecorator[IdT], Generic[IdT]):
    """A column of ids of one class; of TypeIDs with one prefix, where it is given."""

    impl = String
    comparator_factory = _Comparator
    cache_ok = True

    def __init__(self, kind: str | type[IdT], storage: Storage = "text", *, prefix: str | None = None) -> None:
        self._stored = Stored(kind, storage, prefix)
        super().__init__()
        # SQLAlchemy finds in the cache by what the arguments are named.
        self.kind = self._stored.kind
        self.storage = storage
        self.prefix = prefix

    def _stored_type(self) -> TypeEngine[Any]:
        if self.storage == "bytes":
            return LargeBinary(self.kind.BITS // 8)
        if self.storage == "int":
            return BigInteger()
        if self.storage == "uuid":
            return Uuid(as_uuid=True)
        return String(self._stored.longest_text())

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(self._stored_type())

    def coerce_compared_value(self, op: Any, value: Any) -> Any:
        """A str is an id in comparisons, and a text in LIKE, startswith(), regexp_match() and the like."""
        if not isinstance(value, str) or op in _COMPARISONS:
            return self
        if self.storage == "text":
            return String()
        if isinstance(op, operators.custom_op):
            return self
        raise TypeError(f"{op.__name__} looks into a text, and the column has a {self.kind.__name__} as {self.storage!r}")

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return self._stored.put(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> IdT | None:
        return self._stored.get(value)

    def literal_processor(self, dialect: Dialect) -> Any:
        # SQLAlchemy's own puts the text of `impl` into quotes. It writes no bytes that every database reads.
        written = None if self.storage == "bytes" else self.load_dialect_impl(dialect).literal_processor(dialect)
        return None if written is None else lambda value: written(self._stored.put(value))

    def __repr__(self) -> str:
        """What a migration of Alembic writes, which then imports sortid."""
        prefix = "" if self.prefix is None else f", prefix={self.prefix!r}"
        return f"IdType(sortid.{self.kind.__name__}, {self.storage!r}{prefix})"

    @property
    def python_type(self) -> type[IdT]:
        return self.kind


globals()["__getattr__"] = _guesses.answer_in(__name__)
