# [all]
import pandas

import sortid.pandas

orders = pandas.Series(["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01bx5zzkbkactav9wevgemmvrz", "01ARZ3NDEKTSV4RRFFQ69G5FAU", None])

assert orders.sortid.is_valid("ulid").tolist() == [True, True, False, pandas.NA]
assert orders.sortid.check("ulid")[2] == "character"

made = orders.sortid.time("ulid", errors="null")  # datetime64[ms, UTC]
assert made.dt.year[0] == 2016 and made.isna().tolist() == [False, False, True, True]

assert orders[:1].sortid.to("uuid", format="ulid")[0] == "01563e3a-b5d3-d676-4c61-efb99302bd5b"
ids = orders.sortid.parse("ulid", errors="null")  # bytes
assert ids.sortid.text("ulid")[1] == "01BX5ZZKBKACTAV9WEVGEMMVRZ"

of_2016 = orders.sortid.between("2016-01-01", "2017-01-01", format="ulid", errors="null")
assert of_2016.tolist() == [True, False, False, False]

new = sortid.pandas.new("ulid", len(orders))  # a Series of texts
assert new.is_monotonic_increasing
# [/all]
