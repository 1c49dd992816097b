#!/usr/bin/env python3
"""sortid's SQLite extension beside sqlean's uuid and sqlite-ulid: one run, one SQLite, one thread.

usage: bench/databases/sqlite.py [--extension FILE] [--json FILE] [--rows N] [--repetitions N]

All are loaded into the SQLite of PyPI's sqlean.py, which is installed below build/. Subjects take turns, and the
shortest of N repetitions counts. A call's time is what a statement with many calls takes less what the same takes without
them, in the same connection. Each figure is set beside one of the same part: sqlean's uuid4(), a table with an integer key.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
import figures  # noqa: E402

PEERS = ROOT / "build" / "bench-sqlite"
REQUIREMENTS = Path(__file__).with_name("sqlite-requirements.txt")
A_TEXT = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
A_UUID = "01563e3a-b5d3-7676-8c61-efb99302bd5b"


def run_again_with_peers():
    """In the virtual environment that has them."""
    python = PEERS / "bin" / "python"
    if Path(sys.prefix).resolve() == PEERS.resolve():
        return
    stamp = PEERS / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != REQUIREMENTS.read_text():
        # The system's Python: the packages have programs for it.
        base = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
        subprocess.run([base, "-m", "venv", "--clear", PEERS], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", "--only-binary", ":all:",
                        "--disable-pip-version-check", "-r", REQUIREMENTS], check=True)
        stamp.write_text(REQUIREMENTS.read_text())
    os.execv(python, [str(python), *sys.argv])


class Bench:
    def __init__(self, arguments):
        import sqlean
        import sqlite_ulid
        self.rows, self.repetitions, self.extension = arguments.rows, arguments.repetitions, str(arguments.extension)
        self.sqlean, self.sqlite_ulid = sqlean, sqlite_ulid
        sqlean.extensions.enable("uuid")
        self.found = []
        self.server = f"SQLite {self.opened().execute('SELECT sqlite_version()').fetchone()[0]}"

    def opened(self, path=":memory:", peer=False):
        db = self.sqlean.connect(path, isolation_level=None)
        db.enable_load_extension(True)
        if peer:
            self.sqlite_ulid.load(db)
        else:
            db.load_extension(self.extension)
        return db

    def samples(self, works, repetitions=None):
        """{name: [seconds]} of {name: function}: all of them in turn, again and again."""
        samples = {name: [] for name in works}
        for _ in range(repetitions or self.repetitions):
            for name, work in works.items():
                # The processor's time, in which other programs of the machine count least. What is not to be measured, or
                # waits for a disk, the work measures by itself.
                begun = time.process_time()
                taken = work() or time.process_time() - begun
                samples[name].append(taken)
        return samples

    def shortest(self, works):
        """{name: seconds}."""
        return {name: min(taken) for name, taken in self.samples(works).items()}

    def say(self, part, unit, values, base, bounds=()):
        """Of the subjects in `bounds` it is known only that they are below their value. Nothing is set beside a bound."""
        for subject, value in values.items():
            row = {"server": self.server, "bench": f"sqlite/{part}", "subject": subject, "value": value, "unit": unit,
                   "base": base, "ratio": None if base in bounds else value / values[base], "bound": subject in bounds}
            self.found.append(row)
            print(f"{part:24} {subject:34} {figures.number(value):>8} {unit:10} {figures.number(row['ratio']):>6} of {base}", flush=True)

    def calls(self, part, own, peers, argument, base):
        """Says the ns a call of {name: expression} over a row of `given`; sqlite-ulid's in a connection of its own.
        The same statement with `argument` in place of the calls is what each is net of."""
        # Short, and as often as that many rows ask for: the shortest is the more likely to be undisturbed.
        shorter = 20
        rows = max(self.rows // shorter, 1)
        # In each row, or a call would drown in what the row itself takes.
        many = 8
        works = {}

        def add(prefix, db, functions):
            db.execute("CREATE TEMP TABLE given(i INTEGER PRIMARY KEY, ulid TEXT, uuid TEXT)")
            db.execute(f"WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {rows}) INSERT INTO given "
                       f"SELECT i, substr('{A_TEXT}', 1, 25) || (i % 10), substr('{A_UUID}', 1, 35) || (i % 10) FROM c")
            for name, call in {None: argument, **functions}.items():
                sql = f"SELECT sum({' + '.join([f'({call} IS NULL)'] * many)}) FROM given"
                works[prefix, name] = lambda sql=sql: db.execute(sql).fetchall() and None

        add("", self.opened(), own)
        add("sqlite-ulid ", self.opened(peer=True), peers)
        taken = self.samples(works, self.repetitions * shorter)
        net = {prefix + name: figures.net(samples, taken[prefix, None]) for (prefix, name), samples in taken.items() if name}
        self.say(part, "ns", {name: seconds / (rows * many) * 1e9 for name, (seconds, _) in net.items()}, base,
                 [name for name, (_, bound) in net.items() if bound])

    def generate(self):
        own = ["uuid4()", "uuid7()", "ulid()", "ulid_bytes()", "uuid7_bytes()", "typeid('user')", "euid()", "euid_bytes()",
               "ulid_flake_int()", "xid()", "xid_int()", "uid11_ts_seq_rand_int()"]
        # Of the two functions uuid7() the one that was loaded last counts: sortid's.
        self.calls("new id", {name: name for name in own}, {name: name for name in ("ulid()", "ulid_bytes()")}, "i", "uuid4()")

    def convert(self):
        self.calls("text to blob", {"sqlean uuid_blob(text)": "uuid_blob(uuid)", "ulid_bytes(text)": "ulid_bytes(ulid)",
                                    "uuid7_bytes(text)": "uuid7_bytes(uuid)"},
                   {"ulid_bytes(text)": "ulid_bytes(ulid)"}, "ulid", "sqlean uuid_blob(text)")

    def insert(self):
        """Rows in transactions of a thousand, as a program writes them."""
        tables = {
            "integer": ("id INTEGER PRIMARY KEY, x INT) ", None),
            "ulid_flake_int()": ("id INT NOT NULL PRIMARY KEY, x INT) WITHOUT ROWID", "ulid_flake_int()"),
            "ulid_bytes()": ("id BLOB PRIMARY KEY, x INT) WITHOUT ROWID", "ulid_bytes()"),
            "uuid7_bytes()": ("id BLOB PRIMARY KEY, x INT) WITHOUT ROWID", "uuid7_bytes()"),
            "ulid()": ("id TEXT PRIMARY KEY, x INT) WITHOUT ROWID", "ulid()"),
            "uuid4 as blob": ("id BLOB PRIMARY KEY, x INT) WITHOUT ROWID", "uuid_blob(uuid4())"),
        }
        sizes = {}

        def fill(name, columns, call, folder):
            path = os.path.join(folder, "filled.db")
            for left in Path(folder).iterdir():
                left.unlink()
            db = self.opened(path)
            for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "cache_size = -65536"):
                db.execute(f"PRAGMA {pragma}")
            db.execute(f"CREATE TABLE t({columns}")
            insert = f"INSERT INTO t({'x' if call is None else 'id, x'}) VALUES ({'' if call is None else call + ', '}?)"
            begun = time.perf_counter()
            for at in range(0, self.rows, 1000):
                db.execute("BEGIN")
                db.executemany(insert, ((i,) for i in range(at, at + 1000)))
                db.execute("COMMIT")
            taken = time.perf_counter() - begun
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            db.close()
            sizes[name] = os.path.getsize(path) / 1e6
            return taken

        with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
            best = self.shortest({name: (lambda name=name, of=of: fill(name, *of, folder)) for name, of in tables.items()})
        self.say("filling a table", "s", best, "integer")
        self.say("its size", "MB", sizes, "integer")

    def range(self):
        """An hour of thirty days, by the key and by an index on a time."""
        db = self.opened()
        db.execute("CREATE TABLE k(id BLOB PRIMARY KEY, made INTEGER, x TEXT) WITHOUT ROWID")
        day = 86_400_000
        begin = 1_767_225_600_000  # 2026-01-01
        step = 30 * day // self.rows
        db.execute("BEGIN")
        db.execute(f"WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < {self.rows - 1}) "
                   f"INSERT INTO k SELECT ulid_at_bytes({begin} + i * {step}), {begin} + i * {step}, 'x' || i FROM c")
        db.execute("CREATE INDEX by_made ON k(made)")
        db.execute("COMMIT")
        hour = "'2026-01-15 12:00:00', '2026-01-15 13:00:00'"
        at = begin + 14 * day + day // 2
        wheres = {
            "index on the time": f"made >= {at} AND made < {at} + 3600000",
            "id between bounds": f"id BETWEEN ulid_first_bytes({hour}) AND ulid_last_bytes({hour})",
            "filter on ulid_ms(id)": f"ulid_ms(id) >= {at} AND ulid_ms(id) < {at} + 3600000",
        }
        counts = {name: db.execute(f"SELECT count(x) FROM k WHERE {where}").fetchone() for name, where in wheres.items()}
        if len(set(counts.values())) != 1:
            sys.exit(f"the queries differ: {counts}")
        best = self.shortest({name: (lambda where=where: db.execute(f"SELECT count(x) FROM k WHERE {where}").fetchall() and
                                     None) for name, where in wheres.items()})
        self.say("an hour of thirty days", "ms", {name: taken * 1e3 for name, taken in best.items()}, "index on the time")

    def open(self):
        """A connection, with and without the functions."""
        def plain():
            db = self.sqlean.connect(":memory:")
            db.execute("SELECT 1")
            db.close()

        def loaded():
            self.opened().close()

        best = self.shortest({"sqlean": lambda: [plain() for _ in range(50)] and None,
                              "sqlean and sortid": lambda: [loaded() for _ in range(50)] and None})
        self.say("opening a connection", "µs", {name: taken / 50 * 1e6 for name, taken in best.items()}, "sqlean")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--extension", type=Path, default=ROOT / "build/release/lib/sqlite3/sortid.so")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--repetitions", type=int, default=5)
    arguments = parser.parse_args()
    run_again_with_peers()
    bench = Bench(arguments)
    for part in (bench.generate, bench.convert, bench.insert, bench.range, bench.open):
        part()
    if arguments.json:
        figures.write(arguments.json, [figures.about(), *bench.found])


if __name__ == "__main__":
    main()
