"""Ids in DataFusion and in Parquet files."""

import os
import tempfile

os.chdir(tempfile.mkdtemp())

# [all]
import datafusion
import pyarrow

import sortid.datafusion
from sortid import ULID

context = datafusion.SessionContext()
sortid.datafusion.register(context)
context.from_arrow(pyarrow.table({"id": [str(ULID.new()) for _ in range(3)] + [None]}), "orders")
made = context.sql("SELECT ulid_time(id) AS made FROM orders WHERE ulid_is_valid(id)").to_pydict()["made"]
assert len(made) == 3
# [/all]

# [parquet]
import pyarrow.parquet

import sortid.arrow

texts = pyarrow.array(sorted(str(ULID.new()) for _ in range(10_000)))
ids = pyarrow.array(sortid.arrow.from_text(ULID, texts))  # fixed_size_binary[16]
pyarrow.parquet.write_table(pyarrow.table({"id": ids}), "orders.parquet", row_group_size=1000)

first, last = ULID.between(ULID(texts[0].as_py()).unix_ms, ULID(texts[-1].as_py()).unix_ms + 1)
found = pyarrow.parquet.read_table("orders.parquet", filters=[("id", ">=", first.bytes), ("id", "<=", last.bytes)])
assert found.num_rows == 10_000
# [/parquet]
