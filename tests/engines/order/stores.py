"""Files of columns, tables in memory, and stores of keys."""

import contextlib
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from asked import Answer
from databases import Absent


@contextlib.contextmanager
def parquet():
    """Sorted by what Arrow calls the order, in row groups of 500 whose statistics decide which are read."""
    import pyarrow
    import pyarrow.compute
    import pyarrow.parquet

    def column(type, value=lambda cell: cell):
        def asked(question):
            cells = pyarrow.array([value(c) for c in question.cells], type)
            order = pyarrow.compute.sort_indices(cells)
            low, high = (pyarrow.scalar(value(v), type) for v in (question.low, question.high))
            with tempfile.TemporaryDirectory() as folder:
                path = f"{folder}/ids.parquet"
                pyarrow.parquet.write_table(pyarrow.table({"i": order, "id": cells.take(order)}), path, row_group_size=500)
                file = pyarrow.parquet.ParquetFile(path)
                groups = [file.metadata.row_group(g).column(1) for g in range(file.metadata.num_row_groups)]
                read = [g for g, group in enumerate(groups) if not group.is_stats_set or not group.statistics.has_min_max or
                        (group.statistics.max >= low.as_py() and group.statistics.min <= high.as_py())]
                found = file.read_row_groups(read)
                inside = pyarrow.compute.and_(pyarrow.compute.greater_equal(found["id"], low), pyarrow.compute.less_equal(found["id"], high))
                size = sum(group.total_compressed_size for group in groups)
            return Answer(order.to_pylist(), found.filter(inside)["i"].to_pylist(), (order[0].as_py(), order[-1].as_py()),
                          len(read) < len(groups), size / len(cells))
        return asked
    yield f"by pyarrow {pyarrow.__version__}", {("FIXED_LEN_BYTE_ARRAY(16)", "bytes"): column(pyarrow.binary(16)), ("UTF8", "text"): column(pyarrow.string()),
                                ("UINT64", "number64"): column(pyarrow.uint64()), ("INT64", "number64"): column(pyarrow.int64())}


def frame_of(question, pyarrow):
    return pyarrow.table({"i": range(len(question.cells)), "id": question.cells})


@contextlib.contextmanager
def polars():
    try:
        import polars as engine
    except ImportError:
        raise Absent("no package polars") from None

    def column(type):
        def asked(question):
            frame = engine.DataFrame({"i": range(len(question.cells)), "id": engine.Series(question.cells, dtype=type)})
            order = frame.sort("id")["i"].to_list()
            day = frame.filter(engine.col("id").is_between(engine.lit(question.low, dtype=type), engine.lit(question.high, dtype=type)))
            return Answer(order, day["i"].to_list(), (order[0], order[-1]))
        return asked
    yield engine.__version__, {("String", "text"): column(engine.String), ("Binary", "bytes"): column(engine.Binary),
                               ("UInt64", "number64"): column(engine.UInt64)}


@contextlib.contextmanager
def pandas():
    try:
        import pandas as engine
    except ImportError:
        raise Absent("no package pandas") from None

    def column(type):
        def asked(question):
            ids = engine.Series(question.cells, dtype=type)
            order = list(ids.sort_values().index)
            return Answer(order, list(ids[(ids >= question.low) & (ids <= question.high)].index), (order[0], order[-1]))
        return asked
    yield engine.__version__, {("object of str", "text"): column("object"), ("object of bytes", "bytes"): column("object"),
                               ("uint64", "number64"): column("uint64"), ("float64", "number64"): column("float64")}


@contextlib.contextmanager
def redis():
    """By its protocol: members of equal score are in the order of their bytes."""
    server = shutil.which("redis-server")
    if not server:
        raise Absent("no redis-server")
    with tempfile.TemporaryDirectory(prefix="sortid-order-") as root:
        path = f"{root}/s"
        running = subprocess.Popen([server, "--port", "0", "--unixsocket", path, "--save", "", "--dir", root],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            until = time.monotonic() + 60
            while not pathlib.Path(path).exists() and running.poll() is None and time.monotonic() < until:
                time.sleep(0.05)
            base = socket.socket(socket.AF_UNIX)
            base.connect(path)
            answers = base.makefile("rb")

            def call(*words):
                words = [w if isinstance(w, bytes) else str(w).encode() for w in words]
                base.sendall(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words))
                return reply()

            def reply():
                kind, rest = (line := answers.readline())[:1], line[1:-2]
                if kind == b"-":
                    raise RuntimeError(rest.decode())
                if kind == b"*":
                    return [reply() for _ in range(int(rest))]
                return answers.read(int(rest) + 2)[:-2] if kind == b"$" else rest

            def members(question):
                call("DEL", "ids")
                members = {c if isinstance(c, bytes) else str(c).encode(): i for i, c in enumerate(question.cells)}
                for member in members:
                    call("ZADD", "ids", 0, member)
                low, high = (v if isinstance(v, bytes) else str(v).encode() for v in (question.low, question.high))
                order = [members[m] for m in call("ZRANGE", "ids", 0, -1)]
                day = [members[m] for m in call("ZRANGEBYLEX", "ids", b"[" + low, b"[" + high)]
                return Answer(order, day, (order[0], order[-1]))

            def scores(question):
                call("DEL", "ids")
                for i, c in enumerate(question.cells):
                    call("ZADD", "ids", c, i)
                order = [int(m) for m in call("ZRANGE", "ids", 0, -1)]
                day = [int(m) for m in call("ZRANGEBYSCORE", "ids", question.low, question.high)]
                return Answer(order, day, (order[0], order[-1]))
            version = next(line.split(b":")[1] for line in call("INFO", "server").split(b"\r\n") if line.startswith(b"redis_version"))
            yield version.decode(), {("members of one score", "bytes"): members, ("members, as texts", "text"): members,
                                     ("scores", "number64"): scores}
        finally:
            running.terminate()
            running.wait()


@contextlib.contextmanager
def leveldb():
    try:
        import plyvel
    except ImportError:
        raise Absent("no package plyvel") from None

    def asked(question):
        with tempfile.TemporaryDirectory() as folder:
            base = plyvel.DB(f"{folder}/db", create_if_missing=True)
            for i, c in enumerate(question.cells):
                base.put(key(c), b"%d" % i)
            order = [int(value) for _, value in base]
            day = [int(value) for _, value in base.iterator(start=key(question.low), stop=key(question.high), include_stop=True)]
            base.close()
            return Answer(order, day, (order[0], order[-1]))

    def key(value):
        return value if isinstance(value, bytes) else str(value).encode()
    yield f"by plyvel {plyvel.__version__}", {("keys of 16 bytes", "bytes"): asked, ("keys of text", "text"): asked}


ENGINES = {"Parquet": parquet, "Polars": polars, "pandas": pandas, "Redis": redis, "LevelDB": leveldb}
