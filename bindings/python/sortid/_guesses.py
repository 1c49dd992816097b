"""Names that people bring along from other libraries: the same thing under its name here, or a sentence that says what to write.

docs/conventions.md shows them. A name is looked up only where an attribute is missing, and completion does not show it.
"""

from __future__ import annotations

import datetime
import difflib
import functools
import importlib.util
import inspect
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
    bytes to_bytes as_bytes raw uuid_bytes
    prefix type
    hex to_hex as_hex
    number int to_int as_int integer
    fields to_dict parts components
    MIN min nil NIL zero empty
    MAX max
    FORMAT format format_name kind
    FORMATS formats
    Generator generator
    mask encrypt encode hide
    unmask decrypt decode reveal
    Masker Mask Cipher
    IdError Error InvalidId InvalidID InvalidIdError ParseError DecodeError SortidError SortIdError IDError ULIDError TypeIDError
""".strip().splitlines()]

# What an id, a class of ids and the whole package have by other means.
_OF_AN_ID: dict[str, Callable[[Any], Any]] = {
    "text": str, "str": str, "value": str, "number": int,
    "to": lambda id_: lambda kind, **named: _core._class_of(kind).from_id(id_, **named),
}
_OF_A_CLASS: dict[str, Callable[[Any], Any]] = {"many": lambda kind: _core.Generator(kind).many}
_OF_THE_PACKAGE: dict[str, Callable[[Any], Any]] = {
    "new": lambda _: lambda kind="ulid", *options, format=None, **named: _core._class_of(format or kind).new(*options, **named),
    "between": lambda _: lambda kind, *ends, **named: _core._class_of(kind).between(*ends, **named),
    "convert": lambda _: lambda id_, to, **named: _core._class_of(to).from_id(_core.parse(id_) if isinstance(id_, str) else id_, **named),
    "mask": lambda _: lambda id_, key: _core.Masker(type(id_), key).mask(id_),
    "is_valid": lambda _: lambda text, kind=None: bool(_core.detect(text)) if kind is None else _core._class_of(kind).is_valid(text),
    "typeid_factory": lambda _: lambda prefix="": _core.Generator(_core.TypeID, prefix=prefix).next,
}

# What a uuid.UUID has of the same bits.
_OF_A_UUID = {"bytes_le", "clock_seq", "is_safe", "node", "urn"}

# What there is instead of what there is not, by names that are separated by spaces.
_SENTENCES = {name: sentence for names, sentence in {
    "uuid4": "uuidv7() makes UUIDs that sort",
    "to_uuid4 to_uuid7": "uuid has the same bits, whose version is any; UUIDv7() is a new one",
    "ksuid nanoid cuid objectid": "ulid() makes ids that sort, and looks_like(text) knows those of others",
    "snowflake worker machine": "Generator(kind, node=0) makes ids with a node, of the classes in FORMATS that have one",
    "inspect": "parse(text) gives an id, which has fields, datetime and FORMAT",
    "from_name uuid5 uuid3 name_based": "ULID.named_at(when, name, key) makes the id of a name",
    "payload": "fields has the parts of an id",
    "sort": "sorted(ids) and numpy.sort(array) sort ids",
    "difference": "set(ids) - set(others) and numpy.setdiff1d(array, others) are the ids that only one has",
    "unmask": "Masker(kind, key).unmask(id) gives the id of a masked one",
    "compare": "ids compare by <, == and the like",
    "json": "str(id) is what JSON has of an id, and json_default what json.dumps asks for",
    "version": "__version__ has it",
    "random": "ULID.new_random() draws all its bits",
    "increment": "Generator(ULID).next() is greater than the one before",
    "age": "datetime.now(timezone.utc) - id.datetime is how old an id is",
    "since until after before": "between(start, end) gives the first and the last id of a time",
    "nil max_ulid min_ulid": "ULID.MIN and ULID.MAX are the ends",
    "fastapi": "FastAPI takes the classes as they are: def read(id: ULID)",
    "lower_bound": "bisect.bisect_left(ids, id) and numpy.searchsorted(array, id) find the place",
}.items() for name in names.split()}
_OF_A_MODULE = {
    "sqlalchemy": "the type of a column is IdType(ULID)",
    "django": "a field of a model is IdField(ULID)",
    "pydantic": "the classes are types of pydantic's as they are, id: ULID, and Annotated[TypeID, Prefix('user')] has one prefix",
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
        if written.startswith("get_"):
            return _name_here(of, written[4:], others)
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
        if of.__name__.startswith("sortid.") and (module := of.__name__.rpartition(".")[2]) in _OF_A_MODULE:
            return f"{sentence}; {_OF_A_MODULE[module]}"
        if self._wanted.lower() in _SENTENCES:
            return f"{sentence}: {_SENTENCES[self._wanted.lower()]}"
        others = _core.FORMATS.values() if isinstance(of, type) and issubclass(of, _core.Id) else ()
        if have := [kind.__name__ for kind in others if hasattr(kind, self._wanted)]:
            return f"{sentence}; {', '.join(have)} {'have' if len(have) > 1 else 'has'} it"
        if _is_package(of) and (name := _name_here(_core.ULID, self._wanted, ("many",))):
            return f"{sentence}; a class has: ULID.{name}, TypeID.{name}"
        if isinstance(self._owner, _core.Id):
            for kind, part in ((str, "str(id)"), (datetime.datetime, "id.datetime")):
                if hasattr(kind, self._wanted):
                    return f"{sentence}; {part}.{self._wanted} is that of its {'text' if kind is str else 'time'}"
        near = difflib.get_close_matches(self._wanted.lower(), _names(of), 3, 0.6)
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
        if wanted == f"is_{kind.SQL_NAME}":
            return kind.is_valid
    if importlib.util.find_spec(f"{package.__name__}.{wanted}") is not None:
        return importlib.import_module(f"{package.__name__}.{wanted}")
    return None


def guess(owner: Any, wanted: str) -> Any:
    """What an owner has under another name: a class of ids, an id, a module, and whatever takes this as its __getattr__."""
    if wanted.startswith("_"):
        raise AttributeError(f"{owner!r} has no {wanted!r}")
    if _is_package(owner) and (found := _of_the_package(owner, wanted)) is not None:
        return found
    if isinstance(owner, _core.Id) and wanted in _OF_A_UUID and hasattr(owner, "uuid"):
        return getattr(owner.uuid, wanted)
    others = _other_means(owner)
    name = _name_here(owner if isinstance(owner, (type, types.ModuleType)) else type(owner), wanted, tuple(others))
    if name is None:
        for of in vars(owner).values() if isinstance(owner, types.ModuleType) else ():
            if isinstance(of, type) and of.__name__.startswith("Series") and (name := _name_here(of, wanted, ())):
                return lambda rows, *args, **named: getattr(rows.sortid, name)(*args, **named)
        raise _NoSuchName(owner, wanted)
    value = others[name](owner) if name in others else getattr(owner, name)
    if isinstance(owner, _core.Id) and wanted.startswith(("to", "as", "get_", "encode")) and not callable(value):
        return lambda: value  # what is a method elsewhere
    return value


# --- calls whose arguments are those of another library -----------------------------------------------------

# What the keywords of a constructor are here. Others are seconds in one library and milliseconds in the next.
_MADE_BY = {"bytes": "from_bytes", "int": "from_int", "hex": "from_hex", "uuid": "from_uuid", "datetime": "new_at", "at": "new_at"}
_OF_A_NEW_ID = {
    "timestamp time ms": "new_at(when) takes milliseconds, from_timestamp(seconds) seconds",
    "datetime when at date": "new_at(when) makes an id of an instant",
    "node machine sid": "Generator(kind, node=…).next() makes ids with a number",
    "n count size": "many(count) makes as many",
    "prefix": "TypeID.new(prefix) makes an id with a prefix",
}
_OPTIONS = {
    "monotonic": "its ids increase always",
    "offset shift": "offset_ms is added to the clock",
    "now at timestamp": "clock is an instant at which it stands, for tests",
    "order file path": "order_file is the path of a file whose order processes share",
    "machine sid worker node_id worker_id": "node is the number of a machine",
}


def _construct(kind: Any, args: Any, named: Any) -> Any:
    name = kind.__name__
    if kind is _core.Masker:
        raise TypeError("Masker(kind, key) takes the class of the ids, such as ULID, and a key of 16 or 32 bytes")
    if kind is _core.Generator:
        if len(args) != 1 or "kind" in named:
            raise TypeError("Generator(kind) takes the class of the ids, such as ULID, and options by their names: prefix='user'")
        options = list(inspect.signature(kind).parameters)
        wrong = next(option for option in named if option not in options)
        advice = next((f": {what}" for words, what in _OPTIONS.items() if wrong in words.split()), "")
        raise TypeError(f"Generator has no option {wrong}{advice}; it has {', '.join(options)}")
    prefix = {"prefix": named["prefix"]} if "prefix" in named and kind.MAX_PREFIX else {}
    words = [word for word in named if word not in prefix]
    if not args and len(words) == 1:
        if words == ["suffix"] and prefix:
            return kind.parse(f"{named['prefix']}_{named['suffix']}" if named["prefix"] else named["suffix"])
        if (call_ := _MADE_BY.get(words[0])) and hasattr(kind, call_):
            return getattr(kind, call_)(named[words[0]], **prefix)
    advice = next((what for known, what in _OF_A_NEW_ID.items() if words and words[0] in known.split()),
                  "from_bytes, from_int, from_hex, from_id and new_at take something else")
    raise TypeError(f"{name}() takes the text of an id{' and prefix=' if kind.MAX_PREFIX else ''}; {advice}")


def call(owner: Any, name: str, args: tuple[Any, ...], named: dict[str, Any] | None) -> Any:
    """What the call means, or a TypeError that says what to write."""
    named = named or {}
    if name == "__new__":
        return _construct(owner, args, named)
    if name == "parse":  # of a format, by its name or its class
        given = dict(zip(("text", "format"), args)) | {"format" if word == "kind" else word: value for word, value in named.items()}
        if given.keys() == {"text", "format"}:
            return _core._class_of(given["format"]).parse(given["text"])
        raise TypeError("parse(text) takes the text of an id; parse(text, format) of one format")
    words = [*named, "n"] if args else [*named]
    advice = next((what for known, what in _OF_A_NEW_ID.items() if words[0] in known.split()), "a Generator has options")
    raise TypeError(f"{owner.__name__}.{name}() makes one id and takes no {words[0] if named else 'arguments'}; {advice}")


def explain(owner: Any) -> None:
    """Lets a class, or a module's functions, answer to other names and say how they are called where an argument is missing."""
    for name, function in [*vars(owner).items()]:
        if isinstance(function, types.FunctionType) and not name.startswith("_") and "_Format" in str(function.__annotations__):
            setattr(owner, name, _explained(function))
    if isinstance(owner, type):
        setattr(owner, "__getattr__", guess)


def _explained(function: Any) -> Any:
    @functools.wraps(function)
    def called(*args: Any, **named: Any) -> Any:
        try:
            return function(*args, **named)
        except TypeError as why:
            if function.__name__ + "() " not in str(why) and "a format's name" not in str(why):
                raise
            parameters = [word for word in inspect.signature(function).parameters if word != "self"]
            raise TypeError(f"{why}; it is {function.__name__}({', '.join(parameters)}), and a format is 'ulid' or ULID") from None

    return called


def answer_in(module: str) -> Callable[[str], Any]:
    """The __getattr__ of a module, which type checkers are not shown. The last line of the module asks for it."""
    if module != __package__:
        explain(sys.modules[module])
    return lambda wanted: guess(sys.modules[module], wanted)
