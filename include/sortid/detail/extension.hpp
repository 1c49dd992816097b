// The caller's data in an id: a field for the data, and one that says how many of its bits are the caller's.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/uint128.hpp"

namespace sortid::detail {

// The bits of both fields for this extension. Its length is the number of bits of the value, at least 1;
// `random` fills the rest of the field. Rejected with `range` when the field is too small.
template <const layout& L>
constexpr result<uint128> extension_bits(std::uint64_t extension, uint128 random) noexcept {
  constexpr std::size_t at = L.find(role::extension);
  const auto bits = static_cast<unsigned>(std::bit_width(extension | 1));
  if (bits > L.fields[at].bits) return error{reason::range, 0, 0, clamp32(extension)};
  constexpr uint128 mask = L.mask(role::extension);
  constexpr unsigned shift = L.shift(at);
  constexpr unsigned length_shift = L.shift(L.find(role::extension_length));
  const uint128 above = random & mask & ~(low_mask<uint128>(bits) << shift);
  return above | uint128(extension) << shift | uint128(bits) << length_shift;
}

}  // namespace sortid::detail
