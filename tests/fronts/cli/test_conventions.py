"""The shell's table of docs/conventions.md: each line is typed, and works or names the call that does."""

import pathlib
import re
import shlex

import pytest
from program import sortid

PAGE = pathlib.Path(__file__).parents[3] / "docs/conventions.md"
SECTION = PAGE.read_text(encoding="utf-8").split("\n## The shell\n")[1].split("\n## ")[0]
LINES = re.findall(r"^\| [^|]+ \| `sortid ([^`|]+)` \| (.+) \|$", SECTION, re.M)


def test_the_table_is_read():
    assert len(LINES) == len(re.findall(r"^\| ", SECTION, re.M)) - 2 and len(LINES) > 35


@pytest.mark.parametrize("typed,answer", LINES, ids=lambda value: value)
def test_what_people_type(typed, answer):
    run = sortid(*shlex.split(typed))
    if answer == "works":
        assert (run.code, run.err) == (0, ""), run
    else:
        assert (run.code, run.out) == (2, "") and answer in run.err.splitlines()[0], run
