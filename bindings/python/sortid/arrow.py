"""Columns of ids as Arrow arrays, from and to every library that has the PyCapsule interface.

A column is an array or a stream of arrays, or whatever gives a numpy array, as a Series of pandas 2 does. Texts are utf8,
large_utf8 or utf8_view; ids of 128 bits fixed_size_binary(16), in network order, or binary with values of 16 bytes; ids of 64
bits uint64 or int64; instants timestamp, date32, or int64 as Unix milliseconds. Each may be dictionary-encoded. Nulls stay
nulls, and so does every row of the type null, which a column without any value has. What comes back is one array, a
sortid.Column, which such libraries read: pyarrow.array(column), polars.Series(column); pandas.Series(column) reads it by
numpy. UUIDs and TypeIDs carry the extension type arrow.uuid. Work on columns releases the GIL.

A whole stream becomes one column. transform() makes a sortid.Stream of it instead, whose columns are made one at a time, so
that memory does not grow with the length of the stream.

With errors="raise" the first row that is rejected raises an IdError with its row; with errors="null" each becomes a null.
"""

from __future__ import annotations

import datetime
from typing import Any, Literal

from . import _core, _guesses
from ._stored import is_uuid

__all__ = [
    "check",
    "convert",
    "first_at",
    "from_text",
    "instants",
    "is_valid",
    "last_at",
    "mask",
    "new",
    "to_text",
    "transform",
    "unmask",
]

_Format = str | type[_core.Id]
_Errors = Literal["raise", "null"]
_Instant = datetime.date | str | int


def _bounded(format: _Format) -> Any:
    """The same of a format whose ids of an interval have bounds."""
    kind = _core._class_of(format)
    if not hasattr(kind, "between"):
        raise TypeError(f"{kind.FORMAT} has no smallest and largest id of an instant")
    return kind


def _arrow(column: Any) -> Any:
    """The column itself, or one of the same rows where it has only numpy's interface, or Arrow has no type for its objects."""
    has_arrow = hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__")
    objects = str(getattr(column, "dtype", "")) in ("object", "|V16")
    if not hasattr(column, "__array__") or (has_arrow and not objects):
        return column
    from . import numpy

    return numpy._column_of_array(column)


def _does(
    *,
    prefix: str = "",
    to: _Format | None = None,
    to_prefix: str = "",
    errors: _Errors = "raise",
    signed: bool = False,
    large: bool = False,
) -> tuple[str, _Format | None, str, bool, bool, str]:
    if errors not in ("raise", "null"):
        raise ValueError(f"errors is 'raise' or 'null', not {errors!r}")
    return prefix, to, to_prefix, errors == "null", signed, "large_utf8" if large else "utf8"


def _made(kind: _Format, column: Any, makes: str, takes: str, **does: Any) -> _core.Column:
    return _core._column_transform(kind, _arrow(column), makes, takes, *_does(**does))


def from_text(
    kind: _Format, texts: Any, *, prefix: str = "", errors: _Errors = "raise", signed: bool = False
) -> _core.Column:
    """The ids of the texts. Ids of 64 bits are uint64, or with `signed` int64, where what is past its largest number is an overflow."""
    return _made(kind, texts, "ids", "texts", prefix=prefix, errors=errors, signed=signed)


def to_text(
    kind: _Format, ids: Any, *, prefix: str = "", large: bool = False, errors: _Errors = "raise"
) -> _core.Column:
    """The texts of the ids, as utf8; as large_utf8 where they are more than that holds, or when asked for."""
    return _made(kind, ids, "texts", "ids", prefix=prefix, large=large, errors=errors)


def instants(kind: _Format, column: Any, *, prefix: str = "", errors: _Errors = "raise") -> _core.Column:
    """When the ids, or those of the texts, were made, as timestamp[ms, UTC]; null where an id has no instant."""
    return _made(kind, column, "times", "any", prefix=prefix, errors=errors)


def check(kind: _Format, column: Any, *, prefix: str = "") -> _core.Column:
    """Why each row is rejected, as the reason's name; null where the row is an id or null."""
    return _made(kind, column, "reasons", "any", prefix=prefix)


def is_valid(kind: _Format, column: Any, *, prefix: str = "") -> _core.Column:
    """Whether each row is an id of the class, as bool; null where the row is null."""
    return _made(kind, column, "valid", "any", prefix=prefix)


def convert(
    kind: _Format,
    column: Any,
    to: _Format,
    *,
    prefix: str = "",
    to_prefix: str = "",
    text: bool = True,
    errors: _Errors = "raise",
    signed: bool = False,
) -> _core.Column:
    """The same bits as ids of another class of the width: their texts, or with text=False the ids."""
    makes = "texts" if text else "ids"
    return _made(kind, column, makes, "any", prefix=prefix, to=to, to_prefix=to_prefix, errors=errors, signed=signed)


def first_at(
    kind: _Format, instants: Any, *, prefix: str = "", text: bool = False, errors: _Errors = "raise", signed: bool = False
) -> _core.Column:
    """The smallest id of each instant's millisecond, or with text=True its text. An instant that the format has not is rejected."""
    return _made(kind, instants, "texts" if text else "ids", "first_at", prefix=prefix, errors=errors, signed=signed)


def last_at(
    kind: _Format, instants: Any, *, prefix: str = "", text: bool = False, errors: _Errors = "raise", signed: bool = False
) -> _core.Column:
    """As first_at, of the largest id."""
    return _made(kind, instants, "texts" if text else "ids", "last_at", prefix=prefix, errors=errors, signed=signed)


def transform(
    kind: _Format,
    stream: Any,
    makes: Literal["ids", "texts", "times", "reasons", "valid"],
    takes: Literal["any", "texts", "ids", "first_at", "last_at"] = "any",
    *,
    prefix: str = "",
    to: _Format | None = None,
    to_prefix: str = "",
    errors: _Errors = "raise",
    signed: bool = False,
    large: bool = False,
    column: str | None = None,
) -> _core.Stream:
    """A stream with an array for each array of an Arrow stream (`__arrow_c_stream__`), made when it is asked for.

    What an array is made of and what it has: as the functions above, which are "ids" of "texts", "texts" of "ids", "times",
    "reasons", "valid", and "ids" or "texts" of the instants "first_at" and "last_at". Rows of errors count from the stream's
    beginning. Texts past what utf8 holds in one array are a ValueError: ask for `large` ones. The stream moves into what is
    returned, and is read once. Of a stream of tables (record batches) `column` names the one that is read.
    """
    does = _does(prefix=prefix, to=to, to_prefix=to_prefix, errors=errors, signed=signed, large=large)
    return _core._stream_transform(column, (kind, stream, makes, takes, *does))


def _labelled(kind: type[_core.Id], ids: _core.Column) -> _core.Column:
    """The ids with the extension type of UUIDs, where they are some."""
    return _made(kind, ids, "ids", "ids") if kind.MAX_PREFIX or is_uuid(kind) else ids


def new(source: _Format | _core.Generator[Any], count: int, *, prefix: str = "", text: bool = False) -> _core.Column:
    """New ids, of a class or of a generator, or with text=True their texts. `prefix` is that of TypeIDs, unless the generator has one."""
    generator = source if isinstance(source, _core.Generator) else _core.Generator(source)
    ids = bytearray(count * (generator.kind.BITS // 8))
    generator.fill(ids)
    made = _core._column_of_buffers("w:16" if generator.kind.BITS == 128 else "L", count, None, ids, None)
    return to_text(generator.kind, made, prefix=prefix or generator.prefix) if text else _labelled(generator.kind, made)


def _first_id(masker: _core.Masker[Any], masked: bool) -> bytes:
    """The bytes of some id that can be masked, or unmasked."""
    kind: Any = masker.kind
    id_ = kind.first_at(kind.EPOCH_MS) if hasattr(kind, "first_at") else kind.MIN
    return bytes(masker.mask(id_) if masked else id_)


def _changed(masker: _core.Masker[Any], column: Any, *, unmask: bool, prefix: str, text: bool) -> _core.Column:
    kind, made = (masker.masked_kind, masker.kind) if unmask else (masker.kind, masker.masked_kind)
    arrow_format, validity, values, _ = _core._column_buffers(_made(kind, column, "ids", "any", prefix=prefix))
    each = kind.BITS // 8
    ids = bytearray(values)
    count = len(ids) // each
    if validity is not None and kind.BITS == 128:
        # Zeros stand for a null. Of 128 bits they are no id that can be masked or unmasked where a version is wanted.
        stand_in = _first_id(masker, unmask)
        for at, valid in enumerate(validity):
            if valid == 0xFF:  # for eight rows, most of the time
                continue
            for row in range(8 * at, min(8 * at + 8, count)):
                if not valid >> row % 8 & 1:
                    ids[row * each : (row + 1) * each] = stand_in
    changed = bytearray(len(ids))
    (masker._unmask_column if unmask else masker._mask_column)(ids, changed, prefix)
    made_ids = _core._column_of_buffers(arrow_format, count, validity, changed, None)
    return to_text(made, made_ids, prefix=prefix) if text else _labelled(made, made_ids)


def mask(masker: _core.Masker[Any], column: Any, *, prefix: str = "", text: bool = False) -> _core.Column:
    """The masked ids of ids or texts, or with text=True their texts. `prefix` is that of all these TypeIDs."""
    return _changed(masker, column, unmask=False, prefix=prefix, text=text)


def unmask(masker: _core.Masker[Any], column: Any, *, prefix: str = "", text: bool = False) -> _core.Column:
    """The ids that were masked, or with text=True their texts."""
    return _changed(masker, column, unmask=True, prefix=prefix, text=text)


globals()["__getattr__"] = _guesses.answer_in(__name__)
