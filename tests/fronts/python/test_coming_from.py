"""The tables of docs/coming-from.md: both sides of each row, by the packages that they name."""

import datetime
import pathlib
import re
import time
import uuid

import pytest
import sortid

GUIDE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "coming-from.md"
SECTION = re.compile(r"<!-- not run: [^\n]* -->\n```python\n(.*?)^```$\n\n(.*?)(?=^\n[^|]|\Z)", re.MULTILINE | re.DOTALL)


def rows():
    for setup, table in SECTION.findall(GUIDE.read_text()):
        for line in table.strip().splitlines()[2:]:
            there, here = (re.match(r" ?`(.*?)`", cell) for cell in line.strip("|").split("|"))
            yield pytest.param(setup, there[1], here[1], id=there[1])


def instant(value):
    """The Unix milliseconds of an id of any of the packages."""
    for name in ("unix_ms", "milliseconds"):
        if hasattr(value, name):
            return getattr(value, name)
    made = uuid.UUID(str(getattr(value, "uuid", value)))
    return made.int >> 80


def comparable(value):
    if isinstance(value, datetime.datetime):
        return round(value.timestamp() * 1000)
    return value if isinstance(value, (int, float, bytes)) else str(value)


@pytest.mark.parametrize("setup, there, here", list(rows()))
def test_both_sides_give_the_same(setup, there, here):
    names = {}
    exec(setup, names)
    before = time.time_ns() // 1_000_000
    theirs, ours = eval(there, names), eval(here, names)
    if comparable(theirs) == comparable(ours):
        return
    # New ids: their random bits differ.
    assert isinstance(ours, sortid.Id) and re.search(r"\.(new|new_at|from_datetime|from_timestamp|next)\(", here)
    assert type(ours).is_valid(str(theirs)), "the other's id is not one here"
    then = {instant(theirs), instant(ours)}
    assert len(then) == 1 or all(before <= ms <= time.time_ns() // 1_000_000 + 1 for ms in then)


def test_there_are_rows():
    assert len(list(rows())) > 30
