-- `id <@ range` by an index, however the range is given and whatever the type: the plan has an index condition, and the
-- rows are those whose time lies in the range.
SET timezone = 'UTC';
SET datestyle = 'ISO';
SET client_min_messages = warning;
SET max_parallel_workers_per_gather = 0;
SET jit = off;
SELECT create_typeid('user_id', 'user');
CREATE DOMAIN member_id AS typeid('user');
CREATE DOMAIN old_id AS ulid;
CREATE TABLE events (at timestamptz, ulid ulid, euid euid, ulid_flake ulid_flake, ulid_flake_scalable ulid_flake_scalable, uid11 uid11, uuid uuid,
  typeid typeid('user'), user_id user_id, member_id member_id, old_id old_id);
INSERT INTO events SELECT at, ulid_generate_at(at), euid_generate_at(at), ulid_flake_generate_at(at), ulid_flake_scalable_generate_at(at), xid_generate_at(at),
    uuid7_generate_at(at), typeid_generate_at('user', at), typeid_generate_at('user', at)::user_id, typeid_generate_at('user', at), ulid_generate_at(at)
  FROM (SELECT '2026-01-01+00'::timestamptz + n * interval '1 minute' AS at FROM generate_series(0, 4999) AS n) AS s;
INSERT INTO events (at, uuid, typeid, user_id, member_id) SELECT NULL, id, typeid_make('user', id), id::user_id, typeid_make('user', id)
  FROM (SELECT '019b8127-6000-4000-8000-000000000000'::uuid AS id) AS of_another_version;
INSERT INTO events DEFAULT VALUES;
CREATE TABLE columns AS SELECT attname AS name FROM pg_attribute WHERE attrelid = 'events'::regclass AND attnum > 1;
DO $$ DECLARE c name; BEGIN FOR c IN SELECT name FROM columns LOOP EXECUTE format('CREATE INDEX ON events (%I)', c); END LOOP; END $$;
VACUUM ANALYZE events;

CREATE TABLE windows (n int, during tstzrange, many tstzmultirange);
INSERT INTO windows SELECT row_number() OVER (), r, tstzmultirange(r, tstzrange('2026-01-03', '2026-01-03 00:10')) FROM (VALUES
  (tstzrange('2026-01-02', '2026-01-02 01:00')), (tstzrange('2026-01-02', '2026-01-02 01:00', '[]')), (tstzrange('2026-01-02', '2026-01-02 01:00', '()')),
  (tstzrange('2026-01-02', '2026-01-02 01:00', '(]')), (tstzrange('2026-01-02', '2026-01-02', '[]')), (tstzrange(NULL, '2026-01-01 00:30')),
  (tstzrange('2026-01-04 11:00', NULL)), (tstzrange('2026-01-04 11:00', 'infinity')), (tstzrange('-infinity', '2026-01-01 00:30')), ('empty'),
  (tstzrange('1960-01-01', '2026-01-01 00:30')), (tstzrange('2026-01-04 11:00', '20000-01-01'))) AS v(r);
INSERT INTO windows VALUES (90, NULL, NULL), (91, 'empty', '{}');
CREATE FUNCTION stable_range(int) RETURNS tstzrange STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT during FROM windows WHERE n = $1); END $$;
CREATE FUNCTION stable_many(int) RETURNS tstzmultirange STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT many FROM windows WHERE n = $1); END $$;
CREATE FUNCTION volatile_range(int) RETURNS tstzrange VOLATILE LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT during FROM windows WHERE n = $1); END $$;

CREATE TABLE forms (form text, condition text);  -- $1: the window's number; #: the column
INSERT INTO forms VALUES ('constant', '# <@ %L::tstzrange'), ('of no type', '# <@ %L'), ('turned', '%L::tstzrange @> #'), ('subselect', '# <@ (SELECT during FROM windows WHERE n = $1)'),
  ('turned subselect', '(SELECT during FROM windows WHERE n = $1) @> #'), ('stable', '# <@ stable_range($1)'), ('turned stable', 'stable_range($1) @> #'),
  ('by function', 'id_during(#, (SELECT during FROM windows WHERE n = $1))'), ('or', '# <@ stable_range($1) OR # <@ (SELECT ''empty''::tstzrange)');
INSERT INTO forms VALUES ('multirange', '# <@ %s::tstzmultirange'), ('turned multirange', '%s::tstzmultirange @> #'), ('multirange subselect', '# <@ (SELECT many FROM windows WHERE n = $1)'),
  ('turned multirange subselect', '(SELECT many FROM windows WHERE n = $1) @> #'), ('stable multirange', '# <@ stable_many($1)');

CREATE FUNCTION has(query text, wanted text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
    IF line ~ wanted THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
CREATE FUNCTION counted(query text) RETURNS bigint LANGUAGE plpgsql AS $$ DECLARE n bigint; BEGIN EXECUTE query INTO n; RETURN n; END $$;
-- Every column by every form and window: is there an index condition, and are the rows right? A constant without a row leaves no scan.
SET enable_seqscan = off;
SELECT form, count(*), count(*) FILTER (WHERE NOT has(query, 'Index Cond|One-Time Filter: false')) AS without_index, count(*) FILTER (WHERE counted(query) <> rows) AS wrong
  FROM (SELECT f.form, replace(format(replace(condition, '$1', n::text), CASE WHEN condition LIKE '%\%s%' THEN quote_nullable(many) ELSE during::text END),
        '#', quote_ident(name)) AS query_condition, CASE WHEN form LIKE '%multirange%' THEN of_many ELSE of_range END AS rows, name
      FROM columns, forms f, (SELECT w.*, (SELECT count(*) FROM events WHERE at <@ during) AS of_range, (SELECT count(*) FROM events WHERE at <@ many) AS of_many FROM windows w) AS w) AS c,
    LATERAL (SELECT 'SELECT count(*) FROM events WHERE ' || query_condition AS query) AS q
  GROUP BY form ORDER BY form;

-- Parameters, of a plan for any range and of one for each; without a type they are ranges.
SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION prepared(name text, type text, argument text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('PREPARE q%s AS SELECT count(*) FROM events WHERE %I <@ $1', type, name);
  RETURN has(format('EXECUTE q(%L)', argument), 'Index Cond.*\$1') || ' ' || counted(format('EXECUTE q(%L)', argument));
END $$;
DO $$
DECLARE c name; p record; n int := 0;
BEGIN
  FOR c IN SELECT name FROM columns LOOP
    FOR p IN SELECT * FROM (VALUES ('', '[2026-01-02,2026-01-02 01:00)', 'true 60'), ('(tstzrange)', '[2026-01-02,2026-01-02 01:00)', 'true 60'),
        ('(tstzmultirange)', '{[2026-01-02,2026-01-02 01:00),[2026-01-03,2026-01-03 00:10)}', 'true 70')) AS v(type, argument, outcome) LOOP
      IF prepared(c, p.type, p.argument) <> p.outcome THEN RAISE '% % is not %', c, p, p.outcome; END IF;
      DEALLOCATE q;
      n := n + 1;
    END LOOP;
  END LOOP;
  RAISE INFO '% prepared statements', n;
END $$;
RESET plan_cache_mode;

-- Joins, lateral or not: one scan of the index for each row of the other table.
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SELECT name, has(query, 'Index Cond: .*first_in\(.*during'), counted(query) = (SELECT count(*) FROM windows w JOIN events ON at <@ w.during) AS right_rows
  FROM (SELECT name, format('SELECT count(*) FROM windows w JOIN events ON events.%I <@ w.during', name) AS query FROM columns) AS q ORDER BY 1;
SELECT name, has(query, 'Index Cond: .*first_in\(.*during'), counted(query) = (SELECT count(*) FROM windows w JOIN events ON at <@ w.during) AS right_rows
  FROM (SELECT name, format('SELECT sum(l.n) FROM windows w, LATERAL (SELECT count(*) AS n FROM events WHERE w.during @> events.%I) AS l', name) AS query FROM columns) AS q ORDER BY 1;
SELECT has('SELECT n, (SELECT count(*) FROM events WHERE ulid <@ w.many) FROM windows w', 'Index Cond: .*first_in\(range_merge\(w\.many');
-- What is volatile is asked for each row, and a range that depends on the row itself is no bound of an index.
SELECT has('SELECT FROM events WHERE ulid <@ volatile_range(1)', 'Index Cond'), has('SELECT FROM events WHERE ulid <@ tstzrange(at, NULL)', 'Index Cond');
RESET enable_hashjoin;
RESET enable_mergejoin;
-- Other kinds of index that know the order.
DROP INDEX events_ulid_idx;
CREATE INDEX ON events USING brin (ulid) WITH (pages_per_range = 1);
SELECT has('SELECT FROM events WHERE ulid <@ (SELECT during FROM windows WHERE n = 1)', 'Bitmap Index Scan on events_ulid_idx'),
  counted('SELECT count(*) FROM events WHERE ulid <@ (SELECT during FROM windows WHERE n = 1)');
DROP INDEX events_ulid_idx;
CREATE INDEX ON events USING hash (ulid);
SELECT has('SELECT FROM events WHERE ulid <@ (SELECT during FROM windows WHERE n = 1)', 'Index Cond');
RESET enable_seqscan;
-- As a condition of a row alone: arrays, checks, and ids that are constant.
SELECT count(*) FILTER (WHERE ulid <@ ANY (ARRAY[tstzrange('2026-01-02', '2026-01-02 01:00'), tstzrange('2026-01-03', '2026-01-03 00:10')])) AS any_constant,
  count(*) FILTER (WHERE ulid <@ ANY ((SELECT array_agg(during) FROM windows WHERE n < 3)::tstzrange[])) AS any_subselect,
  count(*) FILTER (WHERE ulid <@ ALL (ARRAY[tstzrange('2026-01-02', '2026-01-03'), tstzrange('2026-01-02', '2026-01-02 01:00')])) AS all_of,
  count(*) FILTER (WHERE NOT ulid <@ ANY (ARRAY[tstzrange('2026-01-02', NULL)])) AS none_of FROM events;
SELECT n, '01KDXV24000000000000000000'::ulid <@ many, ulid_first('2026-01-02') <@ during, during @> ulid_last('2026-01-02') FROM windows ORDER BY n;
DROP TABLE events, windows, forms, columns;
SELECT drop_typeid('user_id');
DROP DOMAIN member_id, old_id;
DROP FUNCTION stable_range, stable_many, volatile_range, has, counted, prepared;
