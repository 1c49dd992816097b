import pytest
from program import EUID, EUID_UNCHECKED, FLAKE, TYPEID, ULID, ULID_AS_HEX, ULID_AS_INT, ULID_AS_UUID, UUIDV7, XID
from program import formats, new, sortid

FORMATS = formats()


def test_one_id_everywhere():
    for to, text in {"uuid": ULID_AS_UUID, "hex": ULID_AS_HEX, "int": ULID_AS_INT, "typeid": ULID.lower(),
                     "euid": "05B3WENNTFB7CK31XYWS60NXBD2", "ulid": ULID}.items():
        assert sortid("convert", "--to", to, ULID) == (0, text + "\n", "")
        assert sortid("convert", "--to", "ulid", "--from", to, text) == (0, ULID + "\n", "")
    assert sortid("convert", "--to", "binary", ULID).raw == bytes.fromhex(ULID_AS_HEX)
    assert sortid("convert", "--to", "ulid", "--from", "binary", stdin=bytes.fromhex(ULID_AS_HEX)) == (0, ULID + "\n", "")
    assert sortid("convert", "--to", "hex", XID).out == "1aa06ea9c6c396bd\n"
    assert sortid("convert", "--to", "int", XID).out == "1918655116723066557\n"
    assert sortid("convert", "--to", "xid", "--from", "int", "1918655116723066557").out == XID + "\n"
    assert sortid("convert", "--to", "xid", "--from", "hex", "1AA06ea9c6c396bd").out == XID + "\n"


@pytest.mark.parametrize("source", [f for f in FORMATS if f["generated"]], ids=lambda f: f["name"])
def test_both_ways_between_all_formats_of_a_width(source):
    ids = new(source["name"], "-n", "300").out
    others = [f["name"] for f in FORMATS if f["bits"] == source["bits"] and not f["constants_required"]]
    others += [f["name"] for f in FORMATS if f["bits"] == source["bits"] and f["constants_required"]
               and not any(x["role"] in ("constant", "sign") for x in f["fields"])]
    for to in [*others, "hex", "int"]:
        there = sortid("convert", "--from", source["name"], "--to", to, stdin=ids)
        assert (there.code, there.err) == (0, "")
        back = sortid("convert", "--from", to, "--to", source["name"], stdin=there.raw)
        assert (back.code, back.out) == (0, ids)
    there = sortid("convert", "--from", source["name"], "--to", "binary", stdin=ids)
    assert len(there.raw) == 300 * source["bytes"]
    back = sortid("convert", "--from", "binary", "--to", source["name"], stdin=there.raw)
    assert (back.code, back.out) == (0, ids)


def test_prefixes():
    assert sortid("convert", "--to", "typeid", "--prefix", "user", ULID).out == f"user_{ULID.lower()}\n"
    assert sortid("convert", "--to", "typeid", TYPEID, ULID).out == f"{TYPEID}\n{ULID.lower()}\n"
    assert sortid("convert", "--to", "typeid", "--from", "typeid", "--prefix", "a", TYPEID).out == f"a_{TYPEID[5:]}\n"
    assert sortid("convert", "--to", "typeid", "--from", "typeid", "--prefix", "", TYPEID).out == f"{TYPEID[5:]}\n"
    assert sortid("convert", "--to", "typeid", "--prefix", "No", ULID).code == 2
    assert sortid("convert", "--to", "ulid", "--prefix", "user", ULID).code == 2


REJECTED = {
    ("xid", "", ULID): "range: ulid has 128 bits, xid has 64",
    ("ulid", "", XID): "range: xid has 64 bits, ulid has 128",
    ("ulid", "hex", "00"): "length: hex has 32 symbols, found 2",
    ("xid", "hex", ULID_AS_HEX): "length: hex has 16 symbols, found 32",
    ("int", "hex", "0" * 17): "length: hex has 32 symbols, found 17",
    ("xid", "hex", "1aa06ea9c6c396bg"): "character: 'g' at position 15 is not a symbol of hex",
    ("xid", "int", str(2**64)): "overflow: greater than the largest xid",
    ("ulid", "int", str(2**128)): "overflow: greater than the largest int at position 38",
    ("ulid", "int", "12a"): "character: 'a' at position 2 is not a symbol of int",
    ("ulid", "int", "-1"): "character: '-' at position 0 is not a symbol of int",
    ("ulid-flake", "int", str(2**63)): "overflow: greater than the largest ulid-flake",
    ("uuidv7", "ulid", ULID): "range: version is 13, uuidv7 needs 7; --to uuid takes any bits",
}


@pytest.mark.parametrize("case", REJECTED, ids=" ".join)
def test_bits_that_the_target_cannot_hold(case):
    to, source, text = case
    extra = ("--from", source) if source else ()
    expected = (1, "", f'sortid: argument 1: "{text}": {REJECTED[case]}\n')
    assert sortid("convert", "--to", to, *extra, "--", text) == expected


def test_an_empty_number_is_none():
    assert sortid("convert", "--to", "ulid", "--from", "int", "").code == 1


@pytest.mark.parametrize("args", [
    ("--to", "xid", "--from", "ulid", ULID), ("--to", "ulid", "--from", "xid", XID), ("--to", "hex", "--from", "binary"),
    ("--to", "nothing", ULID), ("--to", "ulid", "--from", "nothing", ULID), (ULID,), ("--to",),
], ids=" ".join)
def test_wrong_usage(args):
    run = sortid("convert", *args)
    assert (run.code, run.out) == (2, "") and run.err.startswith("sortid: ")


def test_bad_lines_are_told_in_order_and_kept(tmp_path):
    lines = [ULID, "nonsense", XID, "", UUIDV7, EUID[:-1] + "7", "8" + ULID[1:], "Ab_" + ULID.lower(), FLAKE]
    kept = tmp_path / "bad.txt"
    run = sortid("convert", "--to", "uuid", "--invalid", str(kept), stdin="\r\n".join(lines))
    assert (run.code, run.lines) == (1, [ULID_AS_UUID, UUIDV7])
    assert [line.split(": ")[1:4] for line in run.err.splitlines()[:-1]] == [
        ["line 2", '"nonsense"', "length"], ["line 3", f'"{XID}"', "range"], ["line 4", '""', "length"],
        ["line 6", f'"{lines[5]}"', "checksum"], ["line 7", f'"{lines[6]}"', "overflow"],
        ["line 8", f'"{lines[7]}"', "prefix"], ["line 9", f'"{FLAKE}"', "range"]]
    assert run.err.splitlines()[-1] == "sortid: 2 valid, 7 invalid"
    assert kept.read_bytes() == b"".join(f"{lines[i]}\r\n".encode() for i in (1, 2, 3, 5, 6, 7)) + FLAKE.encode() + b"\n"
    # Without bad lines the file is there and empty.
    assert sortid("convert", "--to", "uuid", "--invalid", str(kept), ULID).code == 0
    assert kept.read_bytes() == b""


def test_the_check_of_an_euid():
    run = sortid("convert", "--to", "hex", EUID, EUID_UNCHECKED, "C8X2HA87098A0W837DX13FEAWVV")
    assert (run.code, run.lines) == (1, ["623f40921824bb0052fddf828ca352aa"] * 2)
    assert run.err.startswith('sortid: argument 3: "C8X2HA87098A0W837DX13FEAWVV": checksum: check-mod ')


def test_records_and_what_is_left_of_one(tmp_path):
    kept = tmp_path / "bad.bin"
    run = sortid("convert", "--from", "binary", "--to", "ulid-flake", "--invalid", str(kept),
                 stdin=b"\x00" * 8 + b"\xff" * 8 + b"\n\r\x00\x01\x02\x03\x04\x05"[::-1] + b"abc")
    assert (run.code, run.lines[0], len(run.lines)) == (1, "0000000000000", 2)
    assert run.err == (
        'sortid: record 2: "' + r"\xFF" * 8 + '": overflow: greater than the largest ulid-flake\n'
        'sortid: record 4: "abc": length: a record has 8 bytes, found 3\n'
        "sortid: 2 valid, 2 invalid\n")
    assert kept.read_bytes() == b"\xff" * 8 + b"abc"


def test_binary_records_have_one_width():
    run = sortid("convert", "--to", "binary", ULID, XID)
    assert run.code == 1
    assert "argument 2" in run.err and "range: the records have 128 bits, this has 64" in run.err


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_records_of_many_blocks(jobs):
    count = 100_000
    good = b"".join(i.to_bytes(8, "big") for i in range(count))
    texts = ["".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[i >> 5 * k & 31] for k in range(12, -1, -1)) for i in range(count)]
    run = sortid("convert", "--from", "binary", "--to", "ulid-flake", "--jobs", jobs, stdin=good + b"\xff" * 8 + good)
    assert (run.code, run.lines) == (1, texts * 2) and f"record {count + 1}: " in run.err
