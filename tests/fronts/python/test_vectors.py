"""Every vector through the Python classes: the same ids, reasons and positions as in every front end."""

import datetime
import json
import uuid

import pytest
from conftest import FOLDER, cases, intervals, same_error, text_of

import sortid


def of(kind, data, prefix=None):
    return kind.from_bytes(bytes.fromhex(data), prefix) if prefix else kind.from_bytes(bytes.fromhex(data))


def rejected(case, read):
    with pytest.raises(sortid.IdError) as why:
        read()
    assert same_error(why.value, case), case
    assert type(why.value).__name__ == f"Id{case['reason'].capitalize()}Error"


def test_there_are_vectors_of_every_format():
    assert {kind for kind, _ in cases("valid")} == set(sortid.FORMATS.values())


def test_valid():
    for kind, case in cases("valid"):
        id_ = kind.parse(text_of(case))
        canonical = case.get("canonical", case["text"])
        assert str(id_) == canonical, case
        assert id_.bytes == bytes(id_) == bytes.fromhex(case["hex"]), case
        assert id_ == of(kind, case["hex"], case.get("prefix")), case
        if "int" in case:
            assert int(id_) == int(case["int"]), case
            assert kind.from_int(int(case["int"])).bytes == id_.bytes
        if "uuid" in case:
            assert id_.uuid == uuid.UUID(case["uuid"]), case
            assert kind.from_uuid(id_.uuid).bytes == id_.bytes
        if "prefix" in case:
            assert id_.prefix == case["prefix"], case
        if "check" in case:
            assert kind.has_check(text_of(case)) == (case["check"] not in ("none", None)), case
        if "fields" in case:
            fields = {name: None if value is None else int(value) for name, value in case["fields"].items()}
            assert id_.fields == fields, case
            assert {name: getattr(id_, name) for name in fields} == fields, case
        if "unix_ms" in case:
            assert id_.unix_ms == case["unix_ms"], case
        if case.get("time") is None:
            assert "time" not in case or id_.datetime is None
        elif int(case["time"].split("-")[0]) <= 9999 and case["time"][0].isdigit():
            wanted = datetime.datetime.fromisoformat(case["time"].replace("Z", "+00:00"))
            assert id_.datetime == wanted and id_.datetime.utcoffset() == datetime.timedelta(0), case
        else:
            rejected({"reason": "range"}, lambda: id_.datetime)


def test_invalid():
    for kind, case in cases("invalid"):
        rejected(case, lambda: kind.parse(text_of(case)))
        if "text" in case:
            rejected(case, lambda: kind(case["text"]))


def test_lenient():
    for kind, case in cases("lenient"):
        id_, canonical = kind.parse_lenient(text_of(case))
        assert id_.bytes == bytes.fromhex(case["hex"]), case
        assert canonical == (case["canonical"] == case["text"]), case


def test_lenient_invalid():
    for kind, case in cases("lenient_invalid"):
        # TypeID and uid11 have no lenient parse; what such a one must reject, the strict one does.
        rejected(case, lambda: getattr(kind, "parse_lenient", kind.parse)(text_of(case)))


def test_invalid_values():
    for kind, case in cases("invalid_values"):
        rejected(case, lambda: of(kind, case["hex"]))
        rejected(case, lambda: kind.from_int(int(case["hex"], 16)))


def test_instants():
    for kind, case in cases("instants"):
        assert kind.first_at(case["unix_ms"]) == of(kind, case["first"]), case
        assert kind.last_at(case["unix_ms"]) == of(kind, case["last"]), case


def test_invalid_instants():
    for kind, case in cases("invalid_instants"):
        if hasattr(kind, "first_at"):
            rejected(case, lambda: kind.first_at(case["unix_ms"]))
            rejected(case, lambda: kind.last_at(case["unix_ms"]))
        else:
            assert kind.EPOCH_MS is None or kind is sortid.UUID


def test_intervals():
    for kind, case in cases("intervals"):
        ends = kind.between(case["from_ms"], case["to_ms"])
        assert ends == (of(kind, case["first"]), of(kind, case["last"])), case


def test_invalid_intervals():
    for kind, case in cases("invalid_intervals"):
        if hasattr(kind, "between"):
            rejected(case, lambda: kind.between(case["from_ms"], case["to_ms"]))


def test_intervals_finer_than_a_millisecond():
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    count = 0
    for kind, case, ends in intervals():
        if any(ns % 1000 or not -62 * 10**18 < ns < 253 * 10**18 for ns in ends):
            continue  # datetime has microseconds, to the year 9999
        moments = [epoch + datetime.timedelta(microseconds=ns // 1000) for ns in ends]
        # In another zone the same.
        zone = datetime.timezone(datetime.timedelta(hours=-5, minutes=-30))
        for start, end in (moments, [moment.astimezone(zone) for moment in moments]):
            if "reason" in case:
                rejected(case, lambda: kind.between(start, end))
            else:
                assert kind.between(start, end) == (of(kind, case["first"]), of(kind, case["last"])), case
        count += 1
    assert count > 100


def test_text_prefixes():
    for kind, case in cases("prefixes"):
        first, last = kind.with_text_prefix(case["prefix"])
        assert (int(first), int(last)) == (int(case["lower"]), int(case["upper"])), case
        xids = sortid.XID.from_id(first), sortid.XID.from_id(last)
        assert [xid.unix_ms for xid in xids] == [case["from_unix_ms"], case["to_unix_ms"]], case


def test_invalid_text_prefixes():
    for kind, case in cases("invalid_prefixes"):
        rejected(case, lambda: kind.with_text_prefix(text_of(case)))


def test_detect():
    for case in json.loads((FOLDER / "detect.json").read_text(encoding="utf-8"))["detect"]:
        text = text_of(case)
        formats = [kind.FORMAT for kind in sortid.detect(text)]
        assert formats == case["formats"], case
        if formats:
            assert type(sortid.parse(text)).FORMAT == formats[0]
        else:
            with pytest.raises(sortid.IdError):
                sortid.parse(text)
