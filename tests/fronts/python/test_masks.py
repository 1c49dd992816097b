"""Masks: the frozen vectors, arrays, and keys that are rejected."""

import json
import os
import pathlib

import numpy
import pytest
from conftest import generator

import pyarrow
import sortid
import sortid.arrow
import sortid.numpy
from sortid import Masker

VECTORS = pathlib.Path(os.environ.get("SORTID_VECTORS", pathlib.Path(__file__).parents[2] / "oracle/vectors"))
CASES = json.loads((VECTORS / "mask" / "vectors.json").read_text())
KEY = bytes(range(16))


def masker_of(case):
    return Masker(sortid.FORMATS[case["format"]], bytes.fromhex(case["key"]), uuid_version=case["version"])


def test_frozen_vectors():
    for case in CASES:
        masker = masker_of(case)
        id, masked = masker.kind(case["text"]), masker.masked_kind(case["masked"])
        assert masker.mask(id) == masked and masker.unmask(masked) == id, case


@pytest.mark.parametrize("kind", [k for k in sortid.FORMATS.values() if hasattr(k, "new")], ids=lambda k: k.FORMAT)
def test_arrays_are_masked_as_ids_are(kind):
    masker = Masker(kind, KEY)
    options = {"prefix": "user"} if kind.MAX_PREFIX else {}
    ids = sortid.numpy.new(generator(kind, on_overflow="wait"), 100)
    masked = sortid.numpy.mask(masker, ids, **options)
    texts = sortid.numpy.to_text(masker.masked_kind, masked, **options)
    one_by_one = [str(masker.mask(kind(text.decode()))) for text in sortid.numpy.to_text(kind, ids, **options)]
    assert [text.decode() for text in texts] == one_by_one
    assert numpy.array_equal(sortid.numpy.unmask(masker, masked, **options), ids)


def test_what_is_rejected():
    for size in (0, 15, 17, 31, 33):
        with pytest.raises(ValueError, match=f"a key has 16 or 32 bytes, not {size}"):
            Masker(sortid.ULID, bytes(size))
    for wrong in ("0" * 32, 16, None):
        with pytest.raises(TypeError, match="a key is bytes"):
            Masker(sortid.ULID, wrong)
    with pytest.raises(ValueError, match="uuid_version is 8 or 4, not 7"):
        Masker(sortid.UUIDv7, KEY, uuid_version=7)
    masker = Masker(sortid.UUIDv7, KEY)
    assert (masker.kind, masker.masked_kind) == (sortid.UUIDv7, sortid.UUID)
    with pytest.raises(sortid.IdRangeError) as why:
        masker.unmask(sortid.UUID("018fb1c8-5d6e-7a2b-9c3d-4e5f60718293"))
    assert (why.value.position, why.value.expected, why.value.found) == (14, 8, 7)
    with pytest.raises(TypeError, match="this masker takes"):
        masker.mask(sortid.ULID.new())
    ids = numpy.frombuffer(bytes(48), "V16")
    with pytest.raises(sortid.IdRangeError) as why:
        sortid.numpy.mask(masker, ids)
    assert why.value.row == 0


@pytest.mark.parametrize("kind", [k for k in sortid.FORMATS.values() if hasattr(k, "new")], ids=lambda k: k.FORMAT)
def test_arrow_columns_are_masked_as_ids_are(kind):
    masker = Masker(kind, KEY)
    options = {"prefix": "user"} if kind.MAX_PREFIX else {}
    ids = generator(kind, on_overflow="wait", **options).many(50)
    texts = [str(id) if i % 7 else None for i, id in enumerate(ids)]
    wanted = [str(masker.mask(id)) if i % 7 else None for i, id in enumerate(ids)]
    masked = sortid.arrow.mask(masker, pyarrow.array(texts), text=True, **options)
    assert pyarrow.array(masked).to_pylist() == wanted
    assert pyarrow.array(sortid.arrow.unmask(masker, masked, text=True, **options)).to_pylist() == texts
    stored = sortid.arrow.from_text(kind, pyarrow.array(texts), **options)
    again = sortid.arrow.unmask(masker, sortid.arrow.mask(masker, stored, **options), **options)
    assert pyarrow.array(sortid.arrow.to_text(kind, again, **options)).to_pylist() == texts
    assert len(sortid.arrow.mask(masker, pyarrow.array([], pyarrow.string()), **options)) == 0


def test_arrow_columns_that_cannot_be_masked():
    masker = Masker(sortid.UUIDv7, KEY)
    with pytest.raises(sortid.IdRangeError) as why:
        sortid.arrow.unmask(masker, pyarrow.array([None, "018fb1c8-5d6e-7a2b-9c3d-4e5f60718293"]))
    assert why.value.row == 1
