// Clocks by POSIX.
#if !defined(_WIN32)

#include "sortid/system.hpp"
#include "system.hpp"

namespace sortid {

std::int64_t system_clock::pause(std::int64_t us) noexcept {
  const auto monotonic_us = [] {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<std::int64_t>(t.tv_sec) * 1'000'000 + t.tv_nsec / 1'000;
  };
  const std::int64_t before = monotonic_us();
  timespec t{};
  t.tv_sec = static_cast<time_t>(us / 1'000'000);
  t.tv_nsec = static_cast<long>(us % 1'000'000 * 1'000);
  nanosleep(&t, nullptr);
  return monotonic_us() - before;
}

std::int64_t detail::os::tick_ns() noexcept {
#if defined(CLOCK_REALTIME_COARSE)
  timespec tick{};
  timespec now{};
  if (clock_getres(CLOCK_REALTIME_COARSE, &tick) == 0 && clock_gettime(CLOCK_REALTIME_COARSE, &now) == 0)
    return static_cast<std::int64_t>(tick.tv_sec) * 1'000'000'000 + tick.tv_nsec;
#endif
  return 0;
}

}  // namespace sortid

#endif
