"""Functions of ids on columns of Spark.

    from sortid.spark import functions as idf
    frame.select(idf.time(ULID, "id")).where(idf.between(ULID, "id", start, end))

A column is of texts, or of ids as BINARY (128 bits) or BIGINT (64 bits). An id of 64 bits above 2**63 - 1 is an overflow.
"""

from __future__ import annotations

import functools
import os
from typing import Any, Literal

import pyarrow
from pyspark.sql import Column
from pyspark.sql import functions as sf
from pyspark.sql.functions import arrow_udf

from .. import _core, _guesses, _sql
from ..arrow import _bounded, _Errors, _Format

__all__ = ["between", "ids", "is_valid", "new", "text", "time"]

Storage = Literal["text", "bytes", "int"]

_SQL_TYPES = {"text": "string", "time": "timestamp", "bool": "boolean", "bytes": "binary", "int": "bigint"}
_ARROW_TYPES = {"text": pyarrow.string(), "time": pyarrow.timestamp("us", "UTC"), "bool": pyarrow.bool_(),
                "bytes": pyarrow.binary(), "int": pyarrow.int64()}


def _type_of(kind: type[_core.Id], gives: str) -> str:
    return _sql.id_word(kind) if gives == "id" else gives


def _udf(work: Any, gives: str, kind: type[_core.Id], prefixed: bool) -> Any:
    result = _type_of(kind, gives)
    arrow_type = _ARROW_TYPES[result]
    if prefixed:
        def call(column: pyarrow.Array, prefixes: pyarrow.Array) -> pyarrow.Array:
            return work(column, prefixes).cast(arrow_type)
    else:
        def call(column: pyarrow.Array) -> pyarrow.Array:  # type: ignore[misc]
            return work(column).cast(arrow_type)
    return arrow_udf(call, _SQL_TYPES[result])


def _of_column(work: Any, gives: str, kind: _Format, column: Column | str) -> Column:
    made: Column = _udf(work, gives, _core._class_of(kind), False)(column)
    return made


def ids(kind: _Format, column: Column | str, *, prefix: str = "", errors: _Errors = "raise") -> Column:
    """The ids of the texts: BINARY, or BIGINT for formats of 64 bits. What is rejected fails the query, or is null."""
    return _of_column(lambda texts: _sql.to_ids(kind, texts, prefix, errors, signed=True), "id", kind, column)


def text(kind: _Format, column: Column | str, *, prefix: str = "", errors: _Errors = "raise") -> Column:
    """The texts of the ids."""
    return _of_column(lambda found: _sql.to_text(kind, found, prefix, errors), "text", kind, column)


def time(kind: _Format, column: Column | str, *, prefix: str = "", errors: _Errors = "raise") -> Column:
    """When the ids, or those of the texts, were made; null where an id has no instant."""
    return _of_column(lambda found: _sql.to_time(kind, found, prefix, errors), "time", kind, column)


def is_valid(kind: _Format, column: Column | str, *, prefix: str = "") -> Column:
    """Whether each text is one of the format; null for a null."""
    return _of_column(lambda texts: _sql.is_valid(kind, texts, prefix), "bool", kind, column)


def between(
    kind: _Format, column: Column | str, start: Any, end: Any, *, storage: Storage = "text", prefix: str | None = None
) -> Column:
    """Whether the id was made at `start` or later and before `end`, as a comparison with two constants: of Parquet only the
    row groups are read that can have such ids. The instants are aware datetimes or Unix milliseconds; `storage` is what the
    column has.
    """
    options = {} if prefix is None else {"prefix": prefix}
    bounded = _bounded(kind)
    ends = bounded.between(start, end, **options)
    if storage == "text":
        first, last = (sf.lit(str(id)) for id in ends)
    elif storage == _sql.id_word(bounded):
        first, last = (sf.lit(bytearray(id.bytes) if storage == "bytes" else int(id)) for id in ends)
    else:
        raise ValueError(f"a {bounded.FORMAT} is stored as 'text' or '{_sql.id_word(bounded)}', not {storage!r}")
    of = sf.col(column) if isinstance(column, str) else column
    return of.between(first, last)


_made: dict[Any, Any] = {}  # the generators of this process, which live as long as it


@functools.cache
def _has_node(kind: type[_core.Id]) -> bool:
    try:
        _core.NodePool(kind, "static:0").close()
    except ValueError:
        return False
    return True


def _may_make(kind: type[_core.Id], pool: str | None) -> bool:
    if _has_node(kind):
        return pool is not None
    return kind.BITS == 128 and hasattr(kind, "new")


def _generator(kind: type[_core.Id], pool: str | None) -> Any:
    key = (kind, pool, os.getpid())
    if key not in _made:
        if pool is None:
            _made[key] = _core.Generator(kind, on_overflow="wait"), None
        else:
            # Spark starts all workers of a machine at once.
            numbers: Any = _core.NodePool(kind, pool, deadline_ms=60_000)
            _made[key] = numbers.generator(on_overflow="wait", max_wait_ms=60_000), numbers
    return _made[key][0]


def _new(kind: type[_core.Id], storage: Storage, prefix: str, pool: str | None) -> Any:
    def call(rows: pyarrow.Array) -> pyarrow.Array:
        ids = _sql.new_ids(_generator(kind, pool), len(rows))
        if storage == "text":
            return _sql.to_text(kind, ids, prefix)
        return (ids.view(pyarrow.int64()) if storage == "int" else ids).cast(_ARROW_TYPES[storage])

    return arrow_udf(call, _SQL_TYPES[storage]).asNondeterministic()


def _new_prefixed(kind: type[_core.Id]) -> Any:
    def call(prefixes: pyarrow.Array) -> pyarrow.Array:
        ids = _sql.new_ids(_generator(kind, None), len(prefixes))
        return _sql.by_prefix(lambda rows, prefix: _sql.to_text(kind, rows, prefix), ids, prefixes).cast(pyarrow.string())

    return arrow_udf(call, "string").asNondeterministic()


def _new_of_nothing(kind: type[_core.Id], pool: str | None) -> Any:
    # Over Arrow, a function without arguments is not told how many rows there are.
    return sf.udf(lambda: str(_generator(kind, pool).next()), "string").asNondeterministic()


def new(kind: _Format, *, storage: Storage = "text", prefix: str = "", pool: str | None = None) -> Column:
    """A new id in each row, made on the executors, without duplicates among them.

    Ids of 128 bits have enough random bits for that. Formats with a node take their numbers from the store of a NodePool that
    all executors reach, such as 'etcd:…'; a worker of Python holds one. Other formats are rejected. A partition that Spark computes
    again, after a failure or beside a slow task, has other ids: write them before you use them twice.
    """
    of: type[_core.Id] = _core._class_of(kind)
    if not _may_make(of, pool):
        need = "a pool= of node numbers" if _has_node(of) else "bits to tell executors apart, which it has not"
        raise ValueError(f"new ids of {of.FORMAT} on several executors need {need}")
    if pool is not None and not _has_node(of):
        raise ValueError(f"{of.FORMAT} has no node, so it takes no pool")
    if storage not in ("text", _sql.id_word(of)):
        raise ValueError(f"a {of.FORMAT} is stored as 'text' or '{_sql.id_word(of)}', not {storage!r}")
    made: Column = _new(of, storage, prefix, pool)(sf.lit(0))
    return made


globals()["__getattr__"] = _guesses.answer_in(__name__)
