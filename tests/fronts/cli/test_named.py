"""`sortid new --name`: the vectors of tests/oracle/named.py, and what is rejected."""

import json
import os
import subprocess

import pytest
from program import BIN, VECTORS, environment, sortid

CASES = json.loads((VECTORS / "named" / "vectors.json").read_text())


def key_file(folder, key="000102030405060708090a0b0c0d0e0f", mode=0o600):
    path = folder / "names.key"
    path.write_text(key + "\n")
    path.chmod(mode)
    return str(path)


@pytest.mark.parametrize("format", sorted({c["format"] for c in CASES}))
def test_vectors(tmp_path, format):
    # No argument of a program has a NUL in it.
    for case in (c for c in CASES if c["format"] == format and "\0" not in c["name"] and len(c["key"]) == 32):
        options = ["--key-file", key_file(tmp_path, case["key"]), "--at", str(case["unix_ms"]), "--name", case["name"]]
        if case["prefix"]:
            options += ["--prefix", case["prefix"]]
        if case["extension"] is not None:
            options += ["--ext", str(case["extension"])]
        assert sortid("new", format, *options).lines == [case["text"]]


def test_notations(tmp_path):
    options = ["--at", "2023-11-14T22:13:20Z", "--name", "customers/4711", "--key-file", key_file(tmp_path)]
    assert sortid("new", *options, "--as", "uuid").lines == ["018bcfe5-6800-c085-b1e5-5bea0db5c702"]
    assert json.loads(sortid("new", *options, "--as", "json").lines[0])["text"] == "01HF7YAT00R22V3SAVX86VBHR2"


@pytest.mark.parametrize(("options", "message"), [
    (["xid", "--at", "1", "--name", "a"], "--name"),
    (["uid11-snowish", "--at", "1", "--name", "a"], "--name"),
    (["ulid", "--name", "a"], "--name needs --at"),
    (["ulid", "--at", "2026-01-01"], "--key-file is for --name"),
    (["ulid", "--at", "2026-01-01", "--name", "a", "-n", "2"], "a name makes one id"),
    (["ulid", "--at", "2026-01-01", "--name", "a", "--random"], "a name makes one id"),
])
def test_what_cannot_be(tmp_path, options, message):
    run = sortid("new", *options, "--key-file", key_file(tmp_path))
    assert (run.code, run.out) == (2, "") and message in run.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_an_output_that_is_full(tmp_path):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([BIN, "new", "--at", "2026-01-01", "--name", "a", "--key-file", key_file(tmp_path)], stdout=full,
                              stderr=subprocess.PIPE, env=environment())
    assert (done.returncode, done.stderr) == (3, b"sortid: cannot write to standard output: No space left on device\n")


def test_keys(tmp_path):
    options = ["new", "--at", "2026-01-01", "--name", "a"]
    assert "--name needs --key-file" in sortid(*options).err
    assert "chmod 600" in sortid(*options, "--key-file", key_file(tmp_path, mode=0o644)).err
    assert "a key has 16 or 32 bytes" in sortid(*options, "--key-file", key_file(tmp_path, "00")).err
    run = sortid(*options, "--key-file", str(tmp_path / "none"))
    assert (run.code, run.out) == (3, "") and "cannot read" in run.err


def test_an_instant_that_the_format_does_not_have(tmp_path):
    run = sortid("new", "--at", "1969-12-31T23:59:59Z", "--name", "a", "--key-file", key_file(tmp_path))
    assert (run.code, run.out) == (1, "") and "range" in run.err
