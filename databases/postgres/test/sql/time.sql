-- The time of an id, its parts, and the ids of a time.
SET timezone = 'UTC';
SET datestyle = 'ISO';
SELECT id_time('01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid), id_ms('01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid);
SELECT id_time('00CMXB6TAK4SA'::ulid_flake), id_time('5TK7MT834rx'::uid11), xid_time('5TK7MT834rx');
SELECT id_time('ZZZZZZZZZZZZZZZZZZZZZZZZZW3'::euid), id_time('7ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid);
SELECT id_time('018fb1c8-5d6e-7a2b-9c3d-4e5f60718293'::uuid), id_time('user_01h455vb4pex5vsknk084sn02q'::typeid);
SELECT id_time('018fb1c8-5d6e-4a2b-9c3d-4e5f60718293'::uuid);
SELECT id_time('user_2x4y6z8a0b1c2d3e4f5g6h7j8k'::typeid);
SELECT try_id_time('018fb1c8-5d6e-4a2b-9c3d-4e5f60718293'::uuid), try_id_ms('user_2x4y6z8a0b1c2d3e4f5g6h7j8k'::typeid),
  try_id_time('018fb1c8-5d6e-7a2b-9c3d-4e5f60718293'::uuid);
SELECT id_fields('01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid);
SELECT id_fields('C8ZM14GR4JXG0MQXVY18S8TJNA6'::euid), id_fields('000000000000000000000000000'::euid);
SELECT id_fields('5TK7MT834rx'::uid11), uid11_snowish_fields('5TK7MT834rx'), uid11_fullrand_fields('5TK7MT834rx');
SELECT id_fields('018fb1c8-5d6e-7a2b-9c3d-4e5f60718293'::uuid), id_fields('018fb1c8-5d6e-4a2b-9c3d-4e5f60718293'::uuid);

SELECT ulid_first('2026-01-01 00:00:00.0019+00'), ulid_last('2026-01-01 00:00:00.0019+00');
SELECT euid_first('2026-01-01+00'), ulid_flake_last('2026-01-01+00'), xid_first('2026-01-01+00'),
  uid11_snowish_last('2026-01-01+00'), uid11_ts_seq_rand_last('2026-01-01+00');
SELECT uuid7_first('2026-01-01+00'), uuid7_last('2026-01-01+00'), typeid_first('user', '2026-01-01+00'),
  typeid_last('user', '2026-01-01+00');
SELECT ulid_first('1969-12-31 23:59:59.999+00');
SELECT ulid_last('infinity');
SELECT ulid_flake_first('2023-12-31 23:59:59.999+00');
SELECT xid_last('2200-01-01+00');
SELECT typeid_first('User', now());

-- Ranges by their bounds: half a millisecond, open and closed ends, infinite, empty, before and after all.
SELECT range, ulid_first_in(range) <= ulid_last_in(range) AS some, id_ms(ulid_first_in(range)), id_ms(ulid_last_in(range)) FROM (VALUES
  (tstzrange('2026-01-01+00', '2026-01-02+00')), (tstzrange('2026-01-01+00', '2026-01-01+00', '[]')),
  (tstzrange('2026-01-01 00:00:00.0005+00', '2026-01-01 00:00:00.0015+00')),
  (tstzrange('2026-01-01 00:00:00.0011+00', '2026-01-01 00:00:00.0015+00')),
  (tstzrange('2026-01-01 00:00:00.001+00', '2026-01-01 00:00:00.002+00', '(]')),
  (tstzrange('2026-01-01 00:00:00.001+00', '2026-01-01 00:00:00.002+00', '()')),
  (tstzrange(NULL, NULL)), (tstzrange(NULL, '1970-01-01 00:00:00.001+00')), (tstzrange('-infinity', 'infinity')),
  ('empty'::tstzrange), (tstzrange('1960-01-01+00', '1969-12-31+00')), (tstzrange('1960-01-01+00', '1970-01-01 00:00:00.002+00')),
  (tstzrange('20000-01-01+00', NULL)), (tstzrange('infinity', NULL)), (tstzrange(NULL, '-infinity'))) AS r(range);

-- id_during says what id_time does, for every kind and every one of these ranges.
CREATE TABLE moments (at timestamptz);
INSERT INTO moments SELECT '2026-01-01+00'::timestamptz + n * interval '1 ms' FROM generate_series(-3, 3) AS n;
CREATE TABLE ranges (range tstzrange);
INSERT INTO ranges SELECT tstzrange(a, b, bounds) FROM
  (SELECT '2026-01-01+00'::timestamptz + n * interval '400 us' AS a FROM generate_series(-4, 4) AS n) AS x,
  (SELECT '2026-01-01+00'::timestamptz + n * interval '400 us' AS b FROM generate_series(-4, 4) AS n) AS y,
  (VALUES ('[)'), ('[]'), ('(]'), ('()')) AS z(bounds) WHERE a <= b;
INSERT INTO ranges VALUES (NULL), (tstzrange(NULL, NULL)), ('empty'), (tstzrange(NULL, '2026-01-01+00', '(]'));
SELECT count(*), count(*) FILTER (WHERE
    (ulid_first(at) <@ range) IS DISTINCT FROM (at <@ range) OR (ulid_last(at) <@ range) IS DISTINCT FROM (at <@ range)
    OR (euid_first(at) <@ range) IS DISTINCT FROM (at <@ range) OR (euid_last(at) <@ range) IS DISTINCT FROM (at <@ range)
    OR (ulid_flake_last(at) <@ range) IS DISTINCT FROM (at <@ range)
    OR (ulid_flake_scalable_last(at) <@ range) IS DISTINCT FROM (at <@ range)
    OR (xid_last(at) <@ range) IS DISTINCT FROM (at <@ range)
    OR uid11_snowish_during(uid11_snowish_last(at), range) IS DISTINCT FROM (at <@ range)
    OR uid11_ts_seq_rand_during(uid11_ts_seq_rand_last(at), range) IS DISTINCT FROM (at <@ range)
    OR (uuid7_last(at) <@ range) IS DISTINCT FROM (at <@ range)
    OR (typeid_last('user', at) <@ range) IS DISTINCT FROM (at <@ range)
    OR (typeid_last('user', at)::typeid('user') <@ range) IS DISTINCT FROM (at <@ range)) AS wrong
  FROM moments, ranges;
-- Of UUIDs, those of version 7 alone.
SELECT '019b7664-0000-4000-8000-000000000000'::uuid <@ tstzrange(NULL, NULL), '019b7664-0000-7000-8000-000000000000'::uuid <@ tstzrange(NULL, NULL),
  typeid_make('a', '019b7664-0000-4000-8000-000000000000') <@ tstzrange(NULL, NULL);
-- A constant of no type beside a range is a range, and beside an id too.
SELECT '[2026-01-05,2026-01-06)' <@ tstzrange('2026-01-01', '2026-02-01'), ulid_first('2026-01-05') <@ '[2026-01-05,2026-01-06)',
  '[2026-01-05,2026-01-06)' @> ulid_first('2026-01-05'), ulid_first('2026-01-05') <@ NULL;
DROP TABLE moments, ranges;
