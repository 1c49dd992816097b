// What the headers must know of the system. Its other half is src/system, a file for each system.
#pragma once

#include <cstdint>
#include <ctime>

#include "sortid/detail/compiler.hpp"

namespace sortid::detail {

// SORTID_CORE_ONLY leaves out orders in files and pools of numbers, so that nothing but libc is linked. Pages
// have neither.
#if defined(__EMSCRIPTEN__) && !defined(SORTID_CORE_ONLY)
#define SORTID_CORE_ONLY
#endif

// Whether processes share a file of an order here, and numbers of nodes.
#if defined(SORTID_CORE_ONLY)
inline constexpr bool has_order_files = false;
#else
inline constexpr bool has_order_files = true;
#endif

#if defined(_WIN32)

// The time since 1970; its precision is that of the system's best clock.
[[nodiscard]] timespec unix_time() noexcept;
// A time that nobody sets, with that of being suspended.
[[nodiscard]] timespec elapsed_time() noexcept;

#else

[[nodiscard]] inline timespec unix_time() noexcept {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return t;
}
[[nodiscard]] inline timespec elapsed_time() noexcept {
  timespec t;
#if defined(CLOCK_BOOTTIME)
  clock_gettime(CLOCK_BOOTTIME, &t);
#else
  clock_gettime(CLOCK_MONOTONIC, &t);
#endif
  return t;
}

#endif

// The time of the system's latest tick; 1970 where it does not tell.
[[nodiscard]] inline timespec tick_time() noexcept {
  timespec t{};
#if defined(CLOCK_REALTIME_COARSE)
  clock_gettime(CLOCK_REALTIME_COARSE, &t);
#endif
  return t;
}

}  // namespace sortid::detail
