"""What a text looks like that is no id of this library, and the ids inside a text."""

from __future__ import annotations

import datetime as dt
from typing import Any, Iterable, NamedTuple

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


class FoundId(NamedTuple):
    """An id inside a text: text[start:end] is what stands there."""

    id: Any
    start: int
    end: int


def find_ids(text: str | bytes, /, formats: Iterable[str | type[_core.Id]] | None = None) -> list[FoundId]:
    """Returns the ids inside a text, such as a line of a log, in their order: whole words that parse strictly.

    formats names those that are looked for, by class or name; those of 128 bits unless given. Shorter texts are often
    something else. Where several formats take a word, the first of sortid.FORMATS has it.
    """
    return [FoundId(*found) for found in _core._find_ids(text, None if formats is None else list(formats))]
