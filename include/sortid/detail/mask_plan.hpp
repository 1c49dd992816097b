// How a masker takes the ids of a layout apart: which bits are free, and how they become the two halves that
// the cipher works on. All of it derives from the layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/detail/codec.hpp"
#include "sortid/error.hpp"
#include "sortid/layout.hpp"
#include "sortid/uint128.hpp"

namespace sortid::detail {

// The bits of a word that are not free, below others that are: taken out and put in again, lowest first.
struct mask_gaps {
  struct gap {
    std::uint64_t below = 0;  // the bits under it, where those under them are out already
    unsigned bits = 0;
  };
  std::array<gap, max_fields> gaps{};
  unsigned count = 0;

  [[nodiscard]] constexpr std::uint64_t close(std::uint64_t free_bits) const noexcept {
    for (unsigned i = 0; i < count; ++i) {
      const gap& g = gaps[i];
      free_bits = (free_bits & g.below) | (free_bits >> g.bits & ~g.below);
    }
    return free_bits;
  }
  [[nodiscard]] constexpr std::uint64_t open(std::uint64_t closed) const noexcept {
    for (unsigned i = count; i != 0; --i) {
      const gap& g = gaps[i - 1];
      closed = (closed & g.below) | (closed & ~g.below) << g.bits;
    }
    return closed;
  }
};

struct mask_plan {
  mask_gaps hi;  // of the value's upper 64 bits
  mask_gaps lo;
  unsigned low_bits = 0;  // free bits of the lower 64; with those above them they make one number …
  std::uint8_t left_bits = 0;
  std::uint8_t right_bits = 0;  // … whose lower half is the right one
  bool wide = false;            // 128 bits
  uint128 free;                 // the bits that are masked
  uint128 constants;            // the bits of constant fields …
  uint128 stored;               // … in an id that is stored, and
  uint128 masked;               // … in one that is masked
};

constexpr unsigned count_ones(std::uint64_t word) noexcept {
  unsigned ones = 0;
  for (; word != 0; word &= word - 1) ++ones;
  return ones;
}

constexpr mask_gaps gaps_of(std::uint64_t free_bits) noexcept {
  mask_gaps found;
  unsigned closed = 0;
  for (unsigned bit = 0; bit < 64 && free_bits >> bit != 0;) {
    unsigned end = bit;
    while ((free_bits >> end & 1) == 0) ++end;
    if (end != bit) found.gaps[found.count++] = {low_mask<std::uint64_t>(bit - closed), end - bit};
    closed += end - bit;
    for (bit = end; bit < 64 && (free_bits >> bit & 1) != 0;) ++bit;
  }
  return found;
}

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

  plan.hi = gaps_of(plan.free.hi);
  plan.lo = gaps_of(plan.free.lo);
  plan.low_bits = count_ones(plan.free.lo);
  const unsigned free_bits = plan.low_bits + count_ones(plan.free.hi);
  plan.left_bits = static_cast<std::uint8_t>(free_bits / 2);
  plan.right_bits = static_cast<std::uint8_t>(free_bits - free_bits / 2);
  return plan;
}

// The constant field of the value that is not as wanted; one is not. The position is that in the text, which
// begins with the prefix where there is one.
[[gnu::cold]] constexpr error wrong_mask_constant(const layout& l, uint128 value, uint128 wanted,
                                                  std::string_view prefix) noexcept {
  std::size_t i = 0;
  while (l.fields[i].role != role::constant || l.read(value, i) == l.read(wanted, i)) ++i;
  const std::size_t before = prefix.empty() ? 0 : prefix.size() + 1;
  return {reason::range, position_of(l, i) + clamp32(before),
          static_cast<std::uint32_t>(l.read(wanted, i).lo), static_cast<std::uint32_t>(l.read(value, i).lo)};
}

}  // namespace sortid::detail
