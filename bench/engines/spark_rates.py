#!/usr/bin/env python3
"""Rows a second in Spark on one core: the functions of the Python package beside an identity of the same type, which is what crossing
to Python costs, and those of the jar, which has its own session of the same process of Java. Rows beyond 10⁷ are the same file under
other names: Spark reads each."""

import os
import pathlib
import tempfile

import pyarrow
import pyarrow.parquet
import sortid.arrow
import sortid.numpy
from measuring import arguments, figures, spark_session
from pyspark.sql.functions import arrow_udf
from sortid import ULID

A_FILE = 10_000_000
JVM = pathlib.Path(__file__).resolve().parents[2] / "build/release/jvm"


def same(column: pyarrow.Array) -> pyarrow.Array:
    return column


def main():
    given = arguments(A_FILE)
    part, files = ("spark", 1) if given.rows <= A_FILE else ("spark_again", given.rows // A_FILE)
    jars = {"driver.extraClassPath": ":".join(str(jar) for pattern in ("sortid-[0-9]*.jar", "modules/sortid-spark-*.jar")
                                              for jar in JVM.glob(pattern))}
    with tempfile.TemporaryDirectory() as folder:
        keys = pyarrow.FixedSizeBinaryArray.from_buffers(
            pyarrow.binary(16), given.rows // files, [None, pyarrow.py_buffer(sortid.numpy.new(ULID, given.rows // files))])
        table = pyarrow.table({"text": pyarrow.array(sortid.arrow.to_text(ULID, keys)), "id": keys.cast(pyarrow.binary())})
        ids = pathlib.Path(folder) / "ids"
        ids.mkdir()
        pyarrow.parquet.write_table(table, ids / "0.parquet", compression="none")
        for file in range(1, files):
            os.link(ids / "0.parquet", ids / f"{file}.parquet")
        del table, keys

        def measured(bench, subjects, base):
            def run(of):
                return lambda: spark.sql(f"SELECT {of} AS made FROM given").write.format("noop").mode("overwrite").save()

            figures(part, bench, given.rows, {subject: run(of) for subject, of in subjects.items()}, base, given.repeat)

        spark = spark_session(folder, 1, "2g", **jars)
        spark.udf.register("same", arrow_udf(same, "string"))
        spark.read.parquet(str(ids)).createOrReplaceTempView("given")
        measured("text → time", {"identity": "same(text)", "`length(text)`": "length(text)", "`ulid_time(text)`": "ulid_time(text)"}, "identity")
        measured("text → bytes", {"`ulid_bytes(text)`": "ulid_bytes(text)"}, None)
        if files == 1:
            measured("bytes → text", {"`ulid_text(id)`": "ulid_text(id)"}, None)
        spark.stop()

        spark = spark_session(folder, 1, "2g", **jars, **{"sql.extensions": "sortid.spark.SortidExtensions"})
        spark.read.parquet(str(ids)).createOrReplaceTempView("given")
        measured("text → time", {"`text`": "text", "`ulid_time(text)` of the jar": "ulid_time(text)"}, "identity")
        measured("text → bytes", {"`ulid_bytes(text)` of the jar": "ulid_bytes(text)"}, "`ulid_bytes(text)`")
        spark.stop()


main()
