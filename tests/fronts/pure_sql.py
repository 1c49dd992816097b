#!/usr/bin/env python3
"""The pure-SQL edition on a private PostgreSQL server, against the vectors, the oracle, the program and the extension.

usage: pure_sql.py --bin SORTID --scripts FOLDER [--stage FOLDER] [--pg-config PROGRAM] [--count N] [--seed S]

--scripts holds sortid_pure.sql and its uninstaller; --stage an installed tree of the extension, which is compared with
when it is given. The requests are those of tests/oracle/PROTOCOL.md, as far as the edition has functions for them; the
server answers them, and the oracle and the vectors say what is right. Texts go to the server as hexadecimal, and in two
databases: one of UTF-8, and one of SQL_ASCII, which also holds bytes that are no characters.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent / "oracle"), str(ROOT / "databases/postgres/test")]

import oracle  # noqa: E402
import run as material  # noqa: E402
import vectors  # noqa: E402
from with_cluster import Cluster  # noqa: E402

# format -> the edition's name, the column's type, the type that errors name, how a value is written
KINDS = {
    "ulid": ("ulid", "uuid", "ulid", "uuid_to_ulid(id)"),
    "typeid": ("typeid", "uuid", "typeid", "uuid_to_typeid('', id)"),
    "uuidv7": ("uuid7", "uuid", "uuid", "id::text"),
    "euid": ("euid", "uuid", "euid", "uuid_to_euid(id)"),
    "ulid-flake": ("ulid_flake", "bigint", "ulid_flake", "bigint_to_ulid_flake(id)"),
    "ulid-flake-scalable": ("ulid_flake_scalable", "bigint", "ulid_flake_scalable", "bigint_to_ulid_flake_scalable(id)"),
    "uid11": ("uid11", "bigint", "uid11", "bigint_to_uid11(id)"),
    "xid": ("xid", "bigint", "uid11", "bigint_to_xid(id)"),
    "uid11-fullrand": ("uid11_fullrand", "bigint", "uid11", "bigint_to_uid11_fullrand(id)"),
    "uid11-snowish": ("uid11_snowish", "bigint", "uid11", "bigint_to_uid11_snowish(id)"),
    "uid11-ts-seq-rand": ("uid11_ts_seq_rand", "bigint", "uid11", "bigint_to_uid11_ts_seq_rand(id)"),
}
TIMED = [name for name in KINDS if name not in ("uid11", "uid11-fullrand")]
REASONS = "length|character|overflow|checksum|prefix|range"
VERBS = ("parse", "show", "text", "first", "last", "interval")

failures = collections.Counter()


def fail(what, *lines):
    failures[what] += 1
    if failures[what] <= 5:
        print(f"FAILED {what}", *lines, sep="\n    ")


def expect(what, wanted, found):
    if wanted != found:
        fail(what, f"wanted {wanted!r}", f"found  {found!r}")


# --- the server's side: a function for each verb and kind ------------------------------------------------------------

HELPERS = r"""
CREATE SCHEMA test;
-- An instant from milliseconds, exactly; beyond what timestamptz holds, infinite.
CREATE FUNCTION test.at(ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN ms > 9224318015999999 THEN 'infinity' WHEN ms < -210866803200000 THEN '-infinity'
              ELSE (timestamp '1970-01-01' + (ms / 86400000)::integer * interval '1 day'
                    + (ms % 86400000)::integer * interval '1 millisecond') AT TIME ZONE 'UTC' END
$$;
CREATE FUNCTION test.rfc3339(t timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(t AT TIME ZONE 'UTC', 'FMYYYY-') || to_char(t AT TIME ZONE 'UTC', 'MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
CREATE FUNCTION test.value(hex text, OUT id uuid) LANGUAGE sql IMMUTABLE AS $$ SELECT hex::uuid $$;
CREATE FUNCTION test.value64(hex text, OUT id bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || hex)::bit(64)::bigint $$;
CREATE FUNCTION test.hex(uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT replace($1::text, '-', '') $$;
CREATE FUNCTION test.hex(bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT lpad(to_hex($1), 16, '0') $$;
CREATE FUNCTION test.word(given text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(encode(convert_to(given, getdatabaseencoding()), 'hex'), ''), '-') $$;
"""

# What a rejected text leaves: one answer when all that speaks of it says the same.
PARSE = r"""
CREATE FUNCTION test."parse {format}"(given text, OUT answer text, OUT sentence text) LANGUAGE plpgsql AS $$
DECLARE
  id {type};
  state text; message text; detail text; parts text[];
BEGIN
  BEGIN
    id := sortid.{kind}_to_{type}(given);
  EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
    parts := regexp_match(detail, '^(\w+) at position (\d+): (.*)$');
    answer := 'err ' || parts[1] || ' ' || parts[2];
    sentence := parts[1] || ': ' || parts[3];
    IF state <> '22P02' OR message <> 'invalid input syntax for type {sql_type}: "' || given || '"'
       OR sortid.{kind}_is_valid(given) OR parts IS NULL
       OR sortid.{kind}_check(given) <> parts[1] || ' at position ' || parts[2]
       OR sortid.id_check(given, '{format}') <> parts[1] || ' at position ' || parts[2] THEN
      answer := 'incoherent ' || concat_ws(' ', state, message, detail, sortid.{kind}_is_valid(given), sortid.{kind}_check(given));
    END IF;
    RETURN;
  END;
  answer := 'ok ' || test.hex(id) || ' ' || test.word({canonical}) || ' ' || {extra};
  IF NOT sortid.{kind}_is_valid(given) OR sortid.{kind}_check(given) IS NOT NULL
     OR sortid.id_check(given, '{kind}') IS NOT NULL THEN
    answer := 'incoherent ' || answer;
  END IF;
END $$;
"""
TEXT = r"""
CREATE FUNCTION test."text {format}"(hex text, prefix text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  id {type} := test.value{width}(hex);
  state text; detail text;
BEGIN
  RETURN 'ok ' || test.word({canonical});
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, detail = PG_EXCEPTION_DETAIL;
  RETURN concat_ws(' ', 'err', (regexp_match(detail, '^(\w+) at position (\d+)'))[1],
                   CASE state WHEN '22003' THEN '-' ELSE (regexp_match(detail, '^(\w+) at position (\d+)'))[2] END);
END $$;
"""
SHOW = r"""
CREATE FUNCTION test."show {format}"(hex text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  id {type} := test.value{width}(hex);
BEGIN
  {error}
  RETURN concat_ws(' ', 'ok', test.word({written}), {ms}, {time});
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'err range -';
          WHEN numeric_value_out_of_range THEN
  RETURN 'err overflow -';
END $$;
"""
EDGES = r"""
CREATE FUNCTION test."{verb} {format}"(ms text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN 'ok ' || test.hex(sortid.{kind}_{verb}(test.at(ms::bigint)));
EXCEPTION WHEN datetime_field_overflow THEN
  RETURN 'err range -';
END $$;
"""
INTERVAL = r"""
CREATE FUNCTION test."interval {format}"(from_ms text, to_ms text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  range constant tstzrange := tstzrange(test.at(from_ms::bigint), test.at(to_ms::bigint));
  first constant {type} := sortid.{kind}_first_in(range);
  last constant {type} := sortid.{kind}_last_in(range);
BEGIN
  IF {above} THEN
    RETURN 'err range -';
  END IF;
  RETURN 'ok ' || test.hex(first) || ' ' || test.hex(last);
END $$;
"""


def helpers():
    """The functions of the schema test, and which (verb, format) they answer."""
    sql, answered = [HELPERS], set()
    for format, (kind, type, sql_type, written) in KINDS.items():
        words = dict(format=format, kind=kind, type=type, sql_type=sql_type, written=written, extra="'-'",
                     canonical=written, width="" if type == "uuid" else "64", ms="'null'", time="'null'", error="")
        if format == "typeid":
            words.update(canonical="uuid_to_typeid(sortid.typeid_prefix(given), id)",
                         extra="coalesce(nullif(sortid.typeid_prefix(given), ''), '-')")
        timed_kind = "uuid7" if format == "typeid" else kind  # the UUID of a TypeID
        if format in TIMED:
            tries = "try_" if timed_kind == "uuid7" else ""
            words.update(ms=f"coalesce({tries}{timed_kind}_ms(id)::text, 'null')",
                         time=f"coalesce(test.rfc3339({tries}{timed_kind}_time(id)), 'null')")
            for verb in ("first", "last"):
                sql.append(EDGES.format(verb=verb, **{**words, "kind": timed_kind}))
                answered.add((verb, format))
            # An unsigned id's bounds are those of the bits where there are any; where there is none they are these two.
            above = ("first = 9223372036854775807 AND last = 0"
                     if format in ("xid", "uid11-ts-seq-rand", "uid11-snowish") else "first > last")
            sql.append(INTERVAL.format(above=above, **{**words, "kind": timed_kind}))
            answered.add(("interval", format))
        if format == "uuidv7":  # another version is no id of the format; uuid7_time rejects it
            words["error"] = "IF id_is_version_7(id) IS DISTINCT FROM (try_uuid7_time(id) = uuid7_time(id)) THEN RETURN 'incoherent'; END IF;"
        for verb, template in (("parse", PARSE), ("show", SHOW)):
            sql.append(template.format(**words))
            answered.add((verb, format))
        if format != "uuidv7":
            if format == "typeid":
                words["canonical"] = "uuid_to_typeid(prefix, id)"
            sql.append(TEXT.format(**words))
            answered.add(("text", format))
    return "SET search_path = sortid, public;\n" + "\n".join(sql), answered


def call_of(request, encoding):
    """The arguments of a request for the server, or None when it is none for this edition or this database."""
    verb, *words = request.split(" ")
    if verb == "parse":
        raw = b"" if words[1] == "-" else bytes.fromhex(words[1])
        if b"\0" in raw:
            return None
        if encoding == "UTF8":
            try:
                raw.decode()
            except UnicodeDecodeError:
                return None
        return words[0], [raw.hex()]
    if verb == "text":
        if words[0] == "euid" and words[2] == "none":  # an EUID without a check is read, never written
            return None
        prefix = b"" if words[2] == "-" or words[0] != "typeid" else bytes.fromhex(words[2])
        if b"\0" in prefix:
            return None
        try:
            return words[0], [words[1], prefix.decode("ascii")]
        except UnicodeDecodeError:
            return None
    if verb == "interval" and int(words[1]) >= int(words[2]):
        return None  # no tstzrange
    if verb in ("first", "last", "interval"):
        # PostgreSQL's own limits are inside what the test's instants say.
        return words[0], words[1:]
    return words[0], words[1:2]


def comparable(verb, format, answer):
    """The words of an answer that the edition has too."""
    words = answer.split(" ")
    if words[0] != "ok":
        return answer
    if verb == "show":
        return " ".join(words[0:2] + words[4:6])
    if verb == "parse" and format == "euid":
        return " ".join(words[:3] + ["-"])
    return answer


def ask(cluster, database, pairs, answered, what):
    """Sends requests; compares what comes back with what is wanted."""
    encoding = "SQL_ASCII" if database == "ascii" else "UTF8"
    calls, left_out = collections.defaultdict(list), 0
    for request, wanted in pairs:
        verb, format = request.split(" ")[:2]
        if (verb, format) not in answered:
            continue
        call = call_of(request, encoding)
        if call is None:
            left_out += 1
            continue
        calls[verb, format].append((call[1], wanted, request))
    sql = ["SET search_path = sortid, public; SET timezone = 'UTC'; SET client_encoding = 'SQL_ASCII'; BEGIN;"]
    for (verb, format), list_of in calls.items():
        sql.append("CREATE TEMP TABLE r (n integer, a text, b text) ON COMMIT DROP;\nCOPY r FROM stdin;")
        for n, (arguments, _, _) in enumerate(list_of):
            sql.append("\t".join([str(n), *(arguments + [""])[:2]]))
        given = {"parse": f"convert_from(decode(a, 'hex'), '{encoding}')", "text": "a, b", "interval": "a, b"}.get(verb, "a")
        column = "(test.\"{} {}\"({})).answer" if verb == "parse" else "test.\"{} {}\"({})"
        sql.append("\\.\nSELECT " + column.format(verb, format, given) + " FROM r ORDER BY n; DROP TABLE r;")
    lines = cluster.psql("\n".join(sql) + "\nCOMMIT;\n", "-d", database).split("\n")
    at = 0
    for (verb, format), list_of in calls.items():
        for _, wanted, request in list_of:
            found, wanted = lines[at], comparable(verb, format, wanted)
            at += 1
            if not vectors.matches(wanted, found):
                fail(f"{what} in {database}", request, f"wanted {wanted}", f"found  {found}")
    expect(f"{what}: lines", at, len(lines) - 1)
    print(f"{what} in {database}: {at} answers, {left_out} requests that the database cannot hold")


# --- what is asked ---------------------------------------------------------------------------------------------------

def of_vectors(folder):
    return ((request, wanted) for _, request, wanted in vectors.load(folder) if request.split(" ")[0] in VERBS)


def of_oracle(count, seed):
    for format in KINDS:
        rng = random.Random(f"{seed} {format}")
        requests = [*material.part_random(rng, format, count), *material.part_mutations(rng, format, count // 4)]
        for request in (*material.part_lengths(rng, format, count), *material.part_bytes(rng, format, count)):
            if rng.randrange(40) == 0:
                requests.append(request)
        if format in TIMED:
            requests += (r for r in material.part_instants(rng, format, count) if rng.randrange(10) == 0)
        if format == "euid":
            requests += (r for r in material.part_checks(rng, format, count) if rng.randrange(10) == 0)
        for request in requests:
            if request.split(" ")[0] in VERBS:
                yield request, oracle.answer(request)


def rows(cluster, sql, database="postgres"):
    setup = "SET search_path = sortid, public, ext; SET timezone = 'UTC';\n"
    return [line.split("\t") for line in cluster.psql(setup + sql, "-d", database).splitlines()]


def error_of(cluster, sql):
    done = cluster.psql("\\set VERBOSITY sqlstate\nSET search_path = sortid, public;\n" + sql, check=False)
    return done.stderr.split("ERROR:")[-1].strip() if done.returncode else None


def copied(values):
    return "CREATE TEMP TABLE given (n integer, v text); COPY given FROM stdin;\n" + "".join(
        f"{n}\t{value}\n" for n, value in enumerate(values)) + "\\.\n"


def the_program(cluster, program, count, seed):
    """Ids and errors of `sortid` itself, sentences included."""
    for format, (kind, type, _, written) in KINDS.items():
        rng = random.Random(f"{seed} program {format}")
        values = [oracle.to_hex(format, material.good_value(rng, format)) for _ in range(count)]
        texts = subprocess.run([program, "convert", "--from", "hex", "--to", format], input="\n".join(values) + "\n",
                               capture_output=True, text=True, check=True).stdout.split()
        inspected = subprocess.run([program, "inspect", "--json", "--format", format], input="\n".join(texts) + "\n",
                                   capture_output=True, text=True, check=True).stdout.splitlines()
        times = ["" if (ms := json.loads(line)["unix_ms"]) is None else str(ms) for line in inspected]
        timed = "uuid7" if format == "typeid" else kind
        ms = f"{'try_' if timed == 'uuid7' else ''}{timed}_ms(id)" if format in TIMED else "NULL"
        found = rows(cluster, copied(texts) + f"""
            SELECT test.hex(id), {written}, {ms}
            FROM (SELECT n, {kind}_to_{type}(v) AS id FROM given) AS ids ORDER BY n;""")
        expect(f"program: {format}", list(zip(values, texts, times)), [tuple(row) for row in found])

        wrong = []
        while len(wrong) < count // 10:
            text = material.mutated(rng, format, material.good_text(rng, format))
            if text and text.isascii() and text.decode().isprintable() and isinstance(oracle.parse(format, text), oracle.Err):
                wrong.append(text.decode())
        said = subprocess.run([program, "check", "--format", format], input="\n".join(wrong) + "\n", capture_output=True,
                              text=True).stderr.splitlines()
        wanted = [re.search(rf'": ((?:{REASONS}): .*?)(?:; it (?:looks like|begins with|ends with) .*)?$', line)[1] for line in said[:len(wrong)]]
        found = rows(cluster, copied(text.encode().hex() for text in wrong) + f"""
            SELECT (test."parse {format}"(convert_from(decode(v, 'hex'), 'UTF8'))).sentence FROM given ORDER BY n;""")
        expect(f"program: sentences of {format}", wanted, [row[0] for row in found])
    print(f"program: {len(KINDS)} formats, {count} ids and {count // 10} errors each")


def ranges(cluster):
    """`during` says what core's range operator says of the id's time, and is served by an index. The bounds are those of the table."""
    for case in json.loads((HERE.parent / "oracle/vectors/intervals/vectors.json").read_text()):
        name, ends = case["format"], [case[key] for key in ("from_ns", "to_ns")]
        given = [end for end in ends if end is not None]
        # Microseconds are the server's finest, and a range's ends are in order.
        if name not in TIMED or any(int(end) % 1000 for end in given) or (len(given) == 2 and int(given[0]) > int(given[1])):
            continue
        kind = "uuid7" if name == "typeid" else KINDS[name][0]
        low, high = ("NULL" if end is None else f"timestamptz 'epoch' + {int(end) // (3600 * 10**9)} * interval '1 hour' + {int(end) % (3600 * 10**9) // 1000} * interval '1 us'"
                     for end in ends)
        first, last = (f"{kind}_{end}_in(tstzrange({low}, {high}, '{case['bounds']}'))" for end in ("first", "last"))
        if "reason" in case:
            expect(f"{name}: {case['name']}", [["t"]], rows(cluster, f"SELECT {first} > {last};"))
        else:
            expect(f"{name}: {case['name']}", [[case["first"], case["last"]]], rows(cluster, f"SELECT test.hex({first}), test.hex({last});"))
    for format in TIMED:
        kind, type, _, _ = KINDS[format]
        kind = "uuid7" if format == "typeid" else kind
        # Some have no generator; the bounds are ids too.
        drawn = {"uid11_snowish": "uid11_snowish_first(i)", "uid11_ts_seq_rand": "uid11_ts_seq_rand_last(i)",
                 "ulid_flake_scalable": "ulid_flake_scalable_generate_at(i, 9)"}.get(kind, f"{kind}_generate_at(i)")
        bad = rows(cluster, f"""
            CREATE TEMP TABLE ids AS
              SELECT {drawn} AS id FROM
                (SELECT timestamptz '2026-01-01' + (g * 337) % 5000 * interval '1 ms' AS i FROM generate_series(1, 100) g) AS s;
            INSERT INTO ids VALUES ({kind}_first(timestamptz '2080-01-01')), ({kind}_last(timestamptz '2080-12-31 23:59:59.999'));
            {f"INSERT INTO ids VALUES ({kind}_first(timestamptz '2090-01-01')), ({kind}_last(timestamptz '2151-01-01'));"
             if format != "uid11-snowish" else ""}
            CREATE TEMP TABLE ranges AS
              SELECT tstzrange(a, b, bounds) AS r FROM
                (VALUES (NULL), (timestamptz '-infinity'), ('1960-01-01'), ('2026-01-01'), ('2026-01-01 00:00:01.0005'),
                        ('2026-01-01 00:00:01.001'), ('2026-01-01 00:00:02'), ('2080-06-01'), ('2085-01-01'), ('2100-01-01')) AS l(a),
                (VALUES (NULL), (timestamptz 'infinity'), ('1961-01-01'), ('2026-01-01 00:00:01.001'), ('2026-01-01 00:00:03.000001'),
                        ('2026-01-01 00:00:04'), ('2026-02-01'), ('2082-01-01'), ('2120-01-01'), ('20000-01-01')) AS u(b),
                (VALUES ('[)'), ('(]'), ('[]'), ('()')) AS k(bounds)
              WHERE a IS NULL OR b IS NULL OR a <= b;
            INSERT INTO ranges VALUES ('empty');
            SELECT id, r FROM ids, ranges WHERE {kind}_during(id, r) IS DISTINCT FROM ({kind}_time(id) <@ r) LIMIT 3;
            SELECT count(*) > 5000 FROM ids, ranges WHERE {kind}_during(id, r);""")
        expect(f"during: {format}", [["t"]], bad)
        plan = " ".join(row[0] for row in rows(cluster, f"""
            CREATE TABLE public.indexed (id {type} PRIMARY KEY); INSERT INTO indexed SELECT {kind}_first(timestamptz '2026-01-01' + g * interval '1 s')
              FROM generate_series(1, 5000) g; ANALYZE indexed; SET plan_cache_mode = force_generic_plan;
            PREPARE during(tstzrange) AS SELECT * FROM indexed WHERE {kind}_during(id, $1);
            EXPLAIN (COSTS OFF) EXECUTE during('[2026-01-01 00:10, 2026-01-01 00:11)');
            EXPLAIN (COSTS OFF) SELECT * FROM indexed WHERE {kind}_during(id, '[2026-01-01 00:10, 2026-01-01 00:11)');
            EXPLAIN (COSTS OFF) SELECT * FROM indexed WHERE {kind}_during(id, tstzrange(now() - interval '1 hour', now()));
            DROP TABLE indexed;"""))
        expect(f"plans of {format}: index conditions", True, plan.count("Index Cond") >= 3 and "Seq Scan" not in plan)
    # One a second; then another prefix, and a UUID of version 4 between the bounds.
    expect("during of typeid", [["60"]], rows(cluster, """
        CREATE TEMP TABLE t AS
          SELECT typeid_first(prefix, timestamptz '2026-01-01' + g * interval '1 s') AS id
          FROM generate_series(1, 1000) g, (VALUES ('user'), ('users')) AS p(prefix);
        INSERT INTO t SELECT uuid_to_typeid('user', overlay(uuid7_first(timestamptz '2026-01-01 00:05:30')::text placing '4' from 15)::uuid);
        SELECT count(*) FROM t WHERE typeid_during('user', id, '[2026-01-01 00:05, 2026-01-01 00:06)');"""))
    print(f"ranges: {len(TIMED)} formats")


def generators(cluster):
    for kind, type in (("ulid", "uuid"), ("uuid7", "uuid"), ("euid", "uuid"), ("ulid_flake", "bigint"),
                       ("ulid_flake_scalable", "bigint"), ("xid", "bigint")):
        ordered, sid = kind != "xid", "7" if kind == "ulid_flake_scalable" else ""
        also = sid and ", " + sid
        expect(f"{kind}_generate", [["t", "t", "t", "t"]], rows(cluster, f"""
            CREATE TEMP TABLE g AS SELECT n, id FROM {kind}_generate_many(1000{also}) WITH ORDINALITY AS g(id, n);
            INSERT INTO g SELECT 1000 + n, {kind}_generate({sid}) FROM generate_series(1, 1000) n;
            SELECT count(DISTINCT id) >= {2000 if ordered else 1990},
                   bool_and({kind}_time(id) BETWEEN now() - interval '1 minute' AND now() + interval '1 minute'),
                   (SELECT bool_and(before < id) FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM g) AS s)
                     OR NOT {ordered},
                   bool_and({kind}_is_valid({'id::text' if kind == 'uuid7' else f'{type}_to_{kind}(id)'}))
            FROM g;"""))
        expect(f"{kind}_generate_at", [["t", "t"]], rows(cluster, f"""
            SELECT bool_and({kind}_ms({kind}_generate_at('2026-03-04 05:06:07.089'{also})) = 1772600767089),
                   count(DISTINCT {kind}_generate_at('2026-03-04 05:06:07.089'{also})) >= 95 FROM generate_series(1, 100);"""))
        expect(f"{kind}_generate_at before the epoch", "22008", error_of(cluster, f"SELECT {kind}_generate_at('1960-01-01');"))
        # Every bit that is not fixed is 0 in some and 1 in others.
        free = rows(cluster, f"""
            SELECT bit_or(b) # bit_and(b) FROM (SELECT ('x' || test.hex({kind}_generate_at('2026-01-01')))::{
                'bit(128)' if type == 'uuid' else 'bit(64)'} AS b FROM generate_series(1, 200)) AS s;""")[0][0]
        edges = rows(cluster, f"SELECT test.hex({kind}_first(timestamptz '2026-01-01')), test.hex({kind}_last(timestamptz '2026-01-01'));")
        wanted = int(edges[0][0], 16) ^ int(edges[0][1], 16)
        if kind == "euid":
            wanted &= ~(15 << 64)  # no extension: its length is 0
        if kind == "ulid_flake_scalable":
            wanted &= ~31  # the sid is given
        expect(f"{kind}: bits drawn", f"{wanted:b}", f"{int(free, 2):b}")
    expect("sid", [["3", "31"]], rows(cluster, """SELECT ulid_flake_scalable_generate(3) & 31,
        ulid_flake_scalable_generate_at('2026-01-01', 31) & 31;"""))
    expect("sid too great", "22003", error_of(cluster, "SELECT ulid_flake_scalable_generate(32);"))
    expect("typeid_generate", [["t", "t", "user"]], rows(cluster, """
        SELECT bool_and(typeid_is_valid(id)), count(DISTINCT id) = 100, min(typeid_prefix(id)) FROM typeid_generate_many('user', 100) AS id;"""))
    expect("typeid_generate: prefix", "22023", error_of(cluster, "SELECT typeid_generate('User');"))
    expect("uid11_fullrand_generate", [["t"]], rows(cluster, """
        SELECT bit_or(id) = -1 AND bit_and(id) = 0 FROM uid11_fullrand_generate_many(200) AS id;"""))
    # What was kept stays below what comes, also where a setting went back with its transaction.
    expect("order across a rollback", [["t"]], rows(cluster, """
        CREATE TEMP TABLE kept (n serial, id uuid);
        INSERT INTO kept (id) SELECT ulid_generate() FROM generate_series(1, 50);
        BEGIN; INSERT INTO kept (id) SELECT ulid_generate() FROM generate_series(1, 50); ROLLBACK;
        INSERT INTO kept (id) SELECT ulid_generate() FROM generate_series(1, 50);
        SELECT bool_and(before < id) FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM kept) AS s WHERE before IS NOT NULL;"""))
    expect("a clock that goes back", [["t"]], rows(cluster, """
        SELECT set_config('sortid_pure.ulid', (((extract(epoch FROM clock_timestamp()) * 1000)::bigint + 3600000) * 65536 + 65535)::text, false) IS NULL
          OR ulid_time(ulid_generate()) BETWEEN now() + interval '59 minutes' AND now() + interval '61 minutes';"""))
    print("generators: 8 kinds")


def catalog(cluster, scripts):
    """Labels, installing by an ordinary role and again, another schema, and removal."""
    functions = rows(cluster, """
        SELECT proname, provolatile, proparallel, proleakproof FROM pg_proc WHERE pronamespace = 'sortid'::regnamespace;""")
    expect("functions", True, len(functions) > 150)
    for name, volatility, parallel, leakproof in functions:
        wanted = "v" if "generate" in name else "i"
        expect(f"volatility of {name}", wanted, volatility)
        counts = "generate" in name and not name.endswith(("_at", "_random")) and not name.startswith(("xid", "uid11"))
        leaders = "generate" in name and (name.startswith(("xid", "ulid_flake")) or name.endswith("_many"))
        expect(f"parallel safety of {name}", "u" if counts else "r" if leaders else "s", parallel)
        expect(f"leakproof {name}", "f", leakproof)
    nulls = rows(cluster, """
        SELECT ulid_to_uuid(NULL) IS NULL, ulid_is_valid(NULL) IS NULL, typeid_is_valid(NULL) IS NULL, euid_check(NULL) IS NULL,
               ulid_during(NULL, '[2026-01-01,2026-01-02)') IS NULL, uuid7_is_valid(NULL) IS NULL;""")
    expect("nulls", [["t"] * 6], nulls)
    script, uninstall = ((scripts / name).read_text() for name in ("sortid_pure.sql", "sortid_pure_uninstall.sql"))
    cluster.psql("CREATE ROLE ordinary LOGIN; CREATE DATABASE owned OWNER ordinary;")

    def as_ordinary(sql, check=True):
        return cluster.psql(sql, "-d", "owned", "-U", "ordinary", check=check)

    for _ in range(2):
        as_ordinary(script)
    expect("by an ordinary role", "01563e3a-b5d3-d676-4c61-efb99302bd5b\n",
           as_ordinary("SELECT sortid.ulid_to_uuid('01ARZ3NDEKTSV4RRFFQ69G5FAV');"))
    quoted = '"My ""ids"""'
    other = "SET sortid_pure.schema = 'My \"ids\"';\n"
    as_ordinary(other + script)
    as_ordinary(uninstall)
    expect("removed", "0\n", as_ordinary(
        "SELECT count(*) FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname = 'sortid';"))
    expect("in another schema", "01ARZ3NDEKTSV4RRFFQ69G5FAV\n", as_ordinary(
        f"SELECT {quoted}.uuid_to_ulid({quoted}.ulid_to_uuid('01arz3ndektsv4rrffq69g5fav'));"))
    expect("in another schema: times", "t\n", as_ordinary(
        f"SELECT {quoted}.ulid_during({quoted}.ulid_generate(), tstzrange(now() - interval '1 hour', NULL))"
        f" AND {quoted}.xid_during({quoted}.xid_generate(), tstzrange(now() - interval '1 hour', NULL));"))
    as_ordinary(f"CREATE TABLE t (id uuid DEFAULT {quoted}.ulid_generate());")
    rejected = as_ordinary(other + uninstall, check=False)
    expect("removal of what is used", True, rejected.returncode != 0 and "depend" in rejected.stderr)
    as_ordinary("DROP TABLE t;" + other + uninstall)
    expect("nothing left", "", as_ordinary("""
        SELECT nspname, proname FROM pg_namespace n LEFT JOIN pg_proc ON pronamespace = n.oid WHERE nspname ~ 'ids|sortid';"""))
    collated = rows(cluster, """
        CREATE COLLATION loose (provider = icu, locale = 'und', deterministic = false);
        CREATE TEMP TABLE c (ulid text COLLATE loose, typeid text COLLATE loose, xid text COLLATE loose, uuid7 text COLLATE loose);
        INSERT INTO c VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'user_01h2xcejqtf2nbrexx3vqjhp41', '5TK7MT834rx', '0188bac7-4afa-78aa-bc3b-bd1eef28d881');
        SELECT ulid_is_valid(ulid), typeid_is_valid(typeid), xid_is_valid(xid), uuid7_is_valid(uuid7), ulid_to_uuid(ulid), typeid_to_uuid(typeid),
               typeid_prefix(typeid), xid_to_bigint(xid), uuid7_to_uuid(uuid7), ulid_check(ulid) IS NULL FROM c;""")
    expect("a nondeterministic collation", [["t"] * 4 + ["01563e3a-b5d3-d676-4c61-efb99302bd5b", "0188bac7-4afa-78aa-bc3b-bd1eef28d881",
                                            "user", "1918655116723066557", "0188bac7-4afa-78aa-bc3b-bd1eef28d881", "t"]], collated)
    print(f"catalog: {len(functions)} functions")


def the_extension(cluster, count, seed):
    """The same answers, times, bounds and errors as the extension's for the same input."""
    cluster.psql("CREATE SCHEMA ext; CREATE EXTENSION sortid SCHEMA ext;" + r"""
        CREATE FUNCTION test.said(call text, given text) RETURNS text LANGUAGE plpgsql AS $$
        DECLARE
          state text; message text; detail text; answer text;
        BEGIN
          EXECUTE 'SELECT (' || call || ')::text' INTO answer USING given;
          RETURN answer;
        EXCEPTION WHEN OTHERS THEN
          GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
          RETURN concat_ws(E'\n', state, message, detail);
        END $$;""")
    instants = ["1960-01-01", "1969-12-31 23:59:59.9999", "1970-01-01", "2011-11-11 11:11:11.1109", "2024-01-01", "2026-03-04 05:06:07.0895",
                "2081-07-18 02:58:46.663", "2151-03-25 18:46:22.2145", "2400-01-01", "3084-12-12 12:41:28.8316", "20000-01-01", "infinity", "-infinity"]
    ends = ["", "-infinity", *instants[:10:2], "infinity"]
    intervals = [f"{a}{low},{high}{b}" for low in ends for high in ends for a, b in ("[)", "(]") if
                 not (low and high) or ends.index(low) <= ends.index(high)] + ["empty"]
    for format, (kind, type, sql_type, _) in KINDS.items():
        rng = random.Random(f"{seed} extension {format}")
        texts = [material.good_text(rng, format) for _ in range(count)]
        texts += [material.mutated(rng, format, text) for text in texts[:count // 2]]
        texts = [t.decode() for t in texts if t.isascii() and t.decode().isprintable()]
        column = {"typeid": "ext.typeid", "uuidv7": "uuid"}.get(format, f"ext.{sql_type}")
        of_text, ours, is_typeid = f"$1::{column}", f"sortid.{kind}_to_{type}($1)", format == "typeid"
        pairs = [(f"ext.{kind}_is_valid($1)", f"sortid.{kind}_is_valid($1)"), ("ext.id_detect($1)", "sortid.id_detect($1)"),
                 (f"ext.id_check($1, '{format}')", f"sortid.id_check($1, '{format}')")]
        if format == "uuidv7":  # core's type takes other texts; its errors are its own
            of_text = "CASE WHEN ext.uuid7_is_valid($1) THEN $1::uuid END"
            ours = "CASE WHEN ext.uuid7_is_valid($1) THEN sortid.uuid7_to_uuid($1) END"
        elif sql_type == "uid11" and format != "uid11":  # errors name another format of the same texts
            of_text = f"CASE WHEN ext.{kind}_is_valid($1) THEN $1::ext.uid11 END"
            ours = f"CASE WHEN ext.{kind}_is_valid($1) THEN {ours} END"
        pairs.append((f"({of_text})::{type}", ours))
        if is_typeid:
            pairs += [(f"ext.typeid_{part}({of_text})", f"sortid.typeid_{part}($1)") for part in ("prefix", "suffix")]
        else:
            back = f"sortid.{type}_to_{kind}" if format != "uuidv7" else ""
            pairs.append((f"({of_text})::text", f"{back}({ours})"))
        own = kind if sql_type == "uid11" else "id"
        if format in TIMED:
            for what in ("ms", "time"):
                mine = f"sortid.typeid_{what}($1)" if is_typeid else f"sortid.{kind}_{what}({ours})"
                pairs.append((f"ext.{own}_{what}({of_text})", mine))
            if is_typeid or format == "uuidv7":
                mine = "sortid.try_typeid_time($1)" if is_typeid else f"sortid.try_uuid7_time({ours})"
                pairs.append((f"ext.try_id_time({of_text})", mine))
        for theirs, mine in pairs:
            same(cluster, f"extension: {theirs}", texts, theirs, mine)
        if format not in TIMED:
            continue
        prefix = "'user', " if is_typeid else ""
        cast = "text" if is_typeid else type
        for name in ("first", "last"):
            same(cluster, f"extension: {kind}_{name}(timestamptz)", instants, f"ext.{kind}_{name}({prefix}$1::timestamptz)::{cast}",
                 f"sortid.{kind}_{name}({prefix}$1::timestamptz)")
            same(cluster, f"extension: {kind}_{name}_in(tstzrange)", intervals, f"ext.{kind}_{name}_in({prefix}$1::tstzrange)::{cast}",
                 f"sortid.{kind}_{name}_in({prefix}$1::tstzrange)")
        ids = rows(cluster, copied(texts[:60]) + copied(intervals).replace("given", "intervals") + f"""
            SELECT count(*) FROM given g, intervals i WHERE ext.{kind}_is_valid(g.v) AND
              ext.{own}_during(g.v::{column}, i.v::tstzrange) IS DISTINCT FROM
              {"sortid.typeid_during(coalesce(sortid.typeid_prefix(g.v), ''), g.v, i.v::tstzrange)" if is_typeid else
               f"sortid.{kind}_during({ours.replace('$1', 'g.v')}, i.v::tstzrange)"};""")
        expect(f"extension: {kind}_during", [["0"]], ids)
    for theirs, mine in (("ext.typeid_text($1, '{}')", "sortid.typeid_text($1, '{}')"), ("ext.typeid_text($1, '{}')", "sortid.uuid_to_typeid($1, '{}')")):
        id = "0188bac7-4afa-78aa-bc3b-bd1eef28d881"
        same(cluster, "extension: typeid_text", ["", "user", "_", "User", "a_", "_a", "a__b", "a" * 63, "a" * 64, "ä", "1"],
             theirs.format(id), mine.format(id))
    same(cluster, "extension: id_ms of a flake", ["-1", "0", str(2**63 - 1)], "($1::bigint::ext.ulid_flake)::text",
         "sortid.bigint_to_ulid_flake($1::bigint)")
    print(f"extension: {len(KINDS)} formats")


def same(cluster, what, given, theirs, mine):
    quoted = [call.replace("'", "''") for call in (theirs, mine)]
    found = rows(cluster, copied(text.encode().hex() for text in given) + f"""
        UPDATE given SET v = convert_from(decode(v, 'hex'), 'UTF8');
        SELECT encode(convert_to(a, 'UTF8'), 'hex'), encode(convert_to(b, 'UTF8'), 'hex'), encode(convert_to(v, 'UTF8'), 'hex')
        FROM (SELECT v, test.said('{quoted[0]}', v) AS a, test.said('{quoted[1]}', v) AS b FROM given) AS s
        WHERE a IS DISTINCT FROM b LIMIT 3;""")
    for a, b, v in found:
        fail(what, *(f"{label} {bytes.fromhex(text)!r}" for label, text in (("given ", v), ("theirs", a), ("ours  ", b))))


def encodings(cluster, script):
    """A database of any encoding takes the script, and what it says arrives whole."""
    names = rows(cluster, """
        SELECT name FROM (SELECT pg_encoding_to_char(i) FROM generate_series(0, 60) AS i) AS e(name)
        WHERE name <> '' AND name NOT IN ('SJIS', 'BIG5', 'GBK', 'UHC', 'GB18030', 'JOHAB', 'SHIFT_JIS_2004');""")
    expect("encodings", True, len(names) >= 30)
    for (name,) in names:
        cluster.psql(f"CREATE DATABASE encoded ENCODING '{name}' TEMPLATE template0 LOCALE 'C';")
        done = cluster.psql(script + "SELECT sortid.ulid_to_uuid('01ARZ3NDEKTSV4RRFFQ69G5FAU');", "-d", "encoded", check=False)
        expect(f"{name}: an error", True, "'U' at position 25 is not a symbol of ulid" in done.stderr)
        cluster.psql("DROP DATABASE encoded;")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--scripts", type=pathlib.Path, required=True)
    parser.add_argument("--stage", type=pathlib.Path)
    parser.add_argument("--pg-config", default="pg_config")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    sql, answered = helpers()
    script = (arguments.scripts / "sortid_pure.sql").read_text()
    # A test that runs out of time is ended by a signal; the server must not outlive it.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    asked = list(of_vectors(HERE.parent / "oracle/vectors"))
    with Cluster(stage=arguments.stage, pg_config=arguments.pg_config) as cluster:
        cluster.psql("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C';")
        for database in ("postgres", "ascii"):
            cluster.psql(script + sql, "-d", database)
            ask(cluster, database, asked, answered, "vectors")
        compared = list(of_oracle(arguments.count // 10, arguments.seed))
        ask(cluster, "postgres", compared, answered, "oracle")
        ask(cluster, "ascii", [pair for pair in compared if pair[1].startswith("err")], answered, "oracle")
        the_program(cluster, arguments.bin, arguments.count, arguments.seed)
        ranges(cluster)
        generators(cluster)
        catalog(cluster, arguments.scripts)
        encodings(cluster, script)
        if arguments.stage:
            the_extension(cluster, arguments.count // 25, arguments.seed)
    print(f"pure_sql: {sum(failures.values())} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
