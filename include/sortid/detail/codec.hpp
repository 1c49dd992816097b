// From a layout's text form to the codec that reads and writes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "sortid/detail/base32.hpp"
#include "sortid/detail/base58.hpp"
#include "sortid/detail/hex.hpp"
#include "sortid/error.hpp"
#include "sortid/inline_text.hpp"
#include "sortid/layout.hpp"
#include "sortid/uint128.hpp"

namespace sortid::detail {

template <const layout& L>
using word_of = std::conditional_t<L.bits == 64, std::uint64_t, uint128>;

// The symbols of a text form, by their values.
constexpr auto alphabet_of(text_form form) noexcept {
  inline_text<bitcoin_symbols.size()> symbols;
  if (form == text_form::base58) return symbols.append(bitcoin_symbols);
  const bool in_lower_case = form == text_form::crockford_lower || form == text_form::uuid_hex;
  // The hexadecimal digits are the first sixteen of the thirty-two.
  for (const char upper :
       crockford_symbols.substr(0, form == text_form::uuid_hex ? 16 : std::string_view::npos)) {
    symbols.append(in_lower_case ? lower(upper) : upper);
  }
  return symbols;
}

// Writes the canonical text: exactly L.symbols bytes.
template <const layout& L>
constexpr void write_text(word_of<L> value, char* out) noexcept {
  if constexpr (L.text == text_form::crockford_checked) {
    checked32_codec<>::write(value, checked32_codec<>::check_mod(value), out);
  } else if constexpr (L.text == text_form::base58) {
    base58_codec::write(value, out);
  } else if constexpr (L.text == text_form::uuid_hex) {
    uuid_codec::write(value, out);
  } else {
    base32_codec<word_of<L>, L.symbols, L.text == text_form::crockford_lower>::write(value, out);
  }
}

// The position in the text of the first symbol that holds bits of the field. In base 58, always 0.
constexpr std::uint32_t position_of(const layout& l, std::size_t index) noexcept {
  // Bits before the field, most significant first.
  const unsigned before = l.bits - l.shift(index) - l.fields[index].bits;
  switch (l.text) {
    case text_form::crockford_upper:
    case text_form::crockford_lower:
      // The first symbol has zeros above the value.
      return (before + l.symbols * 5 - l.bits) / 5;
    case text_form::crockford_checked:
      return before / 5;
    case text_form::uuid_hex: {
      unsigned digit = before / 4;
      std::uint32_t at = 0;
      while (uuid_codec::hyphen_at(at) || digit != 0) {
        if (!uuid_codec::hyphen_at(at)) --digit;
        ++at;
      }
      return at;
    }
    case text_form::base58:
      break;
  }
  return 0;
}

// Whether a constant field differs from the value; sets `why` if so.
template <const layout& L, std::size_t Field>
constexpr bool differs_in([[maybe_unused]] uint128 value, [[maybe_unused]] error& why) noexcept {
  if constexpr (L.fields[Field].role == role::constant) {
    constexpr unsigned shift = L.shift(Field);
    constexpr uint128 mask = low_mask<uint128>(L.fields[Field].bits);
    constexpr std::uint32_t position = position_of(L, Field);
    const uint128 found = value >> shift & mask;
    if (found == uint128(L.fields[Field].value)) return false;
    why = {reason::range, position, static_cast<std::uint32_t>(L.fields[Field].value),
           static_cast<std::uint32_t>(found.lo)};
    return true;
  } else {
    return false;
  }
}

// The error of the first wrong constant field; there must be one.
template <const layout& L>
[[gnu::noinline]] constexpr error wrong_constant(word_of<L> value) noexcept {
  error why;
  [&]<std::size_t... I>(std::index_sequence<I...>) noexcept {
    static_cast<void>((... || differs_in<L, I>(value, why)));
  }
  (std::make_index_sequence<L.field_count()>());
  return why;
}

// Whether the layout allows the value: sign bits clear and, where required, its constants in place.
template <const layout& L>
constexpr error check_value(word_of<L> value) noexcept {
  if constexpr (L.has(role::sign)) {
    constexpr uint128 sign = L.mask(role::sign);
    if ((uint128(value) & sign) != uint128()) return {reason::overflow, 0, 0, 1};
  }
  if constexpr (L.constants_required && L.has(role::constant)) {
    constexpr uint128 mask = L.mask(role::constant);
    constexpr uint128 constants = L.constants();
    if ((uint128(value) & mask) != constants) return wrong_constant<L>(value);
  }
  return {};
}

// Whether Crockford's aliases are accepted.
enum class strictness : std::uint8_t { strict, aliases };

// Reads exactly L.symbols bytes. Nothing is written to `value` on an error.
template <const layout& L, strictness S = strictness::strict>
constexpr error read_text(const char* text, word_of<L>& value, bool verify = true) noexcept {
  word_of<L> read{};
  error e;
  if constexpr (L.text == text_form::crockford_checked) {
    unsigned check = 0;
    e = checked32_codec<>::read(text, read, check);
    if (e.why == reason::none && verify && check != checked32_codec<>::unchecked) {
      const unsigned expected = checked32_codec<>::check_mod(read);
      if (check != expected) e = {reason::checksum, checked32_codec<>::check_position, expected, check};
    }
  } else if constexpr (L.text == text_form::base58) {
    e = base58_codec::read(text, read);
  } else if constexpr (L.text == text_form::uuid_hex) {
    e = uuid_codec::read(text, read);
  } else {
    using codec = base32_codec<word_of<L>, L.symbols, L.text == text_form::crockford_lower>;
    constexpr symbols32 taken = S == strictness::aliases ? symbols32::with_aliases : codec::strict;
    constexpr auto max = static_cast<word_of<L>>(L.max_value());
    e = codec::template read<taken>(text, max, read);
  }
  if (e.why == reason::none) e = check_value<L>(read);
  if (e.why == reason::none) value = read;
  return e;
}

// A text without its hyphens, and where each byte stood. A longer text than any format's keeps its
// beginning.
struct unhyphenated {
  static constexpr std::size_t capacity = 40;
  char bytes[capacity]{};
  std::uint32_t places[capacity + 1]{};
  std::size_t size = 0;  // of the whole text

  constexpr explicit unhyphenated(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '-') continue;
      if (size < capacity) {
        places[size] = clamp32(i);
        bytes[size] = text[i];
      }
      ++size;
    }
    if (size <= capacity) places[size] = clamp32(text.size());
  }
};

}  // namespace sortid::detail
