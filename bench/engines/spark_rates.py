#!/usr/bin/env python3
"""Rows a second in Spark on one core, beside an identity of the same type, which is what crossing to Python costs."""

import tempfile

import pyarrow
import pyarrow.parquet
import sortid.arrow
import sortid.numpy
from measuring import arguments, figures, spark_session
from pyspark.sql.functions import arrow_udf
from sortid import ULID


def same(column: pyarrow.Array) -> pyarrow.Array:
    return column


def main():
    given = arguments(10_000_000)
    with tempfile.TemporaryDirectory() as folder:
        spark = spark_session(folder, 1, "2g")
        spark.udf.register("same", arrow_udf(same, "string"))
        keys = pyarrow.FixedSizeBinaryArray.from_buffers(
            pyarrow.binary(16), given.rows, [None, pyarrow.py_buffer(sortid.numpy.new(ULID, given.rows))])
        table = pyarrow.table({"text": pyarrow.array(sortid.arrow.to_text(ULID, keys)), "id": keys.cast(pyarrow.binary())})
        pyarrow.parquet.write_table(table, f"{folder}/ids.parquet", compression="none")
        del table, keys
        spark.read.parquet(f"{folder}/ids.parquet").createOrReplaceTempView("given")

        def run(of):
            return lambda: spark.sql(f"SELECT {of} AS made FROM given").write.format("noop").mode("overwrite").save()

        figures("spark", "text → time", given.rows, {"identity": run("same(text)"), "`length(text)`": run("length(text)"),
                                                      "`ulid_time(text)`": run("ulid_time(text)")}, "identity", given.repeat)
        figures("spark", "text → bytes", given.rows, {"`ulid_bytes(text)`": run("ulid_bytes(text)")}, None, given.repeat)
        figures("spark", "bytes → text", given.rows, {"`ulid_text(id)`": run("ulid_text(id)")}, None, given.repeat)
        spark.stop()


main()
