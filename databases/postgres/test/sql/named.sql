-- Named ids: those of tests/oracle/vectors/named/vectors.json, and what is rejected.
\set key '''\\x000102030405060708090a0b0c0d0e0f''::bytea'
\set ECHO none
-- A text of the server has no NUL in it, and no object of its JSON has one.
\set file `grep -v u0000 "$SORTID_VECTORS/named/vectors.json"`
CREATE TEMP TABLE cases AS SELECT c->>'format' AS format, decode(c->>'key', 'hex') AS key, c->>'prefix' AS prefix,
  to_timestamp(0) + (c->>'unix_ms')::bigint * interval '1 ms' AS at, c->>'name' AS name, c->>'text' AS id
  FROM jsonb_array_elements(:'file'::jsonb) c WHERE c->>'extension' IS NULL;
\set ECHO all
SELECT format, count(*) FROM cases GROUP BY format ORDER BY format;
SELECT id, ulid_named(at, name, key) FROM cases WHERE format = 'ulid' AND ulid_named(at, name, key) <> id::ulid;
SELECT id, euid_named(at, name, key) FROM cases WHERE format = 'euid' AND euid_named(at, name, key) <> id::euid;
SELECT id, uuid7_named(at, name, key) FROM cases WHERE format = 'uuidv7' AND uuid7_named(at, name, key) <> id::uuid;
SELECT id, typeid_named(prefix, at, name, key) FROM cases
  WHERE format = 'typeid' AND typeid_named(prefix, at, name, key) <> id::typeid;
SET client_min_messages = warning;
SELECT create_typeid('named_id', 'user');
SELECT id, named_id_named(at, name, key) FROM cases
  WHERE format = 'typeid' AND prefix = 'user' AND named_id_named(at, name, key)::text <> id;
SELECT drop_typeid('named_id');
SELECT ulid_named('2026-01-01', 'a', '\x00');
SELECT ulid_named('1969-01-01', 'a', :key);
SELECT ulid_named('2026-01-01', NULL, :key) IS NULL;
SELECT typeid_named('User', '2026-01-01', 'a', :key);
-- An import that is run twice.
CREATE TEMP TABLE customers (id ulid PRIMARY KEY, number int);
INSERT INTO customers SELECT ulid_named('2026-01-01 00:00Z', 'customers/' || n, :key), n FROM generate_series(1, 1000) n;
INSERT INTO customers SELECT ulid_named('2026-01-01 00:00Z', 'customers/' || n, :key), n FROM generate_series(1, 1000) n
  ON CONFLICT (id) DO NOTHING;
SELECT count(*) FROM customers;
