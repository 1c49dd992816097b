import json
import pathlib
import sys

import pytest
from program import VECTORS, environment, formats, new, sortid

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "oracle"))
import oracle  # noqa: E402

FORMATS = {f["name"]: f for f in formats()}
INTERVALS = [case for case in json.loads((VECTORS / "intervals" / "vectors.json").read_text()) if case["bounds"] == "[)"]


def vectors():
    for path in sorted(VECTORS.glob("*.json")):
        data = json.loads(path.read_text())
        if "format" in data:
            yield data


@pytest.mark.parametrize("data", vectors(), ids=lambda d: d["format"])
def test_vectors(data):
    name = data["format"]
    ranged = ("range", "--format", name, "--as", "hex")
    for case in data.get("instants", []):
        assert sortid(*ranged, "--at", str(case["unix_ms"])) == (0, f'{case["first"]}\n{case["last"]}\n', "")
    for case in data.get("intervals", []):
        run = sortid(*ranged, "--", str(case["from_ms"]), str(case["to_ms"]))
        assert run == (0, f'{case["first"]}\n{case["last"]}\n', "")
    for case in data.get("prefixes", []):
        run = sortid("range", "--format", name, "--as", "int", "--text-prefix", case["prefix"])
        assert run == (0, f'{case["lower"]}\n{case["upper"]}\n', "")
    timed = FORMATS[name]["epoch_unix_ms"] is not None and FORMATS[name]["generated"]
    for case in data.get("invalid_instants", []):
        run = sortid(*ranged, "--at", str(case["unix_ms"]))
        assert (run.code, run.out) == (1 if timed else 2, "") and (not timed or ": range: " in run.err)
    for case in data.get("invalid_intervals", []):
        run = sortid(*ranged, "--", str(case["from_ms"]), str(case["to_ms"]))
        assert (run.code, run.out) == (1 if timed else 2, "") and (not timed or ": range: " in run.err)
    for case in data.get("invalid_prefixes", []):
        if "text" in case and "\0" not in case["text"]:
            run = sortid("range", "--format", name, "--text-prefix", case["text"])
            assert (run.code, run.out) == (1, "") and f': {case["reason"]}: ' in run.err, case


def rfc3339(ns):
    return f"{oracle.time_text(ns // 10**6)[:-1]}{ns % 10**6:06}Z"


@pytest.mark.parametrize("name", sorted({case["format"] for case in INTERVALS}))
def test_intervals_finer_than_a_millisecond(name):
    cases = [case for case in INTERVALS if case["format"] == name]
    timed = FORMATS[name]["epoch_unix_ms"] is not None and FORMATS[name]["generated"]
    for case in cases:
        ends = [".." if case[key] is None else rfc3339(int(case[key])) for key in ("from_ns", "to_ns")]
        run = sortid("range", "--format", name, "--as", "hex", *ends)
        if "reason" in case:
            assert (run.code, run.out) == (1 if timed else 2, "") and (not timed or f": {case['reason']}: " in run.err), case
        else:
            assert run == (0, f'{case["first"]}\n{case["last"]}\n', ""), case
    assert len(cases) > 20


def test_grep_bounds_as_range_does(tmp_path):
    day, next_day = 1772323200000, 1772409600000
    log = tmp_path / "log"
    log.write_text("".join(sortid("range", "--format", "ulid", "--at", str(ms)).lines[0] + "\n" for ms in (day, day + 1, next_day - 1, next_day)))
    found = sortid("grep", "-c", "--since", "2026-03-01T00:00:00.0005Z", "--until", "2026-03-01T23:59:59.999999Z", str(log))
    assert found == (0, "2\n", "")


def test_word_for_word():
    assert sortid("range", "--format", "ulid", "--at", "2016-07-30T23:54:10.259Z") == (
        0, "01ARZ3NDEK0000000000000000\n01ARZ3NDEKZZZZZZZZZZZZZZZZ\n", "")
    assert sortid("range", "--format", "ulid", "5", "5") == (
        1, "", 'sortid: interval "5 5": range: the interval is empty: its end does not belong to it\n')
    assert sortid("range", "--format", "ulid", "--at", "-5") == (
        1, "", 'sortid: instant "-5": range: ulid has the instants 1970-01-01T00:00:00.000Z to 10889-08-02T05:31:50.655Z\n')
    assert sortid("range", "--format", "uid11", "--text-prefix", "z") == (
        1, "", 'sortid: text prefix "z": overflow: greater than the largest uid11\n')


def test_notations():
    at = ("range", "--format", "xid", "--at", "2026-05-10T22:41:37.826Z")
    first, last = sortid(*at).lines
    assert sortid("convert", "--to", "int", first, last).lines == sortid(*at, "--as", "int").lines
    assert sortid("convert", "--to", "binary", first, last).raw == sortid(*at, "--as", "binary").raw
    objects = sortid(*at, "--as", "json").objects
    assert [o["text"] for o in objects] == [first, last]
    assert {o["time"] for o in objects} == {"2026-05-10T22:41:37.826Z"}
    assert sortid(*at, "--as", "uuid").code == 2
    assert len(sortid("range", "--format", "euid", "--at", "0", "--as", "uuid").lines[0]) == 36


def test_new_ids_lie_in_their_range():
    for name, f in FORMATS.items():
        if f["generated"] and f["epoch_unix_ms"] is not None:
            text = new(name, "--at", "2026-01-15").lines[0]
            first, last = sortid("range", "--format", name, "2026-01-15", "2026-01-16").lines
            assert first <= text <= last


def test_an_epoch_of_your_own_and_a_type_prefix():
    epoch = ("--epoch", "2026-01-01")
    [text] = sortid("new", "ulid-flake", *epoch, "--at", "2026-01-15").lines
    first, last = sortid("range", "--format", "ulid-flake", *epoch, "--at", "2026-01-15").lines
    assert first <= text <= last
    assert all(l.startswith("user_") for l in sortid("range", "--format", "typeid", "--at", "0", "--prefix", "user").lines)


@pytest.mark.parametrize("args", [
    ("--at", "0"), ("--format", "ulid"), ("--format", "ulid", "0", "1", "2"),
    ("--format", "ulid", "0", "1", "--at", "0"), ("--format", "ulid", "--text-prefix", "0"), ("--format", "uid11", "--at", "0"),
    ("--format", "uuid", "--at", "0"), ("--format", "xid", "--at", "0", "--prefix", "a"), ("--format", "none", "--at", "0"),
    ("--format", "ulid", "day before", "today"), ("--format", "uid11", "--text-prefix", "5", "--epoch", "0"),
], ids=" ".join)
def test_wrong_usage(args):
    run = sortid("range", *args)
    assert (run.code, run.out) == (2, "") and run.err.startswith("sortid: ")


def test_ends_finer_than_a_millisecond_are_rounded_up():
    run = sortid("range", "--format", "ulid", "2026-01-01T00:00:00.0005Z", "2026-01-01T00:00:00.0015Z", "--as", "json")
    assert [line.split('"time":')[1][:26] for line in run.lines] == ['"2026-01-01T00:00:00.001Z"'] * 2


def test_the_first_word_is_the_format_where_no_option_names_it():
    assert sortid("range", "ulid", "2026-01", "2026-02") == sortid("range", "--format", "ulid", "2026-01-01", "2026-02-01")
    assert sortid("range", "ulid", "--at", "2026-01") == sortid("range", "--format", "ulid", "--at", "2026-01-01")
    assert sortid("range").code == sortid("range", "ulid").code == sortid("range", "ulid", "1", "2", "3").code == 2
    assert "there is no format" in sortid("range", "-1h").err


def test_open_ends():
    last = FORMATS["ulid"]["max_text"]
    assert sortid("range", "ulid", "2026-01").lines == sortid("range", "ulid", "2026-01", "..").lines
    assert sortid("range", "ulid", "2026-01").lines[1] == last
    assert sortid("range", "ulid", "..", "..").lines == [FORMATS["ulid"]["min_text"], last]


def test_a_number_that_looks_like_a_year_asks():
    run = sortid("range", "ulid", "2024")
    assert run.code == 2 and "a year or milliseconds? Write 2024-01-01, or 1970-01-01T00:00:02.024Z" in run.err


def test_local_times():
    berlin = environment(TZ="Europe/Berlin")
    assert sortid("range", "ulid", "--at", "2026-07-01T12:00", env=berlin) == sortid("range", "ulid", "--at", "2026-07-01T10:00:00Z")
    assert "show that time twice" in sortid("range", "ulid", "--at", "2026-10-25T02:30", env=berlin).err
    assert "skip that time" in sortid("range", "ulid", "--at", "2026-03-29T02:30", env=berlin).err


def test_words_are_seen_from_the_clock():
    hour = 3_600_000
    [now], [earlier] = [sortid("inspect", "--json", sortid("range", "ulid", "--at", word).lines[0]).objects for word in ("now", "-9h")]
    assert 8 * hour < now["unix_ms"] - earlier["unix_ms"] < 10 * hour
