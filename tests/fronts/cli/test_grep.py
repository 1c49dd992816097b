"""`sortid grep` and `inspect --extract`: the ids inside texts."""

import os
import random
import re
import subprocess

import pytest
from program import BIN, EUID, FLAKE, TYPEID, ULID, UUIDV7, XID, environment, limits, sortid

LOG = f"""nothing here, not even at 1717653966666
GET /orders/{ULID}/items?after={TYPEID}&id%3D{UUIDV7} 200\r
"{EUID}",{XID},{FLAKE}
the last line has no end {ULID}"""


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "app.log"
    path.write_bytes(LOG.encode())
    return str(path)


def test_prints_lines_as_they_are(log):
    lines = LOG.splitlines(keepends=True)
    whole = "".join(lines[1:]) + "\n"
    for run in (sortid("grep", log), sortid("grep", stdin=LOG), sortid("grep", "-", stdin=LOG)):
        assert (run.code, run.raw, run.raw_err) == (0, whole.encode(), b"")
    assert sortid("grep", "-nb", log).raw.decode().startswith(f"2:{len(lines[0])}:GET ")


def test_the_ids_alone(log):
    assert sortid("grep", "-o", log).lines == [ULID, TYPEID, UUIDV7, EUID, ULID]
    places = sortid("grep", "-onb", log).lines
    assert places == [f"{LOG.count(chr(10), 0, m.start()) + 1}:{m.start()}:{m[0]}"
                      for m in re.finditer("|".join((ULID, TYPEID, UUIDV7, EUID)), LOG)]


def test_formats_by_name(log):
    assert sortid("grep", "-o", "xid", "ulid-flake", log).lines == ["1717653966666", XID, FLAKE]
    assert sortid("grep", "-o", "ulid-flake", stdin="1717653966666").lines == ["1717653966666"]
    assert sortid("grep", "-o", "ulid", "ulid", log).lines == [ULID, ULID]
    assert sortid("grep", "uuid", log, "-o").lines == [UUIDV7]


def test_exit_codes(log, tmp_path):
    assert sortid("grep", "xid", stdin="nothing") == (1, "", "")
    assert sortid("grep", "-c", stdin="nothing") == (1, "0\n", "")
    missing = str(tmp_path / "missing.log")
    run = sortid("grep", "-o", "euid", missing, log)
    assert (run.code, run.out, run.err) == (
        3, f"{log}:{EUID}\n", f"sortid: cannot read {missing}: No such file or directory\n")
    assert sortid("grep", str(tmp_path)).code == 3
    run = sortid("grep", "ulidd")
    assert (run.code, run.out) == (2, "") and "did you mean ulid?" in run.err
    with open("/dev/full", "w") as full:
        assert subprocess.run([BIN, "grep", log], stdout=full, stderr=subprocess.DEVNULL).returncode == 3


def test_several_files_have_names(log, tmp_path):
    other = tmp_path / "ulid"  # a file of that name has a path
    other.write_text(f"{ULID}\n")
    assert sortid("grep", "-o", "ulid", log, str(other)).lines == [f"{log}:{ULID}"] * 2 + [f"{other}:{ULID}"]
    assert sortid("grep", "-c", log, str(other), "-", stdin="none").lines == [
        f"{log}:5", f"{other}:1", "(standard input):0"]


def test_json(log):
    found = sortid("grep", "--json", log).objects
    assert [(o["file"], o["line"], o["input"]) for o in found] == [
        (log, 2, ULID), (log, 2, TYPEID), (log, 2, UUIDV7), (log, 3, EUID), (log, 4, ULID)]
    for o in found:
        assert LOG[o["offset"]:].startswith(o["input"])
        alone = sortid("inspect", "--json", o["input"]).objects[0]
        assert {**alone, "file": log, "line": o["line"], "offset": o["offset"]} == o
    assert "file" not in sortid("grep", "--json", stdin=LOG).objects[0]


def test_times():
    old, new = sortid("new", "--at", "-3h").lines[0], sortid("new", "--at", "-1h").lines[0]
    timeless = "919108f7-52d1-4320-9bac-f847db4148a8"
    text = f"{old} {timeless}\n{new}\n"
    assert sortid("grep", "-o", "--since", "-2h", stdin=text).lines == [new]
    assert sortid("grep", "-o", "--until", "-2h", stdin=text).lines == [old]
    assert sortid("grep", "-o", "--since", "-4h", "--until", "now", stdin=text).lines == [old, new]
    assert sortid("grep", "-o", stdin=text).lines == [old, timeless, new]
    run = sortid("grep", "--since", "2024", stdin=text)
    assert run.code == 2 and "--since" in run.err
    run = sortid("grep", "--since", "2h", stdin=text)
    assert run.code == 2 and "write -2h, before now, or +2h" in run.err
    run = sortid("grep", "--since", "tomorrow", "--until", "yesterday", stdin=text)
    assert run.code == 2 and '--since "tomorrow" is not before --until "yesterday"' in run.err
    assert "did you mean" not in sortid("grep", "-v", stdin=text).err
    # Half open.
    at = "2026-01-01T00:00:00.000Z"
    one = sortid("new", "--at", at).lines[0]
    assert sortid("grep", "-o", "--since", at, stdin=one).lines == [one]
    assert sortid("grep", "-o", "--until", at, stdin=one) == (1, "", "")


def test_of_binary_and_endless_lines_the_ids_alone():
    binary = b"a\0" + ULID.encode() + b"\xff\n" + b"\xfe " + ULID.encode() + b"\n"
    assert sortid("grep", stdin=binary).raw == ULID.encode() + b"\n\xfe " + ULID.encode() + b"\n"
    long = b"x" * 600_000 + b" " + ULID.encode() + b"-" * 600_000 + ULID.encode()
    text = long + b"\n" + ULID.encode() + b"\n"
    run = sortid("grep", "-nb", stdin=text)
    assert run.lines == [f"1:{600_001}:{ULID}", f"1:{len(long) - 26}:{ULID}", f"2:{len(long) + 1}:{ULID}"]


def test_colours_the_ids():
    run = sortid("grep", "--color", "always", stdin=f"a {ULID} b\n")
    assert run.out == f"a \x1b[1m{ULID}\x1b[0m b\n"


def test_threads_find_the_same():
    seed = int(os.environ.get("SORTID_TEST_SEED", random.randrange(2**32)))
    print("seed", seed)
    rng = random.Random(seed)
    pieces = [ULID, TYPEID, UUIDV7, EUID, XID, "user_", "-", "%2F", " ", "\n", "\r\n", "\0", "word", "x" * 70_000]
    text = "".join(rng.choices(pieces, weights=[4] * 5 + [2] * 8 + [0.1], k=40_000))
    for options in ([], ["-onb", "xid", "ulid", "typeid", "uuid", "euid"], ["--json"]):
        one = sortid("grep", "--jobs", "1", *options, stdin=text)
        assert one.code == 0 and sortid("grep", "--jobs", "4", *options, stdin=text) == one


def test_a_slow_writer_is_answered_line_by_line():
    with subprocess.Popen([BIN, "grep", "-o"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(),
                          preexec_fn=limits()) as run:
        for _ in range(3):
            run.stdin.write(f"see {ULID}.\n".encode())
            run.stdin.flush()
            assert run.stdout.readline() == f"{ULID}\n".encode()
        run.stdin.close()
        assert run.wait() == 0


def test_inspect_extract():
    run = sortid("inspect", "--extract", "--json", f"GET /{ULID}", f"a {XID} {EUID}")
    assert [(o["input"], o["line"], o["offset"]) for o in run.objects] == [(ULID, 1, 5), (EUID, 2, 14)]
    assert (run.code, run.err) == (0, "")
    assert sortid("inspect", "-x", stdin=f"id={ULID};").out.splitlines()[:2] == sortid("inspect", ULID).out.splitlines()[:2]
    assert sortid("inspect", "-x", "--json", "--format", "xid", stdin=LOG).objects[-1]["input"] == XID
    assert sortid("inspect", "-x", "nothing") == (1, "", "")
    assert sortid("inspect", "-x", "--lenient", ULID).code == 2


# Each byte alone: beside another one that is escaped, a text is never taken for one that stands as it is.
@pytest.mark.parametrize("name,shown", [
    ("plain ~", "plain ~"), ('a" ~', r'a\" ~'), ("a\\", r"a\\"), ("a\x01", r"a\u0001"), ("a\x1f", r"a\u001f"), ("a\x7f", r"a\u007f"),
    (os.fsdecode(b"a\xc3\xa9"), r"a\u00c3\u00a9"),
], ids=ascii)
def test_a_name_of_a_file_is_a_text_of_json(tmp_path, name, shown):
    for file in (name, "other"):
        (tmp_path / file).write_text(ULID + "\n")
    found = sortid("grep", "--json", str(tmp_path / name), str(tmp_path / "other")).out.splitlines()
    assert f'/{shown}","line":1,' in found[0]
