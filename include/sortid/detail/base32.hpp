// Crockford's base 32: the home of its 32 symbols, and the scalar codec for texts of 13, 26 and 27 symbols.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sortid/detail/bytes.hpp"
#include "sortid/error.hpp"
#include "sortid/uint128.hpp"

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

template <class Value, Value None, std::size_t... I>
constexpr std::array<Value, 256> filled_table(std::index_sequence<I...>) noexcept {
  return {(static_cast<void>(I), None)...};  // a loop costs the compiler five times as long
}

// Byte → value of the symbol, shifted, or None.
template <symbols32 Taken, class Value, Value None>
constexpr std::array<Value, 256> decode_table32(unsigned shift) noexcept {
  auto table = filled_table<Value, None>(std::make_index_sequence<256>());
  Value* const at = table.data();
  int value = 0;
  for (const char upper : crockford_symbols) {
    const auto shifted_value = static_cast<Value>(value++ << shift);
    if (Taken != symbols32::lower_case || upper <= '9') at[static_cast<unsigned char>(upper)] = shifted_value;
    at[static_cast<unsigned char>(lower(upper))] = shifted_value;
  }
  if (Taken == symbols32::with_aliases) {
    for (const char one : {'I', 'i', 'L', 'l'}) {
      at[static_cast<unsigned char>(one)] = static_cast<Value>(1 << shift);
    }
    for (const char zero : {'O', 'o'}) at[static_cast<unsigned char>(zero)] = 0;
  }
  return table;
}

template <symbols32 Taken>
inline constexpr std::array<std::uint8_t, 256> decode32 =
    decode_table32<Taken, std::uint8_t, not_a_symbol>(0);

// The same for the symbols of a group of four, each at its place among 20 bits; negative for what is no
// symbol.
template <symbols32 Taken>
inline constexpr std::array<std::int32_t, 256> decode_four32[] = {
    decode_table32<Taken, std::int32_t, -1>(15), decode_table32<Taken, std::int32_t, -1>(10),
    decode_table32<Taken, std::int32_t, -1>(5), decode_table32<Taken, std::int32_t, -1>(0)};

constexpr std::array<char, 32> encode_table32(bool in_lower_case) noexcept {
  std::array<char, 32> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = in_lower_case ? lower(crockford_symbols[i]) : crockford_symbols[i];
  }
  return table;
}

template <bool InLowerCase>
inline constexpr std::array<char, 32> encode32 = encode_table32(InLowerCase);

// Two symbols for ten bits: half the loads and stores of one symbol at a time.
struct symbol_pairs {
  char symbols[2 * 32 * 32];
};

template <bool InLowerCase>
inline constexpr symbol_pairs encode_pairs32 = [] {
  symbol_pairs pairs{};
  char symbols[32]{};
  for (int i = 0; i < 32; ++i) symbols[i] = encode32<InLowerCase>.data()[i];
  for (int i = 0; i < 32 * 32; ++i) {
    pairs.symbols[2 * i] = symbols[i >> 5];
    pairs.symbols[2 * i + 1] = symbols[i & 31];
  }
  return pairs;
}();

// Writes the low 10·sizeof...(I) bits in symbols, the highest first.
template <bool InLowerCase, std::size_t... I>
constexpr void write_pairs32(std::uint64_t bits, char* out, std::index_sequence<I...>) noexcept {
  const auto write_pair = [](std::uint64_t ten_bits, char* to) {
    if constexpr (SORTID_SMALL != 0) {
      to[0] = encode32<InLowerCase>[static_cast<std::size_t>(ten_bits >> 5)];
      to[1] = encode32<InLowerCase>[static_cast<std::size_t>(ten_bits & 31U)];
      return;
    }
    const char* const pair = encode_pairs32<InLowerCase>.symbols + 2 * ten_bits;
    if (std::is_constant_evaluated()) {
      to[0] = pair[0];
      to[1] = pair[1];
    } else {
      std::memcpy(to, pair, 2);
    }
  };
  (write_pair(bits >> (10 * (sizeof...(I) - 1 - I)) & 1023U, out + 2 * I), ...);
}
template <bool InLowerCase, std::size_t Pairs>
constexpr void write_pairs32(std::uint64_t bits, char* out) noexcept {
  write_pairs32<InLowerCase>(bits, out, std::make_index_sequence<Pairs>());
}

// Set in what is read when a byte was no symbol. At most twelve symbols, 60 bits, stand below it.
inline constexpr std::uint64_t none_read = std::uint64_t{1} << 63;

// Up to four symbols as a number.
template <symbols32 Taken, std::size_t Count>
constexpr std::uint64_t read_few32(const char* text) noexcept {
  const auto& tables = decode_four32<Taken>;
  std::int32_t value = 0;
  if constexpr (SORTID_SMALL != 0) {
    for (std::size_t i = 0; i < Count; ++i) {
      const auto symbol = static_cast<std::int8_t>(decode32<Taken>[static_cast<unsigned char>(text[i])]);
      value = (value < 0 ? -1 : value << 5) | symbol;
    }
  } else if constexpr (Count == 4) {
    // One load for the bytes, as the tables' loads are what the time goes to.
    const std::uint32_t first = load_four(text);
    const std::uint32_t last = first >> 16;
    value = tables[0][first & 255U] | tables[1][first >> 8 & 255U] | tables[2][last & 255U] |
            tables[3][last >> 8];
  } else {
    for (std::size_t i = 0; i < Count; ++i)
      value |= tables[4 - Count + i][static_cast<unsigned char>(text[i])];
  }
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}
template <symbols32 Taken>
constexpr std::uint64_t read_twelve32(const char* text) noexcept {
  return read_few32<Taken, 4>(text) << 40 | read_few32<Taken, 4>(text + 4) << 20 |
         read_few32<Taken, 4>(text + 8);
}

// Why a text was rejected: out of the way of those that are not.
template <symbols32 Taken>
[[gnu::cold, gnu::noinline]] constexpr error error_in32(const char* text, std::size_t size,
                                                        std::uint32_t first_limit) noexcept {
  const auto value = [](char symbol) { return read_few32<Taken, 1>(&symbol); };
  for (std::size_t at = 0; at < size; ++at) {
    if ((value(text[at]) & none_read) != 0) return not_a_digit(text[at], at);
  }
  return {reason::overflow, 0, first_limit, static_cast<std::uint32_t>(value(text[0]))};
}

// Codec of a plain base-32 text: `Bits` value bits right-aligned in `Symbols` symbols, spare high bits zero.
template <class Word, std::size_t Symbols, bool InLowerCase>
struct base32_codec {
  static_assert(Symbols == 13 || Symbols == 26);
  static constexpr std::size_t symbols = Symbols;
  static constexpr symbols32 strict = InLowerCase ? symbols32::lower_case : symbols32::any_case;

  static constexpr void write(Word value, char* out) noexcept {
    if constexpr (Symbols == 26) {
      write_pairs32<InLowerCase, 1>(value.hi >> 56, out);
      write_pairs32<InLowerCase, 6>(value.hi << 4 | value.lo >> 60, out + 2);
      write_pairs32<InLowerCase, 6>(value.lo, out + 14);
    } else {
      out[0] = encode32<InLowerCase>[value >> 60];
      write_pairs32<InLowerCase, 6>(value, out + 1);
    }
  }

  // Reads exactly `symbols` bytes. `max` is the greatest value; it is one less than a power of two.
  template <symbols32 Taken = strict>
  static constexpr error read(const char* text, Word max, Word& value) noexcept {
    if (take<Taken>(text, max, value)) return {};
    return error_in32<Taken>(text, Symbols, first_limit_of(max));
  }
  // Whether it is a text, without the reason.
  template <symbols32 Taken = strict>
  static constexpr bool take(const char* text, Word max, Word& value) noexcept {
    constexpr std::size_t spare = Symbols - 12;  // 1 or 14 symbols before the last twelve
    const std::uint64_t low = read_twelve32<Taken>(text + spare);
    std::uint64_t seen = low;
    std::uint64_t first = 0;  // what stands above the twelves, and what `max` leaves of it
    std::uint64_t first_max = 0;
    Word all{};
    if constexpr (Symbols == 26) {
      first = read_few32<Taken, 2>(text);
      const std::uint64_t middle = read_twelve32<Taken>(text + 2);
      seen |= middle;
      first_max = max.hi >> 56;
      all = Word(first << 56 | middle >> 4, middle << 60 | low);
    } else {
      first = read_few32<Taken, 1>(text);
      first_max = max >> 60;
      all = first << 60 | low;
    }
    // No symbol in `first` makes it greater than any limit.
    if (first > first_max || (seen & none_read) != 0) return false;
    value = all;
    return true;
  }

  // The greatest value of the first symbol.
  static constexpr std::uint32_t first_limit_of(Word max) noexcept {
    if constexpr (Symbols == 26) {
      return static_cast<std::uint32_t>(max.hi >> 61);
    } else {
      return static_cast<std::uint32_t>(max >> 60);
    }
  }
};

// Codec of EUID: 128 value bits, then a 7-bit check-mod, in 27 symbols. A template, so that only its users
// pay for its tables.
template <class Word = uint128>
struct checked32_codec {
  static constexpr std::size_t symbols = 27;
  static constexpr std::size_t check_position = 25;  // the first symbol that holds bits of the check-mod
  static constexpr unsigned modulus = 127;
  static constexpr unsigned unchecked = 127;  // the check-mod that says: do not verify

  // value mod 127. 2^7 ≡ 1, so 2^56 ≡ 1 and 2^64 ≡ 2: what stands above 56 bits is added to them, then above
  // 28.
  static constexpr unsigned check_mod(Word value) noexcept {
    constexpr auto folded = [](std::uint64_t word, unsigned bits) {
      return (word & low_mask<std::uint64_t>(bits)) + (word >> bits);
    };
    const std::uint64_t sum = 2 * folded(value.hi, 56) + folded(value.lo, 56);
    return static_cast<std::uint32_t>(folded(sum, 28)) % modulus;
  }

  static constexpr void write(Word value, unsigned check, char* out) noexcept {
    out[0] = encode32<false>[value.hi >> 59];
    write_pairs32<false, 1>(value.hi >> 49, out + 1);
    write_pairs32<false, 6>(value.hi << 11 | value.lo >> 53, out + 3);
    write_pairs32<false, 6>(value.lo << 7 | check, out + 15);
  }

  static constexpr symbols32 taken = symbols32::with_aliases;

  // Reads exactly `symbols` bytes without verifying the check-mod.
  static constexpr error read(const char* text, Word& value, unsigned& check) noexcept {
    if (take(text, value, check)) return {};
    return error_in32<taken>(text, symbols, 0);
  }
  // Whether it is a text, without the reason.
  static constexpr bool take(const char* text, Word& value, unsigned& check) noexcept {
    const std::uint64_t first = read_few32<taken, 3>(text);
    const std::uint64_t middle = read_twelve32<taken>(text + 3);
    const std::uint64_t last = read_twelve32<taken>(text + 15);
    if (((first | middle | last) & none_read) != 0) return false;
    // 15 + 60 + 60 bits, of which the low 7 are the check-mod.
    value = Word(first << 49 | middle >> 11, middle << 53 | last >> 7);
    check = static_cast<unsigned>(last & 127U);
    return true;
  }
};

}  // namespace sortid::detail
