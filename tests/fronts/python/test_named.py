"""Name-based ids: the vectors of tests/oracle/named.py, and what is rejected."""

import datetime
import json
import os
import pathlib

import pytest
import sortid

VECTORS = pathlib.Path(os.environ.get("SORTID_VECTORS", pathlib.Path(__file__).parents[2] / "oracle/vectors"))
CASES = json.loads((VECTORS / "named" / "vectors.json").read_text())
KEY = bytes(range(16))


def test_vectors_of_another_hand():
    for case in CASES:
        if case["extension"] is not None:
            continue
        kind = sortid.FORMATS[case["format"]]
        options = {"prefix": case["prefix"]} if kind.MAX_PREFIX else {}
        id = kind.named_at(case["unix_ms"], case["name"], bytes.fromhex(case["key"]), **options)
        assert str(id) == case["text"], case


def test_arguments():
    when = datetime.datetime(2023, 11, 14, 22, 13, 20, tzinfo=datetime.timezone.utc)
    assert str(sortid.TypeID.named_at(when, b"customers/4711", bytearray(KEY), prefix="user")) == \
        "user_01hf7yat00fwrtfyf984js6rm4"
    id = sortid.ULID.named_at(when, "a", KEY, epoch=when)
    assert id.timestamp == 0
    for size in (0, 15, 17, 33):
        with pytest.raises(ValueError, match=f"a key has 16 or 32 bytes, not {size}"):
            sortid.ULID.named_at(when, "a", bytes(size))
    with pytest.raises(TypeError, match="a key is bytes"):
        sortid.ULID.named_at(when, "a", "0" * 32)
    with pytest.raises(TypeError):
        sortid.ULID.named_at(when, 7, KEY)
    with pytest.raises(sortid.IdRangeError):
        sortid.ULID.named_at(-1, "a", KEY)
    with pytest.raises(sortid.IdPrefixError):
        sortid.TypeID.named_at(when, "a", KEY, prefix="User")
    assert not hasattr(sortid.XID, "named_at") and not hasattr(sortid.UUID, "named_at")


def test_names_that_utf_8_does_not_have():
    """Half of a surrogate pair: JavaScript rejects it too. os.fsencode() gives the bytes of a file's name."""
    for at, name in [(0, "\ud800"), (1, "a\udcff"), (2, "\u00e9\U00010400\udc00\ud800")]:
        with pytest.raises(UnicodeEncodeError, match="surrogates not allowed") as why:
            sortid.ULID.named_at(0, name, KEY)
        assert why.value.start == at
        with pytest.raises(UnicodeEncodeError):
            sortid.TypeID.named_at(0, name, KEY, prefix="user")
    assert sortid.ULID.named_at(0, "\U00010400", KEY) == sortid.ULID.named_at(0, "\U00010400".encode(), KEY)
    assert sortid.ULID.named_at(0, b"a\xff", KEY) != sortid.ULID.named_at(0, "a\u00ff", KEY)
