// Estimates for the planner how many rows a condition keeps. The server's estimators interpolate inside a bin
// of the histogram for numbers; for other types they assume the middle of the bin. Here the bits of the ids
// are the numbers.
#include <algorithm>
#include <cmath>
#include <functional>
#include <new>

#include "during.hpp"
#include "instants.hpp"
#include "type_id.hpp"

extern "C" {
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/transam.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/multirangetypes.h"
#include "utils/selfuncs.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"
}

namespace sortid::pg {
namespace {

// --- one comparison with a constant ------------------------------------------------------------------------

double to_double(uint128 value) noexcept {
  return static_cast<double>(value.hi) * 0x1p64 + static_cast<double>(value.lo);
}
double share(uint128 low, uint128 at, uint128 high) noexcept {
  return low < high ? to_double(at - low) / to_double(high - low) : 0.5;
}

// What the estimate has to know of a type. The length of the type tells ids of 16 bytes, of 8 bytes, and
// typeids apart.
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

// The statistics of a column of ids, loaded for any number of comparisons.
struct id_statistics {
  PlannerInfo* root;
  VariableStatData* variable;
  bool known;
  double filled;  // the fraction of rows that is not null
  AttStatsSlot histogram;

  // `reader` is the function that would see the values.
  id_statistics(PlannerInfo* planner, VariableStatData& of, Oid reader) noexcept
      : root(planner), variable(&of), known(false), filled(1.0), histogram() {
    if (!HeapTupleIsValid(of.statsTuple)) return;
    filled -= reinterpret_cast<Form_pg_statistic>(GETSTRUCT(of.statsTuple))->stanullfrac;
    known = statistic_proc_security_check(&of, reader);
    if (known)
      get_attstatsslot(&histogram, of.statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid, ATTSTATSSLOT_VALUES);
  }
  void release() noexcept { free_attstatsslot(&histogram); }

  // The part of the histogram that lies before `at`.
  [[nodiscard]] double part_before(Datum at, FmgrInfo& compare, Oid op, int strategy,
                                   bool probe) const noexcept {
    const scale& s = scale_of(variable->atttype);
    const int n = histogram.nvalues;
    int low = 0, high = n;  // values[low - 1] < at <= values[high]
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (s.before(histogram.values[middle], at)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    // Rows may have been added past the ends of the histogram. The server looks into the index for the actual
    // ends.
    const double edge = 0.01 / (n - 1);
    if (low == 0 || low == n) {
      const double outside = low == 0 ? edge : 1.0 - edge;
      if (!probe) return outside;
      const bool upper = strategy <= BTLessEqualStrategyNumber;
      const bool equal = strategy == BTLessEqualStrategyNumber || strategy == BTGreaterEqualStrategyNumber;
      const double found = ineq_histogram_selectivity(root, variable, op, &compare, !upper, equal, InvalidOid,
                                                      at, getBaseType(variable->atttype));
      return found < 0.0 ? outside : upper ? found : 1.0 - found;
    }
    const double inside = s.between(histogram.values[low - 1], at, histogram.values[low]);
    return std::fmin(std::fmax((low - 1 + inside) / (n - 1), edge), 1.0 - edge);
  }

  // The fraction of all rows that a comparison with a constant keeps; none if unknown. `probe` allows a look
  // into an index.
  [[nodiscard]] std::optional<double> kept_by(Oid op, int strategy, Datum at,
                                              bool probe = true) const noexcept {
    if (!known) return std::nullopt;
    FmgrInfo compare;
    fmgr_info(get_opcode(op), &compare);
    double common = 0.0;
    const double kept = mcv_selectivity(variable, &compare, InvalidOid, at, true, &common);
    const double rest = std::fmax(filled - common, 0.0);
    if (histogram.nvalues < 2) return common > 0.0 ? std::optional(kept + rest * 0.5) : std::nullopt;
    const double before = part_before(at, compare, op, strategy, probe);
    return kept + rest * (strategy <= BTLessEqualStrategyNumber ? before : 1.0 - before);
  }

  // The fraction of all rows from the first id of the range on, or up to its last id. Each prefix has such an
  // id of its own. None if unknown.
  [[nodiscard]] std::optional<double> kept_in_prefixes(const during_call& call, bool of_last,
                                                       Datum range) const noexcept {
    if (!known) return std::nullopt;
    const auto edge_beside = [&](Datum id) noexcept {
      return OidFunctionCall2(of_last ? call.last : call.first, text_datum(word_of<held_type_id>(id).prefix),
                              range);
    };
    double kept = 0.0, common = 0.0;
    AttStatsSlot slot;
    if (get_attstatsslot(&slot, variable->statsTuple, STATISTIC_KIND_MCV, InvalidOid,
                         ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS)) {
      for (int i = 0; i < slot.nvalues; ++i) {
        const Datum edge = edge_beside(slot.values[i]);
        const bool outside =
            of_last ? type_id_scale.before(edge, slot.values[i]) : type_id_scale.before(slot.values[i], edge);
        common += slot.numbers[i];
        kept += outside ? 0.0 : slot.numbers[i];
      }
      free_attstatsslot(&slot);
    }
    const double rest = std::fmax(filled - common, 0.0);
    if (histogram.nvalues < 2) return common > 0.0 ? std::optional(kept + rest * 0.5) : std::nullopt;
    const Datum* const all = histogram.values;
    const Datum* const end = all + histogram.nvalues;
    double before = 0.0;
    for (const Datum *run = all, *next; run != end; run = next) {
      next = std::upper_bound(run, end, word_of<held_type_id>(*run).prefix,
                              [](std::string_view prefix, Datum id) noexcept {
                                return prefix < word_of<held_type_id>(id).prefix;
                              });
      const Datum edge = edge_beside(*run);
      const Datum* at = std::lower_bound(run, next, edge, type_id_scale.before);
      if (at == run) continue;
      // A bin between two prefixes counts half for either.
      before += static_cast<double>(at - 1 - run) + (run == all ? 0.0 : 0.5);
      if (at != next)
        before += type_id_scale.between(at[-1], edge, *at);
      else if (next != end)
        before += 0.5;
    }
    before /= histogram.nvalues - 1;
    return kept + rest * (of_last ? before : 1.0 - before);
  }
};

// --- ranges ------------------------------------------------------------------------------------------------

constexpr double least = 1e-10;  // as the server: nothing is impossible
double probability(double p) noexcept { return std::fmin(std::fmax(p, least), 1.0); }

// What the conditions of one AND on one column keep together.
struct interval {
  double lower = 1.0, upper = 1.0;  // the smallest fraction that a bound of that side keeps
  bool has_lower = false, has_upper = false, unknown = false;
  double factor = 1.0;  // of multirange and join conditions

  void add(bool is_upper, std::optional<double> kept) noexcept {
    unknown = unknown || !kept;
    double& side = is_upper ? upper : lower;
    (is_upper ? has_upper : has_lower) = true;
    side = std::fmin(side, kept.value_or(DEFAULT_INEQ_SEL));
  }
  [[nodiscard]] double kept(double filled) const noexcept {
    if (!has_lower && !has_upper) return probability(factor);
    double all = std::fmin(lower, upper);
    if (has_lower && has_upper)
      all = unknown ? std::fmin(all, DEFAULT_RANGE_INEQ_SEL) : lower + upper - filled;
    return probability(probability(all) * factor);
  }
};

std::optional<double> lower_end(const id_statistics& ids, const during_call& call, Datum range,
                                bool probe) noexcept {
  if (!call.ordered) return ids.kept_in_prefixes(call, false, range);
  return ids.kept_by(call.comparison(BTGreaterEqualStrategyNumber), BTGreaterEqualStrategyNumber,
                     call.edge_of(false, range), probe);
}
std::optional<double> upper_end(const id_statistics& ids, const during_call& call, Datum range,
                                bool probe) noexcept {
  if (!call.ordered) return ids.kept_in_prefixes(call, true, range);
  return ids.kept_by(call.comparison(BTLessEqualStrategyNumber), BTLessEqualStrategyNumber,
                     call.edge_of(true, range), probe);
}

std::optional<double> kept_by_multirange(const id_statistics& ids, const during_call& call,
                                         Datum given) noexcept {
  const MultirangeType* all = DatumGetMultirangeTypeP(given);
  TypeCacheEntry* part = lookup_type_cache(all->multirangetypid, TYPECACHE_MULTIRANGE_INFO)->rngtype;
  double sum = 0.0;
  for (std::uint32_t i = 0; i < all->rangeCount; ++i) {
    const Datum range = RangeTypePGetDatum(multirange_get_range(part, all, static_cast<int>(i)));
    const auto lower = lower_end(ids, call, range, false), upper = upper_end(ids, call, range, false);
    if (!lower || !upper) return std::nullopt;
    sum += std::fmax(*lower + *upper - ids.filled, 0.0);
  }
  return sum;
}

// The average of f over a column's values in the statistics; none if there are no statistics.
template <class F>
std::optional<double> average(VariableStatData& column, Oid reader, F f) noexcept {
  if (!HeapTupleIsValid(column.statsTuple) || !statistic_proc_security_check(&column, reader))
    return std::nullopt;
  double sum = 0.0, weight = 0.0;
  AttStatsSlot slot;
  if (get_attstatsslot(&slot, column.statsTuple, STATISTIC_KIND_MCV, InvalidOid,
                       ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS)) {
    for (int i = 0; i < slot.nvalues; ++i) {
      sum += f(slot.values[i]) * slot.numbers[i];
      weight += slot.numbers[i];
    }
    free_attstatsslot(&slot);
  }
  const double null = reinterpret_cast<Form_pg_statistic>(GETSTRUCT(column.statsTuple))->stanullfrac;
  if (get_attstatsslot(&slot, column.statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid, ATTSTATSSLOT_VALUES)) {
    const double rest = std::fmax(1.0 - null - weight, 0.0);
    for (int i = 0; i < slot.nvalues; ++i) sum += f(slot.values[i]) * rest / slot.nvalues;
    weight += slot.nvalues == 0 ? 0.0 : rest;
    free_attstatsslot(&slot);
  }
  if (weight <= 0.0) return std::nullopt;
  return sum / weight * (1.0 - null);
}

// [at, ) or (, at).
Datum range_with_end(TimestampTz at, bool of_last) noexcept {
  RangeBound lower{TimestampTzGetDatum(at), of_last, true, true};
  RangeBound upper{TimestampTzGetDatum(at), !of_last, false, false};
  TypeCacheEntry* type = lookup_type_cache(TSTZRANGEOID, TYPECACHE_RANGE_INFO);
#if PG_VERSION_NUM >= 160000
  return RangeTypePGetDatum(make_range(type, &lower, &upper, false, nullptr));
#else
  return RangeTypePGetDatum(make_range(type, &lower, &upper, false));
#endif
}

// About as many microseconds as the interval has.
double length_of(const Interval& i) noexcept {
  return static_cast<double>(i.time) +
         (i.day + static_cast<double>(DAYS_PER_MONTH) * i.month) * static_cast<double>(USECS_PER_DAY);
}

// The average fraction that an end of tstzrange(…) keeps, if it is a column, or a column and an interval.
std::optional<double> kept_by_end(const id_statistics& ids, const during_call& call, Oid reader, Node* end,
                                  bool of_last) noexcept {
  end = estimate_expression_value(ids.root, end);
  const auto kept = [&](TimestampTz at) noexcept {
    const Datum range = range_with_end(at, of_last);
    return (of_last ? upper_end(ids, call, range, false) : lower_end(ids, call, range, false)).value_or(0.0);
  };
  if (IsA(end, Const)) {
    const auto* constant = reinterpret_cast<const Const*>(end);
    if (constant->constisnull) return ids.filled;
    return kept(DatumGetTimestampTz(constant->constvalue));
  }
  Node* column = end;
  const Const* shift = nullptr;
  Oid add = InvalidOid;
  if (IsA(end, OpExpr) && list_length(reinterpret_cast<OpExpr*>(end)->args) == 2) {
    const auto* op = reinterpret_cast<const OpExpr*>(end);
    add = get_opcode(op->opno);
    auto* by = static_cast<Node*>(lsecond(op->args));
    if ((add != F_TIMESTAMPTZ_PL_INTERVAL && add != F_TIMESTAMPTZ_MI_INTERVAL) || !IsA(by, Const))
      return std::nullopt;
    shift = reinterpret_cast<const Const*>(by);
    if (shift->constisnull) return std::nullopt;
    column = static_cast<Node*>(linitial(op->args));
  }
  VariableStatData variable;
  examine_variable(ids.root, column, 0, &variable);
  const auto found = average(variable, reader, [&](Datum value) noexcept {
    const TimestampTz at = DatumGetTimestampTz(value);
    if (shift == nullptr || TIMESTAMP_NOT_FINITE(at)) return kept(at);
    // Past the limits of the type the server would raise an error, for a row that the query may never read.
    const double by = length_of(*DatumGetIntervalP(shift->constvalue));
    const double sum = static_cast<double>(at) + (add == F_TIMESTAMPTZ_PL_INTERVAL ? by : -by);
    if (sum >= END_TIMESTAMP / 1.1) return kept(DT_NOEND);
    if (sum <= MIN_TIMESTAMP / 1.1) return kept(DT_NOBEGIN);
    return kept(DatumGetTimestampTz(OidFunctionCall2(add, value, shift->constvalue)));
  });
  ReleaseVariableStats(variable);
  return found;
}

// The average fraction that the ranges of a column keep, or ranges made of columns.
std::optional<double> kept_on_average(const id_statistics& ids, const during_call& call,
                                      Oid reader) noexcept {
  if (call.many || !ids.known) return std::nullopt;
  if (IsA(call.range, FuncExpr)) {
    const auto* made = reinterpret_cast<const FuncExpr*>(call.range);
    if (made->funcid == F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ ||
        made->funcid == F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ_TEXT) {
      const auto lower = kept_by_end(ids, call, reader, static_cast<Node*>(linitial(made->args)), false);
      const auto upper = kept_by_end(ids, call, reader, static_cast<Node*>(lsecond(made->args)), true);
      return lower && upper ? std::optional(*lower + *upper - ids.filled) : std::nullopt;
    }
  }
  VariableStatData ranges;
  examine_variable(ids.root, call.range, 0, &ranges);
  std::optional<double> kept;
  AttStatsSlot bounds, lengths;
  if (HeapTupleIsValid(ranges.statsTuple) && statistic_proc_security_check(&ranges, reader) &&
      get_attstatsslot(&bounds, ranges.statsTuple, STATISTIC_KIND_BOUNDS_HISTOGRAM, InvalidOid,
                       ATTSTATSSLOT_VALUES)) {
    // One value holds a lower and an upper end from two histograms; they do not belong to one range.
    double sum = 0.0;
    for (int i = 0; i < bounds.nvalues; ++i)
      sum += lower_end(ids, call, bounds.values[i], false).value_or(0.0) +
             upper_end(ids, call, bounds.values[i], false).value_or(0.0) - ids.filled;
    double some = 1.0 - reinterpret_cast<Form_pg_statistic>(GETSTRUCT(ranges.statsTuple))->stanullfrac;
    if (get_attstatsslot(&lengths, ranges.statsTuple, STATISTIC_KIND_RANGE_LENGTH_HISTOGRAM, InvalidOid,
                         ATTSTATSSLOT_NUMBERS)) {
      if (lengths.nnumbers > 0) some *= 1.0 - lengths.numbers[0];  // the part that is empty
      free_attstatsslot(&lengths);
    }
    if (bounds.nvalues != 0) kept = some * std::fmax(sum / bounds.nvalues, 0.0);
    free_attstatsslot(&bounds);
  }
  ReleaseVariableStats(ranges);
  return kept;
}

void add_range(const id_statistics& ids, const during_call& call, Oid reader, interval& all) noexcept {
  if (!IsA(call.range, Const)) {
    if (const auto kept = kept_on_average(ids, call, reader)) {
      all.factor *= probability(*kept);
    } else {
      all.add(false, std::nullopt);
      all.add(true, std::nullopt);
    }
    return;
  }
  const auto* range = reinterpret_cast<const Const*>(call.range);
  if (range->constisnull) {
    all.factor = 0.0;
  } else if (call.many) {
    all.factor *= kept_by_multirange(ids, call, range->constvalue).value_or(DEFAULT_RANGE_INEQ_SEL);
  } else {
    all.add(false, lower_end(ids, call, range->constvalue, true));
    all.add(true, upper_end(ids, call, range->constvalue, true));
  }
}

// --- one clause --------------------------------------------------------------------------------------------

// A clause with one of our estimators: a column, and a value it is compared with.
struct condition {
  VariableStatData variable;
  Node* raw;     // the other side as it is written
  Node* other;   // the same, evaluated as far as possible
  Oid op;        // with the column on the left
  int strategy;  // of a comparison; 0 for another operator
  bool during;   // the operator is <@ or @>
  during_call call;

  [[nodiscard]] Oid reader() const noexcept { return get_opcode(op); }
  // Ids of any prefix are in another order than their times.
  [[nodiscard]] bool by_time() const noexcept { return during && !call.ordered; }
};

// If it returns true, the caller releases the variable's statistics.
bool read_condition(PlannerInfo* root, Oid op, List* args, int relation, condition& c) noexcept {
  bool on_left = false;
  if (!get_restriction_variable(root, args, relation, &c.variable, &c.other, &on_left)) return false;
  c.raw = static_cast<Node*>(on_left ? lsecond(args) : linitial(args));
  c.op = on_left ? op : get_commutator(op);
  if (!OidIsValid(c.op)) {
    // Somebody's operator with our estimator, but without a commutator.
    ReleaseVariableStats(c.variable);
    return false;
  }
  const auto* cached = lookup_type_cache(getBaseType(c.variable.vartype), TYPECACHE_BTREE_OPFAMILY);
  c.strategy = OidIsValid(cached->btree_opf) ? get_op_opfamily_strategy(c.op, cached->btree_opf) : 0;
  c.during = c.strategy == 0 && read_during(c.reader(), args, c.call);
  return true;
}

// Adds the clause to the other clauses of its AND. `derived`: an index scan may have made the clause from `id
// <@ range`; then the first of the two answers for both.
void add_condition(const condition& c, const id_statistics& ids, bool derived, interval& all) noexcept {
  during_call call = c.call;
  if (c.during) {
    call.range = without_relabels(c.other);
    return add_range(ids, call, c.reader(), all);
  }
  if (c.strategy == 0) {
    all.add(false, std::nullopt);
    all.add(true, std::nullopt);
    return;
  }
  bool of_last = false;
  if (derived && read_edge(c.raw, call, of_last) &&
      c.strategy == (of_last ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber)) {
    if (of_last) return;
    call.range = without_relabels(estimate_expression_value(ids.root, call.range));
    return add_range(ids, call, c.reader(), all);
  }
  std::optional<double> kept;
  if (IsA(c.other, Const)) {
    const auto* constant = reinterpret_cast<const Const*>(c.other);
    kept = constant->constisnull ? 0.0 : ids.kept_by(c.op, c.strategy, constant->constvalue);
  }
  all.add(c.strategy <= BTLessEqualStrategyNumber, kept);
}

// --- clauses that stand beside each other ------------------------------------------------------------------

// The server multiplies the fractions of the clauses of an AND, and recognizes the two ends of an interval
// only by its own estimators. So the first clause on a column answers for all clauses on that column in the
// same AND, and the others answer 1. The answers for all clauses of a table are computed at once, in time
// linear in their number. The list of arguments identifies a clause.
struct answer {
  const List* args;
  double kept;
};
bool by_args(const answer& a, const answer& b) noexcept { return std::less<>()(a.args, b.args); }
struct answers {
  MemoryContext memory;
  const PlannerInfo* root;
  const RelOptInfo* relation;
  const List* clauses;
  int length;  // of the clauses
  int count, room;
  answer* all;
  MemoryContextCallback gone;
};
constinit answers* known_answers = nullptr;  // of the last table

void add_answer(answers& to, const List* args, double kept) noexcept {
  if (to.count == to.room) {
    to.room *= 2;
    to.all = static_cast<answer*>(repalloc(to.all, sizeof(answer) * static_cast<std::size_t>(to.room)));
  }
  to.all[to.count++] = {args, kept};
}

Node* clause_in(void* node) noexcept {
  auto* n = static_cast<Node*>(node);
  if (!IsA(n, RestrictInfo)) return n;
  auto* info = reinterpret_cast<RestrictInfo*>(n);
  return reinterpret_cast<Node*>(info->orclause != nullptr ? info->orclause : info->clause);
}

List* parts_of_and(Node* clause) noexcept {
  return is_andclause(clause) ? reinterpret_cast<BoolExpr*>(clause)->args : list_make1(clause);
}

struct column_group {
  column_group* next;
  condition first;
  id_statistics ids;
  interval all;
  int leader;  // its place among the answers
};

void answer_and(PlannerInfo* root, List* clauses, Oid estimator, answers& to) noexcept;

void add_clauses(PlannerInfo* root, List* clauses, Oid estimator, column_group*& groups,
                 answers& to) noexcept {
  ListCell* cell;
  foreach (cell, clauses) {
    Node* clause = clause_in(lfirst(cell));
    if (is_orclause(clause)) {
      ListCell* arm;
      foreach (arm, reinterpret_cast<BoolExpr*>(clause)->args)
        answer_and(root, parts_of_and(clause_in(lfirst(arm))), estimator, to);
      continue;
    }
    if (IsA(clause, BooleanTest)) {
      const auto* test = reinterpret_cast<const BooleanTest*>(clause);
      List* parts = parts_of_and(reinterpret_cast<Node*>(test->arg));
      if (test->booltesttype == IS_TRUE || test->booltesttype == IS_NOT_FALSE)
        add_clauses(root, parts, estimator, groups, to);
      else
        answer_and(root, parts, estimator, to);
      continue;
    }
    if (!is_opclause(clause)) continue;
    auto* op = reinterpret_cast<OpExpr*>(clause);
    if (get_oprrest(op->opno) != estimator) continue;
    condition c;
    if (!read_condition(root, op->opno, op->args, 0, c)) continue;
    column_group* group = groups;
    while (group != nullptr &&
           !(equal(group->first.variable.var, c.variable.var) && group->first.by_time() == c.by_time()))
      group = group->next;
    if (group == nullptr) {
      group = static_cast<column_group*>(palloc(sizeof(column_group)));
      group->first = c;
      new (&group->ids) id_statistics(root, group->first.variable, c.reader());
      group->all = interval();
      group->leader = to.count;
      group->next = groups;
      groups = group;
      add_condition(c, group->ids, false, group->all);
    } else {
      add_condition(c, group->ids, false, group->all);
      ReleaseVariableStats(c.variable);
    }
    add_answer(to, op->args, 1.0);
  }
}

void answer_and(PlannerInfo* root, List* clauses, Oid estimator, answers& to) noexcept {
  column_group* groups = nullptr;
  add_clauses(root, clauses, estimator, groups, to);
  for (; groups != nullptr; groups = groups->next) {
    to.all[groups->leader].kept = groups->all.kept(groups->ids.filled);
    groups->ids.release();
    ReleaseVariableStats(groups->first.variable);
  }
}

const answers& answers_of(PlannerInfo* root, const RelOptInfo* relation, Oid estimator) noexcept {
  const List* clauses = relation->baserestrictinfo;
  if (known_answers != nullptr && known_answers->root == root && known_answers->relation == relation &&
      known_answers->clauses == clauses && known_answers->length == list_length(clauses))
    return *known_answers;
  // The answers live as long as the query. Computing them may plan another query, which asks again, so they
  // are published last.
  MemoryContext memory = AllocSetContextCreate(root->planner_cxt, "sortid estimates", ALLOCSET_SMALL_SIZES);
  auto* made = static_cast<answers*>(MemoryContextAllocZero(memory, sizeof(answers)));
  *made = {memory, root, relation, clauses, list_length(clauses), 0, 8, nullptr, {}};
  made->all =
      static_cast<answer*>(MemoryContextAlloc(memory, sizeof(answer) * static_cast<std::size_t>(made->room)));
  answer_and(root, const_cast<List*>(clauses), estimator, *made);
  std::sort(made->all, made->all + made->count, by_args);
  if (known_answers != nullptr) MemoryContextDelete(known_answers->memory);
  made->gone.func = [](void* which) noexcept {
    if (known_answers == which) known_answers = nullptr;
  };
  made->gone.arg = made;
  MemoryContextRegisterResetCallback(memory, &made->gone);
  return *(known_answers = made);
}

std::optional<double> answer_for(PlannerInfo* root, const RelOptInfo* relation, Oid estimator,
                                 const List* args) noexcept {
  if (relation == nullptr || relation->baserestrictinfo == NIL) return std::nullopt;
  const answers& all = answers_of(root, relation, estimator);
  const answer* end = all.all + all.count;
  const answer* found = std::lower_bound<const answer*>(all.all, end, answer{args, 0.0}, by_args);
  return found != end && found->args == args ? std::optional(found->kept) : std::nullopt;
}

// --- what the planner calls --------------------------------------------------------------------------------

Datum restriction(PG_FUNCTION_ARGS) noexcept {
  auto* root = reinterpret_cast<PlannerInfo*>(PG_GETARG_POINTER(0));
  const Oid op = PG_GETARG_OID(1);
  auto* args = reinterpret_cast<List*>(PG_GETARG_POINTER(2));
  condition c;
  if (!read_condition(root, op, args, PG_GETARG_INT32(3), c)) PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
  auto kept = answer_for(root, c.variable.rel, get_oprrest(op), args);
  if (!kept) {
    id_statistics ids(root, c.variable, c.reader());
    interval all;
    add_condition(c, ids, true, all);
    kept = all.kept(ids.filled);
    ids.release();
  }
  ReleaseVariableStats(c.variable);
  PG_RETURN_FLOAT8(*kept);
}

// The fraction of pairs of two columns in which the left value is smaller, from both histograms.
std::optional<double> pairs_below(PlannerInfo* root, VariableStatData& left, VariableStatData& right,
                                  Oid op) noexcept {
  id_statistics ids(root, left, get_opcode(op));
  const auto part = average(right, get_opcode(op), [&](Datum value) noexcept {
    return ids.kept_by(op, BTLessStrategyNumber, value, false).value_or(0.5);
  });
  const bool known = ids.known;
  ids.release();
  return known ? part : std::nullopt;
}

// `id >= first` or `id <= last` of the range of another table. Both stand for `id <@ range` where they select
// partitions.
bool read_joined_end(Oid op, List* args, during_call& call, bool& of_last) noexcept {
  if (list_length(args) != 2) return false;
  const bool turned = read_edge(static_cast<Node*>(linitial(args)), call, of_last);
  if (!turned && !read_edge(static_cast<Node*>(lsecond(args)), call, of_last)) return false;
  call.id = without_relabels(static_cast<Node*>(turned ? lsecond(args) : linitial(args)));
  return IsA(call.id, Var) &&
         (turned ? get_commutator(op) : op) ==
             call.comparison(of_last ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber);
}
// Whether the other end of the range stands in the same AND.
bool has_other_end(PlannerInfo* root, const during_call& call, bool of_last) noexcept {
  ListCell* cell;
  foreach (cell, find_base_rel(root, reinterpret_cast<const Var*>(call.id)->varno)->joininfo) {
    const auto* clause = lfirst_node(RestrictInfo, cell)->clause;
    if (!is_opclause(clause)) continue;
    const auto* op = reinterpret_cast<const OpExpr*>(clause);
    during_call other;
    bool other_of_last = false;
    if (read_joined_end(op->opno, op->args, other, other_of_last) && other_of_last != of_last &&
        equal(other.id, call.id) && equal(other.range, call.range))
      return true;
  }
  return false;
}

Datum join(PG_FUNCTION_ARGS) noexcept {
  auto* root = reinterpret_cast<PlannerInfo*>(PG_GETARG_POINTER(0));
  const Oid op = PG_GETARG_OID(1);
  auto* args = reinterpret_cast<List*>(PG_GETARG_POINTER(2));
  const auto* special = reinterpret_cast<const SpecialJoinInfo*>(PG_GETARG_POINTER(4));
  std::optional<double> kept;
  double otherwise = DEFAULT_INEQ_SEL;
  during_call call;
  bool of_last = false;
  const bool of_two_ends = read_joined_end(op, args, call, of_last) && has_other_end(root, call, of_last);
  if (of_two_ends && of_last) PG_RETURN_FLOAT8(1.0);  // the first end answers for both
  if (of_two_ends || read_during(get_opcode(op), args, call)) {
    otherwise = DEFAULT_RANGE_INEQ_SEL;
    VariableStatData variable;
    examine_variable(root, call.id, 0, &variable);
    id_statistics ids(root, variable, get_opcode(op));
    kept = kept_on_average(ids, call, get_opcode(op));
    ids.release();
    ReleaseVariableStats(variable);
  } else {
    VariableStatData left, right;
    bool reversed = false;
    get_join_variables(root, args, const_cast<SpecialJoinInfo*>(special), &left, &right, &reversed);
    const auto* cached = lookup_type_cache(getBaseType(left.vartype), TYPECACHE_BTREE_OPFAMILY);
    const int strategy = get_op_opfamily_strategy(op, cached->btree_opf);
    if (strategy != 0) {
      const bool below = strategy <= BTLessEqualStrategyNumber;
      kept = below ? pairs_below(root, left, right, op) : pairs_below(root, right, left, get_commutator(op));
    }
    ReleaseVariableStats(left);
    ReleaseVariableStats(right);
  }
  double part = probability(kept.value_or(otherwise));
  // For EXISTS: the fraction of rows that have at least one partner.
  int inner = 0;
  if (special != nullptr && (special->jointype == JOIN_SEMI || special->jointype == JOIN_ANTI) &&
      bms_get_singleton_member(special->min_righthand, &inner))
    part = std::fmin(part * std::fmax(find_base_rel(root, inner)->rows, 1.0), 1.0);
  PG_RETURN_FLOAT8(part);
}

// Hardly any UUID between two bounds is of another version, so this check keeps all rows.
Datum version_7_support(PG_FUNCTION_ARGS) noexcept {
  auto* request = reinterpret_cast<Node*>(PG_GETARG_POINTER(0));
  if (!IsA(request, SupportRequestSelectivity)) PG_RETURN_POINTER(nullptr);
  auto* selectivity = reinterpret_cast<SupportRequestSelectivity*>(request);
  if (selectivity->is_join) PG_RETURN_POINTER(nullptr);
  selectivity->selectivity = 1.0;
  PG_RETURN_POINTER(selectivity);
}

// …_generate_many(n) gives n rows.
Datum many_support(PG_FUNCTION_ARGS) noexcept {
  auto* request = reinterpret_cast<Node*>(PG_GETARG_POINTER(0));
  if (!IsA(request, SupportRequestRows)) PG_RETURN_POINTER(nullptr);
  auto* rows = reinterpret_cast<SupportRequestRows*>(request);
  if (rows->node == nullptr || !IsA(rows->node, FuncExpr)) PG_RETURN_POINTER(nullptr);
  auto* count = estimate_expression_value(
      rows->root, static_cast<Node*>(llast(reinterpret_cast<FuncExpr*>(rows->node)->args)));
  if (!IsA(count, Const)) PG_RETURN_POINTER(nullptr);
  const auto* constant = reinterpret_cast<const Const*>(count);
  rows->rows = constant->constisnull ? 0.0 : std::fmax(DatumGetInt32(constant->constvalue), 0);
  PG_RETURN_POINTER(rows);
}

}  // namespace

SORTID_FUNCTION(sortid_sel, restriction)
SORTID_FUNCTION(sortid_joinsel, join)
SORTID_FUNCTION(sortid_version_7_support, version_7_support)
SORTID_FUNCTION(sortid_many_support, many_support)

}  // namespace sortid::pg
