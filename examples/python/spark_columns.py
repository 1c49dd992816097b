"""Ids in Spark: columns, SQL, new ids, ranges of time."""

import os
import sys
import tempfile

from pyspark.sql import SparkSession

os.environ["PYSPARK_PYTHON"] = sys.executable
spark = SparkSession.builder.master(os.environ.get("SPARK_MASTER", "local[1]")).getOrCreate()
folder = tempfile.mkdtemp()

# [columns]
from sortid import ULID, TypeID
from sortid.spark import functions as idf

orders = spark.createDataFrame([("01ARZ3NDEKTSV4RRFFQ69G5FAV",), ("no",), (None,)], "id string")
made = orders.select(idf.time(ULID, "id", errors="null").alias("made"), idf.is_valid(ULID, "id").alias("valid")).collect()
assert [row.valid for row in made] == [True, False, None] and made[0].made.year == 2016

keys = orders.select(idf.ids(ULID, "id", errors="null").alias("key"))  # BINARY, 16 bytes
users = keys.select(idf.text(TypeID, "key", prefix="user").alias("user")).collect()
assert users[0].user == "user_01arz3ndektsv4rrffq69g5fav"
# [/columns]

# [sql]
import sortid.spark

sortid.spark.register(spark)
orders.createOrReplaceTempView("orders")
(row,) = spark.sql("SELECT count(*) AS all, count(try_ulid_time(id)) AS good FROM orders").collect()
assert (row.all, row.good) == (3, 1)
# [/sql]

# [new]
new = spark.range(1000).withColumn("id", idf.new(ULID, storage="bytes"))
new.write.parquet(f"{folder}/orders")  # before they are used twice
assert spark.read.parquet(f"{folder}/orders").select("id").distinct().count() == 1000
# [/new]

# [between]
import datetime

now = datetime.datetime.now(datetime.timezone.utc)
hour = datetime.timedelta(hours=1)
lately = spark.read.parquet(f"{folder}/orders").where(idf.between(ULID, "id", now - hour, now + hour, storage="bytes"))
assert lately.count() == 1000
# [/between]
