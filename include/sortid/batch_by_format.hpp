// Texts and columns of a format that is known at run time, on the kernels of the machine: by_format.hpp's
// counterpart of batch.hpp. Part of the compiled library sortid::sortid.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "sortid/batch.hpp"
#include "sortid/by_format.hpp"

namespace sortid {

namespace detail {

struct kernel_parse_function {
  template <any_id Id>
  static result<parsed_id> of(std::string_view text) noexcept {
    if constexpr (batch_id<Id>) {
      const auto id = batch::parse<Id>(text);
      if (!id) return id.error();
      return parsed_id{id->number(), {}};
    } else {
      return parse_function::of<Id>(text);
    }
  }
};

struct kernel_write_function {
  template <any_id Id>
  static char* of(uint128 value, char* to) noexcept {
    using item = unprefixed<Id>;
    const auto id = item::from_number(static_cast<typename item::value_type>(value)).value();
    return batch::write_to(id, to, to + Id::layout().symbols);
  }
};

struct from_text_function {
  template <any_id Id>
  static batch::batch_result of(std::string_view texts, column_bytes* ids, std::size_t count,
                                const batch::text_column& rows) noexcept {
    using item = unprefixed<Id>;
    return batch::from_text<item>(texts, {reinterpret_cast<item*>(ids), count}, rows);
  }
};

struct to_text_function {
  template <any_id Id>
  static std::size_t of(const column_bytes* ids, std::size_t count, std::span<char> texts,
                        const batch::text_column& rows) noexcept {
    using item = unprefixed<Id>;
    return batch::to_text<item>({reinterpret_cast<const item*>(ids), count}, texts, rows);
  }
};

struct convert_ids_function {
  template <any_id Id>
  static batch::batch_result of(const void* ids, std::size_t count, std::span<char> texts, std::size_t first,
                                const batch::text_column& rows) noexcept {
    const batch::detail::column<unprefixed<Id>> to(rows);
    if (const error why = to.why_impossible(); why.why != reason::none) return {0, why};
    return batch::detail::convert_chunk(ids, count, texts, first, to, {});
  }
};

struct convert_texts_function {
  template <any_id Id>
  static batch::conversion of(std::string_view texts, const batch::text_column& rows, format to,
                              std::span<char> to_texts, const batch::text_column& to_rows) noexcept;
};

}  // namespace detail

namespace batch::by_format {

// (format, text) → result<parsed_id>. As sortid::by_format::parse.
inline constexpr format_function<sortid::detail::kernel_parse_function> parse;

// (format, value, char* to) → char*. As sortid::by_format::write.
inline constexpr format_function<sortid::detail::kernel_write_function> write;

// (format, std::string_view texts, column_bytes* ids, count, const text_column&) → batch_result. As
// batch::from_text.
inline constexpr format_function<sortid::detail::from_text_function> from_text;

// (format, const column_bytes* ids, count, std::span<char> texts, const text_column&) → count. As
// batch::to_text.
inline constexpr format_function<sortid::detail::to_text_function> to_text;

// (format, const void* ids, count, std::span<char> texts, first, const text_column&) → batch_result. Writes
// ids of any format of that width as texts of this one, from text `first` on. Stops at an id that the format
// rejects, and with `length` where `texts` is full.
inline constexpr format_function<sortid::detail::convert_ids_function> convert_ids;

// (format, std::string_view texts, const text_column&, format to, std::span<char> to_texts, const
// text_column& to_rows) → conversion. As batch::convert; a target of another width is rejected with `range`.
inline constexpr format_function<sortid::detail::convert_texts_function> convert;

}  // namespace batch::by_format

namespace detail {

template <any_id Id>
batch::conversion convert_texts_function::of(std::string_view texts, const batch::text_column& rows,
                                             format to, std::span<char> to_texts,
                                             const batch::text_column& to_rows) noexcept {
  constexpr unsigned bits = Id::layout().bits;
  if (to.layout().bits != bits) return {{0, {reason::range, 0, to.layout().bits, bits}}, true};
  const auto write = [&](const void* ids, std::size_t count, std::size_t first) noexcept {
    return batch::by_format::convert_ids(to, ids, count, to_texts, first, to_rows);
  };
  if (const batch::batch_result possible = write(nullptr, 0, 0); !possible) return {possible, true};
  return batch::detail::convert_all<unprefixed<Id>>(texts, rows, {}, write);
}

}  // namespace detail
}  // namespace sortid
