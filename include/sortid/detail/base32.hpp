// Crockford's base 32: the home of its 32 symbols, and the scalar codec for texts of 13, 26 and 27 symbols.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "sortid/detail/uint128.hpp"
#include "sortid/error.hpp"

namespace sortid::detail {

inline constexpr std::string_view crockford_symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// Which symbols a decoder takes.
enum class symbols32 : std::uint8_t {
  any_case,      // ULID, Ulid-Flake
  lower_case,    // TypeID
  with_aliases,  // any case, I i L l = 1, O o = 0: EUID, and every lenient parse
};

inline constexpr std::uint8_t not_a_symbol = 0x80;

// Byte → value of the symbol, or not_a_symbol.
constexpr std::array<std::uint8_t, 256> decode_table32(symbols32 taken) noexcept {
  std::array<std::uint8_t, 256> table{};
  table.fill(not_a_symbol);
  for (std::size_t i = 0; i < crockford_symbols.size(); ++i) {
    const char upper = crockford_symbols[i];
    if (taken != symbols32::lower_case || upper <= '9')
      table[static_cast<unsigned char>(upper)] = static_cast<std::uint8_t>(i);
    table[static_cast<unsigned char>(lower(upper))] = static_cast<std::uint8_t>(i);
  }
  if (taken == symbols32::with_aliases) {
    for (const char one : {'I', 'i', 'L', 'l'}) table[static_cast<unsigned char>(one)] = 1;
    for (const char zero : {'O', 'o'}) table[static_cast<unsigned char>(zero)] = 0;
  }
  return table;
}

template <symbols32 Taken>
inline constexpr std::array<std::uint8_t, 256> decode32 = decode_table32(Taken);

constexpr std::array<char, 32> encode_table32(bool in_lower_case) noexcept {
  std::array<char, 32> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = in_lower_case ? lower(crockford_symbols[i]) : crockford_symbols[i];
  }
  return table;
}

template <bool InLowerCase>
inline constexpr std::array<char, 32> encode32 = encode_table32(InLowerCase);

constexpr std::uint8_t value32(const std::array<std::uint8_t, 256>& table, char symbol) noexcept {
  return table[static_cast<unsigned char>(symbol)];
}

// The first byte that is no symbol; there is one.
template <class IsSymbol>
constexpr error first_bad(const char* text, std::size_t size, IsSymbol is_symbol) noexcept {
  std::size_t at = 0;
  while (at + 1 < size && is_symbol(text[at])) ++at;
  return {reason::character, clamp32(at), 0, static_cast<unsigned char>(text[at])};
}

// Writes the low 5·sizeof...(I) bits in symbols, the highest first.
template <bool InLowerCase, class Word, std::size_t... I>
constexpr void write32(Word value, char* out, std::index_sequence<I...>) noexcept {
  constexpr std::size_t count = sizeof...(I);
  ((out[I] = encode32<
        InLowerCase>[static_cast<std::uint64_t>(value >> static_cast<unsigned>(5 * (count - 1 - I))) & 31]),
   ...);
}

// Reads symbols as a number modulo 2^64, the lowest symbol last. What is no symbol shows in `seen`, the union of all
// table values. Shifts by constants instead of a chain, so that the loads overlap.
template <symbols32 Taken, std::size_t... I>
constexpr std::uint64_t read32(const char* text, std::uint8_t& seen, std::index_sequence<I...>) noexcept {
  constexpr std::size_t count = sizeof...(I);
  static_assert(count <= 13);
  const std::uint8_t values[] = {value32(decode32<Taken>, text[I])...};
  seen = static_cast<std::uint8_t>((seen | ... | values[I]));
  return ((static_cast<std::uint64_t>(values[I]) << (5 * (count - 1 - I))) | ...);
}

// Codec of a plain base-32 text: `Bits` value bits right-aligned in `Symbols` symbols, spare high bits zero.
template <class Word, std::size_t Symbols, bool InLowerCase>
struct base32_codec {
  static constexpr std::size_t symbols = Symbols;
  static constexpr symbols32 strict = InLowerCase ? symbols32::lower_case : symbols32::any_case;

  static constexpr void write(Word value, char* out) noexcept {
    write32<InLowerCase>(value, out, std::make_index_sequence<Symbols>());
  }

  // Reads exactly `symbols` bytes. `max` is the greatest value; it is one less than a power of two.
  template <symbols32 Taken = strict>
  static constexpr error read(const char* text, Word max, Word& value) noexcept {
    std::uint8_t seen = 0;
    const std::uint64_t low = read32<Taken>(text + (Symbols - 13), seen, std::make_index_sequence<13>());
    // The value bits of the first symbol that `max` leaves.
    const auto first_limit = static_cast<std::uint8_t>(
        static_cast<std::uint64_t>(max >> static_cast<unsigned>(5 * (Symbols - 1))) & 31);
    Word read_value{};
    if constexpr (Symbols == 26) {
      const std::uint64_t high = read32<Taken>(text, seen, std::make_index_sequence<13>());
      // 65 bits below: the top bit of symbol 13 belongs to the upper word.
      read_value = Word(high << 1 | (value32(decode32<Taken>, text[13]) >> 4U & 1U), low);
    } else {
      static_assert(Symbols == 13);
      read_value = Word(low);
    }
    if ((seen & not_a_symbol) != 0) {
      return first_bad(text, Symbols, [](char c) { return value32(decode32<Taken>, c) != not_a_symbol; });
    }
    if (value32(decode32<Taken>, text[0]) > first_limit) {
      return {reason::overflow, 0, first_limit, value32(decode32<Taken>, text[0])};
    }
    value = read_value;
    return {};
  }
};

// Codec of EUID: 128 value bits, then a 7-bit check-mod, in 27 symbols.
struct checked32_codec {
  static constexpr std::size_t symbols = 27;
  static constexpr std::size_t check_position = 25;  // the first symbol that holds bits of the check-mod
  static constexpr unsigned modulus = 127;
  static constexpr unsigned unchecked = 127;  // the check-mod that says: do not verify

  // value mod 127. 128 ≡ 1, so the 7-bit digits are summed.
  static constexpr unsigned check_mod(uint128 value) noexcept {
    std::uint64_t sum = 0;
    for (unsigned shift = 0; shift < 128; shift += 7)
      sum += static_cast<std::uint64_t>(value >> shift) & 127U;
    return static_cast<unsigned>(sum % modulus);
  }

  static constexpr void write(uint128 value, unsigned check, char* out) noexcept {
    write32<false>(value >> 3, out, std::make_index_sequence<25>());
    out[25] = encode32<false>[(value.lo & 7U) << 2 | check >> 5];
    out[26] = encode32<false>[check & 31U];
  }

  // Reads exactly `symbols` bytes without verifying the check-mod.
  static constexpr error read(const char* text, uint128& value, unsigned& check) noexcept {
    constexpr symbols32 taken = symbols32::with_aliases;
    std::uint8_t seen = 0;
    const std::uint64_t high = read32<taken>(text, seen, std::make_index_sequence<12>());
    const std::uint64_t middle = read32<taken>(text + 12, seen, std::make_index_sequence<12>());
    const std::uint64_t last = read32<taken>(text + 24, seen, std::make_index_sequence<3>());
    if ((seen & not_a_symbol) != 0) {
      return first_bad(text, symbols, [](char c) { return value32(decode32<taken>, c) != not_a_symbol; });
    }
    // 60 + 60 + 15 bits; the low 7 are the check-mod, so 8 of the last 15 belong to the value.
    value = (uint128(high) << 68) | (uint128(middle) << 8) | uint128(last >> 7);
    check = static_cast<unsigned>(last & 127U);
    return {};
  }
};

}  // namespace sortid::detail
