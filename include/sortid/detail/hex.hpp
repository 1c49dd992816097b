// Hexadecimal: the 36-symbol text of a UUID, and plain digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sortid/detail/bytes.hpp"
#include "sortid/detail/compiler.hpp"
#include "sortid/result.hpp"
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

// The number of so many digits in either case.
constexpr result<uint128> parse_hex(std::string_view text, std::size_t digits) noexcept {
  if (text.size() != digits) return length_error(digits, text.size());
  uint128 value;
  for (std::size_t i = 0; i < digits; ++i) {
    const unsigned digit = hex_value(text[i]);
    if (digit > 15) return not_a_digit(text[i], i);
    value = value << 4 | uint128(digit);
  }
  return value;
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

#if SORTID_GNU_EXTENSIONS
// Sixteen bytes at a time, by the compilers' portable vectors; the elements are in the order of memory
// everywhere.
typedef std::uint8_t sixteen_bytes __attribute__((vector_size(16)));
typedef std::int8_t sixteen_signed __attribute__((vector_size(16)));
typedef std::uint16_t eight_pairs __attribute__((vector_size(16)));
typedef std::uint64_t two_words __attribute__((vector_size(16)));
#endif

struct uuid_codec {
  static constexpr std::size_t symbols = 36;

  static constexpr bool hyphen_at(std::size_t position) noexcept {
    return position == 8 || position == 13 || position == 18 || position == 23;
  }

  static constexpr void write(uint128 value, char* out) noexcept {
    if (!SORTID_SMALL && !std::is_constant_evaluated()) return write_at_once(value, out);
    write_in_turn(value, out);
  }

  // Reads exactly `symbols` bytes, digits in any case.
  static constexpr error read(const char* text, uint128& value) noexcept {
    if (SORTID_SMALL || std::is_constant_evaluated()) return read_in_turn(text, value);
    if (read_at_once(text, value)) return {};
    uint128 nothing;  // so that nobody has the address of `value`, which then stays in registers
    return read_in_turn(text, nothing);
  }
  // Whether it is a text, without the reason.
  static constexpr bool take(const char* text, uint128& value) noexcept {
    if (!std::is_constant_evaluated()) return read_at_once(text, value);
    return read_in_turn(text, value).why == reason::none;
  }

 private:
  static constexpr void write_in_turn(uint128 value, char* out) noexcept {
    unsigned shift = 128;
    for (std::size_t i = 0; i < symbols; ++i) {
      out[i] = hyphen_at(i) ? '-' : hex_digit(static_cast<unsigned>((value >> (shift -= 4)).lo));
    }
  }

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

#if SORTID_VECTORS
  // Sixteen digits stand in a piece of eight and two pieces of four.
  struct half {
    std::size_t eight, four, next_four;
  };
  static constexpr half first{0, 9, 14};
  static constexpr half last{28, 19, 24};  // its eight are the last

  static std::uint64_t load_eight(const half& at, const char* text) noexcept {
    std::uint64_t digits = 0;
    std::memcpy(&digits, text + at.eight, 8);
    return digits;
  }
  static std::uint64_t load_fours(const half& at, const char* text) noexcept {
    std::uint32_t digits[2];
    std::memcpy(digits, text + at.four, 4);
    std::memcpy(digits + 1, text + at.next_four, 4);
    std::uint64_t both = 0;
    std::memcpy(&both, digits, 8);
    return both;
  }
  static void store(std::uint64_t eight, std::uint64_t fours, const half& at, char* out) noexcept {
    std::uint32_t digits[2];
    std::memcpy(digits, &fours, 8);
    std::memcpy(out + at.eight, &eight, 8);
    std::memcpy(out + at.four, digits, 4);
    std::memcpy(out + at.next_four, digits + 1, 4);
  }

  static void write_at_once(uint128 value, char* out) noexcept {
    const auto bytes =
        reinterpret_cast<sixteen_bytes>(two_words{network_order(value.hi), network_order(value.lo)});
    const sixteen_bytes high = bytes >> 4U;
    const sixteen_bytes low = bytes & 15U;
    const auto digits = [](sixteen_bytes values) {
      constexpr std::uint8_t to_letter = 'a' - '0' - 10;
      // As signed bytes, which SSE2 compares at once.
      const auto is_letter = reinterpret_cast<sixteen_bytes>(reinterpret_cast<sixteen_signed>(values) > 9);
      return reinterpret_cast<two_words>(values + '0' + (is_letter & to_letter));
    };
    const two_words front =
        digits(__builtin_shufflevector(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    const two_words back = digits(
        __builtin_shufflevector(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
    store(front[0], front[1], first, out);
    store(back[1], back[0], last, out);
    out[8] = out[13] = out[18] = out[23] = '-';
  }

  // Whether it could: `value` is untouched otherwise.
  static bool read_at_once(const char* text, uint128& value) noexcept {
    // The value of a digit, and 16 or more of any other byte. max and min keep the sums from wrapping around.
    const auto values = [](two_words words) {
      const auto bytes = reinterpret_cast<sixteen_bytes>(words);
      constexpr std::uint8_t above = 255 - '9';  // what brings '9' to 255, and '0' to 246
      const sixteen_bytes decimal = at_least<6>(bytes + above) - 246;
      const sixteen_bytes letter = at_most<245>((bytes | 0x20) - 'a') + 10;
      return decimal < letter ? decimal : letter;
    };
    const sixteen_bytes front = values(two_words{load_eight(first, text), load_fours(first, text)});
    const sixteen_bytes back = values(two_words{load_fours(last, text), load_eight(last, text)});
    sixteen_bytes middle;
    std::memcpy(&middle, text + 8, sizeof middle);
    constexpr sixteen_bytes hyphens{255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255};
    const auto wrong = reinterpret_cast<two_words>(((front | back) & 0xF0) | ((middle ^ '-') & hyphens));
    if ((wrong[0] | wrong[1]) != 0) return false;
    // Two digits to the second byte of their pair.
    const auto joined = [](sixteen_bytes digits) {
      const auto pairs = reinterpret_cast<eight_pairs>(digits);
      return reinterpret_cast<sixteen_bytes>(big_endian_machine ? pairs | pairs >> 4U : pairs * 0x1001);
    };
    const auto bytes = reinterpret_cast<two_words>(__builtin_shufflevector(
        joined(front), joined(back), 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31));
    value = uint128(network_order(bytes[0]), network_order(bytes[1]));
    return true;
  }
  template <std::uint8_t Least>
  static sixteen_bytes at_least(sixteen_bytes bytes) noexcept {
    const sixteen_bytes least = sixteen_bytes{} + Least;
    return bytes > least ? bytes : least;
  }
  template <std::uint8_t Most>
  static sixteen_bytes at_most(sixteen_bytes bytes) noexcept {
    const sixteen_bytes most = sixteen_bytes{} + Most;
    return bytes > most ? most : bytes;
  }
#else
  // Eight digits at a time, one in each byte of a word, the first one lowest.
  static constexpr std::uint64_t each(std::uint64_t byte) noexcept { return byte * 0x0101010101010101; }

  static std::uint64_t write_eight(std::uint32_t value) noexcept {
    // The first byte lowest, then a byte of each two, and the upper half of each byte before the lower one.
    std::uint64_t spread = value >> 16 | std::uint64_t{value & 0xFFFF} << 32;
    spread = (spread >> 8 & 0x000000FF000000FF) | (spread & 0x000000FF000000FF) << 16;
    spread = (spread >> 4 & 0x000F000F000F000F) | (spread & 0x000F000F000F000F) << 8;
    const std::uint64_t is_letter = (spread + each(6)) >> 4 & each(1);
    return spread + each('0') + is_letter * ('a' - '0' - 10);
  }
  static void write_at_once(uint128 value, char* out) noexcept {
    const auto write = [out](std::uint64_t bits, std::size_t at, std::size_t next_four) {
      const std::uint64_t digits = write_eight(static_cast<std::uint32_t>(bits));
      for (std::size_t i = 0; i < 4; ++i) {
        out[at + i] = static_cast<char>(digits >> 8 * i);
        out[next_four + i] = static_cast<char>(digits >> 8 * (i + 4));
      }
    };
    write(value.hi >> 32, 0, 4);
    write(value.hi, 9, 14);
    write(value.lo >> 32, 19, 24);
    write(value.lo, 28, 32);
    out[8] = out[13] = out[18] = out[23] = '-';
  }

  // The number of eight digits, and bits in `wrong` where one of the bytes is none.
  static std::uint64_t read_eight(std::uint64_t bytes, std::uint64_t& wrong) noexcept {
    // A sum reaches the eighth bit of its byte where the byte is as great as the bound.
    const auto reaches = [](std::uint64_t of, unsigned bound) { return of + each(0x80U - bound); };
    const std::uint64_t low = bytes & each(0x7F);
    const std::uint64_t lower_case = low | each(0x20);
    const std::uint64_t decimal = reaches(low, '0') & ~reaches(low, '9' + 1);
    const std::uint64_t letter = reaches(lower_case, 'a') & ~reaches(lower_case, 'f' + 1);
    wrong |= (bytes | ~(decimal | letter)) & each(0x80);
    // Letters alone have this bit: 'A' ends in 1.
    std::uint64_t value = (bytes & each(0x0F)) + (bytes >> 6 & each(1)) * 9;
    value = (value << 4 | value >> 8) & 0x00FF00FF00FF00FF;
    value = (value << 8 | value >> 16) & 0x0000FFFF0000FFFF;
    return (value << 16 | value >> 32) & 0xFFFFFFFF;
  }
  static bool read_at_once(const char* text, uint128& value) noexcept {
    std::uint64_t wrong = 0;
    for (const int hyphen : {8, 13, 18, 23}) wrong |= static_cast<unsigned char>(text[hyphen] ^ '-');
    const auto read = [text, &wrong](std::size_t at, std::size_t next_four) {
      return read_eight(load_four(text + at) | std::uint64_t{load_four(text + next_four)} << 32, wrong);
    };
    const std::uint64_t a = read(0, 4);
    const std::uint64_t b = read(9, 14);
    const std::uint64_t c = read(19, 24);
    const std::uint64_t d = read(28, 32);
    if (wrong != 0) return false;
    value = uint128(a << 32 | b, c << 32 | d);
    return true;
  }
#endif
};

}  // namespace sortid::detail
