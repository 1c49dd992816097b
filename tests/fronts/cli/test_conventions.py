"""The shell's part of docs/conventions.md and conventions.json: each line is typed, and works or names the call that does."""

import json
import pathlib
import re
import shlex

import pytest
from program import sortid

PAGE = pathlib.Path(__file__).parents[3] / "docs/conventions.md"
SECTION = PAGE.read_text(encoding="utf-8").split("\n## The shell\n")[1].split("```")[0]
WORKS = re.findall(r"`sortid ([^`]+)`", SECTION)
SAYS = json.loads((pathlib.Path(__file__).parents[1] / "conventions.json").read_text(encoding="utf-8"))["shell"]
# What `-f ulid` is for.
INPUT = "01ARZ3NDEKTSV4RRFFQ69G5FAV\n"


@pytest.mark.parametrize("typed", WORKS)
def test_what_works(typed):
    run = sortid(*shlex.split(typed), stdin=INPUT)
    assert (run.code, run.err) == (0, ""), run


@pytest.mark.parametrize("typed,answer", SAYS.items(), ids=lambda value: value)
def test_what_the_error_says(typed, answer):
    run = sortid(*shlex.split(typed))
    assert (run.code, run.out) == (2, "") and answer in run.err.splitlines()[0], run
