-- Who reads a view needs no rights but on the view, wherever the extension stands: what the planner looks up beside a
-- function, it looks up without asking for rights on the schema.
SET client_min_messages = warning;
CREATE SCHEMA hidden;
ALTER EXTENSION sortid SET SCHEMA hidden;
SET search_path = hidden, public;
SELECT create_typeid('acct_id', 'acct');
CREATE TABLE kept (t typeid('acct'), u ulid, u7 uuid, x uid11, a acct_id);
INSERT INTO kept SELECT typeid_generate_at('acct', at), ulid_generate_at(at), uuid7_generate_at(at), xid_generate_at(at), acct_id_generate_at(at)
  FROM generate_series('2026-01-01 00:00+00'::timestamptz, '2026-01-01 23:59+00', interval '1 minute') AS at;
CREATE INDEX ON kept (t); CREATE INDEX ON kept (u); CREATE INDEX ON kept (u7); CREATE INDEX ON kept (x); CREATE INDEX ON kept (a);
ANALYZE kept;
CREATE VIEW public.within_typeid AS SELECT t::text AS id FROM kept WHERE t <@ tstzrange('2026-01-01 12:00+00', '2026-01-01 13:00+00');
CREATE VIEW public.within_ulid AS SELECT u::text AS id FROM kept WHERE u <@ tstzrange('2026-01-01 12:00+00', '2026-01-01 13:00+00');
CREATE VIEW public.within_uuid AS SELECT u7::text AS id FROM kept WHERE u7 <@ tstzrange('2026-01-01 12:00+00', '2026-01-01 13:00+00');
CREATE VIEW public.within_xid AS SELECT x::text AS id FROM kept WHERE x <@ tstzrange('2026-01-01 12:00+00', '2026-01-01 13:00+00');
CREATE VIEW public.within_acct AS SELECT a::text AS id FROM kept WHERE a <@ tstzrange('2026-01-01 12:00+00', '2026-01-01 13:00+00');
CREATE VIEW public.said AS SELECT id_time(t) AS t, id_time(u) AS u, id_fields(u7) AS u7, typeid_generate('acct')::text AS made,
  'acct_01h455vb4pex5vsknk084sn02q'::acct_id::text AS read FROM kept LIMIT 1;
CREATE ROLE regress_sortid_reader;
GRANT SELECT ON public.within_typeid, public.within_ulid, public.within_uuid, public.within_xid, public.within_acct, public.said
  TO regress_sortid_reader;
SET ROLE regress_sortid_reader;
SET search_path = public;
SET enable_seqscan = off;
SELECT count(*) FROM within_typeid;
SELECT count(*) FROM within_ulid;
SELECT count(*) FROM within_uuid;
SELECT count(*) FROM within_xid;
SELECT count(*) FROM within_acct;
SELECT count(*) FROM said;
RESET enable_seqscan;
SELECT hidden.ulid_generate();
RESET ROLE;
SET search_path = hidden, public;
DROP TABLE kept CASCADE;
SELECT drop_typeid('acct_id');
SET search_path = public;
ALTER EXTENSION sortid SET SCHEMA public;
DROP SCHEMA hidden;
DROP ROLE regress_sortid_reader;

-- Anybody's functions that are named as the extension's are not called by the planner, and may return what they like.
CREATE TABLE ids_of_theirs AS SELECT ulid_generate_at('2026-01-01'::timestamptz + n * interval '1 min') AS id
  FROM generate_series(1, 2000) AS n;
CREATE INDEX ON ids_of_theirs (id);
CREATE TABLE ranges_of_theirs AS SELECT tstzrange('2026-01-02'::timestamptz + n * interval '1 h', '2026-01-05') AS r
  FROM generate_series(1, 50) AS n;
ANALYZE ids_of_theirs, ranges_of_theirs;
CREATE FUNCTION xx_first_in(tstzrange) RETURNS ulid LANGUAGE plpgsql STABLE AS $$BEGIN RETURN NULL; END$$;
CREATE FUNCTION xx_last_in(tstzrange) RETURNS bigint LANGUAGE plpgsql STABLE AS $$BEGIN RAISE 'called'; END$$;
SELECT count(*) FROM ids_of_theirs, ranges_of_theirs WHERE id >= xx_first_in(r);
DROP TABLE ids_of_theirs, ranges_of_theirs;
DROP FUNCTION xx_first_in, xx_last_in;
