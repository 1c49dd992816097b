#!/usr/bin/env python3
"""A table of ids from one end to the other in an engine: made and stored, an hour of it counted, all of it counted by day.

usage: end_to_end.py duckdb | spark [--rows N] [--folder DIR]

It prints JSON lines, which page.py writes into docs/engines.md: the wall clock of each step on all cores, and the sum of the most memory
that each process had until then. DIR gets the files, of 16 bytes an id twice, and keeps none. The engines are those of the tests.
"""

import argparse
import datetime
import json
import pathlib
import shutil
import sys
import tempfile
import time

from measuring import own_processes, spark_session

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "databases/duckdb/test"))
import engine  # noqa: E402

BEGIN, HOUR = "2026-01-01", ("2026-01-01 02:00", "2026-01-01 03:00")  # an id each millisecond from then on
MEMORY = "4g"


def peak_memory():
    peak = 0
    for process in own_processes():
        lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
        peak += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))
    return peak


def duckdb_steps(rows, folder):
    connection = engine.connect(argparse.Namespace(extension=SOURCE / "build/duckdb/sortid.duckdb_extension"), f"{folder}/ids.db")
    connection.execute(f"SET memory_limit = '{MEMORY.upper()}B'")
    statements = {
        "new ids, stored": f"CREATE TABLE made AS SELECT uuid FROM id_generate('ulid', {rows})",
        "ids of instants, stored": f"""CREATE TABLE event AS SELECT uuid_uuid(ulid_int(ulid_first_uuid(
          '{BEGIN}'::TIMESTAMPTZ + to_microseconds(i * 1000))) + hash(i)::UHUGEINT) AS id FROM range({rows}) t(i)""",
        "an hour of them": f"""SELECT count(*) FROM event WHERE id BETWEEN
          ulid_first_uuid('{HOUR[0]}', '{HOUR[1]}') AND ulid_last_uuid('{HOUR[0]}', '{HOUR[1]}')""",
        "all by day": "SELECT ulid_time(id)::DATE AS day, count(*) FROM event GROUP BY day ORDER BY day",
    }
    for what, statement in statements.items():
        yield what, lambda statement=statement: connection.execute(statement).fetchall()
        if what.startswith("new"):
            connection.execute("DROP TABLE made")


def spark_steps(rows, folder):
    from pyspark.sql import functions as sf
    from sortid import ULID
    from sortid.spark import functions as idf
    # Ids are random bytes.
    spark = spark_session(folder, "*", MEMORY, **{"sql.parquet.compression.codec": "uncompressed"})

    def write(frame, name):
        frame.write.parquet(f"{folder}/{name}")
        return [(rows,)]

    made = spark.range(rows).select(idf.new(ULID, storage="bytes").alias("id"))
    yield "new ids, stored", lambda: write(made, "made")
    shutil.rmtree(f"{folder}/made")
    # Bytes of SQL alone: what is measured is what reads them.
    event = spark.range(rows).select(sf.expr(
        f"concat(unhex(lpad(hex(unix_millis(TIMESTAMP '{BEGIN}') + id), 12, '0')), substring(unhex(md5(CAST(id AS STRING))), 1, 10)) AS id"))
    yield "ids of instants, stored", lambda: write(event, "event")
    spark.read.parquet(f"{folder}/event").createOrReplaceTempView("event")
    first, last = (datetime.datetime.fromisoformat(f"{instant}+00:00") for instant in HOUR)
    yield "an hour of them", lambda: [(spark.table("event").where(idf.between(ULID, "id", first, last, storage="bytes")).count(),)]
    yield "all by day", lambda: [tuple(row) for row in spark.sql(
        "SELECT CAST(ulid_bytes_time(id) AS DATE) AS day, count(*) FROM event GROUP BY day ORDER BY day").collect()]
    spark.stop()


STEPS = {"duckdb": ("DuckDB", duckdb_steps), "spark": ("Spark", spark_steps)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", choices=STEPS)
    parser.add_argument("--rows", type=int, default=1_000_000_000)
    parser.add_argument("--folder")
    given = parser.parse_args()
    name, steps = STEPS[given.engine]
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for what, step in steps(given.rows, folder):
            began = time.perf_counter()
            answer = step()
            seconds = time.perf_counter() - began
            if what == "an hour of them" and answer != [(3_600_000,)]:
                sys.exit(f"an hour has 3,600,000 ids, found {answer}")
            if what == "all by day" and sum(row[1] for row in answer) != given.rows:
                sys.exit(f"the days have {sum(row[1] for row in answer)} ids")
            print(json.dumps({"part": "end_to_end", "engine": name, "what": what, "rows": given.rows, "seconds": seconds,
                              "peak_memory_bytes": peak_memory()}), flush=True)


if __name__ == "__main__":
    main()
