// Instants in the words that people use, beside what the library's parse_instant reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sortid/error.hpp"
#include "sortid/instant.hpp"

namespace sortid::cli {

// Units of time in milliseconds.
namespace ms_of {
inline constexpr std::uint64_t second = 1000;
inline constexpr std::uint64_t minute = 60 * second;
inline constexpr std::uint64_t hour = 60 * minute;
inline constexpr std::uint64_t day = 24 * hour;
inline constexpr std::uint64_t year = 31'556'952'000;  // the Gregorian calendar's mean one
}  // namespace ms_of

// A span of milliseconds in its two largest units: 9 years 114 days.
[[nodiscard]] std::string in_words(std::uint64_t ms);

struct human_time {
  instant at = {};
  std::string sentence = {};  // why the text names no instant; empty when it names one
  reason why = reason::range;
};

// `now`, `today`, `yesterday`, `tomorrow` in any case (midnight in the zone of TZ), -1h, +30m, -1h30m (ms, s,
// m, h, d, w from `now` on, each at most once), 2026-01 (its first midnight in UTC, as for a date),
// 2026-01-31T10:00 (in the zone of TZ). Empty for a text in none of these forms. A local time that the zone
// skips or has twice is rejected.
[[nodiscard]] std::optional<human_time> read_human_time(std::string_view text, std::int64_t now);

}  // namespace sortid::cli
