"""The Python package with psycopg 3 and asyncpg: ids as parameters and as results, of every type of the extension.

usage: python_package.py    (PGHOST and the like name the server; the package sortid is importable)
"""

import asyncio
import os

import asyncpg
import psycopg

import sortid
import sortid.asyncpg
import sortid.psycopg
from sortid import EUID, UID11, ULID, XID, TypeID, UlidFlake, UlidFlakeScalable, UUIDv7

SETUP = """
CREATE SCHEMA IF NOT EXISTS "own ids";
SET search_path = "own ids", public;
SELECT create_typeid('user id', 'user');
SELECT create_typeid('plain', '');
"""
# A type, and an id of it.
VALUES = [("ulid", ULID.new()), ("ulid", ULID.MAX), ("euid", EUID.new()), ("ulid_flake", UlidFlake.new()),
          ("ulid_flake_scalable", UlidFlakeScalable.new()), ("uid11", UID11.new()), ("uid11", UID11.MAX),
          ("typeid", TypeID.new("order")), ("typeid", TypeID.new()), ('"own ids"."user id"', TypeID.new("user")),
          ('"own ids".plain', TypeID.new())]


def of_psycopg(connection):
    def one(query, *values, binary=None):
        return connection.execute(query, values, binary=binary).fetchone()[0]

    for name, id in VALUES:
        for binary in (False, True):
            assert one(f"SELECT %s::{name}", id, binary=binary) == id, (name, binary)
            assert one(f"SELECT %s::{name}[]", [id, None, id], binary=binary) == [id, None, id], (name, binary)
        assert one("SELECT %s::text", id) == str(id)
    # Where the server says the type.
    connection.execute("CREATE TEMP TABLE t (a ulid, b text, c uuid, d typeid)")
    a, c, d = ULID.new(), UUIDv7.new(), TypeID.new("user")
    connection.execute("INSERT INTO t VALUES (%s, %s, %s, %s)", [a, a, c, d])
    assert connection.execute("SELECT * FROM t WHERE a = %s AND d = %s", [a, d]).fetchone() == (a, str(a), c.uuid, d)
    with connection.cursor().copy("COPY t (a, b) FROM STDIN") as copy:
        for _ in range(100):
            copy.write_row([ULID.new(), ULID.new()])
    assert one("SELECT count(*) FROM t") == 101


async def of_asyncpg(connection):
    for name, id in VALUES:
        assert await connection.fetchval(f"SELECT $1::{name}", id) == id, name
        assert await connection.fetchval(f"SELECT $1::{name}", str(id)) == id, name
        assert await connection.fetchval(f"SELECT $1::{name}[]", [id, None]) == [id, None], name
    await connection.execute("CREATE TEMP TABLE t (a ulid, b text, c uuid)")
    a, c = ULID.new(), UUIDv7.new()
    await connection.execute("INSERT INTO t VALUES ($1, $2, $3)", a, str(a), c.uuid)
    row = await connection.fetchrow("SELECT * FROM t WHERE a = $1", a)
    assert (row["a"], row["b"], UUIDv7.from_uuid(row["c"])) == (a, str(a), c)


async def every_asyncpg(database):
    connection = await asyncpg.connect(database=database)
    await sortid.asyncpg.register(connection)
    await of_asyncpg(connection)
    await sortid.asyncpg.register(connection, uid11=XID)
    assert isinstance(await connection.fetchval("SELECT xid_generate()"), XID)
    await connection.close()


async def async_psycopg(database):
    async with await psycopg.AsyncConnection.connect(dbname=database) as connection:
        await sortid.psycopg.register_async(connection, uid11=XID)
        for name, id in VALUES:
            if name != "uid11":
                assert await (await connection.execute(f"SELECT %s::{name}", [id])).fetchone() == (id,)
        assert isinstance((await (await connection.execute("SELECT xid_generate()")).fetchone())[0], XID)


def main():
    database = os.environ["PGDATABASE"]
    with psycopg.connect(dbname=database, autocommit=True) as connection:
        # Without the extension's types ids go out still.
        connection.execute("CREATE DATABASE without_types")
        connection.execute(SETUP)
    with psycopg.connect(dbname="without_types", autocommit=True) as connection:
        sortid.psycopg.register(connection)
        id = ULID.new()
        assert connection.execute("SELECT %s::text", [id]).fetchone() == (str(id),)
    with psycopg.connect(dbname=database, autocommit=True) as connection:
        sortid.psycopg.register(connection)
        of_psycopg(connection)
        # Other connections are as they were.
    with psycopg.connect(dbname=database) as connection:
        assert isinstance(connection.execute("SELECT ulid_generate()").fetchone()[0], str)
    asyncio.run(every_asyncpg(database))
    asyncio.run(async_psycopg(database))
    print("psycopg and asyncpg:", len(VALUES), "ids each")


if __name__ == "__main__":
    main()
