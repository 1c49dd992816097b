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

-- dropping a type
CREATE TABLE drafts (id invoice_id);
SELECT drop_typeid('invoice_id');
DROP TABLE drafts;
DROP TABLE invoices;
SELECT drop_typeid('invoice_id');

-- moving: tables as they are found, with defaults, a foreign key, serial and identity
CREATE TABLE customers (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), email text);
CREATE TABLE visits (id serial PRIMARY KEY, customer uuid NOT NULL REFERENCES customers);
CREATE TABLE logins (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, visit integer REFERENCES visits);
CREATE TABLE teams (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO customers (email) SELECT n || '@example.org' FROM generate_series(1, 10) AS n;
INSERT INTO visits (customer) SELECT id FROM customers;
INSERT INTO logins (visit) SELECT id FROM visits;
INSERT INTO teams SELECT '01890a5d-ac96-774b-bcce-b302099a8057';
CREATE TABLE before AS SELECT c.id AS customer, v.id AS visit, l.id AS login FROM customers c
  JOIN visits v ON v.customer = c.id JOIN logins l ON l.visit = v.id;

ALTER TABLE teams
  ALTER COLUMN id DROP DEFAULT,
  ALTER COLUMN id TYPE typeid('team') USING typeid_make('team', id),
  ALTER COLUMN id SET DEFAULT typeid_generate('team');
TABLE teams;

BEGIN;
ALTER TABLE visits DROP CONSTRAINT visits_customer_fkey;
ALTER TABLE customers
  ALTER COLUMN id DROP DEFAULT,
  ALTER COLUMN id TYPE ulid USING id::ulid,
  ALTER COLUMN id SET DEFAULT ulid_generate();
ALTER TABLE visits
  ALTER COLUMN customer TYPE ulid USING customer::ulid,
  ADD FOREIGN KEY (customer) REFERENCES customers;
COMMIT;

BEGIN;
ALTER TABLE logins DROP CONSTRAINT logins_visit_fkey;
ALTER TABLE visits
  ALTER COLUMN id DROP DEFAULT,
  ALTER COLUMN id TYPE ulid_flake USING id::bigint::ulid_flake,
  ALTER COLUMN id SET DEFAULT ulid_flake_generate_ordered();
DROP SEQUENCE visits_id_seq;
ALTER TABLE logins ALTER COLUMN id DROP IDENTITY;
ALTER TABLE logins
  ALTER COLUMN id TYPE ulid_flake USING id::ulid_flake,
  ALTER COLUMN id SET DEFAULT ulid_flake_generate_ordered(),
  ALTER COLUMN visit TYPE ulid_flake USING visit::bigint::ulid_flake,
  ADD FOREIGN KEY (visit) REFERENCES visits;
COMMIT;

-- Nothing got lost, the defaults are the new ones, and the references hold.
SELECT count(*) FROM before b JOIN customers c ON c.id::uuid = b.customer JOIN visits v ON v.customer = c.id AND v.id::bigint = b.visit
  JOIN logins l ON l.visit = v.id AND l.id::bigint = b.login;
INSERT INTO customers DEFAULT VALUES;
INSERT INTO visits (customer) SELECT max(id) FROM customers;
INSERT INTO logins (visit) SELECT max(id) FROM visits;
SELECT count(*), max(c.id) = max(v.customer) AS newest FROM logins l JOIN visits v ON v.id = l.visit JOIN customers c ON c.id = v.customer;
INSERT INTO logins (visit) VALUES (1000::bigint::ulid_flake);
CREATE TABLE from_text AS SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV' AS id;
SELECT id, id_check(id, 'ulid') FROM from_text WHERE id_check(id, 'ulid') IS NOT NULL;
ALTER TABLE from_text ALTER COLUMN id TYPE ulid USING id::ulid;

-- ranges
SELECT count(*) FROM orders WHERE id <@ '{[2026-01-01,2026-01-02), [2026-01-05,2026-01-06)}'::tstzmultirange;
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
\o /dev/null
SELECT id_make_partitions('measurements', 'month');
\o

-- settings
SET sortid.on_overflow = 'wait';
RESET sortid.on_overflow;
-- a generated column
ALTER TABLE orders ADD COLUMN made_at timestamptz GENERATED ALWAYS AS (id_time(id)) STORED;

DROP TABLE orders, accounts, customers, visits, logins, teams, before, from_text, measurements;
