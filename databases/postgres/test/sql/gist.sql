-- GiST by btree_gist, over the same bits as uuid and bigint.
SELECT NOT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'btree_gist') AS without \gset
\if :without
\quit
\endif
CREATE EXTENSION btree_gist;
CREATE TABLE bookings (
  room     ulid,
  counter  ulid_flake,
  during   tstzrange,
  EXCLUDE USING gist ((room::uuid) WITH =, during WITH &&),
  EXCLUDE USING gist ((counter::bigint) WITH =, during WITH &&)
);
INSERT INTO bookings VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', '00CMXB6TAK4SA', '[2026-01-01, 2026-01-03)');
INSERT INTO bookings VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAW', '00CMXB6TAK4SB', '[2026-01-02, 2026-01-04)');
INSERT INTO bookings VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', '00CMXB6TAK4SC', '[2026-01-03, 2026-01-04)');
\set VERBOSITY sqlstate
INSERT INTO bookings VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', '00CMXB6TAK4SD', '[2026-01-02, 2026-01-03)');
INSERT INTO bookings VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAX', '00CMXB6TAK4SA', '[2026-01-02, 2026-01-03)');
DROP TABLE bookings;
DROP EXTENSION btree_gist;
