"""The shell's part of docs/conventions.md and conventions.json: each line is typed, and works or names the call that does."""

import json
import pathlib
import random
import re
import shlex

import pytest
from program import sortid

PAGE = pathlib.Path(__file__).parents[3] / "docs/conventions.md"
SECTION = PAGE.read_text(encoding="utf-8").split("\n## The shell\n")[1].split("```")[0]
WORKS = re.findall(r"`sortid ([^`]+)`", SECTION)
LISTED = json.loads((pathlib.Path(__file__).parents[1] / "conventions.json").read_text(encoding="utf-8"))
# What `-f ulid` is for.
INPUT = "01ARZ3NDEKTSV4RRFFQ69G5FAV\n"


@pytest.mark.parametrize("typed", WORKS)
def test_what_works(typed):
    run = sortid(*shlex.split(typed), stdin=INPUT)
    assert (run.code, run.err) == (0, ""), run


@pytest.mark.parametrize("typed,answer", LISTED["shell"].items(), ids=lambda value: value)
def test_what_the_error_says(typed, answer):
    run = sortid(*shlex.split(typed))
    assert (run.code, run.out) == (2, "") and answer in run.err.splitlines()[0], run


@pytest.mark.parametrize("typed,named", LISTED["shell_means"].items(), ids=lambda value: value)
def test_what_does_the_same(typed, named):
    # The same ids each time, where some are made.
    made = ["--seed", "7", "--at", "2026-03-01"] if named.split()[0] == "new" and "--random" not in named else []
    one, other = (sortid(*shlex.split(words), *made) for words in (typed, named))
    assert (one.code, one.err, len(one.out)) == (0, "", len(other.out)) and other.code == 0
    assert one.out == other.out or "--random" in named


@pytest.mark.parametrize("command", ["check", "inspect", "convert --to uuid", "mask --key-file"])
@pytest.mark.parametrize("word", ["ulid", "hex", "uuid", "5", "user"])
def test_what_may_be_an_id_is_one(command, word, tmp_path):
    key = tmp_path / "key"
    key.write_bytes(bytes(16))
    key.chmod(0o600)
    run = sortid(*command.split(), *([key] if "mask" in command else []), word)
    assert (run.code, run.out) == (1, "") and f'argument 1: "{word}"' in run.err


def test_words_in_any_order_end_the_program_as_it_says():
    chosen = random.Random(1)
    words = sorted({word for typed in LISTED["shell_means"] for word in shlex.split(typed)} | {"--", "-", "", "=", "-n=", "--as=", "help"})
    for _ in range(150):
        typed = chosen.sample(words, chosen.randint(1, 5))
        run = sortid(*typed)
        assert run.code in (0, 1, 2, 3) and (run.code != 2 or "Try: sortid" in run.err), (typed, run)
