// Memory whose loads and stores a test drives, in place of the compiler's atomic operations: each is a place
// where another thread may go on, and a load may see an older value than the last one, as far as C++ allows.
#pragma once

#include <cstdint>

#include "sortid/uint128.hpp"

namespace sortid_test {

[[nodiscard]] std::uint64_t loaded(const std::uint64_t& from, int order) noexcept;
[[nodiscard]] bool swapped(std::uint64_t& there, std::uint64_t& expected, std::uint64_t desired) noexcept;
// Both halves at once.
[[nodiscard]] bool swapped(std::uint64_t& lo, std::uint64_t& hi, sortid::uint128& expected,
                           sortid::uint128 desired) noexcept;

}  // namespace sortid_test
