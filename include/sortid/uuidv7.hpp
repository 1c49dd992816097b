// UUID of any version, and version 7 of it, which sorts by time: 018fb1c8-5d6e-7a2b-9c3d-4e5f60718293.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sortid/basic_id.hpp"
#include "sortid/detail/bytes.hpp"
#include "sortid/detail/codec.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/uint128.hpp"
#include "sortid/ulid.hpp"
#include "sortid/uuid_time.hpp"

namespace sortid {

// RFC 9562, sections 4.1, 4.2 and 5.7.
inline constexpr layout uuidv7_layout{
    .name = "uuidv7",
    .title = "UUID version 7",
    .class_name = "UUIDv7",
    .sql_spelling = "uuid7",  // PostgreSQL 18 has a function uuidv7() of its own
    .bits = 128,
    .text = text_form::uuid_hex,
    .symbols = 36,
    .epoch = 0,  // Unix
    .fields = {{{"timestamp", 48, role::timestamp},
                {"version", 4, role::constant, 7},
                {"rand_a", 12, role::random},
                {"variant", 2, role::constant, 2},
                {"rand_b", 62, role::random}}},
    // RFC 9562, section 6.2, method 2: the random bits grow by a random step within a millisecond.
    .counter = {.low = 0, .bits = 80, .step_bytes = 4, .max_step_bytes = 7},
};

inline constexpr layout uuid_layout{
    .name = "uuid",
    .title = "UUID of any version",
    .class_name = "UUID",
    .bits = uuidv7_layout.bits,
    .text = uuidv7_layout.text,
    .symbols = uuidv7_layout.symbols,
    .epoch = uuidv7_layout.epoch,
    .fields = uuidv7_layout.fields,
    .constants_required = false,
    .generated = false,
    .detection = detection::fallback,
};

namespace detail {

// What uuid, uuidv7 and type_id report of their 128 bits.
struct uuid_parts {
  uint128 bits;

  [[nodiscard]] constexpr unsigned version() const noexcept { return read(version_place); }
  // The two bits of RFC 9562's own variant; 2 in every UUID that it defines but the nil and the max one.
  [[nodiscard]] constexpr unsigned variant() const noexcept { return read(variant_place); }
  [[nodiscard]] constexpr bool is_version_7() const noexcept {
    // Not by check_value, which works out why: batches ask this of every id.
    constexpr uint128 mask = uuidv7_layout.mask(role::constant);
    constexpr uint128 version_7 = uuidv7_layout.constants();
    return (bits & mask) == version_7;
  }
  [[nodiscard]] constexpr bool has_field(std::size_t index) const noexcept {
    return is_version_7() || index == version_place;
  }

 private:
  static constexpr std::size_t version_place = uuidv7_layout.find("version");
  static constexpr std::size_t variant_place = uuidv7_layout.find("variant");
  [[nodiscard]] constexpr unsigned read(std::size_t place) const noexcept {
    return static_cast<unsigned>(uuidv7_layout.read(bits, place).lo);
  }
};

// Where byte i of the other order stands in network order.
using byte_permutation = std::array<std::uint8_t, 16>;

// .NET's Guid and SQL Server's uniqueidentifier hold the first three groups little-endian.
inline constexpr byte_permutation guid_order{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};

constexpr byte_permutation permuted(const byte_permutation& from, const byte_permutation& order) noexcept {
  byte_permutation to{};
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[order[i]];
  return to;
}
constexpr byte_permutation inverse(const byte_permutation& order) noexcept {
  byte_permutation back{};
  for (std::size_t i = 0; i < back.size(); ++i) back[order[i]] = static_cast<std::uint8_t>(i);
  return back;
}

// SQL Server compares the bytes of a uniqueidentifier in this order, the last six first.
inline constexpr byte_permutation sql_server_ranks{10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3};

}  // namespace detail

static_assert(uuidv7_layout.fields[uuidv7_layout.find("variant")].value == detail::uuid_variant);

// A UUID of version 7, and no other: parse rejects another version or variant with `range`. Its nil is no
// version 7.
class uuidv7 : public basic_id<uuidv7, uuidv7_layout> {
 public:
  // Milliseconds since 1970-01-01T00:00:00Z, 48 bits.
  [[nodiscard]] constexpr sortid::timestamp timestamp() const noexcept { return {part<role::timestamp>()}; }
  // Always 7.
  [[nodiscard]] constexpr unsigned version() const noexcept { return detail::uuid_parts{number()}.version(); }
  // 12 bits.
  [[nodiscard]] constexpr std::uint64_t rand_a() const noexcept {
    return part<uuidv7_layout.find("rand_a")>();
  }
  // Always 2, binary 10.
  [[nodiscard]] constexpr unsigned variant() const noexcept { return detail::uuid_parts{number()}.variant(); }
  // 62 bits.
  [[nodiscard]] constexpr std::uint64_t rand_b() const noexcept {
    return part<uuidv7_layout.find("rand_b")>();
  }
};

// Any 128 bits in the text form of a UUID, digits in any case. The parts of version 7 are reported for
// version 7 alone, never guessed for others; the time also for the other versions that have one.
class uuid : public basic_id<uuid, uuid_layout> {
 public:
  constexpr uuid() noexcept = default;
  constexpr explicit uuid(uint128 bits) noexcept : basic_id(unchecked(bits)) {}
  constexpr uuid(const uuidv7& id) noexcept : uuid(id.number()) {}

  // The four bits of the version, 0 … 15.
  [[nodiscard]] constexpr unsigned version() const noexcept { return parts().version(); }
  // The two bits of the variant, 0 … 3; 2 in what RFC 9562 defines, but for the nil and the max UUID.
  [[nodiscard]] constexpr unsigned variant() const noexcept { return parts().variant(); }
  [[nodiscard]] constexpr bool is_version_7() const noexcept { return parts().is_version_7(); }
  // When it was made, where its version says so: 1, 2, 6 and 7.
  [[nodiscard]] constexpr std::optional<uuid_time> time() const noexcept {
    return detail::time_of_uuid(number());
  }
  // The same in Unix milliseconds, rounded down.
  [[nodiscard]] constexpr std::optional<std::int64_t> unix_ms() const noexcept {
    const auto made = time();
    if (!made) return std::nullopt;
    return made->unix_ms();
  }
  // Rejected with `range` unless it is one.
  [[nodiscard]] constexpr result<uuidv7> as_version_7() const noexcept {
    return uuidv7::from_number(number());
  }
  [[nodiscard]] constexpr bool has_field(std::size_t index) const noexcept {
    return parts().has_field(index);
  }

  // The bytes as .NET's Guid.ToByteArray and SQL Server's uniqueidentifier hold them.
  [[nodiscard]] constexpr bytes_type guid_bytes() const noexcept {
    return detail::permuted(bytes(), detail::guid_order);
  }
  [[nodiscard]] static constexpr uuid from_guid_bytes(const bytes_type& bytes) noexcept {
    return of(detail::permuted(bytes, detail::inverse(detail::guid_order)));
  }
  // Stored bytes of a uniqueidentifier that SQL Server sorts as this id sorts here. It prints as another UUID
  // there.
  [[nodiscard]] constexpr bytes_type sql_server_sortable_bytes() const noexcept {
    return detail::permuted(bytes(), detail::inverse(detail::sql_server_ranks));
  }
  [[nodiscard]] static constexpr uuid from_sql_server_sortable_bytes(const bytes_type& bytes) noexcept {
    return of(detail::permuted(bytes, detail::sql_server_ranks));
  }

 private:
  static constexpr uuid of(const bytes_type& bytes) noexcept {
    return uuid(detail::load_be<uint128>(bytes.data()));
  }
  [[nodiscard]] constexpr detail::uuid_parts parts() const noexcept { return {number()}; }
};

// The same 128 bits: nothing is lost, and the UUID is hardly ever of a version that RFC 9562 defines.
[[nodiscard]] constexpr uuid to_uuid_bits(const ulid& id) noexcept { return uuid(id.number()); }
[[nodiscard]] constexpr ulid to_ulid_bits(const uuid& id) noexcept {
  return ulid::from_number(id.number()).value();
}
// A valid UUIDv7 with the same timestamp. Six bits of the randomness are overwritten by version and variant:
// the ULID cannot be had back, and two ULIDs that differ in these bits alone become one.
[[nodiscard]] constexpr uuidv7 to_uuidv7_overwriting_six_bits(const ulid& id) noexcept {
  return uuidv7::from_number((id.number() & ~uuidv7_layout.mask(role::constant)) | uuidv7_layout.constants())
      .value();
}

namespace literals {
consteval uuid operator""_uuid(const char* text, std::size_t size) {
  return detail::literal<uuid>(text, size);
}
consteval uuidv7 operator""_uuidv7(const char* text, std::size_t size) {
  return detail::literal<uuidv7>(text, size);
}
}  // namespace literals

}  // namespace sortid
