// Sorting and searching columns of ids, and what one has that another lacks. Nothing is allocated.
//
//   sortid::batch::sort<sortid::ulid>(ids);
//   const std::size_t at = sortid::batch::lower_bound<sortid::ulid>(ids, first);
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sortid/batch.hpp"
#include "sortid/detail/compiler.hpp"
#include "sortid/error.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

namespace detail {

// Ids with what belongs to each of them, or alone.
struct no_satellite {};
template <batch_id Id, class Satellite>
struct sorted_rows {
  Id* ids;
  Satellite* satellites;

  static constexpr bool alone = std::is_same_v<Satellite, no_satellite>;
  [[nodiscard]] sorted_rows from(std::size_t i) const noexcept {
    if constexpr (alone) return {ids + i, nullptr};
    return {ids + i, satellites + i};
  }
};

// A row outside of its column.
template <batch_id Id, class Satellite>
class lifted_row {
 public:
  lifted_row(const sorted_rows<Id, Satellite>& rows, std::size_t i) noexcept
      : id_(rows.ids[i]), satellite_(lift(rows, i)) {}
  void put(const sorted_rows<Id, Satellite>& rows, std::size_t i) noexcept {
    rows.ids[i] = id_;
    if constexpr (!sorted_rows<Id, Satellite>::alone) rows.satellites[i] = std::move(satellite_);
  }

 private:
  static Satellite lift(const sorted_rows<Id, Satellite>& rows, std::size_t i) noexcept {
    if constexpr (sorted_rows<Id, Satellite>::alone)
      return {};
    else
      return std::move(rows.satellites[i]);
  }
  Id id_;
  SORTID_NO_UNIQUE_ADDRESS Satellite satellite_;
};

[[nodiscard]] constexpr unsigned width_of(std::uint64_t bits) noexcept {
  return static_cast<unsigned>(std::bit_width(bits));
}
[[nodiscard]] constexpr unsigned width_of(uint128 bits) noexcept {
  return bits.hi != 0 ? 64 + width_of(bits.hi) : width_of(bits.lo);
}

template <batch_id Id, class Satellite>
void sort_few(const sorted_rows<Id, Satellite>& rows, std::size_t count) noexcept {
  for (std::size_t i = 1; i < count; ++i) {
    const auto value = rows.ids[i].number();
    if (rows.ids[i - 1].number() <= value) continue;
    lifted_row<Id, Satellite> row(rows, i);
    std::size_t at = i;
    do {
      lifted_row<Id, Satellite>(rows, at - 1).put(rows, at);
      --at;
    } while (at != 0 && rows.ids[at - 1].number() > value);
    row.put(rows, at);
  }
}

template <batch_id Id, class Satellite>
void swap_rows(const sorted_rows<Id, Satellite>& rows, std::size_t a, std::size_t b) noexcept {
  std::swap(rows.ids[a], rows.ids[b]);
  if constexpr (!sorted_rows<Id, Satellite>::alone) std::swap(rows.satellites[a], rows.satellites[b]);
}

template <batch_id Id, class Satellite>
void sort_by_bits(const sorted_rows<Id, Satellite>& rows, std::size_t count) noexcept;

// By the highest bits in which the ids differ, in place, and then within each group.
template <unsigned digit_bits, batch_id Id, class Satellite>
void sort_by_digit(const sorted_rows<Id, Satellite>& rows, std::size_t count) noexcept {
  using word = typename Id::value_type;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;

  const word first = rows.ids[0].number();
  word differing{};
  word before = first;
  bool sorted = true;
  for (std::size_t i = 1; i < count; ++i) {
    const word value = rows.ids[i].number();
    differing = differing | (value ^ first);
    sorted &= before <= value;
    before = value;
  }
  if (sorted) return;
  const unsigned width = width_of(differing);
  const unsigned shift = width > digit_bits ? width - digit_bits : 0;
  const auto digit_of = [shift](const Id& id) noexcept {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(id.number() >> shift) % digits);
  };

  std::size_t next[digits]{};
  std::size_t end[digits];
  for (std::size_t i = 0; i < count; ++i) ++next[digit_of(rows.ids[i])];
  for (std::size_t digit = 0, sum = 0; digit < digits; ++digit) {
    const std::size_t size = next[digit];
    next[digit] = sum;
    end[digit] = sum += size;
  }
  // Each swap puts one row into its group, and none waits for the one before it. A round settles half of what
  // is left or more: it looks at every row but those that were put in front of it, and puts one for each.
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t digit = 0; digit < digits; ++digit) {
      for (std::size_t i = next[digit]; i < end[digit]; ++i)
        swap_rows(rows, i, next[digit_of(rows.ids[i])]++);
      moved |= next[digit] != end[digit];
    }
  }
  if (shift == 0) return;
  for (std::size_t digit = 0, begin = 0; digit < digits; begin = end[digit++])
    sort_by_bits(rows.from(begin), end[digit] - begin);
}

// A level settles eight bits, or four where there are few ids for each of 256 groups. So there are 16 levels
// at most of 4 KB of stack each, and 32 of 256 bytes, whatever the ids are.
template <batch_id Id, class Satellite>
void sort_by_bits(const sorted_rows<Id, Satellite>& rows, std::size_t count) noexcept {
  constexpr std::size_t few = 24;
  constexpr std::size_t many = 1024;
  if (count <= few) return sort_few(rows, count);
  if (count < many) return sort_by_digit<4>(rows, count);
  sort_by_digit<8>(rows, count);
}

}  // namespace detail

namespace batch {

// Puts the ids into their order, in place.
template <detail::batch_id Id>
void sort(std::span<Id> ids) noexcept {
  detail::sort_by_bits<Id, detail::no_satellite>({ids.data(), nullptr}, ids.size());
}
// The same; satellite i goes with id i: a row number, a pointer. In which order the satellites of equal ids
// come is not said. False, with nothing moved, where there are not as many of them.
template <detail::batch_id Id, class Satellite>
[[nodiscard]] bool sort(std::span<Id> ids, std::span<Satellite> satellites) noexcept requires
    std::is_nothrow_move_constructible_v<Satellite> && std::is_nothrow_move_assignable_v<Satellite> {
  if (ids.size() != satellites.size()) return false;
  detail::sort_by_bits<Id, Satellite>({ids.data(), satellites.data()}, ids.size());
  return true;
}

// The place of the first id that is not less than `id`, in ids that are in order; their number where all are
// less.
template <detail::batch_id Id>
[[nodiscard]] std::size_t lower_bound(std::span<const Id> ids, const Id& id) noexcept {
  const auto value = id.number();
  std::size_t at = 0;
  // The half that cannot hold the place is left out, without a branch that depends on the ids.
  for (std::size_t left = ids.size(); left != 0;) {
    const std::size_t half = left - left / 2;
    at += ids[at + half - 1].number() < value ? half : 0;
    left -= half;
  }
  return at;
}
// The same in the texts of such ids, of which it reads as many as a search takes. Where one of these is
// rejected, the answer is its place and the reason.
template <detail::batch_id Id>
[[nodiscard]] batch_result lower_bound(std::string_view texts, const Id& id,
                                       const text_column& rows = {}) noexcept {
  const detail::column<Id> in(rows);
  if (const error why = in.why_impossible(); why.why != reason::none) return {0, why};
  const std::size_t count = in.whole_in(texts.size());
  if (in.begun_in(texts.size()) != count) return {count, in.cut_off(count, texts.size())};
  const auto value = id.number();
  std::size_t at = 0;
  for (std::size_t left = count; left != 0;) {
    const std::size_t half = left - left / 2;
    const std::size_t probed = at + half - 1;
    Id there;
    const batch_result read = from_text<Id>(texts.substr(probed * in.stride(), in.text_size()),
                                            std::span<Id>(&there, 1), text_column(rows.prefix()));
    if (!read) return {probed, read.why};
    if (there.number() < value) at += half;
    left -= half;
  }
  return {at, {}};
}

// How many ids difference() has done with in each of its columns.
struct difference_progress {
  std::size_t from = 0;
  std::size_t without = 0;
  std::size_t written = 0;
};

// Writes the ids of `from` that are not in `without`, in their order; both are in order. An id that stands
// several times in `from` is written, or left out, as often. `to` may be the memory of `from`. Ends where
// `from` does or `to` is full. Streams come in pieces: with `more_without` it also ends where `without` does,
// and the next call takes what is left of both, and more. Of columns that are not in order it is not said
// which ids are written.
template <detail::batch_id Id>
[[nodiscard]] difference_progress difference(std::span<const Id> from, std::span<const Id> without,
                                             std::span<Id> to, bool more_without = false) noexcept {
  difference_progress done;
  for (; done.from != from.size(); ++done.from) {
    const Id id = from[done.from];
    const auto value = id.number();
    while (done.without != without.size() && without[done.without].number() < value) ++done.without;
    const bool at_end = done.without == without.size();
    if (at_end && more_without) break;
    if (!at_end && without[done.without].number() == value) continue;
    if (done.written == to.size()) break;
    to[done.written++] = id;
  }
  return done;
}

}  // namespace batch
}  // namespace sortid
