"""The statements of docs/engines.md for Trino, and sortid-trino, run by Trino's engine in a process of Java."""

import pathlib

import java_functions
import py4j.protocol
import pytest
from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway
from recipes import agrees, cell, starting
from sortid import FORMATS

JARS = pathlib.Path(__file__).resolve().parents[2] / "build" / "engines" / "trino"


@pytest.fixture(scope="session")
def java():
    path = ":".join(map(str, (f"{JARS}/*", *java_functions.jars("trino"))))
    port = launch_gateway(classpath=path, javaopts=["--add-opens=java.base/java.nio=ALL-UNNAMED", "-Xmx1g"], die_on_exit=True)
    java = JavaGateway(gateway_parameters=GatewayParameters(port=port))
    yield java
    java.shutdown()


@pytest.fixture(scope="session")
def trino(java):
    testing, spi = java.jvm.io.trino.testing, java.jvm.io.trino.spi
    session = testing.TestingSession.testSessionBuilder().setTimeZoneKey(getattr(spi, "type").TimeZoneKey.UTC_KEY).build()
    return testing.LocalQueryRunner.create(session)


def rows_of(trino, statement):
    return [[str(value) for value in row.getFields()] for row in trino.execute(statement).getMaterializedRows()]


# It reads its rows as values of a statement, so a hundredth of what other engines read.
@pytest.mark.parametrize("statement", starting("trino", "SELECT"))
def test_each_query_says_what_the_core_says(trino, statement, rows, dice):
    def run(statement, table, ids):
        values = ", ".join(f"({cell(id)})" if table == "trip" else f"(UUID '{cell(id)}')" for id in ids)
        return rows_of(trino, f"WITH {table} (id) AS (VALUES {values}) {statement}")

    agrees(statement, rows // 100, dice, run)


def test_a_wrong_statement_is_rejected(trino):
    with pytest.raises(py4j.protocol.Py4JJavaError, match="ParsingException"):
        rows_of(trino, "SELECT FROM WHERE (")


@pytest.fixture(scope="session")
def extended(trino, java):
    trino.installPlugin(java.jvm.sortid.trino.SortidPlugin())
    return trino


@pytest.mark.parametrize("kind", FORMATS.values(), ids=lambda kind: kind.FORMAT)
def test_functions_are_the_cores(extended, kind, rows, dice):
    def run(query, texts):
        values = ", ".join(f"'{text}'" for text in texts)
        return rows_of(extended, f"WITH given (id) AS (VALUES {values}) {query}")

    java_functions.agree(kind, rows // 500, dice, run, "to_hex({})")


def test_the_guides_functions(extended):
    java_functions.shown("trino functions", lambda statement: rows_of(extended, statement))


def test_an_invalid_text_is_an_error_with_the_cores_sentence(extended):
    with pytest.raises(py4j.protocol.Py4JJavaError, match="'U' at position 25 is not a symbol of ulid") as failed:
        rows_of(extended, "SELECT ulid_time(id) FROM (VALUES '01ARZ3NDEKTSV4RRFFQ69G5FAU') AS given (id)")
    assert failed.value.java_exception.getErrorCode().getName() == "INVALID_FUNCTION_ARGUMENT"
