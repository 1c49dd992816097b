// The 128-bit integer against the compiler's own, decimal and hexadecimal digits.
#include "sortid/uint128.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>

#include "sortid/detail/hex.hpp"
#include "support/both_times.hpp"

namespace {

using sortid::uint128;
using sortid_test::hidden;
__extension__ using wide = unsigned __int128;

wide of(uint128 v) { return static_cast<wide>(v.hi) << 64U | v.lo; }

std::string decimal(uint128 v) {
  std::array<char, sortid::detail::max_decimal_digits> digits{};
  return {digits.data(), sortid::detail::write_decimal(v, digits.data())};
}
std::string decimal(wide v) {
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(v % 10)));
  while ((v /= 10) != 0);
  return digits;
}

constexpr uint128 edges[] = {{0, 0},
                             {0, 1},
                             {0, ~0ULL},
                             {1, 0},
                             {1, ~0ULL},
                             {~0ULL, 0},
                             {~0ULL, ~0ULL},
                             {0x8000000000000000, 0},
                             {0x0123456789ABCDEF, 0xFEDCBA9876543210},
                             {0, 0x8000000000000000}};

void compare(uint128 a, uint128 b) {
  EXPECT_EQ(of(a + b), of(a) + of(b));
  EXPECT_EQ(of(a - b), of(a) - of(b));
  EXPECT_EQ(of(a & b), of(a) & of(b));
  EXPECT_EQ(of(a | b), of(a) | of(b));
  EXPECT_EQ(of(a ^ b), of(a) ^ of(b));
  EXPECT_EQ(of(~a), ~of(a));
  EXPECT_EQ(a < b, of(a) < of(b));
  EXPECT_EQ(a <= b, of(a) <= of(b));
  EXPECT_EQ(a == b, of(a) == of(b));
  EXPECT_EQ(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(of(a)));
  for (unsigned n = 0; n < 128; ++n) {
    EXPECT_EQ(of(a << n), of(a) << n);
    EXPECT_EQ(of(a >> n), of(a) >> n);
  }
  EXPECT_EQ(decimal(a), decimal(of(a)));
}

TEST(uint128s, calculate_as_the_compiler) {
  for (const uint128 a : edges) {
    for (const uint128 b : edges) compare(a, b);
    EXPECT_EQ(a << 128, uint128());
    EXPECT_EQ(a >> 200, uint128());
  }
}

RC_GTEST_PROP(uint128s, calculate_as_the_compiler_everywhere,
              (std::uint64_t a, std::uint64_t b, std::uint64_t c)) {
  compare({a, b}, {b, c});
}

TEST(uint128s, are_constant) {
  EXPECT_BOTH(hidden(uint128(~0ULL)) + uint128(1) == uint128(1, 0));
  EXPECT_BOTH(hidden(uint128(1, 0)) - uint128(1) == uint128(~0ULL));
  EXPECT_BOTH((hidden(uint128(1)) << 127) == uint128(0x8000000000000000, 0));
  EXPECT_BOTH((hidden(uint128(0x8000000000000000, 0)) >> 127) == uint128(1));
  EXPECT_BOTH(hidden(uint128(1, 0)) > uint128(0, ~0ULL));
  EXPECT_BOTH(sortid::detail::low_mask<uint128>(hidden(65U)) == uint128(1, ~0ULL));
  EXPECT_BOTH(sortid::detail::low_mask<uint128>(hidden(0U)) == uint128());
  EXPECT_BOTH(sortid::detail::low_mask<uint128>(hidden(128U)) == uint128(~0ULL, ~0ULL));
  EXPECT_BOTH(sortid::detail::low_mask<std::uint64_t>(hidden(64U)) == ~0ULL);
}

TEST(decimals, come_back_and_stop_at_the_largest) {
  const auto read = [](const std::string& text, uint128& value) {
    value = {};
    for (const char c : text) {
      if (!sortid::detail::append_digit(value, static_cast<unsigned>(c - '0'))) return false;
    }
    return true;
  };
  uint128 value;
  for (const uint128 edge : edges) {
    EXPECT_TRUE(read(decimal(edge), value));
    EXPECT_EQ(value, edge);
  }
  EXPECT_EQ(decimal(uint128(~0ULL, ~0ULL)), "340282366920938463463374607431768211455");
  EXPECT_EQ(decimal(uint128()), "0");
  EXPECT_TRUE(read("340282366920938463463374607431768211455", value));
  EXPECT_FALSE(read("340282366920938463463374607431768211456", value));
  EXPECT_FALSE(read("999999999999999999999999999999999999999", value));
}

TEST(hexadecimal, digits) {
  for (int byte = 0; byte < 256; ++byte) {
    const auto c = static_cast<char>(byte);
    const std::size_t at = std::string("0123456789abcdef").find(c);
    const std::size_t upper_at = std::string("0123456789ABCDEF").find(c);
    const unsigned value = sortid::detail::hex_value(c);
    if (at != std::string::npos) {
      EXPECT_EQ(value, at);
    } else if (upper_at != std::string::npos) {
      EXPECT_EQ(value, upper_at);
    } else {
      EXPECT_GT(value, 15U) << byte;
    }
  }
  std::array<char, 32> out{};
  sortid::detail::write_hex(uint128(0x0123456789ABCDEF, 0xFEDCBA9876543210), 32, out.data());
  EXPECT_EQ(std::string(out.data(), out.size()), "0123456789abcdeffedcba9876543210");
  EXPECT_EQ(sortid::detail::write_hex(std::uint64_t{0xABC}, 2, out.data()), out.data() + 2);
  EXPECT_EQ(std::string(out.data(), 3), "bc2");
}

}  // namespace
