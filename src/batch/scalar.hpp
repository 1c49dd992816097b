// Kernels made of the constexpr codec.
#pragma once

#include <bit>
#include <cstring>

#include "instruction_sets.hpp"
#include "sortid/basic_id.hpp"

namespace sortid::detail {

// A layout of that shape, with no meaning but the shape.
constexpr layout bare(text_form form, unsigned bits, unsigned symbols) noexcept {
  return {.name = "bits",
          .title = "bits",
          .bits = bits,
          .text = form,
          .symbols = symbols,
          .fields = {{{"upper", bits - 32, role::payload}, {"lower", 32, role::payload}}}};
}
constexpr layout bare(text_shape shape) noexcept {
  switch (shape) {
    case text_shape::upper26:
      return bare(text_form::crockford_upper, 128, 26);
    case text_shape::lower26:
      return bare(text_form::crockford_lower, 128, 26);
    case text_shape::upper13:
      return bare(text_form::crockford_upper, 64, 13);
    case text_shape::lower13:
      return bare(text_form::crockford_lower, 64, 13);
    case text_shape::checked27:
      return bare(text_form::crockford_checked, 128, 27);
    case text_shape::hex36:
      return bare(text_form::uuid_hex, 128, 36);
    case text_shape::base58_11:
      break;
  }
  return bare(text_form::base58, 64, 11);
}
template <text_shape Shape>
inline constexpr layout bare_layout = bare(Shape);

// Reads the bits of a text by its symbols and its check alone; false for an invalid text.
template <const layout& L>
bool take_text(const char* text, word_of<L>& value) noexcept {
  if constexpr (L.text == text_form::crockford_checked) {
    using codec = checked32_codec<>;
    unsigned check = 0;
    return codec::take(text, value, check) && (check == codec::unchecked || check == codec::check_mod(value));
  } else if constexpr (L.text == text_form::base58) {
    return base58_codec::take(text, value);
  } else if constexpr (L.text == text_form::uuid_hex) {
    return uuid_codec::take(text, value);
  } else {
    constexpr auto max = static_cast<word_of<L>>(L.max_value());
    return base32_codec<word_of<L>, L.symbols, L.text == text_form::crockford_lower>::take(text, max, value);
  }
}

// Whether the alphabet, or the place, allows the byte there.
template <const layout& L>
bool is_allowed_at(std::size_t place, char byte) noexcept {
  const auto code = static_cast<unsigned char>(byte);
  if constexpr (L.text == text_form::crockford_checked) {
    return decode32<checked32_codec<>::taken>[code] != not_a_symbol;
  } else if constexpr (L.text == text_form::base58) {
    return decode58[code] != not_a_symbol;
  } else if constexpr (L.text == text_form::uuid_hex) {
    return uuid_codec::hyphen_at(place) ? byte == '-' : decode32<symbols32::any_case>[code] < 16;
  } else {
    constexpr bool lower_case = L.text == text_form::crockford_lower;
    return decode32 < lower_case ? symbols32::lower_case : symbols32::any_case > [code] != not_a_symbol;
  }
}

template <const layout& L>
struct scalar_codec {
  using stored = storage<word_of<L>>;

  static void write_one(const void* id, char* text) noexcept {
    stored held;
    std::memcpy(&held, id, sizeof held);
    write_text<L>(held.get(), text);
  }
  static bool read_one(const char* text, void* id, const value_rule& rule) noexcept {
    word_of<L> value{};
    if (!take_text<L>(text, value)) return false;
    stored held;
    if constexpr (L.text == text_form::uuid_hex) {
      held.set(value);
      for (std::size_t i = 0; i < rule.mask.size(); ++i) {
        if ((held.bytes[i] & rule.mask[i]) != rule.bits[i]) return false;
      }
    } else if constexpr (L.text == text_form::crockford_upper || L.text == text_form::crockford_lower) {
      if (static_cast<std::uint64_t>(value >> (5 * (L.symbols - 1))) > rule.first_limit) return false;
      held.set(value);
    } else {
      held.set(value);
    }
    std::memcpy(id, &held, sizeof held);
    return true;
  }
  static void write(const void* ids, std::size_t n, char* texts, std::size_t stride) noexcept {
    const auto* from = static_cast<const char*>(ids);
    for (std::size_t i = 0; i < n; ++i) write_one(from + i * sizeof(stored), texts + i * stride);
  }
  static bool read(const char* texts, std::size_t stride, std::size_t n, void* ids, const value_rule& rule,
                   std::uint64_t* rejected) noexcept {
    auto* to = static_cast<char*>(ids);
    std::uint64_t any = 0;
    for (std::size_t begin = 0; begin < n; begin += 64) {
      const std::size_t end = begin + 64 < n ? begin + 64 : n;
      std::uint64_t bad = 0;
      for (std::size_t i = begin; i < end; ++i) {
        if (!read_one(texts + i * stride, to + i * sizeof(stored), rule))
          bad |= std::uint64_t{1} << (i - begin);
      }
      rejected[begin / 64] = bad;
      any |= bad;
    }
    return any != 0;
  }
  static std::size_t first_wrong(const char* text) noexcept {
    // All bytes are looked at: a branch at the first wrong one would take longer than the others.
    std::uint64_t wrong = std::uint64_t{1} << L.symbols;
    for (std::size_t place = 0; place < L.symbols; ++place)
      wrong |= std::uint64_t{!is_allowed_at<L>(place, text[place])} << place;
    return static_cast<std::size_t>(std::countr_zero(wrong));
  }
  static constexpr text_kernels all{write, read, write_one, read_one, first_wrong};
};

template <text_shape Shape>
struct scalar_text : scalar_codec<bare_layout<Shape>> {
  static_assert(shape_of(bare_layout<Shape>) == Shape);
};

inline std::uint64_t load64(const void* from) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

struct scalar_numbers {
  template <class Upper>
  static void times(const void* ids, std::size_t n, std::size_t size, const time_rule& rule, std::int64_t* to,
                    Upper upper) noexcept {
    const auto* from = static_cast<const std::uint8_t*>(ids);
    for (std::size_t i = 0; i < n; ++i) {
      to[i] = static_cast<std::int64_t>((upper(from + i * size) >> rule.shift & rule.mask) +
                                        static_cast<std::uint64_t>(rule.epoch));
    }
  }
  static void times128(const void* ids, std::size_t n, const time_rule& rule, std::int64_t* to) noexcept {
    const auto* from = static_cast<const std::uint8_t*>(ids);
    times(ids, n, 16, rule, to, [](const std::uint8_t* id) { return load_be<std::uint64_t>(id); });
    if ((rule.fixed_mask[0] | rule.fixed_mask[1]) == 0) return;
    for (std::size_t i = 0; i < n; ++i) {
      const bool timed = (load64(from + 16 * i) & rule.fixed_mask[0]) == rule.fixed_bits[0] &&
                         (load64(from + 16 * i + 8) & rule.fixed_mask[1]) == rule.fixed_bits[1];
      if (!timed) to[i] = no_instant;
    }
  }
  static void times64(const void* ids, std::size_t n, const time_rule& rule, std::int64_t* to) noexcept {
    times(ids, n, 8, rule, to, [](const std::uint8_t* id) { return load64(id); });
  }
  static void swap64(const void* from, std::size_t n, void* to) noexcept {
    const auto* in = static_cast<const std::uint8_t*>(from);
    auto* out = static_cast<std::uint8_t*>(to);
    for (std::size_t i = 0; i < n; ++i) {
      // Swapping the bytes is its own inverse.
      const auto word = load_be<std::uint64_t>(in + i * 8);
      std::memcpy(out + i * 8, &word, sizeof word);
    }
  }
};

constexpr kernels scalar_set(std::string_view name) noexcept {
  return {name, every_shape<scalar_text>(), scalar_numbers::times128, scalar_numbers::times64,
          scalar_numbers::swap64};
}

}  // namespace sortid::detail
