// Hexadecimal: the 36-symbol text of a UUID, and plain digits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sortid/detail/base32.hpp"
#include "sortid/detail/uint128.hpp"
#include "sortid/error.hpp"

namespace sortid::detail {

// Base 32 begins with the hexadecimal digits, so its tables serve here.
constexpr char hex_digit(unsigned value) noexcept { return encode32<true>[value & 15U]; }

// The value of a digit in either case, or 16 and more.
constexpr unsigned hex_value(char digit) noexcept { return value32(decode32<symbols32::any_case>, digit); }

constexpr error not_a_digit(char found, std::size_t at) noexcept {
  return {reason::character, clamp32(at), 0, static_cast<unsigned char>(found)};
}

// Writes `digits` lower-case digits, the highest first.
template <class Word>
constexpr char* write_hex(Word value, std::size_t digits, char* out) noexcept {
  for (std::size_t i = digits; i != 0; --i) {
    *out++ = hex_digit(
        static_cast<unsigned>(static_cast<std::uint64_t>(value >> static_cast<unsigned>(4 * (i - 1)))));
  }
  return out;
}

struct uuid_codec {
  static constexpr std::size_t symbols = 36;

  static constexpr bool hyphen_at(std::size_t position) noexcept {
    return position == 8 || position == 13 || position == 18 || position == 23;
  }

  static constexpr void write(uint128 value, char* out) noexcept {
    unsigned shift = 128;
    for (std::size_t i = 0; i < symbols; ++i) {
      out[i] = hyphen_at(i) ? '-' : hex_digit(static_cast<unsigned>((value >> (shift -= 4)).lo));
    }
  }

  // Reads exactly `symbols` bytes, digits in any case.
  static constexpr error read(const char* text, uint128& value) noexcept {
    uint128 sum;
    for (std::size_t i = 0; i < symbols; ++i) {
      if (hyphen_at(i)) {
        if (text[i] != '-') return {reason::character, clamp32(i), '-', static_cast<unsigned char>(text[i])};
        continue;
      }
      const unsigned digit = hex_value(text[i]);
      if (digit > 15) return not_a_digit(text[i], i);
      sum = sum << 4 | uint128(digit);
    }
    value = sum;
    return {};
  }
};

}  // namespace sortid::detail
