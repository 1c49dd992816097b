// How a format is written down: one `layout` object in the block that opens the format's header. Shifts,
// masks, accessors, ranges, generators, the command line's cards and the documentation's table are derived
// from it.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/inline_text.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

// What the bits of a field are for. It decides how they are drawn, checked and shown.
enum class role : std::uint8_t {
  timestamp,         // milliseconds since the format's epoch
  random,            // drawn from the entropy source
  sequence,          // counts ids within a millisecond, from 0
  node,              // given by the caller: Ulid-Flake's sid, snowish's machine
  constant,          // always the field's `value`: version, variant
  sign,              // always 0, not shown; a 1 is an overflow
  reserved,          // 0 in new ids, kept when read, not shown
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

// A timestamp as an id holds it: milliseconds since the epoch of its format. An instant is a std::int64_t of
// Unix milliseconds; neither converts to the other.
struct timestamp {
  std::uint64_t since_epoch = 0;

  friend constexpr auto operator<=>(const timestamp&, const timestamp&) noexcept = default;
};

struct field {
  std::string_view name;
  unsigned bits = 0;
  sortid::role role = sortid::role::payload;
  std::uint64_t value = 0;       // of a constant
  std::string_view option = {};  // a shorter name by which a caller gives it: sid

  // The name by which a caller gives the number of a node; empty for the other fields.
  [[nodiscard]] constexpr std::string_view option_name() const noexcept {
    return option.empty() && role == sortid::role::node ? name : option;
  }
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

// What keeps the new ids of two generators apart that know nothing of each other, on one machine or on two.
enum class kept_apart : std::uint8_t {
  by_draws,  // so many random bits that no two are alike
  by_node,   // a number that the caller gives
  by_luck,   // few random bits: two ids of one millisecond may be alike
};

// The bits that count within a millisecond: `bits` of them from bit `low` up. None: every id is a draw of its
// own. The step is 1 when `step_bytes` is 0, and otherwise drawn from 1 … 256^step_bytes − 1.
struct counter {
  unsigned low = 0;
  unsigned bits = 0;
  unsigned step_bytes = 0;      // unless the caller says otherwise
  unsigned max_step_bytes = 0;  // what the caller may ask for

  friend constexpr bool operator==(const counter&, const counter&) noexcept = default;
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
  std::string_view name;               // as the command line and the documentation spell the format
  std::string_view title;              // a few words for people
  std::string_view class_name = {};    // its class in Python and JavaScript
  std::string_view sql_spelling = {};  // where SQL's is not the name with _ for -
  unsigned bits = 0;                   // 64 or 128
  text_form text = text_form::crockford_upper;
  unsigned symbols = 0;                    // length of the text (TypeID: of the suffix)
  std::int64_t epoch = 0;                  // Unix milliseconds of timestamp 0
  std::array<field, max_fields> fields{};  // most significant first; together `bits` bits
  sortid::counter counter{};
  bool constants_required = true;  // false: other constants are read too (a UUID of any version)
  bool generated = true;           // false: no generator (uuid, whose version 7 is a format of its own)
  bool prefixed = false;           // a text may begin with a type prefix, which is not part of the bits
  sortid::detection detection = sortid::detection::by_text;

  [[nodiscard]] constexpr std::size_t field_count() const noexcept {
    std::size_t n = 0;
    while (n < fields.size() && fields[n].bits != 0) ++n;
    return n;
  }
  [[nodiscard]] constexpr std::size_t bytes() const noexcept { return bits / 8; }
  // What types and functions of SQL begin with.
  [[nodiscard]] constexpr inline_text<24> sql_name() const noexcept {
    inline_text<24> out;
    for (const char c : sql_spelling.empty() ? name : sql_spelling) out.append(c == '-' ? '_' : c);
    return out;
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
  // The random bits of an id, beside a timestamp those of one millisecond.
  [[nodiscard]] constexpr unsigned drawn_bits() const noexcept {
    unsigned all = 0;
    for (const field& f : fields) all += f.role == role::random || f.role == role::payload ? f.bits : 0;
    return all;
  }
  [[nodiscard]] constexpr sortid::kept_apart kept_apart() const noexcept {
    if (drawn_bits() >= 64) return sortid::kept_apart::by_draws;
    return has(role::node) ? sortid::kept_apart::by_node : sortid::kept_apart::by_luck;
  }
  // Whether a number alone keeps the new ids of two generators apart: they have one, and nothing random
  // beside it.
  [[nodiscard]] constexpr bool needs_node() const noexcept {
    return generated && has(role::node) && !drawn();
  }
  // Whether new ids increase within a millisecond too. The one place that says so.
  [[nodiscard]] constexpr bool ordered() const noexcept { return counter.bits != 0; }
  // Whether an instant has a first and a last id. A UUID's instant belongs to its version 7.
  [[nodiscard]] constexpr bool bounded() const noexcept { return time_leads() && generated; }
  // Whether a text carries check digits.
  [[nodiscard]] constexpr bool checked() const noexcept { return text == text_form::crockford_checked; }
  // Whether there is a lenient parse: hyphens anywhere and, in base 32, Crockford's aliases.
  [[nodiscard]] constexpr bool lenient() const noexcept {
    return text == text_form::crockford_upper || text == text_form::crockford_checked ||
           text == text_form::uuid_hex;
  }
  // Whether the first symbols of a text bound a range of ids.
  [[nodiscard]] constexpr bool bounded_by_text() const noexcept { return text == text_form::base58; }

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
  // The first and the last instant, in Unix milliseconds; 0 without a timestamp.
  [[nodiscard]] constexpr std::int64_t first_unix_ms() const noexcept { return epoch; }
  [[nodiscard]] constexpr std::int64_t last_unix_ms() const noexcept { return epoch + max_timestamp(); }
  // Whether ids of a later millisecond are greater: nothing that differs between ids stands above the
  // timestamp.
  [[nodiscard]] constexpr bool time_leads() const noexcept {
    for (std::size_t i = 0; i < field_count(); ++i) {
      const role r = fields[i].role;
      if (r == role::timestamp) return true;
      if (r != role::constant && r != role::sign && r != role::reserved) return false;
    }
    return false;
  }
};

namespace detail {

// --- what must hold of a layout ----------------------------------------------------------------------------

constexpr bool fields_fill(const layout& l) noexcept {
  std::uint64_t sum = 0;
  for (const field& f : l.fields) sum += f.bits;
  // A field behind one of no bits would go unseen.
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < l.field_count(); ++i) seen += l.fields[i].bits;
  return sum == l.bits && seen == sum;
}

constexpr bool text_fits(const layout& l) noexcept {
  switch (l.text) {
    case text_form::crockford_upper:
    case text_form::crockford_lower:
      return l.symbols == (l.bits + 4) / 5;
    case text_form::crockford_checked:
      return l.bits == 128 && l.symbols * 5 == l.bits + 7;
    case text_form::base58:
      return l.bits == 64 && l.symbols == 11;
    case text_form::uuid_hex:
      return l.bits == 128 && l.symbols == 36;
  }
  return false;
}

constexpr bool names_differ(const layout& l) noexcept {
  for (std::size_t i = 0; i < l.field_count(); ++i) {
    if (l.fields[i].name.empty() || l.find(l.fields[i].name) != i) return false;
  }
  return true;
}

constexpr bool roles_stand_once(const layout& l) noexcept {
  for (std::size_t i = 0; i < l.field_count(); ++i) {
    const role r = l.fields[i].role;
    const bool may_repeat =
        r == role::random || r == role::constant || r == role::reserved || r == role::payload;
    if (!may_repeat && l.find(r) != i) return false;
  }
  return true;
}

constexpr bool values_fit(const layout& l) noexcept {
  for (const field& f : l.fields) {
    const bool too_wide = f.bits < 64 && f.value >> f.bits != 0;
    if (f.role == role::constant ? too_wide : f.value != 0) return false;
  }
  return true;
}

constexpr unsigned width_of(const layout& l, role r) noexcept {
  return l.has(r) ? l.fields[l.find(r)].bits : 0;
}

constexpr bool extension_has_length(const layout& l) noexcept {
  if (!l.has(role::extension)) return !l.has(role::extension_length);
  return l.find(role::extension_length) == l.find(role::extension) + 1 &&
         width_of(l, role::extension) <= 15 && width_of(l, role::extension_length) == 4;
}

constexpr bool counter_is_below_timestamp(const layout& l) noexcept {
  if (!l.timed()) return false;
  const unsigned above = l.shift(l.find(role::timestamp));
  return l.counter.bits <= above && l.counter.low <= above - l.counter.bits;
}

constexpr uint128 counter_window(const layout& l) noexcept {
  return low_mask<uint128>(l.counter.bits) << l.counter.low;
}
// The bits of the window that count.
constexpr uint128 counting_bits(const layout& l) noexcept {
  return counter_window(l) & (l.mask(role::random) | l.mask(role::sequence));
}
constexpr bool counter_covers_what_counts(const layout& l) noexcept {
  return (counter_window(l) & ~(counting_bits(l) | l.mask(role::constant))) == uint128();
}
constexpr bool counter_begins_with_what_counts(const layout& l) noexcept {
  return ((counting_bits(l) >> l.counter.low).lo & 1) != 0;
}
// The bits that a step may have. A carry crosses what lies between two parts of the counter; a step must stay
// below it.
constexpr unsigned step_room(const layout& l) noexcept {
  const uint128 units = counting_bits(l) >> l.counter.low;
  const auto lower = static_cast<unsigned>(std::countr_one(units.lo));
  const unsigned run = lower < 64 ? lower : 64 + static_cast<unsigned>(std::countr_one(units.hi));
  return units == low_mask<uint128>(run) ? l.bits - l.counter.low : run;
}

// A sentence for each rule; every id type asks. A rule that takes others for granted holds where one of these
// does not, so that a layout is rejected for its own error alone.
template <const layout& L>
consteval bool is_consistent() noexcept {
  static_assert(L.bits == 64 || L.bits == 128, "a layout has 64 or 128 bits");
  static_assert(fields_fill(L), "the fields of a layout have its bits together, none of them 0");
  constexpr bool whole = (L.bits == 64 || L.bits == 128) && fields_fill(L);
  static_assert(!whole || text_fits(L), "a layout has as many symbols as its text form needs for its bits");
  static_assert(names_differ(L), "each field has a name of its own");
  static_assert(roles_stand_once(L),
                "only random, constant, reserved and payload bits may be in more than one field");
  static_assert(values_fit(L), "a constant fits its field, and no other field has a value");
  static_assert(width_of(L, role::timestamp) <= 62, "a timestamp has at most 62 bits");
  static_assert(width_of(L, role::timestamp) > 62 || L.epoch <= INT64_MAX - L.max_timestamp(),
                "the last instant, epoch and timestamp together, fits 64 bits");
  static_assert(width_of(L, role::node) <= 32 && width_of(L, role::sequence) <= 32,
                "a node and a sequence have at most 32 bits");
  static_assert(extension_has_length(L),
                "an extension has at most 15 bits, and right below it the 4 bits of its length");

  constexpr bool single = whole && roles_stand_once(L);
  static_assert(L.ordered() || L.counter == counter{}, "what has no counter has no step");
  static_assert(!single || !L.ordered() || counter_is_below_timestamp(L), "a counter lies below a timestamp");
  static_assert(!single || !L.ordered() || !L.timed() || L.time_leads(),
                "above the timestamp of what counts are only constants, a sign and reserved bits");
  constexpr bool counts = single && L.ordered() && counter_is_below_timestamp(L);
  static_assert(!counts || counter_covers_what_counts(L),
                "a counter covers random and sequence bits, and constants between them");
  static_assert(!counts || counter_begins_with_what_counts(L),
                "a counter begins with a random or a sequence bit");
  static_assert(!single || !L.generated || (L.ordered() && !counts) ||
                    (L.mask(role::sequence) & ~counting_bits(L)) == uint128(),
                "a sequence is part of the counter");
  // Each of the others is the same in all ids of a millisecond; an extension is so if the caller gives it.
  static_assert(!whole || !L.generated || L.drawn() || L.has(role::sequence),
                "a layout has random, sequence or payload bits to tell the ids of a millisecond apart");
  static_assert(L.counter.step_bytes <= L.counter.max_step_bytes, "a step has at most max_step_bytes");
  static_assert(
      !counts || (L.counter.max_step_bytes <= 8 && 8 * L.counter.max_step_bytes <= step_room(L)),
      "a step has at most 8 bytes and fits above the counter's lowest bit, below what parts the counter");
  return true;
}

}  // namespace detail
}  // namespace sortid
