"""The statements of docs/engines.md for Trino, run by Trino's engine in a process of Java."""

import pathlib

import py4j.protocol
import pytest
from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway
from recipes import agrees, cell, starting

JARS = pathlib.Path(__file__).resolve().parents[2] / "build" / "engines" / "trino"


@pytest.fixture(scope="session")
def trino():
    port = launch_gateway(classpath=f"{JARS}/*", javaopts=["--add-opens=java.base/java.nio=ALL-UNNAMED", "-Xmx1g"], die_on_exit=True)
    java = JavaGateway(gateway_parameters=GatewayParameters(port=port))
    testing, spi = java.jvm.io.trino.testing, java.jvm.io.trino.spi
    session = testing.TestingSession.testSessionBuilder().setTimeZoneKey(getattr(spi, "type").TimeZoneKey.UTC_KEY).build()
    yield testing.LocalQueryRunner.create(session)
    java.shutdown()


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
