"""Ids as parameters and results of asyncpg.

    await sortid.asyncpg.register(connection)     # or create_pool(…, init=sortid.asyncpg.register)

The types of the PostgreSQL extension take ids and their texts, and come back as ids. Columns of type text take str(id), and those of
type uuid take id.uuid.
"""

from __future__ import annotations

from typing import Any

from . import _core
from ._postgres import QUERY, types_of

__all__ = ["register"]


async def register(connection: Any, *, uid11: type[_core.Id] = _core.UID11) -> None:
    """For one connection. `uid11` is the class of the ids in columns of that type."""
    for of in types_of(await connection.fetch(QUERY), uid11):
        await connection.set_type_codec(of.name, schema=of.schema, encoder=str, decoder=of.parse, format="text")
