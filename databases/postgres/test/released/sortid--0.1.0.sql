-- Written by extension_sql.py from sortid.sql.in and src/types.def.
\echo Use "CREATE EXTENSION sortid" to load this file. \quit

CREATE FUNCTION sortid_version() RETURNS text
  LANGUAGE C IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_version';

-- Estimators and sort support that types share.
CREATE FUNCTION sortid_sel(internal, oid, internal, integer) RETURNS float8
  LANGUAGE C STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_sel';
CREATE FUNCTION sortid_joinsel(internal, oid, internal, smallint, internal) RETURNS float8
  LANGUAGE C STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_joinsel';
CREATE FUNCTION sortid_version_7_support(internal) RETURNS internal
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_version_7_support';
CREATE FUNCTION sortid_during_support(internal) RETURNS internal
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_during_support';
CREATE FUNCTION sortid_many_support(internal) RETURNS internal
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_many_support';
CREATE FUNCTION sortid_ulid_sortsupport(internal) RETURNS void
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_sortsupport';
CREATE FUNCTION sortid_euid_sortsupport(internal) RETURNS void
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_sortsupport';
CREATE FUNCTION sortid_uuid7_sortsupport(internal) RETURNS void
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_sortsupport';
CREATE FUNCTION sortid_id8_sortsupport(internal) RETURNS void
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_sortsupport';
CREATE FUNCTION sortid_typeid_sortsupport(internal) RETURNS void
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_sortsupport';

-- Order, equality, hash, BRIN and aggregates of a type; create_typeid() makes them for its types from the
-- same lines.

-- The fixed-width types.
CREATE TYPE ulid;
CREATE FUNCTION ulid_in(cstring) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_in';
CREATE FUNCTION ulid_out(ulid) RETURNS cstring
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_out';
CREATE FUNCTION ulid_recv(internal) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_recv';
CREATE FUNCTION ulid_send(ulid) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_send';
CREATE TYPE ulid (INPUT = ulid_in, OUTPUT = ulid_out, RECEIVE = ulid_recv, SEND = ulid_send, LIKE = uuid);

CREATE FUNCTION ulid_lt(ulid, ulid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_lt';
CREATE FUNCTION ulid_le(ulid, ulid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_le';
CREATE FUNCTION ulid_eq(ulid, ulid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_eq';
CREATE FUNCTION ulid_ne(ulid, ulid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_ne';
CREATE FUNCTION ulid_ge(ulid, ulid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_ge';
CREATE FUNCTION ulid_gt(ulid, ulid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_gt';
CREATE FUNCTION ulid_cmp(ulid, ulid) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_cmp';
CREATE FUNCTION ulid_hash(ulid) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_hash';
CREATE FUNCTION ulid_hash_extended(ulid, bigint) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_hash_extended';
CREATE FUNCTION ulid_distance(ulid, ulid) RETURNS float8
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_distance';
CREATE FUNCTION ulid_smaller(ulid, ulid) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_smaller';
CREATE FUNCTION ulid_larger(ulid, ulid) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_larger';

CREATE OPERATOR = (LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_eq, COMMUTATOR = =, NEGATOR = <>,
  RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_ne, COMMUTATOR = <>, NEGATOR = =,
  RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR < (LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_lt, COMMUTATOR = >, NEGATOR = >=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <= (LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_le, COMMUTATOR = >=, NEGATOR = >,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR > (LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_gt, COMMUTATOR = <, NEGATOR = <=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR >= (LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_ge, COMMUTATOR = <=, NEGATOR = <,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING btree AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 ulid_cmp(ulid, ulid), FUNCTION 2 sortid_ulid_sortsupport(internal),
  FUNCTION 4 btequalimage(oid);
CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING hash AS
  OPERATOR 1 =, FUNCTION 1 ulid_hash(ulid), FUNCTION 2 ulid_hash_extended(ulid, bigint);
CREATE OPERATOR CLASS ulid_minmax_ops DEFAULT FOR TYPE ulid USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_opcinfo(internal),
  FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
  FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE OPERATOR CLASS ulid_minmax_multi_ops FOR TYPE ulid USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_multi_opcinfo(internal),
  FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
  FUNCTION 5 brin_minmax_multi_options(internal),
  FUNCTION 11 ulid_distance(ulid, ulid);
CREATE OPERATOR CLASS ulid_bloom_ops FOR TYPE ulid USING brin AS
  OPERATOR 1 =,
  FUNCTION 1 brin_bloom_opcinfo(internal),
  FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_bloom_union(internal, internal, internal),
  FUNCTION 5 brin_bloom_options(internal),
  FUNCTION 11 ulid_hash(ulid);

CREATE AGGREGATE min(ulid) (SFUNC = ulid_smaller, STYPE = ulid, SORTOP = <, COMBINEFUNC = ulid_smaller,
  PARALLEL = SAFE);
CREATE AGGREGATE max(ulid) (SFUNC = ulid_larger, STYPE = ulid, SORTOP = >, COMBINEFUNC = ulid_larger,
  PARALLEL = SAFE);
CREATE FUNCTION ulid(text) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_from_text';
CREATE FUNCTION ulid_to_text(ulid) RETURNS text
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_to_text';
CREATE FUNCTION ulid(bytea) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_from_bytea';
CREATE FUNCTION ulid_to_bytea(ulid) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_send';
CREATE CAST (text AS ulid) WITH FUNCTION ulid(text);
CREATE CAST (ulid AS text) WITH FUNCTION ulid_to_text(ulid) AS ASSIGNMENT;
CREATE CAST (bytea AS ulid) WITH FUNCTION ulid(bytea);
CREATE CAST (ulid AS bytea) WITH FUNCTION ulid_to_bytea(ulid);

CREATE TYPE euid;
CREATE FUNCTION euid_in(cstring) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_in';
CREATE FUNCTION euid_out(euid) RETURNS cstring
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_out';
CREATE FUNCTION euid_recv(internal) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_recv';
CREATE FUNCTION euid_send(euid) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_send';
CREATE TYPE euid (INPUT = euid_in, OUTPUT = euid_out, RECEIVE = euid_recv, SEND = euid_send, LIKE = uuid);

CREATE FUNCTION euid_lt(euid, euid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_lt';
CREATE FUNCTION euid_le(euid, euid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_le';
CREATE FUNCTION euid_eq(euid, euid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_eq';
CREATE FUNCTION euid_ne(euid, euid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_ne';
CREATE FUNCTION euid_ge(euid, euid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_ge';
CREATE FUNCTION euid_gt(euid, euid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_gt';
CREATE FUNCTION euid_cmp(euid, euid) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_cmp';
CREATE FUNCTION euid_hash(euid) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_hash';
CREATE FUNCTION euid_hash_extended(euid, bigint) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_hash_extended';
CREATE FUNCTION euid_distance(euid, euid) RETURNS float8
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_distance';
CREATE FUNCTION euid_smaller(euid, euid) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_smaller';
CREATE FUNCTION euid_larger(euid, euid) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id16_larger';

CREATE OPERATOR = (LEFTARG = euid, RIGHTARG = euid, FUNCTION = euid_eq, COMMUTATOR = =, NEGATOR = <>,
  RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = euid, RIGHTARG = euid, FUNCTION = euid_ne, COMMUTATOR = <>, NEGATOR = =,
  RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR < (LEFTARG = euid, RIGHTARG = euid, FUNCTION = euid_lt, COMMUTATOR = >, NEGATOR = >=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <= (LEFTARG = euid, RIGHTARG = euid, FUNCTION = euid_le, COMMUTATOR = >=, NEGATOR = >,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR > (LEFTARG = euid, RIGHTARG = euid, FUNCTION = euid_gt, COMMUTATOR = <, NEGATOR = <=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR >= (LEFTARG = euid, RIGHTARG = euid, FUNCTION = euid_ge, COMMUTATOR = <=, NEGATOR = <,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);

CREATE OPERATOR CLASS euid_ops DEFAULT FOR TYPE euid USING btree AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 euid_cmp(euid, euid), FUNCTION 2 sortid_euid_sortsupport(internal),
  FUNCTION 4 btequalimage(oid);
CREATE OPERATOR CLASS euid_ops DEFAULT FOR TYPE euid USING hash AS
  OPERATOR 1 =, FUNCTION 1 euid_hash(euid), FUNCTION 2 euid_hash_extended(euid, bigint);
CREATE OPERATOR CLASS euid_minmax_ops DEFAULT FOR TYPE euid USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_opcinfo(internal),
  FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
  FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE OPERATOR CLASS euid_minmax_multi_ops FOR TYPE euid USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_multi_opcinfo(internal),
  FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
  FUNCTION 5 brin_minmax_multi_options(internal),
  FUNCTION 11 euid_distance(euid, euid);
CREATE OPERATOR CLASS euid_bloom_ops FOR TYPE euid USING brin AS
  OPERATOR 1 =,
  FUNCTION 1 brin_bloom_opcinfo(internal),
  FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_bloom_union(internal, internal, internal),
  FUNCTION 5 brin_bloom_options(internal),
  FUNCTION 11 euid_hash(euid);

CREATE AGGREGATE min(euid) (SFUNC = euid_smaller, STYPE = euid, SORTOP = <, COMBINEFUNC = euid_smaller,
  PARALLEL = SAFE);
CREATE AGGREGATE max(euid) (SFUNC = euid_larger, STYPE = euid, SORTOP = >, COMBINEFUNC = euid_larger,
  PARALLEL = SAFE);
CREATE FUNCTION euid(text) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_from_text';
CREATE FUNCTION euid_to_text(euid) RETURNS text
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_to_text';
CREATE FUNCTION euid(bytea) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_from_bytea';
CREATE FUNCTION euid_to_bytea(euid) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_send';
CREATE CAST (text AS euid) WITH FUNCTION euid(text);
CREATE CAST (euid AS text) WITH FUNCTION euid_to_text(euid) AS ASSIGNMENT;
CREATE CAST (bytea AS euid) WITH FUNCTION euid(bytea);
CREATE CAST (euid AS bytea) WITH FUNCTION euid_to_bytea(euid);

CREATE TYPE ulid_flake;
CREATE FUNCTION ulid_flake_in(cstring) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_in';
CREATE FUNCTION ulid_flake_out(ulid_flake) RETURNS cstring
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_out';
CREATE FUNCTION ulid_flake_recv(internal) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_recv';
CREATE FUNCTION ulid_flake_send(ulid_flake) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_send';
CREATE TYPE ulid_flake (INPUT = ulid_flake_in, OUTPUT = ulid_flake_out, RECEIVE = ulid_flake_recv, SEND = ulid_flake_send, LIKE = int8);

CREATE FUNCTION ulid_flake_lt(ulid_flake, ulid_flake) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_lt';
CREATE FUNCTION ulid_flake_le(ulid_flake, ulid_flake) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_le';
CREATE FUNCTION ulid_flake_eq(ulid_flake, ulid_flake) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_eq';
CREATE FUNCTION ulid_flake_ne(ulid_flake, ulid_flake) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_ne';
CREATE FUNCTION ulid_flake_ge(ulid_flake, ulid_flake) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_ge';
CREATE FUNCTION ulid_flake_gt(ulid_flake, ulid_flake) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_gt';
CREATE FUNCTION ulid_flake_cmp(ulid_flake, ulid_flake) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_cmp';
CREATE FUNCTION ulid_flake_hash(ulid_flake) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_hash';
CREATE FUNCTION ulid_flake_hash_extended(ulid_flake, bigint) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_hash_extended';
CREATE FUNCTION ulid_flake_distance(ulid_flake, ulid_flake) RETURNS float8
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_distance';
CREATE FUNCTION ulid_flake_smaller(ulid_flake, ulid_flake) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_smaller';
CREATE FUNCTION ulid_flake_larger(ulid_flake, ulid_flake) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_larger';

CREATE OPERATOR = (LEFTARG = ulid_flake, RIGHTARG = ulid_flake, FUNCTION = ulid_flake_eq, COMMUTATOR = =, NEGATOR = <>,
  RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = ulid_flake, RIGHTARG = ulid_flake, FUNCTION = ulid_flake_ne, COMMUTATOR = <>, NEGATOR = =,
  RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR < (LEFTARG = ulid_flake, RIGHTARG = ulid_flake, FUNCTION = ulid_flake_lt, COMMUTATOR = >, NEGATOR = >=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <= (LEFTARG = ulid_flake, RIGHTARG = ulid_flake, FUNCTION = ulid_flake_le, COMMUTATOR = >=, NEGATOR = >,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR > (LEFTARG = ulid_flake, RIGHTARG = ulid_flake, FUNCTION = ulid_flake_gt, COMMUTATOR = <, NEGATOR = <=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR >= (LEFTARG = ulid_flake, RIGHTARG = ulid_flake, FUNCTION = ulid_flake_ge, COMMUTATOR = <=, NEGATOR = <,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);

CREATE OPERATOR CLASS ulid_flake_ops DEFAULT FOR TYPE ulid_flake USING btree AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 ulid_flake_cmp(ulid_flake, ulid_flake), FUNCTION 2 sortid_id8_sortsupport(internal),
  FUNCTION 4 btequalimage(oid);
CREATE OPERATOR CLASS ulid_flake_ops DEFAULT FOR TYPE ulid_flake USING hash AS
  OPERATOR 1 =, FUNCTION 1 ulid_flake_hash(ulid_flake), FUNCTION 2 ulid_flake_hash_extended(ulid_flake, bigint);
CREATE OPERATOR CLASS ulid_flake_minmax_ops DEFAULT FOR TYPE ulid_flake USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_opcinfo(internal),
  FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
  FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE OPERATOR CLASS ulid_flake_minmax_multi_ops FOR TYPE ulid_flake USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_multi_opcinfo(internal),
  FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
  FUNCTION 5 brin_minmax_multi_options(internal),
  FUNCTION 11 ulid_flake_distance(ulid_flake, ulid_flake);
CREATE OPERATOR CLASS ulid_flake_bloom_ops FOR TYPE ulid_flake USING brin AS
  OPERATOR 1 =,
  FUNCTION 1 brin_bloom_opcinfo(internal),
  FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_bloom_union(internal, internal, internal),
  FUNCTION 5 brin_bloom_options(internal),
  FUNCTION 11 ulid_flake_hash(ulid_flake);

CREATE AGGREGATE min(ulid_flake) (SFUNC = ulid_flake_smaller, STYPE = ulid_flake, SORTOP = <, COMBINEFUNC = ulid_flake_smaller,
  PARALLEL = SAFE);
CREATE AGGREGATE max(ulid_flake) (SFUNC = ulid_flake_larger, STYPE = ulid_flake, SORTOP = >, COMBINEFUNC = ulid_flake_larger,
  PARALLEL = SAFE);
CREATE FUNCTION ulid_flake(text) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_from_text';
CREATE FUNCTION ulid_flake_to_text(ulid_flake) RETURNS text
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_to_text';
CREATE FUNCTION ulid_flake(bytea) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_from_bytea';
CREATE FUNCTION ulid_flake_to_bytea(ulid_flake) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_send';
CREATE CAST (text AS ulid_flake) WITH FUNCTION ulid_flake(text);
CREATE CAST (ulid_flake AS text) WITH FUNCTION ulid_flake_to_text(ulid_flake) AS ASSIGNMENT;
CREATE CAST (bytea AS ulid_flake) WITH FUNCTION ulid_flake(bytea);
CREATE CAST (ulid_flake AS bytea) WITH FUNCTION ulid_flake_to_bytea(ulid_flake);

CREATE TYPE ulid_flake_scalable;
CREATE FUNCTION ulid_flake_scalable_in(cstring) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_in';
CREATE FUNCTION ulid_flake_scalable_out(ulid_flake_scalable) RETURNS cstring
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_out';
CREATE FUNCTION ulid_flake_scalable_recv(internal) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_recv';
CREATE FUNCTION ulid_flake_scalable_send(ulid_flake_scalable) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_send';
CREATE TYPE ulid_flake_scalable (INPUT = ulid_flake_scalable_in, OUTPUT = ulid_flake_scalable_out, RECEIVE = ulid_flake_scalable_recv, SEND = ulid_flake_scalable_send, LIKE = int8);

CREATE FUNCTION ulid_flake_scalable_lt(ulid_flake_scalable, ulid_flake_scalable) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_lt';
CREATE FUNCTION ulid_flake_scalable_le(ulid_flake_scalable, ulid_flake_scalable) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_le';
CREATE FUNCTION ulid_flake_scalable_eq(ulid_flake_scalable, ulid_flake_scalable) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_eq';
CREATE FUNCTION ulid_flake_scalable_ne(ulid_flake_scalable, ulid_flake_scalable) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_ne';
CREATE FUNCTION ulid_flake_scalable_ge(ulid_flake_scalable, ulid_flake_scalable) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_ge';
CREATE FUNCTION ulid_flake_scalable_gt(ulid_flake_scalable, ulid_flake_scalable) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_gt';
CREATE FUNCTION ulid_flake_scalable_cmp(ulid_flake_scalable, ulid_flake_scalable) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_cmp';
CREATE FUNCTION ulid_flake_scalable_hash(ulid_flake_scalable) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_hash';
CREATE FUNCTION ulid_flake_scalable_hash_extended(ulid_flake_scalable, bigint) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_hash_extended';
CREATE FUNCTION ulid_flake_scalable_distance(ulid_flake_scalable, ulid_flake_scalable) RETURNS float8
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_distance';
CREATE FUNCTION ulid_flake_scalable_smaller(ulid_flake_scalable, ulid_flake_scalable) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_smaller';
CREATE FUNCTION ulid_flake_scalable_larger(ulid_flake_scalable, ulid_flake_scalable) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_larger';

CREATE OPERATOR = (LEFTARG = ulid_flake_scalable, RIGHTARG = ulid_flake_scalable, FUNCTION = ulid_flake_scalable_eq, COMMUTATOR = =, NEGATOR = <>,
  RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = ulid_flake_scalable, RIGHTARG = ulid_flake_scalable, FUNCTION = ulid_flake_scalable_ne, COMMUTATOR = <>, NEGATOR = =,
  RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR < (LEFTARG = ulid_flake_scalable, RIGHTARG = ulid_flake_scalable, FUNCTION = ulid_flake_scalable_lt, COMMUTATOR = >, NEGATOR = >=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <= (LEFTARG = ulid_flake_scalable, RIGHTARG = ulid_flake_scalable, FUNCTION = ulid_flake_scalable_le, COMMUTATOR = >=, NEGATOR = >,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR > (LEFTARG = ulid_flake_scalable, RIGHTARG = ulid_flake_scalable, FUNCTION = ulid_flake_scalable_gt, COMMUTATOR = <, NEGATOR = <=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR >= (LEFTARG = ulid_flake_scalable, RIGHTARG = ulid_flake_scalable, FUNCTION = ulid_flake_scalable_ge, COMMUTATOR = <=, NEGATOR = <,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);

CREATE OPERATOR CLASS ulid_flake_scalable_ops DEFAULT FOR TYPE ulid_flake_scalable USING btree AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 ulid_flake_scalable_cmp(ulid_flake_scalable, ulid_flake_scalable), FUNCTION 2 sortid_id8_sortsupport(internal),
  FUNCTION 4 btequalimage(oid);
CREATE OPERATOR CLASS ulid_flake_scalable_ops DEFAULT FOR TYPE ulid_flake_scalable USING hash AS
  OPERATOR 1 =, FUNCTION 1 ulid_flake_scalable_hash(ulid_flake_scalable), FUNCTION 2 ulid_flake_scalable_hash_extended(ulid_flake_scalable, bigint);
CREATE OPERATOR CLASS ulid_flake_scalable_minmax_ops DEFAULT FOR TYPE ulid_flake_scalable USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_opcinfo(internal),
  FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
  FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE OPERATOR CLASS ulid_flake_scalable_minmax_multi_ops FOR TYPE ulid_flake_scalable USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_multi_opcinfo(internal),
  FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
  FUNCTION 5 brin_minmax_multi_options(internal),
  FUNCTION 11 ulid_flake_scalable_distance(ulid_flake_scalable, ulid_flake_scalable);
CREATE OPERATOR CLASS ulid_flake_scalable_bloom_ops FOR TYPE ulid_flake_scalable USING brin AS
  OPERATOR 1 =,
  FUNCTION 1 brin_bloom_opcinfo(internal),
  FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_bloom_union(internal, internal, internal),
  FUNCTION 5 brin_bloom_options(internal),
  FUNCTION 11 ulid_flake_scalable_hash(ulid_flake_scalable);

CREATE AGGREGATE min(ulid_flake_scalable) (SFUNC = ulid_flake_scalable_smaller, STYPE = ulid_flake_scalable, SORTOP = <, COMBINEFUNC = ulid_flake_scalable_smaller,
  PARALLEL = SAFE);
CREATE AGGREGATE max(ulid_flake_scalable) (SFUNC = ulid_flake_scalable_larger, STYPE = ulid_flake_scalable, SORTOP = >, COMBINEFUNC = ulid_flake_scalable_larger,
  PARALLEL = SAFE);
CREATE FUNCTION ulid_flake_scalable(text) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_from_text';
CREATE FUNCTION ulid_flake_scalable_to_text(ulid_flake_scalable) RETURNS text
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_to_text';
CREATE FUNCTION ulid_flake_scalable(bytea) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_from_bytea';
CREATE FUNCTION ulid_flake_scalable_to_bytea(ulid_flake_scalable) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_send';
CREATE CAST (text AS ulid_flake_scalable) WITH FUNCTION ulid_flake_scalable(text);
CREATE CAST (ulid_flake_scalable AS text) WITH FUNCTION ulid_flake_scalable_to_text(ulid_flake_scalable) AS ASSIGNMENT;
CREATE CAST (bytea AS ulid_flake_scalable) WITH FUNCTION ulid_flake_scalable(bytea);
CREATE CAST (ulid_flake_scalable AS bytea) WITH FUNCTION ulid_flake_scalable_to_bytea(ulid_flake_scalable);

CREATE TYPE uid11;
CREATE FUNCTION uid11_in(cstring) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_in';
CREATE FUNCTION uid11_out(uid11) RETURNS cstring
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_out';
CREATE FUNCTION uid11_recv(internal) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_recv';
CREATE FUNCTION uid11_send(uid11) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_send';
CREATE TYPE uid11 (INPUT = uid11_in, OUTPUT = uid11_out, RECEIVE = uid11_recv, SEND = uid11_send, LIKE = int8);

CREATE FUNCTION uid11_lt(uid11, uid11) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_lt';
CREATE FUNCTION uid11_le(uid11, uid11) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_le';
CREATE FUNCTION uid11_eq(uid11, uid11) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_eq';
CREATE FUNCTION uid11_ne(uid11, uid11) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_ne';
CREATE FUNCTION uid11_ge(uid11, uid11) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_ge';
CREATE FUNCTION uid11_gt(uid11, uid11) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_gt';
CREATE FUNCTION uid11_cmp(uid11, uid11) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_cmp';
CREATE FUNCTION uid11_hash(uid11) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_hash';
CREATE FUNCTION uid11_hash_extended(uid11, bigint) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_hash_extended';
CREATE FUNCTION uid11_distance(uid11, uid11) RETURNS float8
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_distance';
CREATE FUNCTION uid11_smaller(uid11, uid11) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_smaller';
CREATE FUNCTION uid11_larger(uid11, uid11) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_id8_larger';

CREATE OPERATOR = (LEFTARG = uid11, RIGHTARG = uid11, FUNCTION = uid11_eq, COMMUTATOR = =, NEGATOR = <>,
  RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = uid11, RIGHTARG = uid11, FUNCTION = uid11_ne, COMMUTATOR = <>, NEGATOR = =,
  RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR < (LEFTARG = uid11, RIGHTARG = uid11, FUNCTION = uid11_lt, COMMUTATOR = >, NEGATOR = >=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <= (LEFTARG = uid11, RIGHTARG = uid11, FUNCTION = uid11_le, COMMUTATOR = >=, NEGATOR = >,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR > (LEFTARG = uid11, RIGHTARG = uid11, FUNCTION = uid11_gt, COMMUTATOR = <, NEGATOR = <=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR >= (LEFTARG = uid11, RIGHTARG = uid11, FUNCTION = uid11_ge, COMMUTATOR = <=, NEGATOR = <,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);

CREATE OPERATOR CLASS uid11_ops DEFAULT FOR TYPE uid11 USING btree AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 uid11_cmp(uid11, uid11), FUNCTION 2 sortid_id8_sortsupport(internal),
  FUNCTION 4 btequalimage(oid);
CREATE OPERATOR CLASS uid11_ops DEFAULT FOR TYPE uid11 USING hash AS
  OPERATOR 1 =, FUNCTION 1 uid11_hash(uid11), FUNCTION 2 uid11_hash_extended(uid11, bigint);
CREATE OPERATOR CLASS uid11_minmax_ops DEFAULT FOR TYPE uid11 USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_opcinfo(internal),
  FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
  FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE OPERATOR CLASS uid11_minmax_multi_ops FOR TYPE uid11 USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_multi_opcinfo(internal),
  FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
  FUNCTION 5 brin_minmax_multi_options(internal),
  FUNCTION 11 uid11_distance(uid11, uid11);
CREATE OPERATOR CLASS uid11_bloom_ops FOR TYPE uid11 USING brin AS
  OPERATOR 1 =,
  FUNCTION 1 brin_bloom_opcinfo(internal),
  FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_bloom_union(internal, internal, internal),
  FUNCTION 5 brin_bloom_options(internal),
  FUNCTION 11 uid11_hash(uid11);

CREATE AGGREGATE min(uid11) (SFUNC = uid11_smaller, STYPE = uid11, SORTOP = <, COMBINEFUNC = uid11_smaller,
  PARALLEL = SAFE);
CREATE AGGREGATE max(uid11) (SFUNC = uid11_larger, STYPE = uid11, SORTOP = >, COMBINEFUNC = uid11_larger,
  PARALLEL = SAFE);
CREATE FUNCTION uid11(text) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_from_text';
CREATE FUNCTION uid11_to_text(uid11) RETURNS text
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_to_text';
CREATE FUNCTION uid11(bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_from_bytea';
CREATE FUNCTION uid11_to_bytea(uid11) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_send';
CREATE CAST (text AS uid11) WITH FUNCTION uid11(text);
CREATE CAST (uid11 AS text) WITH FUNCTION uid11_to_text(uid11) AS ASSIGNMENT;
CREATE CAST (bytea AS uid11) WITH FUNCTION uid11(bytea);
CREATE CAST (uid11 AS bytea) WITH FUNCTION uid11_to_bytea(uid11);

-- The same bits as the core type's.
CREATE CAST (ulid AS uuid) WITHOUT FUNCTION;
CREATE CAST (uuid AS ulid) WITHOUT FUNCTION;
CREATE CAST (euid AS uuid) WITHOUT FUNCTION;
CREATE CAST (uuid AS euid) WITHOUT FUNCTION;
CREATE FUNCTION ulid_flake(bigint) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_from_bigint';
CREATE CAST (ulid_flake AS bigint) WITHOUT FUNCTION;
CREATE CAST (bigint AS ulid_flake) WITH FUNCTION ulid_flake(bigint);
CREATE FUNCTION ulid_flake_scalable(bigint) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_from_bigint';
CREATE CAST (ulid_flake_scalable AS bigint) WITHOUT FUNCTION;
CREATE CAST (bigint AS ulid_flake_scalable) WITH FUNCTION ulid_flake_scalable(bigint);
CREATE CAST (uid11 AS bigint) WITHOUT FUNCTION;
CREATE CAST (bigint AS uid11) WITHOUT FUNCTION;
CREATE FUNCTION uid11_to_bigint(uid11) RETURNS bigint LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
  RETURN $1::bigint;
CREATE FUNCTION uid11_from_bigint(bigint) RETURNS uid11 LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
  RETURN $1::uid11;

-- The time and the fields of an id, and the ids of a time. Where a type has several kinds, one of them has
-- the id_ names.
-- The time of an id, and the first id of an instant: explicit, as a part of the id is lost.
-- For types that hold UUIDs of any version; only version 7 has a time.
-- Public ids that hide their time, under the key of sortid.mask_key_file or of the argument. Only the leader of a parallel
-- plan has the key of the file: a worker would read the file again, which may have changed.
-- Ranges of time. An untyped constant beside a range is a range. An operator for tstzrange itself would make
-- it an id; an operator for a domain over tstzrange is found only if the other side is an id. Beside an id
-- the constant is a range and not a multirange, since the operators for multiranges take a domain of ids too
-- (decision 41).

CREATE DOMAIN id_range AS tstzrange;
CREATE DOMAIN id_multirange AS tstzmultirange;
CREATE FUNCTION ulid_first(timestamptz) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_first';
CREATE FUNCTION ulid_last(timestamptz) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_last';
CREATE FUNCTION ulid_first_in(tstzrange) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_first_in';
CREATE FUNCTION ulid_last_in(tstzrange) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_last_in';
CREATE FUNCTION euid_first(timestamptz) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_first';
CREATE FUNCTION euid_last(timestamptz) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_last';
CREATE FUNCTION euid_first_in(tstzrange) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_first_in';
CREATE FUNCTION euid_last_in(tstzrange) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_last_in';
CREATE FUNCTION ulid_flake_first(timestamptz) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_first';
CREATE FUNCTION ulid_flake_last(timestamptz) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_last';
CREATE FUNCTION ulid_flake_first_in(tstzrange) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_first_in';
CREATE FUNCTION ulid_flake_last_in(tstzrange) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_last_in';
CREATE FUNCTION ulid_flake_scalable_first(timestamptz) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_first';
CREATE FUNCTION ulid_flake_scalable_last(timestamptz) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_last';
CREATE FUNCTION ulid_flake_scalable_first_in(tstzrange) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_first_in';
CREATE FUNCTION ulid_flake_scalable_last_in(tstzrange) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_last_in';
CREATE FUNCTION uuid7_first(timestamptz) RETURNS uuid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_first';
CREATE FUNCTION uuid7_last(timestamptz) RETURNS uuid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_last';
CREATE FUNCTION uuid7_first_in(tstzrange) RETURNS uuid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_first_in';
CREATE FUNCTION uuid7_last_in(tstzrange) RETURNS uuid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_last_in';
CREATE FUNCTION xid_first(timestamptz) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_first';
CREATE FUNCTION xid_last(timestamptz) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_last';
CREATE FUNCTION xid_first_in(tstzrange) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_first_in';
CREATE FUNCTION xid_last_in(tstzrange) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_last_in';
CREATE FUNCTION uid11_snowish_first(timestamptz) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_first';
CREATE FUNCTION uid11_snowish_last(timestamptz) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_last';
CREATE FUNCTION uid11_snowish_first_in(tstzrange) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_first_in';
CREATE FUNCTION uid11_snowish_last_in(tstzrange) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_last_in';
CREATE FUNCTION uid11_ts_seq_rand_first(timestamptz) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_first';
CREATE FUNCTION uid11_ts_seq_rand_last(timestamptz) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_last';
CREATE FUNCTION uid11_ts_seq_rand_first_in(tstzrange) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_first_in';
CREATE FUNCTION uid11_ts_seq_rand_last_in(tstzrange) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_last_in';
CREATE FUNCTION id_time(ulid) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_time';
CREATE FUNCTION id_ms(ulid) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_ms';
CREATE FUNCTION id_fields(ulid) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_fields';
CREATE DOMAIN ulid_in_multirange AS ulid;
CREATE FUNCTION id_during(ulid, id_range) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_ulid_during';
CREATE FUNCTION id_during(ulid_in_multirange, id_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_ulid_during';
CREATE FUNCTION during_has(id_range, ulid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_ulid_during_turned';
CREATE FUNCTION during_has(id_multirange, ulid_in_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_ulid_during_turned';
CREATE OPERATOR <@ (LEFTARG = ulid, RIGHTARG = id_range, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_range, RIGHTARG = ulid, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <@ (LEFTARG = ulid_in_multirange, RIGHTARG = id_multirange, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_multirange, RIGHTARG = ulid_in_multirange, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE FUNCTION id_mask(ulid) RETURNS ulid
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_mask';
CREATE FUNCTION id_mask(ulid, key bytea) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_mask';
CREATE FUNCTION id_unmask(ulid) RETURNS ulid
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_unmask';
CREATE FUNCTION id_unmask(ulid, key bytea) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_unmask';
CREATE FUNCTION id_time(euid) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_time';
CREATE FUNCTION id_ms(euid) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_ms';
CREATE FUNCTION id_fields(euid) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_fields';
CREATE DOMAIN euid_in_multirange AS euid;
CREATE FUNCTION id_during(euid, id_range) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_euid_during';
CREATE FUNCTION id_during(euid_in_multirange, id_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_euid_during';
CREATE FUNCTION during_has(id_range, euid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_euid_during_turned';
CREATE FUNCTION during_has(id_multirange, euid_in_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_euid_during_turned';
CREATE OPERATOR <@ (LEFTARG = euid, RIGHTARG = id_range, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_range, RIGHTARG = euid, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <@ (LEFTARG = euid_in_multirange, RIGHTARG = id_multirange, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_multirange, RIGHTARG = euid_in_multirange, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE FUNCTION id_mask(euid) RETURNS euid
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_euid_mask';
CREATE FUNCTION id_mask(euid, key bytea) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_mask';
CREATE FUNCTION id_unmask(euid) RETURNS euid
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_euid_unmask';
CREATE FUNCTION id_unmask(euid, key bytea) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_unmask';
CREATE FUNCTION id_time(ulid_flake) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_time';
CREATE FUNCTION id_ms(ulid_flake) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_ms';
CREATE FUNCTION id_fields(ulid_flake) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_fields';
CREATE DOMAIN ulid_flake_in_multirange AS ulid_flake;
CREATE FUNCTION id_during(ulid_flake, id_range) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_ulid_flake_during';
CREATE FUNCTION id_during(ulid_flake_in_multirange, id_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_ulid_flake_during';
CREATE FUNCTION during_has(id_range, ulid_flake) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_ulid_flake_during_turned';
CREATE FUNCTION during_has(id_multirange, ulid_flake_in_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_ulid_flake_during_turned';
CREATE OPERATOR <@ (LEFTARG = ulid_flake, RIGHTARG = id_range, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_range, RIGHTARG = ulid_flake, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <@ (LEFTARG = ulid_flake_in_multirange, RIGHTARG = id_multirange, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_multirange, RIGHTARG = ulid_flake_in_multirange, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE FUNCTION id_mask(ulid_flake) RETURNS ulid_flake
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_flake_mask';
CREATE FUNCTION id_mask(ulid_flake, key bytea) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_mask';
CREATE FUNCTION id_unmask(ulid_flake) RETURNS ulid_flake
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_flake_unmask';
CREATE FUNCTION id_unmask(ulid_flake, key bytea) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_unmask';
CREATE FUNCTION id_time(ulid_flake_scalable) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_time';
CREATE FUNCTION id_ms(ulid_flake_scalable) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_ms';
CREATE FUNCTION id_fields(ulid_flake_scalable) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_fields';
CREATE DOMAIN ulid_flake_scalable_in_multirange AS ulid_flake_scalable;
CREATE FUNCTION id_during(ulid_flake_scalable, id_range) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_during';
CREATE FUNCTION id_during(ulid_flake_scalable_in_multirange, id_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_during';
CREATE FUNCTION during_has(id_range, ulid_flake_scalable) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_during_turned';
CREATE FUNCTION during_has(id_multirange, ulid_flake_scalable_in_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_during_turned';
CREATE OPERATOR <@ (LEFTARG = ulid_flake_scalable, RIGHTARG = id_range, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_range, RIGHTARG = ulid_flake_scalable, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <@ (LEFTARG = ulid_flake_scalable_in_multirange, RIGHTARG = id_multirange, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_multirange, RIGHTARG = ulid_flake_scalable_in_multirange, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE FUNCTION id_mask(ulid_flake_scalable) RETURNS ulid_flake_scalable
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_mask';
CREATE FUNCTION id_mask(ulid_flake_scalable, key bytea) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_mask';
CREATE FUNCTION id_unmask(ulid_flake_scalable) RETURNS ulid_flake_scalable
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_unmask';
CREATE FUNCTION id_unmask(ulid_flake_scalable, key bytea) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_unmask';
CREATE FUNCTION id_time(uid11) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_time';
CREATE FUNCTION id_ms(uid11) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_ms';
CREATE FUNCTION id_fields(uid11) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_fields';
CREATE DOMAIN uid11_in_multirange AS uid11;
CREATE FUNCTION id_during(uid11, id_range) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_xid_during';
CREATE FUNCTION id_during(uid11_in_multirange, id_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_xid_during';
CREATE FUNCTION during_has(id_range, uid11) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_xid_during_turned';
CREATE FUNCTION during_has(id_multirange, uid11_in_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_xid_during_turned';
CREATE OPERATOR <@ (LEFTARG = uid11, RIGHTARG = id_range, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_range, RIGHTARG = uid11, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <@ (LEFTARG = uid11_in_multirange, RIGHTARG = id_multirange, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_multirange, RIGHTARG = uid11_in_multirange, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE FUNCTION id_mask(uid11) RETURNS uid11
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_xid_mask';
CREATE FUNCTION id_mask(uid11, key bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_mask';
CREATE FUNCTION id_unmask(uid11) RETURNS uid11
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_xid_unmask';
CREATE FUNCTION id_unmask(uid11, key bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_unmask';
CREATE CAST (ulid AS timestamptz) WITH FUNCTION id_time(ulid);
CREATE CAST (timestamptz AS ulid) WITH FUNCTION ulid_first(timestamptz);
CREATE FUNCTION ulid_lenient(text) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_lenient';
CREATE CAST (euid AS timestamptz) WITH FUNCTION id_time(euid);
CREATE CAST (timestamptz AS euid) WITH FUNCTION euid_first(timestamptz);
CREATE FUNCTION euid_lenient(text) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_lenient';
CREATE CAST (ulid_flake AS timestamptz) WITH FUNCTION id_time(ulid_flake);
CREATE CAST (timestamptz AS ulid_flake) WITH FUNCTION ulid_flake_first(timestamptz);
CREATE FUNCTION ulid_flake_lenient(text) RETURNS ulid_flake
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_lenient';
CREATE CAST (ulid_flake_scalable AS timestamptz) WITH FUNCTION id_time(ulid_flake_scalable);
CREATE CAST (timestamptz AS ulid_flake_scalable) WITH FUNCTION ulid_flake_scalable_first(timestamptz);
CREATE FUNCTION ulid_flake_scalable_lenient(text) RETURNS ulid_flake_scalable
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_lenient';
CREATE FUNCTION uuid7_lenient(text) RETURNS uuid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_lenient';
CREATE FUNCTION uid11_text_prefix_first(text) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_text_prefix_first';
CREATE FUNCTION uid11_text_prefix_last(text) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_text_prefix_last';
CREATE FUNCTION id_mask(uuid) RETURNS uuid
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_uuid7_mask';
CREATE FUNCTION id_mask(uuid, key bytea) RETURNS uuid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_mask';
CREATE FUNCTION id_unmask(uuid) RETURNS uuid
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_uuid7_unmask';
CREATE FUNCTION id_unmask(uuid, key bytea) RETURNS uuid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_unmask';
CREATE FUNCTION id_time(uuid) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_time';
CREATE FUNCTION id_ms(uuid) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_ms';
CREATE FUNCTION id_time_or_null(uuid) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_time_or_null';
CREATE FUNCTION id_ms_or_null(uuid) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_ms_or_null';
CREATE FUNCTION id_is_version_7(uuid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT sortid_version_7_support
  AS 'MODULE_PATHNAME', 'sortid_uuid7_is_version_7';
CREATE FUNCTION id_fields(uuid) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_fields';
CREATE DOMAIN uuid_in_multirange AS uuid;
CREATE FUNCTION id_during(uuid, id_range) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_uuid7_during';
CREATE FUNCTION id_during(uuid_in_multirange, id_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_uuid7_during';
CREATE FUNCTION during_has(id_range, uuid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_uuid7_during_turned';
CREATE FUNCTION during_has(id_multirange, uuid_in_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_uuid7_during_turned';
CREATE OPERATOR <@ (LEFTARG = uuid, RIGHTARG = id_range, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_range, RIGHTARG = uuid, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <@ (LEFTARG = uuid_in_multirange, RIGHTARG = id_multirange, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_multirange, RIGHTARG = uuid_in_multirange, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
-- The kinds of uid11 other than xid have functions by their names.
CREATE FUNCTION xid_time(uid11) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_time';
CREATE FUNCTION xid_ms(uid11) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_ms';
CREATE FUNCTION xid_during(uid11, tstzrange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_xid_during';
CREATE FUNCTION uid11_snowish_time(uid11) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_time';
CREATE FUNCTION uid11_snowish_ms(uid11) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_ms';
CREATE FUNCTION uid11_snowish_during(uid11, tstzrange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_during';
CREATE FUNCTION uid11_ts_seq_rand_time(uid11) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_time';
CREATE FUNCTION uid11_ts_seq_rand_ms(uid11) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_ms';
CREATE FUNCTION uid11_ts_seq_rand_during(uid11, tstzrange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_during';
CREATE FUNCTION xid_fields(uid11) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_fields';
CREATE FUNCTION xid_mask(uid11) RETURNS uid11
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_xid_mask';
CREATE FUNCTION xid_mask(uid11, key bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_mask';
CREATE FUNCTION xid_unmask(uid11) RETURNS uid11
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_xid_unmask';
CREATE FUNCTION xid_unmask(uid11, key bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_unmask';
CREATE FUNCTION uid11_fullrand_fields(uid11) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_fullrand_fields';
CREATE FUNCTION uid11_fullrand_mask(uid11) RETURNS uid11
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_uid11_fullrand_mask';
CREATE FUNCTION uid11_fullrand_mask(uid11, key bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_fullrand_mask';
CREATE FUNCTION uid11_fullrand_unmask(uid11) RETURNS uid11
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_uid11_fullrand_unmask';
CREATE FUNCTION uid11_fullrand_unmask(uid11, key bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_fullrand_unmask';
CREATE FUNCTION uid11_snowish_fields(uid11) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_fields';
CREATE FUNCTION uid11_snowish_mask(uid11) RETURNS uid11
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_mask';
CREATE FUNCTION uid11_snowish_mask(uid11, key bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_mask';
CREATE FUNCTION uid11_snowish_unmask(uid11) RETURNS uid11
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_unmask';
CREATE FUNCTION uid11_snowish_unmask(uid11, key bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_unmask';
CREATE FUNCTION uid11_ts_seq_rand_fields(uid11) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_fields';
CREATE FUNCTION uid11_ts_seq_rand_mask(uid11) RETURNS uid11
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_mask';
CREATE FUNCTION uid11_ts_seq_rand_mask(uid11, key bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_mask';
CREATE FUNCTION uid11_ts_seq_rand_unmask(uid11) RETURNS uid11
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_unmask';
CREATE FUNCTION uid11_ts_seq_rand_unmask(uid11, key bytea) RETURNS uid11
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_unmask';
CREATE FUNCTION ulid_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_is_valid';
CREATE FUNCTION euid_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_is_valid';
CREATE FUNCTION ulid_flake_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_is_valid';
CREATE FUNCTION ulid_flake_scalable_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_is_valid';
CREATE FUNCTION uuid7_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_is_valid';
CREATE FUNCTION xid_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_xid_is_valid';
CREATE FUNCTION uid11_fullrand_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_fullrand_is_valid';
CREATE FUNCTION uid11_snowish_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_is_valid';
CREATE FUNCTION uid11_ts_seq_rand_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_is_valid';
CREATE FUNCTION uid11_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_is_valid';
CREATE FUNCTION typeid_is_valid(text) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_is_valid';
CREATE FUNCTION id_check(given text, format text) RETURNS text
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_check';
-- The format of a text, or null.
CREATE FUNCTION id_detect(text) RETURNS text
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_detect';

-- New ids.
CREATE FUNCTION ulid_generate() RETURNS ulid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_generate';
CREATE FUNCTION ulid_generate_many(integer) RETURNS SETOF ulid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_ulid_generate_many';
CREATE FUNCTION euid_generate() RETURNS euid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_generate';
CREATE FUNCTION euid_generate_many(integer) RETURNS SETOF euid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_euid_generate_many';
CREATE FUNCTION ulid_flake_generate() RETURNS ulid_flake
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_flake_generate';
CREATE FUNCTION ulid_flake_generate_many(integer) RETURNS SETOF ulid_flake
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_ulid_flake_generate_many';
CREATE FUNCTION ulid_flake_scalable_generate() RETURNS ulid_flake_scalable
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_generate';
CREATE FUNCTION ulid_flake_scalable_generate_many(integer) RETURNS SETOF ulid_flake_scalable
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_generate_many';
CREATE FUNCTION uuid7_generate() RETURNS uuid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_generate';
CREATE FUNCTION uuid7_generate_many(integer) RETURNS SETOF uuid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_uuid7_generate_many';
CREATE FUNCTION xid_generate() RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_xid_generate';
CREATE FUNCTION xid_generate_many(integer) RETURNS SETOF uid11
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_xid_generate_many';
CREATE FUNCTION uid11_fullrand_generate() RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_fullrand_generate';
CREATE FUNCTION uid11_fullrand_generate_many(integer) RETURNS SETOF uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_uid11_fullrand_generate_many';
CREATE FUNCTION uid11_snowish_generate(integer) RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_generate';
CREATE FUNCTION uid11_snowish_generate_many(integer, integer) RETURNS SETOF uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_generate_many';
CREATE FUNCTION uid11_ts_seq_rand_generate() RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_generate';
CREATE FUNCTION uid11_ts_seq_rand_generate_many(integer) RETURNS SETOF uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_generate_many';
-- With the machine number of the server's pool.
CREATE FUNCTION uid11_snowish_generate() RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_generate';
CREATE FUNCTION uid11_snowish_generate_many(integer) RETURNS SETOF uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_generate_many';
CREATE FUNCTION uid11_snowish_generate_ordered() RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_generate_ordered';
CREATE FUNCTION ulid_generate_random() RETURNS ulid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_generate_random';
CREATE FUNCTION euid_generate_random() RETURNS euid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_generate_random';
CREATE FUNCTION ulid_flake_generate_random() RETURNS ulid_flake
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_flake_generate_random';
CREATE FUNCTION ulid_flake_scalable_generate_random() RETURNS ulid_flake_scalable
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_generate_random';
CREATE FUNCTION uuid7_generate_random() RETURNS uuid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_generate_random';
CREATE FUNCTION xid_generate_random() RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_xid_generate_random';
CREATE FUNCTION uid11_fullrand_generate_random() RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_fullrand_generate_random';
CREATE FUNCTION uid11_ts_seq_rand_generate_random() RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_generate_random';
CREATE FUNCTION ulid_generate_at(timestamptz) RETURNS ulid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_generate_at';
CREATE FUNCTION euid_generate_at(timestamptz) RETURNS euid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_generate_at';
CREATE FUNCTION ulid_flake_generate_at(timestamptz) RETURNS ulid_flake
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_flake_generate_at';
CREATE FUNCTION ulid_flake_scalable_generate_at(timestamptz) RETURNS ulid_flake_scalable
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_generate_at';
CREATE FUNCTION uuid7_generate_at(timestamptz) RETURNS uuid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_generate_at';
CREATE FUNCTION xid_generate_at(timestamptz) RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_xid_generate_at';
CREATE FUNCTION uid11_ts_seq_rand_generate_at(timestamptz) RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_generate_at';
CREATE FUNCTION ulid_generate_ordered() RETURNS ulid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_generate_ordered';
CREATE FUNCTION euid_generate_ordered() RETURNS euid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_generate_ordered';
CREATE FUNCTION ulid_flake_generate_ordered() RETURNS ulid_flake
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_generate_ordered';
CREATE FUNCTION ulid_flake_scalable_generate_ordered() RETURNS ulid_flake_scalable
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_flake_scalable_generate_ordered';
CREATE FUNCTION uuid7_generate_ordered() RETURNS uuid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_generate_ordered';
CREATE FUNCTION uid11_snowish_generate_ordered(integer) RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_snowish_generate_ordered';
CREATE FUNCTION uid11_ts_seq_rand_generate_ordered() RETURNS uid11
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uid11_ts_seq_rand_generate_ordered';
-- What an instant and a name determine, under a key.
CREATE FUNCTION ulid_named(at timestamptz, name text, key bytea) RETURNS ulid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_named';
CREATE FUNCTION euid_named(at timestamptz, name text, key bytea) RETURNS euid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_named';
CREATE FUNCTION uuid7_named(at timestamptz, name text, key bytea) RETURNS uuid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_named';
CREATE FUNCTION ulid_generate_strict() RETURNS ulid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_generate_strict';
CREATE FUNCTION euid_generate_extended(extension integer) RETURNS euid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_euid_generate_extended';

-- TypeIDs of any prefix (typeid), or by typmod of one (typeid('user')).
CREATE TYPE typeid;
CREATE FUNCTION typeid_in(cstring, oid, integer) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_in';
CREATE FUNCTION typeid_out(typeid) RETURNS cstring
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_out';
CREATE FUNCTION typeid_recv(internal, oid, integer) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_recv';
CREATE FUNCTION typeid_send(typeid) RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_send';
CREATE FUNCTION typeid_typmod_in(cstring[]) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_typmod_in';
CREATE FUNCTION typeid_typmod_out(integer) RETURNS cstring
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_typmod_out';
-- Storage main: a header of one byte, and never out of line if avoidable.
CREATE TYPE typeid (INPUT = typeid_in, OUTPUT = typeid_out, RECEIVE = typeid_recv, SEND = typeid_send,
  TYPMOD_IN = typeid_typmod_in, TYPMOD_OUT = typeid_typmod_out, INTERNALLENGTH = VARIABLE, ALIGNMENT = int4,
  STORAGE = main);

CREATE FUNCTION typeid_lt(typeid, typeid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_lt';
CREATE FUNCTION typeid_le(typeid, typeid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_le';
CREATE FUNCTION typeid_eq(typeid, typeid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_eq';
CREATE FUNCTION typeid_ne(typeid, typeid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_ne';
CREATE FUNCTION typeid_ge(typeid, typeid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_ge';
CREATE FUNCTION typeid_gt(typeid, typeid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_gt';
CREATE FUNCTION typeid_cmp(typeid, typeid) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_cmp';
CREATE FUNCTION typeid_hash(typeid) RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_hash';
CREATE FUNCTION typeid_hash_extended(typeid, bigint) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_hash_extended';
CREATE FUNCTION typeid_distance(typeid, typeid) RETURNS float8
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_distance';
CREATE FUNCTION typeid_smaller(typeid, typeid) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_smaller';
CREATE FUNCTION typeid_larger(typeid, typeid) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_larger';

CREATE OPERATOR = (LEFTARG = typeid, RIGHTARG = typeid, FUNCTION = typeid_eq, COMMUTATOR = =, NEGATOR = <>,
  RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = typeid, RIGHTARG = typeid, FUNCTION = typeid_ne, COMMUTATOR = <>, NEGATOR = =,
  RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR < (LEFTARG = typeid, RIGHTARG = typeid, FUNCTION = typeid_lt, COMMUTATOR = >, NEGATOR = >=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <= (LEFTARG = typeid, RIGHTARG = typeid, FUNCTION = typeid_le, COMMUTATOR = >=, NEGATOR = >,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR > (LEFTARG = typeid, RIGHTARG = typeid, FUNCTION = typeid_gt, COMMUTATOR = <, NEGATOR = <=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR >= (LEFTARG = typeid, RIGHTARG = typeid, FUNCTION = typeid_ge, COMMUTATOR = <=, NEGATOR = <,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);

CREATE OPERATOR CLASS typeid_ops DEFAULT FOR TYPE typeid USING btree AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 typeid_cmp(typeid, typeid), FUNCTION 2 sortid_typeid_sortsupport(internal),
  FUNCTION 4 btequalimage(oid);
CREATE OPERATOR CLASS typeid_ops DEFAULT FOR TYPE typeid USING hash AS
  OPERATOR 1 =, FUNCTION 1 typeid_hash(typeid), FUNCTION 2 typeid_hash_extended(typeid, bigint);
CREATE OPERATOR CLASS typeid_minmax_ops DEFAULT FOR TYPE typeid USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_opcinfo(internal),
  FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
  FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE OPERATOR CLASS typeid_minmax_multi_ops FOR TYPE typeid USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_multi_opcinfo(internal),
  FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
  FUNCTION 5 brin_minmax_multi_options(internal),
  FUNCTION 11 typeid_distance(typeid, typeid);
CREATE OPERATOR CLASS typeid_bloom_ops FOR TYPE typeid USING brin AS
  OPERATOR 1 =,
  FUNCTION 1 brin_bloom_opcinfo(internal),
  FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_bloom_union(internal, internal, internal),
  FUNCTION 5 brin_bloom_options(internal),
  FUNCTION 11 typeid_hash(typeid);

CREATE AGGREGATE min(typeid) (SFUNC = typeid_smaller, STYPE = typeid, SORTOP = <, COMBINEFUNC = typeid_smaller,
  PARALLEL = SAFE);
CREATE AGGREGATE max(typeid) (SFUNC = typeid_larger, STYPE = typeid, SORTOP = >, COMBINEFUNC = typeid_larger,
  PARALLEL = SAFE);
CREATE FUNCTION typeid(typeid, integer, boolean) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_coerce';
CREATE CAST (typeid AS typeid) WITH FUNCTION typeid(typeid, integer, boolean) AS IMPLICIT;
CREATE FUNCTION typeid(text) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_from_text';
CREATE FUNCTION typeid_to_text(typeid) RETURNS text
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_to_text';
CREATE CAST (text AS typeid) WITH FUNCTION typeid(text);
CREATE CAST (typeid AS text) WITH FUNCTION typeid_to_text(typeid) AS ASSIGNMENT;
CREATE FUNCTION typeid_prefix(typeid) RETURNS text
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_prefix';
CREATE FUNCTION typeid_suffix(typeid) RETURNS text
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_suffix';
CREATE FUNCTION typeid_uuid(typeid) RETURNS uuid
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_to_uuid';
CREATE CAST (typeid AS uuid) WITH FUNCTION typeid_uuid(typeid);
CREATE FUNCTION typeid_make(prefix text, id uuid) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_make';
CREATE FUNCTION typeid_text(prefix text, id uuid) RETURNS text
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_make_text';

CREATE FUNCTION id_mask(typeid) RETURNS typeid
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_typeid_mask';
CREATE FUNCTION id_mask(typeid, key bytea) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_mask';
CREATE FUNCTION id_unmask(typeid) RETURNS typeid
  LANGUAGE C STABLE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME', 'sortid_typeid_unmask';
CREATE FUNCTION id_unmask(typeid, key bytea) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_unmask';
CREATE FUNCTION id_time(typeid) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_time';
CREATE FUNCTION id_ms(typeid) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_ms';
CREATE FUNCTION id_time_or_null(typeid) RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_time_or_null';
CREATE FUNCTION id_ms_or_null(typeid) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_ms_or_null';
CREATE FUNCTION id_is_version_7(typeid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT sortid_version_7_support
  AS 'MODULE_PATHNAME', 'sortid_typeid_is_version_7';
CREATE FUNCTION id_fields(typeid) RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_fields';
CREATE CAST (typeid AS timestamptz) WITH FUNCTION id_time(typeid);
CREATE FUNCTION typeid_first(prefix text, at timestamptz) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_first';
CREATE FUNCTION typeid_last(prefix text, at timestamptz) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_last';
CREATE FUNCTION typeid_first_in(prefix text, during tstzrange) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_first_in';
CREATE FUNCTION typeid_last_in(prefix text, during tstzrange) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_last_in';
CREATE DOMAIN typeid_in_multirange AS typeid;
CREATE FUNCTION id_during(typeid, id_range) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_typeid_during';
CREATE FUNCTION id_during(typeid_in_multirange, id_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_typeid_during';
CREATE FUNCTION during_has(id_range, typeid) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_typeid_during_turned';
CREATE FUNCTION during_has(id_multirange, typeid_in_multirange) RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_typeid_during_turned';
CREATE OPERATOR <@ (LEFTARG = typeid, RIGHTARG = id_range, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_range, RIGHTARG = typeid, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <@ (LEFTARG = typeid_in_multirange, RIGHTARG = id_multirange, FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = id_multirange, RIGHTARG = typeid_in_multirange, FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);

CREATE FUNCTION typeid_generate(prefix text) RETURNS typeid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_generate';
CREATE FUNCTION typeid_generate_ordered(prefix text) RETURNS typeid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_generate_ordered';
CREATE FUNCTION typeid_generate_random(prefix text) RETURNS typeid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_generate_random';
CREATE FUNCTION typeid_generate_at(prefix text, at timestamptz) RETURNS typeid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_generate_at';
CREATE FUNCTION typeid_named(prefix text, at timestamptz, name text, key bytea) RETURNS typeid
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typeid_named';
CREATE FUNCTION typeid_generate_many(prefix text, count integer) RETURNS SETOF typeid
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_typeid_generate_many';

-- Makes a type of 16 bytes for the TypeIDs of one prefix, with everything that ulid has. Only a superuser may
-- create types. The type belongs to the database, not to the extension, and dumps contain it.
--   All such types share the C code of their functions, which finds the prefix in the name of the functions'
-- first argument.
--   DROP EXTENSION ... CASCADE drops what needs the extension, and leaves the type. The same call makes that again.
CREATE FUNCTION create_typeid(type_name name, prefix text) RETURNS regtype
  LANGUAGE plpgsql VOLATILE STRICT AS $create_typeid$
DECLARE
  own_schema name := pg_catalog.current_schema();
  path text := pg_catalog.current_setting('search_path');
  messages text := pg_catalog.current_setting('client_min_messages');
  extension_schema name;
  argument text;
  statement text;
  left_over boolean := false;
  made regtype;
  longest_suffix CONSTANT integer := pg_catalog.length('_generate_ordered');
  body text := $body$
CREATE TYPE "@type@";
CREATE FUNCTION "@type@_in"(@prefix@cstring) RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typed_in';
CREATE FUNCTION "@type@_out"(@prefix@"@type@") RETURNS cstring
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typed_out';
CREATE FUNCTION "@type@_recv"(internal) RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_recv';
CREATE FUNCTION "@type@_send"("@type@") RETURNS bytea
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_ulid_send';
CREATE TYPE "@type@" (INPUT = "@type@_in", OUTPUT = "@type@_out", RECEIVE = "@type@_recv", SEND = "@type@_send",
  LIKE = uuid);
CREATE FUNCTION "@type@_lt"("@type@", "@type@") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_lt';
CREATE FUNCTION "@type@_le"("@type@", "@type@") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_le';
CREATE FUNCTION "@type@_eq"("@type@", "@type@") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_eq';
CREATE FUNCTION "@type@_ne"("@type@", "@type@") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_ne';
CREATE FUNCTION "@type@_ge"("@type@", "@type@") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_ge';
CREATE FUNCTION "@type@_gt"("@type@", "@type@") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_gt';
CREATE FUNCTION "@type@_cmp"("@type@", "@type@") RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_cmp';
CREATE FUNCTION "@type@_hash"("@type@") RETURNS integer
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_hash';
CREATE FUNCTION "@type@_hash_extended"("@type@", bigint) RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_hash_extended';
CREATE FUNCTION "@type@_distance"("@type@", "@type@") RETURNS float8
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_distance';
CREATE FUNCTION "@type@_smaller"("@type@", "@type@") RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_smaller';
CREATE FUNCTION "@type@_larger"("@type@", "@type@") RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@held@_larger';

CREATE OPERATOR = (LEFTARG = "@type@", RIGHTARG = "@type@", FUNCTION = "@type@_eq", COMMUTATOR = =, NEGATOR = <>,
  RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES);
CREATE OPERATOR <> (LEFTARG = "@type@", RIGHTARG = "@type@", FUNCTION = "@type@_ne", COMMUTATOR = <>, NEGATOR = =,
  RESTRICT = neqsel, JOIN = neqjoinsel);
CREATE OPERATOR < (LEFTARG = "@type@", RIGHTARG = "@type@", FUNCTION = "@type@_lt", COMMUTATOR = >, NEGATOR = >=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <= (LEFTARG = "@type@", RIGHTARG = "@type@", FUNCTION = "@type@_le", COMMUTATOR = >=, NEGATOR = >,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR > (LEFTARG = "@type@", RIGHTARG = "@type@", FUNCTION = "@type@_gt", COMMUTATOR = <, NEGATOR = <=,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR >= (LEFTARG = "@type@", RIGHTARG = "@type@", FUNCTION = "@type@_ge", COMMUTATOR = <=, NEGATOR = <,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);

CREATE OPERATOR CLASS "@type@_ops" DEFAULT FOR TYPE "@type@" USING btree AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 "@type@_cmp"("@type@", "@type@"), FUNCTION 2 sortid_@sort@_sortsupport(internal),
  FUNCTION 4 btequalimage(oid);
CREATE OPERATOR CLASS "@type@_ops" DEFAULT FOR TYPE "@type@" USING hash AS
  OPERATOR 1 =, FUNCTION 1 "@type@_hash"("@type@"), FUNCTION 2 "@type@_hash_extended"("@type@", bigint);
CREATE OPERATOR CLASS "@type@_minmax_ops" DEFAULT FOR TYPE "@type@" USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_opcinfo(internal),
  FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
  FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE OPERATOR CLASS "@type@_minmax_multi_ops" FOR TYPE "@type@" USING brin AS
  OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
  FUNCTION 1 brin_minmax_multi_opcinfo(internal),
  FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
  FUNCTION 5 brin_minmax_multi_options(internal),
  FUNCTION 11 "@type@_distance"("@type@", "@type@");
CREATE OPERATOR CLASS "@type@_bloom_ops" FOR TYPE "@type@" USING brin AS
  OPERATOR 1 =,
  FUNCTION 1 brin_bloom_opcinfo(internal),
  FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
  FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
  FUNCTION 4 brin_bloom_union(internal, internal, internal),
  FUNCTION 5 brin_bloom_options(internal),
  FUNCTION 11 "@type@_hash"("@type@");

CREATE AGGREGATE min("@type@") (SFUNC = "@type@_smaller", STYPE = "@type@", SORTOP = <, COMBINEFUNC = "@type@_smaller",
  PARALLEL = SAFE);
CREATE AGGREGATE max("@type@") (SFUNC = "@type@_larger", STYPE = "@type@", SORTOP = >, COMBINEFUNC = "@type@_larger",
  PARALLEL = SAFE);
CREATE FUNCTION "@type@"(@prefix@text) RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typed_from_text';
CREATE FUNCTION "@type@_to_text"(@prefix@"@type@") RETURNS text
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typed_to_text';
CREATE FUNCTION "@type@"(@prefix@@typeid@) RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typed_from_typeid';
CREATE FUNCTION "@type@_to_typeid"(@prefix@"@type@") RETURNS @typeid@
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typed_to_typeid';
CREATE CAST (text AS "@type@") WITH FUNCTION "@type@"(text);
CREATE CAST ("@type@" AS text) WITH FUNCTION "@type@_to_text"("@type@") AS ASSIGNMENT;
CREATE CAST (@typeid@ AS "@type@") WITH FUNCTION "@type@"(@typeid@);
CREATE CAST ("@type@" AS @typeid@) WITH FUNCTION "@type@_to_typeid"("@type@");
CREATE CAST ("@type@" AS uuid) WITHOUT FUNCTION;
CREATE CAST (uuid AS "@type@") WITHOUT FUNCTION;
CREATE FUNCTION id_time("@type@") RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@kind@_time';
CREATE FUNCTION id_ms("@type@") RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@kind@_ms';
CREATE FUNCTION id_time_or_null("@type@") RETURNS timestamptz
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@kind@_time_or_null';
CREATE FUNCTION id_ms_or_null("@type@") RETURNS bigint
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@kind@_ms_or_null';
CREATE FUNCTION id_is_version_7("@type@") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT sortid_version_7_support
  AS 'MODULE_PATHNAME', 'sortid_@kind@_is_version_7';
CREATE FUNCTION id_fields("@type@") RETURNS jsonb
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@kind@_fields';
CREATE FUNCTION "@kind@_first"(timestamptz) RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@symbol@_first';
CREATE FUNCTION "@kind@_last"(timestamptz) RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@symbol@_last';
CREATE FUNCTION "@kind@_first_in"(tstzrange) RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@symbol@_first_in';
CREATE FUNCTION "@kind@_last_in"(tstzrange) RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_@symbol@_last_in';
CREATE CAST ("@type@" AS timestamptz) WITH FUNCTION id_time("@type@");
CREATE CAST (timestamptz AS "@type@") WITH FUNCTION "@kind@_first"(timestamptz);
CREATE DOMAIN "@type@_in_multirange" AS "@type@";
CREATE FUNCTION id_during("@type@", "id_range") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_@kind@_during';
CREATE FUNCTION id_during("@type@_in_multirange", "id_multirange") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support AS 'MODULE_PATHNAME', 'sortid_@kind@_during';
CREATE FUNCTION during_has("id_range", "@type@") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_@kind@_during_turned';
CREATE FUNCTION during_has("id_multirange", "@type@_in_multirange") RETURNS boolean
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT sortid_during_support
  AS 'MODULE_PATHNAME', 'sortid_@kind@_during_turned';
CREATE OPERATOR <@ (LEFTARG = "@type@", RIGHTARG = "id_range", FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = "id_range", RIGHTARG = "@type@", FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR <@ (LEFTARG = "@type@_in_multirange", RIGHTARG = "id_multirange", FUNCTION = id_during, COMMUTATOR = @>,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE OPERATOR @> (LEFTARG = "id_multirange", RIGHTARG = "@type@_in_multirange", FUNCTION = during_has, COMMUTATOR = <@,
  RESTRICT = sortid_sel, JOIN = sortid_joinsel);
CREATE FUNCTION "@type@_named"(@prefix@timestamptz, text, bytea) RETURNS "@type@"
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_typed_named';
CREATE FUNCTION "@type@_generate"() RETURNS "@type@"
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_generate';
CREATE FUNCTION "@type@_generate_ordered"() RETURNS "@type@"
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_generate_ordered';
CREATE FUNCTION "@type@_generate_random"() RETURNS "@type@"
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_generate_random';
CREATE FUNCTION "@type@_generate_at"(timestamptz) RETURNS "@type@"
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sortid_uuid7_generate_at';
CREATE FUNCTION "@type@_generate_many"(integer) RETURNS SETOF "@type@"
  LANGUAGE C VOLATILE STRICT PARALLEL SAFE SUPPORT sortid_many_support
  AS 'MODULE_PATHNAME', 'sortid_uuid7_generate_many';
$body$;
BEGIN
  -- A superuser calls this: names in a schema where other roles may create must not be found.
  PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    RAISE insufficient_privilege USING MESSAGE = 'only a superuser may create a type';
  END IF;
  IF own_schema IS NULL OR own_schema = ANY (SELECT nspname FROM pg_namespace WHERE oid = pg_my_temp_schema()) THEN
    RAISE invalid_schema_name USING MESSAGE = 'search_path names no schema that a permanent type can be created in';
  END IF;
  IF type_name = '' THEN
    RAISE invalid_name USING MESSAGE = 'the type name is empty';
  END IF;
  SELECT quote_ident(name) INTO argument FROM unnest(ARRAY[own_schema, 'pg_catalog']) AS name
    WHERE to_regtype(format('%I.%I', name, type_name)) IS NOT NULL;
  IF FOUND THEN
    SELECT true, t.oid INTO left_over, made FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace AND n.nspname = own_schema
        JOIN pg_proc p ON p.oid = t.typinput AND p.pronamespace = n.oid
      WHERE t.typname = type_name AND p.proname = type_name || '_in' AND p.prosrc = 'sortid_typed_in'
        AND COALESCE(p.proargnames[1], '') = prefix AND NOT EXISTS (SELECT FROM pg_operator o
          WHERE o.oprname = '<' AND o.oprleft = t.oid AND o.oprnamespace = n.oid);
    IF NOT FOUND THEN
      RAISE duplicate_object USING MESSAGE = format('type %s.%I already exists', argument, type_name);
    END IF;
  END IF;
  SELECT n.nspname INTO extension_schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname = 'sortid';
  -- Rejects an invalid prefix.
  EXECUTE format('SELECT %I.typeid_make($1, $2)', extension_schema)
    USING prefix, '00000000-0000-0000-0000-000000000000'::uuid;
  IF octet_length(type_name::text) + longest_suffix > 63 THEN
    RAISE name_too_long USING MESSAGE =
      format('type name "%s" is too long: functions named after it would have more than 63 bytes', type_name);
  END IF;
  argument := CASE WHEN prefix = '' THEN '' ELSE quote_ident(prefix) || ' ' END;
  body := replace(body, 'sortid_@kind@_', 'sortid_uuid7_');
  body := replace(body, '@symbol@', 'uuid7');
  body := replace(body, '@kind@', '@type@');
  body := replace(replace(body, '@held@', 'id16'), '@sort@', 'uuid7');
  body := replace(body, '"id_range"', format('%I.id_range', extension_schema));
  body := replace(body, '"id_multirange"', format('%I.id_multirange', extension_schema));
  body := replace(replace(body, '@prefix@', argument), '@typeid@', format('%I.typeid', extension_schema));
  body := replace(body, '@type@', replace(type_name::text, '"', '""'));
  -- If the server or the extension had a function with such a name, parts of the script would call that one.
  SELECT format('a type "%s" needs a function %I, but function %I.%I exists', type_name, p.proname,
      n.nspname, p.proname) INTO argument
    FROM regexp_matches(body, '^CREATE FUNCTION "((?:[^"]|"")+)"', 'gn') AS needed
    JOIN pg_proc p ON p.proname = replace(needed[1], '""', '"') JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE NOT left_over AND n.nspname IN ('pg_catalog', own_schema)
      OR EXISTS (SELECT FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
        WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.refclassid = 'pg_extension'::regclass
          AND d.deptype = 'e' AND e.extname = 'sortid')
    ORDER BY 1 LIMIT 1;
  IF FOUND THEN
    RAISE duplicate_function USING MESSAGE = argument, HINT = format('Choose another name, such as "%s_id".', type_name);
  END IF;
  -- Members that stay in the family of a dropped operator class.
  FOR statement IN
    SELECT format('ALTER OPERATOR FAMILY %I.%I USING %I DROP %s %s (%6$s, %6$s)', own_schema, opfname, amname, kind, number, takes::regtype)
    FROM (SELECT amopfamily, 'OPERATOR', amopstrategy, amoplefttype, amoprighttype FROM pg_amop
        UNION ALL SELECT amprocfamily, 'FUNCTION', amprocnum, amproclefttype, amprocrighttype FROM pg_amproc) AS member(family, kind, number, takes, and_takes)
      JOIN pg_opfamily f ON f.oid = family JOIN pg_am m ON m.oid = opfmethod
    WHERE left_over AND takes = made AND and_takes = made AND opfnamespace = own_schema::regnamespace
      AND NOT EXISTS (SELECT FROM pg_opclass WHERE opcfamily = family)
  LOOP
    EXECUTE statement;
  END LOOP;
  PERFORM set_config('client_min_messages', 'warning', true);  -- not that a type is only a shell yet
  -- The script uses names of the extension, and creates its own in the caller's schema.
  PERFORM set_config('search_path', format('%I, %I', own_schema, extension_schema), true);
  IF left_over THEN
    FOREACH statement IN ARRAY pg_catalog.string_to_array(body, E';\n') LOOP
      BEGIN
        EXECUTE statement;
      EXCEPTION WHEN duplicate_object OR duplicate_function THEN NULL;
      END;
    END LOOP;
  ELSE
    EXECUTE body;
  END IF;
  PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
  made := format('%I.%I', own_schema, type_name)::regtype;
  PERFORM set_config('client_min_messages', messages, true);
  PERFORM set_config('search_path', path, true);
  RETURN made;
END
$create_typeid$;

-- Drops what create_typeid() made, and nothing else.
CREATE FUNCTION drop_typeid(type_name name) RETURNS void
  LANGUAGE C VOLATILE STRICT AS 'MODULE_PATHNAME', 'sortid_drop_typeid';
-- Earlier servers lock nothing when an object begins to depend on another (decision 64).
DO $$
DECLARE
  version CONSTANT integer := current_setting('server_version_num');
  first_minor CONSTANT integer := CASE version / 10000 WHEN 15 THEN 19 WHEN 16 THEN 15 WHEN 17 THEN 11 WHEN 18 THEN 5 END;
BEGIN
  IF version % 10000 < first_minor THEN
    RAISE WARNING 'before PostgreSQL %.%, drop_typeid() can leave a column without its type', version / 10000, first_minor
      USING DETAIL = 'That happens to a table that another session creates or changes at the instant of the commit.',
        HINT = 'Call drop_typeid() when no other session changes tables, or update the server.';
  END IF;
END
$$;

-- Makes the partitions of a table by range of ids, from the one of the present to the one that is `ahead` units later, and
-- returns those that were not there. Units are those of date_trunc(), in UTC: hour, day, week, month, quarter, year. `kind`
-- is what the functions of the column's ids begin with, where the type does not say it. Another relation with the name of a
-- partition, and a partition that overlaps one, are errors; a partition with the same bounds and another name is a notice.
CREATE FUNCTION id_make_partitions(parent regclass, unit text, ahead integer DEFAULT 3, kind text DEFAULT '')
  RETURNS SETOF regclass
  LANGUAGE plpgsql VOLATILE STRICT SET search_path = pg_catalog, pg_temp AS $id_make_partitions$
DECLARE
  step interval;
  pattern CONSTANT text := CASE unit WHEN 'hour' THEN 'YYYY_MM_DD_HH24' WHEN 'day' THEN 'YYYY_MM_DD'
    WHEN 'week' THEN 'IYYY"w"IW' WHEN 'month' THEN 'YYYY_MM' WHEN 'quarter' THEN 'YYYY"q"Q' WHEN 'year' THEN 'YYYY' END;
  callers_role CONSTANT text := current_setting('role');
  space name;
  base name;
  owner name;
  first_of regproc;
  found_type regtype;
  at timestamp;
  bound text[];
  partition text;
  range text;
  there regclass;
  said text;
  failed text;
BEGIN
  IF pattern IS NULL THEN
    RAISE invalid_parameter_value USING MESSAGE = format('"%s" is not one of hour, day, week, month, quarter, year', unit);
  END IF;
  step := CASE unit WHEN 'quarter' THEN '3 months' ELSE '1 ' || unit END;
  SELECT n.nspname, c.relname, pg_get_userbyid(c.relowner), a.atttypid INTO space, base, owner, found_type
    FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    WHERE p.partrelid = parent AND p.partstrat = 'r' AND p.partnatts = 1;
  IF NOT FOUND THEN
    RAISE wrong_object_type USING MESSAGE = format('%s is not a table partitioned by range of one column', parent);
  END IF;
  -- By its C function: a name, and the schema of a type, are whosever can create there.
  SELECT f.oid INTO first_of
    FROM pg_proc f JOIN pg_proc own ON own.prosrc = 'sortid_version' AND own.probin = f.probin AND own.prolang = f.prolang
      JOIN pg_language l ON l.oid = f.prolang AND l.lanname = 'c',
      regexp_match(f.prosrc, '^sortid_(\w+)_first$') AS of
    WHERE f.prorettype = found_type AND f.proargtypes = ARRAY['timestamptz'::regtype]::oidvector
      AND CASE kind WHEN '' THEN of[1] !~ '^uid11_' ELSE of[1] = kind END;
  IF NOT FOUND THEN
    RAISE wrong_object_type USING MESSAGE = format('ids of type %s have no first one of an instant', found_type);
  END IF;
  IF owner <> current_user THEN
    IF NOT pg_has_role(owner, 'MEMBER') THEN
      RAISE insufficient_privilege USING MESSAGE = format('must be owner of table %s', parent);
    END IF;
    IF NOT has_schema_privilege(owner, space, 'CREATE') THEN
      RAISE insufficient_privilege USING
        MESSAGE = format('role %I, the owner of %s, may not create tables in schema %I', owner, parent, space),
        HINT = format('GRANT CREATE ON SCHEMA %I TO %I', space, owner);
    END IF;
  END IF;
  FOR i IN 0 .. ahead LOOP
    at := date_trunc(unit, now() AT TIME ZONE 'UTC') + i * step;
    partition := base || '_' || to_char(at, pattern);
    IF octet_length(partition) > 63 THEN
      RAISE name_too_long USING MESSAGE = format('"%s" has more than 63 bytes', partition);
    END IF;
    EXECUTE format('SELECT ARRAY[%1$s($1)::text, %1$s($2)::text]', first_of) INTO bound
      USING at AT TIME ZONE 'UTC', (at + step) AT TIME ZONE 'UTC';
    range := format('FOR VALUES FROM (%L) TO (%L)', bound[1], bound[2]);
    partition := format('%I.%I', space, partition);
    failed := NULL;
    LOOP
      SELECT c.oid INTO there FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = parent AND NOT i.inhdetachpending AND pg_get_expr(c.relpartbound, c.oid) = range;
      IF FOUND THEN
        IF there IS DISTINCT FROM to_regclass(partition) THEN
          RAISE NOTICE USING MESSAGE = format('partition %s has the ids of %s already, skipping', there, partition);
        END IF;
        EXIT;
      END IF;
      there := to_regclass(partition);
      IF there IS NOT NULL THEN
        IF NOT EXISTS (SELECT FROM pg_class WHERE oid = there) THEN
          RAISE serialization_failure USING MESSAGE = format('relation %s was made after this transaction began', there),
            HINT = 'Call id_make_partitions() in a transaction of its own.';
        END IF;
        SELECT pg_get_expr(c.relpartbound, c.oid) INTO said FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = parent AND i.inhrelid = there AND NOT i.inhdetachpending;
        IF FOUND THEN
          RAISE duplicate_table USING
            MESSAGE = format('partition %s exists with other bounds', there),
            DETAIL = format('It is %s; the one to make is %s.', said, range),
            HINT = format('Rename it if its bounds are right: ALTER TABLE %s RENAME TO another_name.', there);
        END IF;
        RAISE duplicate_table USING
          MESSAGE = format('relation %s exists and is not a partition of %s', there, parent),
          HINT = 'Rename it' || (SELECT CASE WHEN relkind IN ('r', 'p', 'f') AND NOT relispartition THEN
            format(', or, if it has the rows of that time, attach it: ALTER TABLE %s ATTACH PARTITION %s %s', parent, there, range)
            ELSE '' END || '.' FROM pg_class WHERE oid = there);
      END IF;
      BEGIN
        -- The partition is the owner's, and so is what an index of the table may run.
        IF owner <> current_user THEN
          PERFORM set_config('role', owner, true);
        END IF;
        EXECUTE format('CREATE TABLE %s PARTITION OF %s %s', partition, parent, range);
        PERFORM set_config('role', callers_role, true) WHERE current_setting('role') <> callers_role;
        RETURN NEXT partition::regclass;
        EXIT;
      EXCEPTION
        WHEN check_violation THEN
          RAISE check_violation USING
            MESSAGE = format('partition %s cannot be made: the default partition of %s has ids of its time', partition, parent),
            DETAIL = format('The one to make is %s.', range),
            HINT = 'Detach the default partition, call id_make_partitions() again, and insert those rows into the table.';
        WHEN duplicate_table OR invalid_object_definition THEN
          -- Another caller has made it meanwhile, unless it fails twice. The server names both partitions.
          GET STACKED DIAGNOSTICS said = MESSAGE_TEXT;
          IF said = failed THEN
            RAISE invalid_object_definition USING
              MESSAGE = said,
              DETAIL = format('The one to make is %s.', range),
              HINT = 'Call id_make_partitions() with the unit of the partitions that are there, or detach the other one first.';
          END IF;
          failed := said;
      END;
    END LOOP;
  END LOOP;
END
$id_make_partitions$;
