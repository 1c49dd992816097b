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

# As a column, where some may be: it takes a Series of pandas 2 or 3, and becomes one again.
made = sortid.arrow.instants(ULID, frame["id"])
frame["made"] = pandas.Series(made).dt.tz_localize("UTC")
assert frame["made"].isna().tolist() == [False, False, True]
assert frame["made"][0] == ULID(frame["id"][0]).datetime
# [/all]
