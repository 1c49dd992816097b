"""What docs/engines.md shows of engines that need no code of ours, Flink and Trino, run on columns of ids beside what the core says.

The statements have one table each: `event` holds UUIDs, `trip` numbers that fit a BIGINT. A comment names the format, and the days
of a range: `/* xid */`, `/* uuidv7 2026-03-01 2026-04-01 */`.
"""

import datetime
import re

import numpy
from columns import some_ids
from guide import statements
from sortid import FORMATS

COMMENT = re.compile(r"/\* ([a-z0-9-]+)(?: (\S+) (\S+))? \*/")


def starting(engine, word):
    return [statement for statement, _ in statements("engines.md", engine) if statement.startswith(word)]


def cell(id):
    return str(id) if id.BITS == 128 else str(int(id))


def fitting(kind, count, dice):
    return [id for id in some_ids(kind, count, dice) if kind.BITS == 128 or int(id) < 2**63]


def milliseconds(text):
    """Since 1970, of an instant as Java writes it."""
    return int(numpy.datetime64(text.removesuffix(" UTC").removesuffix("Z").removeprefix("+"), "ms").astype(int))


def agrees(statement, count, dice, run):
    """Runs a query by `run(statement, table, ids)`, which gives a list of rows of texts, and compares it with the core."""
    (name, start, end), = COMMENT.findall(statement)
    kind, table = FORMATS[name], re.search(r"FROM (event|trip)", statement)[1]
    ids = fitting(kind, count, dice)
    if not start:
        assert sorted(milliseconds(value) for value, in run(statement, table, ids)) == sorted(id.unix_ms for id in ids)
        return
    low, high = kind.between(*(datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.timezone.utc) for day in (start, end)))
    # Those at the ends, just outside, and as many inside as anywhere.
    first, last = low.unix_ms, high.unix_ms
    for ms in [first - 1, first, last, last + 1, *(dice.randint(first, last) for _ in range(count // 2))]:
        ids += kind.between(ms, ms + 1)
    inside = sorted(cell(id) for id in ids if low <= id <= high)
    found = sorted(value for value, in run(statement, table, ids))
    assert found == ([str(len(inside))] if "count(*)" in statement else inside)
