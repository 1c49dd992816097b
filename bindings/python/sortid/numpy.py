"""Columns of ids as numpy arrays.

Texts are arrays of bytes (S26 for ULID) or of str (U26). Ids of 128 bits are V16, in network order; ids of 64 bits are
uint64. Instants are datetime64[ms], NaT where an id has none. Work on arrays releases the GIL.
"""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

import numpy

from . import _core

__all__ = ["from_text", "id_dtype", "instants", "new", "refusals", "to_text"]

Array: TypeAlias = numpy.ndarray[Any, Any]
IdT = TypeVar("IdT", bound=_core.Id)


def id_dtype(kind: type[_core.Id]) -> numpy.dtype[Any]:
    """What an array of ids of that class is made of."""
    return numpy.dtype(numpy.uint64) if kind.BITS == 64 else numpy.dtype(f"V{kind.BITS // 8}")


def _bytes_of(texts: Any) -> Array:
    """The texts as contiguous bytes, a symbol that is not ASCII as a byte that is in no text."""
    array = numpy.ascontiguousarray(texts)
    if array.dtype.kind == "U":
        width = array.dtype.itemsize // 4
        points = array.view(numpy.uint32).reshape(*array.shape, width) if width else numpy.empty((0, 0), numpy.uint32)
        narrow = numpy.where(points < 0x80, points, 0xFF).astype(numpy.uint8)
        return narrow.view(f"S{max(width, 1)}").reshape(array.shape)
    if array.dtype.kind != "S":
        raise TypeError(f"texts are an array of bytes or of str, not {array.dtype}")
    return array


def _ids_of(kind: type[_core.Id], ids: Any) -> Array:
    array = numpy.ascontiguousarray(ids)
    if array.dtype != id_dtype(kind):
        raise TypeError(f"{kind.FORMAT} ids are an array of {id_dtype(kind)}, not {array.dtype}")
    return array


def _read(kind: type[_core.Id], texts: Any, prefix: str, reasons: Array | None) -> Array:
    array = _bytes_of(texts)
    ids = numpy.zeros(array.shape, id_dtype(kind))
    if array.size:
        _core._array_from_text(kind, array, array.dtype.itemsize, ids, prefix, reasons)
    return ids


def from_text(kind: type[_core.Id], texts: Any, *, prefix: str = "") -> Array:
    """The ids of the texts. The first text that is refused raises an IdError with its row."""
    return _read(kind, texts, prefix, None)


def refusals(kind: type[_core.Id], texts: Any, *, prefix: str = "") -> tuple[Array, Array]:
    """The ids of the texts, zeros where one is refused, and an array that says which are refused."""
    reasons = numpy.zeros(numpy.shape(texts), numpy.uint8)
    ids = _read(kind, texts, prefix, reasons)
    return ids, reasons != 0


def to_text(kind: type[_core.Id], ids: Any, *, prefix: str = "") -> Array:
    """The texts of the ids, as bytes."""
    array = _ids_of(kind, ids)
    width = kind.SYMBOLS + (len(prefix) + 1 if prefix else 0)
    texts = numpy.zeros(array.shape, f"S{width}")
    _core._array_to_text(kind, array, texts, width, prefix)
    return texts


def instants(kind: type[_core.Id], ids: Any) -> Array:
    """When the ids were made, as datetime64[ms]."""
    array = _ids_of(kind, ids)
    milliseconds = numpy.empty(array.shape, numpy.int64)
    _core._array_unix_ms(kind, array, milliseconds)
    return milliseconds.view("datetime64[ms]")


def new(source: type[IdT] | _core.Generator[IdT], count: int) -> Array:
    """New ids, of a class or of a generator."""
    generator = source if isinstance(source, _core.Generator) else _core.Generator(source)
    ids = numpy.zeros(count, id_dtype(generator.kind))
    generator.fill(ids)
    return ids
