"""A MariaDB server of the test's own: its data, its socket and its plugin_dir lie in one temporary folder, and it listens on no network.

`with Server(module) as server:` starts it with the functions of the module declared by install.sql, which lies beside the module, and an
empty database ids; without a module it is a plain server.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

PROGRAMS = ("mariadbd", "mariadb-install-db", "mariadb")
SEARCHED = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/bin"])
STARTED_WITHIN = 300  # seconds; only a server that does not start takes as long


def absent():
    """Why there is no server to test with, or None."""
    lacking = [name for name in PROGRAMS if shutil.which(name, path=SEARCHED) is None]
    return f"no {', '.join(lacking)} (make deps installs mariadb-server)" if lacking else None


class Refused(Exception):
    """What the server says of a statement."""


def values(line):
    """The values of a line of `mariadb --batch`, where NULL stands for one and a backslash escapes."""
    def value(text):
        return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t", "0": "\0"}.get(found[1], found[1]), text)

    return tuple(None if text == "NULL" else value(text) for text in line.split("\t"))


class Server:
    def __init__(self, module=None, settings=()):
        self.module, self.settings = module and pathlib.Path(module).resolve(), settings

    def __enter__(self):
        # A socket's path has at most 107 bytes, and a checkout may be longer.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sortid mysql ", dir="/tmp"))
        self.data, self.socket, self.log = self.folder / "data", self.folder / "server.sock", self.folder / "log"
        self.plugins = self.folder / "plugins"
        self.plugins.mkdir()
        if self.module:
            shutil.copy2(self.module, self.plugins / "sortid.so")
        # mariadbd runs as root only where it is told to.
        self.user = ["--user=root"] if os.geteuid() == 0 else []
        try:
            # The script of mariadb-install-db takes its folders apart at spaces; a relative one has none.
            made = subprocess.run([self.program("mariadb-install-db"), "--no-defaults", "--datadir=./data", *self.user, "--skip-test-db",
                                   "--skip-name-resolve", "--auth-root-authentication-method=normal", "--innodb-log-file-size=16M"],
                                  cwd=self.folder, text=True, capture_output=True)
            if made.returncode:
                raise RuntimeError(f"mariadb-install-db: {made.stdout}{made.stderr}")
            self.start()
            if self.module:
                self.script((self.module.parent / "install.sql").read_text(encoding="utf-8"), "--database=mysql")
            self.script("CREATE DATABASE ids", "--database=mysql")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder)

    @staticmethod
    def program(name):
        return shutil.which(name, path=SEARCHED)

    def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.program("mariadbd"), "--no-defaults", f"--datadir={self.data}", f"--socket={self.socket}", "--skip-networking",
                 f"--plugin-dir={self.plugins}", f"--pid-file={self.folder / 'pid'}", f"--tmpdir={self.folder}", *self.user,
                 "--character-set-server=utf8mb4", "--innodb-log-file-size=16M", "--innodb-buffer-pool-size=64M",
                 "--innodb-flush-log-at-trx-commit=2", *self.settings],
                cwd=self.folder, stdout=log, stderr=log)
        late = time.monotonic() + STARTED_WITHIN
        while True:
            if self.process.poll() is not None:
                raise RuntimeError(f"mariadbd ended: {self.log.read_text(errors='replace')[-4000:]}")
            if self.client("SELECT 1", "--database=mysql").returncode == 0:
                return
            if time.monotonic() > late:
                raise RuntimeError(f"mariadbd does not answer: {self.log.read_text(errors='replace')[-4000:]}")
            time.sleep(0.1)

    def stop(self, with_signal=signal.SIGTERM):
        process = getattr(self, "process", None)
        if process and process.poll() is None:
            process.send_signal(with_signal)
            process.wait()

    def client(self, statements, *options):
        return subprocess.run([self.program("mariadb"), "--no-defaults", f"--socket={self.socket}", "--user=root", "--batch",
                               "--skip-column-names", "--default-character-set=utf8mb4", "--database=ids", *options],
                              input=statements, encoding="utf-8", errors="surrogateescape", capture_output=True)

    def script(self, statements, *options):
        """The lines of all answers; Refused for the first statement that fails."""
        done = self.client(statements, *options)
        if done.returncode:
            raise Refused(done.stderr.strip())
        return done.stdout.splitlines()

    def rows(self, statements, *options):
        return [values(line) for line in self.script(statements, *options)]

    def value(self, expression, *options):
        (row,) = self.rows(f"SELECT {expression}", *options)
        return row[0] if len(row) == 1 else row

    def refusal(self, statements):
        """What the server says of a statement that it has to reject."""
        try:
            answer = self.script(statements)
        except Refused as why:
            return str(why)
        raise AssertionError(f"not rejected: {statements}: {answer}")

    def ask(self, expressions):
        """The value of each expression, or the server's error as an Exception."""
        lines = "".join(f"SELECT {place}, {expression};\n" for place, expression in enumerate(expressions))
        assert lines.count("\n") == len(expressions), "an expression is a line"
        done = self.client(lines, "--force")
        found = [None] * len(expressions)
        for line in done.stdout.splitlines():
            place, value = values(line)
            found[int(place)] = (value,)
        for why, line in re.findall(r"^(ERROR \d+ \(\w+\)) at line (\d+)", done.stderr, re.M):
            message = re.search(rf"^ERROR \d+ \(\w+\) at line {line}: (.*)", done.stderr, re.M)[1]
            found[int(line) - 1] = Exception(f"{why}: {message}")
        assert all(found), f"no answer: {done.stderr[-2000:]}"
        return [each if isinstance(each, Exception) else each[0] for each in found]

    def alive(self):
        return self.process.poll() is None
