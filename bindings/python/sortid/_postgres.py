"""The types of the PostgreSQL extension as a database has them, for its drivers."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _core

# Types have the name and the schema that their owner gave them; their input function says what they are.
QUERY = (
    "SELECT t.typname::text, n.nspname::text, t.oid::bigint, t.typarray::bigint,"
    " substring(p.prosrc FROM '^sortid_(.*)_in$'), coalesce(p.proargnames[1], '')"
    " FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace JOIN pg_proc p ON p.oid = t.typinput"
    " WHERE p.prosrc ~ '^sortid_.*_in$' AND p.probin LIKE '%sortid' AND t.typtype = 'b'"
)


class Type(NamedTuple):
    """A type of the database, and the class of its ids."""

    name: str
    schema: str
    oid: int
    array_oid: int
    kind: Any
    prefix: str | None  # that of a type by create_typeid()

    def parse(self, text: str) -> Any:
        """The id of a text of the server."""
        return self.kind.parse(text)

    def from_wire(self, data: bytes) -> Any:
        """The id of the server's binary form."""
        if not self.kind.MAX_PREFIX:
            return self.kind.from_bytes(data)
        if self.prefix is None:  # each value has its own, behind the bits
            return self.kind.from_bytes(data[:16], str(data[16:], "ascii"))
        return self.kind.from_bytes(data, self.prefix)


def types_of(rows: Any, uid11: type[_core.Id]) -> list[Type]:
    """The types that the query found."""
    kinds: dict[str, Any] = {kind.SQL_NAME: kind for kind in _core.FORMATS.values()}
    kinds |= {"uid11": uid11, "typed": _core.TypeID}
    return [
        Type(name, schema, oid, array_oid, kinds[what], prefix if what == "typed" else None)
        for name, schema, oid, array_oid, what, prefix in rows
    ]
