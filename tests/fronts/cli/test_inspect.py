import itertools
import json
import os
import pathlib
import random
import re

import pytest
from program import BIN, EUID, EUID_UNCHECKED, FLAKE, TYPEID, ULID, ULID_AS_HEX, ULID_AS_INT, ULID_AS_UUID, UUIDV7, VECTORS, XID
from program import environment, formats, on_a_terminal, sortid

FORMATS = {f["name"]: f for f in formats()}


def vector_files():
    return [path for path in sorted(VECTORS.glob("*.json")) if path.name != "detect.json"]


def text_of(case):
    return bytes.fromhex(case["bytes"]) if "bytes" in case else case["text"].encode()


# RFC 9562, section 5, and DCE 1.1: names and bits, by version.
UUID_PARTS = {
    1: "time_low 32 time_mid 16 version 4 time_high 12 variant 2 clock_seq 14 node 48",
    2: "local_id 32 time_mid 16 version 4 time_high 12 variant 2 clock_seq 6 local_domain 8 node 48",
    3: "md5_high 48 version 4 md5_mid 12 variant 2 md5_low 62",
    4: "random_a 48 version 4 random_b 12 variant 2 random_c 62",
    5: "sha1_high 48 version 4 sha1_mid 12 variant 2 sha1_low 62",
    6: "time_high 32 time_mid 16 version 4 time_low 12 variant 2 clock_seq 14 node 48",
    7: "timestamp 48 version 4 rand_a 12 variant 2 rand_b 62",
    8: "custom_a 48 version 4 custom_b 12 variant 2 custom_c 62",
}


def uuid_fields(case):
    """By the version; the version alone where the RFC has no such UUID."""
    bits = f"{int(case['hex'], 16):0128b}"
    version, variant = int(bits[48:52], 2), int(bits[64:66], 2)
    if variant != 2 or version not in UUID_PARTS:
        return case["fields"]
    words, fields = UUID_PARTS[version].split(), {}
    for name, width in zip(words[::2], map(int, words[1::2])):
        fields[name], bits = str(int(bits[:width], 2)), bits[width:]
    return fields


@pytest.mark.parametrize("path", vector_files(), ids=lambda p: p.stem)
def test_vectors_as_json(path):
    vectors = json.loads(path.read_text())
    name = vectors["format"]
    l = FORMATS[name]
    cases = vectors["valid"]
    run = sortid("inspect", "--json", "--format", name, stdin=b"".join(text_of(c) + b"\n" for c in cases))
    assert (run.code, len(run.lines)) == (0, len(cases))
    for case, line in zip(cases, run.lines):
        found = json.loads(line)
        keys = ["input", "format", "text", "hex", "int"] + (["uuid"] if l["bits"] == 128 else [])
        keys += (["prefix"] if l["prefixed"] else []) + ["unix_ms", "time", "fields"] + (["check"] if l["checked"] else []) + ["also"]
        assert list(found) == keys
        assert (found["input"], found["format"]) == (case["text"], name)
        assert found["text"] == case.get("canonical", case["text"])
        for key in ("hex", "int", "uuid", "prefix", "unix_ms", "time"):
            if key in case:
                assert found[key] == case[key], case
        if "fields" in case:
            expected = uuid_fields(case) if name == "uuid" else case["fields"]
            assert found["fields"] == expected
            names = list(expected) if name == "uuid" else [f["name"] for f in l["fields"]]
            assert list(found["fields"]) == [n for n in names if n in found["fields"]], "in the order of the layout"
        if case.get("check") in ("valid", "none"):
            assert found["check"] == case["check"]
        assert found["format"] not in found["also"]


@pytest.mark.parametrize("path", vector_files(), ids=lambda p: p.stem)
def test_invalid_vectors(path):
    vectors = json.loads(path.read_text())
    name = vectors["format"]
    for case in vectors["invalid"]:
        text = text_of(case)
        if b"\n" in text or text.endswith(b"\r"):
            continue  # ends the line
        run = sortid("check", "--format", name, stdin=text + b"\n")
        assert run.code == 1 and re.match(rf'sortid: line 1: "[ -~]*…?": {case["reason"]}: ', run.err), (case, run)


def test_json_word_for_word():
    assert sortid("inspect", "--json", ULID, EUID_UNCHECKED, TYPEID, FLAKE) == (0, (
        f'{{"input":"{ULID}","format":"ulid","text":"{ULID}","hex":"{ULID_AS_HEX}","int":"{ULID_AS_INT}",'
        f'"uuid":"{ULID_AS_UUID}","unix_ms":1469922850259,"time":"2016-07-30T23:54:10.259Z",'
        '"fields":{"timestamp":"1469922850259","randomness":"1012768647078601740696923"},"also":[]}\n'
        f'{{"input":"{EUID_UNCHECKED}","format":"euid","text":"{EUID}","hex":"623f40921824bb0052fddf828ca352aa",'
        '"int":"130592767938007855128401821013068960426","uuid":"623f4092-1824-bb00-52fd-df828ca352aa",'
        '"unix_ms":13502975722244,"time":"2397-11-22T10:35:22.244Z","fields":{"timestamp":"13502975722244",'
        '"extension":null,"extension_length":"0","randomness":"5980181632016143018"},"check":"none","also":[]}\n'
        f'{{"input":"{TYPEID}","format":"typeid","text":"{TYPEID}","hex":"5d278df4280b0b04d1b88f2c0d13c913",'
        '"int":"123823582349298553435394732849917839635","uuid":"5d278df4-280b-0b04-d1b8-8f2c0d13c913","prefix":"user",'
        '"unix_ms":null,"time":null,"fields":{"version":"0"},"also":[]}\n'
        f'{{"input":"{FLAKE}","format":"ulid-flake","text":"{FLAKE}","hex":"00329d59b4a9932a","int":"14246757444195114",'
        '"unix_ms":1717653966666,"time":"2024-06-06T06:06:06.666Z","fields":{"timestamp":"13586766666",'
        '"randomness":"627498"},"also":["ulid-flake-scalable"]}\n'), "")


def test_detection_vectors():
    path = VECTORS / "detect.json"
    cases = [c for c in json.loads(path.read_text())["detect"] if not set("\n\0") & set(c.get("text", "\n"))]
    for case in cases:
        run = sortid("inspect", "--json", "--", case["text"])
        if case["formats"]:
            [found] = run.objects
            assert [found["format"], *found["also"]] == case["formats"]
        else:
            assert run.code == 1 and all(found["format"] is None for found in run.objects)


def test_the_card():
    run = sortid("inspect", ULID)
    assert (run.code, run.err) == (0, "")
    card = re.sub(r"Z  .* ago", "Z  … ago", run.out)
    assert card == """01ARZ3NDEKTSV4RRFFQ69G5FAV
  ulid: Universally Unique Lexicographically Sortable Identifier, 128 bits

  127      119      111      103      95       87       79       71
  00000001 01010110 00111110 00111010 10110101 11010011 11010110 01110110
  aaaaaaaa aaaaaaaa aaaaaaaa aaaaaaaa aaaaaaaa aaaaaaaa bbbbbbbb bbbbbbbb
  63       55       47       39       31       23       15       7
  01001100 01100001 11101111 10111001 10010011 00000010 10111101 01011011
  bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb

  a timestamp         48 bits   1469922850259              01563e3ab5d3
  b randomness        80 bits   1012768647078601740696923   d6764c61efb99302bd5b

  time          2016-07-30T23:54:10.259Z  … ago
  unix ms       1469922850259
  hex           01563e3ab5d3d6764c61efb99302bd5b
  int           1777027686520646174104517696511196507
  typeid        01arz3ndektsv4rrffq69g5fav
  uuid          01563e3a-b5d3-d676-4c61-efb99302bd5b
  euid          05B3WENNTFB7CK31XYWS60NXBD2
  uuid order    lost in the UUIDs of ClickHouse, SQL Server, Java and MariaDB

"""


def test_no_text_stands_twice_on_a_card():
    """A UUID of version 7 is a text of two formats."""
    [text] = sortid("convert", "--to", "ulid", UUIDV7).lines
    assert sortid("inspect", text).out.count(UUIDV7) == 1


def test_the_card_says_where_a_uuid_loses_its_order():
    engines = json.loads((VECTORS.parents[1] / "engines" / "order" / "results.json").read_text())
    lost = {engine for engine, found in engines.items() for column, sets in found["columns"].items()
            if column.endswith("| uuid") and not sets["ulid"].get("order")}
    assert lost == {"ClickHouse", "Java", "MariaDB", ".NET"}  # the last by SqlGuid, SQL Server's order
    for text, drawn in ((ULID, True), (EUID, True), (TYPEID, False), (UUIDV7, False)):
        line, = (line for line in sortid("inspect", text).lines if "uuid order" in line)
        assert "ClickHouse" in line and "SQL Server" in line and [name in line for name in ("Java", "MariaDB")] == [drawn] * 2
    assert "uuid order" not in sortid("inspect", "--format", "uuid", ULID_AS_UUID).out


@pytest.mark.parametrize("name", FORMATS)
def test_cards_fit_80_columns(name):
    run = sortid("inspect", "--format", name, FORMATS[name]["max_text"], FORMATS[name]["min_text"])
    assert run.code == 0 and max(map(len, run.lines)) <= 80


def test_the_list_of_formats_fits_80_columns():
    assert max(map(len, sortid("formats").lines)) <= 80


def test_lenient():
    assert sortid("inspect", "--json", "0lARZ3-NDEKTSV4RRFFQ69G5FAV").code == 1
    run = sortid("inspect", "--lenient", "--json", "0lARZ3-NDEKTSV4RRFFQ69G5FAV", UUIDV7.replace("-", ""), ULID)
    assert run.code == 0
    assert [(o["format"], o["text"]) for o in run.objects] == [("ulid", ULID), ("uuidv7", UUIDV7), ("ulid", ULID)]
    assert "given as 0lARZ3-NDEKTSV4RRFFQ69G5FAV" in sortid("inspect", "--lenient", "0lARZ3-NDEKTSV4RRFFQ69G5FAV").out
    assert sortid("inspect", "--lenient", "--format", "typeid", "user_o1h2xcejqtf2nbrexx3vqjhp41").code == 1


# By the others' documentation: tests/unit/looks_like_test.cpp has all kinds.
LOOKS = {
    "0ujtsYcgvSTl8PAuAdqWYSMnLOv": ("a KSUID, made 2017-10-10T04:00:47.000Z", ["ksuid"]),
    "urn:uuid:c232ab00-9414-11ec-b3c8-9f6bdeced846":
        ("a UUID of version 1, made 2022-02-22T19:22:22.000Z: c232ab00-9414-11ec-b3c8-9f6bdeced846", ["uuidv1"]),
    "{919108f7-52d1-4320-9bac-f847db4148a8}": ("a UUID of version 4: 919108f7-52d1-4320-9bac-f847db4148a8", ["uuidv4"]),
    "V1StGXR8_Z5jdHi6B-myT": ("a NanoID", ["nanoid"]),
    "11637205501278089": ("a snowflake of Twitter, made 2010-12-06T", ["snowflake-twitter", "snowflake-discord",
                                                                    "snowflake-instagram", "sonyflake"]),
}


@pytest.mark.parametrize("text", LOOKS)
def test_what_others_ids_look_like(text):
    sentence, names = LOOKS[text]
    for run in (sortid("inspect", text), sortid("check", text), sortid("convert", "--to", "hex", text)):
        assert (run.code, run.out) == (1, "") and f"; it looks like {sentence}" in run.err
    run = sortid("inspect", "--json", text)
    [seen] = run.objects
    assert run.code == 1 and list(seen) == ["input", "format", "looks_like"] and (seen["input"], seen["format"]) == (text, None)
    assert [look["name"] for look in seen["looks_like"]] == names
    for look in seen["looks_like"]:
        assert list(look) == ["name", "title", "unix_ms", "time", "fields"] + (["uuid"] if names[0].startswith("uuid") else [])
    assert sortid("check", "--quiet", text) == (1, "", "")
    assert sortid("inspect", "--json", text, ULID).objects[1]["format"] == "ulid"


def test_texts_that_look_like_nothing():
    for text in ("hello", "hello world, hello wo", "1717653966666", "99999999999999999999", XID, UUIDV7):
        assert "looks like" not in sortid("inspect", text).err


def test_the_card_of_a_uuid_has_the_parts_of_its_version():
    text = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
    assert re.search(r"clock_seq +13256\n +node +175285648414790\n", sortid("inspect", text).out)
    # The same as JSON, and where the text is none of ours.
    [whole], [other] = sortid("inspect", "--json", text).objects, sortid("inspect", "--json", f"{{{text}}}").objects
    assert whole["fields"] == other["looks_like"][0]["fields"] and whole["fields"]["node"] == "175285648414790"
    [found] = sortid("grep", "--json", stdin=f"GET /{text}\n".encode()).objects
    assert found["fields"] == whole["fields"]


def test_colours():
    assert "\x1b" in on_a_terminal("inspect", XID)
    assert "\x1b" not in on_a_terminal("inspect", XID, NO_COLOR="1")
    assert "\x1b" in on_a_terminal("inspect", XID, NO_COLOR="")
    assert "\x1b" not in on_a_terminal("inspect", XID, TERM="dumb")
    assert "\x1b" not in on_a_terminal("inspect", "--color", "never", XID)
    assert "\x1b" not in on_a_terminal("inspect", "--json", XID)
    assert "\x1b" not in sortid("inspect", XID).out
    assert "\x1b" in sortid("inspect", XID, env=environment(CLICOLOR_FORCE="1")).out
    assert "\x1b" not in sortid("inspect", XID, env=environment(CLICOLOR_FORCE="1", NO_COLOR="1")).out
    assert "\x1b" in sortid("inspect", "--color", "always", XID).out
    assert sortid("inspect", "--color", "blue", XID).code == 2
    colored = sortid("inspect", "--color", "always", XID).out
    assert "aaaa" not in colored and re.sub(r"\x1b\[\d+m", "", colored).splitlines()[0] == XID


def test_a_mark_below_a_bad_id_on_a_terminal():
    text = on_a_terminal("inspect", "01ARZ3NDEKTSV4RRFFQ69G5FAU")
    assert text.splitlines()[-2:] == ["  01ARZ3NDEKTSV4RRFFQ69G5FAU", "  " + " " * 25 + "^"]
    assert "^" not in sortid("inspect", "01ARZ3NDEKTSV4RRFFQ69G5FAU").err


def test_table_marks_what_stands_out():
    made = [sortid("new", "uid11-snowish", "--machine", str(machine), "--at", at).lines[0] for machine, at in
            [(7, "2026-01-01T00:00:00Z"), (7, "2026-01-01T00:00:10Z"), (9, "2026-01-01T02:00:00Z")]]
    run = sortid("inspect", "--table", "--format", "uid11-snowish", stdin="\n".join([*made, made[1]]) + "\n",
                 env=environment(LC_ALL="C"))
    assert (run.code, run.err) == (0, "")
    rows = [line.split(maxsplit=4) for line in run.lines[:4]]
    assert [row[:4] for row in rows] == [
        [str(i + 1), made[n], "uid11-snowish", f"2026-01-01T{at}.000Z"]
        for i, (n, at) in enumerate([(0, "00:00:00"), (1, "00:00:10"), (2, "02:00:00"), (1, "00:00:10")])]
    assert [row[4:] for row in rows] == [[], ["+10 seconds"], ["+1 hour 59 minutes"],
                                         ["-1 hour 59 minutes  duplicate of 2  out of order"]]
    rest = [" ".join(line.split()) for line in run.lines[4:]]
    assert rest[:7] == ["", "4 ids: 1 duplicate, 1 out of order", "uid11-snowish 4", "first 2026-01-01T00:00:00.000Z (1)",
                        "last 2026-01-01T02:00:00.000Z (3)", "longest gaps 1 hour 59 minutes between 4 and 3",
                        "10 seconds between 1 and 2"]
    assert rest[8] == "made, in steps of 10 minutes" and rest[9] == "2026-01-01T00:00:00.000Z " + "#" * 40 + " 3"
    assert "machine of uid11-snowish: 2 values" in rest
    assert "7 " + "#" * 40 + " 3" in rest and "9 " + "#" * 13 + " 1" in rest
    assert "\u2588" * 40 in sortid("inspect", "--table", *made, env=environment(LC_ALL="C.UTF-8")).out


@pytest.mark.parametrize("first,last,step,begin,bars", [
    ("2026-01-01T00:00:00.500Z", "2026-01-01T00:00:03.500Z", "200 milliseconds", "2026-01-01T00:00:00.400Z", 16),
    ("2026-01-01T00:00:00Z", "2026-01-01T00:00:23Z", "1 second", "2026-01-01T00:00:00.000Z", 24),
    ("2026-01-01T00:00:00Z", "2026-01-01T00:00:24Z", "2 seconds", "2026-01-01T00:00:00.000Z", 13),
    ("2026-01-01T10:30:00Z", "2026-01-05T10:30:00Z", "6 hours", "2026-01-01T06:00:00.000Z", 17),
    ("1970-01-01T00:00:00Z", "10889-08-02T05:31:50.655Z", "500 years", "1970-01-01T00:00:00.000Z", 18),
])
def test_steps_of_a_histogram(first, last, step, begin, bars):
    made = [sortid("range", "ulid", "--at", at).lines[0] for at in (first, last)]
    rest = sortid("inspect", "--table", *made, env=environment(LC_ALL="C")).out.split("made, in steps of ")[1].splitlines()
    assert rest[0] == step
    assert rest[1].split()[0] == begin
    assert len(rest) - 1 == bars


def test_steps_before_the_unix_epoch():
    made = [sortid("range", "ulid", "--at", str(ms)).lines[0] for ms in (0, 3000)]
    out = sortid("inspect", "--table", "--epoch", "1960-01-01T00:00:00.500Z", *made, env=environment(LC_ALL="C")).out
    assert "made, in steps of 200 milliseconds\n  1960-01-01T00:00:00.400Z ####" in out
    assert out.splitlines()[-1].startswith("  1960-01-01T00:00:03.400Z ####")


@pytest.mark.parametrize("name", FORMATS)
def test_json_of_a_column_is_that_of_each(name):
    numbers = os.urandom(100 * FORMATS[name]["bits"] // 8)
    texts = sortid("convert", "--from", "binary", "--to", name, stdin=numbers).lines
    for options in ([], ["--format", name]):
        assert sortid("inspect", "--json", *options, stdin="\n".join(texts) + "\n").out == \
            sortid("inspect", "--json", *options, *texts).out, numbers.hex()


def test_table_has_its_marks_one_below_the_other():
    random = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
    lines = sortid("inspect", "--table", stdin="".join(f"{text}\n" for text in (ULID, random, random, ULID, ULID))).lines
    assert len({line.index("  duplicate of ") for line in lines[2:5]}) == 1
    assert [line.split()[-1] for line in lines[:5]] == ["2016-07-30T23:54:10.259Z", "-", "2", "1", "1"]


def test_the_card_of_an_id_without_a_time():
    assert "\n  time          none in these bits\n" in sortid("inspect", "f47ac10b-58cc-4372-a567-0e02b2c3d479").out


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_table_of_many_blocks(jobs):
    """Marks are those of all ids before, and steps those since the id before, whichever thread has the block."""
    rng = random.Random(15)
    times = [rng.randrange(1 << 32) for _ in range(6000)]
    texts = sortid("convert", "--from", "hex", "--to", "ulid", stdin="".join(f"{t:012x}{rng.getrandbits(80):020x}\n" for t in times)).lines
    texts += rng.choices(texts, k=3000)
    # A format without a time between.
    texts[4000] = "919108f7-52d1-4320-9bac-f847db4148a8"
    run = sortid("inspect", "--table", "--jobs", jobs, stdin="\n".join(texts) + "\n", env=environment(LC_ALL="C"))
    first, greatest, before = {}, "", ""
    for number, (text, line) in enumerate(zip(texts, run.lines), 1):
        assert line.split()[:2] == [str(number), text]
        duplicate = first.setdefault(text, number)
        assert re.findall(r"duplicate of (\d+)", line) == ([str(duplicate)] if duplicate != number else []), number
        if "-" in text:
            assert line.endswith(" -")
            continue
        assert line.endswith("out of order") == (text < greatest), number
        steps = [sign for sign in "+-" if f"Z  {sign}" in line]
        assert steps == ([] if text[:10] == before[:10] or not before else ["+" if text > before else "-"]), number
        greatest, before = max(greatest, text), text
    assert run.lines[len(texts) + 1].startswith(f"{len(texts):} ids: {len(texts) - len(first)} duplicates")


def test_table_of_many_kinds():
    prefixes = ["".join(letters) for letters in itertools.product("abcdefghij", repeat=3)]
    for kinds in (prefixes, [*prefixes, "last"]):
        texts = [f"{prefix}_{2:026}" for prefix in kinds] + [f"{kinds[-1]}_{1:026}"]
        run = sortid("inspect", "--table", stdin="\n".join(texts) + "\n")
        # So many have an order; what comes then has none.
        ordered = len(kinds) == 1000
        assert run.lines[len(texts) - 1].endswith("out of order") == ordered
        assert [line.split() for line in run.lines[-1000 - (not ordered):][-2:]] == \
            ([["typeid", "jji", "1"], ["typeid", "jjj", "2"]] if ordered else [["typeid", "jjj", "1"], ["others", "2"]])


def test_table_of_a_line_of_many_pieces():
    texts = [f"{'user' if i % 2 else 'order'}_{i:026}" for i in range(20_000)]
    run = sortid("inspect", "--table", "--extract", stdin=" ".join(texts))
    assert [line.split() for line in run.lines[-2:]] == [["typeid", "order", "10000"], ["typeid", "user", "10000"]]


def test_table_of_other_inputs():
    run = sortid("inspect", "--table", ULID, "user_" + ULID.lower(), "nothing", "919108f7-52d1-4320-9bac-f847db4148a8")
    assert run.code == 1 and run.err.startswith('sortid: argument 3: "nothing": length')
    rows = [line.split() for line in run.lines[:3]]
    assert [row[:3] for row in rows] == [["1", ULID, "ulid"], ["2", "user_" + ULID.lower(), "typeid"],
                                         ["4", "919108f7-52d1-4320-9bac-f847db4148a8", "uuid"]]
    assert rows[2][3] == "-" and "3 ids: 0 duplicates, 0 out of order" in run.out
    assert sortid("inspect", "--table", "--extract", stdin=f"a\nb {ULID}\n").lines[0].split()[:2] == ["2", ULID]
    assert sortid("inspect", "--table", stdin="") == (0, "", "")
    assert sortid("inspect", "--table", "--json", ULID).code == 2
