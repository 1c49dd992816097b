"""The stores under test: each starts, has an address for every maker, and faults of its own."""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request

import etcd_cluster
import harness
import proxy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "databases/postgres/test"))
from with_cluster import Cluster  # noqa: E402


class Local:
    """A store that is no server: a folder, or the tests' own file in memory. Its network is in id_maker alone."""

    window_ms = 400

    def __init__(self, kind, run):
        self.kind, self.path = kind, run.folder / "store"
        if kind == "fake":
            subprocess.run([run.program, "--create-fake-store", str(self.path)], check=True)
        late = [harness.LateRequest] if kind == "fake" else []
        self.faults = [harness.CutOff, harness.LostReply, harness.LostRequest, harness.AllCutOff, *late]

    def address(self, _slot):
        return f"{self.kind}:{self.path}"

    def stop(self):
        pass


# --- servers -------------------------------------------------------------------------------------------------


class Proxied:
    """The same in the network itself."""

    def set(self, mode):
        self.run.store.networks[self.slot].set(mode)

    def count(self):
        return self.run.store.networks[self.slot].counts[self.mode]


class ProxyCut(Proxied, harness.CutOff):
    pass


class ProxyLostReply(Proxied, harness.LostReply):
    pass


class ProxyLostRequest(Proxied, harness.LostRequest):
    pass


class ServerFault(harness.Fault):
    """Of the store as a whole, one at a time. What takes long is done beside the other faults."""

    victims = False
    windows = (0.3, 1.5)

    def begin(self):
        self.thread = None
        self.hurt()

    def end(self):
        self.mended = threading.Event()

        def mend():
            try:
                self.mend()
                self.run.store.until_well()
            except BaseException as why:
                self.failed = why
            self.mended.set()
        self.failed = None
        threading.Thread(target=mend, daemon=True).start()

    def ended(self):
        if self.mended.is_set() and self.failed:
            raise self.failed
        return self.mended.is_set()


def until(condition, what):
    end = time.monotonic() + 120
    while not condition():
        if time.monotonic() > end:
            raise harness.HarnessError(f"in two minutes not: {what}")
        time.sleep(0.05)


def drop_packets(ports, uids=()):
    """iptables rules that cut servers off: what goes to their ports and comes from them, and what they send."""
    rules = [["-p", "tcp", way, str(port)] for port in ports for way in ("--dport", "--sport")]
    rules += [["-m", "owner", "--uid-owner", str(uid)] for uid in uids]
    for rule in rules:
        subprocess.run(["iptables", "-w", "-A", "OUTPUT", *rule, "-j", "DROP"], check=True)


def drop_nothing():
    subprocess.run(["iptables", "-w", "-F", "OUTPUT"], check=True)


class Servers:
    """What stores with servers have in common."""

    def start_networks(self, run, servers, swaps):
        loop = proxy.start_loop()
        self.networks = [proxy.Network(loop, servers, swaps) for _ in run.slots]


# --- PostgreSQL ----------------------------------------------------------------------------------------------


class Node(Cluster):
    """One of the two servers: a primary, or the standby of the other."""

    def begin_as_primary(self):
        self.configure("listen_addresses = '127.0.0.1'", "fsync = on", "wal_level = replica", "hot_standby = on",
                       "max_wal_senders = 8", "wal_log_hints = on", "synchronous_standby_names = '*'",
                       "max_connections = 300", f"cluster_name = '{self.port}'", "wal_sender_timeout = 2000",
                       "wal_receiver_timeout = 2000", "wal_retrieve_retry_interval = 200", "tcp_user_timeout = 5000",
                       # In the folder of the data, which is removed: a killed server leaves it behind.
                       "dynamic_shared_memory_type = mmap")

    @classmethod
    def beside(cls, other, port):
        node = cls.__new__(cls)
        node.user, node.port, node.bindir = other.user, port, other.bindir
        node.root = other.root / f"node-{port}"
        node.data = node.root / "data"
        node.root.mkdir()
        if node.user:
            os.chown(node.root, node.user.pw_uid, node.user.pw_gid)
        return node

    def follow(self, primary):
        """Begins anew as its standby."""
        subprocess.run(["rm", "-rf", str(self.data)], check=True)
        self.run("pg_basebackup", "-D", self.data, "-R", "-c", "fast", "--no-sync", "-d",
                 f"host=127.0.0.1 port={primary.port} user=postgres application_name=standby")
        self.configure(f"unix_socket_directories = '{self.root}'", f"port = {self.port}", f"cluster_name = '{self.port}'")
        self.start()

    def kill(self):
        """All of it at once, as when the machine dies."""
        postmaster = self.postmaster()
        children = pathlib.Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for pid in (postmaster, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in (postmaster, *map(int, children)):
            until(lambda: gone(pid), "a killed server is gone")  # noqa: B023
        (self.data / "postmaster.pid").unlink(missing_ok=True)


def gone(pid):
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
    return not pathlib.Path(f"/proc/{pid}").exists()


class Failover(ServerFault):
    kind = "failover to the synchronous standby"

    def hurt(self):
        store = self.run.store
        self.fired = store.in_sync()
        if self.fired:
            store.primary.kill()

    def mend(self):
        if not self.fired:
            return
        store = self.run.store
        store.standby.run("pg_ctl", "-D", store.standby.data, "-w", "-t", "100", "promote")
        store.primary, store.standby = store.standby, store.primary
        store.standby.follow(store.primary)


class KillServer(ServerFault):
    whose = ""

    def hurt(self):
        self.server = getattr(self.run.store, self.whose)
        self.server.kill()
        self.fired = True

    def mend(self):
        self.server.start()


class KillPrimary(KillServer):
    kind, whose = "kill -9 of the primary", "primary"


class KillStandby(KillServer):
    kind, whose = "kill -9 of the standby", "standby"


class CutPrimary(ServerFault):
    """From clients and from its standby."""

    kind = "primary cut off"

    def hurt(self):
        drop_packets([self.run.store.primary.port])
        self.fired = True

    def mend(self):
        drop_nothing()


class BothDown(ServerFault):
    kind = harness.AllCutOff.kind

    def hurt(self):
        self.run.store.primary.kill()
        self.run.store.standby.kill()
        self.fired = True

    def mend(self):
        self.run.store.primary.start()
        self.run.store.standby.start()


class Postgres(Servers):
    window_ms = 4_000
    faults = [ProxyCut, ProxyLostReply, ProxyLostRequest, harness.LateRequest, Failover, KillPrimary, KillStandby, CutPrimary, BothDown]

    def __init__(self, kind, run):
        self.kind = kind
        self.primary = Node(port=6101)
        self.root = self.primary.root
        self.standby = Node.beside(self.primary, 6102)
        try:
            self.primary.begin_as_primary()
            self.primary.start()
            self.standby.follow(self.primary)
            self.until_well()
        except BaseException:
            self.stop()
            raise
        self.start_networks(run, [("127.0.0.1", 6101), ("127.0.0.1", 6102)], (b"INSERT INTO", b"UPDATE "))

    def in_sync(self):
        said = self.primary.psql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'",
                                 check=False)
        return said.stdout.strip() == "1"

    def until_well(self):
        until(self.in_sync, "the standby is synchronous")

    def address(self, slot):
        ports = ",".join(map(str, self.networks[slot].ports))
        return f"postgres:host=127.0.0.1,127.0.0.1 port={ports} user=postgres dbname=postgres"

    def stop(self):
        drop_nothing()
        for server in (self.primary, self.standby):
            if server.postmaster() is not None:
                with contextlib.suppress(OSError):
                    server.kill()
        subprocess.run(["rm", "-rf", str(self.root)], check=True)


# --- etcd ----------------------------------------------------------------------------------------------------


class Members(etcd_cluster.Cluster):
    """Three, each of a user of its own, so that what it sends can be told from what the others do."""

    first_uid = 23790

    def uid_of(self, i):
        return self.first_uid + i

    def user_of(self, i):
        folder = self.root / str(i)
        folder.mkdir(mode=0o700, exist_ok=True)
        self.root.chmod(0o755)
        os.chown(folder, self.uid_of(i), self.uid_of(i))
        return ["setpriv", f"--reuid={self.uid_of(i)}", f"--regid={self.uid_of(i)}", "--clear-groups"]

    def ports_of(self, i):
        return [int(url.rsplit(":", 1)[1]) for url in (self.endpoints[i], self.peers[i])]

    def status(self, i):
        with contextlib.suppress(OSError, ValueError):
            asked = urllib.request.Request(f"{self.endpoints[i]}/v3/maintenance/status", b"{}")
            return json.load(urllib.request.urlopen(asked, timeout=2))
        return {}

    def leader(self):
        for i in range(self.size):
            status = self.status(i)
            if status.get("leader", "0") == status.get("header", {}).get("member_id"):
                return i
        return None


class MemberFault(ServerFault):
    """Of the leader, unless `leads` is false."""

    leads = True

    def begin(self):
        self.members = self.run.store.members
        leader = self.members.leader()
        others = [i for i in range(self.members.size) if i != leader]
        self.which = leader if self.leads else self.run.dice.choice(others)
        self.fired = self.which is not None
        super().begin()


class KillMember(MemberFault):
    kind, leads = "kill -9 of a member", False

    def hurt(self):
        self.members.kill(self.which)

    def mend(self):
        self.members.start(self.which)


class KillLeader(MemberFault):
    kind = "kill -9 of the leader"

    def hurt(self):
        if self.fired:
            self.members.kill(self.which)

    def mend(self):
        if self.fired:
            self.members.start(self.which)


class PauseLeader(MemberFault):
    kind, windows = "leader paused", (1, 3)

    def hurt(self):
        if self.fired:
            self.members.members[self.which].send_signal(signal.SIGSTOP)

    def mend(self):
        if self.fired:
            self.members.members[self.which].send_signal(signal.SIGCONT)


class CutLeader(MemberFault):
    """From clients and from the other members."""

    kind, windows = "leader cut off", (1, 3)

    def hurt(self):
        if self.fired:
            drop_packets(self.members.ports_of(self.which), [self.members.uid_of(self.which)])

    def mend(self):
        drop_nothing()


class AllDown(ServerFault):
    kind = harness.AllCutOff.kind

    def hurt(self):
        self.run.store.members.kill(*range(self.run.store.members.size))
        self.fired = True

    def mend(self):
        self.run.store.members.start()


class Etcd(Servers):
    window_ms = 2_000
    faults = [ProxyCut, ProxyLostReply, ProxyLostRequest, harness.LateRequest, KillMember, KillLeader, PauseLeader, CutLeader, AllDown]

    def __init__(self, kind, run):
        self.kind = kind
        self.members = Members(3, arguments=("--auto-compaction-mode", "revision", "--auto-compaction-retention", "1000"))
        try:
            self.members.start()
        except BaseException:
            self.stop()
            raise
        servers = [("127.0.0.1", self.members.ports_of(i)[0]) for i in range(self.members.size)]
        self.start_networks(run, servers, (b"/v3/kv/txn",))

    def until_well(self):
        until(lambda: all(self.members.status(i).get("leader", "0") != "0" for i in range(self.members.size)),
              "all members know the leader")

    def address(self, slot):
        return "etcd:" + ",".join(f"http://127.0.0.1:{port}" for port in self.networks[slot].ports)

    def stop(self):
        drop_nothing()
        self.members.__exit__()


KINDS = {"file": Local, "fake": Local, "postgres": Postgres, "etcd": Etcd}
SERVERS = ("postgres", "etcd")
VERSION_OF = {"postgres": ["pg_config", "--version"], "etcd": ["etcd", "--version"]}


def versions(kind):
    """Of the server, as {name: version}."""
    if kind not in VERSION_OF:
        return {}
    said = subprocess.run(VERSION_OF[kind], check=True, capture_output=True, text=True).stdout
    return {kind: re.search(r"\d+(\.\d+)+", said)[0]}
