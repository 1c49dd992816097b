// What the id types do, for a format that is known at run time: functions of a `format` and plain bits.
//
//   const sortid::format f = *sortid::format::find("ulid");
//   auto id = sortid::by_format::parse(f, text);  // the bits, and a TypeID's prefix beside them
//   auto ms = sortid::by_format::unix_ms(f, id->value, std::nullopt);
//
// Nearly each function is a table with an entry for every format of the list. A program contains the tables
// of the functions that it names. batch_by_format.hpp has those that run on the kernels, any_generator.hpp
// new ids.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "sortid/detail/hex.hpp"
#include "sortid/formats.hpp"
#include "sortid/range.hpp"

namespace sortid {

// The bits of an id. The prefix is a TypeID's and lies in the text that was parsed; else it is empty.
struct parsed_id {
  uint128 value{};
  std::string_view prefix{};
};

// Ids of a column in memory, aligned for the format's integer: 16 bytes in network order each, or a native
// 64-bit integer. A TypeID's prefix is not among them.
using column_bytes = std::byte;

// A field of an id, by its place in the layout.
struct field_value {
  bool shown = false;    // the field says something about this id …
  bool present = false;  // … and has a value
  uint128 value{};
};
using field_values = std::array<field_value, max_fields>;

// A function of every id type as a function of a format: calls Function::of<Id>(arguments…) of the format's
// id type.
template <class Function>
class format_function {
  template <class... Ids>
  static constexpr auto table_of(detail::id_list<Ids...>) noexcept {
    return std::array{&Function::template of<Ids>...};
  }
  // In a template of its own, so that naming the object alone makes no table.
  template <class List>
  static constexpr auto table = table_of(List());

 public:
  template <class... Arguments>
  constexpr auto operator()(format f, Arguments&&... arguments) const noexcept {
    return table<format_list>[f.place()](std::forward<Arguments>(arguments)...);
  }
};

namespace detail {

// The prefix of a text that Id accepts.
template <any_id Id>
constexpr std::string_view prefix_in(std::string_view text) noexcept {
  if (!Id::layout().prefixed || text.size() == Id::layout().symbols) return {};
  return {text.data(), text.size() - Id::layout().symbols - 1};
}

struct parse_function {
  template <any_id Id>
  static constexpr result<parsed_id> of(std::string_view text) noexcept {
    const auto id = Id::parse(text);
    if (!id) return id.error();
    return parsed_id{id->number(), prefix_in<Id>(text)};
  }
};

struct parse_lenient_function {
  template <any_id Id>
  static constexpr result<lenient<parsed_id>> of(std::string_view text) noexcept {
    if constexpr (Id::layout().lenient()) {
      const auto read = Id::parse_lenient(text);
      if (!read) return read.error();
      return lenient<parsed_id>{{read->id.number(), {}}, read->canonical};
    } else {
      const auto read = parse_function::of<Id>(text);
      if (!read) return read.error();
      return lenient<parsed_id>{*read, true};
    }
  }
};

struct parse_skipping_check_function {
  template <any_id Id>
  static constexpr result<parsed_id> of(std::string_view text) noexcept {
    if constexpr (Id::layout().checked()) {
      const auto id = Id::parse_skipping_check(text);
      if (!id) return id.error();
      return parsed_id{id->number(), {}};
    } else {
      return parse_function::of<Id>(text);
    }
  }
};

struct has_check_function {
  template <any_id Id>
  static constexpr result<bool> of(std::string_view text) noexcept {
    if constexpr (Id::layout().checked()) {
      const auto check = Id::check_of(text);
      if (!check) return check.error();
      return *check == Id::check::valid;
    } else {
      const auto read = parse_lenient_function::of<Id>(text);
      if (!read) return read.error();
      return false;
    }
  }
};

struct column_value_function {
  template <any_id Id>
  static uint128 of(const column_bytes* ids, std::size_t index) noexcept {
    using item = unprefixed<Id>;
    return reinterpret_cast<const item*>(ids)[index].number();
  }
};

struct check_value_function {
  template <any_id Id>
  static constexpr error of(uint128 value) noexcept {
    return id_of_bits<Id>(value).error();
  }
};

struct write_function {
  template <any_id Id>
  static constexpr char* of(uint128 value, char* to) noexcept {
    write_text<Id::layout()>(static_cast<typename Id::value_type>(value), to);
    return to + Id::layout().symbols;
  }
};

struct write_unchecked_function {
  template <any_id Id>
  static constexpr char* of(uint128 value, char* to) noexcept {
    if constexpr (Id::layout().checked()) {
      checked32_codec<>::write(value, checked32_codec<>::unchecked, to);
      return to + Id::layout().symbols;
    } else {
      return write_function::of<Id>(value, to);
    }
  }
};

struct fields_function {
  template <any_id Id>
  static constexpr field_values of(uint128 value) noexcept {
    field_values all{};
    const auto id = id_of_bits<Id>(value);
    if (!id) return all;
    // With the places as constants, so that shifts and masks are.
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto read = [&](std::size_t i) {
        const auto field = id->read_field(i);
        all[i] = {id->has_field(i), field.has_value(), field.value_or(uint128())};
      };
      (read(I), ...);
    }
    (std::make_index_sequence<Id::layout().field_count()>());
    return all;
  }
};

struct unix_ms_function {
  template <any_id Id>
  static constexpr std::optional<std::int64_t> of(uint128 value, std::optional<std::int64_t> epoch) noexcept {
    const auto id = id_of_bits<Id>(value);
    if (!id) return std::nullopt;
    return in(*id, epoch);
  }
  template <any_id Id>
  static constexpr std::optional<std::int64_t> in(const Id& id, std::optional<std::int64_t> epoch) noexcept {
    if constexpr (requires { id.unix_ms(*epoch); }) {
      return id.unix_ms(epoch.value_or(Id::layout().epoch));
    } else if constexpr (Id::layout().timed()) {
      return id.unix_ms();
    } else {
      return std::nullopt;
    }
  }
};

// Of formats whose ids no instant bounds.
inline constexpr error no_bounds{reason::range, 0, 0, 0};

// Ranges of time come from the layout as it is read at run time: functions of the id types would be five
// times as large.
constexpr id_range<uint128> ids_of(const layout& l, const id_range<timestamp>& timestamps) noexcept {
  return {edge_value(l, timestamps.first, false), edge_value(l, timestamps.last, true)};
}

struct ids_at_function {
  constexpr result<id_range<uint128>> operator()(format f, instant when,
                                                 std::optional<std::int64_t> epoch) const noexcept {
    const layout& l = f.layout();
    if (!l.bounded()) return no_bounds;
    const auto at = timestamp_at(l, when, epoch.value_or(l.epoch));
    if (!at) return at.error();
    return ids_of(l, {*at, *at});
  }
};

struct ids_between_function {
  constexpr result<id_range<uint128>> operator()(format f, instant from, instant to,
                                                 std::optional<std::int64_t> epoch) const noexcept {
    const layout& l = f.layout();
    if (!l.bounded()) return no_bounds;
    const auto timestamps = timestamps_between(l, from, to, epoch.value_or(l.epoch));
    if (!timestamps) return timestamps.error();
    return ids_of(l, *timestamps);
  }
};

struct ids_with_text_prefix_function {
  template <any_id Id>
  static constexpr result<id_range<uint128>> of(std::string_view text) noexcept {
    if constexpr (Id::layout().bounded_by_text()) {
      const auto range = ids_with_text_prefix<Id>(text);
      if (!range) return range.error();
      return id_range<uint128>{range->first.number(), range->last.number()};
    } else {
      return no_bounds;
    }
  }
};

}  // namespace detail

// Why the bits of one format are none of another's that is narrower or wider, as a sentence.
[[nodiscard]] constexpr inline_text<160> message_of_width(format from, format to) noexcept {
  inline_text<160> out;
  out.append(from.name()).append(" has ").append_decimal(from.layout().bits).append(" bits, ");
  return out.append(to.name()).append(" has ").append_decimal(to.layout().bits);
}

namespace by_format {

// (format, text) → result<parsed_id>. As Id::parse.
inline constexpr format_function<detail::parse_function> parse;

// (format, text) → result<lenient<parsed_id>>. As Id::parse_lenient; strict where the format has none.
inline constexpr format_function<detail::parse_lenient_function> parse_lenient;

// (format, text) → result<parsed_id>. As Id::parse_skipping_check; as Id::parse in formats without a
// check-mod.
inline constexpr format_function<detail::parse_skipping_check_function> parse_skipping_check;

// (format, text) → result<bool>. Whether a text that parse_lenient takes carries a check-mod; false in
// formats without one.
inline constexpr format_function<detail::has_check_function> has_check;

// (format, value) → error. Why the format does not allow these bits: as Id::from_number, and `overflow` where
// the format is narrower. reason::none where it allows them.
inline constexpr format_function<detail::check_value_function> check_value;

// (format, column_bytes* ids, index) → the bits of that id of the column.
inline constexpr format_function<detail::column_value_function> column_value;

// (format, value, char* to) → char*. Writes layout().symbols characters, a TypeID without its prefix, and
// returns their end. The format must allow the value.
inline constexpr format_function<detail::write_function> write;

// As write, with "no check" in place of the check-mod where the format has one.
inline constexpr format_function<detail::write_unchecked_function> write_unchecked;

// (format, value) → field_values. As Id::has_field and Id::read_field for each field of the layout.
inline constexpr format_function<detail::fields_function> fields;

// (format, value, optional epoch) → optional Unix milliseconds; none for an id that carries no instant.
inline constexpr format_function<detail::unix_ms_function> unix_ms;

// (format, instant, optional epoch) → result<id_range<uint128>>. As first_at and last_at.
inline constexpr detail::ids_at_function ids_at;

// (format, from, to, optional epoch) → result<id_range<uint128>>. As ids_between.
inline constexpr detail::ids_between_function ids_between;

// (format, text) → result<id_range<uint128>>. As ids_with_text_prefix.
inline constexpr format_function<detail::ids_with_text_prefix_function> ids_with_text_prefix;

// All bits in hexadecimal digits: two for each byte, the most significant first, in lower case and without
// hyphens.
[[nodiscard]] constexpr inline_text<32> to_hex(format f, uint128 value) noexcept {
  const std::size_t digits = 2 * f.layout().bytes();
  return inline_text<32>().append_written(digits, [&](char* to) { detail::write_hex(value, digits, to); });
}
// The value of such digits in either case. Rejects another number of them with `length`, another byte with
// `character`, and bits that the format does not allow as check_value does.
[[nodiscard]] constexpr result<uint128> from_hex(format f, std::string_view digits) noexcept {
  const auto value = detail::parse_hex(digits, 2 * f.layout().bytes());
  if (!value) return value.error();
  const error why = check_value(f, *value);
  if (why.why != reason::none) return why;
  return value;
}
// Why bits in other units than symbols were rejected, as a sentence: in bytes, or as from_hex does in digits.
inline constexpr const char* hex_digits = "hexadecimal digits";
[[nodiscard]] constexpr inline_text<160> message_in(std::string_view units, const error& e,
                                                    std::string_view format) noexcept {
  if (e.why == reason::length) return message_of_length(e, format, units);
  return message(e, e.why == reason::character ? units : format);
}
[[nodiscard]] constexpr inline_text<160> message_of_hex(const error& e, std::string_view format) noexcept {
  return message_in(hex_digits, e, format);
}

}  // namespace by_format
}  // namespace sortid
