"""Ids as numpy arrays: quoted by docs/python.md."""

# [all]
import numpy

import sortid.numpy
from sortid import ULID

ids = sortid.numpy.new(ULID, 1000)  # V16: sixteen bytes each
texts = sortid.numpy.to_text(ULID, ids)  # S26
assert (sortid.numpy.from_text(ULID, texts) == ids).all()

made = sortid.numpy.instants(ULID, ids)  # datetime64[ms]
assert made.max() - made.min() < numpy.timedelta64(1, "h")

texts[7] = b"01ARZ3NDEKTSV4RRFFQ69G5FAU"
ids, rejected = sortid.numpy.try_from_text(ULID, texts)
assert rejected.nonzero()[0].tolist() == [7]
# [/all]
