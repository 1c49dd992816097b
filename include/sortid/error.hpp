// Why a text or a value is rejected, and the small result type that carries either an id or that reason.
//
//   auto id = sortid::ulid::parse(text);
//   if (!id) log(sortid::message(id.error(), sortid::ulid::layout().name));
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <version>

#include "sortid/fault.hpp"
#include "sortid/inline_text.hpp"

#if defined(__cpp_lib_expected)
#include <expected>
#endif

namespace sortid {

// The six reasons, the same in every front end.
enum class reason : std::uint8_t {
  none = 0,   // not an error
  length,     // too few or too many symbols
  character,  // a byte that the alphabet, or the place, does not allow
  overflow,   // a number greater than the format's largest
  checksum,   // EUID: the check-mod does not belong to the value
  prefix,     // TypeID: the type prefix breaks its rule, or is another type's
  range,      // a part outside its range: version, variant, timestamp, extension, …
};

[[nodiscard]] constexpr std::string_view name_of(reason why) noexcept {
  constexpr std::string_view names[] = {"none",     "length", "character", "overflow",
                                        "checksum", "prefix", "range"};
  return names[static_cast<std::size_t>(why)];
}

// An error: its reason and the 0-based byte of the text at which it shows (never past the text's end).
// `expected` and `found` are what the reason is about: symbols for `length`, the byte for `character` and
// `prefix`, check-mods for `checksum`, the value of the part for `range` (where it fits 32 bits). Of a prefix
// that breaks the rule `expected` is 0; where another prefix was expected it is that one's byte, or '_'
// behind it.
struct error {
  reason why = reason::none;
  std::uint32_t position = 0;
  std::uint32_t expected = 0;
  std::uint32_t found = 0;

  friend constexpr bool operator==(const error&, const error&) noexcept = default;
};

namespace detail {

constexpr std::uint32_t clamp32(std::uint64_t n) noexcept {
  return n > 0xFFFFFFFFU ? 0xFFFFFFFFU : static_cast<std::uint32_t>(n);
}

constexpr error length_error(std::size_t expected, std::size_t found) noexcept {
  return {reason::length, clamp32(found < expected ? found : expected), clamp32(expected), clamp32(found)};
}

// A byte that is no digit of its base.
constexpr error not_a_digit(char found, std::size_t at) noexcept {
  return {reason::character, clamp32(at), 0, static_cast<unsigned char>(found)};
}

constexpr error shifted(error e, std::size_t by) noexcept {
  e.position += clamp32(by);
  return e;
}

}  // namespace detail

template <class T, class E = error>
class result;

namespace detail {

template <class T>
inline constexpr bool is_result = false;
template <class T, class E>
inline constexpr bool is_result<result<T, E>> = true;

// Calls f, which may be a member of the value's type. std::invoke costs every program more than this header.
template <class F, class V>
constexpr decltype(auto) call(F&& f, V&& value) {
  if constexpr (std::is_member_function_pointer_v<std::remove_cvref_t<F>>) {
    return (std::forward<V>(value).*f)();
  } else if constexpr (std::is_member_object_pointer_v<std::remove_cvref_t<F>>) {
    return (std::forward<V>(value).*f);
  } else {
    return std::forward<F>(f)(std::forward<V>(value));
  }
}

template <class E>
inline constexpr E no_error{};

// The error of a result. Where it is plain data, as `error` is, a value beside it costs no stores.
template <class E>
class error_storage {
 public:
  constexpr error_storage() noexcept = default;
  constexpr explicit error_storage(E why) noexcept : why_(std::move(why)) {}
  [[nodiscard]] constexpr E& why(bool) noexcept { return why_; }
  [[nodiscard]] constexpr const E& why(bool) const noexcept { return why_; }

 private:
  E why_{};
};
template <class E>
requires std::is_trivially_copyable_v<E>
class error_storage<E> {
 public:
  constexpr error_storage() noexcept {}  // NOLINT(modernize-use-equals-default): that is deleted
  constexpr explicit error_storage(E why) noexcept : why_(why) {}
  [[nodiscard]] constexpr E& why(bool is_set) noexcept {
    if (!is_set) *this = error_storage(E{});
    return why_;
  }
  [[nodiscard]] constexpr const E& why(bool is_set) const noexcept { return is_set ? why_ : no_error<E>; }

 private:
  union {
    E why_;
  };
};

// The verbs of a result, for each way to hold one.
template <class Held, class F>
constexpr auto and_then(Held&& held, F&& f) {
  using answer = std::remove_cvref_t<decltype(call(std::forward<F>(f), *std::forward<Held>(held)))>;
  static_assert(is_result<answer>, "and_then() takes a function that returns a result");
  if (!held) return answer(std::forward<Held>(held).error());
  return answer(call(std::forward<F>(f), *std::forward<Held>(held)));
}
template <class Held, class F>
constexpr auto transform(Held&& held, F&& f) {
  using value = std::remove_cv_t<decltype(call(std::forward<F>(f), *std::forward<Held>(held)))>;
  using answer = result<std::decay_t<value>, typename std::remove_cvref_t<Held>::error_type>;
  if (!held) return answer(std::forward<Held>(held).error());
  return answer(std::in_place, call(std::forward<F>(f), *std::forward<Held>(held)));
}
template <class Held, class F>
constexpr auto or_else(Held&& held, F&& f) {
  using answer = std::remove_cvref_t<decltype(call(std::forward<F>(f), std::forward<Held>(held).error()))>;
  static_assert(is_result<answer>, "or_else() takes a function that returns a result");
  if (held) return answer(std::in_place, *std::forward<Held>(held));
  return answer(call(std::forward<F>(f), std::forward<Held>(held).error()));
}
template <class Held, class F>
constexpr auto transform_error(Held&& held, F&& f) {
  using why = std::decay_t<decltype(call(std::forward<F>(f), std::forward<Held>(held).error()))>;
  using answer = result<typename std::remove_cvref_t<Held>::value_type, why>;
  if (held) return answer(std::in_place, *std::forward<Held>(held));
  return answer(call(std::forward<F>(f), std::forward<Held>(held).error()));
}

}  // namespace detail

// A value or an error, with the names of std::expected, which g++ 12 does not have in C++20. It differs in
// two things: value() and * without a value end the program, and error() with a value is a default one.
template <class T, class E>
class [[nodiscard]] result {
  static_assert(!std::same_as<T, E>, "the two sides of a result have different types");

 public:
  using value_type = T;
  using error_type = E;

  // Implicit, so that a function can return either side.
  constexpr result(T value) noexcept : value_(std::move(value)) {}
  constexpr result(E why) noexcept : error_(std::move(why)) {}
  // The value made where it will stand, for one too large to move about.
  template <class... Arguments>
  constexpr explicit result(std::in_place_t in_place, Arguments&&... arguments) noexcept
      : value_(in_place, std::forward<Arguments>(arguments)...) {}

  [[nodiscard]] constexpr bool has_value() const noexcept { return value_.has_value(); }
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return has_value(); }

  // The value; ends the program when there is none: a rejected text never becomes an id.
  [[nodiscard]] constexpr T& value() & noexcept {
    if (!value_) std::abort();
    return *value_;
  }
  [[nodiscard]] constexpr const T& value() const& noexcept {
    if (!value_) std::abort();
    return *value_;
  }
  [[nodiscard]] constexpr T&& value() && noexcept { return std::move(value()); }
  [[nodiscard]] constexpr const T&& value() const&& noexcept { return std::move(value()); }
  [[nodiscard]] constexpr T& operator*() & noexcept { return value(); }
  [[nodiscard]] constexpr const T& operator*() const& noexcept { return value(); }
  [[nodiscard]] constexpr T&& operator*() && noexcept { return std::move(value()); }
  [[nodiscard]] constexpr const T&& operator*() const&& noexcept { return std::move(value()); }
  [[nodiscard]] constexpr T* operator->() noexcept { return &value(); }
  [[nodiscard]] constexpr const T* operator->() const noexcept { return &value(); }
  [[nodiscard]] constexpr T value_or(T other) const& noexcept { return value_ ? *value_ : std::move(other); }
  [[nodiscard]] constexpr T value_or(T other) && noexcept {
    return value_ ? std::move(*value_) : std::move(other);
  }

  // The error; a default one when there is a value.
  [[nodiscard]] constexpr E& error() & noexcept { return error_.why(!value_); }
  [[nodiscard]] constexpr const E& error() const& noexcept { return error_.why(!value_); }
  [[nodiscard]] constexpr E&& error() && noexcept { return std::move(error()); }
  [[nodiscard]] constexpr const E&& error() const&& noexcept { return std::move(error()); }

  // f(value), itself a result; without a value a result of its type with the same error.
  template <class F>
  constexpr auto and_then(F&& f) & {
    return detail::and_then(*this, std::forward<F>(f));
  }
  template <class F>
  constexpr auto and_then(F&& f) const& {
    return detail::and_then(*this, std::forward<F>(f));
  }
  template <class F>
  constexpr auto and_then(F&& f) && {
    return detail::and_then(std::move(*this), std::forward<F>(f));
  }
  // A result of f(value); without a value the same error.
  template <class F>
  constexpr auto transform(F&& f) & {
    return detail::transform(*this, std::forward<F>(f));
  }
  template <class F>
  constexpr auto transform(F&& f) const& {
    return detail::transform(*this, std::forward<F>(f));
  }
  template <class F>
  constexpr auto transform(F&& f) && {
    return detail::transform(std::move(*this), std::forward<F>(f));
  }
  // f(error), itself a result; with a value a result of its type with the same value.
  template <class F>
  constexpr auto or_else(F&& f) & {
    return detail::or_else(*this, std::forward<F>(f));
  }
  template <class F>
  constexpr auto or_else(F&& f) const& {
    return detail::or_else(*this, std::forward<F>(f));
  }
  template <class F>
  constexpr auto or_else(F&& f) && {
    return detail::or_else(std::move(*this), std::forward<F>(f));
  }
  // The same value; without one a result whose error is f(error).
  template <class F>
  constexpr auto transform_error(F&& f) & {
    return detail::transform_error(*this, std::forward<F>(f));
  }
  template <class F>
  constexpr auto transform_error(F&& f) const& {
    return detail::transform_error(*this, std::forward<F>(f));
  }
  template <class F>
  constexpr auto transform_error(F&& f) && {
    return detail::transform_error(std::move(*this), std::forward<F>(f));
  }

#if defined(__cpp_lib_expected)
  constexpr operator std::expected<T, E>() const& requires std::copy_constructible<T> {
    if (value_) return *value_;
    return std::unexpected(error());
  }
  constexpr operator std::expected<T, E>() && {
    if (value_) return std::move(*value_);
    return std::unexpected(std::move(error()));
  }
#endif

 private:
  std::optional<T> value_;
  detail::error_storage<E> error_;
};

namespace detail {

// `found` of `prefix` where the format has no prefixes. No byte is that.
inline constexpr std::uint32_t no_prefixes = 256;
// As `expected` it says that a prefix is too long. No symbol of a prefix has that code.
inline constexpr std::uint32_t max_prefix_symbols = 63;

// rs/xid, of which people think first when they hear xid: 96 bits in 20 symbols, and no format of this
// library.
inline constexpr std::uint32_t rs_xid_symbols = 20;

// The variant of RFC 9562, which no version that a format needs has as its number; and the least width of an id.
inline constexpr std::uint32_t uuid_variant = 2;
inline constexpr std::uint32_t narrow_bits = 64;

// An option that has to be there: no version has that number, and no value is that wide.
inline constexpr error node_needed{reason::range, 0, narrow_bits - 1, 0};

}  // namespace detail

// How much of something a format has, and how much was found: "ulid has 16 bytes, found 3".
[[nodiscard]] constexpr inline_text<160> message_of_length(const error& e, std::string_view format,
                                                           std::string_view units) noexcept {
  inline_text<160> out;
  out.append(format).append(" has ").append_decimal(e.expected).append(" ").append(units);
  return out.append(", found ").append_decimal(e.found);
}

// An option that the format does not have, and one that is a number beyond what it takes.
[[nodiscard]] constexpr inline_text<160> message_of_no_option(std::string_view option,
                                                              std::string_view format) noexcept {
  return inline_text<160>().append(format).append(" takes no ").append(option);
}
[[nodiscard]] constexpr inline_text<160> message_of_option(std::string_view option, std::uint64_t most,
                                                           std::string_view format) noexcept {
  return inline_text<160>()
      .append(option)
      .append(" is 0 to ")
      .append_decimal(most)
      .append(" for ")
      .append(format);
}

// Why a format's number cannot be negative, as a sentence. Values are unsigned here: a caller with signed
// numbers says it.
[[nodiscard]] constexpr inline_text<160> message_of_negative(std::string_view format) noexcept {
  return inline_text<160>().append("a negative number is no ").append(format);
}

// The error as a sentence of at most 160 bytes, without the text itself. `format` is the format's name.
[[nodiscard]] constexpr inline_text<160> message(const error& e, std::string_view format) noexcept {
  inline_text<160> out;
  const auto symbol = [&out](std::uint32_t byte) {
    if (byte == ' ') {
      out.append("a space");
    } else if (byte > ' ' && byte < 0x7F) {
      out.append("'").append(static_cast<char>(byte)).append("'");
    } else {
      out.append("byte 0x").append_hex(static_cast<std::uint8_t>(byte));
    }
  };
  const auto at = [&] { out.append(" at position ").append_decimal(e.position); };
  switch (e.why) {
    case reason::none:
      out.append("no error");
      break;
    case reason::length:
      if (e.expected == 0) {
        out.append("no format without a prefix has texts of ").append_decimal(e.found).append(" symbols");
      } else {
        out = message_of_length(e, format, "symbols");
      }
      if (e.found == detail::rs_xid_symbols && (e.expected == 0 || format == "xid"))
        out.append("; an rs/xid has, but that is another format (96 bits), not xid");
      break;
    case reason::character:
      symbol(e.found);
      at();
      out.append(" is not a symbol of ")
          .append(format)
          .append(e.expected == '-' ? " (a hyphen stands there)" : "");
      break;
    case reason::overflow:
      out.append("greater than the largest ").append(format);
      if (e.position != 0) at();
      break;
    case reason::checksum:
      out.append("check-mod ").append_decimal(e.expected).append(" expected, found ").append_decimal(e.found);
      at();
      break;
    case reason::prefix:
      if (e.found == detail::no_prefixes) {
        out.append(format).append(" has no prefix");
      } else if (e.expected == detail::max_prefix_symbols) {
        out.append("a prefix has at most ").append_decimal(e.expected).append(" symbols, found ");
        out.append_decimal(e.found);
      } else if (e.expected != 0 && e.found != 0) {
        symbol(e.found);
        at();
        out.append(" belongs to another prefix than the one expected");
      } else if (e.expected != 0) {
        out.append("the prefix is shorter than the one expected: it ends");
        at();
      } else if (e.found != 0 || e.position != 0) {  // a NUL, where it is not the first
        symbol(e.found);
        at();
        out.append(" does not fit the prefix rule (a-z and _, a letter first and last)");
      } else {
        out.append("a separator without a prefix");
        at();
      }
      break;
    case reason::range:
      if (e == detail::node_needed) {
        out.append(format).append(": ").append(message(fault::needs_node));
        break;
      }
      // Widths are compared where one format's bits are to be another's. Of the fields, a UUID's two have one value.
      if (e.expected >= detail::narrow_bits) {
        out = message_of_length(e, format, "bits");
      } else if (e.expected != 0) {
        out.append(e.expected == detail::uuid_variant ? "variant is " : "version is ")
            .append_decimal(e.found);
        out.append(", ").append(format).append(" needs ").append_decimal(e.expected);
      } else if (e.found != 0) {
        out.append_decimal(e.found).append(" is outside the range for ").append(format);
      } else {
        out.append("outside the range for ").append(format);
      }
      break;
  }
  return out;
}

}  // namespace sortid
