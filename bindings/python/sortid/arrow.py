"""Columns of ids as Arrow arrays, from and to every library that has the PyCapsule interface.

A column is an array or a stream of arrays, or whatever gives a numpy array, as a Series of pandas 2 does. Texts are utf8, large_utf8 or utf8_view; ids of 128 bits fixed_size_binary(16),
in network order; ids of 64 bits uint64 or int64. Nulls stay nulls. What comes back is one array, a sortid.Column, which
such libraries read: pyarrow.array(column), polars.Series(column); pandas.Series(column) reads it by numpy. Work on columns releases the GIL.
"""

from __future__ import annotations

from typing import Any, Literal

from . import _core

__all__ = ["from_text", "instants", "to_text"]


def _to_nulls(errors: Literal["raise", "null"]) -> bool:
    if errors not in ("raise", "null"):
        raise ValueError(f"errors is 'raise' or 'null', not {errors!r}")
    return errors == "null"


def _arrow(column: Any) -> Any:
    """The column itself, or one of the same rows where it has only numpy's interface, or Arrow has no type for its objects."""
    has_arrow = hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__")
    objects = str(getattr(column, "dtype", "")) == "object"
    if not hasattr(column, "__array__") or (has_arrow and not objects):
        return column
    from . import numpy

    return numpy._column_of_array(column)


def from_text(
    kind: type[_core.Id], texts: Any, *, prefix: str = "", errors: Literal["raise", "null"] = "raise", signed: bool = False
) -> _core.Column:
    """The ids of the texts. A text that is rejected raises an IdError with its row, or becomes a null.

    Ids of 64 bits are uint64, or with `signed` int64, where what is past its largest number is an overflow.
    """
    return _core._column_from_text(kind, _arrow(texts), prefix, _to_nulls(errors), signed)


def to_text(kind: type[_core.Id], ids: Any, *, prefix: str = "", large: bool = False) -> _core.Column:
    """The texts of the ids, as utf8; as large_utf8 where they are more than that holds, or when asked for."""
    return _core._column_to_text(kind, _arrow(ids), prefix, large)


def instants(
    kind: type[_core.Id], column: Any, *, prefix: str = "", errors: Literal["raise", "null"] = "raise"
) -> _core.Column:
    """When the ids, or those of the texts, were made, as timestamp[ms, UTC]; null where an id has no instant."""
    return _core._column_instants(kind, _arrow(column), prefix, _to_nulls(errors))
