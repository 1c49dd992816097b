"""NodePool: numbers that no two processes have at a time, whoever forks."""

import datetime
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest

import sortid
from sortid import GeneratorError, NodePool, UID11Snowish, UlidFlakeScalable


@pytest.fixture
def store(tmp_path):
    return f"file:{tmp_path}/nodes"


def made_by(ids, count):
    return [int(id_) for id_ in ids.many(count)]


def test_a_number_is_held_and_given_back(store):
    with NodePool(UID11Snowish, store) as pool:
        ids = pool.generator(on_overflow="wait")
        made = ids.many(10_000)
        assert {id_.machine for id_ in made} == {pool.node} == {0}
        assert all(a < b for a, b in zip(made, made[1:])) and ids.kind is pool.kind is UID11Snowish
        with NodePool(UID11Snowish, store) as other:
            assert other.node == 1
    assert pool.node is None
    with pytest.raises(GeneratorError) as why:
        ids.next()
    assert (why.value.fault, why.value.format) == ("no_node", "uid11-snowish")
    with pytest.raises(ValueError, match="the pool is closed"):
        pool.generator()
    pool.close()
    # What was made there stays made: whoever has the number next begins later.
    time.sleep(0.01)
    with NodePool(UID11Snowish, store, preferred=0) as pool:
        assert pool.node == 0 and pool.generator().next() > made[-1]


def test_one_generator_at_a_time(store):
    pool = NodePool(UID11Snowish, store)
    ids = sortid.Generator(UID11Snowish, pool=pool, on_overflow="wait")
    with pytest.raises(ValueError, match="has a generator already"):
        pool.generator()
    last = ids.many(5000)[-1]
    del ids
    ids = pool.generator(on_overflow="wait")
    assert ids.next() > last
    # The generator keeps its pool.
    del pool
    assert ids.next() > last


def test_many_threads_share_a_generator(store):
    with NodePool(UID11Snowish, store) as pool:
        ids = pool.generator(on_overflow="wait")
        lists = []

        def work():
            lists.append([int(ids.next()) for _ in range(3000)])
            lists.append(made_by(ids, 5000))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        every = [id_ for made in lists for id_ in made]
        assert len(every) == len(set(every)) == 4 * 8000


def test_fill(store):
    with NodePool(UID11Snowish, store) as pool:
        ids = pool.generator(on_overflow="wait")
        block = bytearray(8 * 10_000)
        ids.fill(block)
        numbers = memoryview(block).cast("Q").tolist()
        assert numbers == sorted(set(numbers)) and ids.ahead >= 0


def in_a_fork(work):
    """What work() gives in a child that os.fork() makes here, as a list of integers."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, " ".join(map(str, work())).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    return list(map(int, text.split()))


def test_a_forked_child_takes_a_number_of_its_own(store):
    with NodePool(UID11Snowish, store) as pool:
        ids = pool.generator(on_overflow="wait", max_wait_ms=60_000)
        before = made_by(ids, 100)
        of_child = in_a_fork(lambda: made_by(ids, 3000))
        of_parent = made_by(ids, 3000)
        assert len(of_child) == 3000 and not set(of_child) & {*before, *of_parent}
        machines = {number >> 12 & 1023 for number in of_child}
        assert machines and pool.node not in machines


def test_a_fork_while_other_threads_make_ids(store):
    with NodePool(UID11Snowish, store) as pool:
        ids = pool.generator(on_overflow="wait", max_wait_ms=60_000)
        stop, made = threading.Event(), []

        def work():
            while not stop.is_set():
                made.extend(made_by(ids, 100))

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        of_children = [number for _ in range(5) for number in in_a_fork(lambda: made_by(ids, 500))]
        stop.set()
        for thread in threads:
            thread.join()
        every = of_children + made
        assert len(of_children) == 2500 and len(set(every)) == len(every)


def test_workers_of_a_preloaded_program(store):
    """As gunicorn and Celery do: the pool is made before the workers are forked, and used in them alone."""
    pool = NodePool(UID11Snowish, store, deadline_ms=60_000)
    ids = pool.generator(on_overflow="wait", max_wait_ms=60_000)
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()
    both = context.Barrier(4)

    def work():
        made = made_by(ids, 1000)
        both.wait()  # all four hold a number at this moment
        results.put((pool.node, made))

    workers = [context.Process(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    found = [results.get() for _ in workers]
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert len({node for node, _ in found}) == 4
    every = [number for _, made in found for number in made]
    assert len(set(every)) == 4000
    pool.close()


def of_a_spawned_worker(store, results):
    with NodePool(UID11Snowish, store, deadline_ms=60_000) as pool:
        results.put((pool.node, made_by(pool.generator(on_overflow="wait"), 1000)))


def test_workers_that_are_spawned(store):
    context = multiprocessing.get_context("spawn")
    results = context.SimpleQueue()
    workers = [context.Process(target=of_a_spawned_worker, args=(store, results)) for _ in range(3)]
    for worker in workers:
        worker.start()
    found = [results.get() for _ in workers]
    for worker in workers:
        worker.join()
    every = [number for _, made in found for number in made]
    assert len(set(every)) == 3000


def test_a_killed_holder_keeps_its_number_for_a_window_alone(store):
    code = f"import sortid, time; p = sortid.NodePool(sortid.UID11Snowish, {store!r}); print(p.node, flush=True); time.sleep(600)"
    holder = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "0\n"
    with NodePool(UID11Snowish, store) as pool:
        assert pool.node == 1
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    time.sleep(1.1)  # the window of the file store
    with NodePool(UID11Snowish, store, preferred=0) as pool:
        assert pool.node == 0


def test_the_program_of_the_page_about_kubernetes(store):
    app = pathlib.Path(__file__).parents[3] / "examples/kubernetes/app.py"
    run = subprocess.run([sys.executable, app], check=True, capture_output=True, text=True,
                         env={**os.environ, "NODE_POOL": store, "POD_INDEX": "3", "POD_NAME": "app-3"})
    id_, node = run.stdout.split()
    assert UID11Snowish(id_).machine == int(node) == 3


def test_health_and_metrics(store):
    with NodePool(UID11Snowish, store) as pool:
        health = pool.health()
        assert (health["node"], health["low_ms"], health["why"], health["acquired"]) == (0, None, "none", 1)
        assert 0 < health["window_left_ms"] <= 1000 and health["remaining"] % 4096 == 0 and health["remaining"] > 0
        text = pool.metrics('a "name"')
        assert text.endswith("# EOF\n") and 'sortid_pool_held{pool="a \\"name\\""} 1\n' in text
        pool.reset()
        assert pool.generator(max_wait_ms=60_000).next().machine != 0
    assert pool.health()["node"] is None and pool.health()["why"] == "released"


def test_the_epoch_of_a_pool(store):
    epoch = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)
    with NodePool(UID11Snowish, store, epoch=epoch) as pool:
        for options in [{}, {"epoch": 1_700_000_000_000}]:
            with pytest.raises(ValueError, match="the pool is for ids of another epoch"):
                pool.generator(**options)
        ids = pool.generator(epoch=epoch)
        id_ = ids.next()
        # Milliseconds since the epoch are the id's highest bits.
        assert -60_000 < (int(id_) >> 22) + 1_704_067_200_000 - pool.health()["high_ms"] <= 0
    # The store keeps it, so the next holder may not take another one.
    with pytest.raises(ValueError, match="another format or epoch.*uid11-snowish with the epoch 2024-01-01T00:00:00.000Z"):
        NodePool(UID11Snowish, store)
    with NodePool(UID11Snowish, store, epoch=epoch) as pool:
        assert pool.generator(epoch=epoch).next() > id_


def test_errors(tmp_path, store):
    with NodePool(UlidFlakeScalable, "static:31") as pool:
        assert pool.node == 31 == pool.generator().next().sid
        for options in [{"node": 3}, {"order_file": "x"}]:
            with pytest.raises(ValueError, match="pool and "):
                pool.generator(**options)
        with pytest.raises(TypeError):
            pool.generator(UlidFlakeScalable)
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(GeneratorError) as why:
        NodePool(UID11Snowish, f"file:{file}", deadline_ms=100)
    assert why.value.fault == "unavailable" and "Not a directory" in str(why.value)
    for store_text in ["redis://h", "nodes", "static:1024", "static:x", "file:"]:
        with pytest.raises(ValueError):
            NodePool(UID11Snowish, store_text)
    with pytest.raises(ValueError, match="no field for the number"):
        NodePool(sortid.ULID, store)
    for wrong in [{"preferred": 1024}, {"window_ms": -1}, {"deadline_ms": 3_600_001}]:
        with pytest.raises(ValueError):
            NodePool(UID11Snowish, store, **wrong)
    for wrong in [{"preferred": "1"}, {"name": 1}, {"deadline_ms": 1.5}]:
        with pytest.raises(TypeError):
            NodePool(UID11Snowish, store, **wrong)
    with pytest.raises(TypeError, match="pool is a NodePool"):
        sortid.Generator(UID11Snowish, pool=store)
    with pytest.raises(ValueError, match="'take_another'"):
        NodePool(UID11Snowish, store).generator(on_clock_back="leave")
    with pytest.raises(ValueError):
        sortid.Generator(UID11Snowish, on_clock_back="take_another")


def test_no_number_is_free(store, tmp_path):
    with NodePool(UID11Snowish, store):
        pass
    (tmp_path / "nodes" / "fence").write_text(f"{int(time.time() * 1000) + 3_600_000}\n")
    with pytest.raises(GeneratorError) as why:
        NodePool(UID11Snowish, store, deadline_ms=100)
    assert why.value.fault == "no_node" and "the pool's fence is later than this clock" in str(why.value)
    # Without a deadline the pool begins without a number, and so do its ids.
    with NodePool(UID11Snowish, store, deadline_ms=0) as pool:
        with pytest.raises(GeneratorError):
            pool.generator(max_wait_ms=50).next()
