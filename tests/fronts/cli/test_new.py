import re

import pytest
from program import formats, new, on_a_terminal, sortid

FORMATS = formats()
GENERATED = [f["name"] for f in FORMATS if f["generated"]]
ORDERED = [f["name"] for f in FORMATS if f["ordered"]]


def test_the_default_is_one_ulid():
    run = sortid("new")
    assert (run.code, run.err) == (0, "")
    assert re.fullmatch(r"0[0-9A-HJKMNP-TV-Z]{25}\n", run.out)


@pytest.mark.parametrize("name", GENERATED)
def test_every_generated_format_parses_as_itself(name):
    ids = new(name, "-n", "50")
    assert (ids.code, ids.err, len(set(ids.lines))) == (0, "", 50)
    assert sortid("check", "--format", name, stdin=ids.out) == (0, "", "")


@pytest.mark.parametrize("name", ORDERED)
def test_ids_of_one_call_are_strictly_increasing(name):
    lines = new(name, "-n", "100000").lines
    assert len(lines) == 100000
    assert all(a < b for a, b in zip(lines, lines[1:]))


DRAWN = [f["name"] for f in FORMATS if f["generated"] and f["name"] != "uid11-snowish"]


def test_nothing_is_drawn_where_nothing_is_random():
    asked = sortid("new", "uid11-snowish", "--random")
    assert (asked.code, asked.out) == (2, "")
    assert "--random is not for uid11-snowish" in asked.err


@pytest.mark.parametrize("name", [name for name in ORDERED if name in DRAWN])
def test_random_asks_for_independent_draws(name):
    lines = sortid("new", name, "-n", "200", "--random", "--as", "hex").lines
    assert len(set(lines)) > 180 and lines != sorted(lines), "few bits may fall twice"


@pytest.mark.parametrize("name", [f["name"] for f in FORMATS if f["generated"] and f["epoch_unix_ms"] is not None])
def test_at_gives_the_instant(name):
    for at in ("2026-05-10T22:41:37.826Z", "2026-05-11T00:41:37.826+02:00", "1778452897826"):
        for extra in ((), ("--random",)) if name in DRAWN else ((),):
            [found] = new(name, "--at", at, "--as", "json", *extra).objects
            assert (found["unix_ms"], found["time"]) == (1778452897826, "2026-05-10T22:41:37.826Z")


def test_each_notation():
    wide = sortid("new", "ulid", "--as", "uuid").out
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n", wide)
    assert re.fullmatch(r"[0-9a-f]{32}\n", sortid("new", "--as", "hex").out)
    assert re.fullmatch(r"[0-9a-f]{16}\n", sortid("new", "xid", "--as", "hex").out)
    assert re.fullmatch(r"[0-9]+\n", sortid("new", "xid", "--as", "int").out)
    assert len(sortid("new", "-n", "3", "--as", "binary").raw) == 48
    assert len(sortid("new", "xid", "-n", "3", "--as", "binary").raw) == 24


def test_json_is_what_inspect_says():
    for name in GENERATED:
        [found] = new(name, "--as", "json").objects
        assert [found] == sortid("inspect", "--json", "--format", name, found["input"]).objects


def test_a_prefix_means_a_type_id_where_no_format_is_named():
    assert re.fullmatch("[0-9a-f]{32}\n", sortid("new", "-x", "--prefix", "user").out)
    assert sortid("new", "uuid7", "--prefix", "user").err.startswith("sortid: --prefix is not for uuidv7; it is for typeid\n")


def test_prefix_extension_check_and_nodes():
    assert sortid("new", "typeid", "--prefix", "user").out.startswith("user_")
    assert "_" not in sortid("new", "typeid", "--prefix", "").out
    [euid] = sortid("new", "euid", "--ext", "0", "--as", "json").objects
    assert (euid["fields"]["extension"], euid["fields"]["extension_length"]) == ("0", "1")
    [euid] = sortid("new", "euid", "--ext", "32767", "--as", "json").objects
    assert (euid["fields"]["extension"], euid["fields"]["extension_length"]) == ("32767", "15")
    [euid] = sortid("new", "euid", "--no-check", "--as", "json").objects
    assert euid["check"] == "none" and euid["input"] != euid["text"]
    [flake] = sortid("new", "ulid-flake-scalable", "--sid", "31", "--as", "json").objects
    assert flake["fields"]["scalability"] == "31"
    [snow] = sortid("new", "uid11-snowish", "--machine", "1023", "--as", "json").objects
    assert snow["fields"]["machine"] == "1023"


def sequences(start, *more):
    """The sequences of the first ids of milliseconds, of calls that make an id each and of one that makes many."""
    ids = new("uid11-snowish", "--sequence", start, "--as", "json", *more).objects
    firsts = [one for at, one in enumerate(ids) if not at or ids[at - 1]["unix_ms"] != one["unix_ms"]]
    return [int(one["fields"]["sequence"]) for one in firsts]


def test_where_a_sequence_begins():
    assert {sequence for _ in range(20) for sequence in sequences("zero")} == {0}
    drawn = [sequence for _ in range(20) for sequence in sequences("random")]
    # Twenty draws of 2048 that are all divisible by 16 come once in 2^80 runs.
    assert any(sequence % 16 for sequence in drawn) and max(drawn) < 2048
    assert sequences("carry_on")[0] == 0
    # Ids of one millisecond: the sequence grows by one from where it began.
    ids = sortid("new", "uid11-ts-seq-rand", "--sequence", "random", "-n", "3", "--at", "2026-01-01", "--as", "json").objects
    begun = int(ids[0]["fields"]["sequence"])
    assert [int(one["fields"]["sequence"]) for one in ids] == [begun, begun + 1, begun + 2]
    full = new("uid11-snowish", "--sequence", "carry_on", "-n", "5000", "--at", "2026-01-01")
    assert (full.code, len(full.lines)) == (1, 4096)


def test_a_seed_repeats_ids():
    at = ("new", "ulid", "--at", "2026-01-01", "-n", "3", "--seed")
    made = sortid(*at, "1")
    assert made.code == 0 and len(set(made.out.split())) == 3 and made == sortid(*at, "1")
    assert made.out != sortid(*at, "2").out
    assert "a seed is for tests" in sortid("new", "uid11-snowish", "--pool", "static:0", "--seed", "1").err
    assert sortid(*at, "-1").code == 2


def test_an_epoch_of_your_own():
    [flake] = sortid("new", "ulid-flake", "--epoch", "2026-01-01", "--at", "2026-01-02", "--as", "json").objects
    assert (flake["time"], flake["fields"]["timestamp"]) == ("2026-01-02T00:00:00.000Z", "86400000")
    [again] = sortid("inspect", "--json", "--epoch", "2026-01-01", flake["text"]).objects
    assert again["time"] == flake["time"]


WRONG = {
    ("new", "uuid"): "new does not make uuid: take uuidv7, which sorts by time",
    ("new", "ulid", "--prefix", "a"): "--prefix is not for ulid; it is for typeid",
    ("new", "ulid", "--ext", "1"): "--ext is not for ulid; it is for euid",
    ("new", "ulid", "--no-check"): "--no-check is not for ulid; it is for euid",
    ("new", "ulid-flake", "--sid", "1"): "--sid is not for ulid-flake; it is for ulid-flake-scalable",
    ("new", "xid", "--machine", "1"): "--machine is not for xid; it is for uid11-snowish",
    ("new", "euid", "--ext", "32768"): '--ext "32768": euid takes 0 to 32767',
    ("new", "ulid-flake-scalable", "--sid", "32"): '--sid "32": ulid-flake-scalable takes 0 to 31',
    ("new", "uid11-snowish", "--machine", "1024"): '--machine "1024": uid11-snowish takes 0 to 1023',
    ("new", "uid11-snowish", "--machine", "-1"): '--machine "-1": uid11-snowish takes 0 to 1023',
    ("new", "xid", "--sequence", "random"): "--sequence is not for xid; it is for uid11-snowish, uid11-ts-seq-rand",
    ("new", "ulid", "--sequence", "zero"): "--sequence is not for ulid; it is for uid11-snowish, uid11-ts-seq-rand",
    ("new", "uid11-snowish", "--sequence", "one"): '--sequence "one": one of zero, random, carry_on expected',
    ("new", "uid11-snowish"): "no new uid11-snowish: only a number keeps its ids apart: give one (0, too), a pool of numbers, "
                              "or an order that all share; here --machine N or --pool STORE",
    ("new", "-n", "-1"): '-n "-1": a number from 0 to 18446744073709551615 expected',
    ("new", "-n", "1x"): '-n "1x": a number from 0 to 18446744073709551615 expected',
    ("new", "-n", "18446744073709551616"): '-n "18446744073709551616": a number from 0 to 18446744073709551615 expected',
    ("new", "xid", "--as", "uuid"): "a UUID has 128 bits, xid has 64",
    ("new", "--as", "base64"): '--as "base64": one of text, uuid, hex, int, json, binary expected',
    ("new", "--at", "noon"): '--at "noon": character: write now, today, yesterday, tomorrow, -1h, 2026-01-01, 2026-01-01T10:00 or 1767225600000 (milliseconds)',
    ("new", "--at", "-1y"): '--at "-1y": character: "y" at position 2 is not a unit; a span is a number of ms, s, m, h, d or w, or several, as in -1h or -1h30m',
    ("new", "--at", "-h"): """--at "-h": character: 'h' at position 1 is not a symbol of a span; a span is a number of ms, s, m, h, d or w, or several, as in -1h or -1h30m""",
    ("new", "--at", "-1h5m2h"): '--at "-1h5m2h": character: h stands twice, again at position 6; a span is a number of ms, s, m, h, d or w, or several, as in -1h or -1h30m',
    ("new", "--at", "2026-13"): '--at "2026-13": range: 13 is outside the range for an instant; write 2026-01-01, 2026-01-01T10:00:00Z or 1767225600000 (milliseconds)',
    ("new", "--at", "2026-1"): '--at "2026-1": length: the instant ends too early; write 2026-01-01, 2026-01-01T10:00:00Z or 1767225600000 (milliseconds)',
    ("new", "--at", "2026-13-01"): '--at "2026-13-01": range: 13 is outside the range for an instant; write 2026-01-01, 2026-01-01T10:00:00Z or 1767225600000 (milliseconds)',
    ("new", "--at", "1717653966"): '--at "1717653966": length: seconds or milliseconds? Write 2024-06-06T06:06:06.000Z, or 1970-01-20T21:07:33.966Z for the milliseconds',
    ("new", "--at", "20240606060606"): '--at "20240606060606": length: a date and a time or milliseconds? Write 2024-06-06T06:06:06Z, or 2611-05-27T06:34:20.606Z for the milliseconds',
}


@pytest.mark.parametrize("args", WRONG, ids=" ".join)
def test_wrong_usage(args):
    assert sortid(*args) == (2, "", f"sortid: {WRONG[args]}\nTry: sortid new --help\n")


def test_a_wrong_prefix_and_an_instant_for_a_format_without_time():
    for args in (("typeid", "--prefix", "User"), ("typeid", "--prefix", "a" * 64), ("typeid", "--prefix", "_a"),
                 ("uid11", "--at", "0"), ("uid11-fullrand", "--epoch", "0")):
        run = sortid("new", *args)
        assert (run.code, run.out) == (2, "") and run.err.startswith("sortid: --")


def test_unknown_format_lists_all_and_suggests_the_nearest():
    run = sortid("new", "uulid")
    assert (run.code, run.out) == (2, "")
    assert 'there is no format "uulid"; did you mean ulid? There are ' + ", ".join(f["name"] for f in FORMATS) in run.err


def test_none_at_all():
    assert sortid("new", "-n", "0") == (0, "", "")


def test_an_instant_that_the_format_does_not_have():
    expected = (1, "", "sortid: id 1 of 2: range: ulid-flake has the instants 2024-01-01T00:00:00.000Z to "
                       "2302-09-27T15:10:22.207Z\n")
    assert sortid("new", "ulid-flake", "-n", "2", "--at", "2023-12-31") == expected


def test_a_millisecond_that_is_full():
    run = new("uid11-snowish", "-n", "5000", "--at", "2026-01-01")
    assert (run.code, len(run.lines)) == (1, 4096)
    assert run.err == "sortid: id 4097 of 5000: overflow: uid11-snowish: no id is left in this millisecond\n"


def test_a_number_where_it_alone_keeps_ids_apart():
    assert {f["name"] for f in FORMATS if f["safe"] == "with a number"} == {"ulid-flake-scalable", "uid11-snowish"}
    for number in ("0", "1023"):
        [snow] = sortid("new", "uid11-snowish", "--machine", number, "--as", "json").objects
        assert snow["fields"]["machine"] == number


@pytest.mark.parametrize("name", GENERATED)
def test_a_terminal_is_told_how_often_few_random_bits_repeat(name):
    [bits] = [f["drawn_bits"] for f in FORMATS if f["name"] == name]
    number = ("--machine", "0") if name == "uid11-snowish" else ()
    shown = on_a_terminal("new", name, *number).splitlines()
    assert len(shown) == (1 if bits >= 64 or number else 2), shown
    told = f"sortid: {name} has {bits} random bits a millisecond: of two calls like this at the same time, one in "
    if len(shown) == 2:
        assert any(line.startswith(told) and line.endswith(" repeats an id of the other") for line in shown), shown
        assert new(name).err == "", "nobody reads it"
    at = on_a_terminal("new", "xid", "-n", "2", "--at", "2026-01-01")
    assert f"sortid: xid has 22 random bits a millisecond: of two calls like this at the same time, one in {2**20} repeats an id of the other\n" in at
    assert on_a_terminal("new", "ulid-flake-scalable", "--sid", "3").count("\n") == 1, "a number keeps these apart"


def test_more_ids_than_random_bits_keep_apart():
    """Wherever the messages go: of n draws from s values n - s (1 - exp(-n / s)) were there before."""
    run = sortid("new", "xid", "-n", "100000", "--at", "2026-01-01")
    assert (run.code, run.err) == (0, "sortid: xid has 22 random bits a millisecond: of these 100000 ids about 1183 are repeats\n")
    assert 900 < 100_000 - len(set(run.lines)) < 1500
    drawn = sortid("new", "ulid-flake", "-n", "100000", "--at", "2026-01-01", "--random")
    assert "of these 100000 ids about 4620 are repeats" in drawn.err
    for quiet in (("xid", "-n", "1000", "--at", "2026-01-01"), ("ulid-flake", "-n", "1000"), ("uid11", "-n", "100000"), ("ulid", "-n", "100000")):
        assert sortid("new", *quiet).err == "", quiet
