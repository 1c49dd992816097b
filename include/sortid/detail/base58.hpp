// Bitcoin's base 58 in eleven symbols for 64 bits: the home of its 58 symbols, and the scalar codec.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "sortid/detail/base32.hpp"
#include "sortid/error.hpp"
#include "sortid/uint128.hpp"

namespace sortid::detail {

inline constexpr std::string_view bitcoin_symbols =
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

inline constexpr std::array<std::uint8_t, 256> decode58 = [] {
  auto table = filled_table<std::uint8_t, not_a_symbol>(std::make_index_sequence<256>());
  std::uint8_t* const at = table.data();
  std::uint8_t value = 0;
  for (const char symbol : bitcoin_symbols) at[static_cast<unsigned char>(symbol)] = value++;
  return table;
}();

struct base58_codec {
  static constexpr std::size_t symbols = 11;

  static constexpr std::uint64_t power(std::size_t exponent) noexcept {
    std::uint64_t p = 1;
    while (exponent-- != 0) p *= 58;
    return p;
  }

  static constexpr void write(std::uint64_t value, char* out) noexcept {
    // One digit and two limbs of five.
    constexpr std::uint64_t limb = power(limb_digits);
    const std::uint64_t upper = value / limb;
    write_limb(value % limb, out + 6);
    write_limb(upper % limb, out + 1);
    out[0] = bitcoin_symbols[static_cast<std::size_t>(upper / limb)];
  }

  // Reads exactly `symbols` bytes.
  static constexpr error read(const char* text, std::uint64_t& value) noexcept {
    if (take(text, value)) return {};
    return error_in(text, symbols);
  }
  // Whether it is a text, without the reason.
  static constexpr bool take(const char* text, std::uint64_t& value) noexcept {
    constexpr std::uint64_t top = power(10);
    constexpr std::uint64_t top_limit = ~std::uint64_t{0} / top;
    std::uint8_t seen = decode(text[0]);
    const std::uint64_t first = seen;
    const std::uint64_t below = read_limb(text + 1, seen) * power(limb_digits) + read_limb(text + 6, seen);
    const std::uint64_t sum = first * top + below;
    if ((seen & not_a_symbol) != 0 || first > top_limit || sum < below) return false;
    value = sum;
    return true;
  }

  // What the first `size` symbols stand for: see range.hpp, ids_with_text_prefix. `size` is 1 … symbols.
  static constexpr error read_prefix(const char* text, std::size_t size, std::uint64_t& lower,
                                     std::uint64_t& upper) noexcept {
    char padded[symbols]{};
    for (std::size_t i = 0; i < symbols; ++i) padded[i] = i < size ? text[i] : bitcoin_symbols.front();
    std::uint64_t from = 0;
    const error e = read(padded, from);
    if (e.why != reason::none) {
      return e.why == reason::overflow ? error_in(text, size) : e;
    }
    const std::uint64_t span = power(symbols - size) - 1;
    lower = from;
    upper = from + span < from ? ~std::uint64_t{0} : from + span;
    return {};
  }

 private:
  static constexpr std::uint8_t decode(char symbol) noexcept {
    return decode58[static_cast<unsigned char>(symbol)];
  }

  static constexpr std::size_t limb_digits = 5;

  // As a fraction of 58^5 in fixed point, rounded up, whose digits multiplication brings out one by one: the
  // error, below 58^5 in 2^58 of the last place but four, does not reach the last.
  static constexpr void write_limb(std::uint64_t limb, char* out) noexcept {
    constexpr unsigned point = 58;
    constexpr std::uint64_t unit = (std::uint64_t{1} << point) / power(limb_digits - 1) + 1;
    constexpr std::uint64_t fraction = low_mask<std::uint64_t>(point);
    std::uint64_t rest = limb * unit;
    for (std::size_t i = 0; i < limb_digits; ++i) {
      out[i] = bitcoin_symbols[static_cast<std::size_t>(rest >> point)];
      rest = (rest & fraction) * 58;
    }
  }

  // No chain of products: each digit has its own.
  static constexpr std::uint64_t read_limb(const char* text, std::uint8_t& seen) noexcept {
    const std::uint8_t a = decode(text[0]);
    const std::uint8_t b = decode(text[1]);
    const std::uint8_t c = decode(text[2]);
    const std::uint8_t d = decode(text[3]);
    const std::uint8_t e = decode(text[4]);
    seen = static_cast<std::uint8_t>(seen | a | b | c | d | e);
    return a * power(4) + b * power(3) + c * power(2) + d * power(1) + e;
  }

  // Why a text was rejected: its first byte that is no symbol, or else the first symbol by which its `size`
  // symbols pass the largest text; the alphabet is in the order of its bytes.
  [[gnu::cold, gnu::noinline]] static constexpr error error_in(const char* text, std::size_t size) noexcept {
    for (std::size_t at = 0; at < size; ++at) {
      if (decode(text[at]) == not_a_symbol) return not_a_digit(text[at], at);
    }
    return past_largest(text, size);
  }

 public:
  // Why symbols that pass those of the largest text are rejected: at the first that does.
  static constexpr error past_largest(const char* text, std::size_t size) noexcept {
    constexpr auto largest = [] {
      std::array<char, symbols> to{};
      write(~std::uint64_t{0}, to.data());
      return to;
    }();
    std::size_t at = 0;
    while (at + 1 < size && text[at] == largest[at]) ++at;
    return {reason::overflow, clamp32(at), decode(largest[at]), decode(text[at])};
  }
};

}  // namespace sortid::detail
