"""The statements of docs/engines.md for Flink, and sortid-flink, run by Flink."""

import java_functions
import py4j.protocol
import pytest
from pyflink.java_gateway import get_gateway
from recipes import COMMENT, agrees, cell, fitting, milliseconds, starting
from sortid import FORMATS

TYPES = {"event": "STRING", "trip": "BIGINT"}


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
        cells = [row.getField(at) for at in range(row.getArity())]
        found.append([cell.hex() if isinstance(cell, bytes) else str(cell) for cell in cells])
    iterator.close()
    return found


def stored(ids, folder):
    """How a table is said to read the ids of a file."""
    (folder / "ids.csv").write_text("".join(f"{cell(id)}\n" for id in ids))
    return f"('connector' = 'filesystem', 'path' = '{folder}', 'format' = 'csv')"


# It hands its rows over one by one, so a tenth of what other engines read.
@pytest.mark.parametrize("statement", starting("flink", "SELECT"))
def test_each_query_says_what_the_core_says(flink, statement, rows, dice, tmp_path):
    def run(statement, table, ids):
        flink.executeSql(f"CREATE TABLE {table} (id {TYPES[table]}) WITH {stored(ids, tmp_path)}")
        return rows_of(flink, statement)

    agrees(statement, rows // 10, dice, run)


def test_the_column_for_watermarks(flink, dice, tmp_path):
    statement, = starting("flink", "CREATE")
    (name, _, _), = COMMENT.findall(statement)
    ids = fitting(FORMATS[name], 1000, dice)
    flink.executeSql(statement)
    flink.executeSql(f"CREATE TABLE written WITH {stored(ids, tmp_path)} LIKE trip")
    found = rows_of(flink, "SELECT id, made FROM written")
    assert sorted((int(id), milliseconds(made)) for id, made in found) == sorted((int(id), id.unix_ms) for id in ids)


def test_a_wrong_statement_is_rejected(flink):
    with pytest.raises(py4j.protocol.Py4JJavaError, match="SQL parse failed"):
        flink.executeSql("SELECT FROM WHERE (")


@pytest.fixture
def extended(flink):
    for jar in java_functions.jars("flink"):
        flink.executeSql(f"ADD JAR '{jar}'")
    flink.executeSql("LOAD MODULE sortid")
    return flink


@pytest.mark.parametrize("kind", FORMATS.values(), ids=lambda kind: kind.FORMAT)
def test_functions_are_the_cores(extended, kind, rows, dice, tmp_path):
    def run(query, texts):
        (tmp_path / "ids.csv").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        extended.executeSql("DROP TABLE IF EXISTS given")
        extended.executeSql(f"CREATE TABLE given (id STRING) WITH ('connector' = 'filesystem', 'path' = '{tmp_path}', 'format' = 'csv')")
        return rows_of(extended, query)

    java_functions.agree(kind, rows // 10, dice, run)


def test_the_guides_functions(extended):
    java_functions.shown("flink functions", lambda statement: rows_of(extended, statement))


def test_an_invalid_text_is_an_error_with_the_cores_sentence(extended):
    with pytest.raises(py4j.protocol.Py4JJavaError, match="'U' at position 25 is not a symbol of ulid"):
        rows_of(extended, "SELECT ulid_time(id) FROM (VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAU')) AS given (id)")
