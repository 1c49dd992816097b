"""sqlite3, objects and strings of numpy, names of other libraries, uuid.UUID, and python -m sortid."""

import datetime
import json
import os
import signal
import sqlite3
import subprocess
import sys
import uuid

import numpy
import pytest

import sortid
import sortid.arrow
import sortid.numpy
from sortid import ULID, TypeID, UUIDv7

TEXT = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


def test_sqlite3_binds_ids_as_their_texts():
    with sqlite3.connect(":memory:") as connection:
        for kind in sortid.FORMATS.values():
            assert connection.execute("SELECT ?, typeof(?1)", [kind.MAX]).fetchone() == (str(kind.MAX), "text")
        connection.execute("CREATE TABLE orders (id TEXT PRIMARY KEY) WITHOUT ROWID")
        ids = [ULID.new() for _ in range(100)]
        connection.executemany("INSERT INTO orders VALUES (?)", [(id,) for id in reversed(ids)])
        rows = connection.execute("SELECT id FROM orders WHERE id BETWEEN ? AND ? ORDER BY id", (ids[10], ids[20]))
        assert [ULID(row[0]) for row in rows] == ids[10:21]


@pytest.mark.parametrize("kind", [ULID, TypeID, UUIDv7, sortid.XID], ids=lambda k: k.FORMAT)
def test_objects_and_strings_are_texts(kind):
    ids = [kind.new() for _ in range(10)]
    texts = [str(id) for id in ids]
    wanted = sortid.numpy.from_text(kind, numpy.array(texts, "S"))
    for array in (numpy.array(ids, object), numpy.array(texts, object), numpy.array(texts, numpy.dtypes.StringDType()),
                  numpy.array([text.encode() for text in texts], object)):
        assert numpy.array_equal(sortid.numpy.from_text(kind, array), wanted)
        assert sortid.numpy.from_text(kind, array.reshape(2, 5)).shape == (2, 5)
        if not isinstance(array[0], bytes):  # of which a column is ids in their 16 bytes
            column = sortid.arrow.from_text(kind, array)
            assert numpy.asarray(sortid.arrow.to_text(kind, column)).tolist() == texts
    assert sortid.numpy.from_text(kind, numpy.array([], object)).shape == (0,)


def test_objects_that_are_no_texts():
    for wrong, name in ((None, "NoneType"), (1, "int"), (float("nan"), "float")):
        with pytest.raises(TypeError, match=f"not with {name}"):
            sortid.numpy.from_text(ULID, numpy.array([TEXT, wrong], object))
    # A fixed width would end the text there, and make an id of it.
    for text in (TEXT + "\0", TEXT[:-1] + "\u0661", TEXT[:-1] + "\0"):
        with pytest.raises(sortid.IdError) as why:
            sortid.numpy.from_text(ULID, numpy.array([TEXT, text], object))
        assert why.value.row == 1


def run(*arguments):
    return subprocess.run([sys.executable, "-m", "sortid", *arguments], capture_output=True, text=True)


def test_the_module_as_a_program():
    lines = run("new", "typeid", "-p", "user", "-n", "3").stdout.splitlines()
    assert [TypeID(line).prefix for line in lines] == ["user"] * 3 and lines == sorted(lines)
    assert len(run("new").stdout.strip()) == 26
    done = run("inspect", TEXT, "nonsense", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ")
    first, last = map(json.loads, done.stdout.splitlines())
    assert first == {"text": TEXT, "format": "ulid", "unix_ms": 1469922850259, "time": "2016-07-30T23:54:10.259+00:00",
                     "fields": ULID(TEXT).fields}
    assert (last["unix_ms"], last["time"]) == (2**48 - 1, None)
    assert done.returncode == 1 and done.stderr == (
        "sortid: argument 2: 'nonsense': length: no format without a prefix has texts of 8 symbols\n")
    for wrong in (["new", "uuid"], ["new", "ulid", "-p", "user"], ["new", "typeid", "-p", "User"],
                  ["new", "-n", "-1"], []):
        assert run(*wrong).returncode == 2
    assert run("--version").stdout.strip() == sortid.__version__


TIMED = [kind for kind in sortid.FORMATS.values() if hasattr(kind, "new_at")]


@pytest.mark.parametrize("kind", sortid.FORMATS.values(), ids=lambda k: k.FORMAT)
def test_names_of_other_libraries(kind):
    for id in (kind.MIN, kind.MAX):
        assert id.hex == bytes(id).hex() and id.milliseconds == id.unix_ms
        for digits in (id.hex, id.hex.upper(), id.hex.encode()):
            assert kind.from_hex(digits) == id
    size = kind.BITS // 4
    for wrong, reason, position, found in [("0" * (size - 1), "length", size - 1, size - 1),
                                           ("0" * (size + 1), "length", size, size + 1), ("", "length", 0, 0),
                                           ("0" * (size - 1) + "g", "character", size - 1, ord("g")),
                                           ("é" + "0" * (size - 2), "character", 0, 0xC3)]:
        with pytest.raises(sortid.IdError) as why:
            kind.from_hex(wrong)
        assert (why.value.reason, why.value.position, why.value.found, why.value.format) == (reason, position, found, kind.FORMAT)
    with pytest.raises(TypeError):
        kind.from_hex(5)
    if kind.MIN.hex != "0" * size or kind.MAX.hex != "f" * size:
        with pytest.raises(sortid.IdError):
            kind.from_hex("f" * size if kind.MAX.hex != "f" * size else "0" * size)


def test_hex_has_no_prefix():
    id = TypeID("user_01h2xcejqtf2nbrexx3vqjhp41")
    assert TypeID.from_hex(id.hex, prefix="user") == id and TypeID.from_hex(id.hex).prefix == ""
    with pytest.raises(sortid.IdPrefixError):
        TypeID.from_hex(id.hex, prefix="User")


@pytest.mark.parametrize("kind", TIMED, ids=lambda k: k.FORMAT)
def test_from_datetime_and_seconds(kind):
    when = datetime.datetime(2026, 3, 1, 12, 30, 5, 5000, datetime.timezone.utc)
    ms = round(when.timestamp() * 1000)
    for id in (kind.from_datetime(when), kind.from_timestamp(when.timestamp()), kind.from_timestamp(ms // 1000 + 0.005)):
        assert id.unix_ms == ms
    assert kind.from_timestamp(ms // 1000).unix_ms == ms // 1000 * 1000  # ten digits, which new_at would doubt
    # Milliseconds as seconds are after every format's time, and so are those that no float holds.
    for wrong in (ms * 1000, 1e300, -1e300, 2**70, -(2**70), -(2**62)):
        with pytest.raises(sortid.IdRangeError):
            kind.from_timestamp(wrong)
    for wrong in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="finite"):
            kind.from_timestamp(wrong)
    for wrong in (when, "1772323200", None, True):
        with pytest.raises(TypeError):
            kind.from_timestamp(wrong)
    for wrong in (ms, when.replace(tzinfo=None), "2026-03-01", None):
        with pytest.raises(TypeError):
            kind.from_datetime(wrong)
    assert kind.from_datetime(when, epoch=kind.EPOCH_MS).unix_ms == ms


def test_every_millisecond_of_a_float_is_itself():
    for ms in [*range(1_772_323_200_000, 1_772_323_202_000), 1, 999, 2**45 - 1]:
        assert ULID.from_timestamp(ms / 1000).unix_ms == ms


def test_uuids_of_the_standard_library():
    seven = uuid.UUID("019ca6b1-dc00-7abc-8def-0123456789ab")
    assert UUIDv7(seven) == UUIDv7(str(seven)) and sortid.UUID(seven).uuid == seven
    with pytest.raises(sortid.IdRangeError) as why:
        UUIDv7(uuid.uuid4())
    assert why.value.position == 14
    for kind in (ULID, TypeID, sortid.EUID):
        assert kind(seven) == kind.from_uuid(seven)
    assert TypeID(seven, prefix="user") == TypeID.from_uuid(seven, "user")
    with pytest.raises(sortid.IdPrefixError):
        TypeID(seven, prefix="User")
    with pytest.raises(TypeError):
        sortid.XID(seven)
    with pytest.raises(TypeError):
        UUIDv7(7)


class Strange:
    @property
    def __class__(self):
        raise RuntimeError("no class")


def test_an_object_that_raises_when_it_is_looked_at():
    with pytest.raises((TypeError, RuntimeError)):
        UUIDv7(Strange())
    assert UUIDv7(UUIDv7.MIN) == UUIDv7.MIN


@pytest.mark.parametrize("after", [0, 3])
def test_the_module_as_a_program_whose_generator_fails(after, monkeypatch, capsys):
    """The ids that were made stay, and the reason is a sentence."""
    from sortid import __main__ as program

    class Failing:
        """An epoch to come stands for a clock outside the time of the format."""

        def __init__(self, kind, **options):
            self.left, self.good, self.bad = after, sortid.Generator(kind), sortid.Generator(kind, epoch=2**47)

        def next(self):
            self.left -= 1
            return (self.good if self.left >= 0 else self.bad).next()

    monkeypatch.setattr(program._core, "Generator", Failing)
    assert program.main(["new", "ulid", "-n", "5"]) == 1
    out, err = capsys.readouterr()
    assert len(out.split()) == after and all(map(ULID.is_valid, out.split()))
    with pytest.raises(sortid.GeneratorError) as why:
        Failing(ULID).bad.next()
    assert err == f"sortid: {why.value}\n"


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="a system without SIGPIPE")
def test_the_module_as_a_program_in_a_pipe():
    """It ends by SIGPIPE when nobody reads on, says in a sentence that a disk is full, and waits for ids of a full millisecond."""
    program = [sys.executable, "-m", "sortid", "new"]
    with subprocess.Popen([*program, "-n", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert sortid.ULID.is_valid(process.stdout.readline().strip())
        process.stdout.close()
        assert process.stderr.read() == "" and process.wait() == -signal.SIGPIPE
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1) and done.stderr.startswith("sortid: "), done.stderr
    flakes = subprocess.run([*program, "ulid-flake-scalable", "-n", "2000"], capture_output=True, text=True)
    assert flakes.returncode == 0 and len(set(flakes.stdout.split())) == 2000, flakes.stderr
