-- Every type against the order of its texts, on values of every size: comparison, sort with and without abbreviated keys,
-- hash, BRIN, aggregates.
SET client_min_messages = warning;
CREATE TABLE samples (n int, type text, given text);
-- Of EUIDs and UUIDs many share their upper bits, as those of one millisecond do.
INSERT INTO samples SELECT n, 'ulid', ('\x' || CASE n % 4 WHEN 0 THEN '01a1' || repeat('0', 12) ELSE left(md5(n::text), 16) END
  || md5('t' || n))::text FROM generate_series(1, 3000) AS n;
UPDATE samples SET given = (decode(substr(given, 3, 32), 'hex'))::ulid::text;
INSERT INTO samples SELECT n, 'euid', (given::ulid::uuid::euid)::text FROM samples WHERE type = 'ulid';
INSERT INTO samples SELECT n, 'typeid', typeid_text((ARRAY['', 'a', 'ab', 'a_b', 'user'])[n % 5 + 1], given::ulid::uuid)
  FROM samples WHERE type = 'ulid';
INSERT INTO samples SELECT n, 'uid11', (substr(given::ulid::bytea, 1 + n % 9, 8)::uid11)::text FROM samples WHERE type = 'ulid';
INSERT INTO samples SELECT n, 'ulid_flake', (given::uid11::bigint & 9223372036854775807)::ulid_flake::text
  FROM samples WHERE type = 'uid11';
INSERT INTO samples SELECT n, 'ulid_flake_scalable', given FROM samples WHERE type = 'ulid_flake';
INSERT INTO samples SELECT n, 'user_id', typeid_text('user', given::ulid::uuid) FROM samples WHERE type = 'ulid';
-- EUIDs and UUIDs around one instant, where the keys of a sort look closer.
INSERT INTO samples SELECT n + 5000, 'euid', (euid_generate_at('2026-01-01 00:00:00+00'::timestamptz + (n % 90 - 45) * interval '1 s'))::text
  FROM generate_series(1, 2000) AS n;
INSERT INTO samples SELECT n + 5000, 'euid', euid_generate()::text FROM generate_series(1, 2000) AS n;
INSERT INTO samples SELECT n + 5000, 'euid', euid_generate_extended(n % 700)::text FROM generate_series(1, 2000) AS n;
INSERT INTO samples SELECT n + 5000, 'typeid', typeid_generate('user')::text FROM generate_series(1, 2000) AS n;
INSERT INTO samples SELECT n + 5000, 'user_id', typeid_generate('user')::text FROM generate_series(1, 2000) AS n;
SELECT create_typeid('user_id', 'user');

CREATE FUNCTION in_order(type text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE wrong int; extremes text; found int; plan text; line text;
BEGIN
  DROP TABLE IF EXISTS ids, wanted;
  EXECUTE format('CREATE TEMP TABLE ids AS SELECT n, given, given::%1$I AS id FROM samples WHERE type = %1$L
                  ORDER BY md5(given)', type);
  -- By abbreviated keys, and against the bytes of the texts.
  EXECUTE 'SELECT count(*) FROM (SELECT given, lag(given) OVER (ORDER BY id) AS before FROM ids) AS s
           WHERE before COLLATE "C" > given COLLATE "C"' INTO wrong;
  IF wrong <> 0 THEN RETURN wrong || ' out of order'; END IF;
  -- Each operator and the comparison function, on pairs that have nothing to do with each other, and on equal ones.
  EXECUTE format('SELECT count(*) FROM (SELECT id AS a, given AS s, lead(id) OVER w AS b, lead(given) OVER w AS t FROM ids
      WINDOW w AS (ORDER BY md5(given)) UNION ALL SELECT id, given, id, given FROM ids) AS pair WHERE b IS NOT NULL AND (
      (a < b) <> (s COLLATE "C" < t) OR (a <= b) <> (s COLLATE "C" <= t) OR (a = b) <> (s = t) OR (a <> b) <> (s <> t)
      OR (a >= b) <> (s COLLATE "C" >= t) OR (a > b) <> (s COLLATE "C" > t)
      OR %1$I(a, b) <> CASE WHEN s COLLATE "C" < t THEN -1 WHEN s = t THEN 0 ELSE 1 END
      OR (%2$I(a) <> %2$I(b) AND s = t))', type || '_cmp', type || '_hash') INTO wrong;
  IF wrong <> 0 THEN RETURN wrong || ' pairs compared wrongly'; END IF;
  EXECUTE 'SELECT min(id) = min(given COLLATE "C")::' || quote_ident(type) || ' AND max(id)::text = max(given COLLATE "C") FROM ids'
    INTO extremes;
  IF extremes <> 'true' THEN RETURN 'min or max'; END IF;
  -- Hashed joins and aggregates find the same as the text does.
  EXECUTE 'SELECT count(DISTINCT id) - count(DISTINCT given) FROM ids' INTO wrong;
  IF wrong <> 0 THEN RETURN 'distinct'; END IF;
  -- Each index finds its rows, and is asked.
  EXECUTE format('CREATE TEMP TABLE wanted AS SELECT id AS value FROM ids ORDER BY md5(given || %L) LIMIT 15', 'x');
  FOREACH plan IN ARRAY ARRAY['btree (id)', 'hash (id)', 'brin (id) WITH (pages_per_range = 1)',
      format('brin (id %I) WITH (pages_per_range = 1)', type || '_minmax_multi_ops'),
      format('brin (id %I) WITH (pages_per_range = 1)', type || '_bloom_ops')] LOOP
    EXECUTE 'CREATE INDEX by_id ON ids USING ' || plan;
    found := 0;
    FOR line IN EXECUTE 'EXPLAIN SELECT count(*) FROM wanted WHERE EXISTS (SELECT FROM ids WHERE id = value)' LOOP
      found := found + (line LIKE '%by_id%')::int;
    END LOOP;
    IF found = 0 THEN RETURN plan || ' is not used'; END IF;
    EXECUTE 'SELECT count(*) FROM wanted WHERE NOT EXISTS (SELECT FROM ids WHERE id = value)' INTO found;
    IF found <> 0 THEN RETURN plan || ' misses ' || found; END IF;
    DROP INDEX by_id;
  END LOOP;
  RETURN 'in order';
END $$;
SET jit = off;
SET enable_seqscan = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_material = off;
SELECT type, in_order(type) FROM (SELECT DISTINCT type FROM samples) AS t ORDER BY type;

RESET ALL;
SET client_min_messages = warning;
-- Sorts by all bits alone agree with those by keys.
CREATE TEMP TABLE bursts AS SELECT euid_generate() AS id, ulid_generate() AS u, user_id_generate() AS t, typeid_generate('user') AS v,
  n FROM generate_series(1, 30000) AS n;
SELECT count(*) FILTER (WHERE n <> e) AS euid, count(*) FILTER (WHERE n <> u) AS ulid,
  count(*) FILTER (WHERE n <> t) AS user_id, count(*) FILTER (WHERE n <> v) AS typeid
  FROM (SELECT n, row_number() OVER (ORDER BY id) AS e, row_number() OVER (ORDER BY bursts.u) AS u,
        row_number() OVER (ORDER BY bursts.t) AS t, row_number() OVER (ORDER BY bursts.v) AS v FROM bursts ORDER BY md5(n::text)) AS s;

-- Hash partitions; a type's hash is that of the same bytes as uuid.
CREATE TABLE parts (id ulid) PARTITION BY HASH (id);
CREATE TABLE parts_0 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO parts SELECT given::ulid FROM samples WHERE type = 'ulid';
SELECT count(*) = (SELECT count(*) FROM samples WHERE type = 'ulid') FROM parts;
SELECT count(*) FROM samples WHERE type = 'ulid' AND (ulid_hash(given::ulid) <> uuid_hash(given::ulid::uuid)
  OR ulid_hash_extended(given::ulid, 42) <> uuid_hash_extended(given::ulid::uuid, 42));
-- An index of many equal ids is deduplicated.
CREATE TABLE children AS SELECT (ARRAY['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAW'])[n % 2 + 1]::ulid AS parent
  FROM generate_series(1, 20000) AS n;
CREATE INDEX by_parent ON children (parent);
SELECT pg_relation_size('by_parent') < pg_relation_size('children') / 4 AS deduplicated;
DROP TABLE samples, parts, children;
DROP FUNCTION in_order;
DROP TYPE user_id CASCADE;
