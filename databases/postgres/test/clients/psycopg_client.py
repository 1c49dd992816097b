"""psycopg: ids as texts and as bytes, there and back, arrays, COPY, and how a bad one is rejected; and the cases of functions.

usage: psycopg_client.py FOLDER-OF-VECTORS    (PGHOST and the like name the server)
"""

import datetime
import json
import pathlib
import sys
import uuid

import psycopg
from psycopg.types import TypeInfo

sys.path.append(str(pathlib.Path(__file__).resolve().parents[4] / "tests/support"))
import function_cases  # noqa: E402

TYPES = {"ulid": "ulid", "euid": "euid", "ulid-flake": "ulid_flake", "ulid-flake-scalable": "ulid_flake_scalable",
         "xid": "uid11", "typeid": "typeid"}


def of_format(vectors, connection, fmt, name):
    """Checks the vectors of a format and returns how many."""
    checked = 0
    info = TypeInfo.fetch(connection, name)
    info.register(connection)  # with it, arrays are lists

    def one(query, *values, binary=None):
        return connection.execute(query, values, binary=binary).fetchone()[0]

    for case in vectors["valid"]:
        if "text" not in case:
            continue
        text = case.get("canonical", case["text"])
        data = bytes.fromhex(case["hex"]) + (case.get("prefix") or "").encode() * (name == "typeid")
        assert one(f"SELECT %s::{name}", case["text"]) == text, case
        # A type that psycopg has no loader for arrives as text; in binary as its bytes.
        assert one(f"SELECT %s::{name}", case["text"], binary=True) == data, case
        with connection.cursor().copy(f"COPY (SELECT '{case['text']}'::{name}) TO STDOUT (FORMAT binary)") as copy:
            copy.set_types([name])
            assert [row for row in copy.rows()] == [(data,)], case
        checked += 1
    texts = [case["text"] for case in vectors["valid"] if "text" in case][:20]
    wanted = [case.get("canonical", case["text"]) for case in vectors["valid"] if "text" in case][:20]
    assert one(f"SELECT %s::{name}[]", texts) == wanted
    for case in vectors["invalid"]:
        if "text" not in case or "\0" in case["text"]:
            continue  # not UTF-8, or what no text of PostgreSQL can hold
        try:
            one(f"SELECT %s::{name}", case["text"])
        except psycopg.errors.InvalidTextRepresentation as error:
            assert error.sqlstate == "22P02"
            expected = f"{case['reason']} at position {case['position']}"
            assert error.diag.message_detail.startswith(expected), (case, error.diag.message_detail)
        else:
            raise AssertionError(f"{case} is accepted")
        checked += 1
    return checked


def main():
    vectors = pathlib.Path(sys.argv[1])
    with psycopg.connect(autocommit=True) as connection:
        checked = sum(of_format(json.loads((vectors / f"{fmt}.json").read_text()), connection, fmt, name)
                      for fmt, name in TYPES.items())
        # A ulid is a uuid's sixteen bytes: the driver's own type goes there and back.
        value = uuid.uuid4()
        assert connection.execute("SELECT %s::uuid::ulid::uuid", [value]).fetchone()[0] == value
        # COPY, rows in binary, into a column with ids of the client's own.
        connection.execute("CREATE TEMP TABLE orders (id ulid PRIMARY KEY, owner typeid('user') DEFAULT typeid_generate('user'))")
        ids = [row[0] for row in connection.execute("SELECT ulid_generate_many(1000)::uuid")]
        with connection.cursor().copy("COPY orders (id) FROM STDIN (FORMAT binary)") as copy:
            for each in ids:
                copy.write_row([each])
        now = datetime.datetime.now(datetime.timezone.utc)
        hour = datetime.timedelta(hours=1)
        found = connection.execute("SELECT array_agg(id::uuid ORDER BY id) FROM orders WHERE id <@ tstzrange(%s, %s)",
                                   [now - hour, now + hour]).fetchone()[0]
        assert found == ids

        def answer(expression):
            try:
                return connection.execute(f"SELECT {expression}").fetchone()[0]
            except psycopg.Error as error:
                return ValueError(error.diag.message_detail or error)

        wrong = function_cases.check("PostgreSQL", lambda expressions: list(map(answer, expressions)))
    print(f"psycopg: {checked} ids")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
