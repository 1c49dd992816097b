// What SQL does with ids of a format that is known at run time: the id types' functions behind pointers, one form for
// each format of the core's list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sortid/formats.hpp"
#include "sortid/generator.hpp"
#include "sortid/range.hpp"

namespace sortid::sqlite {

// Two values, both of the range.
using value_range = id_range<uint128>;

// Whether the caller of a function gives the value of form::option() for the new id.
enum class option_is : std::uint8_t { left_out, given };

struct form {
  const sortid::layout* layout;
  bool prefixed;  // a text may have a type prefix, which the value has not
  bool timed;     // some ids carry an instant …
  bool bounded;   // … and an instant has a first and a last id

  // Written on success alone. A text is read with its prefix and written without.
  error (*parse)(std::string_view text, uint128& value);
  error (*parse_lenient)(std::string_view text, uint128& value);  // nullptr: there is none
  error (*check_value)(uint128 value);                // `overflow` too where the format is narrower
  void (*write)(uint128 value, char* to);             // layout->symbols bytes
  error (*unix_ms)(uint128 value, std::int64_t& ms);  // `range`: this id has none
  bool (*has_field)(uint128 value, std::size_t index);
  std::optional<uint128> (*read_field)(uint128 value, std::size_t index);

  // nullptr unless bounded.
  error (*bounds_at)(std::int64_t ms, value_range& bounds);
  error (*bounds_between)(std::int64_t from, std::int64_t to, value_range& bounds);
  // Of a text prefix; nullptr unless the texts are in base 58.
  error (*bounds_of_text)(std::string_view text, value_range& bounds);

  // From the order of the process, with the option 0; nullptr where the format is not made. fault::forked where nothing but
  // an option could tell the ids of this process from its parent's, and none is given.
  fault (*mint)(option_is option, uint128& value);
  filled (*mint_many)(option_is option, std::span<uint128> values);
  // A draw of its own at an instant; nullptr too where nothing is drawn.
  fault (*mint_at)(std::int64_t ms, uint128& value);

  [[nodiscard]] std::size_t bytes() const noexcept { return layout->bits / 8; }
  // The field whose value the caller may give, or field_count(): a sid, a machine, an extension.
  [[nodiscard]] std::size_t option() const noexcept {
    const std::size_t node = layout->find(role::node);
    return node != layout->field_count() ? node : layout->find(role::extension);
  }
};

inline constexpr std::size_t form_count = format_list::size;
// In the order of the list.
extern const std::array<form, form_count> forms;

// By the layout's name or the name that the functions begin with; nullptr for another.
[[nodiscard]] const form* find_form(std::string_view name) noexcept;

// What the functions of a format begin with: the layout's name with _ for -, and uuid7.
using sql_name = inline_text<32>;
[[nodiscard]] sql_name sql_name_of(const form& f) noexcept;

// The largest option of a format that has one.
[[nodiscard]] std::uint64_t largest_option(const form& f) noexcept;
// The same id with that option, `given` being at most the largest: as one is minted with it.
[[nodiscard]] uint128 with_option(const form& f, uint128 value, std::uint64_t given) noexcept;

// What a type prefix and a text are together, in `to`.
using id_text = inline_text<type_prefix::max_size + 1 + 36>;
void write_text(const form& f, std::string_view prefix, uint128 value, id_text& to) noexcept;

}  // namespace sortid::sqlite
