// When a UUID was made, for each version of RFC 9562 that says so: 1, 2, 6 and 7.
//
//   const auto made = sortid::uuid::parse("c232ab00-9414-11ec-b3c8-9f6bdeced846")->time();
//   if (made) log(sortid::instant_to_text(made->unix_ms()));  // 2022-02-22T19:22:22.000Z
#pragma once

#include <cstdint>
#include <optional>

#include "sortid/instant.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

// The earliest instant at which the UUID can have been made, and how much later it may have been. In units of
// 100 ns, which is what versions 1, 2 and 6 count.
struct uuid_time {
  std::int64_t unix_100ns = 0;  // since 1970-01-01T00:00:00Z; negative before
  // The next later time that the version can hold: 1 for versions 1 and 6, 10,000 (a millisecond) for version
  // 7, 2^32 (7 min 9.5 s) for version 2.
  std::int64_t step_100ns = 1;

  // Rounded down.
  [[nodiscard]] constexpr std::int64_t unix_ms() const noexcept {
    return unix_100ns / per_ms - (unix_100ns % per_ms < 0 ? 1 : 0);
  }

  friend constexpr bool operator==(const uuid_time&, const uuid_time&) noexcept = default;

  static constexpr std::int64_t per_ms = 10'000;
};

namespace detail {

// RFC 9562, sections 5.1 and 5.6: versions 1, 2 and 6 count from the first day of the Gregorian calendar.
inline constexpr std::int64_t gregorian_start_100ns =
    days_from_civil(1582, 10, 15) * ms_per_day * uuid_time::per_ms;

// Of 128 bits read as a UUID; none where version and variant promise no time. Whether they were set by chance
// cannot be told: one in 16 of all random values of RFC 9562's variant is a "version 1".
constexpr std::optional<uuid_time> time_of_uuid(uint128 bits) noexcept {
  if (bits.lo >> 62 != 2) return std::nullopt;  // not RFC 9562's variant
  const std::uint64_t high = bits.hi >> 32;
  const std::uint64_t middle = bits.hi >> 16 & 0xFFFF;
  const std::uint64_t low = bits.hi & 0xFFF;
  const auto gregorian = [](std::uint64_t ticks, std::int64_t step) {
    return uuid_time{gregorian_start_100ns + static_cast<std::int64_t>(ticks), step};
  };
  switch (bits.hi >> 12 & 0xF) {
    case 1:  // time_low, time_mid, version, time_high
      return gregorian(low << 48 | middle << 32 | high, 1);
    case 2:  // as version 1, with a user's or group's number instead of time_low
      return gregorian(low << 48 | middle << 32, std::int64_t{1} << 32);
    case 6:  // time_high, time_mid, version, time_low
      return gregorian(high << 28 | middle << 12 | low, 1);
    case 7:
      return uuid_time{static_cast<std::int64_t>(bits.hi >> 16) * uuid_time::per_ms, uuid_time::per_ms};
    default:
      return std::nullopt;
  }
}

}  // namespace detail
}  // namespace sortid
