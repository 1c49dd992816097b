// ULID, 128 bits in 26 symbols of Crockford's base 32, sortable by time: 01ARZ3NDEKTSV4RRFFQ69G5FAV.
// basic_id.hpp lists what every id has, generator.hpp makes new ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sortid/basic_id.hpp"
#include "sortid/layout.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

// ULID specification, "Components" and "Binary Layout and Byte Order".
inline constexpr layout ulid_layout{
    .name = "ulid",
    .title = "Universally Unique Lexicographically Sortable Identifier",
    .class_name = "ULID",
    .bits = 128,
    .text = text_form::crockford_upper,
    .symbols = 26,
    .epoch = 0,  // Unix
    .fields = {{{"timestamp", 48, role::timestamp}, {"randomness", 80, role::random}}},
    .counter = {.low = 0, .bits = 80, .step_bytes = 0, .max_step_bytes = 8},
};

// Accepts 26 symbols in any case ("Encoding"); rejects I, L, O, U (`character`) and what is greater than the
// largest ULID (`overflow`; "Overflow Errors when Parsing Base32 Strings"). parse_lenient takes Crockford's
// aliases and hyphens.
class ulid : public basic_id<ulid, ulid_layout> {
 public:
  // Milliseconds since 1970-01-01T00:00:00Z, 48 bits.
  [[nodiscard]] constexpr sortid::timestamp timestamp() const noexcept { return {part<role::timestamp>()}; }
  // 80 bits.
  [[nodiscard]] constexpr uint128 randomness() const noexcept {
    return number() & layout().mask(role::random);
  }
};

namespace literals {
consteval ulid operator""_ulid(const char* text, std::size_t size) {
  return detail::literal<ulid>(text, size);
}
}  // namespace literals

}  // namespace sortid
