#!/usr/bin/env python3
"""Rows a second in DataFusion on one thread."""

import datafusion
import pyarrow
import sortid.arrow
import sortid.datafusion
import sortid.numpy
from measuring import arguments, figures
from sortid import ULID


def main():
    given = arguments(5_000_000)
    ids = sortid.numpy.new(ULID, given.rows)
    keys = pyarrow.FixedSizeBinaryArray.from_buffers(pyarrow.binary(16), given.rows, [None, pyarrow.py_buffer(ids)])
    texts = pyarrow.array(sortid.arrow.to_text(ULID, keys))
    context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(1))
    sortid.datafusion.register(context)
    identity = datafusion.udf(lambda column: column, [pyarrow.string_view()], pyarrow.string_view(), "immutable", "same")
    context.register_udf(identity)
    table = pyarrow.table({"text": texts.cast(pyarrow.string_view()), "id": keys})
    context.register_record_batches("given", [table.to_batches(max_chunksize=65536)])

    def run(of):
        return lambda: context.sql(f"SELECT count({of}) FROM given").collect()

    figures("datafusion", "text → time", given.rows,
            {"identity in Python": run("same(text)"), "`length(text)`": run("length(text)"), "`ulid_time(text)`": run("ulid_time(text)")},
            "identity in Python", given.repeat)
    figures("datafusion", "text → bytes", given.rows, {"`ulid_bytes(text)`": run("ulid_bytes(text)")}, None, given.repeat)
    figures("datafusion", "bytes → text", given.rows, {"`ulid_text(id)`": run("ulid_text(id)")}, None, given.repeat)


main()
