"""The store in PostgreSQL, on servers that are killed, stopped, promoted and badly configured."""

import contextlib
import ctypes
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "databases/postgres/test"))

from probe import LONG, PROBE, Probe, record, records_after_first_swaps  # noqa: E402
from with_cluster import Cluster  # noqa: E402

if shutil.which("pg_config") is None:
    pytest.skip("no PostgreSQL server here (tools/deps.sh test installs it)", allow_module_level=True)

# Servers become children of this process when pg_ctl ends, so that a killed one does not stay behind as a zombie, which
# would look alive to the next. PR_SET_CHILD_SUBREAPER, linux/prctl.h.
ctypes.CDLL(None).prctl(36, 1)

# A killed server leaves what it gave to the system, in memory as on a disk; memory syncs faster.
MEMORY = pathlib.Path("/dev/shm")
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 1 << 30:
    tempfile.tempdir = str(MEMORY)

DURABLE = ("fsync = on", "max_wal_senders = 4", "wal_level = replica", "hot_standby = on")


def connection(*clusters):
    return (f"host={','.join(str(c.root) for c in clusters)} port={','.join(str(c.port) for c in clusters)}"
            " user=postgres dbname=postgres")


def store(*clusters, **options):
    return Probe("postgres", connection=connection(*clusters), **options)


def until(condition):
    """Waits for what the servers do by themselves."""
    end = time.monotonic() + LONG / 1000
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)


def backends(cluster):
    """Process ids of the store's sessions."""
    return [int(pid) for pid in
            cluster.psql("SELECT pid FROM pg_stat_activity WHERE application_name = 'sortid' ORDER BY backend_start").split()]


def kill(cluster):
    """kill -9 of the server, as when the machine dies. Its sessions follow it."""
    postmaster = cluster.postmaster()
    os.kill(postmaster, signal.SIGKILL)
    os.waitpid(postmaster, 0)
    sessions = f"postgres: {cluster.root.name}"
    until(lambda: subprocess.run(["pgrep", "-f", sessions], stdout=subprocess.DEVNULL).returncode != 0)


def settings(cluster, **values):
    """Sets them, or with None goes back to the file's."""
    for name, value in values.items():
        cluster.psql(f"ALTER SYSTEM SET {name} = '{value}'" if value is not None else f"ALTER SYSTEM RESET {name}")
    cluster.psql("SELECT pg_reload_conf()")
    for name, value in values.items():
        if value is not None:
            until(lambda: cluster.psql(f"SHOW {name}").strip() == value)  # noqa: B023


@contextlib.contextmanager
def stopped(pid):
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


class Standby(Cluster):
    """Of the cluster given, synchronous as soon as that says so."""

    def __init__(self, of, port):
        self.user, self.port, self.bindir = of.user, port, of.bindir
        self.root = of.root / f"standby-{port}"
        self.data = self.root / "data"
        self.root.mkdir()
        if self.user:
            os.chown(self.root, self.user.pw_uid, self.user.pw_gid)
        self.run("pg_basebackup", "-D", self.data, "-R", "-c", "fast", "--no-sync", "-d",
                 f"host={of.root} port={of.port} user=postgres application_name=second")
        self.configure(f"unix_socket_directories = '{self.root}'", f"port = {port}", f"cluster_name = '{self.root.name}'")


@pytest.fixture(scope="module")
def server():
    with Cluster(port=5440, settings=DURABLE) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def pair():
    """A primary and a synchronous standby; the test of the failover is their last."""
    primary = Cluster(port=5441, settings=DURABLE)
    primary.configure(f"cluster_name = '{primary.root.name}'")
    with primary:
        standby = Standby(primary, 5442)
        with standby:
            primary.configure("synchronous_standby_names = 'second'")
            primary.psql("SELECT pg_reload_conf()")
            until(lambda: primary.psql("SELECT sync_state FROM pg_stat_replication").strip() == "sync")
            yield primary, standby


def test_first_use_and_swaps(server):
    with store(server, pool="first") as one:
        b, c = records_after_first_swaps(one)
    assert server.psql("SELECT node, record FROM sortid_nodes WHERE pool = 'first' ORDER BY node") == f"7\t{b}\n1023\t{c}\n"


def test_every_part_of_a_record_is_compared(server):
    with store(server, pool="parts") as one:
        there = record(1000)
        assert one.swap(0, None, there) == "done"
        others = [record(1001), record(1000, nonce=2), record(1000, count=2), record(1000, host="web-4"), record(1000, pid=1)]
        assert [one.swap(0, other, record(5000)) for other in others] == ["lost"] * 5
        assert one.read()["records"] == {"0": there}

@pytest.mark.skipif("SORTID_EXAMPLE" not in os.environ, reason="the examples are not built")
def test_a_pool_makes_ids(server):
    command = [os.environ["SORTID_EXAMPLE"], "postgres", connection(server)]
    together = [subprocess.Popen(command, text=True, stdout=subprocess.PIPE) for _ in range(3)]
    lines = [line.split() for one in together for line in one.communicate()[0].splitlines()]
    assert [one.returncode for one in together] == [0, 0, 0]
    assert len({text for text, _ in lines}) == 9
    # Given back: nobody holds a number any more.
    records = server.psql("SELECT record FROM sortid_nodes WHERE pool = 'orders'").split("\n")[:-1]
    uses = [record for record in records if record.startswith("uid11-snowish ")]
    records = [record for record in records if record not in uses]
    assert len(uses) == 1 and len(records) == len({machine for _, machine in lines})
    assert {record.split()[1] for record in records} == {"0" * 32}


def test_the_fence_only_rises(server):
    with store(server, pool="fenced") as one:
        for at, then in ((5000, 5000), (4000, 5000), (6000, 6000)):
            assert one.ask("fence", at=at)["answer"] == "done"
            reading = one.read()
            assert (reading["fence"], reading["records"]) == (then, {})


def test_names_are_no_sql(server):
    names = ["x'; DROP TABLE sortid_nodes; --", 'a"b', "%s", "\\'", "", "Ünïcode ☂"]
    table = 'od"d; DROP TABLE sortid_nodes; --'
    probes = [store(server, pool=name, table=table) for name in names]
    with contextlib.ExitStack() as stack:
        for number, probe in enumerate(probes):
            stack.enter_context(probe)
            assert probe.read()["answer"] == "done"
            assert probe.swap(2, None, record(number)) == "done"
        for number, probe in enumerate(probes):
            assert probe.read()["records"]["2"] == record(number)
    assert server.psql("SELECT count(*) FROM sortid_nodes") != ""
    assert server.psql("SELECT count(DISTINCT pool) FROM \"" + table.replace('"', '""') + '"') == f"{len(names)}\n"


def test_a_record_that_nobody_can_read(server):
    with store(server, pool="broken") as one:
        assert one.swap(1, None, record(1)) == "done"
        server.psql("INSERT INTO sortid_nodes VALUES ('broken', 2, 'soon')")
        assert one.read()["records"] == {"1": record(1), "2": None}
        server.psql("INSERT INTO sortid_nodes VALUES ('broken', -1, 'tomorrow')")
        reading = one.read()
        assert reading["answer"] == "unavailable" and "fence" in reading["error"]


def test_who_may_not_make_the_table(server):
    server.psql("CREATE ROLE app LOGIN; CREATE SCHEMA own")
    app = connection(server).replace("user=postgres", "user=app")
    with Probe("postgres", connection=app, table="theirs") as one:
        reading = one.read()
        assert reading["answer"] == "unavailable" and "theirs" in reading["error"]
        statement = subprocess.run([PROBE, "create-statement", "theirs"], check=True, capture_output=True, text=True).stdout
        server.psql(f"{statement}; GRANT SELECT, INSERT, UPDATE ON theirs TO app")
        assert one.read()["answer"] == "done"
        assert one.swap(1, None, record(1)) == "done"
        assert one.ask("fence", at=1)["answer"] == "done"
    with store(server, table="none", create=False) as one:
        assert "none" in one.read()["error"]
    with store(server, schema="own") as one:
        assert one.read()["answer"] == "done"
    assert server.psql("SELECT count(*) FROM own.sortid_nodes") == "0\n"


@pytest.mark.parametrize("columns", ["pool text, node integer, record text",
                                     "pool text, node integer, record text, UNIQUE (pool, node) DEFERRABLE",
                                     "pool text, node integer, record text, PRIMARY KEY (pool, node, record)"])
def test_a_table_whose_key_is_another(server, columns):
    """Two would insert the same number, and both would have it."""
    server.psql(f"DROP TABLE IF EXISTS keyless; CREATE TABLE keyless ({columns})")
    with store(server, table="keyless") as one:
        assert one.read()["answer"] == "done"
        answer = one.ask("swap", node=1, before=None, next=record(1))
        assert answer["answer"] == "unavailable" and "ON CONFLICT" in answer["error"], answer
        assert one.read()["records"] == {}


@pytest.mark.parametrize("isolation", ["read committed", "serializable"])
def test_two_race(server, isolation):
    pool = f"race in {isolation}"
    server.psql(f"ALTER DATABASE postgres SET default_transaction_isolation = '{isolation}'")
    with store(server, pool=pool) as one, store(server, pool=pool) as other:
        for probe in (one, other):
            probe.send("race", node=5, count=60)
        answers = [probe.receive() for probe in (one, other)]
        final = one.read()["records"]["5"]
    server.psql("ALTER DATABASE postgres RESET default_transaction_isolation")
    assert [answer["answer"] for answer in answers] == ["done", "done"]
    assert sorted(answers[0]["won"] + answers[1]["won"]) == list(range(1, 121))
    assert final.split()[2] == "120"


def test_kill_and_restart():
    cluster = Cluster(port=5443, settings=DURABLE)
    cluster.configure(f"cluster_name = '{cluster.root.name}'")
    with cluster, store(cluster) as one, store(cluster) as other:
        before = None
        for round_number in range(2):
            assert other.read()["answer"] == "done"
            other.send("race", node=9, count=1_000_000)
            time.sleep(0.05)
            after = record(round_number, count=round_number)
            assert one.swap(1, before, after) == "done"
            before = after
            kill(cluster)
            assert other.receive()["answer"] in ("unknown", "unavailable")
            # Nothing was sent, unless the killed server's socket was still open; then the next call finds it closed.
            assert one.swap(1, before, record(99)) in ("unknown", "unavailable")
            assert one.swap(1, before, record(99)) == "unavailable"
            assert one.read(ms=500)["answer"] == "unavailable"
            cluster.start()
            reading = one.read()
            assert reading["records"]["1"] == before


def test_a_session_that_hangs(server):
    there, late = record(1), record(2, count=2)
    with store(server, pool="hang") as one:
        assert one.swap(1, None, there) == "done"
        first, = backends(server)
        with stopped(first):
            assert one.swap(1, there, late, ms=300) == "unknown"
            assert one.read()["records"] == {"1": there}  # by another session
            second, = set(backends(server)) - {first}
            with stopped(second):
                assert one.read(ms=300)["answer"] == "unavailable"
                # It opens no more of them.
                reading = one.read(ms=300)
                assert reading["answer"] == "unavailable" and "not ended" in reading["error"]
                assert backends(server) == [first, second]
        # It was sent, and is done after all: `unknown` was the right word.
        with store(server, pool="hang") as other:
            until(lambda: other.read()["records"] == {"1": late})
        assert one.read()["answer"] == "done"
        until(lambda: len(backends(server)) == 1)


def test_a_session_that_the_server_ends(server):
    with store(server, pool="ended") as one:
        assert one.swap(1, None, record(1)) == "done"
        old = backends(server)
        server.psql(f"SELECT pg_terminate_backend({old[0]}, {LONG})")
        # Seen before anything is sent.
        assert one.swap(1, record(1), record(2)) == "done"
        assert len(backends(server)) == 1 and backends(server) != old


def test_a_transaction_that_fails_at_its_end(server):
    """The server has sent the statement's result by then."""
    with store(server, table="checked") as one:
        assert one.swap(1, None, record(1)) == "done"
        server.psql("CREATE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'not today'; END$$;"
                    "CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON checked DEFERRABLE INITIALLY DEFERRED"
                    " FOR EACH ROW EXECUTE FUNCTION reject()")
        answer = one.ask("swap", node=1, before=record(1), next=record(2))
        assert answer["answer"] == "unavailable" and "not today" in answer["error"]
        assert one.read()["records"] == {"1": record(1)}


@pytest.mark.parametrize("then", ["hangs", "ends"])
def test_a_connection_that_breaks_off_behind_the_statement_s_result(then):
    """Nobody knows whether the transaction ended well. A real server sends both in one piece."""
    over = threading.Event()

    def message(kind, *parts):
        body = b"".join(parts)
        return kind + struct.pack("!I", len(body) + 4) + body

    def answer(listening):
        connection, _ = listening.accept()
        with connection, connection.makefile("rb") as given:
            given.read(struct.unpack("!I", given.read(4))[0] - 4)
            connection.sendall(message(b"R", bytes(4)) + b"".join(message(b"S", name, b"\0", value, b"\0") for name, value in (
                (b"server_version", b"15.0"), (b"in_hot_standby", b"off"), (b"default_transaction_read_only", b"off"))) + message(b"Z", b"I"))
            kind = b""
            while kind != b"S":  # Sync
                kind = given.read(1)
                given.read(struct.unpack("!I", given.read(4))[0] - 4)
            connection.sendall(message(b"1") + message(b"2") +
                               message(b"T", struct.pack("!H", 1), b"current_setting\0", struct.pack("!IHIhiH", 0, 0, 25, -1, -1, 0)) +
                               message(b"D", struct.pack("!HI", 1, 2), b"on") + message(b"C", b"UPDATE 1\0"))
            if then == "hangs":
                over.wait(LONG / 1000)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(LONG / 1000)
        server = threading.Thread(target=answer, args=(listening,))
        server.start()
        with Probe("postgres", connection=f"host=127.0.0.1 port={listening.getsockname()[1]} sslmode=disable gssencmode=disable") as one:
            got = one.ask("swap", node=1, before=record(1), next=record(2), ms=1000)
        over.set()
        server.join()
    assert got["answer"] == "unknown" and ("in time" in got["error"]) == (then == "hangs"), got


def test_hosts_that_do_not_answer(server):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        with Probe("postgres", connection=f"host=127.0.0.1 port={port} user=postgres") as one:
            assert one.read(ms=300)["answer"] == "unavailable"
            assert one.swap(1, None, record(1), ms=300) == "unavailable"
        both = f"host=127.0.0.1,{server.root} port={port},{server.port} user=postgres dbname=postgres"
        with Probe("postgres", connection=both, pool="silent") as one:
            assert one.swap(1, None, record(1), ms=4000) == "done"
    for text in ("hots=1", "postgresql://[", "host=/nowhere\0"):
        with Probe("postgres", connection=text) as one:
            reading = one.read()
            assert reading["answer"] == "unavailable" and reading["error"]


def test_a_notice_is_no_warning(server):
    with store(server, pool="notice") as one:
        assert one.swap(1, None, record(1)) == "done"
        for level, answer in (("NOTICE", "done"), ("WARNING", "unknown")):
            server.psql(f"CREATE OR REPLACE FUNCTION say() RETURNS trigger LANGUAGE plpgsql AS "
                        f"$$ BEGIN RAISE {level} 'said'; RETURN NEW; END $$;"
                        "CREATE OR REPLACE TRIGGER says BEFORE UPDATE ON sortid_nodes FOR EACH ROW EXECUTE FUNCTION say()")
            before = one.read()["records"]["1"]
            assert one.swap(1, before, record(int(before.split()[0]) + 1)) == answer
        server.psql("DROP TRIGGER says ON sortid_nodes; DROP FUNCTION say()")


def test_a_child_leaves_the_connection_alone(server):
    with store(server, pool="fork") as one:
        assert one.swap(1, None, record(1)) == "done"
        session = backends(server)
        child = one.ask("child", then={"do": "swap", "ms": LONG, "node": 1, "before": record(1), "next": record(2)})
        assert (child["answer"], child["inherited"]) == ("done", 0)
        assert one.swap(1, record(2), record(3)) == "done"
        assert backends(server) == session


def test_a_server_that_loses_what_it_confirms(server):
    with store(server, pool="unsafe") as one:
        assert one.swap(1, None, record(1)) == "done"
        settings(server, fsync="off")
        sentence = "the server has fsync = off and loses what it has confirmed"
        reading = one.read()
        assert (reading["answer"], reading["error"], reading["records"]) == ("unavailable", sentence, {})
        until(lambda: backends(server) == [])  # the next question may find another server
        swapped = one.ask("swap", node=1, before=record(1), next=record(2))
        assert (swapped["answer"], swapped["error"]) == ("unknown", sentence)
        fenced = one.ask("fence", at=1)
        assert (fenced["answer"], fenced["error"]) == ("unknown", sentence)
        settings(server, fsync=None)
        until(lambda: server.psql("SHOW fsync") == "on\n" or server.configure("fsync = on") or
              server.psql("SELECT pg_reload_conf()") == "")
        assert one.read()["records"] == {"1": record(2)}
    with store(server, table="quick") as one:
        assert one.read()["answer"] == "done"
        server.psql("ALTER TABLE quick SET UNLOGGED")
        assert "unlogged" in one.read()["error"]


def test_without_the_synchronous_standby(pair):
    primary, standby = pair
    # The session's own setting does not shorten the wait.
    settings(primary, synchronous_commit="off")
    with store(primary, pool="waits") as one, store(primary, pool="waits") as other:
        assert one.swap(1, None, record(1)) == "done"
        assert one.swap(2, None, record(1)) == "done"
        standby.stop("immediate")
        assert one.swap(1, record(1), record(2), ms=300) == "unknown"
        # An administrator ends the wait: the server commits, warns, and confirms.
        other.send("swap", node=2, before=record(1), next=record(2))
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        until(lambda: primary.psql(waiting) == "2\n")
        primary.psql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid <> "
                     f"{backends(primary)[0]}")
        assert other.receive()["answer"] == "unknown"
        # A restarted primary shows what no standby has. A read does not.
        kill(primary)
        primary.start()
        assert primary.psql("SELECT record FROM sortid_nodes") == f"{record(2)}\n" * 2
        assert one.read(ms=500)["answer"] == "unavailable"
        standby.start()
        assert one.read()["records"] == {"1": record(2), "2": record(2)}


def test_standby_and_failover(pair):
    primary, standby = pair
    with store(standby) as one:
        reading = one.read()
        assert (reading["answer"], reading["records"]) == ("unavailable", {}) and "read-only" in reading["error"]
        assert one.swap(1, None, record(1)) == "unavailable"
    with store(standby, primary) as one:
        assert one.read()["answer"] == "done"
        assert one.swap(1, None, record(1)) == "done"
        kill(primary)
        assert one.read()["answer"] == "unavailable"
        standby.run("pg_ctl", "-D", standby.data, "-w", "promote")
        assert one.read()["records"] == {"1": record(1)}
        assert one.swap(1, record(1), record(2)) == "done"
