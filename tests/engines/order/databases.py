"""Databases with SQL. A column asks by ORDER BY, by BETWEEN the two bounds of a day, and by the plan of that."""

import contextlib
import csv
import os
import pathlib
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from asked import Answer

SOURCE = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(SOURCE / "databases" / "postgres" / "test"))


class Absent(Exception):
    """The engine is not here; the text says what is missing."""


def literal(value, of_bytes="X'{}'"):
    if isinstance(value, bytes):
        return of_bytes.format(value.hex().upper())
    return str(value) if isinstance(value, int) else f"'{value}'"


def answered(rows, day, ends=True, **more):
    order = [int(row) for row in rows]
    return Answer(order, day=[int(row) for row in day], ends=(order[0], order[-1]) if ends else None, **more)


@contextlib.contextmanager
def sqlite():
    def column(type):
        def asked(question):
            base = sqlite3.connect(":memory:")
            base.execute(f"CREATE TABLE t (i INTEGER, id {type})")
            base.executemany("INSERT INTO t VALUES (?, ?)", enumerate(question.cells))
            base.execute("CREATE UNIQUE INDEX by_id ON t (id)")
            between = f"FROM t WHERE id BETWEEN {literal(question.low)} AND {literal(question.high)}"
            plan = base.execute(f"EXPLAIN QUERY PLAN SELECT i {between}").fetchall()
            size = base.execute("SELECT SUM(pgsize) FROM dbstat WHERE name = 'by_id'").fetchone()[0] if has_dbstat(base) else None
            return answered([row[0] for row in base.execute("SELECT i FROM t ORDER BY id")],
                            [row[0] for row in base.execute(f"SELECT i {between}")],
                            prunes="SEARCH" in plan[0][3], bytes_per_id=size and size / len(question.cells))
        return asked

    def has_dbstat(base):
        with contextlib.suppress(sqlite3.OperationalError):
            base.execute("SELECT 1 FROM dbstat")
            return True
        return False

    yield sqlite3.sqlite_version, {
        ("BLOB", "bytes"): column("BLOB"), ("INTEGER", "number64"): column("INTEGER"), ("TEXT", "text"): column("TEXT"),
        ("TEXT COLLATE NOCASE", "text"): column("TEXT COLLATE NOCASE"), ("TEXT of a UUID", "uuid"): column("TEXT")}


@contextlib.contextmanager
def postgresql():
    from with_cluster import Cluster, ClusterError
    if not shutil.which("pg_config"):
        raise Absent("no pg_config")
    try:
        cluster = Cluster(initdb_args=["--locale-provider=icu", "--icu-locale=en"])
    except ClusterError as error:
        raise Absent(str(error).splitlines()[0]) from None
    with cluster_running(cluster):
        def run(sql, given=None):
            done = subprocess.run([cluster.bindir / "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql] if given is None else
                                  [cluster.bindir / "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql], input=given, text=True,
                                  capture_output=True, env=cluster.environment(), stdin=None if given else subprocess.DEVNULL)
            if done.returncode:
                raise RuntimeError(done.stderr)
            return done.stdout.splitlines()

        def column(type):
            def asked(question):
                run(f"DROP TABLE IF EXISTS t; CREATE TABLE t (i integer, id {type})")
                written = [f"\\\\x{c.hex()}" if isinstance(c, bytes) else c for c in question.cells]
                run("COPY t FROM STDIN", "".join(f"{i}\t{c}\n" for i, c in enumerate(written)))
                run("CREATE UNIQUE INDEX by_id ON t (id)")
                run("VACUUM ANALYZE t")
                between = f"FROM t WHERE id BETWEEN {literal(question.low, chr(39) + chr(92) + 'x{}' + chr(39))} AND " \
                          f"{literal(question.high, chr(39) + chr(92) + 'x{}' + chr(39))}"
                plan = "\n".join(run(f"SET enable_seqscan = off; EXPLAIN SELECT i {between}"))
                size = int(run("SELECT pg_relation_size('by_id')")[0])
                return answered(run("SELECT i FROM t ORDER BY id"), run(f"SELECT i {between}"), prunes="Index Cond" in plan,
                                bytes_per_id=size / len(question.cells))
            return asked

        yield run("SHOW server_version")[0].split()[0], {
            ("uuid", "uuid"): column("uuid"), ("bytea", "bytes"): column("bytea"), ("bigint", "number64"): column("bigint"),
            ("numeric", "number128"): column("numeric"), ('text COLLATE "C"', "text"): column('text COLLATE "C"'),
            ("text, ICU's English", "text"): column("text")}


@contextlib.contextmanager
def cluster_running(cluster):
    try:
        cluster.start()
        yield
    finally:
        cluster.stop("immediate")
        shutil.rmtree(cluster.root, ignore_errors=True)


@contextlib.contextmanager
def mariadb():
    server = shutil.which("mariadbd", path=f"{os.environ['PATH']}:/usr/sbin")
    if not server or not shutil.which("mariadb-install-db"):
        raise Absent("no mariadb-server")
    with tempfile.TemporaryDirectory(prefix="sortid-order-") as root:
        data = f"{root}/data"
        as_user = []
        if os.geteuid() == 0:  # the server rejects to run as root
            user = pwd.getpwnam("nobody")
            os.chown(root, user.pw_uid, user.pw_gid)
            as_user = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        plain = {"cwd": root, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([*as_user, "mariadb-install-db", "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal"],
                       check=True, **plain)
        running = subprocess.Popen([*as_user, server, "--no-defaults", f"--datadir={data}", f"--socket={root}/s", "--skip-networking",
                                    f"--pid-file={root}/pid", "--innodb-flush-log-at-trx-commit=0", "--tmpdir", root], **plain)

        def run(sql):
            done = subprocess.run(["mariadb", "--no-defaults", f"--socket={root}/s", "-uroot", "-N", "-B", "--default-character-set=utf8mb4",
                                   "test"], input=sql, text=True, capture_output=True, cwd=root)
            if done.returncode:
                raise RuntimeError(done.stderr[done.stderr.find("ERROR"):])
            return done.stdout.splitlines()

        def column(type):
            def asked(question):
                run(f"DROP TABLE IF EXISTS t; CREATE TABLE t (i INT, id {type} PRIMARY KEY) ENGINE=InnoDB")
                for at in range(0, len(question.cells), 1000):
                    run("INSERT INTO t VALUES " + ",".join(f"({i},{literal(question.cells[i])})"
                                                           for i in range(at, min(at + 1000, len(question.cells)))))
                between = f"FROM t WHERE id BETWEEN {literal(question.low)} AND {literal(question.high)}"
                plan = run(f"EXPLAIN SELECT i {between}")[0].split("\t")
                return answered(run("SELECT i FROM t ORDER BY id"), run(f"SELECT i {between}"), prunes=plan[3] == "range")
            return asked

        try:
            for _ in range(600):
                with contextlib.suppress(RuntimeError):
                    version = run("SELECT version()")[0].split("-")[0]
                    break
                if running.poll() is not None:
                    raise Absent("mariadbd does not start")
                time.sleep(0.1)
            yield version, {
                ("UUID", "uuid"): column("UUID"), ("BINARY(16)", "bytes"): column("BINARY(16)"),
                ("BIGINT UNSIGNED", "number64"): column("BIGINT UNSIGNED"), ("BIGINT", "number64"): column("BIGINT"),
                ("CHAR, ascii_bin", "text"): column("VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin"),
                ("CHAR, utf8mb4_general_ci", "text"): column("VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci"),
                ("CHAR, utf8mb4_bin", "text"): column("VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")}
        finally:
            running.terminate()
            running.wait()


@contextlib.contextmanager
def duckdb():
    try:
        import duckdb as engine
    except ImportError:
        raise Absent("no package duckdb") from None

    def column(type):
        def asked(question):
            import pyarrow
            base = engine.connect()
            cells = [c if isinstance(c, bytes) else str(c) for c in question.cells]
            given = pyarrow.table({"i": range(len(cells)), "id": cells})
            base.register("given", given)
            base.execute(f"CREATE TABLE t AS SELECT i, id::{type} AS id FROM given")
            between = f"FROM t WHERE id BETWEEN ?::{type} AND ?::{type}"
            bounds = [question.low, question.high] if isinstance(question.low, bytes) else [str(question.low), str(question.high)]
            return answered([row[0] for row in base.execute("SELECT i FROM t ORDER BY id").fetchall()],
                            [row[0] for row in base.execute(f"SELECT i {between}", bounds).fetchall()])
        return asked
    yield engine.__version__, {("UUID", "uuid"): column("UUID"), ("BLOB", "bytes"): column("BLOB"), ("UBIGINT", "number64"): column("UBIGINT"),
                               ("BIGINT", "number64"): column("BIGINT"), ("UHUGEINT", "number128"): column("UHUGEINT"),
                               ("HUGEINT", "number128"): column("HUGEINT"), ("VARCHAR", "text"): column("VARCHAR")}


@contextlib.contextmanager
def clickhouse():
    try:
        from chdb import session
    except ImportError:
        raise Absent("no package chdb") from None
    with tempfile.TemporaryDirectory(prefix="sortid-order-") as root:
        base = session.Session(f"{root}/data")
        base.query("CREATE DATABASE o ENGINE = Atomic")
        given = pathlib.Path(root) / "cells.csv"
        written = {"uuid": "String", "text": "String", "bytes": "String", "number64": "UInt64", "number128": "UInt128"}

        def column(type, make="id", bound="{}"):
            def asked(question):
                with given.open("w", newline="") as out:
                    csv.writer(out).writerows((i, c.hex() if isinstance(c, bytes) else c) for i, c in enumerate(question.cells))
                base.query("DROP TABLE IF EXISTS o.t")
                base.query(f"CREATE TABLE o.t (i UInt32, id {type}) ENGINE = MergeTree ORDER BY id "
                           "SETTINGS index_granularity = 128, min_bytes_for_wide_part = 0")
                base.query(f"INSERT INTO o.t SELECT i, {make} FROM file('{given}', CSV, 'i UInt32, id {written[question.held]}')")
                low, high = (bound.format(literal(v.hex() if isinstance(v, bytes) else v)) for v in (question.low, question.high))
                between = f"FROM o.t WHERE id BETWEEN {low} AND {high}"
                granules = [line.split(":")[1].split("/") for line in base.query(f"EXPLAIN indexes = 1 SELECT i {between}", "TSVRaw")
                            .bytes().decode(errors="replace").splitlines() if "Granules:" in line]
                size = str(base.query("SELECT sum(column_data_compressed_bytes) FROM system.parts_columns WHERE database = 'o' AND "
                                      "table = 't' AND column = 'id' AND active", "TSV"))
                return answered(str(base.query("SELECT i FROM o.t ORDER BY id", "TSV")).split(),
                                str(base.query(f"SELECT i {between}", "TSV")).split(),
                                prunes=bool(granules) and int(granules[-1][0]) < int(granules[-1][1]),
                                bytes_per_id=int(size) / len(question.cells))
            return asked
        try:
            yield str(base.query("SELECT version()", "TSV")).strip(), {
                ("UUID", "uuid"): column("UUID", "toUUID(id)", "toUUID({})"),
                ("FixedString(16)", "bytes"): column("FixedString(16)", "unhex(id)", "unhex({})"),
                ("String", "text"): column("String"), ("UInt64", "number64"): column("UInt64"), ("Int64", "number64"): column("Int64"),
                ("UInt128", "number128"): column("UInt128", "id", "toUInt128('{}')")}
        finally:
            base.close()


@contextlib.contextmanager
def datafusion():
    try:
        import datafusion as engine
        import pyarrow
    except ImportError:
        raise Absent("no package datafusion") from None

    def column(type, value=lambda cell: cell, written=literal):
        def asked(question):
            context = engine.SessionContext()
            cells = pyarrow.array([value(c) for c in question.cells], type)
            batch = pyarrow.RecordBatch.from_arrays([pyarrow.array(range(len(cells))), cells], ["i", "id"])
            context.register_record_batches("t", [[batch]])

            def run(sql):
                return [n for part in context.sql(sql).collect() for n in part.column(0).to_pylist()]
            return answered(run("SELECT i FROM t ORDER BY id"),
                            run(f"SELECT i FROM t WHERE id BETWEEN {written(question.low)} AND {written(question.high)}"))
        return asked
    yield engine.__version__, {("Utf8", "text"): column(pyarrow.string()), ("Binary", "bytes"): column(pyarrow.binary()),
                               ("UInt64", "number64"): column(pyarrow.uint64())}


@contextlib.contextmanager
def spark():
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise Absent("no package pyspark (tests/engines/install.sh spark)") from None
    if not shutil.which("java"):
        raise Absent("no java")
    session = (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
               .config("spark.driver.bindAddress", "127.0.0.1").config("spark.sql.shuffle.partitions", "1").getOrCreate())

    def column(type):
        def asked(question):
            cells = [bytearray(c) if isinstance(c, bytes) else c for c in question.cells]
            session.createDataFrame(list(enumerate(cells)), f"i int, id {type}").createOrReplaceTempView("t")
            between = f"SELECT i FROM t WHERE id BETWEEN {literal(question.low)} AND {literal(question.high)}"
            return answered([row[0] for row in session.sql("SELECT i FROM t ORDER BY id").collect()],
                            [row[0] for row in session.sql(between).collect()])
        return asked
    try:
        yield session.version, {("string", "text"): column("string"), ("binary", "bytes"): column("binary"), ("bigint", "number64"): column("bigint")}
    finally:
        session.stop()


@contextlib.contextmanager
def h2():
    """By its own shell, which ends each row with a line."""
    from languages import java_classes
    jars = java_classes("order")

    def column(type):
        def asked(question):
            with tempfile.TemporaryDirectory(prefix="sortid-order-") as root:
                script = pathlib.Path(root) / "asked.sql"
                cells = question.cells
                between = f"FROM t WHERE id BETWEEN {literal(question.low)} AND {literal(question.high)}"
                script.write_text(f"CREATE TABLE t (i INT, id {type});\n" + "".join(
                    f"INSERT INTO t VALUES ({i},{literal(c)});\n" for i, c in enumerate(cells)) +
                    "CREATE INDEX by_id ON t (id);\n"
                    f"CALL CSVWRITE('{root}/order.csv', 'SELECT i FROM t ORDER BY id');\n"
                    f"CREATE TABLE of_day AS SELECT i {between};\nCALL CSVWRITE('{root}/day.csv', 'SELECT i FROM of_day');\n")
                done = subprocess.run(["java", "-cp", jars, "org.h2.tools.RunScript", "-url", "jdbc:h2:mem:", "-user", "sa", "-script", script],
                                      capture_output=True, text=True, stdin=subprocess.DEVNULL)
                if done.returncode:
                    raise RuntimeError(next((line for line in done.stderr.splitlines() if "Exception" in line), done.stderr))
                order, day = (pathlib.Path(f"{root}/{name}.csv").read_text().replace('"', "").split()[1:] for name in ("order", "day"))
                return answered(order, day)
        return asked
    version = next(part for part in pathlib.Path(jars.split(":")[0]).stem.split("-") if part[0].isdigit())
    yield version, {("UUID", "uuid"): column("UUID"), ("BINARY(16)", "bytes"): column("BINARY(16)"), ("BIGINT", "number64"): column("BIGINT"),
                    ("VARCHAR", "text"): column("VARCHAR"), ("VARCHAR_IGNORECASE", "text"): column("VARCHAR_IGNORECASE")}


ENGINES = {"SQLite": sqlite, "PostgreSQL": postgresql, "MariaDB": mariadb, "DuckDB": duckdb, "ClickHouse": clickhouse,
           "DataFusion": datafusion, "Spark": spark, "H2": h2}
