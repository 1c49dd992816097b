"""Functions of ids for SQL in DataFusion.

    context = datafusion.SessionContext()
    sortid.datafusion.register(context)
    context.sql("SELECT ulid_time(id) FROM orders WHERE key >= ulid_first_bytes(TIMESTAMP '2026-01-01')")

They work on whole batches of Arrow. Those of constants are computed once, before the query runs.
"""

from __future__ import annotations

from typing import Any

import datafusion
import pyarrow

from . import _core, _sql

__all__ = ["register"]

_TYPES = {"text": pyarrow.string_view(), "time": pyarrow.timestamp("ms", "UTC"), "bool": pyarrow.bool_()}


def register(context: datafusion.SessionContext) -> None:
    """Makes the functions of every format known to the context."""
    for kind in _core.FORMATS.values():
        types = {**_TYPES, "id": pyarrow.binary(16) if kind.BITS == 128 else pyarrow.uint64()}
        for function in _sql.functions(kind):
            takes = [types[function.takes]] + [pyarrow.string()] * function.prefixed
            # What is written is utf8; views are the type that tables have their texts in.
            gives = pyarrow.string() if function.gives == "text" else types[function.gives]
            context.register_udf(datafusion.udf(function.work, takes, gives, "immutable", function.name))
