#include "ids/survey.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "human_time.hpp"

namespace sortid::cli {

namespace {

// Formats have at most 12 bits of these.
bool counted(const field& f) { return f.role == role::node || f.role == role::sequence; }

std::uint64_t distance(std::int64_t from, std::int64_t to) {
  return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

// What the steps of a histogram are multiples of the Unix epoch's: whole seconds, hours and days begin one.
std::uint64_t into_step(std::int64_t unix_ms, std::uint64_t step) {
  const auto width = static_cast<std::int64_t>(step);
  const std::int64_t rest = unix_ms % width;
  return static_cast<std::uint64_t>(rest < 0 ? rest + width : rest);
}

std::uint64_t parts_of(std::int64_t first, std::int64_t last, std::uint64_t step) {
  return (distance(first, last) + into_step(first, step)) / step + 1;
}

std::uint64_t step_for(std::int64_t first, std::int64_t last, std::size_t bars) {
  constexpr std::array<std::uint64_t, 9> decades{1, 2, 5, 10, 20, 50, 100, 200, 500};
  constexpr std::array<std::uint64_t, 6> sixtieths{1, 2, 5, 10, 15, 30};
  constexpr std::array<std::uint64_t, 5> hours{1, 2, 3, 6, 12};
  constexpr std::array<std::uint64_t, 7> days{1, 2, 7, 14, 28, 91, 182};
  const auto least = [&](std::uint64_t unit, const auto& counts) -> std::uint64_t {
    for (const std::uint64_t count : counts) {
      if (parts_of(first, last, count * unit) <= bars) return count * unit;
    }
    return 0;
  };
  std::uint64_t step = least(1, decades);
  if (step == 0) step = least(ms_of::second, sixtieths);
  if (step == 0) step = least(ms_of::minute, sixtieths);
  if (step == 0) step = least(ms_of::hour, hours);
  if (step == 0) step = least(ms_of::day, days);
  for (std::uint64_t unit = ms_of::year; step == 0; unit *= 1000) step = least(unit, decades);
  return step;
}

constexpr std::uint64_t lower_half = 0xFFFF'FFFF;

// Products carry every bit upwards, and the halves are folded so that all bits of the hash depend on all.
std::uint64_t hash_of(uint128 value, std::uint32_t kind) {
  constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15;  // 2^64 / the golden ratio
  const auto mixed = [](std::uint64_t bits) {
    bits *= odd;
    return bits ^ bits >> 32U;
  };
  return mixed(mixed(mixed(value.hi) ^ value.lo) ^ kind);
}

}  // namespace

id_step id_step::between(std::int64_t first, std::int64_t second) noexcept {
  return second > first ? id_step{true, distance(first, second)} : id_step{false, distance(second, first)};
}

std::optional<std::uint32_t> id_survey::kind_of(const known_id& id) {
  if (last_format_ == id.format && last_prefix_ == id.prefix) return last_kind_;
  const std::string name =
      std::string(id.format->name()) + (id.prefix.empty() ? "" : " ") + std::string(id.prefix);
  auto known = kinds_.find(name);
  if (known == kinds_.end()) {
    if (count_ > most_kept && kinds_.size() >= most_orders) return std::nullopt;
    known = kinds_.emplace(name, static_cast<std::uint32_t>(kinds_.size())).first;
  }
  last_format_ = id.format;
  last_prefix_ = id.prefix;
  last_kind_ = known->second;
  return last_kind_;
}

bool id_survey::in_order(std::optional<std::uint32_t> kind, uint128 value) {
  if (!kind || *kind >= most_orders) {
    ++of_others_;
    return true;
  }
  if (*kind >= orders_.size()) orders_.resize(*kind + std::size_t{1});
  order& so_far = orders_[*kind];
  ++so_far.count;
  if (value < so_far.greatest) return false;
  so_far.greatest = value;
  return true;
}

std::optional<std::uint64_t> id_survey::keep(const kept_id& id) {
  if (2 * kept_.size() >= places_.size()) widen_places();
  const std::uint64_t hash = hash_of(id.value, id.kind);
  for (std::size_t at = hash & (places_.size() - 1);; at = (at + 1) & (places_.size() - 1)) {
    if (places_[at] == 0) {
      kept_.push_back(id);
      places_[at] = (hash & ~lower_half) | kept_.size();
      return std::nullopt;
    }
    if (((places_[at] ^ hash) & ~lower_half) != 0) continue;
    const kept_id& other = kept_[(places_[at] & lower_half) - 1];
    if (other.value == id.value && other.kind == id.kind) return other.number;
  }
}

void id_survey::widen_places() {
  constexpr std::size_t least = 1024;
  places_.assign(std::max(least, 4 * places_.size()), 0);
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    const std::uint64_t hash = hash_of(kept_[i].value, kept_[i].kind);
    std::size_t at = hash & (places_.size() - 1);
    while (places_[at] != 0) at = (at + 1) & (places_.size() - 1);
    places_[at] = (hash & ~lower_half) | (i + 1);
  }
}

void id_survey::expect(uint128 value) const noexcept {
  if (count_ < most_kept && !places_.empty())
    __builtin_prefetch(&places_[hash_of(value, last_kind_) & (places_.size() - 1)], 1);
}

id_marks id_survey::add(std::uint64_t number, const known_id& id) {
  ++count_;
  id_marks marks;
  const auto kind = kind_of(id);
  if (count_ <= most_kept) {
    marks.duplicate_of = keep({id.value, number, *kind});
    if (marks.duplicate_of) ++duplicates_;
  }
  if (!in_order(kind, id.value)) {
    ++out_of_order_;
    marks.out_of_order = true;
  }
  marks.unix_ms = by_format::unix_ms(*id.format, id.value, epoch_);
  if (marks.unix_ms) {
    const std::int64_t now = *marks.unix_ms;
    if (last_ms_ && *last_ms_ != now) marks.step = id_step::between(*last_ms_, now);
    last_ms_ = now;
    if (times_.size() < most_kept) times_.push_back({now, number});
  }
  const layout& l = id.format->layout();
  if (std::none_of(l.fields.begin(), l.fields.end(), counted)) return marks;
  const field_values fields = by_format::fields(*id.format, id.value);
  for (std::size_t i = 0; i < l.field_count(); ++i) {
    if (counted(l.fields[i]) && fields[i].present) ++values_[{*id.format, i}][fields[i].value.lo];
  }
  return marks;
}

std::vector<std::pair<std::string_view, std::uint64_t>> id_survey::orders() const {
  std::vector<std::pair<std::string_view, std::uint64_t>> all;
  for (const auto& [name, kind] : kinds_) {
    if (kind < most_orders) all.emplace_back(name, orders_[kind].count);
  }
  return all;
}

std::vector<made_id> id_survey::by_time() const {
  std::vector<made_id> sorted = times_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const made_id& a, const made_id& b) { return a.unix_ms < b.unix_ms; });
  return sorted;
}

std::vector<id_gap> id_survey::longest_gaps(const std::vector<made_id>& sorted, std::size_t most) {
  std::vector<id_gap> gaps;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const made_id& before = sorted[i - 1];
    if (sorted[i].unix_ms != before.unix_ms)
      gaps.push_back({distance(before.unix_ms, sorted[i].unix_ms), before.number, sorted[i].number});
  }
  std::stable_sort(gaps.begin(), gaps.end(), [](const id_gap& a, const id_gap& b) { return a.ms > b.ms; });
  if (gaps.size() > most) gaps.resize(most);
  return gaps;
}

id_histogram id_survey::histogram(const std::vector<made_id>& sorted, std::size_t bars) {
  const std::int64_t first = sorted.front().unix_ms;
  const std::int64_t last = sorted.back().unix_ms;
  const std::uint64_t step = step_for(first, last, bars);
  const std::uint64_t into = into_step(first, step);
  // Before the least number nothing begins.
  const std::uint64_t room = distance(std::numeric_limits<std::int64_t>::min(), first);
  id_histogram all{first - static_cast<std::int64_t>(std::min(into, room)), step, {}};
  all.counts.resize(static_cast<std::size_t>(parts_of(first, last, step)));
  for (const made_id& one : sorted)
    ++all.counts[static_cast<std::size_t>((distance(first, one.unix_ms) + into) / step)];
  return all;
}

std::vector<field_counts> id_survey::fields() const {
  std::vector<field_counts> all;
  for (const auto& [of, counts] : values_) {
    field_counts& one =
        all.emplace_back(field_counts{of.first, of.first.layout().fields[of.second].name, {}});
    one.values.assign(counts.begin(), counts.end());
    std::stable_sort(one.values.begin(), one.values.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
  }
  return all;
}

}  // namespace sortid::cli
