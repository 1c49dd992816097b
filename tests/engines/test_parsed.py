"""The statements of docs/engines.md for engines that no quick test can start: each is parsed in the engine's own dialect, and what it
computes is compared by running the same arithmetic here. test_flink.py and test_trino.py run them.
"""

import re

import pytest
import sqlglot
from columns import some_ids
from guide import statements, what_a_range_reads
from sortid import FORMATS, UUIDv7

# sqlglot has no dialect of Flink; its SQL is Calcite's, whose functions and literals are parsed as ANSI.
DIALECTS = {"trino": "trino", "flink": None}


@pytest.mark.parametrize("engine", DIALECTS)
def test_each_statement_parses(engine):
    for statement, _ in statements("engines.md", engine):
        (tree,) = sqlglot.parse(statement, dialect=DIALECTS[engine], error_level=sqlglot.ErrorLevel.RAISE)
        assert not isinstance(tree, sqlglot.exp.Command), f"not understood: {statement}"


@pytest.mark.parametrize("engine", DIALECTS)
def test_a_wrong_statement_does_not(engine):
    with pytest.raises(sqlglot.errors.ParseError):
        sqlglot.parse("SELECT FROM WHERE (", dialect=DIALECTS[engine], error_level=sqlglot.ErrorLevel.RAISE)


@pytest.mark.parametrize("engine", ["Trino", "Flink"])
def test_nothing_is_said_of_a_range_that_is_not_run(engine):
    assert what_a_range_reads(engine) == "not run"


@pytest.mark.parametrize("engine", DIALECTS)
def test_divisors_and_epochs_are_the_formats(engine, dice):
    """What stands as `id / DIVISOR + EPOCH` is the time of every id of the format."""
    text = "\n".join(statement for statement, _ in statements("engines.md", engine))
    found = re.findall(r"/\* ([a-z0-9-]+) \*/ id / (\d+) \+ (\d+)", text)
    assert found
    for name, divisor, epoch in found:
        for id in [id for id in some_ids(FORMATS[name], 500, dice) if int(id) < 2**63]:
            assert int(id) // int(divisor) + int(epoch) == id.unix_ms


@pytest.mark.parametrize("engine", DIALECTS)
def test_ranges_are_the_formats(engine):
    """`/* FORMAT FROM TO */ id BETWEEN FIRST AND LAST` has the bounds of that interval."""
    text = "\n".join(statement for statement, _ in statements("engines.md", engine))
    found = re.findall(r"/\* ([a-z0-9-]+) (\S+) (\S+) \*/ id BETWEEN (?:UUID )?'?([0-9a-f-]+)'? AND (?:UUID )?'?([0-9a-f-]+)'?", text)
    assert found
    import datetime
    for name, start, end, first, last in found:
        kind = FORMATS[name]
        ends = [datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.timezone.utc) for day in (start, end)]
        shown = [str(id) if kind is UUIDv7 else str(int(id)) for id in kind.between(*ends)]
        assert [first, last] == shown
