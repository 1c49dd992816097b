// What the caller decides about new ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sortid/type_prefix.hpp"

namespace sortid {

// Where the sequence of a new millisecond begins, in the formats that have one. Below one id a millisecond
// every sequence that begins at 0 is 0, and so is every id modulo a power of two: all rows of a table that is
// sharded by modulus are then on one shard. random and carry_on begin in the lower half, which leaves a
// millisecond the upper half and what is above its beginning: 2048 of 4096 ids at the least.
enum class sequence_start : std::uint8_t {
  zero,
  random,    // drawn for each millisecond
  carry_on,  // one above the last id's, and at 0 again after the lower half
};
[[nodiscard]] constexpr std::string_view name_of(sequence_start start) noexcept {
  constexpr std::string_view names[] = {"zero", "random", "carry_on"};
  return names[static_cast<std::size_t>(start)];
}

// What the caller decides about the ids of one generator. What a format has no use for must be left out.
struct generator_options {
  std::optional<unsigned> extension = {};  // EUID: 0 … 32767
  // Ulid-Flake's sid, 0 … 31, which is 0 unless given; snowish's machine, 0 … 1023, which must be given where
  // no pool gives it and no order is shared (layout::needs_node).
  std::optional<unsigned> node = {};
  std::optional<unsigned> step_bytes = {};  // bytes of the step within a millisecond, 0 for a step of 1
  sequence_start sequence = sequence_start::zero;  // snowish, ts-seq-rand
  std::optional<std::int64_t> epoch = {};          // Unix milliseconds, for the formats that are timed
  type_prefix prefix = {};                         // TypeID
};

}  // namespace sortid
