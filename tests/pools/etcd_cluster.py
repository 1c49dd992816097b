"""Members of an etcd cluster on the loopback interface, which can be killed, stopped and started again."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from probe import LONG

# A killed member leaves what it gave to the system, in memory as on a disk; memory syncs faster.
MEMORY = pathlib.Path("/dev/shm")


def until(condition):
    """Waits for what the servers do by themselves."""
    end = time.monotonic() + LONG / 1000
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for s in sockets:
            s.bind(("127.0.0.1", 0))
        return [s.getsockname()[1] for s in sockets]


class Cluster:
    """`arguments` go to every member; `control` are options of etcdctl. With `scheme` https they name the files."""

    def __init__(self, size, scheme="http", arguments=(), control=()):
        roomy = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 1 << 30
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="sortid-etcd-", dir=MEMORY if roomy else None))
        self.arguments, self.control, self.size = arguments, control, size
        ports = free_ports(2 * size)
        self.endpoints = [f"{scheme}://127.0.0.1:{port}" for port in ports[:size]]
        self.peers = [f"http://127.0.0.1:{port}" for port in ports[size:]]
        self.members = [None] * size

    def start(self, *which):
        for i in which or range(self.size):
            log = (self.root / f"{i}.log").open("a")
            self.members[i] = subprocess.Popen(
                ["etcd", "--name", str(i), "--data-dir", self.root / str(i), "--listen-client-urls", self.endpoints[i],
                 "--advertise-client-urls", self.endpoints[i], "--listen-peer-urls", self.peers[i],
                 "--initial-advertise-peer-urls", self.peers[i], "--initial-cluster",
                 ",".join(f"{n}={peer}" for n, peer in enumerate(self.peers)), *self.arguments],
                stdout=log, stderr=log, cwd=self.root)
            log.close()
        until(lambda: self.leader() is not None)

    def kill(self, *which):
        """kill -9, as when the machine dies."""
        for i in which:
            self.members[i].kill()
            self.members[i].wait()
            self.members[i] = None

    @contextlib.contextmanager
    def stopped(self, i):
        self.members[i].send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.members[i].send_signal(signal.SIGCONT)

    def ctl(self, *words, endpoints=None, check=True, text=None):
        own = {k: v for k, v in os.environ.items() if not k.startswith("ETCD")}
        return subprocess.run(
            ["etcdctl", "--endpoints", ",".join(endpoints or self.endpoints), *self.control, *words], input=text,
            env={**own, "ETCDCTL_API": "3"}, capture_output=True, text=True, check=check).stdout

    def leader(self):
        """Its index; none while there is no leader, or when it is not running."""
        for i, member in enumerate(self.members):
            if member is None or member.poll() is not None:
                continue
            told = self.ctl("--command-timeout", "1s", "endpoint", "status", "-w", "json", endpoints=[self.endpoints[i]],
                            check=False)
            status = json.loads(told)[0]["Status"] if told.startswith("[{") else {}
            if status and status.get("leader") == status["header"]["member_id"]:
                return i
        return None

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for i, member in enumerate(self.members):
            if member is not None:
                member.send_signal(signal.SIGCONT)
                self.kill(i)
        shutil.rmtree(self.root, ignore_errors=True)
