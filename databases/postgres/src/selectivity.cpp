// How many rows a comparison keeps, for the planner: what the server's own estimators do for numbers, which they cannot
// for types they do not know. Inside one bin of the histogram they would take a half; ids tell where.
#include <cmath>

#include "glue.hpp"
#include "type_id.hpp"

extern "C" {
#include "access/htup_details.h"
#include "catalog/pg_statistic.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
}

namespace sortid::pg {
namespace {

double to_double(uint128 value) noexcept {
  return static_cast<double>(value.hi) * 0x1p64 + static_cast<double>(value.lo);
}
double share(uint128 low, uint128 at, uint128 high) noexcept {
  return low < high ? to_double(at - low) / to_double(high - low) : 0.5;
}

// What the estimate has to know of a type. Ids of 16 bytes, of 8, and typeids are told apart by their length.
struct scale {
  bool (*before)(Datum, Datum) noexcept;
  // How far `at` lies between two others, 0 … 1.
  double (*between)(Datum low, Datum at, Datum high) noexcept;
};
template <class Word>
constexpr scale fixed_scale{[](Datum a, Datum b) noexcept { return word_of<Word>(a) < word_of<Word>(b); },
                            [](Datum low, Datum at, Datum high) noexcept {
                              return share(uint128(word_of<Word>(low)), uint128(word_of<Word>(at)),
                                           uint128(word_of<Word>(high)));
                            }};
constexpr scale type_id_scale{
    [](Datum a, Datum b) noexcept { return word_of<held_type_id>(a) < word_of<held_type_id>(b); },
    [](Datum low, Datum at, Datum high) noexcept {
      const auto l = word_of<held_type_id>(low), a = word_of<held_type_id>(at),
                 h = word_of<held_type_id>(high);
      return l.prefix == a.prefix && a.prefix == h.prefix ? share(l.value, a.value, h.value) : 0.5;
    }};
const scale& scale_of(Oid type) noexcept {
  switch (get_typlen(getBaseType(type))) {
    case 16:
      return fixed_scale<uint128>;
    case 8:
      return fixed_scale<std::uint64_t>;
    default:
      return type_id_scale;
  }
}

// The part of the histogram that lies before `at`; none without a histogram.
std::optional<double> part_before(const scale& s, const AttStatsSlot& histogram, Datum at) noexcept {
  const int n = histogram.nvalues;
  if (n < 2) return std::nullopt;
  int low = 0, high = n;  // values[low - 1] < at <= values[high]
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (s.before(histogram.values[middle], at)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  // The ends are never believed to be the ends: rows may have come since.
  const double edge = 0.01 / (n - 1);
  if (low == 0) return edge;
  if (low == n) return 1.0 - edge;
  const double inside = s.between(histogram.values[low - 1], at, histogram.values[low]);
  return std::fmin(std::fmax((low - 1 + inside) / (n - 1), edge), 1.0 - edge);
}

double null_part(const VariableStatData& variable) noexcept {
  return reinterpret_cast<Form_pg_statistic>(GETSTRUCT(variable.statsTuple))->stanullfrac;
}

// A comparison of a variable with something else, turned so that the variable stands on the left.
struct bound {
  bool upper;  // < or <=
  Node* other;
  Oid op;
};

// The part of all rows that one bound keeps; none where that is not known.
std::optional<double> kept_by(VariableStatData& variable, const bound& b) noexcept {
  if (!IsA(b.other, Const) || !HeapTupleIsValid(variable.statsTuple)) return std::nullopt;
  const auto* constant = reinterpret_cast<const Const*>(b.other);
  if (constant->constisnull) return 0.0;
  if (!statistic_proc_security_check(&variable, get_opcode(b.op))) return std::nullopt;
  FmgrInfo compare;
  fmgr_info(get_opcode(b.op), &compare);
  double common = 0.0;
  double kept = mcv_selectivity(&variable, &compare, InvalidOid, constant->constvalue, true, &common);
  AttStatsSlot histogram;
  std::optional<double> before;
  if (get_attstatsslot(&histogram, variable.statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid,
                       ATTSTATSSLOT_VALUES)) {
    before = part_before(scale_of(variable.atttype), histogram, constant->constvalue);
    free_attstatsslot(&histogram);
  }
  const double rest = std::fmax(1.0 - null_part(variable) - common, 0.0);
  if (before) {
    kept += rest * (b.upper ? *before : 1.0 - *before);
  } else if (common <= 0.0) {
    return std::nullopt;
  } else {
    kept += rest * 0.5;
  }
  return kept;
}

// Both estimators of this file, from one operator with one of them.
struct own_estimators {
  Oid below, above;
  own_estimators(Oid op, bool upper) noexcept {
    const Oid turned = get_commutator(op);
    below = get_oprrest(upper ? op : turned);
    above = get_oprrest(upper ? turned : op);
  }
};

// The clause as a bound of the variable; none when it is something else.
std::optional<bound> bound_of(PlannerInfo* root, Node* clause, const VariableStatData& variable, int relation,
                              const own_estimators& own) noexcept {
  if (!is_opclause(clause)) return std::nullopt;
  auto* op = reinterpret_cast<OpExpr*>(clause);
  const Oid estimator = get_oprrest(op->opno);
  if ((estimator != own.below && estimator != own.above) || list_length(op->args) != 2) return std::nullopt;
  VariableStatData found;
  Node* other = nullptr;
  bool on_left = false;
  if (!get_restriction_variable(root, op->args, relation, &found, &other, &on_left)) return std::nullopt;
  const bool same = equal(found.var, variable.var);
  ReleaseVariableStats(found);
  if (!same) return std::nullopt;
  const bool upper = (estimator == own.below) == on_left;
  return bound{upper, other, on_left ? op->opno : get_commutator(op->opno)};
}

Node* clause_in(void* node) noexcept {
  auto* n = static_cast<Node*>(node);
  if (!IsA(n, RestrictInfo)) return n;
  auto* info = reinterpret_cast<RestrictInfo*>(n);
  return reinterpret_cast<Node*>(info->orclause != nullptr ? info->orclause : info->clause);
}

struct interval {
  int bounds = 0;
  bool unknown = false;
  double lower = 1.0, upper = 1.0;  // the least that a bound of that side keeps
  bool has_lower = false, has_upper = false;

  void add(VariableStatData& variable, const bound& b) noexcept {
    ++bounds;
    const auto kept = kept_by(variable, b);
    unknown = unknown || !kept;
    double& least = b.upper ? upper : lower;
    (b.upper ? has_upper : has_lower) = true;
    least = std::fmin(least, kept.value_or(DEFAULT_INEQ_SEL));
  }
};

// Gathers the bounds that stand beside `own_bound` in one AND; false when it does not stand in these clauses.
bool gather(PlannerInfo* root, List* clauses, const bound& own_bound, VariableStatData& variable,
            int relation, const own_estimators& own, interval& all) noexcept {
  bool here = false;
  ListCell* cell;
  foreach (cell, clauses) {
    const auto b = bound_of(root, clause_in(lfirst(cell)), variable, relation, own);
    here = here || (b && b->upper == own_bound.upper && equal(b->other, own_bound.other));
  }
  if (here) {
    foreach (cell, clauses) {
      const auto b = bound_of(root, clause_in(lfirst(cell)), variable, relation, own);
      if (b) all.add(variable, *b);
    }
    return true;
  }
  foreach (cell, clauses) {
    Node* clause = clause_in(lfirst(cell));
    if (!is_orclause(clause) && !is_andclause(clause)) continue;
    List* inside = reinterpret_cast<BoolExpr*>(clause)->args;
    if (gather(root, inside, own_bound, variable, relation, own, all)) return true;
  }
  return false;
}

// The server multiplies what the clauses of an AND keep, and knows only its own estimators as the two ends of an
// interval. So each bound of one answers with its root of what they keep together.
double kept_by_clause(PlannerInfo* root, Oid op, List* args, int relation, bool below) noexcept {
  VariableStatData variable;
  Node* other = nullptr;
  bool on_left = false;
  if (!get_restriction_variable(root, args, relation, &variable, &other, &on_left)) return DEFAULT_INEQ_SEL;
  const own_estimators own(op, below);
  const bound b{below == on_left, other, on_left ? op : get_commutator(op)};
  interval all;
  if (variable.rel == nullptr ||
      !gather(root, variable.rel->baserestrictinfo, b, variable, relation, own, all)) {
    all = interval();
    all.add(variable, b);
  }
  double kept;
  if (!all.has_lower || !all.has_upper) {
    kept = std::fmin(all.lower, all.upper);
  } else if (all.unknown) {
    kept = DEFAULT_RANGE_INEQ_SEL;
  } else {
    kept = all.lower + all.upper - (1.0 - null_part(variable));
  }
  ReleaseVariableStats(variable);
  constexpr double least = 1e-10;  // as the server: nothing is impossible
  return std::pow(std::fmin(std::fmax(kept, least), 1.0), 1.0 / all.bounds);
}

Datum restrict_to(FunctionCallInfo fcinfo, bool below) noexcept {
  PG_RETURN_FLOAT8(kept_by_clause(reinterpret_cast<PlannerInfo*>(PG_GETARG_POINTER(0)), PG_GETARG_OID(1),
                                  reinterpret_cast<List*>(PG_GETARG_POINTER(2)), PG_GETARG_INT32(3), below));
}
Datum below(PG_FUNCTION_ARGS) noexcept { return restrict_to(fcinfo, true); }
Datum above(PG_FUNCTION_ARGS) noexcept { return restrict_to(fcinfo, false); }

// The part of pairs of two columns in which the left one is the smaller, from both histograms.
std::optional<double> pairs_below(VariableStatData& left, VariableStatData& right) noexcept {
  if (!HeapTupleIsValid(left.statsTuple) || !HeapTupleIsValid(right.statsTuple)) return std::nullopt;
  AttStatsSlot of_left, of_right;
  if (!get_attstatsslot(&of_left, left.statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid, ATTSTATSSLOT_VALUES))
    return std::nullopt;
  std::optional<double> part;
  if (get_attstatsslot(&of_right, right.statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid,
                       ATTSTATSSLOT_VALUES)) {
    double sum = 0.0;
    for (int i = 0; i < of_right.nvalues; ++i)
      sum += part_before(scale_of(left.atttype), of_left, of_right.values[i]).value_or(0.5);
    if (of_right.nvalues != 0) part = sum / of_right.nvalues;
    free_attstatsslot(&of_right);
  }
  free_attstatsslot(&of_left);
  if (!part) return part;
  return *part * (1.0 - null_part(left)) * (1.0 - null_part(right));
}

Datum join_on(FunctionCallInfo fcinfo, bool below) noexcept {
  auto* root = reinterpret_cast<PlannerInfo*>(PG_GETARG_POINTER(0));
  VariableStatData left, right;
  bool reversed = false;
  get_join_variables(root, reinterpret_cast<List*>(PG_GETARG_POINTER(2)),
                     reinterpret_cast<SpecialJoinInfo*>(PG_GETARG_POINTER(4)), &left, &right, &reversed);
  const auto part = below ? pairs_below(left, right) : pairs_below(right, left);
  ReleaseVariableStats(left);
  ReleaseVariableStats(right);
  PG_RETURN_FLOAT8(part.value_or(DEFAULT_INEQ_SEL));
}
Datum join_below(PG_FUNCTION_ARGS) noexcept { return join_on(fcinfo, true); }
Datum join_above(PG_FUNCTION_ARGS) noexcept { return join_on(fcinfo, false); }

}  // namespace

SORTID_FUNCTION(sortid_below_sel, below)
SORTID_FUNCTION(sortid_above_sel, above)
SORTID_FUNCTION(sortid_below_joinsel, join_below)
SORTID_FUNCTION(sortid_above_joinsel, join_above)

}  // namespace sortid::pg
