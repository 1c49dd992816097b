"""The accessor `sortid` of pandas Series: import this module, and series.sortid is there.

Texts are of dtype object, string, str or category; ids of 128 bits objects of bytes or fixed-size binary of Arrow, ids of 64
bits integers. A format is named ("ulid", "typeid" …) or given as its class. Missing rows stay missing, and the index and the
name stay. A row that is rejected raises an IdError with its place, or with errors="null" becomes missing.
"""

from __future__ import annotations

from typing import Any

import numpy
import pandas  # type: ignore[import-untyped]

from . import _core, _guesses
from . import arrow as _arrow
from .arrow import _bounded, _Errors, _Format, _Instant

__all__ = ["SeriesAccessor", "new"]


@pandas.api.extensions.register_series_accessor("sortid")
class SeriesAccessor:
    """The accessor `series.sortid`."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    def _column(self) -> Any:
        rows = self._rows
        if isinstance(rows.dtype, pandas.CategoricalDtype):
            # As objects: integers cannot be missing.
            rows = rows.astype(object if rows.hasnans else rows.cat.categories.dtype)
        elif rows.dtype.kind == "f" and rows.isna().all():  # as pandas reads an empty file column
            rows = rows.astype(object)
        return rows

    def _series(self, column: _core.Column, dtype: Any = None) -> Any:
        return pandas.Series(numpy.asarray(column), index=self._rows.index, name=self._rows.name, dtype=dtype)

    def parse(self, format: _Format, *, prefix: str = "", errors: _Errors = "raise") -> Any:
        """The ids of the texts: objects of bytes, or UInt64 for ids of 64 bits."""
        kind = _core._class_of(format)
        made = _arrow.from_text(kind, self._column(), prefix=prefix, errors=errors)
        return self._series(made, "UInt64" if kind.BITS == 64 else object)

    def text(self, format: _Format, *, prefix: str = "", errors: _Errors = "raise") -> Any:
        """The texts of the ids. A column of texts gets each in its canonical spelling."""
        kind = _core._class_of(format)
        return self._series(_arrow.convert(kind, self._column(), kind, prefix=prefix, to_prefix=prefix, errors=errors), "str")

    def time(self, format: _Format, *, prefix: str = "", errors: _Errors = "raise") -> Any:
        """When the ids, or those of the texts, were made, as datetime64[ms, UTC]; NaT where an id has no instant."""
        made = _arrow.instants(_core._class_of(format), self._column(), prefix=prefix, errors=errors)
        return self._series(made).dt.tz_localize("UTC")

    def check(self, format: _Format, *, prefix: str = "") -> Any:
        """Why each row is rejected: length, character, overflow, checksum, prefix or range; missing where the row is an id or missing."""
        return self._series(_arrow.check(_core._class_of(format), self._column(), prefix=prefix), "str")

    def is_valid(self, format: _Format, *, prefix: str = "") -> Any:
        """Whether each row is an id of the format, as boolean; missing where the row is."""
        return self._series(_arrow.is_valid(_core._class_of(format), self._column(), prefix=prefix), "boolean")

    def to(
        self,
        to: _Format,
        *,
        format: _Format,
        prefix: str = "",
        to_prefix: str = "",
        text: bool = True,
        errors: _Errors = "raise",
    ) -> Any:
        """The same bits in another equally wide format: as texts, or with text=False as ids. `format` is that of the column."""
        kind = _core._class_of(format)
        made = _arrow.convert(
            kind, self._column(), _core._class_of(to), prefix=prefix, to_prefix=to_prefix, text=text, errors=errors
        )
        return self._series(made, "str" if text else "UInt64" if kind.BITS == 64 else object)

    def between(self, from_: _Instant, to: _Instant, format: _Format, *, prefix: str = "", errors: _Errors = "raise") -> Any:
        """Whether each row was made in [from_, to), as bool: False where the row is missing or has no instant."""
        first, last = _bounded(format).between(from_, to)
        bounds = (pandas.Timestamp(numpy.datetime64(id_.unix_ms, "ms")).tz_localize("UTC") for id_ in (first, last))
        return self.time(format, prefix=prefix, errors=errors).between(*bounds)


_guesses.explain(SeriesAccessor)


def new(source: _Format | _core.Generator[Any], count: int, *, prefix: str = "", text: bool = True) -> Any:
    """New ids of a format or of a generator, as texts, or with text=False as ids."""
    return pandas.Series(numpy.asarray(_arrow.new(source, count, prefix=prefix, text=text)), dtype="str" if text else None)


globals()["__getattr__"] = _guesses.answer_in(__name__)
