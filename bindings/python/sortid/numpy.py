"""Columns of ids as numpy arrays.

Texts are arrays of bytes (S26 for ULID), of str (U26, or numpy's StringDType), or of objects that are texts or ids. Ids of
128 bits are V16, in network order; ids of 64 bits are uint64. Instants are datetime64[ms], NaT where an id has none. Work on arrays releases the GIL.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy

from . import _core, _guesses

__all__ = ["from_text", "id_dtype", "instants", "mask", "new", "to_text", "try_from_text", "unmask"]

Array: TypeAlias = numpy.ndarray[Any, Any]
_Format: TypeAlias = str | type[_core.Id]


def id_dtype(kind: _Format) -> numpy.dtype[Any]:
    """What an array of ids of that class is made of."""
    return numpy.dtype(numpy.uint64 if _core._class_of(kind).BITS == 64 else "V16")


def _contiguous(given: Any, dtype: Any) -> Array:
    """The array, without those of numpy's masks, under which values may stand that nobody means. An empty list is of `dtype`."""
    if isinstance(given, numpy.ma.MaskedArray) and numpy.ma.is_masked(given):
        raise TypeError("rows of the array are masked: sortid.arrow keeps them as nulls")
    array = numpy.asarray(given, order="C")  # ascontiguousarray() would give an array without a dimension one
    return array if array.size or isinstance(given, numpy.ndarray) else numpy.empty(array.shape, dtype)


def _bytes_of_row(row: Any) -> bytes:
    """The text in UTF-8, as parse() of a class reads it; lone surrogates are in no text."""
    if isinstance(row, bytes):
        return row
    if not isinstance(row, (str, _core.Id)):
        raise TypeError(f"texts are an array of bytes or of str, not with {type(row).__name__}")
    try:
        return str(row).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return str(row).encode("utf-8", "surrogatepass")


def _bytes_of(texts: Any) -> Array:
    """The texts as contiguous bytes."""
    array = _contiguous(texts, "S1")
    if array.dtype.kind == "U":
        width = array.dtype.itemsize // 4
        native = array.astype(array.dtype.newbyteorder("="), copy=False).ravel()
        points = native.view(numpy.uint32).reshape(-1, width) if width else numpy.empty((0, 0), numpy.uint32)
        if not (points >= 0x80).any():
            return points.astype(numpy.uint8).view(f"S{max(width, 1)}").reshape(array.shape)
    if array.dtype.kind in "OTU":
        # An array ends its rows at zeros: one that is given becomes a byte that is in no text either.
        rows = [_bytes_of_row(row).replace(b"\0", b"\xff") for row in array.ravel().tolist()]
        return numpy.array(rows, "S").reshape(array.shape)
    if array.dtype.kind != "S":
        raise TypeError(f"texts are an array of bytes or of str, not {array.dtype}")
    return array


def _ids_of(kind: _Format, ids: Any) -> Array:
    array = _contiguous(ids, id_dtype(kind))
    if array.dtype != id_dtype(kind):
        raise TypeError(f"{_core._class_of(kind).FORMAT} ids are an array of {id_dtype(kind)}, not {array.dtype}")
    return array


def _read(kind: _Format, texts: Any, prefix: str, reasons: Array | None) -> Array:
    array = _bytes_of(texts)
    ids = numpy.zeros(array.shape, id_dtype(kind))
    if array.size:
        _core._array_from_text(kind, array, array.dtype.itemsize, ids, prefix, reasons)
    return ids


def from_text(kind: _Format, texts: Any, *, prefix: str = "") -> Array:
    """The ids of the texts. The first text that is rejected raises an IdError with its row."""
    return _read(kind, texts, prefix, None)


def try_from_text(kind: _Format, texts: Any, *, prefix: str = "") -> tuple[Array, Array]:
    """The ids of the texts, zeros where one is rejected, and an array that says which are rejected."""
    reasons = numpy.zeros(numpy.shape(texts), numpy.uint8)
    ids = _read(kind, texts, prefix, reasons)
    return ids, reasons.astype(bool)


def to_text(kind: _Format, ids: Any, *, prefix: str = "") -> Array:
    """The texts of the ids, as bytes."""
    array = _ids_of(kind, ids)
    width = _core._class_of(kind).SYMBOLS + (len(prefix) + 1 if prefix else 0)
    texts = numpy.zeros(array.shape, f"S{width}")
    _core._array_to_text(kind, array, texts, width, prefix)
    return texts


def instants(kind: _Format, ids: Any) -> Array:
    """When the ids were made, as datetime64[ms]."""
    array = _ids_of(kind, ids)
    milliseconds = numpy.empty(array.shape, numpy.int64)
    _core._array_unix_ms(kind, array, milliseconds)
    return milliseconds.view("datetime64[ms]")


def mask(masker: _core.Masker[Any], ids: Any, *, prefix: str = "") -> Array:
    """The masked ids, TypeIDs all of that prefix. The first id that is rejected raises an IdError with its row."""
    array = _ids_of(masker.kind, ids)
    masked = numpy.empty(array.shape, id_dtype(masker.masked_kind))
    masker._mask_column(array, masked, prefix)
    return masked


def unmask(masker: _core.Masker[Any], masked: Any, *, prefix: str = "") -> Array:
    """The ids that were masked, as an array of the masker's kind."""
    array = _ids_of(masker.masked_kind, masked)
    ids = numpy.empty(array.shape, id_dtype(masker.kind))
    masker._unmask_column(array, ids, prefix)
    return ids


def _array_of_column(column: _core.Column, dtype: Any = None, copy: bool | None = None) -> Array:
    """What Column.__array__ gives."""
    if copy is False:
        raise ValueError("the array of a column is always a copy")
    arrow_format, validity, values, texts = _core._column_buffers(column)
    size = len(column)
    missing = numpy.zeros(size, bool)
    if validity is not None:
        bits = numpy.unpackbits(numpy.frombuffer(validity, numpy.uint8), bitorder="little")
        missing = bits[:size] == 0
    if texts is not None:
        ends = numpy.frombuffer(values, numpy.int32 if arrow_format == "u" else numpy.int64).tolist()
        rows: Any = [texts[ends[i] : ends[i + 1]].decode("ascii") for i in range(size)]
    elif arrow_format == "w:16":
        rows = [values[at : at + 16] for at in range(0, 16 * size, 16)]
    elif arrow_format == "b":
        rows = numpy.unpackbits(numpy.frombuffer(values, numpy.uint8), bitorder="little")[:size].astype(bool)
    else:
        rows = numpy.frombuffer(values, numpy.uint64 if arrow_format == "L" else numpy.int64).copy()
    if arrow_format.startswith("ts"):
        rows = rows.view("datetime64[ms]")
        rows[missing] = numpy.datetime64("NaT")
    elif isinstance(rows, list) or missing.any():
        objects = numpy.empty(size, object)
        objects[:] = rows
        objects[missing] = None
        rows = objects
    array: Array = rows
    return array if dtype is None else array.astype(dtype)


def _column_of_array(values: Any) -> _core.Column:
    """Texts or ids of a numpy array, or of what gives one, as the column that sortid.arrow works on."""
    asks_pandas = hasattr(values, "isna") and values.dtype != "V16"  # where it cannot tell, and no row is missing
    missing = numpy.asarray(values.isna(), bool) if asks_pandas else None
    masked = isinstance(values, numpy.ma.MaskedArray)
    if masked:
        missing, values = numpy.ma.getmaskarray(values), values.data
    # As objects where some are missing: pandas would make floats of integers beside them.
    whole = missing is None or not missing.any() or (masked and values.dtype.kind not in "iu")
    array = numpy.asarray(values) if whole else numpy.asarray(values, object)
    if array.ndim != 1:
        raise ValueError(f"a column has one dimension, not {array.ndim}")
    if array.dtype.kind in "SUT":
        rows = array.tolist()
    elif array.dtype == numpy.dtype("V16"):
        rows = [bytes(row) for row in array]
    elif array.dtype in (numpy.dtype(numpy.uint64), numpy.dtype(numpy.int64)):
        return _core._column_of_buffers("L" if array.dtype.kind == "u" else "l", len(array), None, array.tobytes(), None)
    elif array.dtype.kind == "O":
        rows = [str(row) if isinstance(row, _core.Id) else row.item() if isinstance(row, numpy.generic) else row
                for row in array.tolist()]
    else:
        raise TypeError(f"a column is of texts, or of ids as bytes or as 64-bit integers, not of {array.dtype}")
    if missing is None:
        missing = numpy.array([row is None or row != row for row in rows], bool)
    there = [row for row, absent in zip(rows, missing.tolist()) if not absent]
    kinds = {type(row) for row in there}
    validity = numpy.packbits(~missing, bitorder="little").tobytes() if missing.any() else None
    if kinds == {int}:
        filled = [0 if absent else row for row, absent in zip(rows, missing.tolist())]
        signed = min(filled) < 0  # and rejected, in its row
        try:
            integers = numpy.array(filled, numpy.int64 if signed else numpy.uint64)
        except OverflowError:
            raise ValueError("an id of 64 bits is a number from 0 to 2**64 - 1") from None
        return _core._column_of_buffers("l" if signed else "L", len(rows), validity, integers.tobytes(), None)
    arrow_format = "U"
    if kinds == {bytes} and array.dtype.kind != "S":
        if all(len(row) == 16 for row in there):
            ids = b"".join(bytes(16) if absent else row for row, absent in zip(rows, missing.tolist()))
            return _core._column_of_buffers("w:16", len(rows), validity, ids, None)
        arrow_format = "Z"  # a row of another length is rejected
    if not kinds <= {str} and kinds != {bytes}:
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise TypeError(f"a column is of texts, or of ids as bytes or as integers, not of {names}")
    texts = [b"" if absent else _bytes_of_row(row) for row, absent in zip(rows, missing.tolist())]
    ends = numpy.zeros(len(texts) + 1, numpy.int64)
    numpy.cumsum([len(text) for text in texts], out=ends[1:])
    return _core._column_of_buffers(arrow_format, len(texts), validity, ends.tobytes(), b"".join(texts))


def new(source: _Format | _core.Generator[Any], count: int) -> Array:
    """New ids, of a class or of a generator."""
    generator = source if isinstance(source, _core.Generator) else _core.Generator(source)
    ids = numpy.zeros(count, id_dtype(generator.kind))
    generator.fill(ids)
    return ids


globals()["__getattr__"] = _guesses.answer_in(__name__)
