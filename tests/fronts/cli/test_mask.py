"""`sortid mask` and `unmask`, beside an independent implementation (tests/oracle/mask.py) and the frozen vectors."""

import json
import os
import pathlib
import random
import subprocess
import sys

import pytest
from program import BIN, FLAKE, ULID, UUIDV7, VECTORS, XID, environment, formats, sortid

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "oracle"))
import mask as by_hand  # noqa: E402
import oracle  # noqa: E402

FORMATS = {f["name"]: f for f in formats()}
CASES = json.loads((VECTORS / "mask" / "vectors.json").read_text())
KEY = bytes(range(16))
TYPEID = "user_01hhryzyseecrat3pq05bz5th8"  # of version 7
COUNT = int(os.environ.get("SORTID_TEST_MASKS", "10000"))


def key_file(folder, contents=KEY, mode=0o600):
    path = folder / "mask.key"
    path.write_bytes(contents)
    path.chmod(mode)
    return str(path)


@pytest.mark.parametrize("key", sorted({c["key"] for c in CASES}))
@pytest.mark.parametrize("name", sorted(FORMATS))
def test_frozen_vectors(tmp_path, name, key):
    file = key_file(tmp_path, bytes.fromhex(key))
    for version in (8, 4):
        cases = [c for c in CASES if (c["key"], c["format"], c["version"]) == (key, name, version)]
        stored, masked = (" ".join(c[part] for c in cases).split() for part in ("text", "masked"))
        options = ["--key-file", file, "--from", name, "--uuid-version", str(version)]
        assert sortid("mask", *options, *stored).lines == masked
        assert sortid("unmask", *options, *masked).lines == stored


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_beside_an_independent_implementation(tmp_path, name):
    seed = int(os.environ.get("SORTID_TEST_SEED", random.randrange(2**32)))
    print("seed", seed)
    rng = random.Random(seed)
    key = rng.randbytes(rng.choice([16, 32]))
    file = key_file(tmp_path, key.hex().encode() + b"\n")
    prefix = rng.choice(["", "user", "a_b"]) if name == "typeid" else ""
    places = by_hand.free_places(name)
    constants = 7 << 76 | 2 << 62 if name in by_hand.UUIDS else 0
    values = [by_hand.scatter(rng.getrandbits(len(places)), places) | constants for _ in range(COUNT)]
    stored = "".join(oracle.to_text(name, value, prefix) + "\n" for value in values)
    masked_name = by_hand.masked_format(name)
    expected = "".join(
        oracle.to_text(masked_name, value, prefix) + "\n" for value in by_hand.mask(name, key, values, prefix))
    there = sortid("mask", "--key-file", file, "--from", name, stdin=stored)
    assert (there.code, there.out == expected) == (0, True)
    back = sortid("unmask", "--key-file", file, "--from", name, stdin=there.raw)
    assert (back.code, back.out == stored) == (0, True)


def test_without_a_format_a_text_is_what_it_looks_like(tmp_path):
    file = key_file(tmp_path)
    ids = [ULID, TYPEID, UUIDV7, FLAKE, XID]
    there = sortid("mask", "--key-file", file, *ids)
    assert there.code == 0 and not set(there.lines) & set(ids)
    assert there.lines[2][14] == "8"
    assert sortid("unmask", "--key-file", file, *there.lines).lines == ids


def test_prefixes_are_apart(tmp_path):
    file = key_file(tmp_path)
    suffix = TYPEID[5:]
    masked = sortid("mask", "--key-file", file, TYPEID, "org_" + suffix, "--from", "typeid").lines
    assert [text.split("_")[0] for text in masked] == ["user", "org"]
    assert masked[0][5:] != masked[1][4:]


def test_other_versions_are_rejected_with_range(tmp_path):
    file = key_file(tmp_path)
    masked = sortid("mask", "--key-file", file, UUIDV7).out.strip()
    four = sortid("mask", "--key-file", file, "--uuid-version", "4", UUIDV7).out.strip()
    for given, found in ((UUIDV7, 7), (four, 4)):
        run = sortid("unmask", "--key-file", file, "--from", "uuidv7", given)
        assert (run.code, run.out) == (1, "")
        assert f"range: version is {found}, uuid needs 8" in run.err
    run = sortid("mask", "--key-file", file, masked)
    assert run.code == 1 and "range: version is 8, " in run.err
    assert sortid("mask", "--key-file", file, "--from", "uuidv7", masked).code == 1
    typeid = sortid("mask", "--key-file", file, TYPEID).out.strip()
    run = sortid("mask", "--key-file", file, typeid)
    assert run.code == 1 and "range: version is 8, typeid needs 7" in run.err
    run = sortid("unmask", "--key-file", file, TYPEID[5:], "--from", "typeid")
    assert run.code == 1 and "range: version is 7, typeid needs 8" in run.err


def test_a_stream_goes_on_behind_a_rejected_id(tmp_path):
    file = key_file(tmp_path)
    lines = [ULID] * 10 + ["nonsense"] + [UUIDV7] * 5 + [sortid("mask", "--key-file", file, UUIDV7).out.strip()] + [XID] * 10
    invalid = tmp_path / "invalid"
    run = sortid("mask", "--key-file", file, "--invalid", str(invalid), stdin="\n".join(lines))
    assert run.code == 1 and len(run.lines) == 25
    assert invalid.read_text().splitlines() == [lines[10], lines[16]]
    assert "25 valid, 2 invalid" in run.err


@pytest.mark.skipif(sys.platform != "linux", reason="no /proc")
def test_the_key_file_is_closed_once_it_is_read(tmp_path):
    file = key_file(tmp_path)
    child = subprocess.Popen([BIN, "mask", "--key-file", file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
    child.stdin.write(f"{ULID}\n".encode())
    child.stdin.flush()
    assert child.stdout.readline()
    folder = pathlib.Path(f"/proc/{child.pid}/fd")
    assert file not in {os.readlink(fd) for fd in folder.iterdir()}
    child.communicate()


@pytest.mark.parametrize("contents, sentence", [
    (b"", "a key has 16 or 32 bytes, or twice as many hexadecimal digits; found 0 bytes"),
    (b"0123456789abcdef", "found 16 hexadecimal digits"),
    (b"0123456789abcdef0123456789abcdef0", "found 33 hexadecimal digits"),
    (KEY[:15], "found 15 bytes"),
    (KEY + b"\x80", "found 17 bytes"),
    (KEY.hex().encode() + b" \n", "found 34 bytes"),
    (KEY * 10, "longer than any key"),
])
def test_keys_of_another_size_are_rejected(tmp_path, contents, sentence):
    run = sortid("mask", "--key-file", key_file(tmp_path, contents), ULID)
    assert (run.code, run.out) == (2, "")
    assert sentence in run.err and (not contents or contents.hex() not in run.err)


def test_a_key_that_everybody_reads_is_rejected(tmp_path):
    run = sortid("mask", "--key-file", key_file(tmp_path, mode=0o644), ULID)
    assert run.code == 2 and "every user may read" in run.err and "chmod 600" in run.err
    assert sortid("mask", "--key-file", key_file(tmp_path, mode=0o640), ULID).code == 0


def test_a_key_file_that_cannot_be_read(tmp_path):
    run = sortid("mask", "--key-file", str(tmp_path / "none"), ULID)
    assert run.code == 3 and "cannot read" in run.err and "No such file" in run.err
    assert sortid("mask", ULID).code == 2
    run = sortid("mask", "--key-file", KEY.hex(), ULID)
    assert run.code == 2 and "name of a file" in run.err and KEY.hex() not in run.err
    run = sortid("mask", "--key-file", str(tmp_path), ULID)
    assert run.code == 3 and "Is a directory" in run.err


@pytest.mark.parametrize("contents", [KEY, KEY.hex().encode(), KEY.hex().upper().encode() + b"\r\n"])
def test_raw_and_hexadecimal_keys_are_the_same(tmp_path, contents):
    case = next(c for c in CASES if c["key"] == KEY.hex() and c["format"] == "ulid")
    assert sortid("mask", "-k", key_file(tmp_path, contents), case["text"]).out == case["masked"] + "\n"


def test_wrong_usage(tmp_path):
    file = key_file(tmp_path)
    assert sortid("mask", "--key-file", file, "--from", "ulidd", ULID).code == 2
    assert sortid("mask", "--key-file", file, "--uuid-version", "7", ULID).code == 2


def test_uuidv47(tmp_path):
    key = key_file(tmp_path, b"00c5104f46d39b871e4af2e484af890f")
    mask, unmask = (("--uuidv47", "-k", key, id) for id in
                    ("8a473090-b8b9-78b1-bef9-b1af833d53c2", "f1b1178e-f576-48b1-bef9-b1af833d53c2"))
    assert sortid("mask", *mask).out == "f1b1178e-f576-48b1-bef9-b1af833d53c2\n"
    assert sortid("unmask", *unmask).out == "8a473090-b8b9-78b1-bef9-b1af833d53c2\n"
    assert "version is 4" in sortid("mask", *unmask).err and "version is 7" in sortid("unmask", *mask).err
    assert sortid("mask", "--from", "ulid", *mask).code == sortid("mask", "--uuid-version", "8", *mask).code == 2
    key_file(tmp_path, b"00" * 32)
    assert "takes a key of 16 bytes" in sortid("mask", *mask).err
