// Ids between reading and writing: one at a time, and in columns.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "sortid/formats.hpp"

namespace sortid::cli {

// An id that was read or made, or a plain number.
struct known_id {
  std::optional<sortid::format> format;  // empty: a number …
  unsigned bits = 0;                     // … as wide as this
  uint128 value{};
  std::string_view prefix{};  // a TypeID's
};

// A column for batch::by_format: 16 bytes in network order each, or a native 64-bit integer.
struct id_column {
  sortid::format format;
  std::string_view prefix;  // of all
  const std::byte* ids;
  std::size_t count;

  [[nodiscard]] uint128 value_at(std::size_t index) const noexcept;
};

}  // namespace sortid::cli
