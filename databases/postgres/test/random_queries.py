#!/usr/bin/env python3
"""Random queries about the times of ids, on tables of every shape and under many plans, compared with an oracle.

usage: random_queries.py [--stage DIR] [--pg-config PROGRAM] [--seed N] [--queries N] [--rounds N] [--kind NAME]

For each type there is one set of rows: with NULLs, the least and the greatest ids, and UUIDs of every version and
variant. Tables of many shapes hold them, and one table of core types, where an id is a bytea that sorts alike and the
times that this script reads from its bits. A query is written twice, over ids and over core types. The first
runs under several settings of the planner, as a generic and as a custom plan; all must answer as the second does.
"""

import argparse
import datetime
import random
import signal
import sys

import with_cluster

DAY_MS = 86_400_000
NOW_MS = 1_767_225_600_000  # 2026-01-01
FLAKE_EPOCH_MS, UID11_EPOCH_MS = 1_704_067_200_000, 1_321_009_871_111
SETTINGS = ["enable_seqscan", "enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan", "enable_nestloop",
            "enable_hashjoin", "enable_mergejoin", "enable_memoize", "enable_material", "enable_partition_pruning",
            "enable_partitionwise_join", "enable_partitionwise_aggregate", "enable_sort", "enable_hashagg"]
OWN_TYPES = ["z_id", "Zed Id"]


# --- ids -----------------------------------------------------------------------------------------------------------

def version_7_ms(bits):
    return bits >> 80 if bits >> 76 & 15 == 7 and bits >> 62 & 3 == 2 else None


class Kind:
    """A type of a column, and how a condition on it is written over ids and over core types.

    readings: conditions on the time of ID and RANGE, whether RANGE may be a multirange, and how the time follows from
    the bits. ordered: such a condition is the same as one between the first and the last id of the range.
    """

    def __init__(self, name, sql_type, bits, literal, first, readings, ordered=True, prefixes=("",)):
        self.name, self.sql_type, self.bits, self.literal = name, sql_type, bits, literal
        self.first, self.readings, self.ordered, self.prefixes = first, readings, ordered, prefixes

    def ids(self, rng):
        """(prefix, bits) of about a hundred ids."""
        epoch = {"ulid_flake": FLAKE_EPOCH_MS, "ulid_flake_scalable": FLAKE_EPOCH_MS, "uid11": UID11_EPOCH_MS}.get(self.name, 0)
        low = {"euid": 83, "ulid_flake": 20, "ulid_flake_scalable": 20}.get(self.name, 80 if self.bits == 128 else 22)
        signed = self.name.startswith("ulid_flake")
        made = []
        for _ in range(100):
            ms = NOW_MS - epoch + rng.choice([rng.randrange(40), rng.randrange(40), rng.randrange(DAY_MS)])
            tail = rng.choice([0, 2**low - 1, rng.randrange(2**low)])
            bits = ms << low | tail
            if self.bits == 128 and rng.random() < 0.7:  # of the version and variant 7, or another
                version, variant = rng.choice([7, rng.randrange(16)]), rng.choice([2, 2, 2, rng.randrange(4)])
                bits = bits & ~(15 << 76) & ~(3 << 62) | version << 76 | variant << 62
            made.append(bits)
        top = self.bits - 1 if signed else self.bits
        made += [0, 2**top - 1, rng.randrange(2**top), 2 ** (top - 1)]
        if self.bits == 128:
            made += [7 << 76 | 2 << 62, 2**128 - 1 & ~(15 << 76) & ~(3 << 62) | 7 << 76 | 2 << 62]
        made += rng.sample(made, 5)
        return [None] * 6 + [(rng.choice(self.prefixes), bits) for bits in made]

    def value(self, id):
        """Of the id's type."""
        return "NULL" if id is None else self.literal(*id)

    def core(self, id):
        """Of bytea, in the same order."""
        if id is None:
            return "NULL"
        prefix, bits = id
        return f"'\\x{(prefix.encode() + bytes(1)).hex() if prefix else '00'}{bits:0{self.bits // 4}x}'"


def hexed(bits):
    return f"'{bits:032x}'::uuid"


def signed(bits):
    return f"({bits - 2**64 if bits >> 63 else bits})::bigint"


OPERATORS = ["ID <@ RANGE", "RANGE @> ID", "id_during(ID, RANGE)"]


def readings(ms, *others):
    return [(text, True, ms) for text in OPERATORS] + list(others)


def kinds():
    def ulid_ms(bits):
        return bits >> 80

    def flake_ms(bits):
        return (bits >> 20) + FLAKE_EPOCH_MS

    def xid_ms(bits):
        return (bits >> 22) + UID11_EPOCH_MS

    def snowish_ms(bits):
        return None if bits >> 63 else xid_ms(bits)

    as_uuid = ("ID::uuid <@ RANGE", True, version_7_ms)
    as_ulid = ("ID::uuid::ulid <@ RANGE", True, ulid_ms)
    yield Kind("ulid", "ulid", 128, lambda _, b: f"{hexed(b)}::ulid", "ulid_first('{}')", readings(ulid_ms, as_uuid))
    yield Kind("euid", "euid", 128, lambda _, b: f"{hexed(b)}::euid", "euid_first('{}')",
               readings(lambda bits: bits >> 83, as_uuid))
    for name in ("ulid_flake", "ulid_flake_scalable"):
        yield Kind(name, name, 64, lambda _, b, name=name: f"{signed(b)}::{name}", name + "_first('{}')", readings(flake_ms))
    yield Kind("uid11", "uid11", 64, lambda _, b: f"{signed(b)}::uid11", "xid_first('{}')",
               readings(xid_ms, ("uid11_snowish_during(ID, RANGE)", False, snowish_ms),
                        ("uid11_ts_seq_rand_during(ID, RANGE)", False, xid_ms)))
    yield Kind("uuid", "uuid", 128, lambda _, b: hexed(b), "uuid7_first('{}')", readings(version_7_ms, as_ulid), False)
    yield Kind("typeid", "typeid", 128, lambda p, b: f"typeid_make('{p}', {hexed(b)})", "typeid_first('user', '{}')",
               readings(version_7_ms, as_uuid), False, ("", "a", "user", "user_x", "userx", "zz"))
    user = "typeid('user')"
    yield Kind("typeid_user", user, 128, lambda p, b: f"typeid_make('{p}', {hexed(b)})", "typeid_first('user', '{}')",
               readings(version_7_ms, as_uuid, ("ID::typeid <@ RANGE", True, version_7_ms)), False, ("user",))
    for name in OWN_TYPES:
        yield Kind(name, f'"{name}"', 128, lambda _, b, name=name: f'{hexed(b)}::"{name}"', f"\"{name}_first\"('{{}}')",
                   readings(version_7_ms, as_uuid, as_ulid, ("ID::typeid <@ RANGE", True, version_7_ms)), False)
    yield Kind("z_domain", "z_domain", 128, lambda _, b: f"{hexed(b)}::z_id", "z_id_first('{}')",
               readings(version_7_ms, as_uuid, as_ulid), False)


# --- values of core types ------------------------------------------------------------------------------------------

def instant(us):
    at = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=us)
    return at.isoformat(sep=" ") + "+00"


def instant_of_ms(ms):
    """Of any year, exactly."""
    return "NULL" if ms is None else f"'epoch'::timestamptz + interval '{ms // DAY_MS} days {ms % DAY_MS} milliseconds'"


def some_end(rng):
    """An end of a range, and where it stands among others."""
    far = rng.random()
    if far < 0.04:
        return rng.choice([(-(10**18), "-infinity"), (10**18, "infinity")])
    ms = NOW_MS + rng.randrange(-1, 41)
    if far < 0.12:
        ms = rng.choice([0, FLAKE_EPOCH_MS, UID11_EPOCH_MS, UID11_EPOCH_MS + 2**41, UID11_EPOCH_MS + 2**42, FLAKE_EPOCH_MS + 2**43,
                         NOW_MS - DAY_MS, NOW_MS + DAY_MS // 2, 253_402_300_799_000])
    us = ms * 1000 + rng.choice([0, 0, 0, 1, 500, 999])
    return us, instant(us)


def some_range(rng):
    if rng.random() < 0.06:
        return "empty"
    (_, low), (_, high) = sorted((some_end(rng), some_end(rng)), key=lambda end: end[0])
    low, high = (rng.choice([end] * 9 + [""]) for end in (low, high))
    return f"{rng.choice('[(')}{low},{high}{rng.choice(')]')}"


def quoted(text):
    return "NULL" if text is None else f"'{text}'"


def some_range_or_null(rng):
    return None if rng.random() < 0.12 else some_range(rng)


def some_multirange(rng):
    return None if rng.random() < 0.12 else "{" + ", ".join(some_range(rng) for _ in range(rng.randrange(4))) + "}"


def some_columns(rng):
    """r, m, a, b."""
    (_, a), (_, b) = sorted((some_end(rng), some_end(rng)), key=lambda end: end[0])
    a, b = (None if rng.random() < 0.1 else end for end in (a, b))
    return ", ".join(map(quoted, (some_range_or_null(rng), some_multirange(rng), a, b)))


# --- tables --------------------------------------------------------------------------------------------------------

COLUMNS = "g integer, r tstzrange, m tstzmultirange, a timestamptz, b timestamptz"
SETUP = f"""
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE EXTENSION sortid;
SELECT create_typeid('z_id', 'z');
SELECT create_typeid('Zed Id', '');
CREATE DOMAIN z_domain AS z_id;
CREATE FUNCTION steady() RETURNS tstzrange STABLE LANGUAGE plpgsql AS
  $$BEGIN RETURN '[2026-01-01 00:00:00.007+00,2026-01-01 00:00:00.02+00)'; END$$;
CREATE FUNCTION steady_null() RETURNS tstzrange STABLE LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$;
CREATE FUNCTION unsteady() RETURNS tstzrange VOLATILE LANGUAGE plpgsql AS
  $$BEGIN RETURN '[2026-01-01 00:00:00.011+00,2026-01-01 00:00:00.03+00)'; END$$;
"""
SHAPES = ["plain", "btree", "brin", "multi", "partly", "sliced", "hashed", "groups", "nested", "united", "view"]


def tables(kind, rng):
    """The statements that make and fill them."""
    first = kind.first
    instants = sorted(rng.sample(range(NOW_MS + 1, NOW_MS + 39), 3))
    bounds = ["MINVALUE", *(first.format(instant(ms * 1000)) for ms in instants), "MAXVALUE"]
    columns = f"k integer, id {kind.sql_type}, {COLUMNS}"
    times = "".join(f", at{i} timestamptz" for i in range(len(kind.readings)))
    a_range = f"'{some_range(rng)}'::tstzrange"

    yield "DROP SCHEMA IF EXISTS random CASCADE; CREATE SCHEMA random; SET search_path = random, public;"
    yield f"CREATE TABLE core (k integer, v bytea, {COLUMNS}{times});"
    yield f"CREATE TABLE plain ({columns});"
    yield f"CREATE TABLE btree ({columns}); CREATE INDEX ON btree (id); CREATE INDEX ON btree (id DESC NULLS LAST, k);"
    # BRIN finds no operators for a domain over a type of an extension, whose operator classes cannot name what they store.
    id = "(id::z_id)" if kind.name == "z_domain" else "id"
    operators = kind.sql_type.split("(")[0].strip('"').replace("z_domain", "z_id")
    yield f"CREATE TABLE brin ({columns}); CREATE INDEX ON brin USING brin ({id}) WITH (pages_per_range = 1);"
    yield f'CREATE TABLE multi ({columns}); CREATE INDEX ON multi USING brin ({id} "{operators}_minmax_multi_ops") WITH (pages_per_range = 1);'
    yield f"""CREATE TABLE partly ({columns}); CREATE INDEX ON partly (id) WHERE id <@ {a_range}; CREATE INDEX ON partly ((id <@ {a_range}));
      CREATE INDEX ON partly (k) WHERE NOT (id <@ {a_range}); CREATE INDEX ON partly (k) WHERE (id <@ r) IS NULL; CREATE INDEX ON partly (id, r);"""
    yield f"CREATE TABLE sliced ({columns}) PARTITION BY RANGE (id); CREATE TABLE sliced_rest PARTITION OF sliced DEFAULT; CREATE INDEX ON sliced (id);"
    for i in range(3):
        yield f"CREATE TABLE sliced_{i} PARTITION OF sliced FOR VALUES FROM ({bounds[i]}) TO ({bounds[i + 1]});"
    yield f"CREATE TABLE hashed ({columns}) PARTITION BY HASH (id);"
    for i in range(3):
        yield f"CREATE TABLE hashed_{i} PARTITION OF hashed FOR VALUES WITH (MODULUS 3, REMAINDER {i});"
    for name in ("groups", "nested"):
        yield f"CREATE TABLE {name} ({columns}) PARTITION BY LIST (g); CREATE TABLE {name}_0 PARTITION OF {name} FOR VALUES IN (0, NULL); CREATE INDEX ON {name} (id);"
    yield "CREATE TABLE groups_1 PARTITION OF groups FOR VALUES IN (1); CREATE TABLE nested_1 PARTITION OF nested FOR VALUES IN (1) PARTITION BY RANGE (id);"
    for i in (0, 2):
        yield f"CREATE TABLE nested_1_{i} PARTITION OF nested_1 FOR VALUES FROM ({bounds[i]}) TO ({bounds[i + 2]});"
    yield "CREATE TABLE nested_rest PARTITION OF nested_1 DEFAULT;"

    ids = kind.ids(rng)
    rows, core_rows = [], []
    for k, id in enumerate(ids):
        rest = f"{rng.choice(['0', '1', '1', 'NULL'])}, {some_columns(rng)}"
        rows.append(f"({k}, {kind.value(id)}, {rest})")
        at = "".join(", " + instant_of_ms(None if id is None else ms(id[1])) for _, _, ms in kind.readings)
        core_rows.append(f"({k}, {kind.core(id)}, {rest}{at})")
    yield "INSERT INTO core VALUES\n" + ",\n".join(core_rows) + ";"
    yield "INSERT INTO plain VALUES\n" + ",\n".join(rows) + ";"
    for name in SHAPES[1:-2]:
        yield f"INSERT INTO {name} SELECT * FROM plain{rng.choice(['', ' ORDER BY id', ' ORDER BY k DESC'])};"
    yield "CREATE VIEW united AS SELECT * FROM btree WHERE k % 2 = 0 UNION ALL SELECT * FROM sliced WHERE k % 2 = 1;"
    yield "CREATE VIEW view WITH (security_barrier) AS SELECT * FROM btree WHERE k >= 0;"
    yield "CREATE TABLE w (n integer, r tstzrange, m tstzmultirange, a timestamptz, b timestamptz);"
    yield "INSERT INTO w VALUES " + ", ".join(f"({n}, {some_columns(rng)})" for n in range(9)) + ";"
    if rng.random() < 0.7:
        yield f"VACUUM ANALYZE {', '.join(SHAPES[:-2])}, w;"
    return ids


# --- queries -------------------------------------------------------------------------------------------------------

class Queries:
    """Writes a query twice: each part is a pair, over ids and over core types."""

    def __init__(self, kind, rng):
        self.kind, self.rng = kind, rng
        self.samples = [id for id in kind.ids(rng) if id is not None]

    def range(self, aliases):
        rng = self.rng
        alias = rng.choice(aliases)
        literal = f"'{some_range(rng)}'::tstzrange"
        return rng.choice([
            literal, literal, literal, "$1", "$1", "$1", "tstzrange($2, $3)", "tstzrange($2, $3, '[]')", "NULL::tstzrange",
            f"{alias}.r", f"{alias}.r", f"{alias}.r", f"tstzrange({alias}.a, {alias}.b)", f"tstzrange({alias}.a, {alias}.b, '[]')",
            f"tstzrange({alias}.a, NULL)", f"coalesce({alias}.r, $1)", f"nullif({alias}.r, {literal})", f"({literal} * $1)",
            f"({alias}.r * $1)", "steady()", "steady_null()", "unsteady()", f"(SELECT r FROM w AS q WHERE q.n = {rng.randrange(9)})",
            f"(SELECT q.r FROM w AS q WHERE q.n = {alias}.{'n' if alias == 'w' else 'k'})",
            f"(CASE WHEN {alias}.a IS NULL THEN NULL ELSE $1 END)", f"range_merge({alias}.m)",
        ])

    def multirange(self, aliases):
        rng = self.rng
        alias = rng.choice(aliases)
        literal = f"{quoted(some_multirange(rng))}::tstzmultirange"
        return rng.choice([literal, literal, "$4", "$4", f"{alias}.m", f"{alias}.m", f"tstzmultirange({alias}.r)", f"({alias}.m * $4)"])

    def during(self, aliases):
        number = self.rng.randrange(len(self.kind.readings))
        text, many, _ = self.kind.readings[number]
        span = self.multirange(aliases) if many and self.rng.random() < 0.25 else self.range(aliases)
        core = f"(CASE WHEN t.v IS NULL OR {span} IS NULL THEN NULL ELSE coalesce(t.at{number} <@ {span}, false) END)"
        return f"({text.replace('ID', 't.id', 1).replace('RANGE', span, 1)})", core

    def several(self, aliases):
        """id <@ ANY (array), id <@ ALL (array)."""
        word, together = self.rng.choice([("ANY", " OR "), ("ALL", " AND ")])
        spans = [self.range(aliases) for _ in range(self.rng.randrange(1, 4))]
        core = together.join(f"CASE WHEN t.v IS NULL OR {s} IS NULL THEN NULL ELSE coalesce(t.at0 <@ {s}, false) END" for s in spans)
        return f"(t.id <@ {word} (ARRAY[{', '.join(spans)}]))", f"({core})"

    def comparison(self, aliases):
        id = None if self.rng.random() < 0.03 else self.rng.choice(self.samples)
        value = f"({self.kind.value(id)})::{self.kind.sql_type}"
        if self.rng.random() < 0.2:
            other = self.rng.choice(self.samples)
            return (f"(t.id = ANY (ARRAY[{value}, {self.kind.value(other)}]::{self.kind.sql_type}[]))",
                    f"(t.v = ANY (ARRAY[{self.kind.core(id)}, {self.kind.core(other)}]::bytea[]))")
        op = self.rng.choice(["<", "<=", "=", "<>", ">=", ">"])
        return f"(t.id {op} {value})", f"(t.v {op} {self.kind.core(id)}::bytea)"

    def edges(self, aliases):
        if not self.kind.ordered:
            return self.during(aliases)
        span, name = self.range(aliases), self.kind.first.split("_first")[0]
        return (f"(t.id BETWEEN {name}_first_in({span}) AND {name}_last_in({span}))",
                f"(CASE WHEN t.v IS NULL OR {span} IS NULL THEN NULL ELSE coalesce(t.at0 <@ {span}, false) END)")

    def condition(self, aliases, depth=3):
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            atom = rng.choices([self.during, self.several, self.comparison, self.edges, None], [12, 2, 3, 2, 1])[0]
            if atom:
                return atom(aliases)
            alias = rng.choice(aliases)
            return rng.choice([("(t.id IS NULL)", "(t.v IS NULL)"), (f"({alias}.r IS NULL)",) * 2, ("(t.k < 50)",) * 2, ("(t.g = 1)",) * 2])
        if rng.random() < 0.5:
            before, after = rng.choice([("(NOT ", ")")] * 4 + [("(", f" IS {no}{what})") for no in ("", "NOT ") for what in ("TRUE", "FALSE", "UNKNOWN", "NULL")])
            return tuple(before + side + after for side in self.condition(aliases, depth - 1))
        word = rng.choice([" AND ", " AND ", " OR "])
        return tuple(f"({a}{word}{b})" for a, b in zip(self.condition(aliases, depth - 1), self.condition(aliases, depth - 1)))

    def query(self):
        """The query over ids, and over core types."""
        rng = self.rng
        alone, joined = self.condition(["t"]), self.condition(["t", "w", "w"])
        joined_also = self.condition(["t", "w"], 1)
        no = rng.choice(["", "NOT "])
        down = rng.choice(["", " DESC"])
        other = rng.choice(SHAPES)
        form = rng.choice([
            "SELECT array_agg(t.k ORDER BY t.k) FROM [table] AS t WHERE [alone]",
            "SELECT array_agg(t.k ORDER BY t.k) FROM [table] AS t WHERE [alone]",
            "SELECT string_agg(concat(t.k, coalesce(([alone])::text, '-')), ' ' ORDER BY t.k) FROM [table] AS t",
            "SELECT count(*), count(*) FILTER (WHERE [alone]), count(DISTINCT t.id) FROM [table] AS t",
            "SELECT array_agg(q.n ORDER BY q.n) FROM (SELECT count(*) AS n FROM [table] AS t WHERE [alone] GROUP BY t.id) AS q",
            "SELECT array_agg(q.k) FROM (SELECT t.k FROM [table] AS t WHERE [alone] ORDER BY t.id[down], t.k LIMIT 9) AS q",
            "SELECT sum(CASE WHEN [alone] THEN 1 WHEN t.g = 1 THEN 100 ELSE 10000 END) FROM [table] AS t",
            "SELECT array_agg(t.k ORDER BY t.k) FROM [table] AS t WHERE [no]EXISTS (SELECT FROM w WHERE [joined])",
            "SELECT array_agg(w.n ORDER BY w.n) FROM w WHERE [no]EXISTS (SELECT FROM [table] AS t WHERE [joined])",
            "SELECT array_agg((w.n, t.k) ORDER BY w.n, t.k) FROM [table] AS t JOIN w ON [joined] WHERE [also]",
            "SELECT array_agg((w.n, t.k) ORDER BY w.n, t.k) FROM [table] AS t LEFT JOIN w ON [joined] WHERE [also]",
            "SELECT array_agg((w.n, t.k) ORDER BY w.n, t.k) FROM w LEFT JOIN [table] AS t ON [joined] WHERE [also]",
            "SELECT array_agg((w.n, l.k) ORDER BY w.n, l.k) FROM w, LATERAL (SELECT t.k FROM [table] AS t WHERE [joined]) AS l",
            "SELECT string_agg(concat((SELECT count(*) FROM [table] AS t WHERE [joined])), ' ' ORDER BY w.n) FROM w",
            "SELECT array_agg((t.k, s.k) ORDER BY t.k, s.k) FROM [table] AS t JOIN [other] AS s ON t.id = s.id WHERE [alone]",
            "SELECT array_agg((t.k, s.k) ORDER BY t.k, s.k) FROM [table] AS t FULL JOIN [other] AS s ON t.id = s.id AND t.k <> s.k WHERE [alone]",
            "SELECT count(*) FROM [table] AS t WHERE t.id [no]IN (SELECT s.id FROM [other] AS s WHERE s.id IS NOT NULL AND s.g = 0) AND [alone]",
            "SELECT array_agg((w.n, t.k) ORDER BY w.n, t.k) FROM [table] AS t JOIN w ON [joined] JOIN [other] AS s ON s.id = t.id AND s.k = t.k",
            "WITH gone AS (DELETE FROM [table] AS t WHERE [alone] RETURNING t.k) SELECT array_agg(k ORDER BY k) FROM gone",
            "WITH gone AS (UPDATE [table] AS t SET g = 1 FROM w WHERE w.n = 1 AND [joined] RETURNING t.k) SELECT array_agg(k ORDER BY k) FROM gone",
        ])
        shape = rng.choice(SHAPES[:-2] if form.startswith("WITH") else SHAPES)
        sides = []
        for i in range(2):
            side = form.replace("[no]", no).replace("[down]", down)
            side = side.replace("[table]", "core" if i else shape).replace("[other]", "core" if i else other)
            if i:
                side = side.replace("t.id", "t.v").replace("s.id", "s.v")
            for name, condition in (("alone", alone), ("joined", joined), ("also", joined_also)):
                side = side.replace(f"[{name}]", condition[i])
            sides.append(side)
        return sides


def run(cluster, kind, rng, queries):
    """The differences, as texts."""
    making = list(tables(kind, rng))
    cluster.psql("SET timezone = 'UTC'; SET client_min_messages = warning;\n" + "\n".join(making))
    write = Queries(kind, rng)
    parallel = "debug_parallel_query" if int(cluster.psql("SHOW server_version_num")) >= 160000 else "force_parallel_mode"
    lines = ["SET search_path = random, public; SET timezone = 'UTC'; SET jit = off; SET parallel_setup_cost = 0;"
             "SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;"]
    asked = []
    for _ in range(queries):
        query, oracle = write.query()
        (_, a), (_, b) = sorted((some_end(rng), some_end(rng)), key=lambda end: end[0])
        given = ", ".join(quoted(None if rng.random() < 0.1 else v) for v in (some_range_or_null(rng), a, b, some_multirange(rng)))
        runs = [("", oracle)]
        for mode in ("auto", "force_generic_plan", "force_custom_plan"):
            off = rng.sample(SETTINGS, rng.randrange(5)) + (["enable_seqscan"] if rng.random() < 0.5 else [])
            on = [parallel] if rng.random() < 0.1 else []
            runs.append((f"SET LOCAL plan_cache_mode = {mode}; " + "".join(f"SET LOCAL {name} = off; " for name in sorted(set(off)))
                         + "".join(f"SET LOCAL {name} = on; " for name in on), query))
        for number, (settings, text) in enumerate(runs):
            lines.append(f"BEGIN; {settings}PREPARE q (tstzrange, timestamptz, timestamptz, tstzmultirange) AS {text};\n"
                         f"\\echo '>{len(asked)}.{number}'\nEXECUTE q ({given}); DEALLOCATE q; ROLLBACK;")
        asked.append((runs, given))
    done = cluster.psql("\n".join(lines), check=False)
    answers, last = {}, "0.0"
    for line in done.stdout.splitlines():
        if line.startswith(">"):
            last = line[1:]
        else:
            answers[last] = answers.get(last, "") + line
    if done.returncode != 0:
        query, number = map(int, last.split("."))
        return [f"{kind.name}, query {query}: {''.join(asked[query][0][number])}\n{done.stderr}"]
    wrong = []
    for i, (runs, given) in enumerate(asked):
        for number, (settings, text) in enumerate(runs[1:], 1):
            if answers.get(f"{i}.{number}") != answers.get(f"{i}.0"):
                wrong.append(f"{kind.name}, query {i}: {settings}\n{text}\nwith ({given})\nanswers  {answers.get(f'{i}.{number}')}\n"
                             f"expected {answers.get(f'{i}.0')}\nby {runs[0][1]}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stage")
    parser.add_argument("--pg-config", default="pg_config")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--queries", type=int, default=30, help="for each type and set of rows")
    parser.add_argument("--rounds", type=int, default=1, help="sets of rows for each type")
    parser.add_argument("--kind", help="only this type")
    arguments = parser.parse_args()
    # A test that runs out of time is ended by ctest with a signal; the server must not outlive it.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    print(f"seed {arguments.seed}", flush=True)
    count = 0
    with with_cluster.Cluster(arguments.stage, arguments.pg_config, settings=["max_worker_processes = 16"]) as cluster:
        cluster.psql(SETUP)
        for turn in range(arguments.rounds):
            for kind in kinds():
                if arguments.kind not in (None, kind.name):
                    continue
                wrong = run(cluster, kind, random.Random(f"{arguments.seed} {turn} {kind.name}"), arguments.queries)
                count += arguments.queries
                if wrong:
                    print(f"{len(wrong)} differences in round {turn}; the first:", *wrong[:3], sep="\n\n")
                    return 1
    print(f"{count} queries, each under three settings: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
