"""The loadable file: what it needs, what it offers, and the ways to load it that docs/sqlite.md shows."""

import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys

import pytest

MODULE = pathlib.Path(os.environ["SORTID_SQLITE_MODULE"])
SOURCE = pathlib.Path(os.environ["SORTID_SOURCE"])
FETCHED = SOURCE / "build/sqlite"
ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")

sys.path.insert(0, str(SOURCE / "tools"))
sys.path.insert(0, str(SOURCE / "tests/support"))
import check_docs  # noqa: E402
import function_cases  # noqa: E402


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def shell(*words):
    # -init: nobody's ~/.sqliterc.
    return run("sqlite3", "-init", "/dev/null", "-batch", ":memory:", *words)


def test_needs_libc_alone():
    dynamic = run("readelf", "--dynamic", "--wide", MODULE).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    # The loader is a part of libc; threads' own variables are found through it.
    assert [name for name in needed if not name.startswith("ld-linux")] == ["libc.so.6"]


def test_exports_its_entries_alone():
    symbols = run("readelf", "--dyn-syms", "--wide", MODULE).stdout
    exported = [line.split()[-1] for line in symbols.splitlines()
                if re.search(r"\b(GLOBAL|WEAK|UNIQUE)\b", line) and not re.search(r"\bUND\b", line)]
    assert sorted(exported) == ["sqlite3_extension_init", "sqlite3_sortid_init"]


def test_functions():
    def ask(expressions):
        lines = [f'.load "{MODULE}"', *(f"SELECT {line}, {expression};" for line, expression in enumerate(expressions, 2))]
        done = run("sqlite3", "-init", "/dev/null", "-batch", "-nullvalue", "NULL", ":memory:", input="\n".join(lines))
        answers = {int(line): ValueError(why) for line, why in re.findall(r"near line (\d+): (.*)", done.stderr)}
        for line, _, value in (answer.partition("|") for answer in done.stdout.splitlines()):
            answers[int(line)] = None if value == "NULL" else value
        return [answers[line] for line in range(2, len(lines) + 1)]

    assert function_cases.check("SQLite", ask) == 0


@pytest.mark.parametrize("name", ["sortid.so", "sortid", "libsortid.so", "sortid0.so", "libsortid_sqlite.so", "other.so"])
def test_shell_loads_it_under_any_name(tmp_path, name):
    copy = tmp_path / (name if "." in name else name + ".so")
    shutil.copy(MODULE, copy)
    for load in (f'.load "{tmp_path / name}"', f"SELECT load_extension('{tmp_path / name}');"):
        done = shell(load, "SELECT ulid();")
        assert ULID.search(done.stdout), done.stderr


def test_shell_loads_it_by_the_name_of_its_entry():
    done = shell(f'.load "{MODULE}" sqlite3_sortid_init', "SELECT ulid();")
    assert ULID.fullmatch(done.stdout.strip()), done.stderr


@pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"), reason="this Python loads no extensions")
def test_python():
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.load_extension(str(MODULE.with_suffix("")))
    db.enable_load_extension(False)
    assert ULID.fullmatch(db.execute("SELECT ulid()").fetchone()[0])
    assert len(db.execute("SELECT ulid_bytes()").fetchone()[0]) == 16
    with pytest.raises(sqlite3.OperationalError, match=r"^sortid: length at position 1: ulid has 26 symbols, found 1$"):
        db.execute("SELECT ulid('x')").fetchone()
    db.close()
    # It stays for the next connection, which must load it all the same.
    other = sqlite3.connect(":memory:")
    with pytest.raises(sqlite3.OperationalError, match="no such function"):
        other.execute("SELECT ulid()")
    other.enable_load_extension(True)
    for _ in range(100):
        other.load_extension(str(MODULE))
    assert other.execute("SELECT ulid_is_valid(ulid())").fetchone() == (1,)


def test_node():
    if (FETCHED / "node.absent").exists() or not (FETCHED / "node/node_modules").exists():
        reason = FETCHED / "node.absent"
        pytest.skip(reason.read_text().strip() if reason.exists() else "not installed: databases/sqlite/test/install.sh")
    script = FETCHED / "node/load.mjs"
    shutil.copy(pathlib.Path(__file__).with_name("load.mjs"), script)
    names = ["@photostructure/sqlite"]
    if run("node", "--no-warnings", "-e", "require('node:sqlite')").returncode == 0:
        names.append("node:sqlite")
    done = run("node", "--no-warnings", script, MODULE, *names, cwd=script.parent)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["name"] for answer in answers] == names
    for answer in answers:
        assert ULID.fullmatch(answer["id"])
        assert answer["time"] == "2016-07-30T23:54:10.259Z"
        assert answer["int"] == "bigint"
        assert answer["rejected"] == "sortid: length at position 1: ulid has 26 symbols, found 1"


def sessions(guide):
    """The blocks of the language `sqlite`: the command, and what is typed at the prompt with the lines that follow."""
    for block in check_docs.blocks_and_prose(guide)[0]:
        if block.language != "sqlite":
            continue
        steps = []
        for line in block.lines[1:]:
            if line.startswith("sqlite> "):
                steps.append(([line[8:]], []))
            elif line.startswith("   ...> "):
                steps[-1][0].append(line[8:])
            else:
                steps[-1][1].append(line)
        assert block.lines[0].startswith("$ sqlite3 ") and re.fullmatch(r"\.load (\S+/)?sortid", steps[0][0][0]), block.line
        yield block.line, block.lines[0][2:].split(), steps[1:]


def test_the_guide(tmp_path):
    """Every session of docs/sqlite.md, and of the README, prints what it says; … stands for anything, as in tools/check_docs.py."""
    found_on = f"{MODULE.parent}:{os.environ.get('LD_LIBRARY_PATH', '')}"
    count = 0
    for line, command, steps in [*sessions(SOURCE / "docs/sqlite.md"), *sessions(SOURCE / "README.md")]:
        command[1:1] = ["-init", os.devnull, "-batch"]
        for typed, expected in steps:
            done = subprocess.run(command, input="\n".join([".load sortid", *typed]) + "\n", cwd=tmp_path, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  env={**os.environ, "LD_LIBRARY_PATH": found_on})
            assert check_docs.matches(expected, done.stdout), f"line {line}: {typed}\n{done.stdout}"
            count += 1
    assert count > 10
