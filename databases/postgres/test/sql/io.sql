-- Texts and bytes, both ways, and what is rejected with which reason, position and SQLSTATE.
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid, '01arz3ndektsv4rrffq69g5fav'::ulid;
SELECT 'C8ZM14GR4JXG0MQXVY18S8TJNA6'::euid, 'c8zmi4gr4jxgomqxvy18s8tjnbz'::euid;
SELECT '00CMXB6TAK4SA'::ulid_flake, '00CMXB6TAK4SA'::ulid_flake_scalable, '5TK7MT834rx'::uid11;
SELECT 'user_2x4y6z8a0b1c2d3e4f5g6h7j8k'::typeid, '00000000000000000000000000'::typeid;

CREATE FUNCTION error_of(type text, given text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text;
BEGIN
  EXECUTE format('SELECT %L::%s', given, type);
  RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
  RETURN SQLSTATE || ' ' || detail;
END $$;
SELECT type, given, error_of(type, given) FROM (VALUES
  ('ulid', ''), ('ulid', '01ARZ3NDEKTSV4RRFFQ69G5FA'), ('ulid', '01ARZ3NDEKTSV4RRFFQ69G5FAVV'),
  ('ulid', '01ARZ3NDEKTSV4RRFFQ69G5FAU'), ('ulid', 'I1ARZ3NDEKTSV4RRFFQ69G5FAV'), ('ulid', '80000000000000000000000000'),
  ('ulid', '01ARZ3NDEKTSV4RRFFQ69G5FA '), ('ulid', ' 01ARZ3NDEKTSV4RRFFQ69G5FA'), ('ulid', '01ARZ3NDEKTSV4RRFFQ69G5Fü'),
  ('euid', 'C8X2HA87098A0W837DX13FEAWVV'), ('euid', 'C8ZM14GR4JXG0MQXVY18S8TJNU6'), ('euid', 'C8ZM'),
  ('ulid_flake', '8000000000000'), ('ulid_flake', '00CMXB6TAK4S'), ('ulid_flake_scalable', 'G000000000000'),
  ('ulid_flake_scalable', '00CMXB6TAK4SO'), ('uid11', '5TK7MT834r0'), ('uid11', 'jpXCZedGfVR'), ('uid11', '5TK7MT834r'),
  ('typeid', 'user_2x4y6z8a0b1c2d3e4f5g6h7j8'), ('typeid', 'User_2x4y6z8a0b1c2d3e4f5g6h7j8k'),
  ('typeid', '_2x4y6z8a0b1c2d3e4f5g6h7j8k'), ('typeid', 'us1r_2x4y6z8a0b1c2d3e4f5g6h7j8k'),
  ('typeid', 'user__2x4y6z8a0b1c2d3e4f5g6h7j8k'), ('typeid', 'user_8x4y6z8a0b1c2d3e4f5g6h7j8k'),
  ('typeid', 'user_2X4y6z8a0b1c2d3e4f5g6h7j8k'), ('typeid(''user'')', 'org_2x4y6z8a0b1c2d3e4f5g6h7j8k'),
  ('typeid(''user'')', 'users_2x4y6z8a0b1c2d3e4f5g6h7j8k')) AS given(type, given);

-- The wire form and bytea: network order; -1 is the length that a sender of text gives.
SELECT ulid_send('01ARZ3NDEKTSV4RRFFQ69G5FAV'), '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::bytea,
  '\x01563e3ab5d3d6764c61efb99302bd5b'::bytea::ulid;
SELECT ulid_flake_send('00CMXB6TAK4SA'), uid11_send('5TK7MT834rx'), typeid_send('user_2x4y6z8a0b1c2d3e4f5g6h7j8k');
SELECT '\x0102'::bytea::ulid;
SELECT '\xffffffffffffffff'::bytea::ulid_flake;

-- Casts: explicit, or to text where something is stored.
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::uuid, '01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid::ulid,
  '01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid::euid;
SELECT '00CMXB6TAK4SA'::ulid_flake::bigint, 14246757444195114::bigint::ulid_flake, '5TK7MT834rx'::uid11::bigint;
SELECT uid11_from_bigint(-1), uid11_to_bigint('jpXCZedGfVQ');
SELECT (-1)::bigint::ulid_flake;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::text || 'x', '01ARZ3NDEKTSV4RRFFQ69G5FAV'::text::ulid;
SELECT castsource::regtype, casttarget::regtype, castcontext FROM pg_cast
  WHERE castsource::regtype::text IN ('ulid', 'euid', 'ulid_flake', 'ulid_flake_scalable', 'uid11', 'typeid')
     OR casttarget::regtype::text IN ('ulid', 'euid', 'ulid_flake', 'ulid_flake_scalable', 'uid11', 'typeid')
  ORDER BY castsource::regtype::text COLLATE "C", casttarget::regtype::text COLLATE "C";
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid = '01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid;
CREATE TEMP TABLE stored (t text, u uuid);
INSERT INTO stored (t) VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid);
INSERT INTO stored (u) VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid);

-- COPY, text and binary, there and back.
CREATE TEMP TABLE all_types (a ulid, b euid, c ulid_flake, d ulid_flake_scalable, e uid11, f typeid('user'), g ulid[]);
INSERT INTO all_types VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'C8ZM14GR4JXG0MQXVY18S8TJNA6', '00CMXB6TAK4SA',
  '00CMXB6TAK4SA', '5TK7MT834rx', 'user_2x4y6z8a0b1c2d3e4f5g6h7j8k',
  '{01ARZ3NDEKTSV4RRFFQ69G5FAV,NULL,00000000000000000000000000}'), (NULL, NULL, NULL, NULL, NULL, NULL, NULL);
COPY all_types TO STDOUT;
SELECT current_setting('data_directory') || '/sortid_regress.bin' AS file \gset
COPY all_types TO :'file' (FORMAT binary);
CREATE TEMP TABLE read_back (LIKE all_types);
COPY read_back FROM :'file' (FORMAT binary);
SELECT count(*) FROM (TABLE read_back EXCEPT TABLE all_types) AS different;
SELECT * FROM read_back;

-- Checks that do not raise.
SELECT id_check('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ulid'), id_check('01ARZ3NDEKTSV4RRFFQ69G5FAU', 'ulid'),
  id_check('00CMXB6TAK4S', 'ulid_flake'), id_check('00CMXB6TAK4S', 'ulid-flake');
SELECT id_check('x', 'guid');
SELECT ulid_is_valid('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ulid_is_valid('x'), typeid_is_valid('user_2x4y6z8a0b1c2d3e4f5g6h7j8k'),
  uuid7_is_valid('018fb1c8-5d6e-7a2b-9c3d-4e5f60718293'), uuid7_is_valid('018fb1c8-5d6e-4a2b-9c3d-4e5f60718293'),
  uid11_is_valid('5TK7MT834rx'), euid_is_valid('C8X2HA87098A0W837DX13FEAWVV');
SELECT sortid_version() ~ '^\d+\.\d+\.\d+$';
DROP FUNCTION error_of;
