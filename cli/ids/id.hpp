// Ids between reading and writing: one at a time, and in columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "sortid/detail/bytes.hpp"
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

  [[nodiscard]] uint128 value_at(std::size_t index) const noexcept {
    return wide() ? wide_at(index) : narrow_at(index);
  }
  // Calls f(value) for each.
  template <class F>
  void for_each_value(F&& f) const {
    if (wide()) {
      for (std::size_t i = 0; i < count; ++i) f(wide_at(i));
    } else {
      for (std::size_t i = 0; i < count; ++i) f(narrow_at(i));
    }
  }

 private:
  [[nodiscard]] bool wide() const noexcept { return format.layout().bits == 128; }
  [[nodiscard]] uint128 wide_at(std::size_t index) const noexcept {
    return detail::load_be<uint128>(reinterpret_cast<const std::uint8_t*>(ids) + index * sizeof(uint128));
  }
  [[nodiscard]] uint128 narrow_at(std::size_t index) const noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, ids + index * sizeof word, sizeof word);
    return word;
  }
};

}  // namespace sortid::cli
