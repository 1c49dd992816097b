// The system's clock and randomness. Compiled into the library sortid::sortid; the rest of the core is
// headers alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sortid/detail/compiler.hpp"
#include "sortid/detail/platform.hpp"

namespace sortid {

// CLOCK_REALTIME; on Windows the precise time of the system.
class system_clock {
 public:
  // Unix milliseconds.
  [[nodiscard]] static std::int64_t now() noexcept {
    const timespec t = detail::unix_time();
    return static_cast<std::int64_t>(t.tv_sec) * 1'000 + t.tv_nsec / 1'000'000;
  }
  // Sleeps for about that many microseconds.
  // Returns the microseconds that really went by, by the monotonic clock.
  SORTID_EXPORT static std::int64_t pause(std::int64_t us) noexcept;
};

namespace detail {

// A number on a page that a fork wipes, so that the child reads 0. Mapped when the library is loaded; null on
// a system that wipes nothing. Read and written by the compiler's own atomic
// operations: <atomic> would double what the header of the generators costs.
SORTID_EXPORT extern constinit std::uint64_t* fork_number;
// The count of a process whose page was wiped, or that has none.
[[nodiscard]] SORTID_EXPORT std::uint64_t next_fork_count() noexcept;

// The random bytes that a thread has ahead, on a page that a fork wipes. Zeros are the start: nothing ahead.
struct bytes_ahead {
  static constexpr std::size_t size = 3072;
  std::size_t left;
  alignas(64) unsigned char bytes[size];

  // From the end, and erased here.
  [[gnu::always_inline]] void hand_out(void* to, std::size_t count) noexcept {
    left -= count;
    std::memcpy(to, bytes + left, count);
    std::memset(bytes + left, 0, count);
  }
};
// A plain pointer, because ids may be asked for while the thread's other objects are being destroyed. Null
// before the first draw and after the thread's end.
SORTID_EXPORT extern constinit thread_local bytes_ahead* own_bytes;
// All bytes or none, whatever there is ahead.
[[nodiscard]] SORTID_EXPORT bool fill_by_calls(void* to, std::size_t size) noexcept;

}  // namespace detail

// ChaCha20 under keys of the operating system's (getrandom, getentropy, BCryptGenRandom), for each thread its
// own. Keys and the bytes made ahead are on a page that is wiped in the child of a fork, and what was handed
// out is erased, so no byte serves twice.
class system_entropy {
 public:
  // All bytes or none; false when the system gives no key.
  [[nodiscard, gnu::always_inline]] static bool fill(void* to, std::size_t size) noexcept {
    // The bits of an id, whose number is a constant to the compiler, are copied and erased without a call.
    detail::bytes_ahead* const ahead = detail::own_bytes;
    if (size <= 16 && ahead != nullptr && ahead->left >= size) {
      ahead->hand_out(to, size);
      return true;
    }
    return detail::fill_by_calls(to, size);
  }
  // Another number in the child of every fork, by whatever call it was made. Never 0.
  [[nodiscard]] static std::uint64_t fork_count() noexcept {
    if (const std::uint64_t* const there = __atomic_load_n(&detail::fork_number, __ATOMIC_ACQUIRE)) {
      if (const std::uint64_t number = __atomic_load_n(there, __ATOMIC_ACQUIRE)) return number;
    }
    return detail::next_fork_count();
  }
  // The number in the process that loaded the program or the library.
  static constexpr std::uint64_t fork_count_at_load = 1;
};

}  // namespace sortid
