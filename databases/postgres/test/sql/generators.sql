-- New ids: of their time, in order, as default, drawn, of a given time, many at once; and the settings.
SET client_min_messages = warning;
CREATE FUNCTION near_now(at timestamptz) RETURNS boolean LANGUAGE SQL RETURN abs(extract(epoch FROM at - clock_timestamp())) < 60;
SELECT near_now(id_time(ulid_generate())), near_now(id_time(euid_generate())), near_now(id_time(ulid_flake_generate())),
  near_now(id_time(ulid_flake_scalable_generate())), near_now(id_time(uuid7_generate())), near_now(id_time(xid_generate())),
  near_now(uid11_snowish_time(uid11_snowish_generate(3))), near_now(uid11_ts_seq_rand_time(uid11_ts_seq_rand_generate())),
  near_now(id_time(typeid_generate('user')));
SELECT near_now(id_time(ulid_generate_ordered())), near_now(id_time(euid_generate_ordered())), near_now(id_time(ulid_flake_generate_ordered())),
  near_now(id_time(uuid7_generate_ordered())), near_now(id_time(typeid_generate_ordered('user'))), near_now(id_time(ulid_generate_strict())),
  near_now(id_time(ulid_generate_random()));

-- In order and each another one, in the order in which they were made.
CREATE TABLE made (n int GENERATED ALWAYS AS IDENTITY, a ulid DEFAULT ulid_generate(), b euid DEFAULT euid_generate(),
  c ulid_flake DEFAULT ulid_flake_generate(), d ulid_flake_scalable DEFAULT ulid_flake_scalable_generate(), e uuid DEFAULT uuid7_generate(),
  f uid11 DEFAULT uid11_snowish_generate(1), g uid11 DEFAULT uid11_ts_seq_rand_generate(), h typeid('user') DEFAULT typeid_generate('user'),
  i ulid DEFAULT ulid_generate_ordered(), j uuid DEFAULT uuid7_generate_ordered(), k euid DEFAULT euid_generate_ordered(),
  l typeid DEFAULT typeid_generate_ordered('user'), m ulid DEFAULT ulid_generate_strict());
INSERT INTO made (c) SELECT ulid_flake_generate() FROM generate_series(1, 2000);
SELECT bool_and(a > a_), bool_and(b > b_), bool_and(c > c_), bool_and(d > d_), bool_and(e > e_), bool_and(f > f_), bool_and(g > g_), bool_and(h > h_),
    bool_and(i > i_), bool_and(j > j_), bool_and(k > k_), bool_and(l > l_), bool_and(m > m_)
  FROM (SELECT *, lag(a) OVER w AS a_, lag(b) OVER w AS b_, lag(c) OVER w AS c_, lag(d) OVER w AS d_, lag(e) OVER w AS e_, lag(f) OVER w AS f_,
    lag(g) OVER w AS g_, lag(h) OVER w AS h_, lag(i) OVER w AS i_, lag(j) OVER w AS j_, lag(k) OVER w AS k_, lag(l) OVER w AS l_, lag(m) OVER w AS m_
    FROM made WINDOW w AS (ORDER BY n)) AS s;
SELECT count(DISTINCT e) FROM made WHERE id_is_version_7(e);
SELECT count(*) FROM made WHERE id_is_version_7(e) AND uuid7_is_valid(e::text);
-- ULIDs of a backend are not the one before plus one: 64 bits are drawn. Strict ones are.
SELECT count(DISTINCT right(id::text, 12)) FROM ulid_generate_many(1000) AS id;
SELECT count(DISTINCT id_ms(id)) < 100 AS few_milliseconds, count(DISTINCT left(id::text, 20)) < 100 AS plus_one
  FROM (SELECT ulid_generate_strict() AS id FROM generate_series(1, 1000)) AS s;
-- Many at once are in the order of the single ones around them.
SELECT ulid_generate() AS before \gset
SELECT count(*), count(DISTINCT id), bool_and(id > :'before') FROM ulid_generate_many(10000) AS id;
SELECT count(*), bool_and(later) FROM (SELECT id > lag(id) OVER () AS later FROM uuid7_generate_many(1000) AS id) AS s;
-- So are they beside single ones in one query, and beside another set.
SELECT bool_and(one > many), bool_and(many > lag_one) FROM (SELECT n, many, one, lag(one) OVER (ORDER BY n) AS lag_one
  FROM (SELECT generate_series(1, 1000) AS n, ulid_generate_many(1000) AS many, ulid_generate() AS one) AS s) AS t;
SELECT bool_and(one > many), bool_and(many > lag_one) FROM (SELECT n, many, one, lag(one) OVER (ORDER BY n) AS lag_one
  FROM (SELECT generate_series(1, 1000) AS n, uid11_snowish_generate_many(5, 1000) AS many, uid11_snowish_generate(5) AS one) AS s) AS t;
SELECT bool_and(b > a), bool_and(a > lag_b) FROM (SELECT n, a, b, lag(b) OVER (ORDER BY n) AS lag_b
  FROM (SELECT generate_series(1, 1000) AS n, typeid_uuid(typeid_generate_many('a', 1000)) AS a, uuid7_generate_many(1000) AS b) AS s) AS t;
SELECT count(*) FROM euid_generate_many(0);
SELECT count(*) FROM euid_generate_many(-1);
SELECT count(DISTINCT id) FROM uid11_snowish_generate_many(7, 5000) AS id;
SELECT DISTINCT uid11_snowish_fields(id) ->> 'machine' FROM uid11_snowish_generate_many(7, 10) AS id;
SELECT count(DISTINCT id), min(typeid_prefix(id)) FROM typeid_generate_many('user', 300) AS id;
SELECT uid11_snowish_generate(1024);
SELECT typeid_generate('User');

-- Where nothing is random there is no draw.
SELECT proname FROM pg_proc WHERE proname ~ '^uid11.*_generate_(random|at)$' ORDER BY proname;
-- Of a given time.
SET timezone = 'UTC';
SELECT id_time(ulid_generate_at('2026-01-01 12:00:00.1239+00')), id_time(xid_generate_at('2026-01-01+00')), id_time(typeid_generate_at('a', '2026-01-01+00'));
SELECT ulid_generate_at('1969-12-31 23:59:59.999+00');
SELECT ulid_flake_generate_at('infinity');
-- EUIDs with data of the caller.
SELECT id_fields(euid_generate_extended(0)) - 'timestamp' - 'randomness', id_fields(euid_generate_extended(32767)) - 'timestamp' - 'randomness';
SELECT euid_generate_extended(32768);
SELECT euid_generate_extended(-1);

-- Settings.
SHOW sortid.on_overflow;
SHOW sortid.on_clock_back;
SHOW sortid.max_ahead;
SET sortid.on_overflow = 'never';
SET sortid.nonsense = 1;
SET sortid.sid = 3;
-- Four thousand snowish ids of a millisecond are all that there are: the next one fails, waits, or runs ahead.
SET sortid.on_overflow = 'run_ahead';
SELECT count(DISTINCT id) FROM uid11_snowish_generate_many(8, 20000) AS id;
SET sortid.on_overflow = 'wait';
SELECT count(DISTINCT id), min(id) > (SELECT min(uid11_snowish_first(clock_timestamp() - interval '1 minute'))) FROM uid11_snowish_generate_many(9, 20000) AS id;
SET sortid.on_overflow = 'run_ahead';
SET sortid.max_ahead = '1 ms';
-- Ids that run ahead of the clock end in an error, if this machine can make them faster than four million a second.
DO $$
BEGIN
  PERFORM count(*) FROM uid11_snowish_generate_many(10, 500000) AS id;
EXCEPTION WHEN object_not_in_prerequisite_state THEN
  IF SQLERRM !~ 'ids are [0-9]+ ms ahead of the clock' THEN RAISE; END IF;
END $$;
RESET sortid.max_ahead;
-- The limit is not everyone's to lift, and what it rejects pushes the shared order no further.
CREATE ROLE regress_sortid_user;
SET ROLE regress_sortid_user;
SET sortid.max_ahead = -1;
RESET ROLE;
DROP ROLE regress_sortid_user;
SET sortid.max_ahead = -1;
SELECT uid11_snowish_ms(max(id)) AS reached FROM uid11_snowish_generate_many(11, 5000000) AS id \gset
SET sortid.max_ahead = 0;
DO $$
BEGIN
  FOR n IN 1 .. 1000 LOOP
    BEGIN
      PERFORM uid11_snowish_generate_many(11, 256);
    EXCEPTION WHEN object_not_in_prerequisite_state THEN NULL;
    END;
  END LOOP;
END $$;
SET sortid.max_ahead = -1;
SELECT uid11_snowish_ms(uid11_snowish_generate(11)) <= greatest(:reached, extract(epoch FROM clock_timestamp()) * 1000) + 5 AS no_further;
RESET sortid.max_ahead;
RESET sortid.on_overflow;
-- As default of a column whose rows come later.
ALTER TABLE made ADD COLUMN o ulid DEFAULT ulid_generate();
SELECT count(DISTINCT o) = count(*) FROM made;
-- In parallel workers each backend has an order of its own, and no id comes twice.
SET max_parallel_workers_per_gather = 4;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT count(DISTINCT id) = count(*) FROM (SELECT ulid_generate() AS id FROM made AS a, made AS b WHERE b.n <= 20) AS s;
DROP TABLE made;
DROP FUNCTION near_now;

-- Where the sequence of a millisecond begins, with an id every two milliseconds.
SET sortid.sequence = 'one';
SHOW sortid.sequence;
CREATE FUNCTION sequences(machine integer, OUT made bigint, OUT zeros bigint, OUT upper bigint) LANGUAGE sql AS $$
  SELECT count(DISTINCT s), count(*) FILTER (WHERE s = 0), count(*) FILTER (WHERE s >= 2048)
  FROM (SELECT (uid11_snowish_fields(uid11_snowish_generate(machine)) ->> 'sequence')::integer AS s, pg_sleep(0.002)
    FROM generate_series(1, 20)) AS t $$;
SELECT * FROM sequences(31);
SET sortid.sequence = 'carry_on';
SELECT * FROM sequences(31);
SET sortid.sequence = 'random';
SELECT made > 1 AS drawn, upper FROM sequences(31);
RESET sortid.sequence;
SELECT * FROM sequences(31);
DROP FUNCTION sequences;
