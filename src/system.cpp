#include "sortid/system.hpp"

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

}  // namespace sortid
