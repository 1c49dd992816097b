"""Functions of ids for Spark, over Arrow: whole batches, on the kernels of each executor.

    sortid.spark.register(spark)
    spark.sql("SELECT ulid_time(id), try_typeid_bytes(customer, 'user') FROM orders")

`sortid.spark.functions` has the same for columns, and what takes Python's values: new ids, and ranges of time that Parquet
prunes. Executors need the package `sortid`, with pyarrow.
"""

from __future__ import annotations

from pyspark.sql import SparkSession

from .. import _core, _sql
from . import functions

__all__ = ["functions", "register"]


def register(spark: SparkSession, *, pool: str | None = None) -> None:
    """Makes the functions of every format known to SQL.

    `pool` is the store of a NodePool, such as 'etcd:…', that all executors reach: without one there are no new ids of formats
    with a node. Other formats of 64 bits have none: executors could make the same id.
    """
    for kind in _core.FORMATS.values():
        for function in _sql.functions(kind, signed=True):
            if function.takes != "time":
                spark.udf.register(function.name, functions._udf(function.work, function.gives, kind, function.prefixed))
        if functions._may_make(kind, pool):
            of = pool if functions._has_node(kind) else None
            spark.udf.register(f"{kind.SQL_NAME}_generate", functions._new(kind, "text", "", of))
            named = functions._new_prefixed(kind) if kind.MAX_PREFIX else functions._new_of_nothing(kind, of)
            spark.udf.register(kind.SQL_NAME, named)
