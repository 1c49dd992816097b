// The ids of an instant, of an interval and of a text prefix, as the smallest and the largest of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/basic_id.hpp"
#include "sortid/detail/base58.hpp"
#include "sortid/inline_text.hpp"
#include "sortid/instant.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

// Both ends belong to the range, ready for BETWEEN.
template <class Id>
struct id_range {
  Id first{};
  Id last{};

  friend constexpr bool operator==(const id_range&, const id_range&) noexcept = default;
};

// Formats whose ids carry an instant and sort by it. Of UUIDs those of version 7 do; their format is uuidv7.
template <class Id>
concept timed_id = any_id<Id> &&(Id::layout().bounded());

namespace detail {

// The smallest (`filled` false) or largest value of a timestamp: constants in place, sign and reserved bits
// 0.
constexpr uint128 edge_value(const layout& l, timestamp at, bool filled) noexcept {
  const uint128 fixed = l.constants() | uint128(at.since_epoch) << l.shift(l.find(role::timestamp));
  if (!filled) return fixed;
  const uint128 not_free =
      l.mask(role::sign) | l.mask(role::reserved) | l.mask(role::constant) | l.mask(role::timestamp);
  return fixed | (low_mask<uint128>(l.bits) & ~not_free);
}

constexpr result<timestamp> timestamp_at(const layout& l, instant at, std::int64_t epoch) noexcept {
  const std::int64_t unix_ms = at.unix_ms;
  // Compared before they are subtracted, so that no instant can overflow.
  if (unix_ms < epoch || static_cast<std::uint64_t>(unix_ms) - static_cast<std::uint64_t>(epoch) >
                             static_cast<std::uint64_t>(l.max_timestamp())) {
    return error{reason::range, 0, 0, 0};
  }
  return timestamp{static_cast<std::uint64_t>(unix_ms) - static_cast<std::uint64_t>(epoch)};
}

constexpr std::int64_t last_instant(const layout& l, std::int64_t epoch) noexcept {
  return epoch > INT64_MAX - l.max_timestamp() ? INT64_MAX : epoch + l.max_timestamp();
}

// Half-open [from, to) cut down to the instants that the layout has, as two timestamps. Rejected when none is
// left.
constexpr result<id_range<timestamp>> timestamps_between(const layout& l, instant begin, instant end,
                                                         std::int64_t epoch) noexcept {
  const std::int64_t from = begin.not_before();
  const std::int64_t to = end.not_before();
  const std::int64_t last = last_instant(l, epoch);
  if (from >= to || to <= epoch || from > last) return error{reason::range, 0, 0, 0};
  const std::int64_t low = from < epoch ? epoch : from;
  const std::int64_t high = to - 1 > last ? last : to - 1;
  return id_range<timestamp>{{static_cast<std::uint64_t>(low - epoch)},
                             {static_cast<std::uint64_t>(high - epoch)}};
}

template <class Id>
constexpr Id edge(timestamp at, bool filled) noexcept {
  return Id::from_number(static_cast<typename Id::value_type>(edge_value(Id::layout(), at, filled))).value();
}

}  // namespace detail

// The instants that a format with this epoch has, as a sentence: why another has no ids.
[[nodiscard]] constexpr inline_text<160> message_of_instants(const layout& l, std::int64_t epoch) noexcept {
  inline_text<160> out;
  out.append(l.name).append(" has the instants ").append(instant_to_text(epoch));
  return out.append(" to ").append(instant_to_text(detail::last_instant(l, epoch)));
}
// Why ids_between() rejected the interval, as a sentence.
[[nodiscard]] constexpr inline_text<160> message_of_interval(const layout& l, instant from, instant to,
                                                             std::int64_t epoch) noexcept {
  if (from.unix_ms == to.unix_ms && from.is_later)
    return inline_text<160>().append("the interval is empty: no millisecond begins in it");
  if (from.not_before() >= to.not_before())
    return inline_text<160>().append("the interval is empty: its end does not belong to it");
  return message_of_instants(l, epoch);
}

// Why ids_with_text_prefix() rejected a prefix of `found` symbols with `length`, as a sentence.
[[nodiscard]] constexpr inline_text<160> message_of_text_prefix(const layout& l, std::size_t found) noexcept {
  inline_text<160> out;
  out.append("a text prefix has 1 to ").append_decimal(l.symbols).append(" symbols, found ");
  return out.append_decimal(found);
}

// The smallest and the largest id of the millisecond in which the instant lies. Rejected with `range` before
// the epoch and after the format's last instant. A TypeID's are of version 7 and have no prefix.
template <timed_id Id>
[[nodiscard]] constexpr result<Id> first_at(instant at, std::int64_t epoch = Id::layout().epoch) noexcept {
  const auto timestamp = detail::timestamp_at(Id::layout(), at, epoch);
  if (!timestamp) return timestamp.error();
  return detail::edge<Id>(*timestamp, false);
}
template <timed_id Id>
[[nodiscard]] constexpr result<Id> last_at(instant at, std::int64_t epoch = Id::layout().epoch) noexcept {
  const auto timestamp = detail::timestamp_at(Id::layout(), at, epoch);
  if (!timestamp) return timestamp.error();
  return detail::edge<Id>(*timestamp, true);
}

// All ids whose instant lies in the half-open interval [from, to). Ends that are finer than a millisecond
// count as instant::not_before() says. Ends outside the format's time are moved to its first and last
// instant; rejected with `range` when no instant of the format is left.
template <timed_id Id>
[[nodiscard]] constexpr result<id_range<Id>> ids_between(instant from, instant to,
                                                         std::int64_t epoch = Id::layout().epoch) noexcept {
  const auto timestamps = detail::timestamps_between(Id::layout(), from, to, epoch);
  if (!timestamps) return timestamps.error();
  return id_range<Id>{detail::edge<Id>(timestamps->first, false), detail::edge<Id>(timestamps->last, true)};
}

// All ids whose text begins with these 1 … 11 symbols (uid11, section 4). The upper end saturates at the
// largest id; a prefix past it is rejected with `overflow`, another alphabet's symbol with `character`, the
// rest with `length`. With a timed profile, unix_ms() of both ends bounds the instants.
template <class Id>
requires(Id::layout().bounded_by_text())
    [[nodiscard]] constexpr result<id_range<Id>> ids_with_text_prefix(std::string_view prefix) noexcept {
  constexpr std::size_t symbols = Id::layout().symbols;
  if (prefix.empty() || prefix.size() > symbols)
    return detail::length_error(prefix.empty() ? 1 : symbols, prefix.size());
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  const error e = detail::base58_codec::read_prefix(prefix.data(), prefix.size(), lower, upper);
  if (e.why != reason::none) return e;
  const auto first = Id::from_number(lower);
  const auto last = Id::from_number(upper);
  if (!first) return first.error();
  if (!last) return last.error();
  return id_range<Id>{*first, *last};
}

}  // namespace sortid
