-- typeid with and without a prefix of its own, and types of one prefix.
\set SHOW_CONTEXT never
SET client_min_messages = warning;
SELECT typeid_prefix(id), typeid_suffix(id), typeid_uuid(id), id::uuid FROM (VALUES ('user_01h455vb4pex5vsknk084sn02q'::typeid)) AS t(id);
SELECT typeid_make('user', '01890a5d-ac96-774b-bcce-b302099a8057'), typeid_text('user', '01890a5d-ac96-774b-bcce-b302099a8057'),
  typeid_make('', '01890a5d-ac96-774b-bcce-b302099a8057');
SELECT typeid_make('us er', '01890a5d-ac96-774b-bcce-b302099a8057');
SELECT typeid_make(repeat('a', 64), '01890a5d-ac96-774b-bcce-b302099a8057');
SELECT length(typeid_make(repeat('a', 63), '01890a5d-ac96-774b-bcce-b302099a8057')::text);
CREATE TABLE users (id typeid('user') PRIMARY KEY, name text);
CREATE TABLE edge_prefixes (a typeid(''), b typeid('a_b'), c typeid('zzzzzz'), d typeid);
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'edge_prefixes'::regclass AND attnum > 0;
INSERT INTO edge_prefixes VALUES ('01h455vb4pex5vsknk084sn02q', 'a_b_01h455vb4pex5vsknk084sn02q', 'zzzzzz_01h455vb4pex5vsknk084sn02q', 'x_01h455vb4pex5vsknk084sn02q');
TABLE edge_prefixes;
INSERT INTO edge_prefixes (a) VALUES ('x_01h455vb4pex5vsknk084sn02q');
INSERT INTO users VALUES (typeid_generate('user'), 'a');
INSERT INTO users VALUES (typeid_generate('users'), 'b');
INSERT INTO users VALUES ('org_01h455vb4pex5vsknk084sn02q', 'b');
COPY users FROM STDIN;
org_01h455vb4pex5vsknk084sn02q	c
\.
SELECT 'org_01h455vb4pex5vsknk084sn02q'::typeid('user');
CREATE TABLE too_long (id typeid('account'));
CREATE TABLE no_prefix (id typeid('User'));
CREATE TABLE two (id typeid('a', 'b'));
-- Longer prefixes by a domain.
CREATE DOMAIN account_id AS typeid CHECK ((typeid_prefix(VALUE) = 'account') IS TRUE);
SELECT 'account_01h455vb4pex5vsknk084sn02q'::account_id;
SELECT 'user_01h455vb4pex5vsknk084sn02q'::account_id;
-- Twenty-one bytes in a row, one of them the header.
SELECT pg_column_size(id) FROM users;

-- A type of its own.
SELECT create_typeid('user_id', 'user'), create_typeid('org_id', 'org'), create_typeid('Plain Id', ''), create_typeid('long_id', repeat('p', 63));
CREATE TABLE people (id user_id DEFAULT user_id_generate() PRIMARY KEY, org org_id, n int);
INSERT INTO people (org, n) SELECT org_id_generate(), n FROM generate_series(1, 100) AS n;
SELECT count(*) FROM people WHERE id::text LIKE 'user\_%' AND org::text LIKE 'org\_%';
SELECT pg_column_size(id) FROM people LIMIT 1;
SELECT 'user_01h455vb4pex5vsknk084sn02q'::user_id, 'user_01h455vb4pex5vsknk084sn02q'::text::user_id, '01890a5d-ac96-774b-bcce-b302099a8057'::uuid::user_id,
  '01h455vb4pex5vsknk084sn02q'::"Plain Id", 'user_01h455vb4pex5vsknk084sn02q'::typeid::user_id;
SELECT 'user_01h455vb4pex5vsknk084sn02q'::user_id::text, 'user_01h455vb4pex5vsknk084sn02q'::user_id::uuid, 'user_01h455vb4pex5vsknk084sn02q'::user_id::typeid;
SELECT right('01890a5d-ac96-774b-bcce-b302099a8057'::uuid::long_id::text, 30);
SELECT 'org_01h455vb4pex5vsknk084sn02q'::user_id;
SELECT 'user_01h455vb4pex5vsknk084sn02'::user_id;
SELECT 'org_01h455vb4pex5vsknk084sn02q'::typeid::user_id;
-- A literal is read as the column's type; ids of two prefixes do not compare.
SELECT count(*) FROM people WHERE id = 'user_01h455vb4pex5vsknk084sn02q';
SELECT count(*) FROM people WHERE id = 'org_01h455vb4pex5vsknk084sn02q';
SELECT count(*) FROM people WHERE id = org;
SELECT id_time('user_01h455vb4pex5vsknk084sn02q'::user_id) AT TIME ZONE 'UTC';
SELECT count(*), count(DISTINCT id) FROM user_id_generate_many(10) AS id;
SELECT user_id_first('2026-01-01+00'), user_id_last('2026-01-01+00');
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT n FROM people WHERE id <@ tstzrange('2026-01-01+00', '2026-01-02+00');
SELECT count(*) FROM people WHERE id <@ tstzrange(now() - interval '1 minute', now() + interval '1 minute');
RESET enable_seqscan;
-- What cannot be.
SELECT create_typeid('user_id', 'user');
SELECT create_typeid('bad', 'Bad');
SELECT create_typeid(repeat('x', 50)::name, 'x');
SHOW search_path;
SHOW client_min_messages;
SELECT create_typeid('int4', 'x');
SELECT create_typeid('', 'x');
-- Names whose functions the server or the extension has, in whatever schema the type is to be.
CREATE SCHEMA other;
SELECT create_typeid('typeid', 'x');
SELECT create_typeid('uuid7', 'x');
SELECT create_typeid('min', 'x');
SELECT create_typeid('array', 'x');
SET search_path = other, public;
SELECT create_typeid('typeid', 'x');
SELECT create_typeid('max', 'x');
SELECT create_typeid('upper', 'x');
SHOW search_path;
CREATE FUNCTION "A""b_generate"() RETURNS integer LANGUAGE SQL RETURN 1;
SELECT create_typeid('A"b', 'x');
SET search_path = public;
SELECT create_typeid('A"b', 'x');
SELECT drop_typeid('A"b');
DROP SCHEMA other CASCADE;
SET search_path = '';
SELECT public.create_typeid('nowhere', 'x');
CREATE TEMP TABLE makes_the_schema ();
SET search_path = pg_temp, public;
SELECT create_typeid('fleeting', 'x');
-- What others put into a schema of the path is not called, nor taken for the extension's.
CREATE SCHEMA hostile;
SET search_path = hostile, public;
CREATE FUNCTION trap() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE 'called'; END $$;
CREATE FUNCTION format(text, name) RETURNS text LANGUAGE SQL AS 'SELECT hostile.trap()';
CREATE FUNCTION format(text, name, name) RETURNS text LANGUAGE SQL AS 'SELECT hostile.trap()';
CREATE FUNCTION format(text, regtype) RETURNS text LANGUAGE SQL AS 'SELECT hostile.trap()';
CREATE FUNCTION format(text, regtype, text) RETURNS text LANGUAGE SQL AS 'SELECT hostile.trap()';
CREATE FUNCTION quote_ident(text) RETURNS text LANGUAGE SQL AS 'SELECT hostile.trap()';
CREATE FUNCTION replace(text, text, text) RETURNS text LANGUAGE SQL AS 'SELECT hostile.trap()';
CREATE FUNCTION octet_length(name) RETURNS integer LANGUAGE SQL AS 'SELECT hostile.trap()::integer';
CREATE FUNCTION set_config(text, text, boolean) RETURNS text LANGUAGE SQL AS 'SELECT hostile.trap()';
CREATE DOMAIN typeid AS integer;
SELECT public.create_typeid('guarded_id', 'guarded');
SELECT 'guarded_01h455vb4pex5vsknk084sn02q'::public.typeid::guarded_id, guarded_id(1::hostile.typeid);
SELECT 'guarded_01h455vb4pex5vsknk084sn02q'::public.typeid::guarded_id::public.typeid;
CREATE TABLE guarded (id guarded_id);
SELECT public.drop_typeid('guarded_id');
DROP TABLE guarded;
SELECT public.drop_typeid('guarded_id');
SHOW search_path;
SET search_path = public;
DROP SCHEMA hostile CASCADE;
DROP TABLE pg_temp.makes_the_schema;
-- Into the schema that comes first, also where the extension's is not in the path.
CREATE SCHEMA apart;
SET search_path = apart;
SELECT public.create_typeid('item_id', 'item');
SELECT item_id_first('2026-01-01+00');
SET search_path = public;
SELECT 'item_01h455vb4pex5vsknk084sn02q'::apart.item_id;
DROP SCHEMA apart CASCADE;

-- A type goes as a whole, and only when nothing else would go with it.
SELECT drop_typeid('user_id');
DROP TABLE users, edge_prefixes, people;
DROP DOMAIN account_id;
CREATE TABLE arrays (ids org_id[]);
CREATE VIEW seen AS SELECT user_id_generate() AS id;
SELECT drop_typeid('org_id');
SELECT drop_typeid('user_id');
DROP TABLE arrays;
DROP VIEW seen;
CREATE DOMAIN org_or_none AS org_id;
CREATE TABLE defaults (id text DEFAULT user_id_generate()::text);
CREATE FUNCTION of_org(org_id) RETURNS integer LANGUAGE SQL RETURN 1;
CREATE CAST (user_id AS varchar) WITH INOUT;
SELECT drop_typeid('org_id');
SELECT drop_typeid('user_id');
DROP TABLE defaults;
DROP DOMAIN org_or_none;
DROP FUNCTION of_org;
DROP CAST (user_id AS varchar);
-- Also what is made of the type's own functions.
CREATE OPERATOR === (LEFTARG = user_id, RIGHTARG = user_id, FUNCTION = user_id_eq);
CREATE OPERATOR CLASS user_id_by_hand FOR TYPE user_id USING btree AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 user_id_cmp(user_id, user_id);
CREATE AGGREGATE greatest_of(user_id) (SFUNC = user_id_larger, STYPE = user_id, SORTOP = >);
CREATE FUNCTION short(user_id) RETURNS varchar LANGUAGE SQL RETURN 'short';
CREATE CAST (user_id AS varchar) WITH FUNCTION short(user_id);
CREATE FUNCTION id_during(user_id, text) RETURNS boolean LANGUAGE SQL RETURN true;
SELECT drop_typeid('user_id');
DROP OPERATOR === (user_id, user_id);
DROP OPERATOR FAMILY user_id_by_hand USING btree;
DROP AGGREGATE greatest_of(user_id);
DROP CAST (user_id AS varchar);
DROP FUNCTION short, id_during(user_id, text);
-- And what only looks like a part of it: a domain and functions of these names in another schema, casts over the type's
-- own functions, operators and aggregates over them, and what was added to its operator families.
CREATE SCHEMA elsewhere;
CREATE DOMAIN elsewhere.user_id_in_multirange AS user_id;
SELECT drop_typeid('user_id');
CREATE TABLE kept (id elsewhere.user_id_in_multirange);
SELECT drop_typeid('user_id');
DROP TABLE kept;
DROP DOMAIN elsewhere.user_id_in_multirange;
CREATE CAST (user_id AS varchar) WITH FUNCTION user_id_to_text(user_id) AS ASSIGNMENT;
CREATE CAST (user_id AS bigint) WITH FUNCTION id_ms(user_id);
SELECT drop_typeid('user_id');
DROP CAST (user_id AS varchar);
DROP CAST (user_id AS bigint);
CREATE OPERATOR <@ (LEFTARG = user_id, RIGHTARG = user_id, FUNCTION = user_id_lt);
CREATE OPERATOR elsewhere.< (LEFTARG = user_id, RIGHTARG = user_id, FUNCTION = user_id_lt);
CREATE AGGREGATE elsewhere.min(user_id) (SFUNC = user_id_smaller, STYPE = user_id);
DO $$ BEGIN
  EXECUTE (SELECT format('CREATE FUNCTION elsewhere.user_id_to_text(user_id) RETURNS text LANGUAGE C AS %L, %L', probin, prosrc)
    FROM pg_proc WHERE proname = 'user_id_to_text');
END $$;
SELECT drop_typeid('user_id');
DROP OPERATOR <@ (user_id, user_id);
DROP SCHEMA elsewhere CASCADE;
ALTER OPERATOR FAMILY user_id_ops USING btree ADD OPERATOR 1 < (uuid, uuid), FUNCTION 1 uuid_cmp(uuid, uuid);
SELECT drop_typeid('user_id');
ALTER OPERATOR FAMILY user_id_ops USING btree DROP OPERATOR 1 (uuid, uuid), FUNCTION 1 (uuid, uuid);
CREATE OPERATOR CLASS uuid_beside FOR TYPE uuid USING hash FAMILY user_id_ops AS OPERATOR 1 =, FUNCTION 1 uuid_hash(uuid);
SELECT drop_typeid('user_id');
DROP OPERATOR CLASS uuid_beside USING hash;
CREATE OPERATOR FAMILY beside USING btree;
ALTER OPERATOR FAMILY beside USING btree ADD OPERATOR 1 < (user_id, user_id), FUNCTION 1 user_id_cmp(user_id, user_id);
SELECT drop_typeid('user_id');
DROP OPERATOR FAMILY beside USING btree;
-- Nor is it dropped by a transaction that changes nothing.
BEGIN READ ONLY;
SELECT drop_typeid('user_id');
ROLLBACK;
-- Who does not own the type does not drop it.
CREATE ROLE regress_sortid_user;
SET ROLE regress_sortid_user;
SELECT drop_typeid('user_id');
RESET ROLE;
DROP ROLE regress_sortid_user;
-- A type that was renamed goes with all that has its old name.
ALTER TYPE long_id RENAME TO longer_id;
SELECT drop_typeid('longer_id');
SELECT create_typeid('long_id', repeat('p', 63));
SELECT drop_typeid('user_id'), drop_typeid('org_id'), drop_typeid('Plain Id'), drop_typeid('long_id');
SELECT drop_typeid('user_id');
SELECT drop_typeid('ulid');
SELECT (SELECT count(*) FROM pg_proc WHERE proname ~ '^(user|org|long)_id|^Plain Id'),
  (SELECT count(*) FROM pg_opfamily WHERE opfname ~ '^(user|org|long)_id|^Plain Id'),
  (SELECT count(*) FROM pg_operator WHERE NOT EXISTS (SELECT FROM pg_type t WHERE t.oid = oprleft) AND oprleft <> 0);
SHOW client_min_messages;
-- It can be made again.
SELECT create_typeid('user_id', 'user');
SELECT drop_typeid('user_id');
-- DROP EXTENSION ... CASCADE leaves a type that is in use, with its rows. The same call makes again what went.
BEGIN;
SELECT create_typeid('user_id', 'user');
CREATE TABLE kept AS SELECT 'user_01h2xcejqtf2nbrexx3vqjhp41'::user_id AS id;
CREATE TABLE whole AS SELECT pg_describe_object(classid, objid, objsubid) AS part FROM pg_depend
  WHERE refobjid = 'user_id'::regtype AND objid <> 'kept'::regclass;
SET LOCAL client_min_messages = error;
DROP EXTENSION sortid CASCADE;
CREATE EXTENSION sortid;
SELECT count(*) > 20 AS less FROM (SELECT part FROM whole EXCEPT SELECT pg_describe_object(classid, objid, objsubid) FROM pg_depend
  WHERE refobjid = 'user_id'::regtype) AS gone;
SAVEPOINT before;
SELECT create_typeid('user_id', 'org');
ROLLBACK TO before;
SELECT create_typeid('user_id', 'user');
SELECT count(*) AS less FROM (SELECT part FROM whole EXCEPT SELECT pg_describe_object(classid, objid, objsubid) FROM pg_depend
  WHERE refobjid = 'user_id'::regtype) AS gone;
CREATE INDEX ON kept (id);
SELECT id FROM kept WHERE id <@ tstzrange('2023-01-01', '2024-01-01') AND id > 'user_01h2xcejqtf2nbrexx3vqjhp40';
SAVEPOINT before;
SELECT create_typeid('user_id', 'user');
ROLLBACK TO before;
DROP TABLE kept;
SELECT drop_typeid('user_id');
SELECT (SELECT count(*) FROM pg_proc WHERE proname ~ '^user_id'), (SELECT count(*) FROM pg_opfamily WHERE opfname ~ '^user_id');
ROLLBACK;
