// The tables that the vector kernels look up and shuffle by, computed from the codecs' own.
//
// How five bits become a symbol. The value's bits, the highest first, are a stream that begins `spare` bits behind the
// text's: symbol s holds the stream's bits 5s − spare … 5s − spare + 4. Two neighbouring symbols are ten bits, which lie in
// two bytes whenever they begin at an even bit of a byte. So 16 symbols are eight words of 16 bits: a byte shuffle puts
// the two bytes there, one shift right by n + 5 leaves the first symbol in the low byte and one shift left by 8 − n the
// second in the high byte, n being the bits of the word below the pair.
//
// How a symbol becomes its value. A byte is looked up by its low four bits in one table for each upper half ("class") that
// has symbols, and the answers are combined by exclusive or. Class 5's table is asked about all bytes, class 4's only about
// those up to 0x4F and class 3's about those up to 0x3F, for which a saturating addition sets the highest bit of the rest; so
// each table but the last holds its values over those of the next. What is no symbol gives `none`. Bytes below the first
// class, and those above 0x7F, are found by one comparison.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sortid/detail/base32.hpp"
#include "sortid/detail/base58.hpp"

namespace sortid::detail {

// A value that is surely computed by the compiler.
template <auto Value>
inline constexpr auto constant = Value;

using bytes16 = std::array<std::uint8_t, 16>;
using words8 = std::array<std::uint16_t, 8>;

inline constexpr std::uint8_t nothing = 0x80;  // the shuffle index that gives a zero
inline constexpr std::uint8_t none = 0x40;     // the value of what is no symbol

// Where byte i of a value, the highest first, lies in memory.
enum class held : std::uint8_t { network16, native8 };
constexpr std::size_t place_of(int byte, held how) noexcept {
  return static_cast<std::size_t>(how == held::network16 ? byte : 7 - byte);
}

struct pair_tables {
  bytes16 bytes{};  // the shuffle
  words8 below{};   // n of each pair
};

// Eight pairs from symbol `first` on. Of the value's bytes, those from `from` to `end` (exclusive) are there, the first
// of them at the register's place 0.
constexpr pair_tables pairs_of(int first, int spare, held how, int from = 0, int end = 16) noexcept {
  pair_tables t;
  for (int j = 0; j < 8; ++j) {
    const int bit = 5 * (first + 2 * j) - spare;
    const int byte = (bit + 64) / 8 - 8;  // floor
    const auto at = [&](int b) {
      return b < from || b >= end ? nothing : static_cast<std::uint8_t>(place_of(b - from, how));
    };
    const auto word = static_cast<std::size_t>(j);
    t.bytes[2 * word + 1] = at(byte);
    t.bytes[2 * word] = at(byte + 1);
    t.below[word] = static_cast<std::uint16_t>(6 - (bit - 8 * byte));
  }
  return t;
}

constexpr words8 shifted(const words8& counts, int times, int plus) noexcept {
  words8 to{};
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::uint16_t>(plus + times * counts[i]);
  return to;
}

// 16 of an alphabet's symbols.
template <class Symbols>
constexpr bytes16 symbols_from(const Symbols& symbols, std::size_t first) noexcept {
  bytes16 to{};
  for (std::size_t i = 0; i < to.size() && first + i < symbols.size(); ++i)
    to[i] = static_cast<std::uint8_t>(symbols[first + i]);
  return to;
}

// The classes of an alphabet, the lowest first, and the greatest value that counts.
template <std::size_t N>
struct symbol_classes {
  std::array<unsigned, N> classes{};
  unsigned greatest = 63;
  bool folds = false;  // letters in either case: those of class 4 and 5 stand for 6 and 7 too
};
inline constexpr symbol_classes<3> any_case_classes{{3, 4, 5}, 63, true};
inline constexpr symbol_classes<4> lower_case_classes{{3, 5, 6, 7}};  // 4 and 5 have no symbol
inline constexpr symbol_classes<3> hex_classes{{3, 4, 5}, 15, true};
inline constexpr symbol_classes<5> base58_classes{{3, 4, 5, 6, 7}};

// The table of class `at`, over that of the next.
template <std::size_t N>
constexpr bytes16 values_over_next(const std::array<std::uint8_t, 256>& decode, const symbol_classes<N>& of,
                                   std::size_t at) noexcept {
  const auto value = [&](std::size_t which, std::size_t low) {
    const std::uint8_t v = decode[16 * of.classes[which] + low];
    return v > of.greatest ? none : v;
  };
  bytes16 to{};
  for (std::size_t low = 0; low < to.size(); ++low) {
    const std::uint8_t next = at + 1 < N ? value(at + 1, low) : std::uint8_t{0};
    to[low] = static_cast<std::uint8_t>(value(at, low) ^ next);
  }
  return to;
}

constexpr bytes16 filled(std::uint8_t value) noexcept {
  bytes16 to{};
  to.fill(value);
  return to;
}

// Two words of 64 bits as little-endian bytes.
constexpr bytes16 halves_of(std::uint64_t low, std::uint64_t high) noexcept {
  bytes16 to{};
  for (std::size_t i = 0; i < 8; ++i) {
    to[i] = static_cast<std::uint8_t>(low >> (8 * i));
    to[8 + i] = static_cast<std::uint8_t>(high >> (8 * i));
  }
  return to;
}

// A shuffle: `count` bytes from `from` on go to `to` on, everything else is zero.
constexpr bytes16 moved(std::size_t to, std::size_t from, std::size_t count,
                        bytes16 others = filled(nothing)) noexcept {
  for (std::size_t i = 0; i < count; ++i) others[to + i] = static_cast<std::uint8_t>(from + i);
  return others;
}

// The same, the bytes in reverse: `from` is the highest.
constexpr bytes16 reversed(std::size_t to, std::size_t from, std::size_t count,
                           bytes16 others = filled(nothing)) noexcept {
  for (std::size_t i = 0; i < count; ++i) others[to + i] = static_cast<std::uint8_t>(from - i);
  return others;
}

// 256 ≡ 2 modulo 127, so byte i from the lowest weighs 2^(i mod 7); a whole value sums to at most 65,535.
constexpr bytes16 check_weights() noexcept {
  bytes16 to{};
  for (std::size_t i = 0; i < 16; ++i) to[15 - i] = static_cast<std::uint8_t>(1U << (i % 7));
  return to;
}

// The same by symbols, whose lowest is the 26th: 32 ≡ 2^5. Those from `first` on, of which the ones before `from` do not count.
// All 27 sum to less than 2^16 − 254.
constexpr bytes16 symbol_weights(std::size_t first, std::size_t from) noexcept {
  bytes16 to{};
  for (std::size_t i = 0; i < 16; ++i)
    to[i] = first + i < from ? std::uint8_t{0} : static_cast<std::uint8_t>(1U << (5 * (26 - first - i) % 7));
  return to;
}

// A multiple of 127 below 2^16 times the inverse of 127 modulo 2^16 is how many times it is one; nothing else is so small.
inline constexpr std::uint16_t inverse127 = 49'023;
static_assert(static_cast<std::uint16_t>(inverse127 * 127U) == 1);
inline constexpr std::uint16_t multiples127 = 0xFFFF / 127;

// Five base-58 digits of a limb below 58^5 without a division: limb · ceil(2^55 / 58^4) >> 23, plus one, is the limb / 58^4
// in 32 fractional bits, never too small and by less than 2^-8 / 58^4 · 58^… too large for any digit to change. What is above
// the fraction is the first digit, and 58 times the fraction gives the next.
inline constexpr std::uint32_t limb58 = 58U * 58 * 58 * 58 * 58;
inline constexpr std::uint32_t power58_4 = 58U * 58 * 58 * 58;
inline constexpr std::uint64_t power58_10 = std::uint64_t{limb58} * limb58;
inline constexpr unsigned fraction_shift = 23;
inline constexpr auto fraction_factor =
    static_cast<std::uint32_t>(((std::uint64_t{1} << (32 + fraction_shift)) + power58_4 - 1) / power58_4);
inline constexpr unsigned top_limit58 = static_cast<unsigned>(~std::uint64_t{0} / power58_10);

}  // namespace sortid::detail
