// The system's clock and randomness. Compiled into the library sortid::sortid; the rest of the core is headers alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sortid {

// CLOCK_REALTIME.
class system_clock {
 public:
  // Unix milliseconds.
  [[nodiscard]] static std::int64_t now() noexcept;
  // Sleeps for about that many microseconds.
  // Returns the microseconds that really went by, by the monotonic clock.
  static std::int64_t pause(std::int64_t us) noexcept;
};

// The operating system's randomness (getrandom), drawn in blocks that each thread keeps for itself. A block is on a page
// that the kernel wipes in the child of a fork, and what was handed out is erased, so no byte serves twice.
class system_entropy {
 public:
  // All bytes or none; false when the system gives no randomness.
  [[nodiscard]] static bool fill(void* to, std::size_t size) noexcept;
  // Another number in the child of every fork, by whatever call it was made.
  [[nodiscard]] static std::uint64_t fork_count() noexcept;
};

}  // namespace sortid
