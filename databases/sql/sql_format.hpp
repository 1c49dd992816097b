// What SQL adds to a format of the core: the name its functions begin with, the field that a caller may set,
// and new ids in the order of the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sortid/by_format.hpp"
#include "sortid/generator.hpp"
#include "sortid/inline_text.hpp"

namespace sortid::sql {

// The format of that name: the layout's, or the one that its functions begin with.
[[nodiscard]] std::optional<format> find_format(std::string_view name) noexcept;

// Whether the caller of a function gives the value of option_of() for the new id.
enum class option_is : std::uint8_t { left_out, given };

// The next ids in the order of the process, for formats that are generated, with the option 0. When a
// millisecond has no id left they wait for the next one. fault::forked where only an option would tell the
// ids of this process from its parent's, and none is given.
[[nodiscard]] result<uint128, fault> new_id(format f, option_is option,
                                            sequence_start start = sequence_start::zero) noexcept;
[[nodiscard]] filled new_ids(format f, option_is option, column_bytes* ids, std::size_t count,
                             sequence_start start = sequence_start::zero) noexcept;
// Whether a start other than zero is for the format; its name as a caller gives it.
[[nodiscard]] constexpr bool has_sequence(const layout& l) noexcept { return l.has(role::sequence); }
[[nodiscard]] std::optional<sequence_start> find_sequence_start(std::string_view name) noexcept;
// A random id of an instant, outside the order. Only where has_random_at(layout).
[[nodiscard]] result<uint128, fault> new_id_at(format f, std::int64_t ms) noexcept;
[[nodiscard]] constexpr bool has_random_at(const layout& l) noexcept {
  return l.bounded() && l.has(role::random);
}

// The field whose value the caller may set, or field_count(): a sid, a machine, an extension.
[[nodiscard]] constexpr std::size_t option_of(const layout& l) noexcept {
  const std::size_t node = l.find(role::node);
  return node != l.field_count() ? node : l.find(role::extension);
}
// The name by which a caller gives it; only where there is one.
[[nodiscard]] constexpr std::string_view option_name(const layout& l) noexcept {
  const field& option = l.fields[option_of(l)];
  return option.option_name().empty() ? option.name : option.option_name();
}
// The largest option of a format that has one.
[[nodiscard]] std::uint64_t largest_option(const layout& l) noexcept;
// The same id with that option, `given` being at most the largest: as one is generated with it.
[[nodiscard]] uint128 with_option(const layout& l, uint128 value, std::uint64_t given) noexcept;

// A type prefix and a text together, in `to`.
using id_text = type_id::text_type;
void write_text(format f, std::string_view prefix, uint128 value, id_text& to) noexcept;

// The fields of an id, an object of decimal texts; null is a field that this id has not.
using json_text = inline_text<512>;
[[nodiscard]] json_text fields_as_json(format f, uint128 value) noexcept;

}  // namespace sortid::sql
