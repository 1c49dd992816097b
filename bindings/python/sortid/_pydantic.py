"""What pydantic asks an id's class for: an id or its text in, the text out in JSON."""

from __future__ import annotations

import uuid
from typing import Any

from pydantic_core import PydanticKnownError
from pydantic_core import core_schema as schemas

from . import _core
from ._stored import is_uuid


def core_schema(kind: type[Any], source: Any, handler: Any) -> Any:
    def id_of(value: Any) -> Any:
        if isinstance(value, kind):
            return value
        if is_uuid(kind) and isinstance(value, uuid.UUID):
            return kind(value)
        if not isinstance(value, str):
            raise PydanticKnownError("string_type")
        return kind.parse(value)

    return schemas.no_info_plain_validator_function(
        id_of, serialization=schemas.to_string_ser_schema(when_used="json")
    )


def json_schema(kind: type[_core.Id], schema: Any, handler: Any) -> dict[str, Any]:
    described: dict[str, Any] = {"type": "string", "format": "uuid" if is_uuid(kind) else kind.FORMAT, "minLength": kind.SYMBOLS}
    if not kind.MAX_PREFIX:
        described["maxLength"] = kind.SYMBOLS
    return described
