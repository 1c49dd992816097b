"""The statements of docs/engines.md for Flink, run by Flink on columns of ids, beside what the core says of each id."""

import datetime
import re

import py4j.protocol
import pytest
from columns import some_ids
from guide import statements
from pyflink.java_gateway import get_gateway
from sortid import FORMATS

# The one column of each table of the page.
TABLES = {"event": "STRING", "trip": "BIGINT"}
STATEMENTS = [statement for statement, _ in statements("engines.md", "flink")]
COMMENT = re.compile(r"/\* ([a-z0-9-]+)(?: (\S+) (\S+))? \*/")
UTC = datetime.timezone.utc


@pytest.fixture
def flink():
    jvm = get_gateway().jvm
    api = jvm.org.apache.flink.table.api
    environment = api.TableEnvironment.create(api.EnvironmentSettings.newInstance().inBatchMode().build())
    environment.getConfig().setLocalTimeZone(jvm.java.time.ZoneId.of("UTC"))
    return environment


def rows_of(flink, statement):
    found, iterator = [], flink.executeSql(statement).collect()
    while iterator.hasNext():
        row = iterator.next()
        found.append([str(row.getField(at)) for at in range(row.getArity())])
    iterator.close()
    return found


def cell(id):
    return str(id) if id.BITS == 128 else str(int(id))


def stored(ids, folder):
    """How a table is said to read the ids of a file."""
    folder.mkdir()
    (folder / "ids.csv").write_text("".join(f"{cell(id)}\n" for id in ids))
    return f"('connector' = 'filesystem', 'path' = '{folder}', 'format' = 'csv')"


def fitting(kind, count, dice):
    return [id for id in some_ids(kind, count, dice) if kind.BITS == 128 or int(id) < 2**63]


def instant(text):
    """As milliseconds since 1970. Java leaves out what is 0 at the end."""
    since = datetime.datetime.fromisoformat(text) - datetime.datetime(1970, 1, 1, tzinfo=UTC)
    return since // datetime.timedelta(milliseconds=1)


# It hands its rows over one by one, so a tenth of what the other engines read.
@pytest.mark.parametrize("statement", [text for text in STATEMENTS if text.startswith("SELECT")])
def test_each_query_says_what_the_core_says(flink, statement, rows, dice, tmp_path):
    (name, start, end), = COMMENT.findall(statement)
    kind, table = FORMATS[name], re.search(r"FROM (\w+)", statement)[1]
    ids = fitting(kind, rows // 10, dice)
    if start:
        start, end = (datetime.datetime.fromisoformat(day).replace(tzinfo=UTC) for day in (start, end))
        low, high = kind.between(start, end)
        first, last = low.unix_ms, high.unix_ms
        # Half of them inside, and those just outside.
        for ms in [first - 1, first, last, last + 1, *(dice.randint(first, last) for _ in range(len(ids) // 2))]:
            ids += kind.between(ms, ms + 1)
    flink.executeSql(f"CREATE TABLE {table} (id {TABLES[table]}) WITH {stored(ids, tmp_path / 'ids')}")
    found = [value for value, in rows_of(flink, statement)]
    if start:
        assert sorted(found) == sorted(cell(id) for id in ids if low <= id <= high)
    else:
        assert sorted(map(instant, found)) == sorted(id.unix_ms for id in ids)


def test_the_column_for_watermarks(flink, dice, tmp_path):
    statement, = [text for text in STATEMENTS if text.startswith("CREATE")]
    (name, _, _), = COMMENT.findall(statement)
    ids = fitting(FORMATS[name], 1000, dice)
    flink.executeSql(statement)
    flink.executeSql(f"CREATE TABLE written WITH {stored(ids, tmp_path / 'ids')} LIKE trip")
    found = rows_of(flink, "SELECT id, made FROM written")
    assert sorted((int(id), instant(made)) for id, made in found) == sorted((int(id), id.unix_ms) for id in ids)


def test_a_wrong_statement_is_rejected(flink):
    with pytest.raises(py4j.protocol.Py4JJavaError, match="SQL parse failed"):
        flink.executeSql("SELECT FROM WHERE (")
