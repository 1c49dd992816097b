#!/usr/bin/env python3
"""Runs a command beside a PostgreSQL server of its own, which has the extension and is gone afterwards.

usage: with_cluster.py [--stage DIR] [--pg-config PROGRAM] [--port N] [--conf NAME=VALUE …] -- COMMAND…

The server is an installation of its own: PostgreSQL finds its files from the place of its programs, so a folder with
copies of these, links to all else, and the extension's files on top is an installation. Nothing is written to the
system's folders. Everything lies in one temporary folder, belongs to an unprivileged user (PostgreSQL rejects to run
as root) and listens on a Unix socket there, on no network.

--stage is what `make install DESTDIR=DIR` wrote; without it there is a plain server. COMMAND gets PGHOST, PGPORT,
PGUSER (a superuser), PGDATABASE, PG_BINDIR (the installation's programs), PG_CONFIG (its pg_config) and PGDATA. Its
exit code is the script's. As a module: `with Cluster(stage=…) as cluster:`, then cluster.psql(sql), cluster.stop(),
cluster.start(), cluster.environment().
"""

import argparse
import contextlib
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile


class ClusterError(RuntimeError):
    pass


def unprivileged_user():
    """None when this process may run a server itself."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ClusterError("neither a user postgres nor nobody to run the server as")


def pg_config_value(pg_config, name):
    return subprocess.run([pg_config, f"--{name}"], check=True, capture_output=True, text=True).stdout.strip()


def link_tree(source, target):
    target.mkdir(parents=True, exist_ok=True)
    for entry in os.scandir(source):
        if entry.is_dir():
            link_tree(pathlib.Path(entry.path), target / entry.name)
        else:
            (target / entry.name).symlink_to(entry.path)


def install_tree(root, pg_config, stage):
    """Fills `root` and returns its folder of programs."""
    places = {name: pathlib.Path(pg_config_value(pg_config, name)) for name in ("bindir", "sharedir", "pkglibdir")}
    inside = {name: root / path.relative_to("/") for name, path in places.items()}
    for name in ("sharedir", "pkglibdir"):
        link_tree(places[name], inside[name])
    # Copies: a linked program would be followed to where it came from, and find the system's files there.
    inside["bindir"].mkdir(parents=True)
    for program in places["bindir"].iterdir():
        shutil.copy2(program, inside["bindir"] / program.name)
    if stage:
        for folder, _, names in os.walk(stage):
            to = root / pathlib.Path(folder).relative_to(stage)
            to.mkdir(parents=True, exist_ok=True)
            for name in names:
                (to / name).unlink(missing_ok=True)
                shutil.copy2(pathlib.Path(folder) / name, to / name)
    return inside["bindir"]


class Cluster:
    """A server of its own. `port` only names the socket. Settings are lines of postgresql.conf."""

    def __init__(self, stage=None, pg_config="pg_config", port=5433, settings=(), initdb_args=()):
        self.user = unprivileged_user()
        self.port = port
        # A socket's path has room for about a hundred bytes, so it cannot lie in the build tree.
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="sortid-pg-"))
        self.data = self.root / "data"
        try:
            self.bindir = install_tree(self.root / "tree", pg_config, stage)
            self.root.chmod(0o755)
            if self.user:
                os.chown(self.root, self.user.pw_uid, self.user.pw_gid)
            self.run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C",
                     "--no-sync", *initdb_args)
            self.configure("listen_addresses = ''", f"unix_socket_directories = '{self.root}'", f"port = {port}",
                           "fsync = off", "max_prepared_transactions = 2", *settings)
        except BaseException:
            shutil.rmtree(self.root, ignore_errors=True)
            raise

    def command(self, *words):
        """The words with their first as a program of the installation, run as the server's user."""
        own = [str(self.bindir / words[0]), *map(str, words[1:])]
        if not self.user:
            return own
        return ["setpriv", f"--reuid={self.user.pw_uid}", f"--regid={self.user.pw_gid}", "--clear-groups", *own]

    def run(self, *words, check=True, **options):
        done = subprocess.run(self.command(*words), cwd=self.root, env=self.environment(), text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
        if check and done.returncode != 0:
            raise ClusterError(f"{words[0]} failed with {done.returncode}:\n{done.stdout}")
        return done

    def configure(self, *lines):
        with (self.data / "postgresql.auto.conf").open("a") as conf:
            conf.write("".join(line + "\n" for line in lines))

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        return {**kept, "PGHOST": str(self.root), "PGPORT": str(self.port), "PGUSER": "postgres",
                "PGDATABASE": "postgres", "PGDATA": str(self.data), "PG_BINDIR": str(self.bindir),
                "PG_CONFIG": str(self.bindir / "pg_config"), "LC_ALL": "C", "TZ": "UTC"}

    def start(self):
        # The server writes to a file, or it would keep our caller's pipe open.
        log = self.root / "server.log"
        started = self.run("pg_ctl", "-D", self.data, "-l", log, "-w", "-t", "3000", "start", check=False)
        if started.returncode != 0:
            raise ClusterError(f"the server does not start:\n{started.stdout}\n{self.log()}")

    def stop(self, mode="fast"):
        self.run("pg_ctl", "-D", self.data, "-w", "-t", "3000", "-m", mode, "stop", check=False)

    def log(self):
        log = self.root / "server.log"
        return log.read_text(errors="replace") if log.exists() else ""

    def postmaster(self):
        """Its process id; none when no server runs."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            return int((self.data / "postmaster.pid").read_text().splitlines()[0])
        return None

    def psql(self, sql, *options, check=True):
        """What the statements print: rows as lines, columns between tabs."""
        done = subprocess.run([str(self.bindir / "psql"), "-XqAt", "-F", "\t", "-v", "ON_ERROR_STOP=1", *options],
                              input=sql, env=self.environment(), capture_output=True, text=True)
        if check and done.returncode != 0:
            raise ClusterError(f"psql failed with {done.returncode}:\n{done.stderr}")
        return done.stdout if check else done

    def remove(self):
        if self.postmaster() is not None:
            self.stop("immediate")
        shutil.rmtree(self.root, ignore_errors=True)

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *_):
        self.remove()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stage", type=pathlib.Path)
    parser.add_argument("--pg-config", default="pg_config")
    parser.add_argument("--port", type=int, default=5433)
    parser.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    command = arguments.command[1:] if arguments.command[:1] == ["--"] else arguments.command
    if not command:
        parser.error("no command given")
    # A test that runs out of time is ended by ctest with a signal; the server must not outlive it.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    try:
        with Cluster(stage=arguments.stage, pg_config=arguments.pg_config, port=arguments.port,
                     settings=arguments.conf) as cluster:
            done = subprocess.run(command, env=cluster.environment())
            if done.returncode != 0:
                sys.stderr.write("".join(f"server: {line}\n" for line in cluster.log().splitlines()[-20:]))
            return done.returncode
    except ClusterError as failed:
        print(f"with_cluster: {failed}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
