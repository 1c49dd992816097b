"""Functions of ids for SQL in DataFusion.

    context = datafusion.SessionContext()
    sortid.datafusion.register(context)
    context.sql("SELECT ulid_time(id) FROM orders WHERE key >= ulid_first_bytes(TIMESTAMP '2026-01-01')")

They work on whole batches of Arrow. Those of constants are computed once, before the query runs; a new id is made for each row.
"""

from __future__ import annotations

from typing import Any

import datafusion
import pyarrow

from . import _core, _sql

__all__ = ["register"]

_TYPES = {"text": pyarrow.string_view(), "time": pyarrow.timestamp("ms", "UTC"), "bool": pyarrow.bool_()}


def _register_new(context: datafusion.SessionContext, kind: type[_core.Id]) -> None:
    name, text = kind.SQL_NAME, pyarrow.string()
    generator = _core.Generator(kind, on_overflow="wait")

    def new(rows: Any) -> Any:
        return _sql.to_text(kind, _sql.new_ids(generator, len(rows)))

    def new_prefixed(prefixes: Any) -> Any:
        ids = _sql.new_ids(generator, len(prefixes))
        return _sql.by_prefix(lambda rows, prefix: _sql.to_text(kind, rows, prefix), ids, prefixes)

    def of_nothing() -> Any:  # DataFusion does not say how many rows there are
        raise TypeError(f"{name}() knows no number of rows here: write {name}_generate(x), with any x of the rows")

    # Every type becomes a text.
    context.register_udf(datafusion.udf(new, [_TYPES["text"]], text, "volatile", f"{name}_generate"))
    if kind.MAX_PREFIX:
        context.register_udf(datafusion.udf(new_prefixed, [text], text, "volatile", name))
    else:
        context.register_udf(datafusion.udf(of_nothing, [], text, "volatile", name))


def register(context: datafusion.SessionContext) -> None:
    """Makes the functions of every format known to the context."""
    for kind in _core.FORMATS.values():
        types = {**_TYPES, "id": pyarrow.binary(16) if kind.BITS == 128 else pyarrow.uint64()}
        for function in _sql.functions(kind):
            takes = [types[function.takes]] + [pyarrow.string()] * function.prefixed
            # What is written is utf8; views are the type that tables have their texts in.
            gives = pyarrow.string() if function.gives == "text" else types[function.gives]
            context.register_udf(datafusion.udf(function.work, takes, gives, "immutable", function.name))
        if kind.BITS == 128 and hasattr(kind, "new"):  # others could repeat in another process
            _register_new(context, kind)
