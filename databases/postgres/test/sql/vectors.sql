-- The shared vectors, each case read by SQL. SORTID_VECTORS is the folder; what differs is printed.
CREATE TEMP TABLE cases (format text, section text, data jsonb);
-- A text with a NUL cannot be in a database; such cases are marked before JSON is made of the file, and left out.
CREATE FUNCTION add_cases(file text) RETURNS void LANGUAGE SQL AS $$
  INSERT INTO cases SELECT doc ->> 'format', section.key, item.value::text::jsonb
  FROM (SELECT replace(file, '\u0000', '<NUL>')::json AS doc) AS d, json_each(doc) AS section, json_array_elements(section.value) AS item
  WHERE json_typeof(section.value) = 'array' AND item.value::text NOT LIKE '%<NUL>%'
$$;
\set file `cat "$SORTID_VECTORS/ulid.json"`
SELECT add_cases(:'file');
\set file `cat "$SORTID_VECTORS/typeid.json"`
SELECT add_cases(:'file');
\set file `cat "$SORTID_VECTORS/euid.json"`
SELECT add_cases(:'file');
\set file `cat "$SORTID_VECTORS/ulid-flake.json"`
SELECT add_cases(:'file');
\set file `cat "$SORTID_VECTORS/ulid-flake-scalable.json"`
SELECT add_cases(:'file');
\set file `cat "$SORTID_VECTORS/xid.json"`
SELECT add_cases(:'file');
\set file `cat "$SORTID_VECTORS/uid11.json"`
SELECT add_cases(:'file');
\set file `cat "$SORTID_VECTORS/uid11-fullrand.json"`
SELECT add_cases(:'file');
\set file `cat "$SORTID_VECTORS/uid11-snowish.json"`
SELECT add_cases(:'file');
\set file `cat "$SORTID_VECTORS/uid11-ts-seq-rand.json"`
SELECT add_cases(:'file');
\set file `cat "$SORTID_VECTORS/uuidv7.json"`
SELECT add_cases(:'file');
SELECT count(*) > 300 AS enough FROM cases;

CREATE TEMP TABLE names (format text, type text, kind text);
INSERT INTO names VALUES ('ulid', 'ulid', 'ulid'), ('typeid', 'typeid', 'typeid'), ('euid', 'euid', 'euid'), ('ulid-flake', 'ulid_flake', 'ulid_flake'),
  ('ulid-flake-scalable', 'ulid_flake_scalable', 'ulid_flake_scalable'), ('xid', 'uid11', 'xid'), ('uid11', 'uid11', NULL),
  ('uid11-fullrand', 'uid11', 'uid11_fullrand'), ('uid11-snowish', 'uid11', 'uid11_snowish'), ('uid11-ts-seq-rand', 'uid11', 'uid11_ts_seq_rand'),
  ('uuidv7', 'uuid', 'uuid7');

-- An expression's value as text, or the error.
CREATE FUNCTION value_of(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text; detail text;
BEGIN
  EXECUTE 'SELECT (' || expression || ')::text' INTO result;
  RETURN result;
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
  RETURN 'error ' || SQLSTATE || ' ' || regexp_replace(detail, ':.*', '');
END $$;
CREATE FUNCTION bytes_of(type text, text text) RETURNS text LANGUAGE SQL AS $$
  SELECT CASE type WHEN 'typeid' THEN format('encode(substr(typeid_send(%L), 1, 16), ''hex'')', text)
    WHEN 'uuid' THEN format('encode(uuid_send(%L), ''hex'')', text)
    ELSE format('encode(%L::%s::bytea, ''hex'')', text, type) END
$$;

-- Valid texts: their bytes, their canonical text, time and fields.
CREATE TEMP VIEW valid AS SELECT c.format, n.type, n.kind, data ->> 'name' AS name, data ->> 'text' AS given,
    coalesce(data ->> 'canonical', data ->> 'text') AS canonical, data FROM cases c JOIN names n USING (format) WHERE section = 'valid' AND data ? 'text';
SELECT format, name, given FROM valid WHERE value_of(bytes_of(type, given)) IS DISTINCT FROM data ->> 'hex';
SELECT format, name, given FROM valid WHERE type <> 'uuid' AND value_of(format('%L::%s', given, type)) IS DISTINCT FROM canonical;
SELECT format, name, given, value_of(format('id_check(%L, %L)', given, format)) FROM valid WHERE value_of(format('id_check(%L, %L)', given, format)) IS NOT NULL;
SELECT format, name, given FROM valid WHERE kind IS NOT NULL AND data ? 'unix_ms' AND kind <> 'uid11_fullrand'
  AND value_of(CASE WHEN type IN ('typeid', 'uuid') THEN format('try_id_ms(%L::%s)', given, type)
    WHEN type = 'uid11' THEN format('%s_ms(%L)', kind, given) ELSE format('id_ms(%L::%s)', given, type) END) IS DISTINCT FROM data ->> 'unix_ms';
SELECT format, name, given FROM valid WHERE kind IS NOT NULL AND data ? 'fields'
  AND value_of(CASE WHEN type = 'uid11' THEN format('%s_fields(%L)', kind, given) ELSE format('id_fields(%L::%s)', given, type) END)::jsonb <> data -> 'fields';
SELECT format, count(*) > 5 AS enough FROM valid GROUP BY 1 HAVING count(*) <= 5;

-- Invalid ones: their reason and position, by the check and by the error.
CREATE TEMP VIEW invalid AS SELECT c.format, n.type, data ->> 'name' AS name, data ->> 'text' AS given,
    (data ->> 'reason') || ' at position ' || (data ->> 'position') AS wanted FROM cases c JOIN names n USING (format) WHERE section = 'invalid' AND data ? 'text';
SELECT format, name, given, wanted, value_of(format('id_check(%L, %L)', given, format)) FROM invalid
  WHERE value_of(format('id_check(%L, %L)', given, format)) IS DISTINCT FROM wanted;
SELECT format, name, given, wanted, value_of(format('%L::%s', given, type)) FROM invalid
  WHERE type <> 'uuid' AND value_of(format('%L::%s', given, type)) IS DISTINCT FROM 'error 22P02 ' || wanted;

-- Instants and intervals.
CREATE FUNCTION instant(ms text) RETURNS text LANGUAGE SQL AS $$
  SELECT format('(''1970-01-01 00:00:00+00''::timestamptz + %s * interval ''1 ms'')', ms)
$$;
CREATE FUNCTION bound(type text, kind text, which text, given text) RETURNS text LANGUAGE SQL AS $$
  SELECT value_of(CASE type WHEN 'typeid' THEN format('encode(substr(typeid_send(typeid_%s(''user'', %s)), 1, 16), ''hex'')', which, given)
    WHEN 'uuid' THEN format('encode(uuid_send(%s_%s(%s)), ''hex'')', kind, which, given)
    ELSE format('encode(%s_%s(%s)::bytea, ''hex'')', kind, which, given) END)
$$;
SELECT format, data FROM cases c JOIN names n USING (format) WHERE section = 'instants' AND kind IS NOT NULL
  AND (bound(type, kind, 'first', instant(data ->> 'unix_ms')) <> data ->> 'first' OR bound(type, kind, 'last', instant(data ->> 'unix_ms')) <> data ->> 'last');
SELECT format, data, bound(type, kind, 'first', instant(data ->> 'unix_ms')) FROM cases c JOIN names n USING (format)
  WHERE section = 'invalid_instants' AND kind IS NOT NULL AND abs((data ->> 'unix_ms')::numeric) < 9e15 AND kind <> 'uid11_fullrand'
  AND bound(type, kind, 'first', instant(data ->> 'unix_ms')) NOT LIKE 'error 22008 range%' AND bound(type, kind, 'first', instant(data ->> 'unix_ms')) NOT LIKE 'error 22008%';
SELECT format, data, bound(type, kind, 'first_in', r), bound(type, kind, 'last_in', r) FROM cases c JOIN names n USING (format),
    format('tstzrange(%s, %s)', instant(data ->> 'from_ms'), instant(data ->> 'to_ms')) AS r
  WHERE section = 'intervals' AND kind IS NOT NULL AND abs((data ->> 'from_ms')::numeric) < 9e12 AND abs((data ->> 'to_ms')::numeric) < 9e15
  AND (bound(type, kind, 'first_in', r) <> data ->> 'first' OR bound(type, kind, 'last_in', r) <> data ->> 'last');
-- Intervals whose ends are finer than a millisecond. Microseconds are the server's finest, and a range's ends are in order.
\set file `cat "$SORTID_VECTORS/intervals/vectors.json"`
CREATE TEMP TABLE fine AS SELECT format, type, kind, c ->> 'name' AS name, c ->> 'first' AS first, c ->> 'last' AS last,
    format('tstzrange(%s, %s, %L)', ends[1], ends[2], c ->> 'bounds') AS r
  FROM jsonb_array_elements(:'file'::jsonb) AS c JOIN names ON format = c ->> 'format', LATERAL (SELECT array_agg(
      CASE WHEN ns IS NULL THEN 'NULL' ELSE format('(timestamptz ''1970-01-01+00'' + %s * interval ''1 hour'' + %s * interval ''1 us'')', div(ns, 3600000000000), div(mod(ns, 3600000000000), 1000)) END ORDER BY at) AS ends,
      bool_and(ns IS NULL OR mod(ns, 1000) = 0) AND coalesce(min(ns) FILTER (WHERE at = 1) <= min(ns) FILTER (WHERE at = 2), true) AS is_range
    FROM (VALUES (1, (c ->> 'from_ns')::numeric), (2, (c ->> 'to_ns')::numeric)) AS v(at, ns)) AS s
  WHERE is_range AND kind IS NOT NULL AND kind <> 'uid11_fullrand';
SELECT count(*) > 200 AS enough FROM fine;
SELECT format, name, r, bound(type, kind, 'first_in', r), bound(type, kind, 'last_in', r) FROM fine WHERE first IS NOT NULL
  AND (bound(type, kind, 'first_in', r) <> first OR bound(type, kind, 'last_in', r) <> last);
SELECT format, name, r FROM fine WHERE first IS NULL AND bound(type, kind, 'first_in', r) <= bound(type, kind, 'last_in', r);
SELECT section, count(*) > 5 AS enough FROM cases WHERE section IN ('valid', 'invalid', 'instants') GROUP BY 1 ORDER BY 1;
DROP FUNCTION add_cases, value_of, bytes_of, instant, bound;
