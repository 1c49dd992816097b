// How a format is written down: one `layout` object in the block that opens the format's header. Shifts, masks,
// accessors, ranges, generators, the command line's cards and the documentation's table are derived from it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/detail/uint128.hpp"

namespace sortid {

// What the bits of a field are for. It decides how they are drawn, checked and shown.
enum class role : std::uint8_t {
  timestamp,         // milliseconds since the layout's epoch
  random,            // drawn from the entropy source
  sequence,          // counts ids within a millisecond, from 0
  node,              // given by the caller: Ulid-Flake's sid, snowish's machine
  constant,          // always `value`: version, variant
  sign,              // always 0, not shown; a 1 is an overflow
  reserved,          // 0 when generated, kept as it is when read, not shown
  extension,         // EUID: the caller's data in the low bits, random bits above
  extension_length,  // EUID: how many bits of the field above are the caller's
  payload,           // bits without a meaning of their own
};

[[nodiscard]] constexpr std::string_view name_of(role r) noexcept {
  constexpr std::string_view names[] = {"timestamp",        "random", "sequence", "node",
                                        "constant",         "sign",   "reserved", "extension",
                                        "extension_length", "payload"};
  return names[static_cast<std::size_t>(r)];
}

struct field {
  std::string_view name;
  unsigned bits = 0;
  sortid::role role = sortid::role::payload;
  std::uint64_t value = 0;       // of a constant
  std::string_view option = {};  // the short name by which a caller gives it, where it has one: sid
};

// The canonical text of the value, most significant symbol first.
enum class text_form : std::uint8_t {
  crockford_upper,    // read in any case
  crockford_lower,    // lower case alone
  crockford_checked,  // with a 7-bit check-mod, and Crockford's aliases
  base58,
  uuid_hex,
};

[[nodiscard]] constexpr std::string_view name_of(text_form form) noexcept {
  constexpr std::string_view names[] = {"crockford_upper", "crockford_lower", "crockford_checked", "base58",
                                        "uuid_hex"};
  return names[static_cast<std::size_t>(form)];
}

// The bits that count within a millisecond: `bits` of them from bit `low` up. None: every id is a draw of its own.
// The step is 1 when `step_bytes` is 0, and otherwise drawn from 1 … 256^step_bytes − 1.
struct counter {
  unsigned low = 0;
  unsigned bits = 0;
  unsigned step_bytes = 0;      // unless the caller says otherwise
  unsigned max_step_bytes = 0;  // what the caller may ask for
};

// When a text alone is taken for the format (see formats.hpp, detect).
enum class detection : std::uint8_t {
  by_text,   // whenever it parses
  fallback,  // when it parses and nothing before it in the list does
  by_name,   // never: the caller names the format
};

[[nodiscard]] constexpr std::string_view name_of(detection d) noexcept {
  constexpr std::string_view names[] = {"by_text", "fallback", "by_name"};
  return names[static_cast<std::size_t>(d)];
}

inline constexpr std::size_t max_fields = 6;

struct layout {
  std::string_view name;   // as the command line and the documentation spell the format
  std::string_view title;  // a few words for people
  unsigned bits = 0;       // 64 or 128
  text_form text = text_form::crockford_upper;
  unsigned symbols = 0;                    // length of the text (TypeID: of the suffix)
  std::int64_t epoch = 0;                  // Unix milliseconds of timestamp 0
  std::array<field, max_fields> fields{};  // most significant first; together `bits` bits
  sortid::counter counter{};
  bool constants_required = true;  // false: other constants are read too (a UUID of any version)
  bool minted = true;              // false: no generator (uuid, whose version 7 is a format of its own)
  sortid::detection detection = sortid::detection::by_text;

  [[nodiscard]] constexpr std::size_t field_count() const noexcept {
    std::size_t n = 0;
    while (n < fields.size() && fields[n].bits != 0) ++n;
    return n;
  }
  // The field's lowest bit, counted from the value's lowest.
  [[nodiscard]] constexpr unsigned shift(std::size_t index) const noexcept {
    unsigned below = 0;
    for (std::size_t i = index + 1; i < field_count(); ++i) below += fields[i].bits;
    return below;
  }
  // The place of the first field in that role, or field_count().
  [[nodiscard]] constexpr std::size_t find(role wanted) const noexcept {
    std::size_t i = 0;
    while (i < field_count() && fields[i].role != wanted) ++i;
    return i;
  }
  [[nodiscard]] constexpr std::size_t find(std::string_view name_wanted) const noexcept {
    std::size_t i = 0;
    while (i < field_count() && fields[i].name != name_wanted) ++i;
    return i;
  }
  [[nodiscard]] constexpr bool has(role wanted) const noexcept { return find(wanted) != field_count(); }
  [[nodiscard]] constexpr bool has(std::string_view wanted) const noexcept {
    return find(wanted) != field_count();
  }
  [[nodiscard]] constexpr bool timed() const noexcept { return has(role::timestamp); }
  // Whether there is anything of an id that is random, so that it can be a draw of its own.
  [[nodiscard]] constexpr bool drawn() const noexcept { return has(role::random) || has(role::payload); }
  [[nodiscard]] constexpr bool ordered() const noexcept { return counter.bits != 0; }

  // All bits of the fields in that role.
  [[nodiscard]] constexpr uint128 mask(role wanted) const noexcept {
    uint128 all;
    for (std::size_t i = 0; i < field_count(); ++i) {
      if (fields[i].role == wanted) all = all | field_mask(i);
    }
    return all;
  }
  [[nodiscard]] constexpr uint128 field_mask(std::size_t index) const noexcept {
    return detail::low_mask<uint128>(fields[index].bits) << shift(index);
  }
  [[nodiscard]] constexpr uint128 read(uint128 value, std::size_t index) const noexcept {
    return value >> shift(index) & detail::low_mask<uint128>(fields[index].bits);
  }
  // The bits of the constant fields.
  [[nodiscard]] constexpr uint128 constants() const noexcept {
    uint128 all;
    for (std::size_t i = 0; i < field_count(); ++i) {
      if (fields[i].role == role::constant) all = all | uint128(fields[i].value) << shift(i);
    }
    return all;
  }
  // The smallest and the largest value that the layout allows.
  [[nodiscard]] constexpr uint128 min_value() const noexcept {
    return constants_required ? constants() : uint128();
  }
  [[nodiscard]] constexpr uint128 max_value() const noexcept {
    uint128 all = detail::low_mask<uint128>(bits) & ~mask(role::sign);
    if (constants_required) all = (all & ~mask(role::constant)) | constants();
    return all;
  }
  // The greatest timestamp, in milliseconds since the epoch; 0 without one.
  [[nodiscard]] constexpr std::int64_t max_timestamp() const noexcept {
    if (!timed()) return 0;
    return static_cast<std::int64_t>(detail::low_mask<std::uint64_t>(fields[find(role::timestamp)].bits));
  }
  // What must hold of a layout; every id type asserts it.
  [[nodiscard]] constexpr bool consistent() const noexcept {
    unsigned sum = 0;
    for (const field& f : fields) sum += f.bits;
    if (sum != bits || (bits != 64 && bits != 128)) return false;
    for (std::size_t i = 0; i < field_count(); ++i) {
      if (fields[i].name.empty() || (fields[i].role == role::timestamp && fields[i].bits > 62)) return false;
    }
    switch (text) {
      case text_form::crockford_upper:
      case text_form::crockford_lower:
        return symbols == (bits + 4) / 5;
      case text_form::crockford_checked:
        return bits == 128 && symbols * 5 == bits + 7;
      case text_form::base58:
        return bits == 64 && symbols == 11;
      case text_form::uuid_hex:
        return bits == 128 && symbols == 36;
    }
    return false;
  }
};

}  // namespace sortid
