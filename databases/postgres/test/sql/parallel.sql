-- What parallel workers may do: each is a process that counts and draws by itself.
SET client_min_messages = warning;
-- Generators that the leader alone runs, since two processes could draw the same id: those of formats with few random bits,
-- but for what counts by the order that all processes share; sets of ids, which are one set for the whole query; and masks,
-- for which the leader alone has the file's key. No other function is restricted.
SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
  AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sortid')
  WHERE p.proparallel = 'r' ORDER BY p.oid::regprocedure::text COLLATE "C";
CREATE TABLE rows AS SELECT n FROM generate_series(1, 100000) AS n;
ANALYZE rows;
SET max_parallel_workers_per_gather = 4;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET parallel_leader_participation = off;
-- Below Gather, or above it.
EXPLAIN (COSTS OFF, VERBOSE) SELECT ulid_generate() FROM rows;
EXPLAIN (COSTS OFF, VERBOSE) SELECT ulid_flake_generate_ordered() FROM rows;
EXPLAIN (COSTS OFF, VERBOSE) SELECT ulid_flake_generate() FROM rows;
EXPLAIN (COSTS OFF, VERBOSE) SELECT ulid_flake_scalable_generate() FROM rows;
EXPLAIN (COSTS OFF, VERBOSE) SELECT xid_generate() FROM rows;
-- No id twice.
CREATE TABLE made AS SELECT ulid_generate() AS u, uuid7_generate() AS u7, euid_generate() AS e FROM rows;
SELECT count(DISTINCT u), count(DISTINCT u7), count(DISTINCT e) FROM made;
CREATE TABLE made_few AS SELECT ulid_flake_generate() AS f, ulid_flake_generate_ordered() AS o, uid11_ts_seq_rand_generate() AS t FROM rows;
SELECT count(DISTINCT f), count(DISTINCT o), count(DISTINCT t) FROM made_few;
-- A set in FROM is made once.
SELECT count(*), count(DISTINCT id), count(DISTINCT other) FROM rows, ulid_generate_many(2) AS id, typeid_generate_many('user', 1) AS other;
-- A function in another language may be the first that needs the library: then it would lose the settings of the session.
CREATE FUNCTION said_to_be_safe() RETURNS text LANGUAGE plpgsql PARALLEL SAFE AS 'BEGIN RETURN ulid_generate(); END';
\c
SET max_parallel_workers_per_gather = 4;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT count(DISTINCT said_to_be_safe()) FROM rows;
\c
SET max_parallel_workers_per_gather = 4;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET sortid.on_clock_back = 'fail';
\set VERBOSITY terse
SELECT count(DISTINCT said_to_be_safe()) FROM rows;
LOAD 'sortid';
SELECT count(DISTINCT said_to_be_safe()) FROM rows;
SHOW sortid.on_clock_back;
DROP FUNCTION said_to_be_safe;
DROP TABLE rows, made, made_few;
