// Whether the time of an id lies in a range, and how an index answers that: `id <@ range` means `id >= first
// AND id <= last`, where first and last are ids.
//
// The planner gets these comparisons in two ways. If the range costs next to nothing, they replace the
// operator (simplify), so that the planner prunes partitions and finds partial indexes. Otherwise, as for a
// subselect or a column of another table, the operator stays and an index scan derives them from it
// (index_condition). If the query contained a subselect twice, it would run twice for each row.
#include "during.hpp"

#include <algorithm>

#include "instants.hpp"
#include "type_id.hpp"

extern "C" {
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_language.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/multirangetypes.h"
#include "utils/syscache.h"
#include "utils/typcache.h"
}

namespace sortid::pg {
namespace {

// --- execution ---------------------------------------------------------------------------------------------

// The parts of a tstzrange or a tstzmultirange, in order and apart.
struct spans {
  int count;
  span parts[1];

  [[nodiscard]] bool hold(std::int64_t ms) const noexcept {
    int low = 0, high = count;  // parts[low - 1] begins at ms or before, parts[high] after it
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (parts[middle].from <= ms) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low != 0 && ms < parts[low - 1].to;
  }
};

// Both kinds of datum begin with the oid of their type.
static_assert(offsetof(RangeType, rangetypid) == offsetof(MultirangeType, multirangetypid));

const spans* read_spans(Datum given, MemoryContext where) noexcept {
  const auto make = [where](int count) noexcept {
    auto* made = static_cast<spans*>(
        MemoryContextAlloc(where, sizeof(spans) + sizeof(span) * static_cast<std::size_t>(count)));
    made->count = 0;
    return made;
  };
  const RangeType* range = DatumGetRangeTypeP(given);
  if (type_is_range(RangeTypeGetOid(range))) {
    spans* made = make(1);
    made->parts[0] = span_of(range);
    made->count = made->parts[0].empty() ? 0 : 1;
    return made;
  }
  const MultirangeType* all = DatumGetMultirangeTypeP(given);
  TypeCacheEntry* part = lookup_type_cache(all->multirangetypid, TYPECACHE_MULTIRANGE_INFO)->rngtype;
  const int count = static_cast<int>(all->rangeCount);
  spans* made = make(count);
  for (int i = 0; i < count; ++i) {
    RangeBound lower, upper;
    multirange_get_bounds(part, all, static_cast<std::uint32_t>(i), &lower, &upper);
    const span s = span_of(lower, upper);
    if (!s.empty()) made->parts[made->count++] = s;
  }
  return made;
}

// Reads a range that is constant in the query once. (In `id <@ ANY (array)` the constant is the array.)
const spans& spans_given(FunctionCallInfo fcinfo, int argument) noexcept {
  FmgrInfo* function = fcinfo->flinfo;
  if (function->fn_extra != nullptr) return *static_cast<const spans*>(function->fn_extra);
  const Datum given = fcinfo->args[argument].value;
  const Node* call = function->fn_expr;
  const List* args = call == nullptr       ? NIL
                     : IsA(call, OpExpr)   ? reinterpret_cast<const OpExpr*>(call)->args
                     : IsA(call, FuncExpr) ? reinterpret_cast<const FuncExpr*>(call)->args
                                           : NIL;
  if (args == NIL || !IsA(list_nth(args, argument), Const)) return *read_spans(given, CurrentMemoryContext);
  function->fn_extra = const_cast<spans*>(read_spans(given, function->fn_mcxt));
  return *static_cast<const spans*>(function->fn_extra);
}

// None if a reserved bit or the sign is set: such an id sorts after all of the format's time, and no index
// condition finds it.
template <any_id Id>
std::optional<std::int64_t> ms_of(Datum d, std::type_identity<Id>) noexcept {
  using word = typename Id::value_type;
  constexpr const layout& l = Id::layout();
  constexpr auto past_time = static_cast<word>(l.mask(role::reserved) | l.mask(role::sign));
  const word value = word_of<word>(d);
  if ((value & past_time) != word{}) return std::nullopt;
  return l.epoch + static_cast<std::int64_t>(timestamp_of<l>(value));
}
template <class Held>
std::optional<std::int64_t> version_7_ms(Datum d) noexcept {
  const auto id = uuid_of<Held>(d).as_version_7();
  return id ? std::optional(id->unix_ms()) : std::nullopt;
}
auto ms_of(Datum d, std::type_identity<uuidv7>) noexcept { return version_7_ms<uint128>(d); }
auto ms_of(Datum d, std::type_identity<held_type_id>) noexcept { return version_7_ms<held_type_id>(d); }

template <class Id, int IdAt>
Datum during(PG_FUNCTION_ARGS) noexcept {
  const auto ms = ms_of(PG_GETARG_DATUM(IdAt), std::type_identity<Id>());
  PG_RETURN_BOOL(ms && spans_given(fcinfo, 1 - IdAt).hold(*ms));
}

// --- the planner -------------------------------------------------------------------------------------------

constexpr std::string_view symbol_prefix = "sortid_", symbol_middle = "_during";
constexpr std::string_view first_suffix = "_first_in", last_suffix = "_last_in";
constexpr auto name_of_uuids = uuidv7::layout().sql_name();

// As LookupFuncName, but does not check USAGE on the schema, which the reader of a view may lack. Finds only
// C functions of the extension, which no ordinary role can create: the planner calls them and trusts what
// they return.
Oid function_in(Oid schema, std::string_view kind, std::string_view suffix, const Oid* types, int count,
                Oid returned) noexcept {
  NameData name{};
  if (kind.size() + suffix.size() >= NAMEDATALEN) return InvalidOid;
  std::memcpy(name.data, kind.data(), kind.size());
  std::memcpy(name.data + kind.size(), suffix.data(), suffix.size());
  HeapTuple row = SearchSysCache3(PROCNAMEARGSNSP, CStringGetDatum(name.data),
                                  PointerGetDatum(buildoidvector(types, count)), ObjectIdGetDatum(schema));
  if (!HeapTupleIsValid(row)) return InvalidOid;
  const auto* found = reinterpret_cast<Form_pg_proc>(GETSTRUCT(row));
  bool none = false;
  const Datum source = SysCacheGetAttr(PROCNAMEARGSNSP, row, Anum_pg_proc_prosrc, &none);
  const bool own = found->prolang == ClanguageId && found->prorettype == returned && !none &&
                   view_of(DatumGetTextPP(source)).starts_with(symbol_prefix);
  const Oid function = own ? found->oid : InvalidOid;
  ReleaseSysCache(row);
  return function;
}

// The beginning of the function names of a type by create_typeid(). The input function tells it, since a type
// can be renamed.
std::string_view kind_of_own_type(Oid type) noexcept {
  Oid input = InvalidOid, ignored = InvalidOid;
  getTypeInputInfo(type, &input, &ignored);
  std::string_view name = get_func_name(input);
  if (name.ends_with("_in")) name.remove_suffix(3);
  return name;
}

Oid spans_type(const Node* node) noexcept {
  const Oid type = getBaseType(exprType(node));
  return type == TSTZRANGEOID || type == TSTZMULTIRANGEOID ? type : InvalidOid;
}

Node* as_type(Node* node, Oid type) noexcept {
  auto* copy = static_cast<Node*>(copyObjectImpl(node));
  if (exprType(copy) == type) return copy;
  return reinterpret_cast<Node*>(
      makeRelabelType(reinterpret_cast<Expr*>(copy), type, -1, InvalidOid, COERCE_IMPLICIT_CAST));
}

bool find_edges(std::string_view kind, during_call& call) noexcept {
  const Oid types[] = {TEXTOID, TSTZRANGEOID};
  const int count = kind == type_id_layout.name ? 2 : 1;
  call.first = function_in(call.schema, kind, first_suffix, types + 2 - count, count, call.type);
  call.last = function_in(call.schema, kind, last_suffix, types + 2 - count, count, call.type);
  call.family = lookup_type_cache(call.type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
  return OidIsValid(call.first) && OidIsValid(call.last) && OidIsValid(call.family);
}

}  // namespace

Node* without_relabels(Node* node) noexcept {
  while (node != nullptr && IsA(node, RelabelType))
    node = reinterpret_cast<Node*>(reinterpret_cast<RelabelType*>(node)->arg);
  return node;
}

bool read_during(Oid function, List* args, during_call& call) noexcept {
  if (list_length(args) != 2) return false;
  auto* left = static_cast<Node*>(linitial(args));
  auto* right = static_cast<Node*>(lsecond(args));
  const bool turned = OidIsValid(spans_type(left));
  Node* id = turned ? right : left;
  Node* range = turned ? left : right;
  if (!OidIsValid(spans_type(range))) return false;

  HeapTuple row = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
  if (!HeapTupleIsValid(row)) return false;
  bool none = false;
  const Datum source = SysCacheGetAttr(PROCOID, row, Anum_pg_proc_prosrc, &none);
  std::string_view kind = none ? std::string_view() : view_of(DatumGetTextPP(source));
  call.schema = reinterpret_cast<Form_pg_proc>(GETSTRUCT(row))->pronamespace;
  // sortid_<kind>_during…: <kind>_first_in(…) stands beside it.
  const auto end = kind.find(symbol_middle);
  const bool own = kind.starts_with(symbol_prefix) && end != kind.npos;
  if (own) kind = cstring_of(kind.substr(symbol_prefix.size(), end - symbol_prefix.size()));
  ReleaseSysCache(row);
  if (!own) return false;

  call.id = without_relabels(id);
  call.range = without_relabels(range);
  call.many = spans_type(range) == TSTZMULTIRANGEOID;
  call.type = getBaseType(exprType(id));
  call.prefix = nullptr;
  call.versioned = kind == name_of_uuids.view();
  call.ordered = true;
  if (kind == type_id_layout.name) {
    call.versioned = true;
    std::int32_t typmod = exprTypmod(call.id);
    if (typmod < 0) getBaseTypeAndTypmod(exprType(call.id), &typmod);
    call.ordered = typmod >= 0;
    if (call.ordered)
      call.prefix =
          reinterpret_cast<Node*>(makeConst(TEXTOID, -1, get_typcollation(TEXTOID), -1,
                                            text_datum(prefix_of_typmod(typmod).view()), false, false));
  }
  // The types of one prefix have the C code of uuid, and functions of their own.
  if (kind == name_of_uuids.view() && call.type != UUIDOID) kind = kind_of_own_type(call.type);
  return find_edges(kind, call);
}

Datum during_call::edge_of(bool of_last, Datum given) const noexcept {
  const Oid function = of_last ? last : first;
  if (prefix == nullptr) return OidFunctionCall1(function, given);
  return OidFunctionCall2(function, reinterpret_cast<const Const*>(prefix)->constvalue, given);
}

Node* during_call::edge(bool of_last) const noexcept {
  Node* whole = as_type(range, many ? TSTZMULTIRANGEOID : TSTZRANGEOID);
  if (many)
    whole = reinterpret_cast<Node*>(makeFuncExpr(F_RANGE_MERGE_ANYMULTIRANGE, TSTZRANGEOID, list_make1(whole),
                                                 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
  List* args = list_make1(whole);
  if (prefix != nullptr) args = lcons(copyObjectImpl(prefix), args);
  return reinterpret_cast<Node*>(
      makeFuncExpr(of_last ? last : first, type, args, InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

Oid during_call::comparison(int strategy) const noexcept {
  return get_opfamily_member(family, type, type, static_cast<std::int16_t>(strategy));
}

bool read_edge(Node* node, during_call& call, bool& of_last) noexcept {
  if (node == nullptr || !IsA(node, FuncExpr)) return false;
  const auto* function = reinterpret_cast<const FuncExpr*>(node);
  const int count = list_length(function->args);
  if (count == 0 || exprType(static_cast<Node*>(llast(function->args))) != TSTZRANGEOID) return false;
  const char* name = get_func_name(function->funcid);
  if (name == nullptr) return false;
  std::string_view kind = name;
  of_last = kind.ends_with(last_suffix);
  if (!of_last && !kind.ends_with(first_suffix)) return false;
  kind.remove_suffix((of_last ? last_suffix : first_suffix).size());
  call = {};
  call.ordered = true;
  call.range = without_relabels(static_cast<Node*>(llast(function->args)));
  call.prefix = count == 2 ? static_cast<Node*>(linitial(function->args)) : nullptr;
  if (call.prefix != nullptr && !IsA(call.prefix, Const)) return false;
  call.type = function->funcresulttype;
  call.schema = get_func_namespace(function->funcid);
  return find_edges(kind, call) && (of_last ? call.last : call.first) == function->funcid;
}

namespace {

// id >= first AND id <= last.
List* comparisons(const during_call& call, PlannerInfo* root) noexcept {
  List* both = NIL;
  for (const bool of_last : {false, true}) {
    Node* edge = eval_const_expressions(root, call.edge(of_last));
    both = lappend(both, make_opclause(call.comparison(of_last ? BTLessEqualStrategyNumber
                                                               : BTGreaterEqualStrategyNumber),
                                       BOOLOID, false, reinterpret_cast<Expr*>(as_type(call.id, call.type)),
                                       reinterpret_cast<Expr*>(edge), InvalidOid, InvalidOid));
  }
  return both;
}

bool cheap(Node* node) noexcept {
  QualCost cost;
  cost_qual_eval_node(&cost, node, nullptr);
  return cost.startup + cost.per_tuple <=
         10 * cpu_operator_cost;  // the server's limit for what inlining repeats
}
// Whether the column is in the key of a partitioned table, or of a partition that is partitioned itself.
bool in_key(Oid table, const char* column) noexcept {
  HeapTuple row = SearchSysCache1(PARTRELID, ObjectIdGetDatum(table));
  if (!HeapTupleIsValid(row)) return false;
  const AttrNumber number = get_attnum(table, column);
  const auto* keys = &reinterpret_cast<Form_pg_partitioned_table>(GETSTRUCT(row))->partattrs;
  bool found = std::find(keys->values, keys->values + keys->dim1, number) != keys->values + keys->dim1;
  bool none = false;
  const Datum expressions = SysCacheGetAttr(PARTRELID, row, Anum_pg_partitioned_table_partexprs, &none);
  if (!none) {
    Bitmapset* columns = nullptr;
    pull_varattnos(static_cast<Node*>(stringToNode(TextDatumGetCString(expressions))), 1, &columns);
    found = found || bms_is_member(number - FirstLowInvalidHeapAttributeNumber, columns);
  }
  ReleaseSysCache(row);
  if (found) return true;
  ListCell* cell;
  foreach (cell, find_inheritance_children(table, NoLock))
    if (in_key(lfirst_oid(cell), column)) return true;
  return false;
}
bool selects_partitions(PlannerInfo* root, Node* id) noexcept {
  if (root == nullptr || !IsA(id, Var)) return false;
  const auto* var = reinterpret_cast<const Var*>(id);
  if (var->varlevelsup != 0 || var->varattno <= 0) return false;
  const RangeTblEntry* table = rt_fetch(var->varno, root->parse->rtable);
  return table->relkind == RELKIND_PARTITIONED_TABLE &&
         in_key(table->relid, get_attname(table->relid, var->varattno, false));
}

Node* is_null(Node* range) noexcept {
  auto* test = makeNode(NullTest);
  test->arg = reinterpret_cast<Expr*>(copyObjectImpl(range));
  test->nulltesttype = IS_NULL;
  test->location = -1;
  return reinterpret_cast<Node*>(test);
}

Node* simplify(SupportRequestSimplify* request) noexcept {
  during_call call;
  if (!read_during(request->fcall->funcid, request->fcall->args, call)) return nullptr;
  if (!call.ordered || call.many || contain_volatile_functions(call.id) ||
      contain_volatile_functions(call.range) || contain_subplans(call.id) || contain_subplans(call.range) ||
      !cheap(call.id) || !cheap(call.range))
    return nullptr;
  // The server's estimates for uuids do not know time, nor do anyone's for an end that is a column. Ours for
  // the operator do. Pruned partitions are worth more.
  if ((call.type == UUIDOID || contain_var_clause(call.range)) && !selects_partitions(request->root, call.id))
    return nullptr;
  List* all = comparisons(call, request->root);
  if (call.versioned) {
    // Between the ends there may be UUIDs of other versions, which are in no range. A range that is null
    // leaves null for them too: the second part, which the planner drops where null counts as false.
    const Oid check = function_in(call.schema, "id_is_version_7", "", &call.type, 1, BOOLOID);
    if (!OidIsValid(check)) return nullptr;
    auto* checked = makeFuncExpr(check, BOOLOID, list_make1(as_type(call.id, call.type)), InvalidOid,
                                 InvalidOid, COERCE_EXPLICIT_CALL);
    auto* unknown = make_andclause(list_make2(is_null(call.range), makeBoolConst(false, true)));
    all = lappend(all, make_orclause(list_make2(checked, unknown)));
  }
  return eval_const_expressions(request->root, reinterpret_cast<Node*>(make_andclause(all)));
}

List* index_condition(SupportRequestIndexCondition* request) noexcept {
  List* args = IsA(request->node, OpExpr)     ? reinterpret_cast<OpExpr*>(request->node)->args
               : IsA(request->node, FuncExpr) ? reinterpret_cast<FuncExpr*>(request->node)->args
                                              : NIL;
  during_call call;
  if (!read_during(request->funcid, args, call) || !call.ordered) return NIL;
  if (without_relabels(static_cast<Node*>(list_nth(args, request->indexarg))) != call.id) return NIL;
  // Any index with these operators serves, btree and BRIN among them.
  for (const int strategy : {BTGreaterEqualStrategyNumber, BTLessEqualStrategyNumber})
    if (!op_in_opfamily(call.comparison(strategy), request->opfamily)) return NIL;
  if (!is_pseudo_constant_for_index(request->root, call.range, request->index)) return NIL;
  request->lossy = call.versioned || call.many;
  return comparisons(call, request->root);
}

Datum during_support(PG_FUNCTION_ARGS) noexcept {
  auto* request = reinterpret_cast<Node*>(PG_GETARG_POINTER(0));
  if (IsA(request, SupportRequestSimplify))
    PG_RETURN_POINTER(simplify(reinterpret_cast<SupportRequestSimplify*>(request)));
  if (IsA(request, SupportRequestIndexCondition))
    PG_RETURN_POINTER(index_condition(reinterpret_cast<SupportRequestIndexCondition*>(request)));
  PG_RETURN_POINTER(nullptr);
}

}  // namespace

SORTID_FUNCTION(sortid_during_support, during_support)

#define SORTID_DURING(kind, id)                          \
  SORTID_FUNCTION(sortid_##kind##_during, during<id, 0>) \
  SORTID_FUNCTION(sortid_##kind##_during_turned, during<id, 1>)
#define SORTID_DURING_OF_timed SORTID_DURING
#define SORTID_DURING_OF_versioned SORTID_DURING
#define SORTID_DURING_OF_timeless(kind, id)
#define SORTID_KIND(kind, id, type, held, orders, time) SORTID_DURING_OF_##time(kind, id)
#include "types.def"
SORTID_DURING(typeid, held_type_id)

}  // namespace sortid::pg
