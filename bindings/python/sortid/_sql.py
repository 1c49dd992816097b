"""The functions that sortid.spark and sortid.datafusion give to SQL, over arrays of pyarrow.

A function is named after its format: ulid_time, xid_text. What it takes and gives is `text`, `id` (16 bytes, or a
64-bit integer), `time` or `bool`. Functions of TypeIDs take the prefix as a second column.
"""

from __future__ import annotations

from typing import Any, Callable, Literal, NamedTuple

import pyarrow
import pyarrow.compute

from . import _core, arrow
from .arrow import _Errors, _Format


def id_word(kind: type[_core.Id]) -> str:
    """What an id is called that is no text: bytes or int."""
    return "bytes" if kind.BITS == 128 else "int"


def to_ids(kind: _Format, texts: Any, prefix: str = "", errors: _Errors = "raise", *, signed: bool = False) -> Any:
    """The ids of the texts."""
    return pyarrow.array(arrow.from_text(kind, texts, prefix=prefix, errors=errors, signed=signed))


def to_text(kind: _Format, ids: Any, prefix: str = "", errors: _Errors = "raise") -> Any:
    """The texts of the ids."""
    return pyarrow.array(arrow.to_text(kind, ids, prefix=prefix, errors=errors))


def to_time(kind: _Format, column: Any, prefix: str = "", errors: _Errors = "raise") -> Any:
    """When the ids, or those of the texts, were made."""
    return pyarrow.array(arrow.instants(kind, column, prefix=prefix, errors=errors))


def is_valid(kind: _Format, texts: Any, prefix: str = "") -> Any:
    """Whether a text is one of the format, null for a null."""
    return pyarrow.array(arrow.is_valid(kind, texts, prefix=prefix))


def bound(kind: type[_core.Id], times: Any, last: bool) -> Any:
    """The smallest or the largest id of each millisecond."""
    return pyarrow.array((arrow.last_at if last else arrow.first_at)(kind, times))


def new_ids(generator: Any, count: int) -> Any:
    """As many new ids of the generator: 16 bytes, or uint64."""
    size = generator.kind.BITS // 8
    memory = bytearray(size * count)
    if count:
        generator.fill(memory)
    ids_type = pyarrow.binary(16) if size == 16 else pyarrow.uint64()
    return pyarrow.Array.from_buffers(ids_type, count, [None, pyarrow.py_buffer(memory)])


def by_prefix(work: Callable[[Any, str], Any], column: Any, prefixes: Any) -> Any:
    """work(rows, prefix) for the rows of each prefix; null where the prefix is null. An error is that of the first row that is rejected."""
    counts = prefixes.value_counts().to_pylist()  # in the order in which the dictionary has them
    if len(counts) == 1 and counts[0]["values"] is not None:
        return work(column, counts[0]["values"])
    if column.type == pyarrow.string_view():  # of which pyarrow takes no rows
        column = column.cast(pyarrow.large_string())
    # The rows of a prefix, one prefix after the other; those without one come last, and have no place among the parts.
    order = pyarrow.compute.array_sort_indices(prefixes.dictionary_encode().indices)
    parts, begin = [work(column.slice(0, 0), "")], 0
    rejected = []
    for prefix, count in ((each["values"], each["counts"]) for each in counts if each["values"] is not None):
        rows = order.slice(begin, count)
        begin += count
        try:
            parts.append(work(column.take(rows), prefix))
        except _core.IdError as why:
            if why.row is None:
                raise
            rejected.append((rows[why.row].as_py(), prefix))
    if rejected:
        _, prefix = min(rejected)
        return work(pyarrow.compute.if_else(pyarrow.compute.equal(prefixes, prefix), column, None), prefix)  # raises, with that row
    at = pyarrow.compute.index_in(pyarrow.array(range(len(column)), pyarrow.uint64()), order.slice(0, begin))
    return pyarrow.concat_arrays(parts).take(at)


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
