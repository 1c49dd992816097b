// Ids as the command line holds them between reading and writing: one at a time and in columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sortid/batch_by_format.hpp"

namespace sortid::cli {

// The value of an id in a column.
[[nodiscard]] uint128 value_at(const column_bytes* ids, std::size_t index, const layout& l) noexcept;

// An id that was read or made, or a plain number.
struct known_id {
  std::optional<sortid::format> format;  // none: a number …
  unsigned bits = 0;                     // … as wide as this
  uint128 value{};
  std::string_view prefix{};  // a TypeID's
};

// A column of one format.
struct id_run {
  sortid::format format;
  std::string_view prefix;  // of all
  const column_bytes* ids;
  std::size_t count;
};

// Why a text was rejected, and in the name of which format; `reason::none` when it was not.
struct refused_text {
  error why;
  std::string_view name;
};

// A text of that format.
[[nodiscard]] refused_text read_text(std::string_view text, format as, known_id& id);
// A text of the likeliest format, as detect() says, without trying those of other lengths.
[[nodiscard]] refused_text read_likeliest(std::string_view text, known_id& id);
// The format that all texts of that shape have which are ids at all: of its length and, where several differ in the values
// they allow, the widest. `text` may be any text of the shape.
[[nodiscard]] std::optional<format> format_of_shape(std::string_view text) noexcept;
// What else the text could be, as detect() says.
[[nodiscard]] format_set others_of(std::string_view text, format chosen);

}  // namespace sortid::cli
