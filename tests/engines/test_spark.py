"""sortid.spark on a cluster of two executors. One session for all: it starts in 15 seconds."""

import datetime
import os
import pathlib
import runpy
import socket
import subprocess
import sys
import time

import pyarrow
import pyarrow.parquet
import pyspark
import pytest
import sortid
import sortid.spark
from columns import KINDS, PREFIX, ids_of, mixed_texts, prefix_of, text_of
from guide import what_a_range_reads
from pyspark import TaskContext
from pyspark.sql import SparkSession
from pyspark.sql.functions import arrow_udf
from sortid import ULID, UID11Snowish, UlidFlake, UUIDv7
from sortid.spark import functions as idf

BIGINT_MAX = 2**63 - 1


# Spark runs no second attempt on the host of the first one, so each executor has a host of its own.
EXECUTORS = ("127.0.0.2", "127.0.0.3")


def started(folder, host, what, *arguments):
    """A server of the cluster, with what it says in a file."""
    name = f"org.apache.spark.deploy.{what.lower()}.{what}"
    command = [pathlib.Path(pyspark.__file__).parent / "bin" / "spark-class", name, "--host", host, "--webui-port", "0", *arguments]
    with open(folder / f"{what}-{host}", "wb") as log:
        return subprocess.Popen(command, env={**os.environ, "SPARK_LOCAL_IP": host}, stdin=subprocess.DEVNULL, stdout=log,
                                stderr=subprocess.STDOUT)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    """The address of a master with two workers of a core each."""
    folder = tmp_path_factory.mktemp("cluster")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    master = f"spark://127.0.0.1:{port}"
    servers = [started(folder, "127.0.0.1", "Master", "--port", str(port))]
    servers += [started(folder, host, "Worker", "--cores", "1", "--memory", "1g", "--work-dir", str(folder / host), master)
                for host in EXECUTORS]
    yield master
    for server in servers:
        server.terminate()
    for server in servers:
        server.wait(60)


@pytest.fixture(scope="session")
def spark(cluster, tmp_path_factory):
    home = tmp_path_factory.mktemp("spark")
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1", TZ="UTC")
    time.tzset()
    os.chdir(home)
    session = (SparkSession.builder.master(cluster).appName("sortid")
               .config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1")
               .config("spark.driver.host", "127.0.0.1")
               .config("spark.executor.memory", "512m").config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
               .config("spark.cores.max", str(len(EXECUTORS)))
               # An executor holds what a partition gives to toArrow().
               .config("spark.sql.files.maxPartitionBytes", "16m")
               .config("spark.sql.session.timeZone", "UTC").config("spark.sql.shuffle.partitions", "2")
               .config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536")
               # snappy-java takes its library for musl where musl is installed too.
               .config("spark.sql.parquet.compression.codec", "gzip")
               .config("spark.speculation", "true").config("spark.speculation.interval", "50ms")
               .config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
               .config("spark.local.dir", str(home / "local")).config("spark.sql.warehouse.dir", str(home / "warehouse"))
               .getOrCreate())
    session.sparkContext.setLogLevel("OFF")
    sortid.spark.register(session, pool=f"file:{home / 'nodes'}")
    session.pool = f"file:{home / 'nodes'}"
    yield session
    session.stop()


def expression(kind, function, column):
    return f"{function}({column}, '{PREFIX}')" if kind.MAX_PREFIX else f"{function}({column})"


def in_bigint(kind, id):
    return id if id is None or kind.BITS == 128 or int(id) <= BIGINT_MAX else None


def as_stored(kind, id):
    return None if id is None else id.bytes if kind.BITS == 128 else int(id)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.FORMAT)
def test_columns_are_the_cores(spark, tmp_path, kind, rows, dice):
    texts = mixed_texts(kind, rows if kind in (ULID, UlidFlake) else rows // 10, dice)
    # An id that is no text has to be in a BIGINT.
    ids = ids_of(kind, texts)
    stored = [in_bigint(kind, id) for id in ids]
    file = tmp_path / "texts.parquet"
    column = pyarrow.array([as_stored(kind, id) for id in stored], pyarrow.binary() if kind.BITS == 128 else pyarrow.int64())
    pyarrow.parquet.write_table(pyarrow.table({"row": range(len(texts)), "text": texts, "id": column}), file,
                                row_group_size=min(len(texts) // 3 + 1, 200_000), compression="none")
    spark.read.parquet(str(file)).createOrReplaceTempView("given")
    name, word = kind.SQL_NAME, "bytes" if kind.BITS == 128 else "int"
    timed = ULID.FORMAT == kind.FORMAT or kind.FORMAT not in ("uid11", "uid11-fullrand")
    query = [f"{expression(kind, f'try_{name}_{word}', 'text')} AS ids", f"{expression(kind, f'{name}_is_valid', 'text')} AS valid",
             f"{expression(kind, f'{name}_text', 'id')} AS texts"]
    if timed:
        query += [f"{expression(kind, f'try_{name}_time', 'text')} AS times", f"{name}_{word}_time(id) AS id_times"]
    found = spark.sql(f"SELECT row, {', '.join(query)} FROM given").toArrow().sort_by("row")
    assert found["ids"].to_pylist() == [as_stored(kind, id) for id in stored]
    assert found["valid"].to_pylist() == [None if text is None else id is not None for text, id in zip(texts, ids)]
    assert found["texts"].to_pylist() == [None if id is None else text_of(kind, id) for id in stored]
    if timed:
        ms = [None if id is None or id.unix_ms is None else id.unix_ms for id in ids]
        assert found["times"].cast(pyarrow.int64()).to_pylist() == [None if t is None else t * 1000 for t in ms]
        stored_ms = [None if id is None else t for id, t in zip(stored, ms)]
        assert found["id_times"].cast(pyarrow.int64()).to_pylist() == [None if t is None else t * 1000 for t in stored_ms]


def test_a_rejected_text_fails_the_query_and_says_why(spark):
    with pytest.raises(Exception, match="character: 'U' at position 25 is not a symbol of ulid"):
        spark.sql("SELECT ulid_time('01ARZ3NDEKTSV4RRFFQ69G5FAU')").collect()
    with pytest.raises(Exception, match="length: ulid has 16 bytes, found 3"):
        spark.sql("SELECT ulid_text(X'010203')").collect()


def test_an_error_names_the_row_of_the_column(spark):
    """Of a batch with several prefixes: the first row that is rejected, whatever its prefix."""
    prefixes = ["user", "order"] * 5
    texts = [str(sortid.TypeID.new(prefix)) for prefix in prefixes]
    texts[8], texts[9] = "user_no", "order_no"
    rows = ", ".join(f"({row}, '{text}', '{prefix}')" for row, (text, prefix) in enumerate(zip(texts, prefixes)))
    one_batch = f"SELECT /*+ COALESCE(1) */ * FROM VALUES {rows} AS given(row, text, prefix)"
    with pytest.raises(Exception, match=r"length: typeid has 26 symbols, found 2 \(row 8\)"):
        spark.sql(f"SELECT typeid_time(text, prefix) FROM ({one_batch})").collect()


def test_prefixes_may_differ_by_row(spark):
    id = sortid.TypeID.new("order")
    rows = spark.sql(f"""SELECT try_typeid_bytes(text, prefix) AS id FROM VALUES (0, '{id}', 'order'), (1, '{id}', 'user'),
                         (2, '{id}', NULL), (3, '{str(id)[6:]}', '') AS given(row, text, prefix) ORDER BY row""").collect()
    assert [row.id and bytes(row.id) for row in rows] == [id.bytes, None, None, id.bytes]


def executor(column):
    """Of which executor's processes one worked on the row."""
    def call(rows: pyarrow.Array) -> pyarrow.Array:
        time.sleep(0.2)
        return pyarrow.array([os.getppid()] * len(rows), pyarrow.int64())

    return arrow_udf(call, "bigint")(column)


@pytest.mark.parametrize("kind", [ULID, sortid.EUID, sortid.TypeID, UUIDv7, UID11Snowish, sortid.UlidFlakeScalable],
                         ids=lambda kind: kind.FORMAT)
def test_ids_of_executors_never_collide(spark, kind):
    count, pool = 20_000, spark.pool + kind.FORMAT if kind.BITS == 64 else None
    made = (spark.range(0, count, 1, 4)
            .select(idf.new(kind, pool=pool, prefix=prefix_of(kind)).alias("id"),
                    executor("id").alias("executor")).toArrow())
    ids = {kind.parse(text) for text in made["id"].to_pylist()}
    assert len(ids) == count and len(set(made["executor"].to_pylist())) == 2
    if kind is UID11Snowish:
        assert len({id.machine for id in ids}) >= 2
    if kind.MAX_PREFIX:
        assert {id.prefix for id in ids} == {PREFIX}


def test_what_executors_could_make_twice_is_not_made(spark):
    for kind in (sortid.XID, UlidFlake, sortid.UID11TsSeqRand, UID11Snowish):
        with pytest.raises(ValueError, match=kind.FORMAT):
            idf.new(kind)
    assert spark.catalog.functionExists("ulid_generate") and not spark.catalog.functionExists("xid_generate")
    assert not spark.catalog.functionExists("xid")
    for name in ("ulid", "uid11_snowish"):  # the one with a node of the pool
        for call in (f"{name}_generate(id)", f"{name}()"):
            assert len({row[0] for row in spark.sql(f"SELECT {call} FROM range(1000)").collect()}) == 1000


def test_each_row_has_a_new_id_in_sql(spark):
    found = spark.sql("SELECT ulid() AS a, ulid() AS b, ulid_generate(1) AS c, typeid('user') AS d, typeid('user') AS e "
                      "FROM range(0, 1000, 1, 4)")
    ids = [text for row in found.collect() for text in row]
    assert len(set(ids)) == len(ids) == 5000
    assert all(sortid.TypeID.is_valid(row.d, "user") for row in found.collect())
    # What was made once stays so above a join; a cache keeps what it has.
    spark.sql("SELECT id AS x, ulid() AS id FROM range(0, 1000, 1, 4)").cache().createOrReplaceTempView("made")
    joined = spark.sql("SELECT m.id AS one, m.id AS same FROM made m JOIN range(1000) r ON m.x = r.id").collect()
    assert all(row.one == row.same for row in joined) and len({row.one for row in joined}) == 1000
    assert {row.id for row in spark.sql("SELECT id FROM made").collect()} == {row.one for row in joined}


def keeps(folder, first):
    """Writes down the ids of every attempt; the first one of partition 0 then does what `first` says. Its second one is there only
    after it, however late a busy machine starts the first."""
    def wait_for(attempt):
        deadline = time.monotonic() + 60
        while not (pathlib.Path(folder) / attempt).exists() and time.monotonic() < deadline:
            time.sleep(0.1)

    def call(ids: pyarrow.Array) -> pyarrow.Array:
        context = TaskContext.get()
        if context.partitionId() == 0 and context.attemptNumber() != 0:
            wait_for("0.0")
        with open(pathlib.Path(folder) / f"{context.partitionId()}.{context.attemptNumber()}", "a") as file:
            file.writelines(f"{id}\n" for id in ids.to_pylist())
        if context.partitionId() == 0 and context.attemptNumber() == 0:
            if first == "fails":
                raise RuntimeError("the first attempt")
            wait_for("0.1")
            time.sleep(1)
        return ids

    return arrow_udf(call, "string")


@pytest.mark.parametrize("first", ["fails", "is slow"])
def test_a_partition_that_is_computed_again_has_other_ids(spark, tmp_path, first):
    rows = spark.range(0, 400, 1, 4).select(keeps(str(tmp_path), first)(idf.new(ULID)).alias("id")).collect()
    found = {row.id for row in rows}
    attempts = {file.name: set(file.read_text().split()) for file in tmp_path.iterdir()}
    # A task that is slow for a reason of the machine's has a second attempt too, and may be ended before its first has written.
    assert {"0.0", "0.1"} <= attempts.keys() and {name.split(".")[0] for name in attempts} == {"0", "1", "2", "3"}
    assert len(set().union(*attempts.values())) == sum(map(len, attempts.values())) == 100 * len(attempts)
    assert len(found) == 400 and found < set().union(*attempts.values())
    assert sum(found >= ids for ids in attempts.values()) == 4


def test_two_uses_of_a_frame_have_other_ids(spark):
    again = spark.range(10).select(idf.new(ULID).alias("id"))
    assert not {row.id for row in again.collect()} & {row.id for row in again.collect()}


GROUPS, IN_GROUP = 50, 200


@pytest.mark.parametrize("storage", ["text", "bytes", "int"])
def test_a_range_of_time_reads_the_row_groups_that_it_can_be_in(spark, tmp_path, storage):
    start = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
    second = datetime.timedelta(seconds=1)
    kind = UlidFlake if storage == "int" else ULID
    ids = [kind.new_at(start + i * second) for i in range(GROUPS * IN_GROUP)]
    column = [str(id) if storage == "text" else id.bytes if storage == "bytes" else int(id) for id in ids]
    pyarrow.parquet.write_table(pyarrow.table({"id": column, "number": range(len(ids))}), tmp_path / "ids.parquet",
                                row_group_size=IN_GROUP, compression="none")
    frame = spark.read.parquet(str(tmp_path / "ids.parquet"))
    # Row groups 10 and 11, from within the one to within the other.
    asked = frame.where(idf.between(kind, "id", start + 2100 * second, start + 2300 * second, storage=storage))
    assert sorted(row.number for row in asked.collect()) == list(range(2100, 2300))
    assert what_a_range_reads("Spark") == f"{rows_read(asked) // IN_GROUP} of {GROUPS} row groups of Parquet"
    by_time = frame.where(idf.time(kind, "id") < start + second)
    assert by_time.count() == 1  # right, but every row is read: a function is no range
    by_time.collect()
    assert rows_read(by_time) == GROUPS * IN_GROUP


def rows_read(frame):
    """What the scan of the frame gave on: the rows of the row groups that it read."""
    plan = frame._jdf.queryExecution().executedPlan()
    if plan.nodeName() == "AdaptiveSparkPlan":
        plan = plan.executedPlan()
    leaf = plan.collectLeaves().head()
    return leaf.metrics().apply("numOutputRows").value()


def test_names_are_those_of_the_other_sql(spark):
    for kind in KINDS:
        assert spark.catalog.functionExists(f"{kind.SQL_NAME}_text")


def test_the_guide(spark):
    runpy.run_path(str(pathlib.Path(__file__).parents[2] / "examples/python/spark_columns.py"))
