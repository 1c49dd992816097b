"""Signals are handled while C works: Ctrl-C ends every long call in the middle, and leaves nothing half made."""

import contextlib
import fcntl
import os
import signal
import sys
import time

import numpy
import pyarrow
import pytest

import sortid
import sortid.arrow
import sortid.numpy
from sortid import ULID, NodePool, UID11Snowish, UlidFlake, _core


class Stop(Exception):
    """As KeyboardInterrupt, which would end pytest."""


@contextlib.contextmanager
def stopped_soon():
    def stop(*_):
        raise Stop

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def is_ended(name, call):
    """Whether the signal ended the C function of that name, and not what Python did before or after it."""
    events = []
    with stopped_soon():
        sys.setprofile(lambda frame, event, arg: events.append((event, getattr(arg, "__name__", ""))))
        try:
            call()
            time.sleep(1)  # for a machine on which the call was over first
        except Stop:
            pass
        finally:
            sys.setprofile(None)
    return ("c_exception", name) in events


ROWS = 1 << 18
LARGEST = 1 << 26
KEY = bytes(16)


def texts_of(rows):
    return numpy.full(rows, str(ULID.MAX).encode())


def ids_of(rows):
    return numpy.frombuffer(ULID.MAX.bytes * rows, "V16")


def column_of(rows):
    return _core._column_of_buffers("w:16", rows, None, ULID.MAX.bytes * rows, None)


@pytest.mark.parametrize("name, of, call", [
    ("_array_from_text", texts_of, lambda texts: sortid.numpy.from_text(ULID, texts)),
    ("_array_from_text", texts_of, lambda texts: sortid.numpy.try_from_text(ULID, texts)),
    ("_array_to_text", ids_of, lambda ids: sortid.numpy.to_text(ULID, ids)),
    ("_array_unix_ms", ids_of, lambda ids: sortid.numpy.instants(ULID, ids)),
    ("_mask_column", ids_of, lambda ids: sortid.numpy.mask(sortid.Masker(ULID, KEY), ids)),
    ("_unmask_column", ids_of, lambda ids: sortid.numpy.unmask(sortid.Masker(ULID, KEY), ids)),
    ("_column_transform", column_of, lambda ids: sortid.arrow.to_text(ULID, ids)),
    ("_column_transform", column_of, lambda ids: sortid.arrow.instants(ULID, ids)),
    ("_column_transform", column_of, lambda ids: sortid.arrow.check(ULID, ids)),
    ("fill", lambda rows: bytearray(16 * rows), lambda memory: sortid.Generator(ULID).fill(memory)),
    ("many", lambda rows: rows, lambda rows: sortid.Generator(ULID).many(rows)),
], ids=lambda value: value if isinstance(value, str) else "")
def test_work_on_many_rows(name, of, call):
    call(of(2))  # imports what it needs
    rows = ROWS
    while not is_ended(name, lambda given=of(rows): call(given)):
        rows *= 2
        assert rows < LARGEST, "no call was ended"


def test_a_stream_goes_on_with_the_array_that_was_ended():
    rows, left = ROWS, []
    while left != [rows, rows]:
        rows *= 2
        assert rows < LARGEST
        array = pyarrow.array(column_of(rows))
        stream = sortid.arrow.transform(ULID, pyarrow.chunked_array([array, array]), "texts")
        ended = is_ended("next", lambda: next(stream))
        if ended:
            with pytest.raises(ValueError, match="was begun"):
                stream.__arrow_c_stream__()
        left = [len(column) for column in stream]
        assert left == [rows] * (2 if ended else len(left))


def test_a_generator_goes_on_behind_what_was_ended():
    ids, memory = sortid.Generator(ULID), bytearray(16 * ROWS)
    while not is_ended("fill", lambda: ids.fill(memory)):
        memory = bytearray(2 * len(memory))
        assert len(memory) < 16 * LARGEST
    filled = numpy.frombuffer(memory, "V16")
    done = [bytes(id_) for id_ in filled[filled != numpy.zeros((), "V16")][-1000:]]
    assert done == sorted(set(done)) and bytes(filled[-1]) == bytes(16) and ids.next().bytes > done[-1]


@pytest.fixture
def fenced(tmp_path):
    """A store whose numbers are all free in a year."""
    store = f"file:{tmp_path}/nodes"
    with NodePool(UID11Snowish, store):
        pass
    (tmp_path / "nodes" / "fence").write_text(f"{int(time.time() * 1000) + 365 * 86_400_000}\n")
    return store


def threads():
    return len(os.listdir("/proc/self/task"))


AN_HOUR = 3_600_000


def test_waiting_for_a_number(fenced, tmp_path):
    before = threads()
    with pytest.raises(Stop), stopped_soon():
        NodePool(UID11Snowish, fenced, deadline_ms=AN_HOUR)
    while threads() > before:  # nobody goes on asking for a number
        time.sleep(0.01)
    with NodePool(UID11Snowish, fenced, deadline_ms=0) as pool:
        ids = pool.generator(max_wait_ms=AN_HOUR)
        for call in (ids.next, lambda: next(ids), lambda: ids.many(10), lambda: ids.fill(bytearray(80))):
            with pytest.raises(Stop), stopped_soon():
                call()
        (tmp_path / "nodes" / "fence").unlink()
        pool.reset()  # which asks again at once
        made = ids.many(10)
        assert {id_.machine for id_ in made} == {pool.node}
    with NodePool(UID11Snowish, fenced) as pool:
        assert pool.node is not None


def test_waiting_for_the_clock():
    ids = sortid.Generator(UlidFlake, step_bytes=3, on_overflow="wait")  # an id or two a millisecond
    first = ids.next()
    with pytest.raises(Stop), stopped_soon():
        ids.many(10**9)
    with pytest.raises(Stop), stopped_soon():
        ids.fill(bytearray(8 * 10**8))
    assert ids.next() > first


def test_waiting_for_the_lock_of_an_order(tmp_path):
    file = tmp_path / "order"
    sortid.Generator(ULID, order_file=file).next()
    with open(file, "rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(Stop), stopped_soon():
            sortid.Generator(ULID, order_file=file)
    assert sortid.Generator(ULID, order_file=file).next()
