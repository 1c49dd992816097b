// Memory whose loads and stores a test drives, in place of the compiler's atomic operations: each is a place
// where another thread may go on, and a load may see an older value than the last one, as far as C++ allows.
#pragma once

#include <cstdint>

#include "sortid/uint128.hpp"

namespace sortid_test {

[[nodiscard]] std::uint64_t loaded(const std::uint64_t& from, int order) noexcept;
void stored(std::uint64_t& there, std::uint64_t value, int order) noexcept;
[[nodiscard]] bool swapped(std::uint64_t& there, std::uint64_t& expected, std::uint64_t desired, int order,
                           int failure) noexcept;
// Both halves at once.
[[nodiscard]] bool swapped(std::uint64_t& lo, std::uint64_t& hi, sortid::uint128& expected,
                           sortid::uint128 desired) noexcept;

// The standard lets either be read as the other.
[[nodiscard]] inline std::int64_t loaded(const std::int64_t& from, int order) noexcept {
  return static_cast<std::int64_t>(loaded(reinterpret_cast<const std::uint64_t&>(from), order));
}
inline void stored(std::int64_t& there, std::int64_t value, int order) noexcept {
  stored(reinterpret_cast<std::uint64_t&>(there), static_cast<std::uint64_t>(value), order);
}

}  // namespace sortid_test
