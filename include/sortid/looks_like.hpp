// What a text looks like that is no id of this library: UUIDs in other notations and of every version,
// KSUIDs, ObjectIds, snowflakes, rs/xids, CUID2s, NanoIDs. A hint for people. It is never an id: nothing here
// parses.
//
//   const std::int64_t now = sortid::system_clock::now();
//   for (const sortid::foreign_id& seen : sortid::looks_like("0ujtsYcgvSTl8PAuAdqWYSMnLOv", now))
//     std::cout << seen.title << ' ' << sortid::instant_to_text(*seen.unix_ms) << '\n';
//
// writes "a KSUID 2017-10-10T04:00:47.000Z".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sortid/detail/hex.hpp"
#include "sortid/instant.hpp"
#include "sortid/uint128.hpp"
#include "sortid/uuid_time.hpp"

namespace sortid {

// A part of what was recognized, by the name that its specification has.
struct foreign_id_field {
  std::string_view name{};
  uint128 value{};
};

// What a text may be. All names are of the library and live as long as the program.
struct foreign_id {
  std::string_view name{};   // for programs: "ksuid", "uuidv1", "snowflake-discord"
  std::string_view title{};  // for a sentence: "a KSUID"
  // When it was made, rounded down to milliseconds; none where the text does not tell.
  std::optional<std::int64_t> unix_ms{};
  // The 128 bits of a text that writes a UUID, which uuid::parse accepts in another notation.
  std::optional<uint128> uuid_bits{};

  static constexpr std::size_t max_fields = 8;
  std::array<foreign_id_field, max_fields> fields{};  // most significant first
  std::size_t field_count = 0;
};

namespace detail {

enum class foreign_notation : std::uint8_t {
  uuid,       // 36 symbols, 32 digits, either in braces, or behind urn:uuid:
  hex,        // digits in lower or upper case
  decimal,    // without leading zeros
  base32hex,  // 0-9a-v
  base36,     // 0-9a-z
  base62,     // 0-9A-Za-z
  base64url,  // A-Za-z0-9-_
};

struct foreign_part {
  std::string_view name{};  // empty: padding
  unsigned bits = 0;
  bool fixed = false;  // another value is none of this kind
  std::uint64_t must_be = 0;
};

// A kind of id that others make.
struct foreign_kind {
  std::string_view name;
  std::string_view title;
  foreign_notation notation;
  std::array<std::size_t, 2> symbols;  // from … to
  std::array<foreign_part, foreign_id::max_fields> parts{};
  std::int64_t epoch = 0;     // Unix milliseconds
  std::int64_t unit_ms = 0;   // of what the first part counts from then on; 0: no time
  std::int64_t earliest = 0;  // when the first was made, if that was later: an earlier one is none
  bool fallback = false;      // only where nothing else was recognized
  bool (*likely)(std::string_view) = nullptr;  // what its symbols must have beside their notation
};

constexpr bool has_symbol(std::string_view text, char first, char last) noexcept {
  for (const char symbol : text) {
    if (symbol >= first && symbol <= last) return true;
  }
  return false;
}
// A CUID2 begins with a letter. One in 2000 has no digit; most words do not have one either.
constexpr bool likely_cuid2(std::string_view text) noexcept {
  return text[0] >= 'a' && has_symbol(text, '0', '9');
}
// One NanoID in 50,000 lacks capitals or small letters.
constexpr bool likely_nanoid(std::string_view text) noexcept {
  return has_symbol(text, 'A', 'Z') && has_symbol(text, 'a', 'z');
}

constexpr std::int64_t midnight(std::int64_t year, unsigned month, unsigned day) noexcept {
  return days_from_civil(year, month, day) * ms_per_day;
}

constexpr foreign_part of_version(std::uint64_t version) noexcept { return {"version", 4, true, version}; }
inline constexpr foreign_part rfc_variant{"variant", 2, true, 2};

constexpr foreign_kind uuid_kind(std::string_view name, std::string_view title,
                                 const std::array<foreign_part, foreign_id::max_fields>& parts) noexcept {
  return {name, title, foreign_notation::uuid, {32, 45}, parts};
}

// THE table: every kind that is recognized. Those that the same text may be stand the likelier one first.
// UUIDs: RFC 9562, section 5, and DCE 1.1 for version 2.
inline constexpr foreign_kind foreign_kinds[] = {
    uuid_kind("uuidv1", "a UUID of version 1",
              {{{"time_low", 32},
                {"time_mid", 16},
                of_version(1),
                {"time_high", 12},
                rfc_variant,
                {"clock_seq", 14},
                {"node", 48}}}),
    uuid_kind("uuidv2", "a UUID of version 2",
              {{{"local_id", 32},
                {"time_mid", 16},
                of_version(2),
                {"time_high", 12},
                rfc_variant,
                {"clock_seq", 6},
                {"local_domain", 8},
                {"node", 48}}}),
    uuid_kind("uuidv3", "a UUID of version 3",
              {{{"md5_high", 48}, of_version(3), {"md5_mid", 12}, rfc_variant, {"md5_low", 62}}}),
    uuid_kind("uuidv4", "a UUID of version 4",
              {{{"random_a", 48}, of_version(4), {"random_b", 12}, rfc_variant, {"random_c", 62}}}),
    uuid_kind("uuidv5", "a UUID of version 5",
              {{{"sha1_high", 48}, of_version(5), {"sha1_mid", 12}, rfc_variant, {"sha1_low", 62}}}),
    uuid_kind("uuidv6", "a UUID of version 6",
              {{{"time_high", 32},
                {"time_mid", 16},
                of_version(6),
                {"time_low", 12},
                rfc_variant,
                {"clock_seq", 14},
                {"node", 48}}}),
    uuid_kind("uuidv7", "a UUID of version 7",
              {{{"timestamp", 48}, of_version(7), {"rand_a", 12}, rfc_variant, {"rand_b", 62}}}),
    uuid_kind("uuidv8", "a UUID of version 8",
              {{{"custom_a", 48}, of_version(8), {"custom_b", 12}, rfc_variant, {"custom_c", 62}}}),
    {.name = "uuid",
     .title = "a UUID, or 128 other bits, in hexadecimal",
     .notation = foreign_notation::uuid,
     .symbols = {32, 45},
     .fallback = true},
    // github.com/segmentio/ksuid: seconds from 1,400,000,000 on.
    {.name = "ksuid",
     .title = "a KSUID",
     .notation = foreign_notation::base62,
     .symbols = {27, 27},
     .parts = {{{"timestamp", 32}, {"payload", 128}}},
     .epoch = 1'400'000'000'000,
     .unit_ms = 1000},
    // MongoDB, from its first release on.
    {.name = "objectid",
     .title = "an ObjectId of MongoDB",
     .notation = foreign_notation::hex,
     .symbols = {24, 24},
     .parts = {{{"timestamp", 32}, {"random", 40}, {"counter", 24}}},
     .unit_ms = 1000,
     .earliest = midnight(2009, 2, 11)},
    // github.com/rs/xid, whose documentation has an id of 2011.
    {.name = "rs-xid",
     .title = "an rs/xid",
     .notation = foreign_notation::base32hex,
     .symbols = {20, 20},
     .parts = {{{"timestamp", 32}, {"machine", 24}, {"process", 16}, {"counter", 24}, {"", 4, true, 0}}},
     .unit_ms = 1000,
     .earliest = midnight(2009, 2, 11)},
    // From 17 digits on: fewer are a month or less behind the epoch, and more often are another number.
    {.name = "snowflake-twitter",
     .title = "a snowflake of Twitter",
     .notation = foreign_notation::decimal,
     .symbols = {17, 19},
     .parts = {{{"timestamp", 41}, {"datacenter", 5}, {"worker", 5}, {"sequence", 12}}},
     .epoch = 1'288'834'974'657,
     .unit_ms = 1},
    {.name = "snowflake-discord",
     .title = "a snowflake of Discord",
     .notation = foreign_notation::decimal,
     .symbols = {17, 20},
     .parts = {{{"timestamp", 42}, {"worker", 5}, {"process", 5}, {"increment", 12}}},
     .epoch = midnight(2015, 1, 1),
     .unit_ms = 1},
    {.name = "snowflake-mastodon",
     .title = "a snowflake of Mastodon",
     .notation = foreign_notation::decimal,
     .symbols = {17, 20},
     .parts = {{{"timestamp", 48}, {"sequence", 16}}},
     .unit_ms = 1,
     .earliest = midnight(2016, 3, 16)},
    {.name = "snowflake-instagram",
     .title = "a snowflake of Instagram",
     .notation = foreign_notation::decimal,
     .symbols = {17, 20},
     .parts = {{{"timestamp", 41}, {"shard", 13}, {"sequence", 10}}},
     .epoch = 1'314'220'021'721,
     .unit_ms = 1},
    // github.com/sony/sonyflake: units of 10 ms.
    {.name = "sonyflake",
     .title = "a Sonyflake",
     .notation = foreign_notation::decimal,
     .symbols = {17, 19},
     .parts = {{{"timestamp", 39}, {"sequence", 8}, {"machine", 16}}},
     .epoch = midnight(2014, 9, 1),
     .unit_ms = 10},
    // Of the length that both draw unless the caller says otherwise.
    {.name = "cuid2",
     .title = "a CUID2",
     .notation = foreign_notation::base36,
     .symbols = {24, 24},
     .likely = likely_cuid2},
    {.name = "nanoid",
     .title = "a NanoID",
     .notation = foreign_notation::base64url,
     .symbols = {21, 21},
     .likely = likely_nanoid},
};

// 160 bits, the most that a kind with parts has.
class foreign_bits {
 public:
  // False when the value is past them.
  constexpr bool append_digit(unsigned base, unsigned digit) noexcept {
    std::uint64_t carry = digit;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * base;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    return carry == 0;
  }
  [[nodiscard]] constexpr uint128 part(unsigned shift, unsigned bits) const noexcept {
    uint128 value;
    for (unsigned i = bits; i != 0; --i) value = value << 1 | uint128(bit(shift + i - 1));
    return value;
  }
  // Whether no higher bit is set.
  [[nodiscard]] constexpr bool fits(unsigned bits) const noexcept {
    for (unsigned at = bits; at < count; ++at) {
      if (bit(at) != 0) return false;
    }
    return true;
  }

 private:
  static constexpr unsigned count = 160;
  [[nodiscard]] constexpr std::uint32_t bit(unsigned at) const noexcept {
    return limbs_[at / 32] >> (at % 32) & 1U;
  }
  std::uint32_t limbs_[count / 32]{};
};

// The same of a UUID's bits, which are there already.
struct uuid_look_bits {
  uint128 value;
  [[nodiscard]] constexpr uint128 part(unsigned shift, unsigned bits) const noexcept {
    return value >> shift & low_mask<uint128>(bits);
  }
  [[nodiscard]] static constexpr bool fits(unsigned) noexcept { return true; }
};

// The value of a symbol; 64 and more when it is none.
constexpr unsigned foreign_digit(foreign_notation notation, char symbol) noexcept {
  constexpr unsigned none = 64;
  const bool digit = symbol >= '0' && symbol <= '9';
  const bool small = symbol >= 'a' && symbol <= 'z';
  const bool capital = symbol >= 'A' && symbol <= 'Z';
  const auto from = [symbol](char first, int value) { return static_cast<unsigned>(symbol - first + value); };
  switch (notation) {
    case foreign_notation::uuid:
    case foreign_notation::hex:
      return hex_value(symbol) < 16 ? hex_value(symbol) : none;
    case foreign_notation::decimal:
      return digit ? from('0', 0) : none;
    case foreign_notation::base32hex:
      return digit ? from('0', 0) : small && symbol <= 'v' ? from('a', 10) : none;
    case foreign_notation::base36:
      return digit ? from('0', 0) : small ? from('a', 10) : none;
    case foreign_notation::base62:
      return digit ? from('0', 0) : capital ? from('A', 10) : small ? from('a', 36) : none;
    case foreign_notation::base64url:
      return capital         ? from('A', 0)
             : small         ? from('a', 26)
             : digit         ? from('0', 52)
             : symbol == '-' ? 62
             : symbol == '_' ? 63
                             : none;
  }
  return none;
}

constexpr unsigned foreign_base(foreign_notation notation) noexcept {
  constexpr unsigned bases[] = {16, 16, 10, 32, 36, 62, 64};
  return bases[static_cast<std::size_t>(notation)];
}

// The digits of a UUID without what may stand around them; empty when they cannot be of one.
constexpr std::string_view without_uuid_wrapping(std::string_view text) noexcept {
  constexpr std::string_view urn = "urn:uuid:";
  if (text.size() == urn.size() + uuid_codec::symbols) {
    for (std::size_t i = 0; i < urn.size(); ++i) {
      const char symbol = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
      if (symbol != urn[i]) return {};
    }
    return text.substr(urn.size());
  }
  if (text.size() > 2 && text.front() == '{' && text.back() == '}') text = text.substr(1, text.size() - 2);
  return text.size() == uuid_codec::symbols || text.size() == 32 ? text : std::string_view();
}

constexpr bool read_foreign(foreign_notation notation, std::string_view text, foreign_bits& bits) noexcept {
  bool hyphens = false;
  if (notation == foreign_notation::uuid) {
    text = without_uuid_wrapping(text);
    hyphens = text.size() == uuid_codec::symbols;
    if (text.empty()) return false;
  }
  if (notation == foreign_notation::decimal && text.front() == '0') return false;
  const bool number = notation != foreign_notation::base36 && notation != foreign_notation::base64url;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (hyphens && uuid_codec::hyphen_at(i)) {
      if (text[i] != '-') return false;
      continue;
    }
    const unsigned digit = foreign_digit(notation, text[i]);
    if (digit >= foreign_base(notation)) return false;
    if (number && !bits.append_digit(foreign_base(notation), digit)) return false;
  }
  return true;
}

// False when the parts contradict the kind.
template <class Bits>
constexpr bool take_parts(const foreign_kind& kind, const Bits& bits, foreign_id& seen) noexcept {
  unsigned shift = 0;
  for (const foreign_part& part : kind.parts) shift += part.bits;
  if (shift != 0 && !bits.fits(shift)) return false;
  for (const foreign_part& part : kind.parts) {
    if (part.bits == 0) break;
    shift -= part.bits;
    const uint128 value = bits.part(shift, part.bits);
    if (part.fixed && value != uint128(part.must_be)) return false;
    if (!part.name.empty()) seen.fields[seen.field_count++] = {part.name, value};
  }
  return true;
}

constexpr std::optional<foreign_id> foreign_id_of_kind(const foreign_kind& kind, std::string_view text,
                                                       std::int64_t latest) noexcept {
  if (text.size() < kind.symbols[0] || text.size() > kind.symbols[1]) return std::nullopt;
  foreign_bits bits;
  foreign_id seen{.name = kind.name, .title = kind.title};
  if (!read_foreign(kind.notation, text, bits) || (kind.likely != nullptr && !kind.likely(text)) ||
      !take_parts(kind, bits, seen))
    return std::nullopt;
  if (kind.notation == foreign_notation::uuid) {
    seen.uuid_bits = bits.part(0, 128);
    if (const auto made = time_of_uuid(*seen.uuid_bits)) seen.unix_ms = made->unix_ms();
  } else if (kind.unit_ms != 0) {
    // At most 48 bits of milliseconds, or 39 of a hundredth of a second: the sum cannot overflow.
    const std::int64_t made = kind.epoch + static_cast<std::int64_t>(seen.fields[0].value.lo) * kind.unit_ms;
    if (made < kind.earliest || made > latest) return std::nullopt;
    seen.unix_ms = made;
  }
  return seen;
}

// The latest instant to look for at present: clocks that made ids may be a day ahead.
constexpr std::int64_t latest_foreign_ms(std::int64_t now) noexcept { return now + ms_per_day; }

}  // namespace detail

// Some ids of others, in order: a contiguous range.
class foreign_id_list {
 public:
  using value_type = foreign_id;

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] constexpr const foreign_id& operator[](std::size_t i) const noexcept { return ids_[i]; }
  [[nodiscard]] constexpr const foreign_id* begin() const noexcept { return ids_.data(); }
  [[nodiscard]] constexpr const foreign_id* end() const noexcept { return ids_.data() + size_; }
  constexpr void push_back(const foreign_id& seen) noexcept { ids_[size_++] = seen; }

  // No text looks like more kinds: those in decimal are the most that one may be.
  static constexpr std::size_t capacity = 5;

 private:
  std::array<foreign_id, capacity> ids_{};
  std::size_t size_ = 0;
};

// The kinds that the text looks like, the likeliest first; empty when it looks like none. A kind that tells
// its time only fits when that is not after `latest` (Unix milliseconds): give the present, or a day more for
// clocks that differ. The formats of this library are not among the kinds, but for UUIDs of every version.
[[nodiscard]] constexpr foreign_id_list looks_like(std::string_view text, std::int64_t latest) noexcept {
  foreign_id_list found;
  for (const detail::foreign_kind& kind : detail::foreign_kinds) {
    if (kind.fallback && !found.empty()) continue;
    if (const auto seen = detail::foreign_id_of_kind(kind, text, latest)) found.push_back(*seen);
  }
  return found;
}

// The same for a UUID that is parsed already: its version's name, time and parts. No parts where RFC 9562
// defines no such version, as for the nil UUID.
[[nodiscard]] constexpr foreign_id foreign_id_of_uuid(uint128 bits) noexcept {
  foreign_id seen;
  for (const detail::foreign_kind& kind : detail::foreign_kinds) {
    if (kind.notation != detail::foreign_notation::uuid) break;
    seen = {.name = kind.name, .title = kind.title, .uuid_bits = bits};
    if (detail::take_parts(kind, detail::uuid_look_bits{bits}, seen)) break;
  }
  if (const auto made = detail::time_of_uuid(bits)) seen.unix_ms = made->unix_ms();
  return seen;
}

}  // namespace sortid
