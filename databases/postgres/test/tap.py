#!/usr/bin/env python3
"""Runs tests in Perl (PostgreSQL::Test, which comes with the server's development files) that start servers themselves.

usage: tap.py [--stage DIR] [--pg-config PROGRAM] [--set NAME=VALUE …] [--seconds N] TEST…

As with_cluster.py does: an installation of its own in a temporary folder, an unprivileged user, sockets there. The
folder of each test is copied there too, since that user may not be able to read this tree. A failure prints the ends of
the servers' logs.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

import with_cluster


def chown(folder, user):
    if user:
        for path, _, names in os.walk(folder):
            for name in (path, *(os.path.join(path, name) for name in names)):
                os.chown(name, user.pw_uid, user.pw_gid, follow_symlinks=False)


def run(tests, stage, pg_config, more, seconds, root):
    user = with_cluster.unprivileged_user()
    bindir = with_cluster.install_tree(root / "tree", pg_config, stage)
    pgxs = pathlib.Path(with_cluster.pg_config_value(pg_config, "pgxs")).parent.parent
    work = root / "work"
    work.mkdir()
    sources = work / "test"
    shutil.copytree(pathlib.Path(__file__).resolve().parent, sources, ignore=shutil.ignore_patterns("node_modules"))
    for folder in (root, work, work / "tmp"):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
    chown(work, user)
    # A test puts scripts of other versions beside this one's.
    chown(root / "tree" / with_cluster.pg_config_value(pg_config, "sharedir").lstrip("/") / "extension", user)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    environment |= {"PATH": f"{bindir}:{environment['PATH']}", "LC_ALL": "C", "TZ": "UTC", "HOME": str(work),
                    "TMPDIR": str(work / "tmp"), "PG_TEST_TIMEOUT_DEFAULT": str(seconds), "PG_REGRESS": str(pgxs / "test" / "regress" / "pg_regress"), **more}
    own = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"] if user else []
    failed = []
    for test in tests:
        where = work / test.stem
        where.mkdir()
        chown(where, user)
        environment |= {"TESTDIR": str(where), "TESTLOGDIR": str(where), "TESTDATADIR": str(where)}
        there = sources / test.resolve().relative_to(pathlib.Path(__file__).resolve().parent)
        # Its own group, so that no server outlives a test that is ended.
        process = subprocess.Popen([*own, "prove", "-v", "-I", pgxs / "test" / "perl", there], cwd=where,
                                   env=environment, stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            try:
                status = process.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                print(f"{test.name}: not done after {seconds} s")
                status = 1
            if status != 0:
                failed.append(test.name)
                for log in sorted([*where.rglob("regress_log_*"), *where.rglob("*.log")]):
                    tail = log.read_text(errors="replace").splitlines()[-30:]
                    print(f"--- {log.name}", *tail, sep="\n")
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            stop_servers(where)
    return failed


def stop_servers(folder):
    """Ends servers whose data lie below the folder: those of a test that could not do it itself."""
    for pid_file in folder.rglob("postmaster.pid"):
        try:
            os.kill(int(pid_file.read_text().split()[0]), signal.SIGQUIT)
        except (OSError, ValueError, IndexError):
            pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stage", type=pathlib.Path)
    parser.add_argument("--pg-config", default="pg_config")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="an environment variable")
    # Less than ctest's own limit, after which nothing would be left to stop the servers.
    parser.add_argument("--seconds", type=int, default=3000, help="for each test")
    parser.add_argument("test", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    # A socket's path has room for about a hundred bytes, so it cannot lie in the build tree.
    root = pathlib.Path(tempfile.mkdtemp(prefix="sortid-tap-"))
    try:
        failed = run(arguments.test, arguments.stage, arguments.pg_config,
                     dict(setting.split("=", 1) for setting in arguments.set), arguments.seconds, root)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    if failed:
        print(f"failed: {' '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
