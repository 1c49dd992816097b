"""Node numbers: new --pool, and pool status, fence and release, with stores of files."""

import concurrent.futures
import contextlib
import json
import re
import shutil
import subprocess
import time

import pytest
from program import BIN, environment, sortid

NEW = ("new", "uid11-snowish", "--as", "json", "--pool")
SLOT = 512


def machine_of(run):
    assert (run.code, run.err) == (0, ""), run
    return {one["fields"]["machine"] for one in run.objects}


def status(store):
    run = sortid("pool", "status", "--json", store)
    assert (run.code, run.err) == (0, ""), run
    return json.loads(run.out)


def numbers(store):
    return {one["number"]: one for one in status(store)["numbers"]}


@pytest.fixture
def store(tmp_path):
    return f"file:{tmp_path}/nodes"


class Holder:
    """A running `sortid new --pool` that has made an id and has not ended."""

    def __init__(self, store, of="uid11-snowish"):
        self.run = subprocess.Popen([BIN, "new", of, "--pool", store, "-n", str(1 << 60)], env=environment(),
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.first = self.run.stdout.readline().decode().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.run.kill()
        self.run.stdout.close()
        self.run.wait()


def test_one_after_the_other_and_side_by_side(store):
    assert machine_of(sortid(*NEW, store, "-n", "3")) == {"0"}
    [number] = numbers(store).values()
    assert (number["number"], number["state"], number["host"], number["pid"]) == (0, "free", None, None)
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        runs = list(threads.map(lambda _: sortid(*NEW, store, "-n", "2000"), range(16)))
    ids = [one["text"] for run in runs for one in run.objects]
    assert all(run.code == 0 for run in runs) and len(ids) == len(set(ids)) == 32_000
    assert all(len(machine_of(run)) == 1 for run in runs)


def test_who_has_a_number(store):
    with Holder(store) as holder:
        [held] = numbers(store).values()
        # The record has the host and the process; its holder is 128 random bits.
        assert (held["number"], held["state"], held["live"], held["pid"]) == (0, "held", True, holder.run.pid)
        assert re.fullmatch(r"[0-9a-f]{32}", held["holder"]) and held["host"]
        [first] = sortid("inspect", "--json", "--format", "uid11-snowish", holder.first).objects
        assert first["fields"]["machine"] == "0" and first["unix_ms"] <= held["high_unix_ms"]
        assert machine_of(sortid(*NEW, store)) == {"1"}
        rejected = sortid("pool", "release", store, "0")
        assert (rejected.code, rejected.out) == (1, "")
        assert rejected.err == f"sortid: pool release: number 0 is used by a process, {held['host']} {holder.run.pid}; end it\n"
        table = sortid("pool", "status", store)
        assert table.lines[0].split() == ["number", "state", "holder", "until", "window"]
        assert table.lines[1].split()[:5] == ["0", "held", held["host"], str(holder.run.pid), table.lines[1].split()[4]]
        assert table.lines[-1] == "2 numbers with a record, store file"
        assert [line.rstrip() for line in table.lines] == table.lines
    # Killed: it did not give the number back.
    deadline = time.monotonic() + 60
    while (state := numbers(store)[0]["state"]) == "held" and time.monotonic() < deadline:
        time.sleep(0.05)
    assert state == "lapsed"
    assert sortid("pool", "release", store, "0").code == 0
    assert numbers(store)[0]["state"] == "free"


def instant(unix_s):
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(unix_s))


def test_a_fence_ahead(tmp_path):
    store = f"file:{tmp_path}/sids"
    flakes = ("new", "ulid-flake-scalable", "--as", "json", "--pool", store)
    assert sortid(*flakes).code == 0
    then = instant(time.time() + 3000)
    assert sortid("pool", "fence", store, then) == (0, f"fence {then}\n", "")
    assert sortid(*flakes, "--deadline", "200") == (
        3, "", "sortid: --pool file: no_node: the pool's fence is later than this clock; numbers are free again when "
        "it is past\n")
    # It never falls, so one that nobody can mean is rejected.
    assert sortid("pool", "fence", store, "2026-01-01") == (0, f"fence {then}\n", "")
    late = sortid("pool", "fence", store, "2099-01-01")
    assert (late.code, late.out) == (2, "") and "2099-01-01T00:00:00.000Z: more than an hour ahead" in late.err
    assert status(store)["fence_time"] == then
    metrics = sortid("pool", "status", "--metrics", store).lines
    at = metrics.index("# TYPE sortid_pool_fence_seconds gauge")
    assert metrics[at + 1] == "# UNIT sortid_pool_fence_seconds seconds" and metrics[at + 2].startswith("# HELP sortid_pool_fence_seconds ")
    assert metrics[at + 3] == f'sortid_pool_fence_seconds{{store="file"}} {status(store)["fence_unix_ms"] // 1000}.000'


def slot(record):
    """A record as a file of a number has it: with FNV-1a of 64 bits behind it, in 512 bytes."""
    total = 0xCBF29CE484222325
    for byte in record.encode():
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return f"{record} {total:016X}".ljust(SLOT - 1) + "\n"


@pytest.mark.parametrize(("seconds", "said"), [
    (59, r"59\.\d s"), (60, "1 min 0 s"), (3_599, "59 min 59 s"), (3_600, "1 h 0 min"), (86_399, "23 h 59 min"), (86_400, "1 d 0 h"), (90_000, "1 d 1 h")])
def test_how_long_ago_a_window_ended(seconds, said, tmp_path):
    for _ in range(5):  # the clock may go on meanwhile
        ended = int(time.time() * 1000) - seconds * 1000
        (tmp_path / "3.node").write_text(slot(f"{ended} {7:032X} 1 web-3 4711") + "\0" * SLOT)
        line = sortid("pool", "status", f"file:{tmp_path}").lines[1]
        if re.search(rf" ended {said} ago$", line):
            return
    raise AssertionError(line)


@pytest.mark.parametrize(("host", "said"), [("-", "-"), ("w", "w 4711"), ("web-3", "web-3 4711")])
def test_who_holds_a_number(host, said, tmp_path):
    (tmp_path / "3.node").write_text(slot(f"1000 {7:032X} 1 {host} 4711") + "\0" * SLOT)
    heading, line = sortid("pool", "status", f"file:{tmp_path}").lines[:2]
    assert line[heading.index("holder"):heading.index("until")].strip() == said


def test_no_record_can_be_used(tmp_path):
    folder = tmp_path / "nodes"
    folder.mkdir()
    for node in range(32):
        (folder / f"{node}.node").write_text("no record")
    none = sortid("new", "ulid-flake-scalable", "--pool", f"file:{folder}", "--deadline", "200")
    assert (none.code, none.out) == (3, "")
    assert "no_node: every record of the pool is unreadable or far in the future" in none.err


def test_a_pool_is_for_one_format_and_epoch(tmp_path):
    store = f"file:{tmp_path}/nodes"
    assert sortid("new", "uid11-snowish", "--pool", store).code == 0
    kept = (tmp_path / "nodes" / "use").read_text()
    assert kept == "uid11-snowish 1321009871111\n"
    for other in (("ulid-flake-scalable",), ("uid11-snowish", "--epoch", "2024-01-01")):
        assert sortid("new", *other, "--pool", store) == (
            2, "", "sortid: --pool file: the pool is for another format or epoch; take another pool: it is for "
            "uid11-snowish with the epoch 2011-11-11T11:11:11.111Z\nTry: sortid new --help\n")
    assert sortid("new", "uid11-snowish", "--pool", store).code == 0


def test_what_goes_wrong_names_the_file(tmp_path):
    (tmp_path / "no-folder").write_text("")
    err = sortid("new", "uid11-snowish", "--deadline", "100", "--pool", f"file:{tmp_path}/no-folder").err
    assert f"Not a directory ({tmp_path}/no-folder)" in err
    assert sortid("new", "uid11-snowish", "--pool", f"file:{tmp_path}/nodes").code == 0
    (tmp_path / "nodes" / "fence").write_text("tomorrow\n")
    err = sortid("pool", "status", f"file:{tmp_path}/nodes").err
    assert f"({tmp_path}/nodes/fence)" in err


def test_a_fence_of_now_ends(store):
    assert sortid(*NEW, store).code == 0
    before = int(time.time() * 1000)
    assert sortid("pool", "fence", store).code == 0
    fence = status(store)["fence_unix_ms"]
    assert before < fence <= int(time.time() * 1000) + 1000
    [one] = sortid(*NEW, store, "--deadline", "60000").objects
    assert one["unix_ms"] > fence


def poisoned_file(folder, high_ms):
    """A number's record, as the file store keeps it: docs/many-machines.md."""
    text = f"{high_ms} {1:032X} 1 elsewhere 4711"
    check = 0xCBF29CE484222325
    for byte in text.encode():
        check = (check ^ byte) * 0x100000001B3 & (1 << 64) - 1
    slot = f"{text} {check:016X}".ljust(511).encode() + b"\n"
    (folder / "5.node").write_bytes(slot + bytes(512))


def test_poisoned_and_unreadable_numbers(tmp_path):
    store = f"file:{tmp_path}"
    far = int(time.time() * 1000) + 86_400_000
    poisoned_file(tmp_path, far)
    (tmp_path / "9.node").write_bytes(b"x" * 1024)
    found = numbers(store)
    assert [(n, found[n]["state"], found[n]["high_unix_ms"]) for n in (5, 9)] == [(5, "poisoned", far), (9, "unreadable", None)]
    assert (found[5]["host"], found[5]["pid"], found[5]["holder"]) == ("elsewhere", 4711, f"{1:032x}")
    metrics = sortid("pool", "status", "--metrics", store).lines
    assert 'sortid_pool_numbers{store="file",state="poisoned"} 1' in metrics
    assert 'sortid_pool_numbers{store="file",state="unreadable"} 1' in metrics
    assert f'sortid_pool_high_seconds{{store="file",number="5"}} {far // 1000}.{far % 1000:03}' in metrics
    assert metrics[-1] == "# EOF" and sum(line.startswith("# TYPE") for line in metrics) == 2
    rejected = sortid("pool", "release", store, "9")
    assert rejected == (1, "", "sortid: pool release: number 9 has a record that cannot be read; delete it by the store's own means\n")
    # Without an instant nothing becomes free before its time.
    assert sortid("pool", "release", store, "5").code == 0
    assert (numbers(store)[5]["state"], numbers(store)[5]["high_unix_ms"]) == ("poisoned", far)
    assert sortid("pool", "release", store, "5", "2026-01-01") == (0, "number 5 is free after 2026-01-01T00:00:00.000Z\n", "")
    assert (numbers(store)[5]["state"], numbers(store)[5]["host"]) == ("free", None)


def test_a_store_that_is_away(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    sentence = f"the folder of the pool cannot be opened: Not a directory ({file})"
    assert sortid("new", "uid11-snowish", "--deadline", "100", "--pool", f"file:{file}") == (
        3, "", f"sortid: --pool file: unavailable: the store of node numbers cannot be reached: {sentence}\n")
    for words in (("status",), ("fence",), ("release", "1")):
        assert sortid("pool", words[0], f"file:{file}", *words[1:]) == (
            3, "", f"sortid: pool file: unavailable: nothing was done: {sentence}\n")


def test_a_store_that_cannot_be_loaded(tmp_path):
    """A copy of the program finds no modules, and one that is no library is not loaded."""
    kinds = [kind for kind in ("postgres", "etcd") if f"{kind}:" in STORES]
    if not kinds:
        pytest.skip("this program has neither store")
    program = tmp_path / "bin" / "sortid"
    program.parent.mkdir()
    shutil.copy2(BIN, program)
    modules = tmp_path / "lib" / "sortid"

    def run(*words):
        return subprocess.run([program, *words], env=environment(), capture_output=True, text=True, check=False)

    for kind in kinds:
        text = f"{kind}:http://127.0.0.1:1"
        commands = (("new", "uid11-snowish", "--pool", text), ("pool", "status", text), ("pool", "fence", text), ("pool", "release", text, "0"))
        for broken in (False, True):
            if broken:
                modules.mkdir(parents=True, exist_ok=True)
                (modules / f"{kind}.so").write_text("no library")
            for words in commands:
                got = run(*words)
                assert (got.returncode, got.stdout) == (3, ""), got
                assert got.stderr.startswith(f"sortid: the store's module does not load: {modules / kind}.so: "), got.stderr
    # What needs no module works.
    assert run("new", "uid11-snowish", "--pool", "static:3").returncode == 0


def test_no_free_number_is_3(tmp_path):
    with contextlib.ExitStack() as holders:
        store = f"file:{tmp_path}/sids"
        for _ in range(32):
            holders.enter_context(Holder(store, "ulid-flake-scalable"))
        none = sortid("new", "ulid-flake-scalable", "--pool", store, "--deadline", "100")
        assert (none.code, none.out) == (3, "") and none.err.startswith("sortid: --pool file: no_node: "), none


def test_a_folder_that_is_missing(tmp_path):
    """Who looks at a pool makes no folder, which might be another user's than the pool's."""
    for words in (("status",), ("status", "--json"), ("release", "1")):
        assert sortid("pool", words[0], f"file:{tmp_path}/nodes", *words[1:]) == (
            3, "", f'sortid: pool file: unavailable: there is no folder "{tmp_path}/nodes"\n')
    assert not list(tmp_path.iterdir())


def test_a_number_that_was_never_used(tmp_path):
    (tmp_path / "3.node").touch()  # whoever made it ended before it had the number
    assert sortid("pool", "release", f"file:{tmp_path}", "3") == (
        1, "", "sortid: pool release: number 3 has no record: it is free\n")


def test_a_number_of_the_caller():
    assert machine_of(sortid(*NEW, "static:1023")) == {"1023"}
    assert sortid("pool", "status", "static:3") == (0, "0 numbers with a record, store static\n", "")


# With those that the program was linked with.
STORES = sortid("pool", "status").err.splitlines()[0].removeprefix("sortid: pool status needs a store: ")
assert STORES.startswith("file:DIR, static:N")
WRONG = {
    ("new", "ulid", "--pool", "static:1"): "--pool is not for ulid; it is for ulid-flake-scalable, uid11-snowish",
    ("new", "uid11-snowish", "--pool", "static:1", "--machine", "1"): "--pool and --machine: the pool gives the number",
    ("new", "ulid-flake-scalable", "--pool", "static:1", "--sid", "1"): "--pool and --sid: the pool gives the number",
    ("new", "ulid-flake-scalable", "--pool", "static:1", "--at", "2026-01-01"):
        "--pool and --at: a pool gives its number for the present",
    ("new", "ulid-flake-scalable", "--pool", "static:1", "--random"):
        "--pool and --random: a pool does not keep independent draws apart",
    ("new", "uid11-snowish", "--deadline", "1"): "--deadline is for --pool",
    ("new", "uid11-snowish", "--pool", "static:1", "--deadline", "3600001"): '--deadline "3600001": 1 to 3600000 milliseconds',
    ("new", "uid11-snowish", "--pool", "static:1", "--deadline", "0"): '--deadline "0": 1 to 3600000 milliseconds',
    ("new", "uid11-snowish", "--pool", "static:1024"): "--pool static: the format has no room for that number of a node: uid11-snowish takes 0 to 1023",
    ("new", "uid11-snowish", "--pool", "static:x"): '--pool: static: a number expected, not "x"',
    ("new", "uid11-snowish", "--pool", "file:"): "--pool: file: needs a folder",
    # What is behind the colon may have a password.
    ("new", "uid11-snowish", "--pool", "redis://u:secret@h"): f'--pool: there is no store "redis" of node numbers; there are {STORES}',
    ("pool", "status", "nodes"): f'pool: there is no store "nodes" of node numbers; there are {STORES}',
    ("pool", "status"): f"pool status needs a store: {STORES}",
    ("pool", "mend", "static:1"): 'pool "mend": one of status, fence, release expected',
    ("pool", "status", "static:1", "2"): "pool status takes the store alone",
    ("pool", "status", "--json", "--metrics", "static:1"): "--json and --metrics: take one of them",
    ("pool", "fence", "--json", "static:1"): "--json and --metrics are for pool status",
    ("pool", "fence", "static:1", "2026-01-01", "2"): "pool fence takes the store and an instant",
    ("pool", "fence", "static:1"): "pool fence is not for static, which has no records",
    ("pool", "release", "static:1", "1"): "pool release is not for static, which has no records",
    ("pool", "release", "static:1"): "pool release takes the store, a number and perhaps an instant",
    ("pool", "release", "static:1", "one"): 'pool release "one": a number from 0 to 18446744073709551615 expected',
}


@pytest.mark.parametrize("args", WRONG, ids=" ".join)
def test_wrong_usage(args):
    assert sortid(*args) == (2, "", f"sortid: {WRONG[args]}\nTry: sortid {args[0]} --help\n")
