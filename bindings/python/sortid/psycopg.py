"""Ids as parameters and results of psycopg 3.

    sortid.psycopg.register(connection)

An id goes out as its text, which columns of text take, the types of the PostgreSQL extension, and for UUIDs those of type uuid.
Where the extension is installed, its types come back as ids, and arrays of them as lists.
"""

from __future__ import annotations

from typing import Any

from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.pq import Format
from psycopg.types import TypeInfo

from . import _core
from ._postgres import QUERY, Type, types_of

__all__ = ["register", "register_async"]


class _IdDumper(Dumper):  # type: ignore[misc]
    def dump(self, obj: Any) -> bytes:
        return str(obj).encode("ascii")


def _loaders(of: Type) -> tuple[type[Loader], type[Loader]]:
    class TextLoader(Loader):  # type: ignore[misc]
        def load(self, data: Buffer) -> Any:
            return of.parse(str(data, "ascii"))

    class BinaryLoader(Loader):  # type: ignore[misc]
        format = Format.BINARY

        def load(self, data: Buffer) -> Any:
            return of.from_wire(bytes(data))

    return TextLoader, BinaryLoader


def _dump_into(context: AdaptContext) -> None:
    for kind in _core.FORMATS.values():
        context.adapters.register_dumper(kind, _IdDumper)


def _load_into(context: AdaptContext, found: list[Type]) -> None:
    for of in found:
        TypeInfo(of.name, of.oid, of.array_oid).register(context)
        for loader in _loaders(of):
            context.adapters.register_loader(of.oid, loader)


def register(connection: Any, *, uid11: type[_core.Id] = _core.UID11) -> None:
    """For one connection. `uid11` is the class of the ids in columns of that type."""
    _dump_into(connection)
    _load_into(connection, types_of(connection.execute(QUERY, binary=False).fetchall(), uid11))


async def register_async(connection: Any, *, uid11: type[_core.Id] = _core.UID11) -> None:
    """The same for an AsyncConnection."""
    _dump_into(connection)
    rows = await (await connection.execute(QUERY, binary=False)).fetchall()
    _load_into(connection, types_of(rows, uid11))
