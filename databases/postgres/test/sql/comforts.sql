-- Casts of instants, lenient texts, formats of texts, bounds of text prefixes, and partitions.
\set SHOW_CONTEXT never
SET timezone = 'UTC';
SET client_min_messages = warning;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::timestamptz, timestamptz '2016-07-30 23:54:10.259Z'::ulid;
SELECT ulid_flake_first('2026-01-01')::timestamptz, timestamptz '2026-01-01'::ulid_flake = ulid_flake_first('2026-01-01'),
  timestamptz '2026-01-01'::euid = euid_first('2026-01-01'),
  timestamptz '2026-01-01'::ulid_flake_scalable = ulid_flake_scalable_first('2026-01-01');
SELECT 'user_01h2xcejqtf2nbrexx3vqjhp41'::typeid::timestamptz;
SELECT create_typeid('comfort_id', 'user');
SELECT 'user_01h2xcejqtf2nbrexx3vqjhp41'::comfort_id::timestamptz, timestamptz '2026-01-01'::comfort_id;
SELECT drop_typeid('comfort_id');
-- Explicit alone.
CREATE TEMP TABLE implicit (at timestamptz, id ulid);
INSERT INTO implicit (id) SELECT now();
INSERT INTO implicit (at) SELECT ulid_generate();
SELECT timestamptz '1969-12-31'::ulid;

SELECT ulid_lenient('o1arz3nd-ektsv4rrffq69g5fav'), euid_lenient('c8zmi4gr4jxgomqxvyl8s8tjna6'),
  uuid7_lenient('018fb1c85d6e7a2b9c3d4e5f60718293');
SELECT ulid_flake_lenient('00cmxb6tak4sa') = ulid_flake('00CMXB6TAK4SA'),
  ulid_flake_scalable_lenient('0-0CMXB6TAK4SA') = ulid_flake_scalable('00CMXB6TAK4SA');
SELECT ulid_lenient('01ARZ3NDEKTSV4RRFFQ69G5FAU');
SELECT text, id_detect(text) FROM (VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('user_01h2xcejqtf2nbrexx3vqjhp41'),
  ('018fb1c8-5d6e-7a2b-9c3d-4e5f60718293'), ('018fb1c8-5d6e-4a2b-9c3d-4e5f60718293'), ('5TK7MT834rx'), ('none'), ('')) t (text);
SELECT id_find('of user_01h455vb4pex5vsknk084sn02q: 01ARZ3NDEKTSV4RRFFQ69G5FAV.'), id_find('5TK7MT834rx'), id_find('5TK7MT834rx', 'xid');
SELECT id_find('5TK7MT834rx', 'snowflake');

SELECT uid11_text_prefix_first('5TK7'), uid11_text_prefix_last('5TK7'),
  '5TK7MT834rx'::uid11 BETWEEN uid11_text_prefix_first('5TK7') AND uid11_text_prefix_last('5TK7');
SELECT uid11_text_prefix_first('5TK0');
SELECT uid11_text_prefix_first('');

-- Partitions. Nothing here says which month it is.
CREATE TABLE parts (id ulid PRIMARY KEY) PARTITION BY RANGE (id);
SELECT count(*) FROM id_make_partitions('parts', 'month');
SELECT count(*) FROM id_make_partitions('parts', 'month');
SELECT count(*) FROM id_make_partitions('parts', 'month', 5);
INSERT INTO parts SELECT ulid_generate() FROM generate_series(1, 100);
INSERT INTO parts SELECT ulid_last_in(tstzrange(now(), date_trunc('month', now(), 'UTC') + interval '6 months'));
SELECT count(*) FROM pg_inherits WHERE inhparent = 'parts'::regclass;
SELECT bool_and(relname = 'parts_' || to_char(date_trunc('month', now(), 'UTC') + i * interval '1 month', 'YYYY_MM'))
  FROM (SELECT relname, row_number() OVER (ORDER BY relname) - 1 AS i FROM pg_class JOIN pg_inherits ON oid = inhrelid
    WHERE inhparent = 'parts'::regclass AND relkind = 'r') AS made;
INSERT INTO parts SELECT ulid_first(date_trunc('month', now(), 'UTC') + interval '6 months' - interval '1 ms');
DROP TABLE parts;
SET timezone = 'Asia/Kathmandu';
CREATE TABLE parts (id uuid) PARTITION BY RANGE (id);
SELECT count(*) FROM id_make_partitions('parts', 'year', 2);
SELECT count(*) FROM id_make_partitions('parts', 'year', 2);
INSERT INTO parts SELECT uuid7_generate();
DROP TABLE parts;
SELECT create_typeid('part_id', 'user');
CREATE SCHEMA "a b";
CREATE TABLE "a b"."c ""d" (id part_id) PARTITION BY RANGE (id);
SELECT count(*) FROM id_make_partitions('"a b"."c ""d"', 'week', 1);
SELECT count(*) FROM id_make_partitions('"a b"."c ""d"', 'week', 1);
INSERT INTO "a b"."c ""d" SELECT part_id_generate();
SET client_min_messages = error;
DROP SCHEMA "a b" CASCADE;
SELECT drop_typeid('part_id');
CREATE TABLE parts (id uid11) PARTITION BY RANGE (id);
SELECT count(*) FROM id_make_partitions('parts', 'day', 0, 'uid11_ts_seq_rand');
SELECT count(*) FROM id_make_partitions('parts', 'day', 0, 'uid11_ts_seq_rand');
INSERT INTO parts SELECT uid11_ts_seq_rand_generate();
DROP TABLE parts;
CREATE TABLE parts (id typeid) PARTITION BY RANGE (id);
SELECT id_make_partitions('parts', 'day');
SELECT id_make_partitions('parts', 'fortnight');
SELECT id_make_partitions('implicit', 'day');
DROP TABLE parts;
-- A type's name and schema may change.
SELECT create_typeid('part_id', 'user');
CREATE TABLE parts (id part_id, x uid11) PARTITION BY RANGE (id);
CREATE TABLE parts_of_xids (id uid11) PARTITION BY RANGE (id);
CREATE SCHEMA elsewhere;
ALTER TYPE part_id RENAME TO other_id;
ALTER TYPE other_id SET SCHEMA elsewhere;
ALTER TYPE uid11 RENAME TO other_uid11;
SELECT count(*) FROM id_make_partitions('parts', 'year', 1);
SELECT count(*) FROM id_make_partitions('parts_of_xids', 'year', 1);
ALTER TYPE other_uid11 RENAME TO uid11;
INSERT INTO parts_of_xids SELECT xid_generate();
DROP TABLE parts, parts_of_xids;
ALTER TYPE elsewhere.other_id SET SCHEMA public;
SELECT drop_typeid('other_id');
-- Nobody's code runs as the caller, and the partitions are the owner's.
CREATE ROLE regress_sortid_owner;
GRANT ALL ON SCHEMA elsewhere TO regress_sortid_owner;
SET ROLE regress_sortid_owner;
SET search_path = elsewhere, public;
CREATE FUNCTION who(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
  IF current_user <> 'regress_sortid_owner' THEN RAISE EXCEPTION '% runs as %', $1, current_user; END IF;
  RETURN $1;
END
$$;
CREATE DOMAIN ulid_of_theirs AS ulid CHECK (who('domain') <> '');
CREATE FUNCTION ulid_of_theirs_first(timestamptz) RETURNS ulid_of_theirs LANGUAGE sql AS $$ SELECT ulid_first($1) FROM who('function') $$;
CREATE TABLE parts (id ulid_of_theirs) PARTITION BY RANGE (id);
CREATE TABLE parts_with_index (id ulid) PARTITION BY RANGE (id);
CREATE INDEX ON parts_with_index (who('index'), id);
RESET ROLE;
SELECT id_make_partitions('parts', 'year');
SELECT count(*) FROM id_make_partitions('parts_with_index', 'year', 1);
SELECT relowner::regrole, count(*), current_setting('role') FROM pg_class JOIN pg_inherits ON oid = inhrelid
  WHERE inhparent = 'parts_with_index'::regclass AND relkind = 'r' GROUP BY 1;
REVOKE CREATE ON SCHEMA elsewhere FROM regress_sortid_owner;
SELECT id_make_partitions('parts_with_index', 'year', 2);
CREATE ROLE regress_sortid_user;
GRANT USAGE ON SCHEMA elsewhere TO regress_sortid_user;
SET ROLE regress_sortid_user;
SELECT id_make_partitions('parts_with_index', 'year', 2);
RESET ROLE;
RESET search_path;
DROP SCHEMA elsewhere CASCADE;
DROP ROLE regress_sortid_user, regress_sortid_owner;

-- What is in the way of a partition. Names' years and bounds are cut out of the messages.
CREATE FUNCTION try_partitions(unit text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  message text;
  detail text;
  hint text;
BEGIN
  RETURN count(*) FROM id_make_partitions('parts', unit, 0);
EXCEPTION WHEN others THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN regexp_replace(concat_ws(' | ', SQLSTATE, message, nullif(detail, ''), hint), $r$_[0-9_]+|'[0-9A-Z]+'$r$, '#', 'g');
END
$$;
-- %1$s is the year, %2$L the first id of it, %3$L that of the next one, %4$L one of long ago.
CREATE PROCEDURE run_of_year(command text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(command, to_char(now() AT TIME ZONE 'UTC', 'YYYY'), ulid_first(date_trunc('year', now(), 'UTC')),
    ulid_first(date_trunc('year', now(), 'UTC') + interval '1 year'), ulid_first('2001-01-01'));
END
$$;
CREATE TABLE parts (id ulid) PARTITION BY RANGE (id);
CALL run_of_year('CREATE TABLE parts_%1$s ()');
SELECT try_partitions('year');
CALL run_of_year('DROP TABLE parts_%1$s');
CALL run_of_year('CREATE VIEW parts_%1$s AS SELECT 1');
SELECT try_partitions('year');
CALL run_of_year('DROP VIEW parts_%1$s');
CREATE TABLE others (id ulid) PARTITION BY RANGE (id);
CALL run_of_year('CREATE TABLE parts_%1$s PARTITION OF others FOR VALUES FROM (%2$L) TO (%3$L)');
SELECT try_partitions('year');
DROP TABLE others;
CALL run_of_year('CREATE TABLE parts_%1$s PARTITION OF parts FOR VALUES FROM (MINVALUE) TO (%4$L)');
SELECT try_partitions('year');
CALL run_of_year('DROP TABLE parts_%1$s');
CALL run_of_year('CREATE TABLE parts_%1$s PARTITION OF parts DEFAULT');
SELECT try_partitions('year');
INSERT INTO parts SELECT ulid_generate();
CALL run_of_year('ALTER TABLE parts_%1$s RENAME TO parts_default');
SELECT try_partitions('year');
DROP TABLE parts_default;
-- A year that is there under another name, and a month within it.
CALL run_of_year('CREATE TABLE parts_of_this_year PARTITION OF parts FOR VALUES FROM (%2$L) TO (%3$L)');
SELECT try_partitions('year');
SELECT try_partitions('month');
-- Detached, it only has the name.
ALTER TABLE parts DETACH PARTITION parts_of_this_year;
CALL run_of_year('ALTER TABLE parts_of_this_year RENAME TO parts_%1$s');
SELECT try_partitions('year');
CALL run_of_year('ALTER TABLE parts ATTACH PARTITION parts_%1$s FOR VALUES FROM (%2$L) TO (%3$L)');
SELECT try_partitions('year');
DROP TABLE parts;
DROP FUNCTION try_partitions;
DROP PROCEDURE run_of_year;

-- GIN takes arrays of ids as it takes those of other types.
CREATE TEMP TABLE groups (members ulid[]);
INSERT INTO groups SELECT ARRAY[ulid_first(to_timestamp(n)), ulid_first(to_timestamp(n + 1))] FROM generate_series(1, 1000) n;
CREATE INDEX ON groups USING gin (members);
SET enable_seqscan = off;
EXPLAIN (costs off) SELECT count(*) FROM groups WHERE members @> ARRAY[ulid_first(to_timestamp(7))];
SELECT count(*) FROM groups WHERE members @> ARRAY[ulid_first(to_timestamp(7))];
