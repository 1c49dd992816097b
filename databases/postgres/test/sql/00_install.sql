-- The extension goes into a schema of its own and out again without a trace, before the other tests begin.
\set SHOW_CONTEXT never
SET client_min_messages = error; -- an older server gets a warning: 007_upgrade_scripts.pl
CREATE SCHEMA ids;
CREATE EXTENSION sortid SCHEMA ids;
SELECT ids.ulid_is_valid('01ARZ3NDEKTSV4RRFFQ69G5FAV');
-- Relocatable.
CREATE SCHEMA elsewhere;
ALTER EXTENSION sortid SET SCHEMA elsewhere;
SELECT elsewhere.id_time(elsewhere.ulid_first('2026-01-01 00:00:00+00')) AT TIME ZONE 'UTC';
SELECT elsewhere.ulid_first('2026-01-01 00:00:00+00') OPERATOR(elsewhere.<@) tstzrange('2026-01-01 00:00:00+00', NULL);
DROP EXTENSION sortid;
SELECT count(*) FROM pg_type WHERE typname IN ('ulid', 'typeid');
DROP SCHEMA ids, elsewhere;
-- Trusted: who may make objects in the database may install it.
CREATE ROLE regress_sortid_user;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_sortid_user', current_database()) \gexec
SET ROLE regress_sortid_user;
CREATE SCHEMA regress_sortid;
CREATE EXTENSION sortid SCHEMA regress_sortid;
SELECT regress_sortid.create_typeid('a', 'a');
DROP EXTENSION sortid;
DROP SCHEMA regress_sortid;
RESET ROLE;
SELECT format('REVOKE CREATE ON DATABASE %I FROM regress_sortid_user', current_database()) \gexec
DROP ROLE regress_sortid_user;
CREATE EXTENSION sortid;
SET client_min_messages = warning;
