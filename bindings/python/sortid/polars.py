"""The namespace `sortid` of Polars expressions and Series: import this module, and pl.col("id").sortid is there.

Texts are String (or Categorical); ids of 128 bits Binary, 16 bytes each; ids of 64 bits UInt64 or Int64; instants
Datetime("ms", "UTC"). A format is named ("ulid", "typeid" …) or given as its class. Nulls stay nulls. A row that is rejected
ends the query with a ComputeError, or with errors="null" becomes a null.

The expressions are native: Polars calls the module's functions on whole chunks in its own threads, lazily and in the
streaming engine, without Python.
"""

from __future__ import annotations

import pathlib
from typing import Any, Generic, Literal, TypeVar

import polars
from polars.plugins import register_plugin_function

from . import _core, _guesses
from . import arrow as _arrow
from .arrow import _bounded, _Errors, _Format, _Instant

__all__ = ["ExprNamespace", "SeriesNamespace", "new"]

_MODULE = pathlib.Path(str(_core.__file__))
_T = TypeVar("_T", polars.Expr, polars.Series)


# Columns without a row, on which a call is tried before Polars has it: what is wrong with its arguments is said at once.
_NO_TEXTS = _core._column_of_buffers("U", 0, None, bytes(8), b"")
_NO_INSTANTS = _core._column_of_buffers("l", 0, None, b"", None)


def _stored(id_: Any, stored: str) -> polars.Expr:
    """The id as a row of a column that stores texts or ids."""
    if stored == "text":
        return polars.lit(str(id_))
    return polars.lit(id_.bytes) if id_.BITS == 128 else polars.lit(int(id_), polars.UInt64)


class _Namespace(Generic[_T]):
    def __init__(self, rows: _T) -> None:
        self._rows: _T = rows

    def _call(
        self,
        makes: str,
        takes: str,
        format: _Format,
        prefix: str = "",
        to: _Format | None = None,
        to_prefix: str = "",
        errors: _Errors = "raise",
    ) -> _T:
        if errors not in ("raise", "null"):
            raise ValueError(f"errors is 'raise' or 'null', not {errors!r}")
        kind = _core._class_of(format)
        target = None if to is None else _core._class_of(to)
        none = _NO_INSTANTS if takes in ("first_at", "last_at") else _NO_TEXTS
        _core._column_transform(kind, none, makes, takes, prefix, target, to_prefix, errors == "null", False, "utf8")
        words: list[str] = [makes, takes, kind.FORMAT, prefix, "" if target is None else target.FORMAT, to_prefix, errors]
        return self._apply(" ".join(["sortid", *(word or "-" for word in words)]))

    def _apply(self, call: str) -> _T:
        raise NotImplementedError

    def parse(self, format: _Format, *, prefix: str = "", errors: _Errors = "raise") -> _T:
        """The ids of the texts: Binary, or UInt64 for ids of 64 bits."""
        return self._call("ids", "texts", format, prefix, errors=errors)

    def text(self, format: _Format, *, prefix: str = "", errors: _Errors = "raise") -> _T:
        """The texts of the ids. A column of texts gets each in its canonical spelling."""
        return self._call("texts", "any", format, prefix, errors=errors)

    def time(self, format: _Format, *, prefix: str = "", errors: _Errors = "raise") -> _T:
        """When the ids, or those of the texts, were made; null where an id has no instant."""
        return self._call("times", "any", format, prefix, errors=errors)

    def check(self, format: _Format, *, prefix: str = "") -> _T:
        """Why each row is rejected: length, character, overflow, checksum, prefix or range; null where the row is an id or null."""
        return self._call("reasons", "any", format, prefix)

    def is_valid(self, format: _Format, *, prefix: str = "") -> _T:
        """Whether each row is an id of the format; null where the row is null."""
        return self._call("valid", "any", format, prefix)

    def to(
        self,
        to: _Format,
        *,
        format: _Format,
        prefix: str = "",
        to_prefix: str = "",
        text: bool = True,
        errors: _Errors = "raise",
    ) -> _T:
        """The same bits in another format of the width: as texts, or with text=False as ids. `format` is that of the column."""
        return self._call("texts" if text else "ids", "any", format, prefix, to, to_prefix, errors)

    def first_at(self, format: _Format, *, prefix: str = "", text: bool = False, errors: _Errors = "raise") -> _T:
        """Of instants: the smallest id of each millisecond. An instant that the format has not is rejected."""
        return self._call("texts" if text else "ids", "first_at", format, prefix, errors=errors)

    def last_at(self, format: _Format, *, prefix: str = "", text: bool = False, errors: _Errors = "raise") -> _T:
        """As first_at, of the largest id."""
        return self._call("texts" if text else "ids", "last_at", format, prefix, errors=errors)

    def between(
        self, from_: _Instant, to: _Instant, format: _Format, *, prefix: str = "", stored: Literal["text", "ids"] = "text"
    ) -> _T:
        """Whether each row was made in [from_, to), as a comparison of the rows as they are stored: it never parses, and
        Polars prunes row groups of Parquet files by it. Texts must be in their canonical spelling, as text() gives them.
        """
        kind = _bounded(format)
        if stored not in ("text", "ids"):
            raise ValueError(f"stored is 'text' or 'ids', not {stored!r}")
        bounds = kind.between(from_, to, prefix=prefix) if prefix else kind.between(from_, to)
        first, last = (_stored(id_, stored) for id_ in bounds)
        return self._rows.is_between(first, last)


@polars.api.register_expr_namespace("sortid")
class ExprNamespace(_Namespace[polars.Expr]):
    """What pl.col("id").sortid has."""

    def _apply(self, call: str) -> polars.Expr:
        return register_plugin_function(
            plugin_path=_MODULE, function_name="sortid", args=self._rows, kwargs={"call": call}, is_elementwise=True, use_abs_path=True
        )


@polars.api.register_series_namespace("sortid")
class SeriesNamespace(_Namespace[polars.Series]):
    """What pl.Series(…).sortid has: the same, at once."""

    def _apply(self, call: str) -> polars.Series:
        column = polars.all()  # a name can be a pattern for polars.col()
        made: polars.Series = self._rows.to_frame().select(ExprNamespace(column)._apply(call)).to_series()
        return made


_guesses.explain(_Namespace)


def new(source: _Format | _core.Generator[Any], count: int, *, prefix: str = "", text: bool = True) -> polars.Series:
    """New ids of a format or of a generator, as texts, or with text=False as ids."""
    return polars.Series(_arrow.new(source, count, prefix=prefix, text=text))


globals()["__getattr__"] = _guesses.answer_in(__name__)
