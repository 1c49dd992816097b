// A value or an error, returned by functions that may reject input.
//
//   auto id = sortid::ulid::parse(text);
//   if (!id) log(sortid::message(id.error(), sortid::ulid::layout().name));
#pragma once

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>
#include <version>

#include "sortid/error.hpp"

#if defined(__cpp_lib_expected)
#include <expected>
#endif

namespace sortid {

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

// The error of a result. If trivially copyable, as `error` is, it is not written beside a value.
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
  constexpr error_storage() noexcept {}  // NOLINT(modernize-use-equals-default): `=default` is deleted
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

// The monadic operations, for each value category.
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
  // Constructs the value in place, for types that are costly to move.
  template <class... Arguments>
  constexpr explicit result(std::in_place_t in_place, Arguments&&... arguments) noexcept
      : value_(in_place, std::forward<Arguments>(arguments)...) {}

  [[nodiscard]] constexpr bool has_value() const noexcept { return value_.has_value(); }
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return has_value(); }

  // The value; ends the program when there is none: a rejected text never becomes an id.
  [[nodiscard]] constexpr T& value() & noexcept {
    if (!value_) __builtin_abort();
    return *value_;
  }
  [[nodiscard]] constexpr const T& value() const& noexcept {
    if (!value_) __builtin_abort();
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

  // Returns f(value), which is a result; without a value, the same error.
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
  // Returns a result of f(value); without a value, the same error.
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
  // Returns f(error), which is a result; with a value, the same value.
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
  // Returns the same value; without one, a result whose error is f(error).
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

}  // namespace sortid
