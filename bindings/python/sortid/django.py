"""Ids in the fields of Django's models.

    id = IdField(ULID, primary_key=True, default=ULID.new)

The column holds texts (`text`), bytes in network order (`bytes`), numbers (`int`, for formats whose largest number a BIGINT has)
or, of ids of 128 bits, the database's own UUIDs (`uuid`); each sorts as the ids do.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

from django import forms
from django.core import exceptions
from django.db import models

from . import _core, _guesses
from ._stored import Storage, Stored

__all__ = ["IdField"]

_FIELDS = {"text": "CharField", "bytes": "BinaryField", "int": "BigIntegerField", "uuid": "UUIDField"}


class _FormField(forms.CharField):  # type: ignore[misc]
    """A text that becomes an id, or None where it is left empty."""

    def __init__(self, id_of: Callable[[Any], Any], **options: Any) -> None:
        super().__init__(**{"empty_value": None, **options})
        self._id_of = id_of

    def to_python(self, value: Any) -> Any:
        return self._id_of(super().to_python(value))


class IdField(models.Field):  # type: ignore[misc]
    """A column of ids of one class; of TypeIDs with one prefix, where it is given. An id is accepted, and its text."""

    empty_strings_allowed = False

    def __init__(self, kind: str | type[_core.Id], storage: Storage = "text", *args: Any, prefix: str | None = None, **options: Any) -> None:
        self._stored = Stored(kind, storage, prefix)
        if storage == "text":
            options["max_length"] = self._stored.longest_text()
        super().__init__(*args, **options)

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        options.pop("max_length", None)
        if self._stored.prefix is not None:
            options["prefix"] = self._stored.prefix
        return name, path, [self._stored.kind, self._stored.storage, *args], options

    def get_internal_type(self) -> str:
        return _FIELDS[self._stored.storage]

    def to_python(self, value: Any) -> Any:
        try:
            return self._stored.id_of(value)
        except (_core.IdError, TypeError) as why:
            raise exceptions.ValidationError(str(why), code="invalid") from why

    def get_prep_value(self, value: Any) -> Any:
        return self._stored.id_of(super().get_prep_value(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        value = self._stored.put(super().get_db_prep_value(value, connection, prepared))
        if value is None or self._stored.storage in ("text", "int"):
            return value
        if self._stored.storage == "bytes":
            return connection.Database.Binary(value)
        return value if connection.features.has_native_uuid_field else value.hex

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return self._stored.get(value)

    def value_to_string(self, row: Any) -> str:
        value = self.value_from_object(row)
        return "" if value is None else str(value)

    def formfield(self, **options: Any) -> Any:
        return super().formfield(**{"form_class": functools.partial(_FormField, self.to_python), **options})


globals()["__getattr__"] = _guesses.answer_in(__name__)
