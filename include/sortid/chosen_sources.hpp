// A clock and an entropy source that are chosen at run time: the system's, or for tests what gives the same
// ids each time.
//
//   using ids = sortid::generator<sortid::ulid, sortid::chosen_clock, sortid::chosen_entropy>;
//   auto made = ids::make({}, {}, {.stands_at_ms = 1772323200000}, sortid::chosen_entropy(1));
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sortid/system.hpp"

namespace sortid {

// The system's clock, or for tests one that stands at a Unix millisecond; `offset_ms` is added to it.
struct chosen_clock {
  std::optional<std::int64_t> stands_at_ms = {};
  std::int64_t offset_ms = 0;

  [[nodiscard]] std::int64_t now() const noexcept {
    return (stands_at_ms ? *stands_at_ms : system_clock::now()) + offset_ms;
  }
  static std::int64_t pause(std::int64_t us) noexcept { return system_clock::pause(us); }
};

// The system's entropy, or for tests alone the bits that a seed gives (SplitMix64), which anybody can guess.
class chosen_entropy {
 public:
  constexpr chosen_entropy() noexcept = default;
  constexpr explicit chosen_entropy(std::optional<std::uint64_t> seed) noexcept : seed_(seed) {}

  [[nodiscard]] bool fill(void* to, std::size_t size) noexcept {
    if (!seed_) return system_entropy::fill(to, size);
    for (auto* at = static_cast<unsigned char*>(to); size != 0;) {
      // Threads may share it.
      std::uint64_t z = __atomic_add_fetch(&*seed_, 0x9E3779B97F4A7C15U, __ATOMIC_RELAXED);
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
      z ^= z >> 31;
      for (unsigned i = 0; i < 8 && size != 0; ++i, --size) *at++ = static_cast<unsigned char>(z >> 8 * i);
    }
    return true;
  }
  [[nodiscard]] static std::uint64_t fork_count() noexcept { return system_entropy::fork_count(); }

 private:
  std::optional<std::uint64_t> seed_;
};

}  // namespace sortid
