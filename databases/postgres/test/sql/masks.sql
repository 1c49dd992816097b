-- Public ids that hide their time: the masks of tests/oracle/vectors/mask/vectors.json, and keys.
\set key '''\\x000102030405060708090a0b0c0d0e0f''::bytea'
\set ECHO none
\set file `cat "$SORTID_VECTORS/mask/vectors.json"`
CREATE TEMP TABLE cases AS SELECT c->>'format' AS format, decode(c->>'key', 'hex') AS key, (c->>'version')::int AS version,
  c->>'text' AS stored, c->>'masked' AS masked FROM jsonb_array_elements(:'file'::jsonb) c;
\set ECHO all
SELECT count(*) > 100 FROM cases;
-- Each line counts the cases and shows what is wrong.
SELECT count(*) > 0 FROM cases WHERE format = 'ulid';
SELECT stored FROM cases WHERE format = 'ulid'
  AND (id_mask(stored::ulid, key), id_unmask(masked::ulid, key)) <> (masked::ulid, stored::ulid);
SELECT stored FROM cases WHERE format = 'euid'
  AND (id_mask(stored::euid, key), id_unmask(masked::euid, key)) <> (masked::euid, stored::euid);
SELECT stored FROM cases WHERE format = 'ulid-flake'
  AND (id_mask(stored::ulid_flake, key), id_unmask(masked::ulid_flake, key)) <> (masked::ulid_flake, stored::ulid_flake);
SELECT stored FROM cases WHERE format = 'ulid-flake-scalable'
  AND (id_mask(stored::ulid_flake_scalable, key), id_unmask(masked::ulid_flake_scalable, key))
    <> (masked::ulid_flake_scalable, stored::ulid_flake_scalable);
SELECT stored FROM cases WHERE format IN ('uuid', 'uuidv7') AND version = 8
  AND (id_mask(stored::uuid, key), id_unmask(masked::uuid, key)) <> (masked::uuid, stored::uuid);
SELECT stored FROM cases WHERE format = 'typeid' AND version = 8
  AND (id_mask(stored::typeid, key), id_unmask(masked::typeid, key)) <> (masked::typeid, stored::typeid);
SELECT stored FROM cases WHERE format = 'xid'
  AND (id_mask(stored::uid11, key), id_unmask(masked::uid11, key), xid_mask(stored::uid11, key))
    <> (masked::uid11, stored::uid11, masked::uid11);
SELECT stored FROM cases WHERE format = 'uid11-snowish'
  AND (uid11_snowish_mask(stored::uid11, key), uid11_snowish_unmask(masked::uid11, key)) <> (masked::uid11, stored::uid11);
SELECT stored FROM cases WHERE format = 'uid11-fullrand'
  AND (uid11_fullrand_mask(stored::uid11, key), uid11_fullrand_unmask(masked::uid11, key)) <> (masked::uid11, stored::uid11);
SELECT stored FROM cases WHERE format = 'uid11-ts-seq-rand'
  AND (uid11_ts_seq_rand_mask(stored::uid11, key), uid11_ts_seq_rand_unmask(masked::uid11, key))
    <> (masked::uid11, stored::uid11);
-- Other versions, other keys.
SELECT id_unmask('018fb1c8-5d6e-7a2b-9c3d-4e5f60718293'::uuid, :key);
SELECT id_mask('018fb1c8-5d6e-8a2b-9c3d-4e5f60718293'::uuid, :key);
SELECT id_mask('00000000000000000000000000'::ulid, '\x00'::bytea);
SELECT id_mask('00000000000000000000000000'::ulid, NULL) IS NULL;
SELECT id_mask('00000000000000000000000000'::ulid);
SET sortid.mask_key_file = 'mine';
-- a call keeps its masker from row to row under one key; another key is another one
SELECT count(DISTINCT id_mask('01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid, key)) AS masks,
       bool_and(id_unmask(id_mask('01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid, key), key) = '01ARZ3NDEKTSV4RRFFQ69G5FAV') AS back
FROM (VALUES ('\x000102030405060708090a0b0c0d0e0f'::bytea), ('\x00000000000000000000000000000000'),
             ('\x0000000000000000000000000000000000000000000000000000000000000000'),
             ('\x00000000000000000000000000000000')) AS keys (key);
