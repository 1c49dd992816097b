// What SQL adds to a format of the core: the name its functions begin with, the field that a caller may set, and new ids in
// the order of the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sortid/by_format.hpp"
#include "sortid/generator.hpp"

namespace sortid::sqlite {

// The format of that name: the layout's, or the one that the functions begin with.
[[nodiscard]] std::optional<format> find_format(std::string_view name) noexcept;

// What the functions of a format begin with: the layout's name with _ for -, and uuid7.
using sql_name = inline_text<32>;
[[nodiscard]] sql_name sql_name_of(format f) noexcept;

// Whether the caller of a function gives the value of option_of() for the new id.
enum class option_is : std::uint8_t { left_out, given };

// From the order of the process, for formats that are generated, with the option 0. An overflow of a millisecond is waited
// for. fault::forked where nothing but an option tells the ids of this process from its parent's, and none is given.
[[nodiscard]] fault mint(format f, option_is option, uint128& value) noexcept;
[[nodiscard]] filled mint_many(format f, option_is option, std::span<uint128> values) noexcept;
// A random id of an instant, outside the order. Only where mints_at(layout).
[[nodiscard]] fault mint_at(format f, std::int64_t ms, uint128& value) noexcept;
[[nodiscard]] constexpr bool mints_at(const layout& l) noexcept { return l.bounded() && l.has(role::random); }

// The field whose value the caller may set, or field_count(): a sid, a machine, an extension.
[[nodiscard]] constexpr std::size_t option_of(const layout& l) noexcept {
  const std::size_t node = l.find(role::node);
  return node != l.field_count() ? node : l.find(role::extension);
}
// The largest option of a format that has one.
[[nodiscard]] std::uint64_t largest_option(const layout& l) noexcept;
// The same id with that option, `given` being at most the largest: as one is generated with it.
[[nodiscard]] uint128 with_option(const layout& l, uint128 value, std::uint64_t given) noexcept;

// A type prefix and a text together, in `to`.
using id_text = type_id::text_type;
void write_text(format f, std::string_view prefix, uint128 value, id_text& to) noexcept;

}  // namespace sortid::sqlite
