-- Time ranges as the planner sees them: plain, prepared, with now(), in partitions; and how many rows it expects.
SET timezone = 'UTC';
SET datestyle = 'ISO';
SET max_parallel_workers_per_gather = 0;
CREATE TABLE events (id ulid PRIMARY KEY, other euid, flake ulid_flake, eleven uid11, seven uuid, typed typeid('user'));
INSERT INTO events SELECT ulid_generate_at(at), euid_generate_at(at), ulid_flake_generate_at(at), xid_generate_at(at), uuid7_generate_at(at),
    typeid_generate_at('user', at)
  FROM (SELECT '2026-01-01+00'::timestamptz + n * interval '10 s' AS at FROM generate_series(0, 99999) AS n) AS s;
CREATE INDEX ON events (other);
CREATE INDEX ON events (flake);
CREATE INDEX ON events (eleven);
CREATE INDEX ON events (seven);
CREATE INDEX ON events (typed);
VACUUM ANALYZE events;

EXPLAIN (COSTS OFF) SELECT count(*) FROM events WHERE id <@ tstzrange('2026-01-03', '2026-01-03 01:00');
EXPLAIN (COSTS OFF) SELECT count(*) FROM events WHERE other <@ tstzrange('2026-01-03', '2026-01-03 01:00');
EXPLAIN (COSTS OFF) SELECT count(*) FROM events WHERE flake <@ tstzrange('2026-01-03', '2026-01-03 01:00');
EXPLAIN (COSTS OFF) SELECT count(*) FROM events WHERE eleven <@ tstzrange('2026-01-03', '2026-01-03 01:00');
EXPLAIN (COSTS OFF) SELECT count(*) FROM events WHERE seven <@ tstzrange('2026-01-03', '2026-01-03 01:00');
EXPLAIN (COSTS OFF) SELECT count(*) FROM events WHERE typed <@ tstzrange('2026-01-03', '2026-01-03 01:00');
SELECT count(*) FILTER (WHERE id <@ r), count(*) FILTER (WHERE other <@ r), count(*) FILTER (WHERE flake <@ r),
  count(*) FILTER (WHERE eleven <@ r), count(*) FILTER (WHERE seven <@ r), count(*) FILTER (WHERE typed <@ r)
  FROM events, tstzrange('2026-01-03', '2026-01-03 01:00') AS r;
-- Bounds by hand, and the functions that give them.
EXPLAIN (COSTS OFF) SELECT count(*) FROM events WHERE id BETWEEN ulid_first('2026-01-03') AND ulid_last('2026-01-03 00:10');
-- Relative to now: the bounds are worked out when the query begins.
EXPLAIN (COSTS OFF) SELECT count(*) FROM events WHERE id <@ tstzrange(now() - interval '1 hour', NULL);
-- Prepared, with a plan for any range.
SET plan_cache_mode = force_generic_plan;
PREPARE during (tstzrange) AS SELECT count(*) FROM events WHERE id <@ $1;
EXPLAIN (COSTS OFF) EXECUTE during (tstzrange('2026-01-03', '2026-01-03 01:00'));
EXECUTE during (tstzrange('2026-01-03', '2026-01-03 01:00'));
EXECUTE during ('empty');
EXECUTE during (NULL);
PREPARE between_ends (timestamptz, timestamptz) AS SELECT count(*) FROM events WHERE typed <@ tstzrange($1, $2);
EXPLAIN (COSTS OFF) EXECUTE between_ends ('2026-01-03', '2026-01-03 01:00');
EXECUTE between_ends ('2026-01-03', '2026-01-03 01:00');
RESET plan_cache_mode;
-- A typeid without typmod does not say which prefix, and so not where its ids stand.
EXPLAIN (COSTS OFF) SELECT count(*) FROM events WHERE typed::text::typeid <@ tstzrange('2026-01-03', '2026-01-03 01:00');

-- How many rows the planner expects against how many there are, as the factor between them, rounded.
CREATE FUNCTION misjudged(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE plan jsonb;
BEGIN
  EXECUTE 'EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, FORMAT json) ' || query INTO plan;
  plan := plan -> 0 -> 'Plan';
  RETURN round(greatest((plan ->> 'Plan Rows')::numeric, (plan ->> 'Actual Rows')::numeric)
    / greatest(least((plan ->> 'Plan Rows')::numeric, (plan ->> 'Actual Rows')::numeric), 1));
END $$;
SET jit = off;
SELECT condition, misjudged('SELECT FROM events WHERE ' || condition) FROM (VALUES
  ('id <@ tstzrange(''2026-01-03'', ''2026-01-03 00:20'')'), ('id <@ tstzrange(''2026-01-03'', ''2026-01-03 01:00'')'),
  ('id <@ tstzrange(''2026-01-03'', ''2026-01-08'')'), ('id <@ tstzrange(NULL, ''2026-01-08'')'), ('id <@ tstzrange(''2026-01-08'', NULL)'),
  ('other <@ tstzrange(''2026-01-03'', ''2026-01-03 01:00'')'), ('flake <@ tstzrange(''2026-01-03'', ''2026-01-03 01:00'')'),
  ('eleven <@ tstzrange(''2026-01-03'', ''2026-01-03 01:00'')'),
  ('typed <@ tstzrange(''2026-01-03'', ''2026-01-03 01:00'')'), ('id < ulid_first(''2026-01-02'')'),
  ('id > ulid_first(''2026-01-02'')'), ('ulid_first(''2026-01-02'') >= id'),
  ('id <@ tstzrange(''2026-01-03'', ''2026-01-05'') AND id <@ tstzrange(''2026-01-04'', ''2026-01-06'')'),
  ('id <@ tstzrange(''2026-01-03'', ''2026-01-04'') OR id <@ tstzrange(''2026-01-05'', ''2026-01-06'')')) AS c(condition);

-- A join by order.
CREATE TABLE few AS SELECT other FROM events WHERE euid_hash(other) % 4000 = 0;
ANALYZE few;
SELECT misjudged('SELECT FROM few JOIN events ON events.other < few.other') < 4, misjudged('SELECT FROM few JOIN events ON few.other < events.other') < 4;

-- Partitions by time: only those of the range are read, also when the range comes later.
CREATE TABLE logs (id ulid NOT NULL, line text) PARTITION BY RANGE (id);
CREATE TABLE logs_1 PARTITION OF logs FOR VALUES FROM (ulid_first('2026-01-01')) TO (ulid_first('2026-02-01'));
CREATE TABLE logs_2 PARTITION OF logs FOR VALUES FROM (ulid_first('2026-02-01')) TO (ulid_first('2026-03-01'));
CREATE TABLE logs_3 PARTITION OF logs FOR VALUES FROM (ulid_first('2026-03-01')) TO (ulid_first('2026-04-01'));
EXPLAIN (COSTS OFF) SELECT FROM logs WHERE id <@ tstzrange('2026-02-10', '2026-02-20');
SET plan_cache_mode = force_generic_plan;
PREPARE of_logs (tstzrange) AS SELECT count(*) FROM logs WHERE id <@ $1;
EXPLAIN (COSTS OFF) EXECUTE of_logs (tstzrange('2026-02-10', '2026-03-20'));
EXPLAIN (COSTS OFF) EXECUTE of_logs (tstzrange('2026-02-10', '2026-02-20'));
RESET plan_cache_mode;
INSERT INTO logs SELECT ulid_generate_at('2026-01-15'::timestamptz + n * interval '1 month') FROM generate_series(0, 2) AS n;
SELECT tableoid::regclass, id_time(id) FROM logs ORDER BY id;
-- A range that is null leaves null under every plan, also for a UUID of another version than 7.
SELECT create_typeid('version_id', 'v');
CREATE TABLE versions (id version_id, during tstzrange);
INSERT INTO versions SELECT id::uuid::version_id, during FROM (VALUES ('00000000-0000-4000-8000-000000000000'), ('019bb000-0000-7000-8000-000000000000'), (NULL)) AS i(id),
  (VALUES (NULL::tstzrange), ('empty'), ('(,)')) AS r(during);
CREATE TABLE version_parts (LIKE versions) PARTITION BY RANGE (id);
CREATE TABLE version_part PARTITION OF version_parts DEFAULT;
INSERT INTO version_parts SELECT * FROM versions;
PREPARE outside (tstzrange) AS SELECT (SELECT count(*) FROM versions WHERE NOT id <@ $1), (SELECT count(*) FROM version_parts WHERE NOT id <@ $1), (SELECT count(*) FROM versions WHERE (id <@ $1) IS UNKNOWN),
  (SELECT count(*) FROM version_parts WHERE (id <@ $1) IS NULL), (SELECT count(*) FROM version_parts WHERE NOT $1 @> id), (SELECT count(*) FROM version_parts WHERE (id <@ $1) IS NOT FALSE);
SET plan_cache_mode = force_generic_plan;
EXECUTE outside (NULL);
EXECUTE outside ('(,)');
SET plan_cache_mode = force_custom_plan;
EXECUTE outside (NULL);
EXECUTE outside ('(,)');
RESET plan_cache_mode;
SELECT count(*) FILTER (WHERE id <@ during), count(*) FILTER (WHERE NOT id <@ during), count(*) FILTER (WHERE (id <@ during) IS UNKNOWN) FROM versions;
SELECT count(*) FILTER (WHERE id <@ during), count(*) FILTER (WHERE NOT id <@ during), count(*) FILTER (WHERE (id <@ during) IS UNKNOWN) FROM version_parts;
-- Where null counts as false, the plan has no part for it.
EXPLAIN (COSTS OFF) SELECT FROM version_parts WHERE id <@ during;
DEALLOCATE outside;
DROP TABLE versions, version_parts;
SELECT drop_typeid('version_id');
-- The largest id comes from the index.
CREATE FUNCTION uses(query text, wanted text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
    IF line LIKE '%' || wanted || '%' THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
SELECT uses('SELECT max(id) FROM events', 'Index Only Scan Backward using events_pkey');
SELECT uses('SELECT min(id) FROM events', 'Index Only Scan using events_pkey');
DROP FUNCTION uses;
DROP TABLE events, logs, few;
DROP FUNCTION misjudged;
