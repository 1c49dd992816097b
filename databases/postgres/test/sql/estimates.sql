-- How many rows the planner expects of a million, within a factor of two, and that planning looks at each condition a fixed
-- number of times.
SET timezone = 'UTC';
SET datestyle = 'ISO';
SET max_parallel_workers_per_gather = 0;
SET jit = off;
CREATE TABLE million (id ulid, later ulid);
INSERT INTO million SELECT ulid_generate_at('2026-01-01'::timestamptz + n * interval '2.592 s'), ulid_generate_at('2026-01-01'::timestamptz + sqrt(n) * interval '2592 s')
  FROM generate_series(0, 999999) AS n;
CREATE INDEX ON million (id);
CREATE INDEX ON million (later);
-- In the server's uuid, and where the prefix comes first, one or any.
CREATE TABLE others (seven uuid, typed typeid('user'), mixed typeid);
INSERT INTO others SELECT uuid7_generate_at(at), typeid_generate_at('user', at), typeid_generate_at((ARRAY['a', 'user', 'user', 'team'])[1 + n % 4], at) FROM (SELECT n, '2026-01-01'::timestamptz + n * interval '10.368 s' AS at FROM generate_series(0, 249999) AS n) AS s;
CREATE INDEX ON others (seven);
CREATE INDEX ON others (typed);
-- In partitions, by something else than the ids and by the ids.
CREATE TABLE grouped (id ulid, seven uuid, mixed typeid, part int) PARTITION BY LIST (part);
CREATE TABLE grouped_0 PARTITION OF grouped FOR VALUES IN (0);
CREATE TABLE grouped_1 PARTITION OF grouped FOR VALUES IN (1) PARTITION BY RANGE (id);
CREATE TABLE grouped_2 PARTITION OF grouped_1 DEFAULT;
CREATE TABLE sliced (LIKE grouped) PARTITION BY RANGE (id);
CREATE TABLE sliced_1 PARTITION OF sliced FOR VALUES FROM (MINVALUE) TO (ulid_first('2026-01-11'));
CREATE TABLE sliced_2 PARTITION OF sliced FOR VALUES FROM (ulid_first('2026-01-11')) TO (MAXVALUE);
INSERT INTO grouped SELECT ulid_generate_at(at), uuid7_generate_at(at), typeid_generate_at((ARRAY['a', 'user'])[1 + n % 2], at), n / 2 % 2
  FROM (SELECT n, '2026-01-01'::timestamptz + n * interval '25.92 s' AS at FROM generate_series(0, 99999) AS n) AS s;
INSERT INTO sliced SELECT * FROM grouped;
CREATE TABLE windows AS SELECT n, tstzrange(at, at + interval '1 hour') AS during, at AS a, at + interval '1 hour' AS b
  FROM (SELECT n, '2026-01-02'::timestamptz + n * interval '2 hours' AS at FROM generate_series(0, 299) AS n) AS s;
VACUUM ANALYZE million, others, grouped, sliced;
ANALYZE windows;
CREATE FUNCTION misjudged(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE plan jsonb; expected numeric; actual numeric;
BEGIN
  EXECUTE 'EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, FORMAT json) ' || query INTO plan;
  expected := plan -> 0 -> 'Plan' -> 'Plan Rows';
  actual := plan -> 0 -> 'Plan' -> 'Actual Rows';
  RETURN round(greatest(expected, actual) / greatest(least(expected, actual), 1), 1);
END $$;
CREATE TABLE conditions (condition text);
INSERT INTO conditions VALUES ('@h'), ('NOT @h'), ('@d'), ('NOT @d'), ('NOT @wide'), ('@h OR @d'), ('NOT (@h OR @d)'), ('NOT (@h AND @d)'), ('@d AND @wide'), ('@wide AND NOT @d'),
  ('NOT NOT @h'), ('(@h OR @d) AND @wide'), ('(@h AND @wide) OR @d'), ('@h IS TRUE'), ('# <@ ANY (ARRAY[tstzrange(''2026-01-03'', ''2026-01-03 01:00''), tstzrange(''2026-01-05'', ''2026-01-05 01:00'')])'),
  ('NOT # <@ ANY (ARRAY[tstzrange(''2026-01-03'', ''2026-01-13''), tstzrange(''2026-01-15'', ''2026-01-25'')])'), ('# <@ ALL (ARRAY[tstzrange(''2026-01-03'', ''2026-01-29''), tstzrange(''2026-01-02'', ''2026-01-28'')])'),
  ('# <@ tstzrange(NULL, ''2026-01-03'')'), ('# <@ tstzrange(''2026-01-29'', NULL)'), ('# <@ tstzrange(NULL, NULL)'), ('NOT # <@ tstzrange(''2026-01-03'', NULL)'), ('# <@ ''empty'''),
  ('# <@ tstzrange(''2027-01-01'', NULL)'), ('# <@ tstzmultirange(tstzrange(''2026-01-03'', ''2026-01-03 01:00''), tstzrange(''2026-01-05'', ''2026-01-06''))'), ('tstzrange(''2026-01-03'', ''2026-01-03 01:00'') @> #'),
  ('# <@ ''(,)'''), ('@wide AND # <@ tstzrange(NULL, ''2026-01-20'') AND tstzrange(''2026-01-10'', NULL) @> #'), ('@h IS TRUE AND # <@ tstzrange(''2026-01-03'', ''2026-01-04'')'),
  ('# <@ tstzrange(''2026-01-03'', ''2026-01-04'') AND (@h IS TRUE) IS NOT FALSE'), ('(@h AND # <@ ''(,)'') IS TRUE AND @wide'), ('@h IS NOT TRUE AND @d');
CREATE TABLE comparisons (condition text);
INSERT INTO comparisons VALUES ('id < ulid_first(''2026-01-05'') OR id > ulid_last(''2026-01-05 01:00'')'), ('id >= ulid_first(''2026-01-05'') AND id < ulid_first(''2026-01-05 01:00'')'),
  ('NOT (id >= ulid_first(''2026-01-05'') AND id < ulid_first(''2026-01-05 01:00''))'), ('id NOT BETWEEN ulid_first(''2026-01-03'') AND ulid_first(''2026-01-28'')'),
  ('(id >= ulid_first(''2026-01-05'') AND id < ulid_first(''2026-01-05 01:00'')) OR (id >= ulid_first(''2026-01-07'') AND id < ulid_first(''2026-01-07 01:00''))'),
  ('id < ulid_first(''2026-01-01 01:00'')'), ('id > ulid_first(''2026-01-30 23:00'')'), ('ulid_first(''2026-01-05'') > id'), ('id > ulid_first(''2026-01-05'') AND id > ulid_first(''2026-01-06'') AND id < ulid_first(''2026-01-07'')'),
  ('id BETWEEN ulid_first(''2026-01-05'') AND ulid_first(''2026-01-06'') AND later < ulid_first(''2026-01-30'')'), ('id = ANY (ARRAY[ulid_first(''2026-01-05'')])'), ('id > ALL (ARRAY[ulid_first(''2026-01-05''), ulid_first(''2026-01-06'')])');
WITH judged AS MATERIALIZED (
  SELECT condition, misjudged('SELECT FROM ' || of || ' WHERE ' || replace(replace(replace(replace(condition, '@h', '# <@ tstzrange(''2026-01-03'', ''2026-01-03 01:00'')'),
      '@d', '# <@ tstzrange(''2026-01-05'', ''2026-01-07'')'), '@wide', '# <@ tstzrange(''2026-01-02'', ''2026-01-29'')'), '#', name)) AS factor, name
  FROM conditions, (VALUES ('million', 'id'), ('million', 'later'), ('others', 'seven'), ('others', 'typed'), ('others', 'mixed'),
    ('grouped', 'id'), ('grouped', 'seven'), ('grouped', 'mixed'), ('sliced', 'id'), ('sliced', 'seven'), ('sliced', 'mixed')) AS c(of, name)
  UNION ALL SELECT condition, misjudged('SELECT FROM million WHERE ' || condition), '' FROM comparisons
  UNION ALL SELECT query, misjudged('SELECT FROM ' || query), 'join' FROM (VALUES ('million JOIN windows ON id <@ during'), ('million JOIN windows ON during @> later'), ('others JOIN windows ON seven <@ during'),
    ('million JOIN windows ON id <@ during WHERE n < 20'), ('million JOIN windows ON id <@ tstzrange(a, b)'), ('million JOIN windows ON id <@ tstzrange(a, a + interval ''30 minutes'')'),
    ('million WHERE EXISTS (SELECT FROM windows WHERE n < 4 AND id <@ during)'), ('million WHERE NOT EXISTS (SELECT FROM windows WHERE n < 4 AND id <@ during)'), ('windows WHERE EXISTS (SELECT FROM million WHERE id <@ during)'),
    ('grouped JOIN windows ON seven <@ during WHERE n < 20'), ('grouped JOIN windows ON during @> mixed WHERE n < 20'), ('grouped JOIN windows ON id <@ tstzrange(a, b) WHERE n < 20'), ('grouped JOIN windows ON id <@ during WHERE n < 20'),
    ('sliced JOIN windows ON id <@ during WHERE n < 20'), ('sliced JOIN windows ON id <@ tstzrange(a, b) WHERE n < 20'), ('sliced JOIN windows ON seven <@ during WHERE n < 20'), ('others JOIN windows ON mixed <@ during WHERE n < 20'),
    ('windows WHERE EXISTS (SELECT FROM sliced WHERE id <@ during) AND n < 20'), ('sliced JOIN windows ON id BETWEEN ulid_first_in(during) AND ulid_last_in(during) WHERE n < 20'), ('windows, LATERAL (SELECT id FROM million WHERE id <@ during) AS l'), ('million a JOIN million b USING (id) WHERE a.id <@ tstzrange(''2026-01-03'', ''2026-01-03 01:00'')')) AS j(query)
) SELECT count(*) > 100 AS many, count(*) FILTER (WHERE factor <= 2) = count(*) AS right, string_agg(concat_ws(' ', factor, name, condition), E'\n') FILTER (WHERE factor > 2) AS wrong FROM judged;
-- Sets of ids.
SELECT misjudged('SELECT FROM ulid_generate_many(7)'), misjudged('SELECT FROM typeid_generate_many(''user'', 20000)'), misjudged('SELECT FROM uid11_snowish_generate_many(1, 20 + 3)');

-- Planning adds no interval where the sum is past the limits of timestamptz: the query reads no such row.
SELECT count(*) FROM million JOIN windows ON id <@ tstzrange(a - interval '9000 years', a + interval '200000 years') WHERE n < 0;

-- A bound that counts how often it is worked out: by a plan of 4 times the conditions, 4 times as often.
CREATE FUNCTION counting(n int) RETURNS ulid STABLE LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tests.asked', (current_setting('tests.asked')::int + 1)::text, false);
  RETURN ulid_first('2026-01-01'::timestamptz + n * interval '1 minute');
END $$;
CREATE FUNCTION asked(form text, together text, conditions int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tests.asked', '0', false);
  EXECUTE 'EXPLAIN SELECT FROM million WHERE ' || (SELECT string_agg(replace(form, '#', n::text), together) FROM generate_series(1, conditions) AS n);
  RETURN current_setting('tests.asked');
END $$;
SELECT form, together, asked(form, together, 400) <= 4 * asked(form, together, 100) AS linear, asked(form, together, 100) < 100 * 2 * 8 AS few
  FROM (VALUES ('(id >= counting(#) AND id < counting(# + 1))', ' OR '), ('NOT (id >= counting(#) AND id < counting(# + 1))', ' AND '), ('id > counting(#)', ' AND '), ('id > counting(#)', ' OR '),
    ('id <@ tstzrange(id_time(counting(#)), id_time(counting(# + 1)))', ' OR '), ('NOT id <@ tstzrange(id_time(counting(#)), id_time(counting(# + 1)))', ' AND ')) AS f(form, together);
-- An operator of one's own with our estimator and no commutator, its column on the right: no WARNING of a reference that
-- leaks.
CREATE OPERATOR <<< (LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_lt, RESTRICT = sortid_sel, JOIN = sortid_joinsel);
SELECT misjudged('SELECT FROM million WHERE ulid_first(''2026-01-11'') <<< id') < 10 AS planned,
  misjudged('SELECT FROM million WHERE ulid_first(''2026-01-11'') <<< id AND id < ulid_first(''2026-01-21'')') < 10 AS with_another;
DROP OPERATOR <<< (ulid, ulid);
-- Planning leaves no memory behind, as much as 2,000 plans need.
CREATE FUNCTION kept(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE before bigint;
BEGIN
  FOR i IN 1 .. 100 LOOP EXECUTE 'EXPLAIN ' || query; END LOOP;
  SELECT sum(used_bytes) INTO before FROM pg_backend_memory_contexts;
  FOR i IN 1 .. 2000 LOOP EXECUTE 'EXPLAIN ' || query; END LOOP;
  RETURN (SELECT sum(used_bytes) FROM pg_backend_memory_contexts) - before;
END $$;
SELECT query, kept(query) < 2000 * 100 AS little FROM (VALUES ('SELECT FROM million WHERE id > ulid_first(''2026-01-05'')'), ('SELECT FROM million WHERE id <@ tstzrange(''2026-01-05'', ''2026-01-06'')'),
  ('SELECT FROM million WHERE id <@ (SELECT tstzrange(''2026-01-05'', ''2026-01-06''))'), ('SELECT FROM million WHERE NOT id <@ tstzmultirange(tstzrange(''2026-01-05'', ''2026-01-06''))'),
  ('SELECT FROM million WHERE id <@ ANY (ARRAY[tstzrange(''2026-01-05'', ''2026-01-06'')])'), ('SELECT FROM others WHERE typed <@ tstzrange(''2026-01-05'', ''2026-01-06'')'),
  ('SELECT FROM million JOIN windows ON id <@ during WHERE n < 3'), ('SELECT FROM ulid_generate_many(7)')) AS q(query);
SELECT count(*) FROM pg_backend_memory_contexts WHERE name = 'sortid estimates';
DROP TABLE million, others, grouped, sliced, windows, conditions, comparisons;
DROP FUNCTION misjudged, counting, asked, kept;
