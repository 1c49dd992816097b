"""What texts look like that are none of ours: examples of the others' own documentation, as in looks_like_test.cpp; and ids in texts."""

import datetime as dt
import json
import random

import pytest
from conftest import FOLDER

import sortid
from sortid import ULID, find_ids, looks_like

UUID1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846"  # RFC 9562, appendix A.1
# README of github.com/segmentio/ksuid.
KSUID = "0ujtsYcgvSTl8PAuAdqWYSMnLOv"


def test_ids_of_others():
    (look,) = looks_like(KSUID)
    made = dt.datetime(2017, 10, 10, 4, 0, 47, tzinfo=dt.timezone.utc)
    assert look[:5] == ("ksuid", "a KSUID", 1507608047000, made, None)
    assert look.fields == {"timestamp": 107608047, "payload": 0xB5A1CD34B5F99D1154FB6853345C9735}
    # MongoDB's manual on ObjectId.getTimestamp(), id_test.go of github.com/rs/xid, Discord's reference of its API.
    assert looks_like("507f191e810c19729de860ea")[0].datetime == dt.datetime(2012, 10, 17, 20, 46, 22, tzinfo=dt.timezone.utc)
    assert [look.name for look in looks_like(b"9m4e2mr0ui3e8a215n4g")] == ["rs-xid"]
    assert ("snowflake-discord", 1462015105796) in [(look.name, look.unix_ms) for look in looks_like("175928847299117063")]
    # READMEs of github.com/paralleldrive/cuid2 and github.com/ai/nanoid.
    assert [looks_like(text)[0].name for text in ("tz4a98xxat96iws9zmbrgj3a", "V1StGXR8_Z5jdHi6B-myT")] == ["cuid2", "nanoid"]


def test_uuids_in_every_notation():
    # RFC 9562, appendix A.
    uuid = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
    for text in (uuid, uuid.upper(), uuid.replace("-", ""), f"{{{uuid}}}", f"urn:uuid:{uuid}"):
        (look,) = looks_like(text)
        assert (look.name, look.uuid, look.fields["clock_seq"]) == ("uuidv1", sortid.UUID(uuid), 13256)
    # A time that datetime does not reach.
    (late,) = looks_like("ffffffff-ffff-7000-8000-000000000000")
    assert (late.unix_ms, late.datetime) == ((1 << 48) - 1, None)


def test_a_time_is_not_after_latest():
    made = dt.datetime(2017, 10, 10, 4, 0, 47, tzinfo=dt.timezone.utc)
    assert looks_like(KSUID, latest=made) and not looks_like(KSUID, latest=made - dt.timedelta(milliseconds=1))
    assert looks_like(KSUID, latest=1507608047000) and not looks_like(KSUID, latest=1507608046999)
    with pytest.raises(TypeError, match="naive"):
        looks_like(KSUID, latest=dt.datetime(2024, 1, 1))


def test_nothing_of_other_texts():
    for text in ("", "hello", "internationalizations", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "0" * 100_000):
        assert looks_like(text) == []
    with pytest.raises(TypeError):
        looks_like(7)


@pytest.mark.parametrize("text", [
    f" {KSUID}", f"{KSUID}\n", f"{KSUID}\0", f"{KSUID[:13]}\0{KSUID[13:]}"[:27], "\0" * 27, "\ud800", f"{KSUID[:26]}\udfff",
    "\uff10" + KSUID[1:], "é" * 18, b"\xff" * 27, "a" * 10_000_000, "{" + UUID1, UUID1 + "}", "urn:uuid:", UUID1.replace("-", "_"),
    "9M4E2MR0UI3E8A215N4G", "-175928847299117063", "175928847299117063.0",
], ids=range(18))
def test_nothing_of_hostile_texts(text):
    assert looks_like(text) == []


FIND = json.loads((FOLDER / "find/vectors.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", FIND, ids=lambda case: case["name"])
def test_ids_in_a_text(case):
    for text in (case["text"], case["text"].encode()):
        found = find_ids(text, case.get("formats"))
        there = [text[one.start:one.end] for one in found]
        assert [[one.id.FORMAT, part if isinstance(part, str) else part.decode()] for one, part in zip(found, there)] == case["found"]
        assert all(type(one.id).parse(part) == one.id for one, part in zip(found, there))


def test_ids_in_long_and_hostile_texts():
    dice = random.Random(7)
    ids = [str(ULID()) for _ in range(5000)]
    text = "".join(id_ + " " * dice.randrange(1, 700) + dice.choice(["é", "\ud800", "\udcff", "\U0001f600", "", "-", "{"]) for id_ in ids)
    found = find_ids(text)
    assert [str(one.id) for one in found] == ids == [text[one.start:one.end] for one in found]
    assert find_ids("\ud800" + ids[0], [ULID])[0].start == 1 and find_ids("", formats=()) == [] == find_ids(ids[0], ["xid"])
    for wrong in (lambda: find_ids(7), lambda: find_ids("", ["brew"]), lambda: find_ids("", [7])):
        with pytest.raises((TypeError, ValueError)):
            wrong()
