"""New ids: order, options, policies; threads, forks and processes."""

import os
import re
import subprocess
import sys
import threading
import time

import numpy
import pytest
from conftest import generator

import sortid

GENERATED = [kind for kind in sortid.FORMATS.values() if hasattr(kind, "new")]
SNOWISH = sortid.UID11Snowish  # only a number keeps its ids apart
ORDERED = [kind for kind in GENERATED if kind.ORDERED]
every = pytest.mark.parametrize("kind", GENERATED, ids=lambda kind: kind.FORMAT)
ordered = pytest.mark.parametrize("kind", ORDERED, ids=lambda kind: kind.FORMAT)


def test_nothing_is_drawn_where_nothing_is_random():
    assert [kind.FORMAT for kind in GENERATED if not hasattr(kind, "new_random")] == ["uid11-snowish"]


@every
def test_now(kind):
    ids = [generator(kind).next() for _ in range(3)] if kind is SNOWISH else [
        kind.new(), kind.new_random(), sortid.Generator(kind).next()]
    if kind.EPOCH_MS is not None:
        # Formats with different epochs read the same clock, which may be set while the test runs: an hour is no other clock.
        assert all(abs(id_.unix_ms - sortid.ULID.new().unix_ms) < 3_600_000 for id_ in ids)
    assert len(set(ids)) == 3 or kind.BITS == 64  # too few random bits to rely on


def test_a_number_is_asked_for_where_it_alone_keeps_ids_apart(tmp_path):
    sentence = "only a number keeps its ids apart: give one (0, too), a pool of numbers, or an order that all share"
    with pytest.raises(sortid.GeneratorError, match=re.escape(sentence)) as none:
        SNOWISH.new()
    assert (none.value.fault, none.value.format) == ("needs_node", "uid11-snowish")
    with pytest.raises(sortid.IdRangeError, match=re.escape(sentence)):
        sortid.Generator(SNOWISH)
    assert sortid.Generator(SNOWISH, node=0).next().machine == 0
    assert sortid.Generator(SNOWISH, order_file=tmp_path / "order").next().machine == 0


@ordered
def test_increasing(kind):
    ids = generator(kind, on_overflow="wait")
    made = [ids.next(), next(ids), *ids.many(10_000), *(id_ for id_, _ in zip(ids, range(100)))]
    assert all(a < b for a, b in zip(made, made[1:]))
    assert len(made) == 10_102 and ids.kind is kind and ids.ahead >= 0


@every
def test_fill(kind):
    ids = generator(kind, on_overflow="wait")
    array = bytearray(1000 * kind.BITS // 8)
    ids.fill(array)
    order = sys.byteorder if kind.BITS == 64 else "big"
    size = kind.BITS // 8
    made = [kind.from_int(int.from_bytes(array[i:i + size], order)) for i in range(0, len(array), size)]
    # A thousand xids of a millisecond may well have two alike, as docs/formats.md says.
    assert len(set(made)) == 1000 or kind is sortid.XID
    assert not kind.ORDERED or made == sorted(made)
    for wrong in [bytearray(size + 1), b"1" * size, None]:
        with pytest.raises((ValueError, TypeError, BufferError)):
            ids.fill(wrong)
    with pytest.raises(ValueError):
        ids.many(-1)


def test_options():
    assert {id_.prefix for id_ in sortid.Generator(sortid.TypeID, prefix="user").many(10)} == {"user"}
    assert {id_.extension for id_ in sortid.Generator(sortid.EUID, extension=5).many(10)} == {5}
    assert {id_.sid for id_ in sortid.Generator(sortid.UlidFlakeScalable, node=31, on_overflow="wait").many(10)} == {31}
    assert {id_.machine for id_ in sortid.Generator(sortid.UID11Snowish, node=1023).many(10)} == {1023}
    # The first instants of 2024, a leap year, and of 2025.
    flakes = [sortid.Generator(sortid.UlidFlake, epoch=epoch).next().timestamp for epoch in (1_704_067_200_000, 1_735_689_600_000)]
    assert abs(flakes[0] - flakes[1] - 366 * 86_400_000) < 3_600_000
    for kind, wrong in [(sortid.ULID, {"extension": 1}), (sortid.EUID, {"extension": 1 << 15}),
                        (sortid.EUID, {"extension": -1}), (sortid.EUID, {"extension": 1 << 80}),
                        (sortid.UlidFlakeScalable, {"node": 32}), (sortid.ULID, {"node": 0}),
                        (sortid.ULID, {"step_bytes": 9}), (sortid.TypeID, {"prefix": "No"}),
                        (sortid.ULID, {"prefix": "user"}), (sortid.ULID, {"sequence": "random"})]:
        with pytest.raises(sortid.IdError):
            sortid.Generator(kind, **wrong)
    for wrong in [{"on_overflow": "ignore"}, {"on_clock_back": ""}, {"sequence": "one"}]:
        with pytest.raises(ValueError):
            sortid.Generator(sortid.ULID, **wrong)
    for wrong in [str, sortid.Id, b"ulid", None]:
        with pytest.raises(TypeError):
            sortid.Generator(wrong)
    with pytest.raises(ValueError):
        sortid.Generator(sortid.UUID)
    with pytest.raises(TypeError):
        sortid.Generator(sortid.ULID, extension="1")


def test_repeatable_ids():
    made = [sortid.Generator(sortid.ULID, clock="2026-01-01", seed=1).many(3) for _ in range(2)]
    assert made[0] == made[1] and made[0] != sortid.Generator(sortid.ULID, clock="2026-01-01", seed=2).many(3)
    assert made[0][0].datetime.isoformat() == "2026-01-01T00:00:00+00:00"
    assert made[0][0] < made[0][1] < made[0][2]
    later = sortid.Generator(sortid.UUIDv7, offset_ms=86_400_000)
    assert abs(later.next().unix_ms - sortid.UUIDv7.new().unix_ms - 86_400_000) < 3_600_000 and later.next() < later.next()
    for wrong in ({"seed": -1}, {"seed": 2**64}, {"offset_ms": 2**50}, {"seed": "1"}, {"clock": "no"}):
        with pytest.raises((ValueError, TypeError)):
            sortid.Generator(sortid.ULID, **wrong)


def test_where_a_sequence_begins():
    def firsts(start):
        ids = generator(SNOWISH, sequence=start, on_overflow="wait").many(50_000)
        assert all(a < b for a, b in zip(ids, ids[1:]))
        return [ids[0].sequence, *(b.sequence for a, b in zip(ids, ids[1:]) if a.timestamp != b.timestamp)]

    assert len(firsts("zero")) > 5 and set(firsts("zero")) == {0}
    # Ten draws of 2048 that are all divisible by 16 come once in 2^40 runs.
    assert any(sequence % 16 for sequence in firsts("random")) and max(firsts("random")) < 2048
    carried = generator(SNOWISH, sequence="carry_on")
    made = []
    for _ in range(5):
        made.append(carried.next().sequence)
        time.sleep(0.002)
    assert made == [0, 1, 2, 3, 4]


def test_a_full_millisecond_is_an_error_that_the_caller_sees():
    # Of 20 bits, by steps of up to 24.
    with pytest.raises(sortid.GeneratorError) as why:
        sortid.Generator(sortid.UlidFlake, step_bytes=3).many(10_000)
    assert why.value.fault == "tail_overflow" and why.value.format == "ulid-flake"
    assert 'on_overflow="wait"' in str(why.value)
    made = generator(SNOWISH, on_overflow="run_ahead").many(100_000)
    assert all(a < b for a, b in zip(made, made[1:]))
    assert made[-1].timestamp - made[0].timestamp >= 100_000 // 4096 - 1


@pytest.mark.parametrize("kind", [sortid.ULID, sortid.TypeID, sortid.UlidFlake], ids=lambda kind: kind.FORMAT)
def test_threads_share_one_order(kind):
    ids = sortid.Generator(kind, on_overflow="wait")
    made = [[] for _ in range(4)]

    def work(own):
        for _ in range(200):
            own.extend(ids.many(5))
            own.append(ids.next())

    threads = [threading.Thread(target=work, args=(own,)) for own in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(own == sorted(own) for own in made)
    assert len({id_ for own in made for id_ in own}) == 4 * 1200


@pytest.mark.parametrize("kind", [k for k in GENERATED if k is not sortid.UID11Snowish], ids=lambda kind: kind.FORMAT)
def test_a_forked_child_makes_other_ids(kind):
    ids = sortid.Generator(kind, on_overflow="wait")
    kind.new(), ids.next()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            made = [kind.new(), kind.new_random(), *ids.many(100)]
            os.write(writing, b"".join(id_.bytes for id_ in made))
        finally:
            os._exit(0)
    os.close(writing)
    own = [kind.new(), kind.new_random(), *ids.many(100)]
    with open(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    size = kind.BITS // 8
    others = [kind.from_bytes(data[i:i + size]) for i in range(0, len(data), size)]
    # Single ids of few random bits can meet by chance, a hundred of them cannot.
    assert len(others) == 102 and others[2:] != own[2:]
    assert kind.BITS == 64 or not set(others) & set(own)


def test_a_forked_child_of_a_format_without_random_bits_reject():
    ids = generator(SNOWISH)
    ids.next()
    child = os.fork()
    if child == 0:
        try:
            ids.next()
            os._exit(1)
        except sortid.GeneratorError as why:
            os._exit(0 if why.fault == "forked" else 2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_processes_share_one_order_by_a_file(tmp_path):
    file = tmp_path / "ids.order"
    program = ("import sys, sortid\n"
               "ids = sortid.Generator(sortid.ULID, order_file=sys.argv[1])\n"
               "for _ in range(20): print(*ids.many(50), ids.next(), sep='\\n')\n")
    running = [subprocess.Popen([sys.executable, "-c", program, str(file)], stdout=subprocess.PIPE, text=True)
               for _ in range(3)]
    made = [process.communicate()[0].split() for process in running]
    assert all(own == sorted(own) and len(own) == 1020 for own in made)
    assert len({id_ for own in made for id_ in own}) == 3060
    later = sortid.Generator(sortid.ULID, order_file=file).next()
    assert all(str(later) > own[-1] for own in made)


def test_the_file_of_an_order_can_be_rejected(tmp_path):
    with pytest.raises(OSError):
        sortid.Generator(sortid.ULID, order_file=tmp_path / "no such folder" / "file")
    sortid.Generator(sortid.ULID, order_file=tmp_path / "order").next()
    with pytest.raises(OSError):
        sortid.Generator(sortid.EUID, order_file=tmp_path / "order")
    with pytest.raises(ValueError):
        sortid.Generator(sortid.XID, order_file=tmp_path / "other")


def test_many_ids_at_once_let_other_threads_run():
    ids = generator(SNOWISH, on_overflow="wait")
    begin, turns = threading.Event(), []
    thread = threading.Thread(target=lambda: (begin.wait(), turns.append(1)))
    thread.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(3600)  # from here on, this thread runs until it gives the GIL away
    try:
        begin.set()
        for _ in range(10_000):
            if turns:
                break
            ids.fill(numpy.zeros(4096, numpy.uint64))
        assert turns
    finally:
        sys.setswitchinterval(interval)
        thread.join()
