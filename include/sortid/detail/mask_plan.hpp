// How a masker takes the ids of a layout apart: which bits are free, and where each stands in the two halves that
// the cipher works on. All of it derives from the layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sortid/detail/codec.hpp"
#include "sortid/error.hpp"
#include "sortid/layout.hpp"
#include "sortid/uint128.hpp"

namespace sortid::detail {

// Free bits that lie together in one word of the value and in one half.
struct mask_piece {
  std::uint8_t word = 0;  // 0: the value's upper 64 bits
  std::uint8_t from = 0;  // the lowest bit there
  std::uint8_t half = 0;  // 0: the left half
  std::uint8_t to = 0;    // the lowest bit there
  std::uint64_t bits = 0;
};

struct mask_plan {
  // A run of free bits for each field, cut at most once by the value's words and once by the halves.
  std::array<mask_piece, max_fields + 2> pieces{};
  std::uint8_t piece_count = 0;
  std::uint8_t left_bits = 0;
  std::uint8_t right_bits = 0;
  bool wide = false;  // 128 bits
  uint128 free;       // the bits that are masked
  uint128 constants;  // the bits of constant fields …
  uint128 stored;     // … in an id that is stored, and
  uint128 masked;     // … in one that is masked
};

// Whether the constants are those of RFC 9562: then a masked id says that it is no version 7.
constexpr bool is_uuid(const layout& l) noexcept {
  const std::size_t version = l.find("version");
  return l.bits == 128 && version != l.field_count() && l.shift(version) == 76 &&
         l.fields[version].bits == 4 && l.fields[version].role == role::constant;
}

// `version` is that of a masked UUID.
constexpr mask_plan plan_of(const layout& l, unsigned version) noexcept {
  mask_plan plan;
  plan.wide = l.bits == 128;
  plan.constants = l.mask(role::constant);
  plan.stored = l.constants();
  plan.masked = plan.stored;
  if (is_uuid(l)) {
    const std::size_t at = l.find("version");
    plan.masked = (plan.masked & ~l.field_mask(at)) | uint128(version) << l.shift(at);
  }
  plan.free = low_mask<uint128>(l.bits) & ~(plan.constants | l.mask(role::reserved) | l.mask(role::sign));

  const auto free_at = [&plan](unsigned bit) { return ((plan.free >> bit).lo & 1) != 0; };
  unsigned free_bits = 0;
  for (unsigned bit = 0; bit < l.bits; ++bit) free_bits += free_at(bit) ? 1U : 0U;
  plan.left_bits = static_cast<std::uint8_t>(free_bits / 2);
  plan.right_bits = static_cast<std::uint8_t>(free_bits - free_bits / 2);

  // The free bits make one number, in the order in which they stand; its lower half is the right one.
  unsigned place = 0;
  for (unsigned bit = 0; bit < l.bits; ++bit) {
    if (!free_at(bit)) continue;
    const bool begins = bit == 0 || bit == 64 || !free_at(bit - 1) || place == plan.right_bits;
    if (begins) {
      const bool left = place >= plan.right_bits;
      plan.pieces[plan.piece_count++] = {
          static_cast<std::uint8_t>(bit < 64 ? 1 : 0), static_cast<std::uint8_t>(bit % 64),
          static_cast<std::uint8_t>(left ? 0 : 1),
          static_cast<std::uint8_t>(left ? place - plan.right_bits : place), 0};
    }
    mask_piece& piece = plan.pieces[plan.piece_count - 1U];
    piece.bits = piece.bits << 1 | 1;
    ++place;
  }
  return plan;
}

// The constant field of the value that is not as wanted; one is not.
[[gnu::cold]] constexpr error wrong_mask_constant(const layout& l, uint128 value, uint128 wanted) noexcept {
  std::size_t i = 0;
  while (l.fields[i].role != role::constant || l.read(value, i) == l.read(wanted, i)) ++i;
  return {reason::range, position_of(l, i), static_cast<std::uint32_t>(l.read(wanted, i).lo),
          static_cast<std::uint32_t>(l.read(value, i).lo)};
}

}  // namespace sortid::detail
