// Bitcoin's base 58 in eleven symbols for 64 bits: the home of its 58 symbols, and the scalar codec.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/detail/base32.hpp"
#include "sortid/error.hpp"

namespace sortid::detail {

inline constexpr std::string_view bitcoin_symbols =
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

inline constexpr std::array<std::uint8_t, 256> decode58 = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(not_a_symbol);
  for (std::size_t i = 0; i < bitcoin_symbols.size(); ++i) {
    table[static_cast<unsigned char>(bitcoin_symbols[i])] = static_cast<std::uint8_t>(i);
  }
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
    // One digit and two limbs of five, so that most divisions are of 32 bits.
    constexpr std::uint64_t limb = power(5);
    const std::uint64_t upper = value / limb;
    write_limb(static_cast<std::uint32_t>(value % limb), out + 6);
    write_limb(static_cast<std::uint32_t>(upper % limb), out + 1);
    out[0] = bitcoin_symbols[static_cast<std::size_t>(upper / limb)];
  }

  // Reads exactly `symbols` bytes.
  static constexpr error read(const char* text, std::uint64_t& value) noexcept {
    std::uint8_t seen = 0;
    for (std::size_t i = 0; i < symbols; ++i) seen = static_cast<std::uint8_t>(seen | decode(text[i]));
    if ((seen & not_a_symbol) != 0) {
      return first_bad(text, symbols, [](char c) { return decode(c) != not_a_symbol; });
    }
    constexpr std::uint64_t top = power(10);
    constexpr std::uint64_t top_limit = ~std::uint64_t{0} / top;
    const std::uint64_t below = read_limb(text + 1) * power(5) + read_limb(text + 6);
    const std::uint64_t first = decode(text[0]);
    const std::uint64_t sum = first * top + below;
    if (first > top_limit || sum < below) return overflow(text, symbols);
    value = sum;
    return {};
  }

  // What the first `size` symbols stand for: see range.hpp, ids_with_text_prefix. `size` is 1 … symbols.
  static constexpr error read_prefix(const char* text, std::size_t size, std::uint64_t& lower,
                                     std::uint64_t& upper) noexcept {
    char padded[symbols]{};
    for (std::size_t i = 0; i < symbols; ++i) padded[i] = i < size ? text[i] : bitcoin_symbols.front();
    std::uint64_t from = 0;
    const error e = read(padded, from);
    if (e.why != reason::none) {
      return e.why == reason::overflow ? overflow(text, size) : e;
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

  static constexpr void write_limb(std::uint32_t limb, char* out) noexcept {
    for (int i = 4; i >= 0; --i) {
      out[i] = bitcoin_symbols[limb % 58];
      limb /= 58;
    }
  }

  static constexpr std::uint64_t read_limb(const char* text) noexcept {
    std::uint64_t limb = 0;
    for (int i = 0; i < 5; ++i) limb = limb * 58 + decode(text[i]);
    return limb;
  }

  // The first symbol by which the text passes the largest one; the alphabet is in the order of its bytes.
  static constexpr error overflow(const char* text, std::size_t size) noexcept {
    char largest[symbols]{};
    write(~std::uint64_t{0}, largest);
    std::size_t at = 0;
    while (at + 1 < size && text[at] == largest[at]) ++at;
    return {reason::overflow, clamp32(at), decode(largest[at]), decode(text[at])};
  }
};

}  // namespace sortid::detail
