// drop_typeid(): removes a type that create_typeid() made, with its functions and operators, and nothing else.
#include "glue.hpp"

extern "C" {
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/guc.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
}

namespace sortid::pg {
namespace {

// A row for each object that create_typeid() made with the type $1, and in each row what else depends on any of them.
// Names tell what was made: all begin as the type's input function does, which a renamed type keeps.
constexpr const char* members_query = R"sql(
WITH RECURSIVE type AS (
  SELECT t.oid, p.probin AS library, left(p.proname, -length('_in')) AS stem
  FROM pg_type t JOIN pg_proc p ON p.oid = t.typinput WHERE t.oid = $1 AND p.prosrc = 'sortid_typed_in'
), own_type AS (
  SELECT unnest(ARRAY[t.oid, t.typarray]) AS oid FROM pg_type t, type
  WHERE t.oid = type.oid OR t.typbasetype = type.oid AND t.typname = stem || '_in_multirange'
), own_function AS (
  SELECT p.oid, p.pronamespace FROM pg_proc p, type
  WHERE p.probin = type.library AND (p.proname IN (stem, 'during_has') OR starts_with(p.proname, stem || '_')
    OR starts_with(p.proname, 'id_'))
), own_aggregate AS (
  SELECT a.aggfnoid::oid AS oid FROM pg_aggregate a JOIN own_function f ON f.oid = a.aggtransfn
  WHERE a.aggfnoid::oid::regproc::text ~ '(^|\.)(min|max)$'
), own_class AS (
  SELECT c.oid, c.opcfamily FROM pg_opclass c, type WHERE c.opcintype = type.oid
    AND c.opcname IN (stem || '_ops', stem || '_minmax_ops', stem || '_minmax_multi_ops', stem || '_bloom_ops')
), own_family AS (
  SELECT opcfamily AS oid FROM own_class
  EXCEPT SELECT opcfamily FROM pg_opclass WHERE oid NOT IN (SELECT oid FROM own_class)
), dependent(class, object, part, made) AS (
  SELECT 'pg_type'::regclass::oid, oid, 0, true FROM type
  UNION
  SELECT d.classid, d.objid, d.objsubid, CASE d.classid
      WHEN 'pg_type'::regclass THEN d.objid IN (SELECT oid FROM own_type)
      WHEN 'pg_proc'::regclass THEN d.objid IN (SELECT oid FROM own_function UNION ALL SELECT oid FROM own_aggregate)
      WHEN 'pg_operator'::regclass THEN EXISTS (SELECT FROM pg_operator o JOIN own_function f ON f.oid = o.oprcode
        WHERE o.oid = d.objid AND o.oprnamespace = f.pronamespace AND o.oprname IN ('<', '<=', '=', '<>', '>=', '>', '<@', '@>'))
      WHEN 'pg_cast'::regclass THEN EXISTS (SELECT FROM pg_cast c WHERE c.oid = d.objid
        AND (c.castfunc IN (SELECT oid FROM own_function)
          OR c.castmethod = 'b' AND 'uuid'::regtype IN (c.castsource, c.casttarget)))
      WHEN 'pg_opclass'::regclass THEN d.objid IN (SELECT oid FROM own_class)
      ELSE d.classid IN ('pg_amop'::regclass, 'pg_amproc'::regclass) END
  FROM dependent r JOIN pg_depend d ON d.refclassid = r.class AND d.refobjid = r.object
  WHERE r.made
), other AS (
  SELECT class = 'pg_class'::regclass AND part <> 0 AS is_column, pg_describe_object(class, object, part) AS name
  FROM dependent WHERE NOT made
)
SELECT class, object, (SELECT COALESCE(string_agg(name, ', ' ORDER BY name) FILTER (WHERE is_column),
    string_agg(name, ', ' ORDER BY name)) FROM other) AS used_by
FROM (SELECT class, object FROM dependent WHERE made
  AND class IN ('pg_type'::regclass, 'pg_proc'::regclass, 'pg_operator'::regclass, 'pg_cast'::regclass,
    'pg_opclass'::regclass)
  UNION ALL SELECT 'pg_opfamily'::regclass, oid FROM own_family) AS member
)sql";

[[noreturn]] void refuse_name(const char* name) noexcept {
  ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT),
                  errmsg("no type %s that create_typeid made", quote_identifier(name))));
  pg_unreachable();
}

// What create_typeid() made with the type. Raises an error where something else depends on it.
ObjectAddresses* members_of(Oid type, const char* name) noexcept {
  ObjectAddresses* members = new_object_addresses();
  MemoryContext callers = CurrentMemoryContext;
  Oid types[] = {OIDOID};
  Datum values[] = {ObjectIdGetDatum(type)};
  // The query finds no names but the server's, whatever the caller's search_path.
  const int settings = NewGUCNestLevel();
  (void)set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE,
                          true, 0, false);
  if (SPI_connect() != SPI_OK_CONNECT) elog(ERROR, "SPI_connect failed");
  SPIPlanPtr plan = SPI_prepare(members_query, 1, types);
  if (plan == nullptr) elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
  // As things are now, not as they were when a transaction of REPEATABLE READ began.
  if (SPI_execute_snapshot(plan, values, nullptr, GetLatestSnapshot(), InvalidSnapshot, true, false, 0) !=
      SPI_OK_SELECT)
    elog(ERROR, "SPI_execute_snapshot failed");
  if (SPI_processed == 0) refuse_name(name);
  const TupleDesc columns = SPI_tuptable->tupdesc;
  if (const char* used_by = SPI_getvalue(SPI_tuptable->vals[0], columns, 3))
    ereport(ERROR, (errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
                    errmsg("type %s is used by %s", format_type_be_qualified(type), used_by)));
  MemoryContext spi = MemoryContextSwitchTo(callers);
  for (std::uint64_t i = 0; i < SPI_processed; ++i) {
    bool none = false;
    const Datum klass = SPI_getbinval(SPI_tuptable->vals[i], columns, 1, &none);
    const Datum object = SPI_getbinval(SPI_tuptable->vals[i], columns, 2, &none);
    const ObjectAddress member = {DatumGetObjectId(klass), DatumGetObjectId(object), 0};
    add_exact_object_address(&member, members);
  }
  MemoryContextSwitchTo(spi);
  SPI_finish();
  AtEOXact_GUC(true, settings);
  return members;
}

void require_owner(Oid type) noexcept {
#if PG_VERSION_NUM >= 160000
  const bool owner = object_ownercheck(TypeRelationId, type, GetUserId());
#else
  const bool owner = pg_type_ownercheck(type, GetUserId());
#endif
  if (!owner) aclcheck_error_type(ACLCHECK_NOT_OWNER, type);
}

// DROP TYPE asks for CASCADE, since a type and its functions depend on each other, and CASCADE takes columns along. One
// deletion of all that was made with the type, with RESTRICT, takes nothing else along.
Datum drop_typeid(PG_FUNCTION_ARGS) noexcept {
  const char* name = NameStr(*PG_GETARG_NAME(0));
  const Oid type = TypenameGetTypid(name);
  if (!OidIsValid(type)) refuse_name(name);
  require_owner(type);
  // Whoever makes a column of the type waits from here on, as does a second call.
  LockDatabaseObject(TypeRelationId, type, 0, AccessExclusiveLock);
  if (!SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(type)))
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT),
                    errmsg("type %s was dropped by another transaction", quote_identifier(name))));
  performMultipleDeletions(members_of(type, name), DROP_RESTRICT, 0);
  PG_RETURN_VOID();
}

}  // namespace

SORTID_FUNCTION(sortid_drop_typeid, drop_typeid)

}  // namespace sortid::pg
