// EUID (draft 5), 128 bits in 27 symbols with a check, sortable by time, with up to 15 bits of data of the
// caller: C8ZM14GR4JXG0MQXVY18S8TJNA6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sortid/basic_id.hpp"
#include "sortid/detail/base32.hpp"
#include "sortid/detail/codec.hpp"
#include "sortid/detail/extension.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

// EUID draft 5, "Binary layout".
inline constexpr layout euid_layout{
    .name = "euid",
    .title = "Extendable Universally Unique Identifier",
    .class_name = "EUID",
    .bits = 128,
    .text = text_form::crockford_checked,
    .symbols = 27,
    .epoch = 0,  // Unix
    .fields = {{{"timestamp", 45, role::timestamp},
                {"extension", 15, role::extension},
                {"extension_length", 4, role::extension_length},
                {"randomness", 64, role::random}}},
    // "Timestamps and Randomness": within a millisecond the upper half grows by one, the lower is drawn anew.
    .counter = {.low = 32, .bits = 32, .step_bytes = 0, .max_step_bytes = 0},
};

// Accepts 27 symbols in any case, I i L l as 1 and O o as 0; rejects U and every other byte (`character`) and
// a check-mod that is not the value's (`checksum`). The check-mod 127 says "no check" and is accepted
// ("Encoding, Decoding and Check-Mod Symbols for Error Detection"). 27 symbols hold the 135 bits exactly, so
// there is no overflow.
class euid : public basic_id<euid, euid_layout> {
 public:
  // How a text says, or is to say, that its value is intact.
  enum class check : std::uint8_t { valid, none };

  // Milliseconds since 1970-01-01T00:00:00Z, 45 bits.
  [[nodiscard]] constexpr sortid::timestamp timestamp() const noexcept { return {part<role::timestamp>()}; }
  // The caller's data, 0 … 32767; none when the length is 0 and all 15 bits are random ("The Extension").
  [[nodiscard]] constexpr std::optional<std::uint16_t> extension() const noexcept {
    const auto field = read_field(layout().find(role::extension));
    if (!field) return std::nullopt;
    return static_cast<std::uint16_t>(field->lo);
  }
  // Bits of the extension, 0 … 15.
  [[nodiscard]] constexpr unsigned extension_length() const noexcept {
    return static_cast<unsigned>(part<role::extension_length>());
  }
  // 64 bits.
  [[nodiscard]] constexpr std::uint64_t randomness() const noexcept { return part<role::random>(); }

  // The value modulo 127, 0 … 126.
  [[nodiscard]] constexpr unsigned check_mod() const noexcept {
    return detail::checked32_codec<>::check_mod(number());
  }
  // The text with the check-mod 127, which readers accept unverified.
  [[nodiscard]] constexpr text_type to_text_unchecked() const noexcept {
    text_type out;
    out.append_written(text_size(), [this](char* to) {
      detail::checked32_codec<>::write(number(), detail::checked32_codec<>::unchecked, to);
    });
    return out;
  }
  // As parse, but the check-mod is not looked at: rejected with `length` or `character` alone. The id may be
  // a damaged one: for salvage, not for input.
  [[nodiscard]] static constexpr result<euid> parse_skipping_check(std::string_view text) noexcept {
    if (text.size() != layout().symbols) return detail::length_error(layout().symbols, text.size());
    uint128 value;
    const error e = detail::read_text<euid_layout>(text.data(), value, false);
    if (e.why != reason::none) return e;
    return unchecked(value);
  }
  // Whether a text carries a check-mod. Reads and rejects as parse_lenient.
  [[nodiscard]] static constexpr result<check> check_of(std::string_view text) noexcept {
    const auto id = parse_lenient(text);
    if (!id) return id.error();
    uint128 value;
    unsigned mod = 0;
    (void)detail::checked32_codec<>::read(detail::unhyphenated(text).bytes, value, mod);
    return mod == detail::checked32_codec<>::unchecked ? check::none : check::valid;
  }

  // The id that follows within the same millisecond ("Timestamps and Randomness"): the upper 32 bits of the
  // randomness grow by one, the lower are `low`. Rejected with `overflow` at 0xFFFFFFFF.
  [[nodiscard]] constexpr result<euid> next(std::uint32_t low) const noexcept {
    constexpr unsigned half = 32;
    if (randomness() >> half == 0xFFFFFFFF) return error{reason::overflow, 0, 0, 0};
    return unchecked(uint128(number().hi, ((randomness() >> half) + 1) << half | low));
  }

  // The bits of the extension field and its length for this extension: the length is the number of bits of
  // the value, at least 1. `random` fills above it. Rejected with `range` above 32767.
  [[nodiscard]] static constexpr result<uint128> extension_bits(std::uint64_t extension,
                                                                uint128 random) noexcept {
    return detail::extension_bits<euid_layout>(extension, random);
  }
};

namespace literals {
consteval euid operator""_euid(const char* text, std::size_t size) {
  return detail::literal<euid>(text, size);
}
}  // namespace literals

}  // namespace sortid
