"""The functions that sortid.spark and sortid.datafusion give to SQL, over arrays of pyarrow.

A function is named after its format: ulid_time, xid_text. What it takes and gives is `text`, `id` (16 bytes, or a
64-bit integer), `time` or `bool`. Functions of TypeIDs take the prefix as a second column.
"""

from __future__ import annotations

from typing import Any, Callable, Literal, NamedTuple

import pyarrow
import pyarrow.compute

from . import _core, arrow

Errors = Literal["raise", "null"]

def id_word(kind: type[_core.Id]) -> str:
    """What an id is called that is no text: bytes or int."""
    return "bytes" if kind.BITS == 128 else "int"


def _of_fixed_size(kind: type[_core.Id], column: Any, errors: Errors) -> Any:
    """The column, its ids in the type that sortid.arrow reads; those of another size are rejected."""
    if not (pyarrow.types.is_binary(column.type) or pyarrow.types.is_large_binary(column.type)):
        return column
    size = kind.BITS // 8
    wrong = pyarrow.compute.not_equal(pyarrow.compute.binary_length(column), size)
    if pyarrow.compute.any(wrong).as_py():
        if errors == "raise":
            row = pyarrow.compute.index(wrong, True).as_py()
            raise ValueError(f"row {row}: an id of {kind.BITS} bits has {size} bytes, found {len(column[row].as_py())}")
        column = pyarrow.compute.if_else(wrong, None, column)
    return column.cast(pyarrow.binary(size))


def to_ids(kind: type[_core.Id], texts: Any, prefix: str = "", errors: Errors = "raise", *, signed: bool = False) -> Any:
    """The ids of the texts."""
    return pyarrow.array(arrow.from_text(kind, texts, prefix=prefix, errors=errors, signed=signed))


def to_text(kind: type[_core.Id], ids: Any, prefix: str = "", errors: Errors = "raise") -> Any:
    """The texts of the ids."""
    return pyarrow.array(arrow.to_text(kind, _of_fixed_size(kind, ids, errors), prefix=prefix))


def to_time(kind: type[_core.Id], column: Any, prefix: str = "", errors: Errors = "raise") -> Any:
    """When the ids, or those of the texts, were made."""
    return pyarrow.array(arrow.instants(kind, _of_fixed_size(kind, column, errors), prefix=prefix, errors=errors))


def is_valid(kind: type[_core.Id], texts: Any, prefix: str = "") -> Any:
    """Whether a text is one of the format, null for a null."""
    read = pyarrow.array(arrow.from_text(kind, texts, prefix=prefix, errors="null"))
    return pyarrow.compute.if_else(texts.is_valid(), read.is_valid(), None)


def bound(kind: type[_core.Id], times: Any, last: bool) -> Any:
    """The smallest or the largest id of each millisecond."""
    made = []
    for ms in times.cast(pyarrow.timestamp("ms", "UTC"), safe=False).cast(pyarrow.int64()).to_pylist():
        made.append(None if ms is None else (kind.last_at(ms) if last else kind.first_at(ms)))  # type: ignore[attr-defined]
    if kind.BITS == 128:
        return pyarrow.array([None if id is None else id.bytes for id in made], pyarrow.binary(16))
    return pyarrow.array([None if id is None else int(id) for id in made], pyarrow.uint64())


def by_prefix(work: Callable[[Any, str], Any], column: Any, prefixes: Any) -> Any:
    """work(rows, prefix) for the rows of each prefix; null where the prefix is null."""
    distinct = prefixes.unique()
    if len(distinct) == 1 and distinct[0].is_valid:
        return work(column, distinct[0].as_py())
    if column.type == pyarrow.string_view():  # of which pyarrow takes no rows
        column = column.cast(pyarrow.large_string())
    places, parts = [], []
    for prefix in distinct:
        if prefix.is_valid:
            places.append(pyarrow.compute.indices_nonzero(pyarrow.compute.equal(prefixes, prefix)))
            parts.append(work(column.take(places[-1]), prefix.as_py()))
    if not parts:
        return work(column.slice(0, 0), "").take(pyarrow.nulls(len(column), pyarrow.uint64()))
    rows = pyarrow.concat_arrays(parts)
    # Row i of the column is row at[i] of the parts, which stand one behind the other.
    back = pyarrow.concat_arrays(places)
    at = pyarrow.compute.index_in(pyarrow.array(range(len(column)), pyarrow.uint64()), back)
    return rows.take(at)


class Function(NamedTuple):
    """A function of SQL over the ids of one class."""

    name: str
    takes: Literal["text", "id", "time"]
    gives: Literal["text", "id", "time", "bool"]
    work: Callable[..., Any]  # (column), or (column, prefix) where it takes one
    prefixed: bool


def functions(kind: type[_core.Id], *, signed: bool = False) -> list[Function]:
    """All functions of a class. `signed`: 64-bit ids of texts are int64."""
    name, word, prefixed = kind.SQL_NAME, id_word(kind), bool(kind.MAX_PREFIX)
    timed = hasattr(kind, "first_at") or kind is _core.UUID

    def of(work: Callable[..., Any], **options: Any) -> Callable[..., Any]:
        if not prefixed:
            return lambda column: work(kind, column, **options)
        return lambda column, prefixes: by_prefix(
            lambda rows, prefix: work(kind, rows, prefix, **options), column, prefixes)

    made = [
        Function(f"{name}_text", "id", "text", of(to_text), prefixed),
        Function(f"{name}_is_valid", "text", "bool", of(is_valid), prefixed),
    ]
    for errors, before in (("raise", ""), ("null", "try_")):
        made.append(Function(f"{before}{name}_{word}", "text", "id", of(to_ids, errors=errors, signed=signed), prefixed))
        if timed:
            made.append(Function(f"{before}{name}_time", "text", "time", of(to_time, errors=errors), prefixed))
    if timed:
        made.append(Function(f"{name}_{word}_time", "id", "time", lambda ids: to_time(kind, ids), False))
    if hasattr(kind, "first_at"):
        for last, end in ((False, "first"), (True, "last")):
            made.append(Function(f"{name}_{end}_{word}", "time", "id", lambda times, last=last: bound(kind, times, last), False))
    return made
