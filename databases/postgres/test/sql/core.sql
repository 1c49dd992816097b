-- A query that names no type of the extension is what it was without it: its plan, its answer, its error, and what
-- depends on it. Everything is done twice, once in a transaction in which the extension is gone.
SET timezone = 'UTC';
SET datestyle = 'ISO';
SET max_parallel_workers_per_gather = 0;
SET client_min_messages = warning;
-- On a slow machine autovacuum would come between the plans that are compared.
CREATE TABLE bookings (n int PRIMARY KEY, during tstzrange NOT NULL, spans tstzmultirange, at timestamptz, days daterange, numbers int4range,
  tags int[], data jsonb, token uuid, label text) WITH (autovacuum_enabled = off);
INSERT INTO bookings SELECT n, tstzrange(at, at + n % 50 * interval '1 hour'),
    tstzmultirange(tstzrange(at, at + interval '1 hour'), tstzrange(at + interval '1 day', at + interval '2 days')), at,
    daterange(at::date, at::date + n % 9), int4range(n, n + 10), ARRAY[n, n + 1], jsonb_build_object('n', n), md5(n::text)::uuid, n::text
  FROM (SELECT n, '2026-01-01+00'::timestamptz + n * interval '37 minutes' AS at FROM generate_series(1, 3000) AS n) AS s;
CREATE INDEX ON bookings USING gist (during);
CREATE INDEX ON bookings USING spgist (days);
CREATE INDEX ON bookings (at);
CREATE INDEX ON bookings (token);
CREATE INDEX ON bookings USING gin (tags);
ANALYZE bookings;

CREATE TABLE conditions (condition text);
INSERT INTO conditions SELECT replace(condition, '@r', range) FROM (VALUES
  ('during <@ @r'), ('during && @r'), ('@r @> during'), ('NOT during <@ @r'), ('during <@ ANY (ARRAY[@r, tstzrange(''2026-02-01'', NULL)])'),
  ('during <@ ALL (ARRAY[@r, tstzrange(''2026-01-01'', NULL)])'), ('NOT during <@ ANY (ARRAY[@r])'), ('@r @> ANY (ARRAY[during])'),
  ('at <@ @r'), ('at <@ ANY (ARRAY[@r])'), ('@r @> at'), ('spans <@ @r'), ('during <@ spans AND during && @r'), ('at <@ spans AND spans && @r'),
  ('spans <@ tstzmultirange(@r)'), ('during <@ (SELECT @r)'), ('EXISTS (SELECT FROM bookings b WHERE b.during <@ bookings.during AND b.n < 9 AND @r @> b.at)'),
  ('during -|- @r'), ('during << @r OR during >> @r'), ('during = @r OR during < @r'))
  AS c(condition), (VALUES ('tstzrange(''2026-01-10'', ''2026-01-11'')'), ('''[2026-01-10,2026-01-11)'''), ('''empty'''),
  ('tstzrange(NULL, ''2026-01-05'', ''[]'')'), ('NULL')) AS r(range);
INSERT INTO conditions VALUES ('''2026-01-10'' <@ during'), ('''[2026-01-10,2026-01-11)'' <@ during'), ('during @> ''2026-01-10'''),
  ('during @> ''2026-01-10''::timestamptz'), ('during @> ''[2026-01-10,2026-01-10 01:00)'''), ('during <@ ANY (''{"[2026-01-10,2026-01-11)"}'')'),
  ('''{[2026-01-10,2026-01-11)}'' <@ spans'), ('spans @> ''{[2026-01-10,2026-01-11)}'''), ('spans @> ''2026-01-10''::timestamptz'), ('''[2026-01-10,2026-01-11)'' <@ spans'),
  ('days <@ ''[2026-01-10,2026-02-11)'''), ('''2026-01-10''::date <@ days'), ('numbers @> 7'), ('numbers @> ''7'''), ('7 <@ numbers'), ('''[7,8)'' <@ numbers'),
  ('tags @> ''{7}'''), ('''{7}'' <@ tags'), ('tags <@ ARRAY[7,8]'), ('data @> ''{"n": 7}'''), ('''{"n": 7}'' <@ data'),
  ('token = ''8f14e45f-ceea-467f-a0e6-1f4d7c2f1f3a'''), ('token < ''8f14e45f-ceea-467f-a0e6-1f4d7c2f1f3a'''), ('token = ANY (''{8f14e45f-ceea-467f-a0e6-1f4d7c2f1f3a}'')'),
  ('label = ''7'' OR label > ''99'''), ('token::text = label'), ('n = ''7'''), ('n::bigint > ''2990'''), ('(n, label) < (7, ''8'')'),
  ('during IN (''[2026-01-10,2026-01-11)'')'), ('(CASE WHEN n > 5 THEN during ELSE ''empty'' END) <@ ''[2026-01-01,2026-01-02)''');

-- The plan with its costs and the answer, or the error.
CREATE FUNCTION outcome(setup text, query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  line text;
  said text := '';
BEGIN
  IF setup <> '' THEN EXECUTE setup; END IF;
  FOR line IN EXECUTE 'EXPLAIN (VERBOSE) ' || query LOOP said := said || line || E'\n'; END LOOP;
  FOR line IN EXECUTE query LOOP said := said || COALESCE(line, 'null') || E'\n'; END LOOP;
  RETURN said;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
-- Types of every kind, those of the extension's operators and casts among them.
CREATE FUNCTION outcomes() RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT condition || ': ' || outcome('', 'SELECT count(*) FROM bookings WHERE ' || condition) FROM conditions;
  RETURN QUERY SELECT 'prepared ' || condition || ': ' || outcome('DEALLOCATE ALL; SET LOCAL plan_cache_mode = ' || mode || '; PREPARE p' || type || ' AS SELECT count(*) FROM bookings WHERE '
      || condition, 'EXECUTE p (' || value || ')')
    FROM unnest(ARRAY['force_generic_plan', 'force_custom_plan']) AS mode, (VALUES
      ('during <@ $1', '', '''[2026-01-10,2026-01-11)'''), ('during <@ $1', '(tstzrange)', '''[2026-01-10,2026-01-11)'''),
      ('during <@ ANY ($1)', '', '''{"[2026-01-10,2026-01-11)"}'''), ('during <@ ANY ($1)', '(tstzrange[])', '''{"[2026-01-10,2026-01-11)"}'''),
      ('NOT during <@ ALL ($1)', '(tstzrange[])', '''{"[2026-01-10,2026-01-11)"}'''), ('$1 <@ during', '', '''[2026-01-10,2026-01-11)'''),
      ('during @> $1', '', '''[2026-01-10,2026-01-11)'''), ('$1 <@ during', '(timestamptz)', '''2026-01-10'''), ('at <@ $1', '(tstzrange)', '''[2026-01-10,2026-01-11)''')
    ) AS p(condition, type, value);
  -- Constants without a type beside every type, and types beside types, by each operator that the extension has too.
  RETURN QUERY SELECT query || ': ' || outcome('', query) FROM (
    SELECT format('SELECT pg_typeof(%s %s %s)', l, op, r) AS query FROM unnest(ARRAY['<@', '@>', '=', '<>', '<', '<=', '>', '>=']) AS op,
      (SELECT format('NULL::%s', t) AS l FROM unnest(ARRAY['uuid', 'bigint', 'integer', 'text', 'varchar', 'bytea', 'timestamptz', 'timestamp', 'date', 'tstzrange', 'tstzmultirange',
        'tsrange', 'tsmultirange', 'daterange', 'int8range', 'jsonb', 'text[]', 'tstzrange[]', 'point', 'box', 'inet', 'xid', 'numeric', 'tsquery', 'name', 'oid']) AS t
       UNION ALL VALUES ('NULL'), ('''x'''), ('''empty''')) AS a,
      (SELECT format('NULL::%s', t) AS r FROM unnest(ARRAY['uuid', 'bigint', 'integer', 'text', 'varchar', 'bytea', 'timestamptz', 'timestamp', 'date', 'tstzrange', 'tstzmultirange',
        'tsrange', 'tsmultirange', 'daterange', 'int8range', 'jsonb', 'text[]', 'tstzrange[]', 'point', 'box', 'inet', 'xid', 'numeric', 'tsquery', 'name', 'oid']) AS t
       UNION ALL VALUES ('NULL'), ('''x'''), ('''empty''')) AS b) AS q
    -- The extension gives times to the server's own uuid: that is its one operator for a type that is not its own.
    WHERE query !~ '::uuid <@ (NULL::tstz(multi)?range|NULL|''\w+'')\)$' AND query !~ '\((NULL::tstz(multi)?range|NULL|''\w+'') @> NULL::uuid';
  RETURN QUERY SELECT query || ': ' || outcome('', query) FROM (VALUES ('SELECT min(''a'')'), ('SELECT max(NULL)'), ('SELECT min(token::text) FROM bookings'),
    ('SELECT max(at), min(during) FROM bookings'), ('SELECT greatest(''a'', ''b'')'), ('SELECT during FROM bookings UNION SELECT ''empty'' ORDER BY 1 LIMIT 3'),
    ('SELECT range_agg(during) FROM bookings'), ('SELECT DISTINCT during FROM bookings ORDER BY during LIMIT 2'), ('SELECT b.n FROM bookings a JOIN bookings b ON a.during <@ b.during AND a.n < 5 ORDER BY 1 LIMIT 3'),
    ('SELECT a.n, (SELECT count(*) FROM bookings b WHERE b.at <@ a.during) FROM bookings a WHERE a.n < 20 ORDER BY 1')) AS v(query);
END $$;

BEGIN;
DROP EXTENSION sortid;
SELECT jsonb_agg(said) AS without FROM outcomes() AS said \gset
ROLLBACK;
SELECT count(*) > 6000 AS many, count(*) FILTER (WHERE said ~ 'Scan') > 100 AS plans, count(*) FILTER (WHERE said ~ ': \d\w{4} ') > 3000 AS errors
  FROM jsonb_array_elements_text(:'without') AS said;
SELECT said AS "only with the extension" FROM outcomes() AS said EXCEPT SELECT jsonb_array_elements_text(:'without') ORDER BY 1 LIMIT 20;

-- What is made with core operators alone does not hold the extension.
BEGIN;
CREATE VIEW busy AS SELECT n FROM bookings WHERE during <@ ANY (ARRAY[tstzrange('2026-01-10', '2026-01-11')]) OR '[2026-01-10,2026-01-11)' <@ during OR at <@ during
  OR during @> '[2026-01-10,2026-01-11)' OR spans @> at;
ALTER TABLE bookings ADD CHECK (at <@ tstzrange('2026-01-01', NULL) AND during <@ '[2026-01-01,)' AND (isempty(during) OR NOT during <@ ALL ('{"[2020-01-01,2020-01-02)"}')));
CREATE INDEX ON bookings (n) WHERE during <@ '[2026-01-10,2026-01-11)';
CREATE FUNCTION is_busy(timestamptz) RETURNS boolean LANGUAGE SQL BEGIN ATOMIC SELECT EXISTS (SELECT FROM bookings WHERE $1 <@ during); END;
SELECT pg_describe_object(d.classid, d.objid, d.objsubid) FROM pg_depend d
  WHERE (d.refclassid, d.refobjid) IN (SELECT classid, objid FROM pg_depend WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass
    AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sortid'))
  AND (d.classid IN ('pg_rewrite'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass) OR d.objid = 'is_busy(timestamptz)'::regprocedure);
DROP EXTENSION sortid;
SELECT count(*) FROM busy;
SELECT is_busy('2026-01-10');
ROLLBACK;

-- The names that the extension shares with the server, and its implicit casts.
SELECT DISTINCT p.proname FROM pg_depend d JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
  WHERE d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sortid')
  AND EXISTS (SELECT FROM pg_proc q WHERE q.proname = p.proname AND q.pronamespace = 'pg_catalog'::regnamespace) ORDER BY 1;
SELECT castsource::regtype, casttarget::regtype FROM pg_depend d JOIN pg_cast c ON d.classid = 'pg_cast'::regclass AND d.objid = c.oid
  WHERE d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sortid') AND castcontext = 'i';
-- Operators and default operator classes over core types alone: none.
SELECT o.oid::regoperator FROM pg_depend d JOIN pg_operator o ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid
  JOIN pg_type l ON l.oid = o.oprleft JOIN pg_type r ON r.oid = o.oprright
  WHERE d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sortid')
  AND l.typnamespace = 'pg_catalog'::regnamespace AND r.typnamespace = 'pg_catalog'::regnamespace;
SELECT c.opcname FROM pg_depend d JOIN pg_opclass c ON d.classid = 'pg_opclass'::regclass AND d.objid = c.oid JOIN pg_type t ON t.oid = c.opcintype
  WHERE d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sortid') AND t.typnamespace = 'pg_catalog'::regnamespace;
DROP TABLE bookings, conditions;
DROP FUNCTION outcome, outcomes;
