"""sqlite3, objects and strings of numpy, and python -m sortid."""

import json
import sqlite3
import subprocess
import sys

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
    assert done.returncode == 1 and done.stderr == "sortid: 'nonsense' is no id\n"
    for wrong in (["new", "uuid"], ["new", "ulid", "-p", "user"], ["new", "typeid", "-p", "User"],
                  ["new", "-n", "-1"], []):
        assert run(*wrong).returncode == 2
    assert run("--version").stdout.strip() == sortid.__version__
