// drop_typeid(): drops a type that create_typeid() made, with its functions and operators, and nothing else.
#include "glue.hpp"

extern "C" {
#include "access/genam.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
}

namespace sortid::pg {
namespace {

// One row for each object that create_typeid() made with the type $1. Each row also names what else depends
// on any of them. Schema, name, C function and arguments together tell what create_typeid() made; everything
// else is the user's (decision 64). The type's input function gives the schema and the beginning of the
// names, since a type can be renamed and moved.
constexpr const char* members_query = R"sql(
WITH RECURSIVE type AS (
  SELECT t.oid, p.pronamespace AS home, p.probin AS library, left(p.proname, -length('_in')) AS stem
  FROM pg_type t JOIN pg_proc p ON p.oid = t.typinput WHERE t.oid = $1 AND p.prosrc = 'sortid_typed_in'
), own_type AS (
  SELECT unnest(ARRAY[t.oid, t.typarray]) AS oid FROM pg_type t, type
  WHERE t.oid = type.oid
    OR t.typbasetype = type.oid AND t.typnamespace = home AND t.typname = stem || '_in_multirange'
), own_function AS (
  SELECT p.oid, does, p.proargtypes[0] AS takes, p.prorettype AS gives
  FROM type JOIN pg_proc p ON p.pronamespace = home AND p.probin = library,
    regexp_replace(p.prosrc, '^sortid_(typed|id16|uuid7|ulid)_', '') AS does
  WHERE p.proname IN (stem || '_' || does, 'id_' || does, regexp_replace(does, '^try_', 'try_id_'))
    OR p.proname = stem AND does IN ('from_text', 'from_typeid')
    OR p.proname = 'during_has' AND does = 'during_turned'
), own_operator AS (
  SELECT o.oid FROM type JOIN pg_operator o ON o.oprnamespace = home JOIN own_function f ON f.oid = o.oprcode
  WHERE (o.oprname, does) IN (('<', 'lt'), ('<=', 'le'), ('=', 'eq'), ('<>', 'ne'), ('>=', 'ge'), ('>', 'gt'),
    ('<@', 'during'), ('@>', 'during_turned'))
), own_aggregate AS (
  SELECT p.oid FROM type JOIN pg_proc p ON p.pronamespace = home JOIN pg_aggregate a ON a.aggfnoid = p.oid
    JOIN own_function f ON f.oid = a.aggtransfn
  WHERE (p.proname, does) IN (('min', 'smaller'), ('max', 'larger'))
), own_cast AS (
  SELECT c.oid FROM pg_cast c JOIN own_function f ON f.oid = c.castfunc
  WHERE (takes, gives) = (c.castsource, c.casttarget)
    AND does IN ('from_text', 'to_text', 'from_typeid', 'to_typeid', 'time', 'first')
  UNION ALL
  SELECT c.oid FROM pg_cast c, type WHERE c.castmethod = 'b'
    AND (c.castsource, c.casttarget) IN ((type.oid, 'uuid'::regtype), ('uuid'::regtype, type.oid))
), own_class AS (
  SELECT c.oid, c.opcfamily, f.opfmethod AS method, c.opcname = stem || '_minmax_ops' AS minmax,
    type.oid AS type
  FROM type JOIN pg_opclass c ON c.opcintype = type.oid AND c.opcnamespace = home
    JOIN pg_opfamily f ON f.oid = c.opcfamily AND f.opfnamespace = home AND f.opfname = c.opcname
    JOIN pg_am m ON m.oid = c.opcmethod
  WHERE (m.amname, c.opcname) IN (('btree', stem || '_ops'), ('hash', stem || '_ops'),
    ('brin', stem || '_minmax_ops'), ('brin', stem || '_minmax_multi_ops'), ('brin', stem || '_bloom_ops'))
), own_support AS (
  SELECT a.oid FROM pg_amproc a JOIN own_class c ON c.opcfamily = a.amprocfamily
    JOIN pg_am m ON m.oid = c.method
  WHERE a.amproclefttype = type AND a.amprocrighttype = type AND a.amprocnum = ANY (CASE
    WHEN m.amname = 'btree' THEN ARRAY[1, 2, 4]
    WHEN m.amname = 'hash' THEN ARRAY[1, 2]
    WHEN minmax THEN ARRAY[1, 2, 3, 4]
    ELSE ARRAY[1, 2, 3, 4, 5, 11] END)
), dependent(class, object, part, made) AS (
  SELECT 'pg_type'::regclass::oid, oid, 0, true FROM type
  UNION
  SELECT 'pg_opfamily'::regclass::oid, opcfamily, 0, true FROM own_class
  UNION
  SELECT d.classid, d.objid, d.objsubid, CASE d.classid
      WHEN 'pg_type'::regclass THEN d.objid IN (SELECT oid FROM own_type)
      WHEN 'pg_proc'::regclass THEN d.objid IN (
        SELECT oid FROM own_function UNION ALL SELECT oid FROM own_aggregate)
      WHEN 'pg_operator'::regclass THEN d.objid IN (SELECT oid FROM own_operator)
      WHEN 'pg_cast'::regclass THEN d.objid IN (SELECT oid FROM own_cast)
      WHEN 'pg_opclass'::regclass THEN d.objid IN (SELECT oid FROM own_class)
      WHEN 'pg_amop'::regclass THEN EXISTS (SELECT FROM pg_amop a WHERE a.oid = d.objid
        AND a.amopfamily IN (SELECT opcfamily FROM own_class) AND a.amopopr IN (SELECT oid FROM own_operator))
      WHEN 'pg_amproc'::regclass THEN d.objid IN (SELECT oid FROM own_support)
      ELSE false END
  FROM dependent r JOIN pg_depend d ON d.refclassid = r.class AND d.refobjid = r.object
  WHERE r.made
), other AS (
  -- A family of the user's once, and not each of its members.
  SELECT class = 'pg_class'::regclass AND part <> 0 AS is_column,
    CASE WHEN family IS NULL THEN pg_describe_object(class, object, part)
      ELSE pg_describe_object('pg_opfamily'::regclass, family, 0) END AS name
  FROM dependent LEFT JOIN (SELECT oid AS member, amopfamily AS family FROM pg_amop
      UNION ALL SELECT oid, amprocfamily FROM pg_amproc) AS member
    ON class IN ('pg_amop'::regclass, 'pg_amproc'::regclass) AND member = object
      AND family NOT IN (SELECT opcfamily FROM own_class)
  WHERE NOT made
)
SELECT class, object, (SELECT COALESCE(string_agg(DISTINCT name, ', ') FILTER (WHERE is_column),
    string_agg(DISTINCT name, ', ')) FROM other) AS used_by
FROM dependent WHERE made AND class IN ('pg_type'::regclass, 'pg_proc'::regclass, 'pg_operator'::regclass,
  'pg_cast'::regclass, 'pg_opclass'::regclass, 'pg_opfamily'::regclass)
)sql";

[[noreturn]] void reject_name(const char* name) noexcept {
  ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT),
                  errmsg("type %s does not exist or was not made by create_typeid", quote_identifier(name))));
  pg_unreachable();
}

// A type that this transaction drops, with what create_typeid() made with it. Lives as long as the
// transaction.
struct dropped_type {
  dropped_type* before;
  Oid oid;
  const char* name;
  std::uint64_t count;
  ObjectAddress members[1];
};
constinit dropped_type* last_dropped = nullptr;

// Until AtEOXact_GUC(true, …) queries find only the server's own names, whatever the caller's search_path,
// and objects are described with their schema.
int without_search_path() noexcept {
  const int settings = NewGUCNestLevel();
  (void)set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE,
                          true, 0, false);
  return settings;
}

[[noreturn]] void reject_used(const char* type, const char* user) noexcept {
  ereport(ERROR,
          (errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST), errmsg("type %s is used by %s", type, user)));
  pg_unreachable();
}

// Raises an error if something depends on the type that create_typeid() did not make.
dropped_type* members_of(Oid type, const char* name) noexcept {
  Oid types[] = {OIDOID};
  Datum values[] = {ObjectIdGetDatum(type)};
  const int settings = without_search_path();
  if (SPI_connect() != SPI_OK_CONNECT) elog(ERROR, "SPI_connect failed");
  SPIPlanPtr plan = SPI_prepare(members_query, 1, types);
  if (plan == nullptr) elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
  // The latest snapshot, also in a transaction of REPEATABLE READ.
  if (SPI_execute_snapshot(plan, values, nullptr, GetLatestSnapshot(), InvalidSnapshot, true, false, 0) !=
      SPI_OK_SELECT)
    elog(ERROR, "SPI_execute_snapshot failed");
  if (SPI_processed == 0) reject_name(name);
  const TupleDesc columns = SPI_tuptable->tupdesc;
  const char* full_name = format_type_be_qualified(type);
  if (const char* user = SPI_getvalue(SPI_tuptable->vals[0], columns, 3)) reject_used(full_name, user);
  auto* found = static_cast<dropped_type*>(MemoryContextAlloc(
      TopTransactionContext, sizeof(dropped_type) + sizeof(ObjectAddress) * SPI_processed));
  found->oid = type;
  found->name = MemoryContextStrdup(TopTransactionContext, full_name);
  found->count = SPI_processed;
  for (std::uint64_t i = 0; i < SPI_processed; ++i) {
    bool none = false;
    const Datum klass = SPI_getbinval(SPI_tuptable->vals[i], columns, 1, &none);
    const Datum object = SPI_getbinval(SPI_tuptable->vals[i], columns, 2, &none);
    found->members[i] = {DatumGetObjectId(klass), DatumGetObjectId(object), 0};
  }
  SPI_finish();
  AtEOXact_GUC(true, settings);
  return found;
}

// One of the objects that depend on this one; no class if there is none. Waits for the end of each
// transaction that has begun or ended to depend on it.
ObjectAddress user_of(const ObjectAddress& object) noexcept {
  for (;;) {
    ScanKeyData keys[2];
    ScanKeyInit(&keys[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(object.classId));
    ScanKeyInit(&keys[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(object.objectId));
    ObjectAddress user{};
    TransactionId open = InvalidTransactionId;
    // Shows rows of transactions that are not over, and whose they are.
    SnapshotData dirty;
    InitDirtySnapshot(dirty);
    Relation dependencies = table_open(DependRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(dependencies, DependReferenceIndexId, true, &dirty, 2, keys);
    while (!TransactionIdIsValid(open)) {
      const HeapTuple row = systable_getnext(scan);
      if (!HeapTupleIsValid(row)) break;
      const auto* dependency = reinterpret_cast<FormData_pg_depend*>(GETSTRUCT(row));
      user = {dependency->classid, dependency->objid, dependency->objsubid};
      open = TransactionIdIsValid(dirty.xmin) ? dirty.xmin : dirty.xmax;
    }
    systable_endscan(scan);
    table_close(dependencies, AccessShareLock);
    if (!TransactionIdIsValid(open)) return user;
    XactLockTableWait(open, nullptr, nullptr, XLTW_None);
  }
}

// Servers before 15.19, 16.15, 17.11 and 18.5 lock nothing when an object begins to depend on another, so a
// session can have begun to use the type since it was dropped. This transaction then fails, rather than leave
// a column of no type.
void look_again(XactEvent event, void*) noexcept {
  if (event == XACT_EVENT_PRE_COMMIT || event == XACT_EVENT_PRE_PREPARE) {
    for (const dropped_type* d = last_dropped; d != nullptr; d = d->before) {
      if (SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(d->oid))) continue;  // after ROLLBACK TO SAVEPOINT
      if (event == XACT_EVENT_PRE_PREPARE)
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                        errmsg("a transaction that has dropped type %s cannot be prepared", d->name)));
      for (std::uint64_t i = 0; i < d->count; ++i) {
        const ObjectAddress user = user_of(d->members[i]);
        if (!OidIsValid(user.classId)) continue;
        (void)without_search_path();
        reject_used(d->name, getObjectDescription(&user, false));
      }
    }
  } else {
    last_dropped = nullptr;
  }
}

void require_owner(Oid type) noexcept {
#if PG_VERSION_NUM >= 160000
  const bool owner = object_ownercheck(TypeRelationId, type, GetUserId());
#else
  const bool owner = pg_type_ownercheck(type, GetUserId());
#endif
  if (!owner) aclcheck_error_type(ACLCHECK_NOT_OWNER, type);
}

// DROP TYPE needs CASCADE, since a type and its functions depend on each other, and CASCADE drops columns.
// One deletion of all objects of the type, with RESTRICT, drops nothing else.
Datum drop_typeid(PG_FUNCTION_ARGS) noexcept {
  PreventCommandIfReadOnly("drop_typeid()");
  const char* name = NameStr(*PG_GETARG_NAME(0));
  const Oid type = TypenameGetTypid(name);
  if (!OidIsValid(type)) reject_name(name);
  require_owner(type);
  // From here on sessions that make a column of the type wait, and so does a second call.
  LockDatabaseObject(TypeRelationId, type, 0, AccessExclusiveLock);
  if (!SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(type)))
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT),
                    errmsg("type %s was dropped by another transaction", quote_identifier(name))));
  dropped_type* dropped = members_of(type, name);
  // From here on nobody can begin to use its functions either.
  for (std::uint64_t i = 0; i < dropped->count; ++i) {
    AcquireDeletionLock(&dropped->members[i], 0);
    (void)user_of(dropped->members[i]);
  }
  // Names what other sessions made of it in the meantime.
  dropped = members_of(type, name);
  ObjectAddresses* members = new_object_addresses();
  for (std::uint64_t i = 0; i < dropped->count; ++i) add_exact_object_address(&dropped->members[i], members);
  performMultipleDeletions(members, DROP_RESTRICT, 0);
  static bool registered = false;
  if (!registered) RegisterXactCallback(look_again, nullptr);
  registered = true;
  dropped->before = last_dropped;
  last_dropped = dropped;
  PG_RETURN_VOID();
}

}  // namespace

SORTID_FUNCTION(sortid_drop_typeid, drop_typeid)

}  // namespace sortid::pg
