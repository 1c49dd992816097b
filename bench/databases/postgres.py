#!/usr/bin/env python3
"""sortid's types in PostgreSQL beside the server's own: one run, one server, no network.

usage: bench/databases/postgres.py --stage DIR [--pg-config PROGRAM] [--json FILE] [--rows N] [--repetitions N]
                                   [--only PART …]

A private server (databases/postgres/test/with_cluster.py) is started, with the extension that --stage holds, and removed.

Times are what the server's process spent on a processor, so that neither client nor wire counts, and what else runs on
the machine counts little. The subjects of a part take turns, and the shortest of N repetitions counts. Each figure is set beside that of the server's own type in the same part: uuid for 128 bits, bigint for 64.
"""

import argparse
import os
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "databases" / "postgres" / "test")]
import figures  # noqa: E402
import with_cluster  # noqa: E402

SETTINGS = (
    "shared_buffers = '2GB'", "max_wal_size = '32GB'", "checkpoint_timeout = '1h'", "autovacuum = off", "jit = off",
    "max_parallel_workers_per_gather = 0", "max_parallel_maintenance_workers = 0", "work_mem = '1GB'",
    "maintenance_work_mem = '1GB'", "sortid.on_overflow = 'run_ahead'")
# Parts whose ratio says how many times as fast; in all others it is a share of the base.
SPEEDS = {"generate", "parse", "print"}
# A call is measured by statements with this many in a row, or it would drown in what the row itself takes.
CALLS = 8


def called(expression):
    """Nothing of it is worked out once for all."""
    return f"count(num_nulls({', '.join([expression] * CALLS)}))"


class Bench:
    def __init__(self, server, rows, repetitions):
        self.server, self.rows, self.repetitions = server, rows, repetitions
        self.found = []
        self.sql("""
CREATE EXTENSION sortid;
ALTER ROLE CURRENT_USER SET sortid.max_ahead = -1;  -- some formats have fewer ids in a millisecond than are made here
CREATE EXTENSION "uuid-ossp";
CREATE FUNCTION on_processor() RETURNS float8 LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_read_file('/proc/self/stat');  -- brings schedstat up to date, which else counts whole ticks of the clock
  RETURN split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::float8 / 1e6;
END $$;
CREATE FUNCTION spent(statement text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE begun float8 := on_processor();
BEGIN
  EXECUTE statement;
  RETURN on_processor() - begun;
END $$;""")
        self.version = int(self.sql("SHOW server_version_num")) // 10000

    def sql(self, text):
        return self.server.psql(text).strip()

    def samples(self, statements, times=1):
        """{name: [milliseconds]}: all of them in turn in one session, again and again."""
        # The first statement of a session finds its memory untouched, which is worth a tenth of a sort: one that does
        # not count goes before.
        first = next(iter(statements.values()))
        calls = "\n".join(f"SELECT spent($bench${statement}$bench$);" for statement in (first, *statements.values()))
        taken = {name: [] for name in statements}
        for _ in range(self.repetitions * times):
            for name, milliseconds in zip(statements, map(float, self.sql(calls).splitlines()[1:])):
                taken[name].append(milliseconds)
        return taken

    def shortest(self, statements, times=1):
        """{name: milliseconds}."""
        return {name: min(taken) for name, taken in self.samples(statements, times).items()}

    def net(self, having, without, rows):
        """(nanoseconds a call, whether that is but a bound) by the samples of statements that called() made."""
        milliseconds, bound = figures.net(having, without)
        return milliseconds * 1e6 / (rows * CALLS), bound

    def net_rows(self, bench, net, base):
        """`net` is {subject: what net() says}. Nothing is set beside a bound."""
        base_value, base_is_bound = net[base]
        for subject, (value, bound) in net.items():
            self.row(bench, subject, value, "ns", base, None if base_is_bound else base_value, bound=bound)

    def row(self, bench, subject, value, unit, base, base_value, note="", bound=False):
        """`base` is the subject that this one is set beside, in the same part. A bound is what the value is below."""
        speed = bench in SPEEDS
        ratio = (base_value / value if speed else value / base_value) if value and base_value else None
        row = {"bench": f"postgres/{bench}", "server": f"PostgreSQL {self.version}", "subject": subject, "value": value,
               "unit": unit, "base": base, "ratio": ratio if subject != base else None, "speed": speed, "bound": bound,
               "note": note}
        self.found.append(row)
        print(f"{row['bench']:24} {subject:44} {figures.number(value):>9} {unit:10} {figures.number(row['ratio']):>7} {note}",
              file=sys.stderr, flush=True)

    # --- the parts -----------------------------------------------------------------------------------------------

    def generate(self):
        calls = ["gen_random_uuid()", "uuid_generate_v4()", "uuid_generate_v1mc()"]
        calls += ["uuidv7()"] if self.version >= 18 else []
        calls += [f"{kind}_generate()" for kind in ("ulid", "uuid7", "euid", "ulid_flake", "ulid_flake_scalable", "xid",
                                                   "uid11_ts_seq_rand", "uid11_fullrand")]
        calls += ["uid11_snowish_generate(1)", "typeid_generate('user')", "ulid_generate_ordered()",
                  "ulid_generate_random()", "ulid_generate_at(now())"]
        # Net figures of a few nanoseconds: more repetitions, of fewer rows, since some of the others take microseconds.
        rows = self.rows // 5
        series = f"FROM generate_series(1, {rows}) n"
        # The floor is the same query with a call that costs next to nothing.
        taken = self.samples({name: f"SELECT {called(name)} {series}" for name in ("int4up(n)", *calls)}, times=3)
        net = {name: self.net(taken[name], taken["int4up(n)"], rows) for name in calls}
        self.net_rows("generate", net, calls[0])
        many = self.shortest({"many": f"SELECT count(u) FROM ulid_generate_many({self.rows}) u"}, times=3)["many"]
        self.row("generate", "a row of ulid_generate_many(n), all included", many * 1e6 / self.rows, "ns", calls[0],
                 net[calls[0]][0])

    # (subject, column type, a value in ascending order unless it says otherwise, what it is set beside)
    STORED = (
        ("uuid, random", "uuid", "gen_random_uuid()", None),
        ("uuid, in order", "uuid", "ulid_generate()::uuid", "uuid, in order"),
        ("ulid", "ulid", "ulid_generate()", "uuid, in order"),
        ("euid", "euid", "euid_generate()", "uuid, in order"),
        ("typeid('user')", "typeid('user')", "typeid_generate('user')", "uuid, in order"),
        ("account_id (made by create_typeid)", "account_id", "account_id_generate()", "uuid, in order"),
        ("text of a ulid", 'text COLLATE "C"', "ulid_generate()::text", "uuid, in order"),
        ("bigint, in order", "bigint", "n::bigint", "bigint, in order"),
        ("ulid_flake", "ulid_flake", "ulid_flake_generate()", "bigint, in order"),
        ("uid11 (ts-seq-rand)", "uid11", "uid11_ts_seq_rand_generate()", "bigint, in order"),
    )

    def typeid_of_accounts(self):
        self.sql("""DO $$ BEGIN
  IF to_regtype('account_id') IS NULL THEN PERFORM create_typeid('account_id', 'account'); END IF;
END $$""")

    def insert(self):
        """Values that are there already, so that what they cost to make is not counted."""
        self.typeid_of_accounts()
        measured = {}
        for at, (_, column, value, _) in enumerate(self.STORED):
            self.sql(f"""CREATE TABLE kept_{at} (id {column} PRIMARY KEY, payload int NOT NULL);
CREATE UNLOGGED TABLE staged_{at} AS SELECT {value} AS id FROM generate_series(1, {self.rows}) n""")
        for _ in range(self.repetitions):
            for at, (name, *_) in enumerate(self.STORED):
                taken, wal, index = map(float, self.sql(f"""TRUNCATE kept_{at}; CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS begun \\gset
SELECT spent('INSERT INTO kept_{at} SELECT id, 1 FROM staged_{at}'),
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), :'begun') / 1e6, pg_relation_size('kept_{at}_pkey') / 1e6;""").split("\t"))
                measured[name] = (min(taken, measured.get(name, (taken,))[0]), wal, index)
        for at, (name, _, value, _) in enumerate(self.STORED):
            # A table that is in use: the first rows after a checkpoint carry whole pages with them.
            few = self.rows // 100
            values = value.replace("n::bigint", f"n::bigint + {self.rows}")
            steady = float(self.sql(f"""CREATE UNLOGGED TABLE more AS SELECT {values} AS id FROM generate_series(1, {few}) n;
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS begun \\gset
INSERT INTO kept_{at} SELECT id, 1 FROM more;
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), :'begun') / {few};
DROP TABLE kept_{at}, staged_{at}, more"""))
            measured[name] = (*measured[name], steady)
        for at, (part, unit) in enumerate((("insert/time", "ms"), ("insert/WAL", "MB"), ("insert/index", "MB"),
                                           ("insert/WAL after a checkpoint", "B a row"))):
            for name, _, _, base in self.STORED:
                base = base or "uuid, in order"
                self.row(part, name, measured[name][at], unit, base, measured[base][at])

    def default(self):
        """The same with the column's default making the values."""
        defaults = {"bigint, a sequence": ("bigint", "nextval('numbers')"), "gen_random_uuid()": ("uuid", "gen_random_uuid()"),
                    "uuid7_generate()": ("uuid", "uuid7_generate()"), "ulid_generate()": ("ulid", "ulid_generate()"),
                    "ulid_generate_ordered()": ("ulid", "ulid_generate_ordered()"),
                    "ulid_flake_generate()": ("ulid_flake", "ulid_flake_generate()")}
        if self.version >= 18:
            defaults["uuidv7()"] = ("uuid", "uuidv7()")
        self.sql("CREATE SEQUENCE numbers")
        best = {}
        for _ in range(self.repetitions):
            for name, (column, value) in defaults.items():
                taken = float(self.sql(f"""CREATE TABLE kept (id {column} PRIMARY KEY DEFAULT {value}, payload int NOT NULL);
CHECKPOINT;
SELECT spent('INSERT INTO kept (payload) SELECT 1 FROM generate_series(1, {self.rows})');
DROP TABLE kept"""))
                best[name] = min(taken, best.get(name, taken))
        for name in defaults:
            self.row("default", name, best[name], "ms", "gen_random_uuid()", best["gen_random_uuid()"])

    def sort(self):
        """Shuffled ids; spread over a year, or made in one go, so that neighbours share a millisecond."""
        spread = "'2026-01-01 00:00+00'::timestamptz + random() * interval '365 days'"
        subjects = {
            "uuid, random": "gen_random_uuid()",
            "uuid, the ulids spread": f"ulid_generate_at({spread})::uuid", "ulid, spread": f"ulid_generate_at({spread})",
            "uuid, the ulids in bursts": "ulid_generate()::uuid", "ulid, in bursts": "ulid_generate()",
            "euid, spread": f"euid_generate_at({spread})", "euid, in bursts": "euid_generate()",
            "uuid version 7, in bursts": "uuid7_generate()",
            "typeid, in bursts": "typeid_generate('user')",
            'text of a ulid, "C"': "ulid_generate()::text COLLATE \"C\"",
            "bigint": "(random() * 9e18)::bigint", "ulid_flake, spread": f"ulid_flake_generate_at({spread})",
            "uid11, spread": f"xid_generate_at({spread})"}
        tables = {name: f"shuffled_{at}" for at, name in enumerate(subjects)}
        for name, value in subjects.items():
            self.sql(f"""CREATE UNLOGGED TABLE {tables[name]} AS
SELECT id FROM (SELECT {value} AS id FROM generate_series(1, {self.rows}) OFFSET 0) made ORDER BY random();
VACUUM ANALYZE {tables[name]}""")
        best = self.shortest({name: f"SELECT id FROM {tables[name]} ORDER BY id OFFSET {self.rows}" for name in subjects})
        for name in subjects:
            base = "bigint" if name in ("bigint", "ulid_flake, spread", "uid11, spread") else "uuid, random"
            self.row("sort", name, best[name], "ms", base, best[base])
        best = {}
        for _ in range(self.repetitions):
            for name in subjects:
                taken = float(self.sql(f"""SELECT spent('CREATE INDEX built ON {tables[name]} (id)'); DROP INDEX built"""))
                best[name] = min(taken, best.get(name, taken))
        for name in subjects:
            base = "bigint" if name in ("bigint", "ulid_flake, spread", "uid11, spread") else "uuid, random"
            self.row("index build", name, best[name], "ms", base, best[base])
        self.sql(f"DROP TABLE {', '.join(tables.values())}")

    def parse(self):
        subjects = {"uuid": "gen_random_uuid()", "ulid": "ulid_generate()", "euid": "euid_generate()",
                    "ulid_flake": "ulid_flake_generate()", "uid11": "xid_generate()", "typeid": "typeid_generate('user')"}
        columns = ", ".join(f"({value})::text AS t_{name}" for name, value in subjects.items())
        values = ", ".join(f"({value}) AS v_{name}" for name, value in subjects.items())
        self.sql(f"""CREATE UNLOGGED TABLE texts AS SELECT {columns}, {values} FROM generate_series(1, {self.rows}) n;
VACUUM ANALYZE texts""")
        for part, column, cast in (("parse", "t_{0}", "t_{0}::{0}"), ("print", "v_{0}", "v_{0}::text")):
            taken = self.samples({(name, what): f"SELECT {called(what.format(name))} FROM texts"
                                  for name in subjects for what in (column, cast)}, times=3)
            self.net_rows(part, {name: self.net(taken[name, cast], taken[name, column], self.rows) for name in subjects}, "uuid")
        self.sql("DROP TABLE texts")

    def range(self):
        """An hour of thirty days."""
        self.sql(f"""CREATE TABLE visits AS SELECT ulid_generate_at(at) AS id, uuid7_generate_at(at) AS id7,
  ulid_flake_generate_at(at) AS flake, at, 1 AS payload
FROM (SELECT '2026-01-01 00:00+00'::timestamptz + n * (interval '30 days' / {self.rows}) AS at
      FROM generate_series(0, {self.rows} - 1) n) s;
CREATE INDEX ON visits (id); CREATE INDEX ON visits (id7); CREATE INDEX ON visits (flake); CREATE INDEX ON visits (at);
CREATE TABLE blocks AS TABLE visits;
CREATE INDEX blocks_brin ON blocks USING brin (id);
CREATE INDEX blocks_brin_at ON blocks USING brin (at);
VACUUM ANALYZE visits; VACUUM ANALYZE blocks;""")
        hour = "'2026-01-15 12:00+00', '2026-01-15 13:00+00'"
        period = f"tstzrange({hour})"
        from_, to = hour.split(", ")
        where = {
            "timestamptz column": ("visits", f"at >= {from_} AND at < {to}"),
            "ulid <@ tstzrange": ("visits", f"id <@ {period}"),
            "uuid (version 7) <@ tstzrange": ("visits", f"id7 <@ {period}"),
            "ulid_flake <@ tstzrange": ("visits", f"flake <@ {period}"),
            "id_time(ulid), no index": ("visits", f"id_time(id) >= {from_} AND id_time(id) < {to}"),
            "timestamptz, BRIN": ("blocks", f"at >= {from_} AND at < {to}"),
            "ulid <@ tstzrange, BRIN": ("blocks", f"id <@ {period}"),
        }
        expected = self.rows // 720
        for name, (table, condition) in where.items():
            found = int(self.sql(f"SELECT count(*) FROM {table} WHERE {condition}"))
            if abs(found - expected) > 1:
                raise SystemExit(f"{name}: {found} rows found, {expected} expected")
        many = 200  # so that loading the extension's library, once a session, does not count
        for part, (before, statement) in {
                "range": ("", "EXECUTE 'SELECT sum(payload) FROM {} WHERE {}'"),
                "range, prepared": ("PREPARE", "PERFORM sum(payload) FROM {} WHERE {}")}.items():
            loops = {}
            for name, (table, condition) in where.items():
                times = 1 if "no index" in name else many
                one = statement.format(table, condition.replace("'", "''") if not before else condition)
                loops[name] = f"DO $loop$ BEGIN FOR i IN 1..{times} LOOP {one}; END LOOP; END $loop$"
            best = self.shortest(loops, times=3)
            for name in where:
                times = 1 if "no index" in name else many
                base = "timestamptz, BRIN" if "BRIN" in name else "timestamptz column"
                self.row(part, name, best[name] / times, "ms", base, best[base] / many)
        sizes = {name: float(self.sql(f"SELECT pg_relation_size('{index}') / 1e3")) for name, index in
                 {"btree of timestamptz": "visits_at_idx", "btree of ulid": "visits_id_idx", "BRIN of ulid": "blocks_brin"}.items()}
        for name, size in sizes.items():
            self.row("range, index", name, size, "kB", "btree of timestamptz", sizes["btree of timestamptz"])
        self.sql("DROP TABLE visits, blocks")

    def foreign_key(self):
        """An index of ids that repeat, twenty times each: equal ones are kept once."""
        subjects = {"uuid": "gen_random_uuid()", "ulid": "ulid_generate()", "typeid": "typeid_generate('user')",
                    "account_id": "account_id_generate()", "bigint": "n::bigint", "ulid_flake": "ulid_flake_generate()"}
        self.typeid_of_accounts()
        size = {}
        for name, value in subjects.items():
            size[name] = float(self.sql(f"""CREATE UNLOGGED TABLE parents AS SELECT {value} AS id
FROM generate_series(1, {self.rows // 20}) n;
CREATE UNLOGGED TABLE children AS SELECT id FROM parents, generate_series(1, 20) ORDER BY random();
CREATE INDEX ON children (id);
SELECT pg_relation_size('children_id_idx') / 1e6; DROP TABLE parents, children"""))
        for name in subjects:
            base = "bigint" if name in ("bigint", "ulid_flake") else "uuid"
            self.row("index of a foreign key", name, size[name], "MB", base, size[base])


PARTS = ("generate", "insert", "default", "sort", "parse", "range", "foreign_key")


def measure(server, arguments):
    bench = Bench(server, arguments.rows, arguments.repetitions)
    for part in arguments.only or PARTS:
        getattr(bench, part)()
    about = figures.about()
    about["tools"] = {"PostgreSQL": bench.sql("SHOW server_version").split()[0], "g++": about["tools"].get("g++", "")}
    about["load"] = os.getloadavg()[1]
    return [{**about, "rows": arguments.rows}, *bench.found]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stage", type=Path)
    parser.add_argument("--pg-config", default="pg_config")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=PARTS)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # or the server would outlive us
    with with_cluster.Cluster(stage=arguments.stage, pg_config=arguments.pg_config, settings=SETTINGS) as cluster:
        rows = measure(cluster, arguments)
    if arguments.json:
        figures.write(arguments.json, rows)


if __name__ == "__main__":
    main()
