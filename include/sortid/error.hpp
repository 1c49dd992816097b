// Why a text or a value is rejected: six reasons, and a sentence for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/fault.hpp"
#include "sortid/inline_text.hpp"

namespace sortid {

// The six reasons, the same in every front end.
enum class reason : std::uint8_t {
  none = 0,   // not an error
  length,     // too few or too many symbols
  character,  // a byte that the alphabet, or the place, does not allow
  overflow,   // a number greater than the format's largest
  checksum,   // EUID: the check-mod does not belong to the value
  prefix,     // TypeID: the type prefix breaks its rule, or is another type's
  range,      // a part or an option outside its range: version, variant, timestamp, extension, node
};

[[nodiscard]] constexpr std::string_view name_of(reason why) noexcept {
  constexpr std::string_view names[] = {"none",     "length", "character", "overflow",
                                        "checksum", "prefix", "range"};
  return names[static_cast<std::size_t>(why)];
}

// An error: its reason and the 0-based byte of the text at which it shows (never past the text's end).
// `expected` and `found` are what the reason is about: symbols for `length`, the byte for `character` and
// `prefix`, check-mods for `checksum`, the value of the part for `range` (where it fits 32 bits). Of a prefix
// that breaks the rule `expected` is 0; where another prefix was expected it is that one's byte, or '_'
// behind it.
struct error {
  reason why = reason::none;
  std::uint32_t position = 0;
  std::uint32_t expected = 0;
  std::uint32_t found = 0;

  friend constexpr bool operator==(const error&, const error&) noexcept = default;
};

namespace detail {

constexpr std::uint32_t clamp32(std::uint64_t n) noexcept {
  return n > 0xFFFFFFFFU ? 0xFFFFFFFFU : static_cast<std::uint32_t>(n);
}

constexpr error length_error(std::size_t expected, std::size_t found) noexcept {
  return {reason::length, clamp32(found < expected ? found : expected), clamp32(expected), clamp32(found)};
}

// A byte that is no digit of its base.
constexpr error not_a_digit(char found, std::size_t at) noexcept {
  return {reason::character, clamp32(at), 0, static_cast<unsigned char>(found)};
}

constexpr error shifted(error e, std::size_t by) noexcept {
  e.position += clamp32(by);
  return e;
}

// `found` of `prefix` where the format has no prefixes. No byte is that.
inline constexpr std::uint32_t no_prefixes = 256;
// As `expected` it says that a prefix is too long. No symbol of a prefix has that code.
inline constexpr std::uint32_t max_prefix_symbols = 63;

// rs/xid, of which people think first when they hear xid: 96 bits in 20 symbols, and no format of this
// library.
inline constexpr std::uint32_t rs_xid_symbols = 20;

// The variant of RFC 9562, which no version that a format needs has as its number; and the least width of an
// id.
inline constexpr std::uint32_t uuid_variant = 2;
inline constexpr std::uint32_t narrow_bits = 64;

// An option that has to be there: no version has that number, and no value is that wide.
inline constexpr error node_needed{reason::range, 0, narrow_bits - 1, 0};

}  // namespace detail

// How much of something a format has, and how much was found: "ulid has 16 bytes, found 3".
[[nodiscard]] constexpr inline_text<160> message_of_length(const error& e, std::string_view format,
                                                           std::string_view units) noexcept {
  inline_text<160> out;
  out.append(format).append(" has ").append_decimal(e.expected).append(" ").append(units);
  return out.append(", found ").append_decimal(e.found);
}

// An option that the format does not have, and one that is a number beyond what it takes.
[[nodiscard]] constexpr inline_text<160> message_of_no_option(std::string_view option,
                                                              std::string_view format) noexcept {
  return inline_text<160>().append(format).append(" takes no ").append(option);
}
[[nodiscard]] constexpr inline_text<160> message_of_option(std::string_view option, std::uint64_t most,
                                                           std::string_view format) noexcept {
  return inline_text<160>()
      .append(option)
      .append(" is 0 to ")
      .append_decimal(most)
      .append(" for ")
      .append(format);
}

// Why a format's number cannot be negative, as a sentence. Values are unsigned here: a caller with signed
// numbers says it.
[[nodiscard]] constexpr inline_text<160> message_of_negative(std::string_view format) noexcept {
  return inline_text<160>().append("a negative number is no ").append(format);
}

// The error as a sentence of at most 160 bytes, without the text itself. `format` is the format's name.
[[nodiscard]] constexpr inline_text<160> message(const error& e, std::string_view format) noexcept {
  inline_text<160> out;
  const auto symbol = [&out](std::uint32_t byte) {
    if (byte == ' ') {
      out.append("a space");
    } else if (byte > ' ' && byte < 0x7F) {
      out.append("'").append(static_cast<char>(byte)).append("'");
    } else {
      out.append("byte 0x").append_hex(static_cast<std::uint8_t>(byte));
    }
  };
  const auto at = [&] { out.append(" at position ").append_decimal(e.position); };
  switch (e.why) {
    case reason::none:
      out.append("no error");
      break;
    case reason::length:
      if (e.expected == 0) {
        out.append("no format without a prefix has texts of ").append_decimal(e.found).append(" symbols");
      } else {
        out = message_of_length(e, format, "symbols");
      }
      if (e.found == detail::rs_xid_symbols && (e.expected == 0 || format == "xid"))
        out.append("; an rs/xid has, but that is another format (96 bits), not xid");
      break;
    case reason::character:
      symbol(e.found);
      at();
      out.append(" is not a symbol of ")
          .append(format)
          .append(e.expected == '-' ? " (a hyphen stands there)" : "");
      break;
    case reason::overflow:
      out.append("greater than the largest ").append(format);
      if (e.position != 0) at();
      break;
    case reason::checksum:
      out.append("check-mod ").append_decimal(e.expected).append(" expected, found ").append_decimal(e.found);
      at();
      break;
    case reason::prefix:
      if (e.found == detail::no_prefixes) {
        out.append(format).append(" has no prefix");
      } else if (e.expected == detail::max_prefix_symbols) {
        out.append("a prefix has at most ").append_decimal(e.expected).append(" symbols, found ");
        out.append_decimal(e.found);
      } else if (e.expected != 0 && e.found != 0) {
        symbol(e.found);
        at();
        out.append(" belongs to another prefix than the one expected");
      } else if (e.expected != 0) {
        out.append("the prefix is shorter than the one expected: it ends");
        at();
      } else if (e.found != 0 || e.position != 0) {  // a NUL, where it is not the first
        symbol(e.found);
        at();
        out.append(" does not fit the prefix rule (a-z and _, a letter first and last)");
      } else {
        out.append("a separator without a prefix");
        at();
      }
      break;
    case reason::range:
      if (e == detail::node_needed) {
        out.append(format).append(": ").append(message(fault::needs_node));
        break;
      }
      // Widths are compared where one format's bits are to be another's. Of the fields, a UUID's two have one
      // value.
      if (e.expected >= detail::narrow_bits) {
        out = message_of_length(e, format, "bits");
      } else if (e.expected != 0) {
        out.append(e.expected == detail::uuid_variant ? "variant is " : "version is ")
            .append_decimal(e.found);
        out.append(", ").append(format).append(" needs ").append_decimal(e.expected);
      } else if (e.found != 0) {
        out.append_decimal(e.found).append(" is outside the range for ").append(format);
      } else {
        out.append("outside the range for ").append(format);
      }
      break;
  }
  return out;
}

}  // namespace sortid
