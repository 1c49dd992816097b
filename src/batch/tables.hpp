// The tables that the vector kernels look up and shuffle by, computed from the codecs' own.
//
// How five bits become a symbol. The value's bits, the highest first, are a stream that begins `spare` bits behind the
// text's: symbol s holds the stream's bits 5s − spare … 5s − spare + 4. Two neighbouring symbols are ten bits, which lie in
// two bytes whenever they begin at an even bit of a byte. So 16 symbols are eight words of 16 bits: a byte shuffle puts
// the two bytes there, one shift right by n + 5 leaves the first symbol in the low byte and one shift left by 8 − n the
// second in the high byte, n being the bits of the word below the pair.
//
// How a symbol becomes five bits. A byte is looked up by its low four bits in one table for each high half that has
// symbols. A good symbol gives 0x40 + its value, any other byte 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sortid/detail/base32.hpp"
#include "sortid/detail/base58.hpp"

namespace sortid::detail {

using bytes16 = std::array<std::uint8_t, 16>;
using words8 = std::array<std::uint16_t, 8>;

inline constexpr std::uint8_t nothing = 0x80;  // the shuffle index that gives a zero
inline constexpr std::uint8_t good = 0x40;     // marks a looked-up symbol

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

// The bytes 0xH0 … 0xHF: 0x40 + value where that is below `values`, else 0.
constexpr bytes16 marked_values(const std::array<std::uint8_t, 256>& decode, unsigned high,
                                unsigned values = 64) noexcept {
  bytes16 to{};
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::uint8_t value = decode[16 * high + i];
    to[i] = value < values ? static_cast<std::uint8_t>(value | good) : std::uint8_t{0};
  }
  return to;
}

constexpr bytes16 filled(std::uint8_t value) noexcept {
  bytes16 to{};
  to.fill(value);
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
