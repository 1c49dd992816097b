// What the command line does with ids of a format that is known at run time: the id types' functions behind pointers,
// so that they are compiled once, in forms.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sortid/formats.hpp"

namespace sortid::cli {

// Ids in a row, as the library holds them in memory: 16 bytes in network order each, or a word. A TypeID's prefix is
// not among them.
using id_bytes = std::byte;
using const_ids = const id_bytes*;

// A field of an id, by its place in the layout.
struct field_value {
  bool shown;    // it says something about this id …
  bool present;  // … and has a value
  uint128 value;
};
using field_values = std::array<field_value, max_fields>;

struct form {
  sortid::format format;
  const sortid::layout* layout;
  bool prefixed;  // texts have a type prefix

  // As the type's functions of these names. `value` is written on success alone. A text is read with its prefix and
  // written without.
  error (*parse)(std::string_view text, uint128& value);
  error (*parse_lenient)(std::string_view text, uint128& value, bool& canonical);  // nullptr: there is none
  error (*check_value)(uint128 value);  // `overflow` also where the format is narrower
  char* (*write)(uint128 value, char* to);
  void (*read_fields)(uint128 value, field_values& to);  // has_field and read_field of all
  std::optional<std::int64_t> (*unix_ms)(uint128 value, std::optional<std::int64_t> epoch);

  // Reads texts that begin `stride` bytes from each other, without prefix, until one is refused; says how many were read.
  std::size_t (*parse_many)(const char* texts, std::size_t stride, std::size_t count, id_bytes* ids);
  // The bytes between the texts are left alone.
  void (*write_many)(const_ids ids, std::size_t count, char* texts, std::size_t stride);
  // Whether the format has all these values of its width.
  bool (*allows_many)(const_ids ids, std::size_t count);
};

[[nodiscard]] const form& form_of(format f);

// The value of an id in a row.
[[nodiscard]] inline std::size_t bytes_of(const layout& l) noexcept { return l.bits / 8; }
[[nodiscard]] uint128 value_at(const_ids ids, std::size_t index, const layout& l) noexcept;

// An id that was read or made, or a plain number.
struct known_id {
  const cli::form* form = nullptr;  // nullptr: a number …
  unsigned bits = 0;                // … as wide as this
  uint128 value{};
  std::string_view prefix{};  // a TypeID's
};

// Many of one format, in a row.
struct id_run {
  const cli::form* form;
  std::string_view prefix;  // of all
  const_ids ids;
  std::size_t count;
};

// Why a text is none, and in the name of which format; `reason::none` when it is one.
struct refused_text {
  error why;
  std::string_view name;
};

// A text of that format.
[[nodiscard]] refused_text read_text(std::string_view text, const form& as, known_id& id);
// A text of the likeliest format, as detect() says, without trying those of other lengths.
[[nodiscard]] refused_text read_likeliest(std::string_view text, known_id& id);
// The format that all texts of that shape have which are ids at all, or nullptr: of its length and, where several differ
// in the values they allow, the widest. `text` may be any text of the shape.
[[nodiscard]] const form* form_of_shape(std::string_view text) noexcept;
// What else the text could be, as detect() says.
[[nodiscard]] format_set others_of(std::string_view text, format chosen);

}  // namespace sortid::cli
