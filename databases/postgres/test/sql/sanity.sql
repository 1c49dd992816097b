-- What must hold of the catalog, after PostgreSQL's own opr_sanity and type_sanity.
SET client_min_messages = warning;
SELECT create_typeid('user_id', 'user');
CREATE TEMP VIEW own_types AS SELECT oid, typname FROM pg_type
  WHERE typname IN ('ulid', 'euid', 'ulid_flake', 'ulid_flake_scalable', 'uid11', 'typeid', 'user_id');
CREATE TEMP VIEW own_functions AS SELECT p.* FROM pg_proc p
  WHERE EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sortid'))
     OR p.probin LIKE '%sortid%' OR p.oid IN (SELECT aggfnoid FROM pg_aggregate WHERE aggtranstype IN (SELECT oid FROM own_types));
CREATE TEMP VIEW own_operators AS SELECT o.* FROM pg_operator o WHERE o.oprcode IN (SELECT oid FROM own_functions);

SELECT count(*) FROM own_types;
SELECT c.opcname, amvalidate(c.oid) FROM pg_opclass c WHERE c.opcintype IN (SELECT oid FROM own_types) AND NOT amvalidate(c.oid);
SELECT opcintype::regtype, am.amname, opcname, opcdefault FROM pg_opclass c JOIN pg_am am ON am.oid = c.opcmethod
  WHERE opcintype IN (SELECT oid FROM own_types) ORDER BY opcintype::regtype::text COLLATE "C", 2, 3;
-- No operator is a shell; each has an estimator for both; the six have a commutator and a negator that agree.
SELECT oprname, oprleft::regtype FROM pg_operator WHERE oprcode = 0 AND (oprleft IN (SELECT oid FROM own_types) OR oprright IN (SELECT oid FROM own_types));
SELECT oid::regoperator FROM own_operators WHERE oprrest = 0 OR oprjoin = 0;
SELECT oid::regoperator FROM own_operators WHERE oprcom = 0 OR oprnegate = 0 AND oprname NOT IN ('<@', '@>');
SELECT a.oid::regoperator FROM own_operators a JOIN pg_operator b ON b.oid = a.oprcom
  WHERE b.oprcom <> a.oid OR b.oprleft <> a.oprright OR b.oprright <> a.oprleft;
SELECT a.oid::regoperator FROM own_operators a JOIN pg_operator b ON b.oid = a.oprnegate WHERE b.oprnegate <> a.oid;
SELECT oid::regoperator FROM own_operators WHERE oprname = '=' AND NOT (oprcanhash AND oprcanmerge);
-- Each operator's function is as volatile, as strict and as leakproof as its commutator's and its negator's.
SELECT a.oid::regoperator FROM own_operators a JOIN pg_proc p ON p.oid = a.oprcode
  JOIN pg_operator b ON b.oid IN (a.oprcom, a.oprnegate) JOIN pg_proc q ON q.oid = b.oprcode
  WHERE (p.provolatile, p.proisstrict, p.proleakproof) <> (q.provolatile, q.proisstrict, q.proleakproof);
-- Only generators and what makes types are volatile. Nothing is unsafe in parallel but what makes types; parallel.sql has
-- what is restricted.
SELECT proname FROM own_functions WHERE provolatile = 'v' AND proname !~ '_generate' ORDER BY 1;
SELECT proname FROM own_functions WHERE proname ~ '_generate' AND provolatile <> 'v';
SELECT DISTINCT proname FROM own_functions WHERE proparallel = 'u' AND prokind <> 'a' ORDER BY 1;
-- Estimators read the catalog, and masks the key of a file, so they are stable; all else is immutable.
SELECT proname FROM own_functions WHERE provolatile = 's' ORDER BY 1;
-- Not strict are aggregates alone.
SELECT DISTINCT proname FROM own_functions WHERE NOT proisstrict AND prokind <> 'a' ORDER BY 1;
-- Equality, order and time leak nothing.
SELECT oid::regprocedure FROM own_functions
  WHERE NOT proleakproof AND (oid IN (SELECT oprcode FROM own_operators WHERE oprname NOT IN ('<@', '@>'))
    OR proname ~ '_(cmp|hash|hash_extended|smaller|larger)$' OR (proname = 'id_time' AND proargtypes[0]::regtype::text NOT IN ('uuid', 'typeid', 'user_id')));
SELECT count(*) > 50 FROM own_functions WHERE proleakproof;
-- Input functions and casts from text may not be leakproof, since they raise errors.
SELECT oid::regprocedure FROM own_functions WHERE proleakproof AND (proname ~ '_(in|recv)$' OR proargtypes[0] IN ('text'::regtype, 'cstring'::regtype, 'bytea'::regtype));
-- No implicit cast but the one that enforces typmods.
SELECT castsource::regtype, casttarget::regtype FROM pg_cast WHERE castcontext = 'i' AND castsource IN (SELECT oid FROM own_types);
-- Types have all their functions, and as little alignment as their bytes need.
SELECT typname, typlen, typbyval, typalign, typstorage, typreceive <> 0 AND typsend <> 0 AS binary, typarray <> 0 AS array_type
  FROM pg_type WHERE oid IN (SELECT oid FROM own_types) ORDER BY 1;
-- Aggregates know the operator that an index answers them by.
SELECT aggfnoid::regprocedure, aggsortop::regoperator FROM pg_aggregate WHERE aggtranstype IN (SELECT oid FROM own_types)
  AND (aggsortop = 0 OR aggcombinefn = 0);
-- All by one name for the library, which upgrades and dumps rely on.
SELECT DISTINCT probin FROM own_functions WHERE probin IS NOT NULL;
SELECT drop_typeid('user_id');
