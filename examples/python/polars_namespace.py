# [all]
import datetime

import polars as pl

import sortid.polars

texts = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01bx5zzkbkactav9wevgemmvrz", "01ARZ3NDEKTSV4RRFFQ69G5FAU", None]
orders = pl.LazyFrame({"id": texts})
id = pl.col("id").sortid

rows = orders.select(
    valid=id.is_valid("ulid"),
    why=id.check("ulid"),
    made=id.time("ulid", errors="null"),
    uuid=id.to("uuid", format="ulid", errors="null"),
).collect(engine="streaming")

assert rows["valid"].to_list() == [True, True, False, None]
assert rows["why"].to_list() == [None, None, "character", None]
assert rows["made"].dt.year().to_list() == [2016, 2017, None, None]
assert rows["uuid"][0] == "01563e3a-b5d3-d676-4c61-efb99302bd5b"
# [/all]

# [ids]
ids = orders.select(id.parse("ulid", errors="null")).collect()  # Binary, 16 bytes each
assert ids.select(pl.col("id").sortid.text("ulid")).to_series().to_list() == [texts[0], texts[1].upper(), None, None]
# [/ids]

# [between]
of_2016 = ids.lazy().filter(pl.col("id").sortid.between("2016-01-01", "2017-01-01", format="ulid", stored="ids"))
assert of_2016.collect().height == 1

year = datetime.datetime(2016, 1, 1, tzinfo=datetime.timezone.utc)
first = pl.Series([year]).sortid.first_at("ulid", text=True)
assert first[0] == "01A7X7QQ000000000000000000"

new = orders.with_columns(id=sortid.polars.new("ulid", len(texts)))  # a Series of texts
assert new.collect()["id"].is_sorted()
# [/between]
