"""sortid udf: functions for ClickHouse over chunks of RowBinary, byte by byte."""

import fcntl
import os
import select
import struct
import subprocess
import termios
import time
import uuid

import pytest
from program import BIN, EUID, TYPEID, ULID, ULID_AS_INT, ULID_AS_UUID, UUIDV7, XID, environment, sortid

ULID_MS = 1469922850259


def text(value):
    length, before = len(value), b""
    while length > 0x7F:
        before += bytes([length & 0x7F | 0x80])
        length >>= 7
    return before + bytes([length]) + value


def chunk(*rows):
    return b"%d\n" % len(rows) + b"".join(rows)


def call(*words, given):
    return subprocess.run([BIN, "udf", "--format", "rowbinary", *words], input=given, env=environment(),
                          capture_output=True, timeout=20)


def results(*words, given):
    done = call(*words, given=given)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr
    return done.stdout


def wire_uuid(value):
    value = uuid.UUID(value).bytes
    return value[7::-1] + value[:7:-1]


U = ULID.encode()


@pytest.mark.parametrize("rows", [1, 15, 16, 17, 255, 256, 257, 1000])
def test_every_count_of_rows(rows):
    given = chunk(*[text(U)] * rows)
    assert results("ulid", "--to", "time", given=given) == ULID_MS.to_bytes(8, "little") * rows
    assert results("ulid", "--to", "uuid", given=given * 2) == wire_uuid(ULID_AS_UUID) * rows * 2


def test_every_type():
    to = {"uuid": wire_uuid(ULID_AS_UUID), "int": int(ULID_AS_INT).to_bytes(16, "little"),
          "binary": uuid.UUID(ULID_AS_UUID).bytes, "text": text(U)}
    for name, wire in to.items():
        assert results("ulid", "--to", name, given=chunk(text(U.lower()))) == wire
        for other, wanted in to.items():
            assert results("ulid", "--from", name, "--to", other, given=chunk(wire)) == wanted
        assert results("ulid", "--from", name, "--to", "valid", given=chunk(wire)) == b"\1"
    number = int(sortid("convert", "--to", "int", XID).out)
    assert results("xid", "--to", "int", given=chunk(text(XID.encode()))) == number.to_bytes(8, "little")
    assert results("xid", "--to", "binary", given=chunk(text(XID.encode()))) == number.to_bytes(8, "big")
    for name, order in (("int", "little"), ("binary", "big")):
        for nullable in ((), ("--nullable",)):
            row = bool(nullable) * b"\0" + number.to_bytes(8, order)
            assert results("xid", "--from", name, "--to", "text", *nullable, given=chunk(row)) == bool(nullable) * b"\0" + text(XID.encode())
    assert results("euid", "--from", "uuid", "--to", "text",
                   given=chunk(results("euid", "--to", "uuid", given=chunk(text(EUID.encode()))))) == text(EUID.encode())


def test_prefixes():
    t = TYPEID.encode()
    other = b"order" + t[4:]
    assert results("typeid", "--to", "prefix", given=chunk(text(t), text(other), text(t[5:]))) == text(b"user") + text(b"order") + text(b"")
    as_uuid = results("typeid", "--to", "uuid", given=chunk(text(t), text(other), text(t[5:])))
    assert as_uuid == as_uuid[:16] * 3
    assert results("typeid", "--from", "uuid", "--to", "text", "--prefix", "user", given=chunk(as_uuid[:16])) == text(t)
    assert results("typeid", "--to", "uuid", "--prefix", "user", "--errors", "null",
                   given=chunk(text(t), text(other), text(t[5:]))) == b"\0" + as_uuid[:16] + b"\1\1"
    done = call("typeid", "--to", "uuid", "--prefix", "user", given=chunk(text(other)))
    assert done.returncode == 1 and done.stderr.startswith(b'sortid: row 1: "order_')
    assert b"prefix: " in done.stderr and done.stdout == b""


def test_bounds_of_a_time():
    for bound, line in zip(("first", "last"), sortid("range", "--format", "ulid", "--at", str(ULID_MS)).lines):
        given = chunk(ULID_MS.to_bytes(8, "little"))
        assert results("ulid", "--from", "time", "--to", "text", "--bound", bound, given=given) == text(line.encode())
    done = call("ulid", "--from", "time", "--bound", "first", "--to", "text", given=chunk((-1).to_bytes(8, "little", signed=True)))
    assert (done.returncode, done.stdout) == (1, b"") and b'row 1: "-1": range: ulid has the instants' in done.stderr


def test_what_is_rejected_is_null_or_ends_the_work():
    bad = [b"", U[:-1], U + b"A", U[:-1] + b"U", b"8" + U[1:], U[:-1] + b"\xff", b"x" * 127, b"x" * 128, b"x" * 5000]
    rows = [text(U), *map(text, bad), text(U)]
    ms = ULID_MS.to_bytes(8, "little")
    assert results("ulid", "--to", "time", "--errors", "null", given=chunk(*rows)) == b"\0" + ms + b"\1" * len(bad) + b"\0" + ms
    assert results("ulid", "--to", "valid", given=chunk(*rows)) == b"\1" + b"\0" * len(bad) + b"\1"
    for one in bad:  # behind rows of one size
        given = chunk(*[text(U)] * 20, text(one), *[text(U)] * 20)
        assert results("ulid", "--to", "valid", given=given) == b"\1" * 20 + b"\0" + b"\1" * 20
    for one in bad:
        done = call("ulid", "--to", "time", given=chunk(text(U), text(one), text(U)))
        checked = sortid("check", "--format", "ulid", "--", one.decode("latin-1").encode("latin-1")) if one else None
        assert done.returncode == 1 and done.stderr.startswith(b"sortid: row 2: ") and done.stderr.count(b"\n") == 1
        if checked is not None and len(one) < 128:
            assert done.stderr.partition(b"row 2: ")[2] == checked.raw_err.partition(b"argument 1: ")[2].partition(b"; it looks")[0].rstrip() + b"\n"


def test_nulls():
    ms = ULID_MS.to_bytes(8, "little")
    rows = [b"\1", b"\0" + text(U), b"\1"]
    assert results("ulid", "--to", "time", "--nullable", given=chunk(*rows)) == b"\1\0" + ms + b"\1"
    assert results("ulid", "--to", "valid", "--nullable", given=chunk(*rows)) == b"\1\0\1\1"
    assert results("ulid", "--from", "time", "--bound", "first", "--to", "binary", "--nullable",
                   given=chunk(b"\1", b"\0" + ms))[:2] == b"\1\0"


def test_ids_without_a_time():
    four = text(b"0190163d-8694-439b-aea5-966c26f8ad91")
    assert results("uuid", "--to", "time", "--errors", "null", given=chunk(four, text(UUIDV7.encode())))[:2] == b"\1\0"
    done = call("uuid", "--to", "time", given=chunk(four))
    assert done.returncode == 1 and b"range: the id has no time" in done.stderr


@pytest.mark.parametrize("given,code,why", [
    (b"", 0, b""),
    (b"0\n", 0, b""),
    (b"2", 3, b"standard input ends within a chunk"),
    (b"2\n" + text(U), 3, b"standard input ends within a chunk"),
    (b"1\n" + text(U)[:9], 3, b"standard input ends within a chunk"),
    (b"1\n" + text(b"x" * 200)[:-1], 1, b"length"),
    (b"\n", 3, b"send_chunk_header"),
    (text(U), 3, b"send_chunk_header"),
    (b"99999999999999999999\n", 3, b"send_chunk_header"),
    (b"1\n".zfill(21) + text(U), 0, b""),
    (b"1\n".zfill(22) + text(U), 3, b"send_chunk_header"),
    pytest.param(b"0" * (2 << 20), 3, b"send_chunk_header", id="zeros without end"),
    (b"1\n" + b"\xff" * 10 + b"\1", 3, b"malformed RowBinary: the length"),
    (b"1\n\xff", 3, b"standard input ends within a chunk"),
])
def test_a_stream_that_is_cut_off_or_malformed_ends_the_program(given, code, why):
    done = call("ulid", "--to", "time", given=given)
    assert done.returncode == code and why in done.stderr


def test_a_null_byte_is_0_or_1():
    done = call("ulid", "--to", "time", "--nullable", given=chunk(b"\2" + text(U)))
    assert done.returncode == 3 and b"malformed RowBinary: the byte before a value" in done.stderr


def test_each_chunk_has_its_results_before_the_next_one_comes():
    with subprocess.Popen([BIN, "udf", "-f", "rowbinary", "ulid", "--to", "time"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, env=environment(), bufsize=0) as program:
        for rows in (1, 3, 70000):
            given = chunk(*[text(U)] * rows)
            wanted = ULID_MS.to_bytes(8, "little") * rows
            # In pieces, with what has been written so far taken away in between.
            found = b""
            for at in range(0, len(given), 30011):
                program.stdin.write(given[at:at + 30011])
                while select.select([program.stdout], [], [], 0)[0]:
                    found += os.read(program.stdout.fileno(), 1 << 20)
            while len(found) < len(wanted):
                found += os.read(program.stdout.fileno(), 1 << 20)
            assert found == wanted
        program.stdin.close()
        assert program.wait(timeout=20) == 0


def test_a_length_may_come_in_two_pieces():
    given = chunk(text(b"x" * 256), text(U))
    cut = given.index(b"\x80\x02") + 1
    with subprocess.Popen([BIN, "udf", "-f", "rowbinary", "ulid", "--to", "valid"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, env=environment(), bufsize=0) as program:
        program.stdin.write(given[:cut])
        while struct.unpack("i", fcntl.ioctl(program.stdin, termios.FIONREAD, bytes(4))) != (0,):
            time.sleep(0.001)
        program.stdin.write(given[cut:])
        program.stdin.close()
        assert program.stdout.read() == b"\0\1"
        assert program.wait(timeout=20) == 0


@pytest.mark.parametrize("words,sentence", [
    (("ulid", "--to", "time"), "--format is required"),
    (("-f", "csv", "ulid", "--to", "time"), '--format'),
    (("-f", "rowbinary", "ulid"), "--to is required"),
    (("-f", "rowbinary", "--to", "time"), "IDS"),
    (("-f", "rowbinary", "xid", "--to", "uuid"), "--to uuid"),
    (("-f", "rowbinary", "uid11", "--to", "time"), "--to time"),
    (("-f", "rowbinary", "ulid", "--to", "prefix"), "--to prefix"),
    (("-f", "rowbinary", "ulid", "--to", "uuid", "--prefix", "user"), "--prefix"),
    (("-f", "rowbinary", "typeid", "--from", "uuid", "--to", "int", "--prefix", "user"), "--prefix is for"),
    (("-f", "rowbinary", "typeid", "--to", "text"), "--prefix"),
    (("-f", "rowbinary", "ulid", "--from", "time", "--to", "text"), "--bound is for --from time"),
    (("-f", "rowbinary", "ulid", "--to", "text", "--bound", "first"), "--bound is for --from time"),
    (("-f", "rowbinary", "ulid", "--to", "valid", "--errors", "null"), "--errors null"),
])
def test_wrong_usage(words, sentence):
    run = sortid("udf", *words)
    assert (run.code, run.out) == (2, "") and sentence in run.err
