// The pure core of every generator: from the last value, a timestamp and random bits to the next value. No
// clock, no entropy, no state of its own; each format's rule comes from its layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sortid/detail/codec.hpp"
#include "sortid/detail/compiler.hpp"
#include "sortid/detail/extension.hpp"
#include "sortid/generator_options.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/uint128.hpp"

namespace sortid::detail {

// A layout and the caller's options, worked out to masks.
template <class Word>
struct recipe {
  Word fixed{};     // constants, node, extension
  Word random{};    // drawn for the first id of a millisecond
  Word counting{};  // grows within a millisecond; empty: every id is a draw
  Word redrawn{};   // drawn for each further id of a millisecond
  Word begun{};     // of the sequence: drawn, or carried on, for the first id of a millisecond
  bool carries_on = false;
  std::int64_t epoch = 0;
  timestamp max_timestamp;
  unsigned timestamp_shift = 0;
  unsigned unit_shift = 0;  // of the counter's lowest bit
  unsigned step_bytes = 0;
  unsigned sum_bits = 0;  // steps may be added up to that many bits and taken as one
  bool timed = false;

  friend constexpr bool operator==(const recipe&, const recipe&) noexcept = default;

  // As layout::ordered() says of its layout.
  [[nodiscard]] constexpr bool ordered() const noexcept { return counting != Word{}; }
  [[nodiscard]] constexpr bool drawn() const noexcept { return (random | redrawn) != Word{}; }
  // In line, here and below: a call would need the whole recipe in memory, most of which is constants.
  [[nodiscard, gnu::always_inline]] constexpr timestamp timestamp_of(Word value) const noexcept {
    if (!timed) return {};
    return {static_cast<std::uint64_t>(value >> timestamp_shift) & max_timestamp.since_epoch};
  }
  // None outside the format's time.
  [[nodiscard]] constexpr std::optional<timestamp> timestamp_at(std::int64_t unix_ms) const noexcept {
    if (!timed) return timestamp{};
    const std::uint64_t since = static_cast<std::uint64_t>(unix_ms) - static_cast<std::uint64_t>(epoch);
    if (unix_ms < epoch || since > max_timestamp.since_epoch) return std::nullopt;
    return timestamp{since};
  }
  // Whether a timestamp is later than that instant.
  [[nodiscard]] constexpr bool is_past(timestamp at, std::int64_t unix_ms) const noexcept {
    return unix_ms < epoch ||
           at.since_epoch > static_cast<std::uint64_t>(unix_ms) - static_cast<std::uint64_t>(epoch);
  }
  // Milliseconds by which the value's timestamp is later than that instant, as far as the type goes; 0 when
  // it is not.
  [[nodiscard]] constexpr std::int64_t lead_of(Word value, std::int64_t unix_ms) const noexcept {
    if (!timed) return 0;
    // Modulo 2^64, since an epoch and an instant may lie further apart than a signed difference holds.
    const std::uint64_t since = static_cast<std::uint64_t>(unix_ms) - static_cast<std::uint64_t>(epoch);
    const std::uint64_t own = timestamp_of(value).since_epoch;
    if (unix_ms >= epoch && since >= own) return 0;
    const std::uint64_t lead = own - since;
    constexpr std::uint64_t most = INT64_MAX;
    const bool too_far = lead > most || (unix_ms < epoch && ~since + 1 > most);
    return static_cast<std::int64_t>(too_far ? most : lead);
  }
  [[nodiscard, gnu::always_inline]] constexpr Word at(timestamp when) const noexcept {
    return timed ? fixed | Word(when.since_epoch) << timestamp_shift : fixed;
  }
  // The first id of a millisecond.
  [[nodiscard, gnu::always_inline]] constexpr Word first(timestamp when, Word bits) const noexcept {
    return at(when) | (bits & random);
  }
  // The same after the id before it, if there is one: the sequence begins as the caller decided.
  [[nodiscard, gnu::always_inline]] constexpr Word first(timestamp when, Word bits,
                                                         const std::optional<Word>& last) const noexcept {
    if (begun == Word{}) return first(when, bits);
    const Word start = carries_on ? (last ? *last + (Word(1) << unit_shift) : Word{}) : bits;
    return first(when, bits) | (start & begun);
  }
  // The random bits that it needs.
  [[nodiscard]] constexpr Word drawn_first() const noexcept { return carries_on ? random : random | begun; }
  // An id that takes no part in any order: what else would count is drawn.
  [[nodiscard]] constexpr Word independent(timestamp when, Word bits) const noexcept {
    return at(when) | (bits & (random | counting | redrawn));
  }
  // The size of a step from 64 random bits: uniform in 1 … 256^step_bytes − 1, to within 2^-64 for each size.
  [[nodiscard, gnu::always_inline]] constexpr std::uint64_t step(std::uint64_t bits) const noexcept {
    return step_bytes == 0 ? 1 : 1 + multiply_high(bits, low_mask<std::uint64_t>(8 * step_bytes));
  }
  // Puts the id after `last` in its millisecond there; false, and nothing is put, when the counter would
  // overflow.
  [[gnu::always_inline]] constexpr bool advance(const Word& last, std::uint64_t step, const Word& bits,
                                                Word& to) const noexcept {
    // All bits beside the counter are set for the addition, so that its carry runs through them and out at
    // the top.
    const Word spread = last | ~counting;
    const Word sum = spread + (Word(step) << unit_shift);
    if (sum < spread) return false;
    // Only what was drawn is taken over from `last`: a damaged one gives no other generator's id.
    const Word kept = at(timestamp_of(last)) | (last & random & ~counting);
    to = ((kept | (sum & counting)) & ~redrawn) | (bits & redrawn);
    return true;
  }
  // The same as a value; none when the counter would overflow.
  [[nodiscard]] constexpr std::optional<Word> next(Word last, std::uint64_t step, Word bits) const noexcept {
    Word value{};
    if (!advance(last, step, bits, value)) return std::nullopt;
    return value;
  }
  // How many steps of any size may be added up and given to next() as one.
  [[nodiscard]] constexpr std::uint64_t steps_in_one() const noexcept {
    if (8 * step_bytes >= sum_bits) return 1;
    // A step of n bytes is below 256^n, but a step of none is 1.
    return (std::uint64_t{1} << (sum_bits - 8 * step_bytes)) - (step_bytes == 0 ? 1 : 0);
  }
  // What `give(i, id)` gets is next(…next(next(last))…), for a run of ids of which the caller knows that the
  // counter holds it; step_of(i) is the step to the i-th of them, bits_of(i) its bits.
  template <class Step, class Bits, class Give>
  constexpr void run(Word last, std::size_t count, Step step_of, Bits bits_of, Give give) const noexcept {
    const Word kept = (at(timestamp_of(last)) | (last & random & ~counting)) & ~redrawn;
    // The one thing that an id waits for from the id before it.
    Word spread = last | ~counting;
    for (std::size_t i = 0; i < count; ++i) {
      spread = (spread + (Word(step_of(i)) << unit_shift)) | ~counting;
      give(i, kept | (spread & counting) | (redrawn != Word{} ? bits_of(i) & redrawn : Word{}));
    }
  }
};

// Rejected with `range` or `prefix` for options that the layout does not have or that do not fit it.
template <const layout& L>
constexpr result<recipe<word_of<L>>> make_recipe(const generator_options& options) noexcept {
  using word = word_of<L>;
  static_assert(L.generated, "this format has no generator");
  const error out_of_range{reason::range, 0, 0, 0};
  // What follows from the layout is constant: not every compiler finds that out.
  constexpr uint128 constants = L.constants();
  constexpr uint128 drawn = L.mask(role::random) | L.mask(role::payload) | L.mask(role::extension);
  uint128 fixed = constants;
  uint128 random = drawn;
  if constexpr (L.has(role::extension)) {
    if (options.extension) {
      const auto given = extension_bits<L>(*options.extension, uint128());
      if (!given) return given.error();
      constexpr std::size_t length_at = L.find(role::extension_length);
      constexpr unsigned length_shift = L.shift(length_at);
      constexpr unsigned shift = L.shift(L.find(role::extension));
      const uint128 length = *given >> length_shift & low_mask<uint128>(L.fields[length_at].bits);
      const auto bits = static_cast<unsigned>(length.lo);
      fixed = fixed | *given;
      random = random & ~(low_mask<uint128>(bits) << shift);
    }
  } else if (options.extension) {
    return out_of_range;
  }
  if constexpr (L.has(role::node)) {
    constexpr std::size_t at = L.find(role::node);
    const unsigned node = options.node.value_or(0);
    if (std::uint64_t{node} >> L.fields[at].bits != 0) return error{reason::range, 0, 0, node};
    constexpr unsigned shift = L.shift(at);
    fixed = fixed | uint128(node) << shift;
  } else if (options.node) {
    return out_of_range;
  }
  if (options.sequence != sequence_start::zero && !L.has(role::sequence)) return out_of_range;
  if (options.step_bytes && (!L.ordered() || *options.step_bytes > L.counter.max_step_bytes))
    return error{reason::range, 0, 0, *options.step_bytes};
  if (options.epoch && !L.timed()) return out_of_range;
  if (!options.prefix.empty() && !L.prefixed) return error{reason::prefix, 0, 0, no_prefixes};

  recipe<word> r;
  r.fixed = static_cast<word>(fixed);
  r.random = static_cast<word>(random);
  constexpr uint128 counting = counting_bits(L);
  static_assert(L.ordered() == (counting != uint128()));  // by the rules of layout.hpp
  constexpr uint128 below = low_mask<uint128>(L.counter.low);
  r.counting = static_cast<word>(counting);
  constexpr uint128 redrawn = L.mask(role::random) & below;
  r.redrawn = static_cast<word>(L.ordered() ? redrawn : random);
  if constexpr (L.has(role::sequence)) {
    // The lower half of the sequence: all of its bits but the highest.
    constexpr uint128 sequence = L.mask(role::sequence);
    if (options.sequence != sequence_start::zero) r.begun = static_cast<word>(sequence & (sequence >> 1));
    r.carries_on = options.sequence == sequence_start::carry_on;
  }
  r.epoch = options.epoch.value_or(L.epoch);
  r.timed = L.timed();
  constexpr auto max_timestamp = static_cast<std::uint64_t>(L.max_timestamp());
  r.max_timestamp = {max_timestamp};
  constexpr unsigned timestamp_shift = L.timed() ? L.shift(L.find(role::timestamp)) : 0;
  r.timestamp_shift = timestamp_shift;
  r.unit_shift = L.counter.low;
  constexpr auto sum_bits = static_cast<unsigned>(lesser(step_room(L), 63));
  r.sum_bits = sum_bits;
  r.step_bytes = options.step_bytes.value_or(L.counter.step_bytes);
  return r;
}

}  // namespace sortid::detail
