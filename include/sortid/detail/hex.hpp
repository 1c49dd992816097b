// Hexadecimal: the 36-symbol text of a UUID, and plain digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "sortid/detail/bytes.hpp"
#include "sortid/error.hpp"
#include "sortid/uint128.hpp"

namespace sortid::detail {

constexpr char hex_digit(unsigned value) noexcept {
  value &= 15U;
  return static_cast<char>(value < 10 ? '0' + value : 'a' + (value - 10));
}

// The value of a digit in either case, or 16 and more.
constexpr unsigned hex_value(char digit) noexcept {
  const unsigned byte = static_cast<unsigned char>(digit);
  const unsigned decimal = byte - '0';
  const unsigned letter = (byte | 0x20U) - 'a';
  return decimal < 10 ? decimal : letter < 6 ? letter + 10 : 16;
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

// Sixteen bytes at a time, by the compilers' portable vectors; the elements are in the order of memory
// everywhere.
typedef std::uint8_t sixteen_bytes __attribute__((vector_size(16)));
typedef std::uint32_t four_words __attribute__((vector_size(16)));
typedef std::uint64_t two_words __attribute__((vector_size(16)));

struct uuid_codec {
  static constexpr std::size_t symbols = 36;

  static constexpr bool hyphen_at(std::size_t position) noexcept {
    return position == 8 || position == 13 || position == 18 || position == 23;
  }

  static constexpr void write(uint128 value, char* out) noexcept {
    if (!std::is_constant_evaluated()) return write_at_once(value, out);
    unsigned shift = 128;
    for (std::size_t i = 0; i < symbols; ++i) {
      out[i] = hyphen_at(i) ? '-' : hex_digit(static_cast<unsigned>((value >> (shift -= 4)).lo));
    }
  }

  // Reads exactly `symbols` bytes, digits in any case.
  static constexpr error read(const char* text, uint128& value) noexcept {
    if (!std::is_constant_evaluated() && read_at_once(text, value)) return {};
    return read_in_turn(text, value);
  }
  // Whether it is a text, without the reason.
  static constexpr bool take(const char* text, uint128& value) noexcept {
    if (!std::is_constant_evaluated()) return read_at_once(text, value);
    return read_in_turn(text, value).why == reason::none;
  }

 private:
  // The way of constant expressions and of rejected texts, whose first wrong byte it names.
  [[gnu::cold, gnu::noinline]] static constexpr error read_in_turn(const char* text,
                                                                   uint128& value) noexcept {
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

  // Where eight groups of four digits stand.
  static constexpr std::size_t places[] = {0, 4, 9, 14, 19, 24, 28, 32};

  template <std::size_t... I>
  static void store_groups(const four_words (&halves)[2], char* out, std::index_sequence<I...>) noexcept {
    const std::uint32_t groups[] = {halves[I / 4][I % 4]...};
    (__builtin_memcpy(out + places[I], groups + I, 4), ...);
  }

  static void write_at_once(uint128 value, char* out) noexcept {
    const auto bytes =
        reinterpret_cast<sixteen_bytes>(two_words{network_order(value.hi), network_order(value.lo)});
    const sixteen_bytes high = bytes >> 4U;
    const sixteen_bytes low = bytes & 15U;
    const auto digits = [](sixteen_bytes values) {
      constexpr std::uint8_t to_letter = 'a' - '0' - 10;
      return reinterpret_cast<four_words>(values + '0' +
                                          (reinterpret_cast<sixteen_bytes>(values > 9) & to_letter));
    };
    const four_words halves[] = {
        digits(__builtin_shufflevector(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)),
        digits(__builtin_shufflevector(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                       31))};
    store_groups(halves, out, std::make_index_sequence<8>());
    out[8] = out[13] = out[18] = out[23] = '-';
  }

  // Whether it could: `value` is untouched otherwise.
  static bool read_at_once(const char* text, uint128& value) noexcept {
    if (text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') return false;
    const auto group = [text](std::size_t i) {
      std::uint32_t four = 0;
      __builtin_memcpy(&four, text + places[i], sizeof four);
      return four;
    };
    auto right = ~sixteen_bytes{};
    const auto values = [&right](four_words symbols16) {
      const auto bytes = reinterpret_cast<sixteen_bytes>(symbols16);
      const sixteen_bytes decimal = bytes - '0';
      const sixteen_bytes letter = (bytes | 0x20) - 'a';
      const auto is_decimal = reinterpret_cast<sixteen_bytes>(decimal < 10);
      const auto is_letter = reinterpret_cast<sixteen_bytes>(letter < 6);
      right &= is_decimal | is_letter;
      return (decimal & is_decimal) | ((letter + 10) & is_letter);
    };
    const sixteen_bytes first = values(four_words{group(0), group(1), group(2), group(3)});
    const sixteen_bytes last = values(four_words{group(4), group(5), group(6), group(7)});
    const auto all_right = reinterpret_cast<two_words>(right);
    if ((all_right[0] & all_right[1]) != ~std::uint64_t{0}) return false;
    const auto bytes = reinterpret_cast<two_words>(
        (__builtin_shufflevector(first, last, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
         << 4U) |
        __builtin_shufflevector(first, last, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31));
    value = uint128(network_order(bytes[0]), network_order(bytes[1]));
    return true;
  }
};

}  // namespace sortid::detail
