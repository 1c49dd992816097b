// What the caller decides about new ids.
#pragma once

#include <cstdint>
#include <optional>

#include "sortid/type_prefix.hpp"

namespace sortid {

// What the caller decides about the ids of one generator. What a format has no use for must be left out.
struct generator_options {
  std::optional<std::uint16_t> extension = {};  // EUID: 0 … 32767
  std::optional<unsigned> node = {};  // Ulid-Flake's sid, 0 … 31; snowish's machine, 0 … 1023; 0 unless given
  std::optional<unsigned> step_bytes = {};  // bytes of the step within a millisecond, 0 for a step of 1
  std::optional<std::int64_t> epoch = {};   // Unix milliseconds, for the formats that are timed
  type_prefix prefix = {};                  // TypeID
};

}  // namespace sortid
