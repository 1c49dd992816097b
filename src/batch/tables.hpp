// The tables by which the vector kernels look up and shuffle, computed from the codecs' own.
//
// Five bits to a symbol. The text's bits are the value's, highest first, after `spare` zero bits, so symbol s
// holds the value's bits 5s - spare ... 5s - spare + 4. Two neighbouring symbols are ten bits. They lie
// within two bytes when they begin at an even bit of a byte, and every pair does. So 16 symbols are eight
// words of 16 bits: a byte shuffle brings the two bytes of each pair into its word, and two shifts separate
// the symbols. `below` is the number of bits under the pair.
//
// The symbols of 26 as letters, spare = 2, the first pairs; words are drawn highest bit first, a dot is a
// masked bit:
//
//   value          aaabbbbb cccccddd ddeeeeef ffffgggg ghhhhhii iiijjjjj
//   byte           0        1        2        3        4        5
//
//   pair           a b                 c d                 e f                 g h
//   shuffled       -------- aaabbbbb   cccccddd ddeeeeef   ddeeeeef ffffgggg   ffffgggg ghhhhhii
//   below          0                   6                   4                   2
//   >> below + 5   ........ .....aaa   ........ ...ccccc   ........ ...eeeee   ........ ...ggggg
//   << 8 - below   ...bbbbb ........   ...ddddd ........   ...fffff ........   ...hhhhh ........
//
// The low byte of a word is the first in memory, so the symbols end up in order.
//
// A symbol to its value. The high four bits of a character are its class, the low four index a table of that
// class, and the values found are combined by exclusive or. Every character is looked up in the table of
// class 5, those up to 0x4F in that of class 4 too, and those up to 0x3F in that of class 3 too: an addition
// sets bit 7 of the others, for which a shuffle gives zero. So each table but the last holds its values xor
// those of the next. An invalid character gives `invalid_value`. One comparison finds the characters
// below the first class and those above 0x7F, some of which wrap around in the addition.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sortid/detail/base32.hpp"
#include "sortid/detail/base58.hpp"
#include "sortid/detail/hex.hpp"

namespace sortid::detail {

// A value that the compiler computes.
template <auto Value>
inline constexpr auto constant = Value;

using bytes16 = std::array<std::uint8_t, 16>;
using words8 = std::array<std::uint16_t, 8>;

inline constexpr std::uint8_t shuffle_zero = 0x80;   // the shuffle index that gives a zero
inline constexpr std::uint8_t invalid_value = 0x80;  // the value of an invalid character

// Where byte i of a value lies in memory; byte 0 is the highest.
enum class byte_order : std::uint8_t { network16, native8 };
constexpr std::size_t place_of(int byte, byte_order how) noexcept {
  return static_cast<std::size_t>(how == byte_order::network16 ? byte : 7 - byte);
}

struct pair_tables {
  bytes16 bytes{};  // the shuffle
  words8 below{};   // the bits under each pair
};

// Eight pairs from symbol `first` on. The register holds the value's bytes from `from` to `end` (exclusive),
// from its byte 0 on.
constexpr pair_tables pairs_of(int first, int spare, byte_order how, int from = 0, int end = 16) noexcept {
  pair_tables t;
  for (int j = 0; j < 8; ++j) {
    const int bit = 5 * (first + 2 * j) - spare;
    const int byte = (bit + 64) / 8 - 8;  // floor
    const auto at = [&](int b) {
      return b < from || b >= end ? shuffle_zero : static_cast<std::uint8_t>(place_of(b - from, how));
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

// The same, xor the 16 before them.
template <class Symbols>
constexpr bytes16 symbols_over_last(const Symbols& symbols, std::size_t first) noexcept {
  bytes16 to = symbols_from(symbols, first);
  if (first == 0) return to;
  const bytes16 last = symbols_from(symbols, first - to.size());
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::uint8_t>(to[i] ^ last[i]);
  return to;
}

// The classes of an alphabet, lowest first, and the greatest valid value.
template <std::size_t N>
struct symbol_classes {
  std::array<unsigned, N> classes{};
  unsigned greatest = 63;
  bool folds = false;  // either case: classes 4 and 5 stand for 6 and 7 too
};
inline constexpr symbol_classes<3> any_case_classes{{3, 4, 5}, 63, true};
inline constexpr symbol_classes<4> lower_case_classes{{3, 5, 6, 7}};  // 4 and 5 have no symbol
inline constexpr symbol_classes<5> base58_classes{{3, 4, 5, 6, 7}};

// The table of class `at`, xor that of the next.
template <std::size_t N>
constexpr bytes16 values_over_next(const std::array<std::uint8_t, 256>& decode, const symbol_classes<N>& of,
                                   std::size_t at) noexcept {
  const auto value = [&](std::size_t which, std::size_t low) {
    const std::uint8_t v = decode[16 * of.classes[which] + low];
    return v > of.greatest ? invalid_value : v;
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

// A shuffle: `count` bytes from `from` on go to `to` on. All other bytes become zero.
constexpr bytes16 moved(std::size_t to, std::size_t from, std::size_t count,
                        bytes16 others = filled(shuffle_zero)) noexcept {
  for (std::size_t i = 0; i < count; ++i) others[to + i] = static_cast<std::uint8_t>(from + i);
  return others;
}

// The same in reverse: byte `from` goes first, then the ones below it.
constexpr bytes16 reversed(std::size_t to, std::size_t from, std::size_t count,
                           bytes16 others = filled(shuffle_zero)) noexcept {
  for (std::size_t i = 0; i < count; ++i) others[to + i] = static_cast<std::uint8_t>(from - i);
  return others;
}

// One byte where a UUID's text has hyphens, and another elsewhere, from a place of the text on.
template <std::size_t Size = 16>
constexpr std::array<std::uint8_t, Size> hyphen_bytes(std::size_t text_from, std::uint8_t there,
                                                      std::uint8_t elsewhere = 0) noexcept {
  std::array<std::uint8_t, Size> to{};
  for (std::size_t i = 0; i < Size; ++i) to[i] = uuid_codec::hyphen_at(text_from + i) ? there : elsewhere;
  return to;
}

// Of a hexadecimal digit's high four bits, those that count, by its low four bits; and what is added to it,
// by those. lanes.hpp has them as a table.
inline constexpr bytes16 digit_counts{5, 3, 3, 3, 3, 3, 3, 1, 1, 1, 2, 2, 2, 2, 2, 2};
constexpr bytes16 digit_offsets() noexcept {
  bytes16 to{};
  for (const char digit : {'0', '1', 'A', 'a'}) {
    const auto code = static_cast<unsigned char>(digit);
    const unsigned value = decode32<symbols32::any_case>[code];
    to[code >> 4U & digit_counts[code & 15U]] = static_cast<std::uint8_t>(value - code);
  }
  return to;
}

// 256 ≡ 2 modulo 127, so byte i, counted from the lowest, weighs 2^i ≡ 2^(i mod 7).
constexpr bytes16 check_weights() noexcept {
  bytes16 to{};
  for (std::size_t i = 0; i < 16; ++i) to[15 - i] = static_cast<std::uint8_t>(1U << (i % 7));
  return to;
}

// The same for symbols: 32 = 2^5, so symbol s of 27 weighs 2^(5 (26 - s) mod 7). Symbols from `first` on;
// those before `from` weigh nothing.
constexpr bytes16 symbol_weights(std::size_t first, std::size_t from) noexcept {
  bytes16 to{};
  for (std::size_t i = 0; i < 16; ++i)
    to[i] = first + i < from ? std::uint8_t{0} : static_cast<std::uint8_t>(1U << (5 * (26 - first - i) % 7));
  return to;
}

// The kernels sum in 16 bits: the bytes of a value, and 27 symbols with twice a complement of at most 127.
constexpr unsigned sum_of(const bytes16& weights) noexcept {
  unsigned sum = 0;
  for (const std::uint8_t weight : weights) sum += weight;
  return sum;
}
static_assert(255 * sum_of(check_weights()) == 0xFFFF);
static_assert(31 * (sum_of(symbol_weights(0, 0)) + sum_of(symbol_weights(11, 16))) + 2 * 127 < 0xFFFF);

// The remainder by 127 of x below 2^16, without a division: x times this is x / 127 with 32 fractional bits,
// and a little more; twice 127 times the fraction is twice the remainder, and less than one more.
inline constexpr std::uint32_t fraction127 =
    static_cast<std::uint32_t>(((std::uint64_t{1} << 32) + 126) / 127);
static_assert(std::uint64_t{0xFFFF} * (std::uint64_t{127} * fraction127 - (std::uint64_t{1} << 32)) * 2 <
              std::uint64_t{1} << 32);

// x below 2^16 is divisible by 127 exactly when x times the inverse of 127 is at most 516, modulo 2^16. (The
// product is then x / 127; the other residues take the numbers above.)
inline constexpr std::uint16_t inverse127 = 49'023;
static_assert(static_cast<std::uint16_t>(inverse127 * 127U) == 1);
inline constexpr std::uint16_t multiples127 = 0xFFFF / 127;

// The five base-58 digits of a limb below 58^5, without a division. x = (limb * factor >> 23) + 1 is limb /
// 58^4 with 32 fractional bits: above them stands the first digit, and 58 times the fraction gives the next
// one, four times. x is too large by more than 0 and, as the factor is rounded up, by less than limb / 2^23 +
// 1. Each step multiplies that error by 58. At the last step the true fraction is zero, so all digits are
// right when 58^4 times the error stays below 2^32.
inline constexpr std::uint32_t limb58 = 58U * 58 * 58 * 58 * 58;
inline constexpr std::uint32_t power58_4 = 58U * 58 * 58 * 58;
inline constexpr std::uint64_t power58_10 = std::uint64_t{limb58} * limb58;
inline constexpr unsigned fraction_shift = 23;
inline constexpr auto fraction_factor =
    static_cast<std::uint32_t>(((std::uint64_t{1} << (32 + fraction_shift)) + power58_4 - 1) / power58_4);
static_assert(std::uint64_t{power58_4} * ((limb58 >> fraction_shift) + 2) < std::uint64_t{1} << 32);
inline constexpr unsigned top_limit58 = static_cast<unsigned>(~std::uint64_t{0} / power58_10);

}  // namespace sortid::detail
