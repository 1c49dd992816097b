// Texts and columns of a format that is known at run time, on the kernels of the machine: by_format.hpp's counterpart of
// batch.hpp. Part of the compiled library sortid::sortid.
#pragma once

#include <cstddef>
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
    return batch::to_chars(id, to, to + Id::layout().symbols);
  }
};

template <any_id Id>
constexpr std::size_t size_of_texts(std::size_t stride, std::size_t count) noexcept {
  return count == 0 ? 0 : (count - 1) * stride + Id::layout().symbols;
}

struct from_text_function {
  template <any_id Id>
  static std::size_t of(const char* texts, std::size_t stride, std::size_t count,
                        column_bytes* ids) noexcept {
    using item = unprefixed<Id>;
    return batch::from_text<item>({texts, size_of_texts<Id>(stride, count)},
                                  {reinterpret_cast<item*>(ids), count}, stride)
        .count;
  }
};

struct to_text_function {
  template <any_id Id>
  static void of(const column_bytes* ids, std::size_t count, char* texts, std::size_t stride) noexcept {
    using item = unprefixed<Id>;
    (void)batch::to_text<item>({reinterpret_cast<const item*>(ids), count},
                               {texts, size_of_texts<Id>(stride, count)}, stride);
  }
};

struct count_allowed_function {
  template <any_id Id>
  static std::size_t of(const column_bytes* ids, std::size_t count) noexcept {
    if constexpr (takes_any_value<Id::layout()>) {
      return count;
    } else {
      return batch::detail::count_allowed<Id>({reinterpret_cast<const Id*>(ids), count});
    }
  }
};

}  // namespace detail

namespace batch::by_format {

// (format, text) → result<parsed_id>. As sortid::by_format::parse.
inline constexpr format_function<sortid::detail::kernel_parse_function> parse;

// (format, value, char* to) → char*. As sortid::by_format::write.
inline constexpr format_function<sortid::detail::kernel_write_function> write;

// (format, const char* texts, stride, count, column_bytes* ids) → count. Parses texts of layout().symbols characters, a
// TypeID's without its prefix, until one is rejected; returns how many were parsed.
inline constexpr format_function<sortid::detail::from_text_function> from_text;

// (format, const column_bytes* ids, count, char* texts, stride). Writes texts as from_text parses them; the bytes between
// them are left alone.
inline constexpr format_function<sortid::detail::to_text_function> to_text;

// (format, const column_bytes* ids, count) → how many of the ids, from the first on, the format allows.
inline constexpr format_function<sortid::detail::count_allowed_function> count_allowed;

}  // namespace batch::by_format
}  // namespace sortid
