"""Names that people bring along from other libraries: the same thing under its name here, or a sentence that says what to write.

docs/conventions.md shows them. A name is looked up only where an attribute is missing, and completion does not show it.
"""

from __future__ import annotations

import difflib
import functools
import importlib.util
import re
import sys
import types
from typing import Any, Callable

from . import _core

# Each line is one thing: an owner that has one of the names has it under the others too.
_SYNONYMS = [line.split() for line in """
    from_text parse from_str from_string from_base32 decode parse_any to_ids ids
    to_text text texts to_str to_string as_text encode
    instants time times timestamps to_datetime to_time
    instants timestamp
    time timestamp
    datetime time date created_at made_at generation_time to_datetime as_datetime
    unix_ms ms timestamp_ms time_ms epoch_ms millis unix_milliseconds
    new generate create make now next next_id new_id
    new_random random
    many take batch next_many generate_many new_many
    new_at at from_ms from_unix_ms from_milliseconds from_time from_unix from_instant
    between range time_range bounds
    first_at first min_at min_for floor
    last_at last max_at max_for ceil
    from_bytes from_raw frombytes
    from_hex fromhex
    from_timestamp fromtimestamp from_seconds
    from_int from_number
    to from_id convert cast transcode
    is_valid valid validate
    find_ids find find_all findall extract extract_ids scan search
    looks_like identify guess
    detect detect_format format_of
    uuid to_uuid as_uuid guid
    bytes to_bytes as_bytes raw
    hex to_hex as_hex
    number int to_int as_int integer
    fields to_dict parts components
    MIN min nil NIL
    MAX max
    FORMAT format format_name kind
    FORMATS formats
    mask encrypt encode hide
    unmask decrypt decode reveal
    IdError Error InvalidId ParseError DecodeError
""".strip().splitlines()]

# What an id, a class of ids and the whole package have by other means.
_OF_AN_ID: dict[str, Callable[[Any], Any]] = {
    "text": str, "str": str, "value": str, "number": int,
    "to": lambda id_: lambda kind, **named: _core._class_of(kind).from_id(id_, **named),
}
_OF_A_CLASS: dict[str, Callable[[Any], Any]] = {"many": lambda kind: _core.Generator(kind).many}
_OF_THE_PACKAGE: dict[str, Callable[[Any], Any]] = {
    "new": lambda _: lambda kind="ulid", *options, **named: _core._class_of(kind).new(*options, **named),
    "between": lambda _: lambda kind, *ends, **named: _core._class_of(kind).between(*ends, **named),
    "convert": lambda _: lambda id_, to, **named: _core._class_of(to).from_id(id_, **named),
    "mask": lambda _: lambda id_, key: _core.Masker(type(id_), key).mask(id_),
    "is_valid": lambda _: lambda text: bool(_core.detect(text)),
}

# What there is instead of what there is not.
_SENTENCES = {
    "urn": "uuid.urn is that of a UUID",
    "uuid4": "uuidv7() makes UUIDs that sort",
    "inspect": "parse(text) gives an id, which has fields, datetime and FORMAT",
    "sort": "sorted(ids) and numpy.sort(array) sort ids",
    "difference": "set(ids) - set(others) and numpy.setdiff1d(array, others) are the ids that only one has",
    "unmask": "Masker(kind, key).unmask(id) gives the id of a masked one",
    "compare": "ids compare by <, == and the like",
    "isoformat": "datetime.isoformat() is that of an id's time",
    "json": "str(id) is what JSON has of an id, and json_default what json.dumps asks for",
    "version": "__version__ has it",
    "lower_bound": "bisect.bisect_left(ids, id) and numpy.searchsorted(array, id) find the place",
}


def _is_package(of: Any) -> bool:
    return isinstance(of, types.ModuleType) and of.__name__ == __package__


def _names(of: Any) -> list[str]:
    """Public names of a class or a module."""
    return [name for name in (of.__all__ if isinstance(of, types.ModuleType) else dir(of)) if not name.startswith("_")]


def _other_means(owner: Any) -> dict[str, Callable[[Any], Any]]:
    if isinstance(owner, _core.Id):
        return _OF_AN_ID
    if _is_package(owner):
        return _OF_THE_PACKAGE
    return _OF_A_CLASS if isinstance(owner, type) and issubclass(owner, _core.Id) and "new" in vars(owner) else {}


@functools.lru_cache(4096)
def _name_here(of: Any, wanted: str, others: tuple[str, ...]) -> str | None:
    """The name that a class or a module has for it, or one of the others."""
    known = {*_names(of), *others}
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", wanted).lower()
    for written in (wanted, snake):
        for names in _SYNONYMS if written not in known else [[written]]:
            if written in names and (here := known.intersection(names)):
                return next(name for name in names if name in here)
    formats = {name.replace("-", "_") for kind in _core.FORMATS.values() for name in (kind.FORMAT, kind.SQL_NAME)}
    return "from_id" if snake.startswith("from_") and snake[5:] in formats and "from_id" in known else None


class _NoSuchName(AttributeError):
    """Its sentence is made when somebody reads it: hasattr() asks for many names."""

    def __init__(self, owner: Any, wanted: str) -> None:
        super().__init__()
        self._owner, self._wanted = owner, wanted

    def __str__(self) -> str:
        of = self._owner if isinstance(self._owner, (type, types.ModuleType)) else type(self._owner)
        sentence = f"{of.__name__} has no {self._wanted}"
        others = _core.FORMATS.values() if isinstance(of, type) and issubclass(of, _core.Id) else ()
        if have := [kind.__name__ for kind in others if hasattr(kind, self._wanted)]:
            return f"{sentence}; {', '.join(have)} have it"
        if self._wanted in _SENTENCES:
            return f"{sentence}: {_SENTENCES[self._wanted]}"
        near = difflib.get_close_matches(self._wanted.lower(), _names(of), 3, 0.5)
        return f"{sentence}; did you mean {', '.join(near)}?" if near else f"{sentence}; it has {', '.join(_names(of))}"


    def __reduce__(self) -> Any:
        return AttributeError, (str(self),)


# As what a traceback shows it.
_NoSuchName.__name__ = _NoSuchName.__qualname__ = AttributeError.__name__
_NoSuchName.__module__ = AttributeError.__module__


def _of_the_package(package: types.ModuleType, wanted: str) -> Any:
    """A module that was not imported, a class, or what makes a new id; None for another name."""
    for kind in _core.FORMATS.values():
        if wanted.replace("_", "").lower() in (kind.__name__.lower(), kind.SQL_NAME.replace("_", "")):
            return kind if wanted[0].isupper() else getattr(kind, "new", None)
    if importlib.util.find_spec(f"{package.__name__}.{wanted}") is not None:
        return importlib.import_module(f"{package.__name__}.{wanted}")
    return None


def guess(owner: Any, wanted: str) -> Any:
    """What an owner has under another name: a class of ids, an id, a module, and whatever takes this as its __getattr__."""
    if wanted.startswith("_"):
        raise AttributeError(f"{owner!r} has no {wanted!r}")
    if _is_package(owner) and (found := _of_the_package(owner, wanted)) is not None:
        return found
    others = _other_means(owner)
    name = _name_here(owner if isinstance(owner, (type, types.ModuleType)) else type(owner), wanted, tuple(others))
    if name is None:
        raise _NoSuchName(owner, wanted)
    value = others[name](owner) if name in others else getattr(owner, name)
    if isinstance(owner, _core.Id) and wanted.startswith(("to", "as", "encode")) and not callable(value):
        return lambda: value  # what is a method elsewhere
    return value


def answer_in(module: str) -> Callable[[str], Any]:
    """The __getattr__ of a module, which type checkers are not shown."""
    return lambda wanted: guess(sys.modules[module], wanted)
