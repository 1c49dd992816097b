// Ulid-Flake, 63 bits in 13 symbols of Crockford's base 32, sortable by time and a positive bigint:
// 00CMXB6TAK4SA. Two versions look alike: the stand-alone one, and the scalable one whose last symbol is the
// sid.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sortid/basic_id.hpp"
#include "sortid/layout.hpp"

namespace sortid {

// Ulid-Flake specification, "Components" and "Binary Layout and Byte Order".
inline constexpr layout ulid_flake_layout{
    .name = "ulid-flake",
    .title = "Ulid-Flake, stand-alone version",
    .class_name = "UlidFlake",
    .bits = 64,
    .text = text_form::crockford_upper,
    .symbols = 13,
    .epoch = 1704067200000,  // 2024-01-01T00:00:00Z
    .fields = {{{"sign", 1, role::sign},
                {"timestamp", 43, role::timestamp},
                {"randomness", 20, role::random}}},
    .counter = {.low = 0, .bits = 20, .step_bytes = 1, .max_step_bytes = 3},
};

inline constexpr layout ulid_flake_scalable_layout{
    .name = "ulid-flake-scalable",
    .title = "Ulid-Flake, scalable version",
    .class_name = "UlidFlakeScalable",
    .bits = 64,
    .text = text_form::crockford_upper,
    .symbols = 13,
    .epoch = ulid_flake_layout.epoch,
    .fields = {{{"sign", 1, role::sign},
                {"timestamp", 43, role::timestamp},
                {"randomness", 15, role::random},
                {"scalability", 5, role::node, 0, "sid"}}},
    .counter = {.low = 5, .bits = 15, .step_bytes = 1, .max_step_bytes = 2},
};

// Accepts 13 symbols in any case; rejects I, L, O, U (`character`) and what is greater than the largest
// Ulid-Flake, as well as a negative integer (`overflow`; "Timestamp and Over All"). Ids made with an epoch of
// your own: give it to every function that takes one, or write a layout with it and derive from basic_id.
class ulid_flake : public basic_id<ulid_flake, ulid_flake_layout> {
 public:
  // Milliseconds since the epoch, 43 bits.
  [[nodiscard]] constexpr sortid::timestamp timestamp() const noexcept { return {part<role::timestamp>()}; }
  // 20 bits.
  [[nodiscard]] constexpr std::uint32_t randomness() const noexcept {
    return static_cast<std::uint32_t>(part<role::random>());
  }
};

// The same texts and rejections; the low five bits are the sid ("Scalability").
class ulid_flake_scalable : public basic_id<ulid_flake_scalable, ulid_flake_scalable_layout> {
 public:
  // Milliseconds since the epoch, 43 bits.
  [[nodiscard]] constexpr sortid::timestamp timestamp() const noexcept { return {part<role::timestamp>()}; }
  // 15 bits.
  [[nodiscard]] constexpr std::uint32_t randomness() const noexcept {
    return static_cast<std::uint32_t>(part<role::random>());
  }
  // Which of 32 generators made it: the specification's scalability, 0 … 31.
  [[nodiscard]] constexpr unsigned sid() const noexcept { return static_cast<unsigned>(part<role::node>()); }
};

namespace literals {
consteval ulid_flake operator""_ulid_flake(const char* text, std::size_t size) {
  return detail::literal<ulid_flake>(text, size);
}
consteval ulid_flake_scalable operator""_ulid_flake_scalable(const char* text, std::size_t size) {
  return detail::literal<ulid_flake_scalable>(text, size);
}
}  // namespace literals

}  // namespace sortid
