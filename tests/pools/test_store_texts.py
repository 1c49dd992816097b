"""The texts by which front ends name the stores, with the command line and real servers."""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import urllib.parse

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "databases/postgres/test"))

import etcd_cluster  # noqa: E402
from with_cluster import Cluster  # noqa: E402

BIN = os.environ["SORTID_BIN"]
LINKED = subprocess.run([BIN, "pool", "status"], capture_output=True, text=True, check=False).stderr


def sortid(*args, env=None):
    run = subprocess.run([BIN, *args], capture_output=True, text=True, check=False, env={**os.environ, **(env or {})})
    return run.returncode, run.stdout, run.stderr


@contextlib.contextmanager
def postgres():
    if "postgres:" not in LINKED or shutil.which("pg_config") is None:
        pytest.skip("no PostgreSQL here (tools/deps.sh test installs it)")
    with Cluster(port=5447, settings=("fsync = on",)) as cluster:
        yield f"postgres://postgres@{urllib.parse.quote(str(cluster.root), safe='')}:{cluster.port}/postgres"


@contextlib.contextmanager
def etcd():
    if "etcd:" not in LINKED or shutil.which("etcd") is None:
        pytest.skip("no etcd here (tools/deps.sh test installs it)")
    with etcd_cluster.Cluster(1) as cluster:
        # One that nobody listens at is passed over.
        yield f"etcd:http://127.0.0.1:1,{cluster.endpoints[0]}"


@pytest.fixture(scope="module", params=[postgres, etcd], ids=["postgres", "etcd"])
def store(request):
    with request.param() as text:
        yield text


def ids_of(run):
    code, out, err = run
    assert (code, err) == (0, ""), err
    return [json.loads(line) for line in out.splitlines()]


def numbers(store):
    code, out, err = sortid("pool", "status", "--json", store)
    assert (code, err) == (0, ""), err
    return {one["number"]: one for one in json.loads(out)["numbers"]}


def test_ids_of_many_processes_at_once(store):
    store += "#orders"
    with concurrent.futures.ThreadPoolExecutor(6) as threads:
        runs = list(threads.map(
            lambda _: ids_of(sortid("new", "uid11-snowish", "--pool", store, "--deadline", "60000", "-n", "500", "--as", "json")),
            range(12)))
    texts = [one["text"] for run in runs for one in run]
    assert len(texts) == len(set(texts)) == 6000
    assert all(len({one["fields"]["machine"] for one in run}) == 1 for run in runs)
    found = numbers(store)
    assert {int(run[0]["fields"]["machine"]) for run in runs} == set(found)
    assert {one["state"] for one in found.values()} == {"free"}
    # The pool of another name has none.
    assert numbers(store.replace("#orders", "#others")) == {} == numbers(store.replace("#orders", ""))


def test_a_number_that_is_taken_from_its_holder(store):
    store += "#held"
    holder = subprocess.Popen([BIN, "new", "uid11-snowish", "--pool", store, "-n", str(1 << 60)], stdout=subprocess.PIPE)
    try:
        assert holder.stdout.readline()
        [held] = numbers(store).values()
        assert (held["number"], held["state"], held["pid"]) == (0, "held", holder.pid)
        code, out, err = sortid("pool", "release", store, "0")
        assert (code, err) == (0, "") and re.fullmatch(r"number 0 is free after .+Z\n", out)
        # Not before the window ends that its holder may still use.
        after = numbers(store)[0]
        assert (after["state"], after["holder"], after["high_unix_ms"]) == ("free", None, held["high_unix_ms"])
    finally:
        holder.kill()
        holder.stdout.close()
        holder.wait()


def test_a_fence(store):
    store += "#fenced"
    then = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 3000))
    assert sortid("pool", "fence", store, then) == (0, f"fence {then}\n", "")
    code, out, err = sortid("new", "uid11-snowish", "--pool", store, "--deadline", "300")
    assert (code, out) == (3, "") and "no_node: the pool's fence is later than this clock" in err


def test_a_pool_is_for_one_format(store):
    store += "#one-format"
    assert sortid("new", "uid11-snowish", "--pool", store)[0] == 0
    code, out, err = sortid("new", "ulid-flake-scalable", "--pool", store)
    assert (code, out) == (2, "") and "another format or epoch; take another pool: it is for uid11-snowish " in err
    assert sortid("new", "uid11-snowish", "--pool", store)[0] == 0


def test_a_store_that_is_away():
    for kind, text in (("postgres", "postgres://127.0.0.1:1/postgres"), ("etcd", "etcd:http://127.0.0.1:1")):
        if f"{kind}:" not in LINKED:
            continue
        code, out, err = sortid("new", "uid11-snowish", "--pool", text, "--deadline", "500")
        assert (code, out) == (3, "") and err.startswith(f"sortid: --pool {kind}: unavailable: "), err
        for words in (("status", text), ("fence", text), ("release", text, "0")):
            code, out, err = sortid("pool", *words, "--deadline", "500")
            assert (code, out) == (3, "") and err.startswith(f"sortid: pool {kind}: unavailable: nothing was done: "), err


def test_no_message_shows_a_password():
    for kind, text in (("postgres", "postgres://app:%zz-secret@127.0.0.1:1/d"), ("postgres", "postgres://app:secret@[::1:1/d"),
                       ("postgres", "postgres:host=127.0.0.1 password=pass secret"), ("etcd", "etcd:http://root:secret@127.0.0.1:1")):
        if f"{kind}:" not in LINKED:
            continue
        for words in (("pool", "status", text), ("new", "uid11-snowish", "--deadline", "200", "--pool", text)):
            code, out, err = sortid(*words)
            assert code in (2, 3) and out == "" and err.startswith("sortid: ") and "secret" not in err, err


def test_a_url_may_end_with_a_slash(store):
    if not store.startswith("etcd:"):
        pytest.skip("a URL of etcd")
    assert ids_of(sortid("new", "uid11-snowish", "--as", "json", "--pool", f"{store}/#slash"))
    assert 0 in numbers(f"{store}#slash")


def test_texts_that_mean_nothing():
    for text in ("postgres://h/d#", "etcd:127.0.0.1:2379", "etcd:file:///h", "etcd:http://h:1#", "etcd:http://h:1,,http://h:2",
                 "etcd:http://u@h:1"):
        kind = text.partition(":")[0]
        if f"{kind}:" not in LINKED:
            continue
        code, _, err = sortid("pool", "status", text)
        assert code == 2 and err.startswith(f"sortid: pool: {kind}: "), err
