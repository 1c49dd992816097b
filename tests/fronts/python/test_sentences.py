"""What errors say: the sentence names what is wrong, and what would be right."""

import json

import numpy
import pytest

import sortid
import sortid.arrow
import sortid.numpy
from sortid import EUID, ULID, UID11, UUID, XID, Generator, TypeID, UlidFlakeScalable

USER = "user_01h2xcejqtf2nbrexx3vqjhp41"
OTHER_PREFIX = 'prefix: prefix "org" expected, found "user"'
EMPTY = "range: the interval is empty: its end does not belong to it"


@pytest.mark.parametrize("call, sentence", [
    (lambda: TypeID.parse(USER, "org"), OTHER_PREFIX),
    (lambda: TypeID.parse(USER[5:], "org"), 'prefix: prefix "org" expected, found none'),
    (lambda: TypeID.parse(USER, ""), 'prefix: no prefix expected, found "user"'),
    (lambda: sortid.numpy.from_text(TypeID, [USER], prefix="org"), OTHER_PREFIX + " (row 0)"),
    (lambda: sortid.arrow.from_text(TypeID, numpy.array([USER]), prefix="org"), OTHER_PREFIX + " (row 0)"),
    (lambda: sortid.arrow.instants(TypeID, numpy.array([USER]), prefix="org"), OTHER_PREFIX + " (row 0)"),
    (lambda: sortid.numpy.from_text(ULID, [str(ULID.MIN)], prefix="org"), "prefix: ulid takes no prefix"),
    (lambda: ULID.between(1, 0), EMPTY),
    (lambda: ULID.between(1, 1), EMPTY),
    (lambda: ULID.between(-2, -1), "range: ulid has the instants 1970-01-01T00:00:00.000Z to 10889-08-02T05:31:50.655Z"),
    (lambda: ULID.first_at(-1), "range: ulid has the instants 1970-01-01T00:00:00.000Z to 10889-08-02T05:31:50.655Z"),
    (lambda: XID.last_at(0), "range: xid has the instants 2011-11-11T11:11:11.111Z to 2151-03-25T18:46:22.214Z"),
    (lambda: XID.new_at(0), "range: xid has the instants 2011-11-11T11:11:11.111Z to 2151-03-25T18:46:22.214Z"),
    (lambda: XID.first_at(0, epoch=1), "range: xid has the instants 1970-01-01T00:00:00.001Z to 2109-05-15T07:35:11.104Z"),
    (lambda: ULID.MAX.datetime,
     "range: Python's datetime ends with the year 9999; unix_ms has this instant, 10889-08-02T05:31:50.655Z"),
    (lambda: UID11.with_text_prefix(""), "length: a text prefix has 1 to 11 symbols, found 0"),
    (lambda: UID11.with_text_prefix("1" * 12), "length: a text prefix has 1 to 11 symbols, found 12"),
    (lambda: Generator(ULID, on_overflow="run-ahead"), "on_overflow is one of 'fail', 'wait', 'run_ahead', not 'run-ahead'"),
    (lambda: Generator(ULID, on_clock_back=""), "on_clock_back is one of 'hold', 'wait', 'fail', not ''"),
    (lambda: Generator(ULID, node=1), "range: ulid takes no node"),
    (lambda: Generator(ULID, extension=1), "range: ulid takes no extension"),
    (lambda: Generator(ULID, prefix="user"), "prefix: ulid takes no prefix"),
    (lambda: Generator(UID11, epoch=0), "range: uid11 takes no epoch"),
    (lambda: Generator(XID, step_bytes=1), "range: xid takes no step_bytes"),
    (lambda: Generator(UlidFlakeScalable, node=32), "range: node is 0 to 31 for ulid-flake-scalable, not 32"),
    (lambda: Generator(EUID, extension=2**15), "range: extension is 0 to 32767 for euid, not 32768"),
    (lambda: Generator(EUID, extension=-1), "range: extension is 0 to 32767 for euid, not -1"),
    (lambda: Generator(EUID, extension=10**30), "range: extension is 0 to 32767 for euid, not 1" + "0" * 30),
    (lambda: Generator(ULID, max_wait_ms=-1), "max_wait_ms is a number of milliseconds from 0 on, not -1"),
    (lambda: Generator(ULID, max_wait_ms=10**30), "max_wait_ms is a number of milliseconds from 0 on, not 1" + "0" * 30),
    (lambda: Generator(XID, order_file="file"), "order_file: the format has no order"),
    (lambda: ULID.first_at(2024), "length: a year or milliseconds? Write 2024-01-01, or 1970-01-01T00:00:02.024Z for the milliseconds"),
    (lambda: ULID.between(20240606, 20240607),
     "length: a date or milliseconds? Write 2024-06-06, or 1970-01-01T05:37:20.606Z for the milliseconds"),
    (lambda: ULID.new_at(1717653966),
     "length: seconds or milliseconds? Write 2024-06-06T06:06:06.000Z, or 1970-01-20T21:07:33.966Z for the milliseconds"),
    (lambda: Generator(ULID, epoch=2024), "length: a year or milliseconds? Write 2024-01-01, or 1970-01-01T00:00:02.024Z for the milliseconds"),
    (lambda: ULID.from_int(-1), "overflow: a negative number is no ulid"),
    (lambda: sortid.arrow.to_text(XID, numpy.array([1, -1])), "overflow: a negative number is no xid (row 1)"),
    (lambda: sortid.arrow.to_text(XID, numpy.array([1, -1], object)), "overflow: a negative number is no xid (row 1)"),
    (lambda: sortid.arrow.to_text(XID, numpy.array([1, 2**64], object)), "an id of 64 bits is a number from 0 to 2**64 - 1"),
    (lambda: sortid.arrow.from_text(XID, numpy.array([str(XID.MAX)]), signed=True),
     "overflow: an int64 does not hold this xid (row 0)"),
    (lambda: Generator(UUID), "uuid ids are parsed and never made; UUIDv7 ids are"),
    (lambda: XID("9m4e2mr0ui3e8a215n4g"),
     "length: xid has 11 symbols, found 20; an rs/xid has, but that is another format (96 bits), not xid"),
    (lambda: sortid.parse("9m4e2mr0ui3e8a215n4g"),
     "length: no format without a prefix has texts of 20 symbols; an rs/xid has, but that is another format (96 bits), not xid"),
])
def test_sentence(call, sentence):
    with pytest.raises(ValueError) as why:
        call()
    assert str(why.value) == sentence


@pytest.mark.parametrize("option, wrong, sentence", [
    ("on_overflow", 1, "on_overflow is one of 'fail', 'wait', 'run_ahead', not 1"),
    ("on_clock_back", None, "on_clock_back is one of 'hold', 'wait', 'fail', not None"),
    ("on_overflow", b"fail", "on_overflow is one of 'fail', 'wait', 'run_ahead', not b'fail'"),
    ("sequence", 0, "sequence is one of 'zero', 'random', 'carry_on', not 0"),
    ("extension", "1", "extension is an int, not <class 'str'>"),
    ("max_wait_ms", 1.5, "max_wait_ms is an int, not <class 'float'>"),
])
def test_sentence_of_a_wrong_type(option, wrong, sentence):
    with pytest.raises(TypeError) as why:
        Generator(ULID, **{option: wrong})
    assert str(why.value) == sentence


@pytest.mark.parametrize("call", [lambda: ULID.parse("no"), lambda: ULID.from_int(-1), lambda: TypeID.new("User"),
                                  lambda: sortid.numpy.from_text(ULID, ["no"])])
def test_what_an_error_has_of_its_own(call):
    """FastAPI's answers of 422 have it: fastapi.encoders writes vars() of an error."""
    with pytest.raises(sortid.IdError) as why:
        call()
    own = vars(why.value)
    assert own["reason"] == type(why.value).reason and {"position", "expected", "found", "format"} <= own.keys()
    assert json.loads(json.dumps(own)) == own


def test_uuids_of_other_versions_with_a_time():
    # RFC 9562, appendices A.1 and A.5.
    for text in ("c232ab00-9414-11ec-b3c8-9f6bdeced846", "1ec9414c-232a-6b00-b3c8-9f6bdeced846"):
        id_ = UUID(text)
        assert id_.unix_ms == 1645557742000 and id_.datetime.isoformat() == "2022-02-22T19:22:22+00:00"
        assert id_.timestamp is None and TypeID.from_id(id_).unix_ms is None
        ids = sortid.numpy.from_text(UUID, [text])
        assert sortid.numpy.instants(UUID, ids)[0] == numpy.datetime64("2022-02-22T19:22:22")
    assert UUID("000003e8-9414-21ec-b300-9f6bdeced846").unix_ms == 1645557416189  # version 2, rounded down to 2^32 · 100 ns
    assert UUID("919108f7-52d1-4320-9bac-f847db4148a8").datetime is None
