"""What a text looks like that is no id of this library."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from . import _core


class ForeignId(NamedTuple):
    """A kind of id of others that a text may be."""

    name: str
    """The kind, for programs: "ksuid", "uuidv1", "snowflake-discord"."""
    title: str
    """The kind, for a sentence: "a KSUID"."""
    unix_ms: int | None
    """When it was made, in Unix milliseconds; None where the text does not tell."""
    datetime: dt.datetime | None
    """When it was made, as an aware datetime in UTC; None where the text does not tell, or after the year 9999."""
    uuid: _core.UUID | None
    """The UUID that the text is in another notation; None for the other kinds."""
    fields: dict[str, int]
    """Its parts, most significant first."""


def looks_like(text: str | bytes, /, *, latest: dt.datetime | int | None = None) -> list[ForeignId]:
    """Returns what a text may be that others make, the likeliest first: a hint for people, never an id.

    Known are UUIDs of every version and notation, KSUIDs, ObjectIds, snowflakes, rs/xids, CUID2s and NanoIDs.

    A kind that tells its time only fits when that is not after latest, an aware datetime or Unix milliseconds;
    by default a day from now, for clocks that differ.
    """
    return [ForeignId(*parts) for parts in _core._looks_like(text, latest)]
