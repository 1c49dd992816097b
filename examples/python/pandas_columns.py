"""Ids in a pandas frame: quoted by docs/python.md."""

# [all]
import pandas

import sortid.arrow
import sortid.numpy
from sortid import ULID

frame = pandas.DataFrame({"id": ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ", None]})

# By numpy, where no row is missing.
there = frame["id"].dropna()
made = sortid.numpy.instants(ULID, sortid.numpy.from_text(ULID, there.to_numpy("U26")))
assert list(made.astype("datetime64[Y]").astype(str)) == ["2016", "2017"]

# By Arrow, where some may be: a Series is an Arrow stream, and a column becomes a Series again.
made = sortid.arrow.instants(ULID, frame["id"])
frame["made"] = pandas.Series.from_arrow(made)
assert frame["made"].isna().tolist() == [False, False, True]
assert frame["made"][0] == ULID(frame["id"][0]).datetime
# [/all]
