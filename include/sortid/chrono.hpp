// Instants as std::chrono::sys_time in and out. A header of its own, because <chrono> is not a small one.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>

#include "sortid/basic_id.hpp"
#include "sortid/generator.hpp"
#include "sortid/range.hpp"
#include "sortid/result.hpp"

namespace sortid {

using sys_milliseconds = std::chrono::sys_time<std::chrono::milliseconds>;

// The instant of an id; an optional one for uuid and TypeID, which have it in version 7 alone.
template <any_id Id>
requires requires(const Id& id) { id.unix_ms(); }
[[nodiscard]] constexpr auto to_sys_time(const Id& id) noexcept {
  const auto instant = [](std::int64_t unix_ms) {
    return sys_milliseconds(std::chrono::milliseconds(unix_ms));
  };
  if constexpr (std::same_as<decltype(id.unix_ms()), std::int64_t>) {
    return instant(id.unix_ms());
  } else {
    const auto unix_ms = id.unix_ms();
    return unix_ms ? std::optional<sys_milliseconds>(instant(*unix_ms)) : std::nullopt;
  }
}
template <any_id Id>
requires requires(const Id& id) { id.unix_ms(std::int64_t{}); }
[[nodiscard]] constexpr sys_milliseconds to_sys_time(const Id& id, sys_milliseconds epoch) noexcept {
  return sys_milliseconds(std::chrono::milliseconds(id.unix_ms(epoch.time_since_epoch().count())));
}

// A time point of any clock resolution, for what takes an instant.
template <class Duration>
[[nodiscard]] constexpr instant to_instant(std::chrono::sys_time<Duration> at) noexcept {
  const auto ms = std::chrono::floor<std::chrono::milliseconds>(at);
  return {ms.time_since_epoch().count(), ms != at};
}

// As the functions of range.hpp.
template <timed_id Id, class Duration>
[[nodiscard]] constexpr result<Id> first_at(std::chrono::sys_time<Duration> at) noexcept {
  return first_at<Id>(to_instant(at));
}
template <timed_id Id, class Duration>
[[nodiscard]] constexpr result<Id> last_at(std::chrono::sys_time<Duration> at) noexcept {
  return last_at<Id>(to_instant(at));
}
template <timed_id Id, class From, class To>
[[nodiscard]] constexpr result<id_range<Id>> ids_between(std::chrono::sys_time<From> from,
                                                         std::chrono::sys_time<To> to) noexcept {
  return ids_between<Id>(to_instant(from), to_instant(to));
}

// The next id of a generator with the timestamp of that instant.
template <class Generator>
[[nodiscard]] auto next_at(Generator& generator, sys_milliseconds instant) noexcept {
  return generator.next_at(instant.time_since_epoch().count());
}

}  // namespace sortid
