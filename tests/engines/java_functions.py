"""The functions of bindings/jvm/modules in an engine of Java, on texts of each format beside what the core says."""

import functools
import os
import pathlib
import subprocess
import sys

import pytest
from columns import mixed_texts
from guide import matches, statements
from recipes import milliseconds
from sortid import IdError

ROOT = pathlib.Path(__file__).resolve().parents[2]


@functools.cache
def jars(module):
    """The module as it is built from this tree, and the core jar, which SORTID_JVM names."""
    core = os.environ.get("SORTID_JVM")
    if not core:
        pytest.skip("no Java package (tools/deps.sh test)")
    build = [sys.executable, ROOT / "bindings/jvm/modules.py", "--core", core, "--version", "0", "--into", ROOT / "build/engines/modules", module]
    done = subprocess.run(build, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if done.returncode == 77:
        pytest.skip(done.stdout)
    done.check_returncode()
    return done.stdout.splitlines()[-1], core


def agree(kind, count, dice, run, hexed="{}"):
    """`run(query, texts)` asks `query` of a table `given` with a column `id`, and gives a list of rows of texts."""
    ids = {}
    for text in mixed_texts(kind, count, dice):
        if text and text.isprintable() and not set("'\"") & set(text):
            try:
                ids[text] = kind.parse(text)
            except IdError:
                ids[text] = None
    found = run(f"SELECT id, {kind.SQL_NAME}_is_valid(id) FROM given", list(ids))
    assert {text: valid.lower() for text, valid in found} == {text: str(id is not None).lower() for text, id in ids.items()}
    good = {text: id for text, id in ids.items() if id is not None}
    assert 10 < len(good) < len(ids)
    functions = ", ".join(function.format(f"{kind.SQL_NAME}_{word}(id)") for word, function in
                          (("text", "{}"), ("bytes", hexed), ("ms", "{}"), ("time", "{}")))
    for given, text, octets, ms, time in run(f"SELECT id, {functions} FROM given", list(good)):
        id = good.pop(given)
        told = [text, octets.lower(), ms, time if time == "None" else str(milliseconds(time))]
        assert told == [str(id), id.bytes.hex(), str(id.unix_ms), str(id.unix_ms)], given
    assert not good


def shown(engine, rows_of):
    """The statements of the guide give what stands behind them."""
    for statement, result in statements("engines.md", engine):
        rows = rows_of(statement)
        assert result is None or matches(result, [cell for row in rows for cell in row]), (statement, rows)
