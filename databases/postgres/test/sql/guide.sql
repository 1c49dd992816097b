-- The statements of docs/postgresql.md, in its order; the page quotes them from here.
CREATE EXTENSION IF NOT EXISTS sortid;
SET timezone = 'UTC';
-- first table
CREATE TABLE orders (
  id      ulid PRIMARY KEY DEFAULT ulid_generate(),
  total   numeric NOT NULL
);
INSERT INTO orders (total) SELECT n FROM generate_series(1, 1000) AS n;
SELECT count(*) FROM orders WHERE id <@ tstzrange(now() - interval '1 hour', NULL);
SELECT id, id_time(id) FROM orders ORDER BY id DESC LIMIT 0;

-- prefixes
CREATE TABLE accounts (
  id      typeid('acct') PRIMARY KEY DEFAULT typeid_generate('acct'),
  email   text
);
SELECT create_typeid('invoice_id', 'invoice');
CREATE TABLE invoices (
  id      invoice_id PRIMARY KEY DEFAULT invoice_id_generate(),
  account typeid('acct') REFERENCES accounts
);
SELECT typeid_text('user', '01890a5d-ac96-774b-bcce-b302099a8057');

-- moving
CREATE TABLE from_uuid AS SELECT uuid7_generate() AS id FROM generate_series(1, 10);
ALTER TABLE from_uuid ALTER COLUMN id TYPE ulid USING id::ulid;
CREATE TABLE from_bigint AS SELECT n::bigint AS id FROM generate_series(1, 10) AS n;
ALTER TABLE from_bigint ALTER COLUMN id TYPE ulid_flake USING id::ulid_flake;
CREATE TABLE from_text AS SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV' AS id;
SELECT id, id_check(id, 'ulid') FROM from_text WHERE id_check(id, 'ulid') IS NOT NULL;
ALTER TABLE from_text ALTER COLUMN id TYPE ulid USING id::ulid;

-- ranges
SELECT count(*) FROM orders WHERE id <@ tstzrange('2026-01-01', '2026-02-01');
SELECT count(*) FROM orders WHERE id >= ulid_first('2026-01-01') AND id < ulid_first('2026-02-01');
SELECT count(*) FROM accounts WHERE id BETWEEN typeid_first_in('acct', tstzrange('2026-01-01', '2026-02-01'))
                                           AND typeid_last_in('acct', tstzrange('2026-01-01', '2026-02-01'));

-- partitions
CREATE TABLE measurements (
  id      ulid DEFAULT ulid_generate(),
  value   float8,
  PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE TABLE measurements_2026_01 PARTITION OF measurements
  FOR VALUES FROM (ulid_first('2026-01-01')) TO (ulid_first('2026-02-01'));
CREATE TABLE measurements_2026_02 PARTITION OF measurements
  FOR VALUES FROM (ulid_first('2026-02-01')) TO (ulid_first('2026-03-01'));
EXPLAIN (COSTS OFF) SELECT * FROM measurements WHERE id <@ tstzrange('2026-01-10', '2026-01-11');
CREATE INDEX ON measurements USING brin (id);

-- settings
SET sortid.on_overflow = 'wait';
RESET sortid.on_overflow;
-- a generated column
ALTER TABLE orders ADD COLUMN made_at timestamptz GENERATED ALWAYS AS (id_time(id)) STORED;

DROP TABLE orders, invoices, accounts, from_uuid, from_bigint, from_text, measurements;
SET client_min_messages = warning;
DROP TYPE invoice_id CASCADE;
