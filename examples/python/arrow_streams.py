"""A stream of tables in the memory of one: quoted by docs/python.md."""

# [all]
import pyarrow

import sortid.arrow
from sortid import ULID

schema = pyarrow.schema({"id": pyarrow.string()})
batches = (pyarrow.record_batch({"id": pyarrow.array(sortid.arrow.to_text(ULID, sortid.arrow.new(ULID, 1000)))}) for _ in range(100))
reader = pyarrow.RecordBatchReader.from_batches(schema, batches)  # or of a Parquet file, of a query in DuckDB …

days = {day for made in sortid.arrow.transform(ULID, reader, "times", column="id") for day in pyarrow.array(made).cast("date32")}
assert 1 <= len(days) <= 2
# [/all]
