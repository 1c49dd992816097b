"""Ids in a polars frame: quoted by docs/python.md."""

# [all]
import polars

import sortid.arrow
from sortid import TypeID

users = [TypeID.new("user") for _ in range(3)]
frame = polars.DataFrame({"user": [str(id) for id in users] + ["user_no", None]})

ids = sortid.arrow.from_text(TypeID, frame["user"], prefix="user", errors="null")
made = sortid.arrow.instants(TypeID, ids)
frame = frame.with_columns(polars.Series(ids).alias("id"), polars.Series(made).alias("made"))

assert frame["id"].null_count() == 2 and frame["id"][0] == users[0].bytes
assert frame["made"][2] == users[2].datetime
assert polars.Series(sortid.arrow.to_text(TypeID, ids, prefix="user"))[1] == str(users[1])
# [/all]
