// Every format, once: the list that the command line, the bindings and the documentation are made from; and
// what a text can be when nobody says.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string_view>
#include <type_traits>

#include "sortid/basic_id.hpp"
#include "sortid/euid.hpp"
#include "sortid/result.hpp"
#include "sortid/type_id.hpp"
#include "sortid/type_prefix.hpp"
#include "sortid/uid11.hpp"
#include "sortid/uint128.hpp"
#include "sortid/ulid.hpp"
#include "sortid/ulid_flake.hpp"
#include "sortid/uuidv7.hpp"

namespace sortid {

namespace detail {

template <class... Ids>
struct id_list {
  static constexpr std::size_t size = sizeof...(Ids);
  static constexpr std::array<const layout*, size> layouts{&Ids::layout()...};

  // Calls f(std::type_identity<Id>()) for the type at that place.
  template <class F>
  static constexpr decltype(auto) visit(std::size_t place, F&& f) {
    return visit_from<0, F, Ids...>(place, f);
  }
  template <class F>
  static constexpr void for_each(F&& f) {
    (f(std::type_identity<Ids>()), ...);
  }
  template <class Id>
  static constexpr std::size_t place_of() noexcept {
    std::size_t place = 0;
    (void)((std::is_same_v<Id, Ids> || (++place, false)) || ...);
    return place;
  }

 private:
  template <std::size_t At, class F, class Id, class... Rest>
  static constexpr decltype(auto) visit_from(std::size_t place, F& f) {
    if constexpr (sizeof...(Rest) == 0) {
      return f(std::type_identity<Id>());
    } else {
      if (place == At) return f(std::type_identity<Id>());
      return visit_from<At + 1, F, Rest...>(place, f);
    }
  }
};

// Id::from_number for the bits of any width; rejected with `overflow` where Id has fewer.
template <any_id Id>
constexpr result<Id> id_of_bits(uint128 value) noexcept {
  if (Id::layout().bits == 64 && value.hi != 0) return error{reason::overflow, 0, 0, 0};
  return Id::from_number(static_cast<typename Id::value_type>(value));
}

}  // namespace detail

// The list. A text that several formats take is the earlier one's first.
using format_list = detail::id_list<  //
    ulid,                             //
    type_id,                          //
    uuidv7,                           //
    uuid,                             //
    euid,                             //
    ulid_flake,                       //
    ulid_flake_scalable,              //
    xid,                              //
    uid11,                            //
    uid11_fullrand,                   //
    uid11_snowish,                    //
    uid11_ts_seq_rand>;

struct some_id;
class format_set;

// A format known at run time. Small, ordered as the list.
class format {
 public:
  template <any_id Id>
  [[nodiscard]] static constexpr format of() noexcept {
    static_assert(format_list::place_of<Id>() < format_list::size, "the type is not in format_list");
    return format(format_list::place_of<Id>());
  }
  // The format that its layout calls so; none for another name. Names are in lower case.
  [[nodiscard]] static constexpr std::optional<format> find(std::string_view name) noexcept {
    for (std::size_t i = 0; i < format_list::size; ++i) {
      if (format_list::layouts[i]->name == name) return format(i);
    }
    return std::nullopt;
  }
  // Every format, in the order of the list.
  [[nodiscard]] static constexpr const format_set& all() noexcept;

  [[nodiscard]] constexpr const sortid::layout& layout() const noexcept {
    return *format_list::layouts[place_];
  }
  [[nodiscard]] constexpr std::string_view name() const noexcept { return layout().name; }
  // Its place in the list, from 0.
  [[nodiscard]] constexpr std::size_t place() const noexcept { return place_; }

  // Calls f(std::type_identity<Id>()) with the id type.
  template <class F>
  constexpr decltype(auto) visit(F&& f) const {
    return format_list::visit(place_, f);
  }

  // As the id type's functions of these names.
  [[nodiscard]] constexpr result<some_id> parse(std::string_view text) const noexcept;
  [[nodiscard]] constexpr result<lenient<some_id>> parse_lenient(std::string_view text) const noexcept;
  // Rejected with `overflow` when the format is narrower than the value.
  [[nodiscard]] constexpr result<some_id> from_number(uint128 value) const noexcept;

  friend constexpr auto operator<=>(format, format) noexcept = default;

 private:
  friend class format_set;
  constexpr format() noexcept : place_(0) {}
  constexpr explicit format(std::size_t place) noexcept : place_(static_cast<std::uint8_t>(place)) {}
  std::uint8_t place_;
};

// Some formats, in order: a contiguous range.
class format_set {
 public:
  using value_type = format;

  constexpr format_set() noexcept = default;

  [[nodiscard]] static constexpr format_set all() noexcept {
    format_set set;
    for (std::size_t i = 0; i < format_list::size; ++i) set.push_back(format(i));
    return set;
  }

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] constexpr const format& operator[](std::size_t i) const noexcept { return formats_[i]; }
  [[nodiscard]] constexpr const format* begin() const noexcept { return formats_; }
  [[nodiscard]] constexpr const format* end() const noexcept { return formats_ + size_; }
  constexpr void push_back(format f) noexcept { formats_[size_++] = f; }
  // The same of one that may be among them already.
  constexpr void insert(format f) noexcept {
    for (const format one : *this) {
      if (one == f) return;
    }
    push_back(f);
  }

 private:
  format formats_[format_list::size]{};
  std::size_t size_ = 0;
};

namespace detail {

inline constexpr format_set every_format = format_set::all();

}  // namespace detail

constexpr const format_set& format::all() noexcept { return detail::every_format; }

// An id whose format is known at run time: the value and, for a TypeID, the prefix.
struct some_id {
  sortid::format format = sortid::format::of<ulid>();
  uint128 value{};
  type_prefix prefix{};

  template <any_id Id>
  [[nodiscard]] static constexpr some_id from(const Id& id) noexcept {
    some_id some{sortid::format::of<Id>(), id.number(), {}};
    if constexpr (Id::layout().prefixed) some.prefix = type_prefix::parse(id.prefix()).value();
    return some;
  }
  // Calls f(id) with the id itself.
  template <class F>
  constexpr decltype(auto) visit(F&& f) const {
    return format.visit([&]<class Id>(std::type_identity<Id>) -> decltype(auto) {
      if constexpr (Id::layout().prefixed) {
        return f(Id(prefix, uuid(value)));
      } else {
        return f(Id::from_number(static_cast<typename Id::value_type>(value)).value());
      }
    });
  }
  [[nodiscard]] constexpr type_id::text_type to_text() const noexcept {
    type_id::text_type out;
    visit([&out](const auto& id) { out.append(id.to_text().view()); });
    return out;
  }
  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out,
                                                      const some_id& id) {
    return out << id.to_text().view();
  }
  // None when the id carries no instant.
  [[nodiscard]] constexpr std::optional<std::int64_t> unix_ms() const noexcept {
    return unix_ms(format.layout().epoch);
  }
  [[nodiscard]] constexpr std::optional<std::int64_t> unix_ms(std::int64_t epoch) const noexcept {
    return visit([epoch]<class Id>(const Id& id) -> std::optional<std::int64_t> {
      if constexpr (requires { id.unix_ms(epoch); }) {
        return id.unix_ms(epoch);
      } else if constexpr (requires { id.unix_ms(); }) {
        return id.unix_ms();
      } else {
        return std::nullopt;
      }
    });
  }
};

constexpr result<some_id> format::parse(std::string_view text) const noexcept {
  return visit([text]<class Id>(std::type_identity<Id>) -> result<some_id> {
    const auto id = Id::parse(text);
    if (!id) return id.error();
    return some_id::from(*id);
  });
}

constexpr result<lenient<some_id>> format::parse_lenient(std::string_view text) const noexcept {
  return visit([text]<class Id>(std::type_identity<Id>) -> result<lenient<some_id>> {
    if constexpr (requires { Id::parse_lenient(text); }) {
      const auto read = Id::parse_lenient(text);
      if (!read) return read.error();
      return lenient<some_id>{some_id::from(read->id), read->canonical};
    } else {
      const auto id = Id::parse(text);
      if (!id) return id.error();
      return lenient<some_id>{some_id::from(*id), true};
    }
  });
}

constexpr result<some_id> format::from_number(uint128 value) const noexcept {
  return visit([value]<class Id>(std::type_identity<Id>) -> result<some_id> {
    const auto id = detail::id_of_bits<Id>(value);
    if (!id) return id.error();
    return some_id::from(*id);
  });
}

namespace detail {

// The formats that are told by a text which takes(format) says that they take.
template <class Takes>
constexpr format_set told_by(Takes takes) noexcept {
  format_set found;
  for (const format f : format::all()) {
    const detection how = f.layout().detection;
    if (how == detection::by_name || (how == detection::fallback && !found.empty())) continue;
    if (takes(f)) found.push_back(f);
  }
  return found;
}

// Of a text that has the shape of no format.
constexpr error of_no_format(std::string_view text) noexcept {
  return {reason::length, clamp32(text.size()), 0, clamp32(text.size())};
}

}  // namespace detail

// Every format that the text alone tells, read strictly, the likeliest first. Never fails; empty when it is
// none. Eleven symbols tell xid and no other: uid11 and its other profiles take the same texts, and are read
// when the caller names them.
[[nodiscard]] constexpr format_set detect(std::string_view text) noexcept {
  return detail::told_by([text](format f) { return f.parse(text).has_value(); });
}

// The format that a text of this shape is meant to be, right or wrong: by its separator, else by its length.
[[nodiscard]] constexpr std::optional<format> meant(std::string_view text) noexcept {
  if (text.find('_') != std::string_view::npos) return format::of<type_id>();
  for (const format f : format::all()) {
    if (f.layout().detection != detection::by_name && f.layout().symbols == text.size()) return f;
  }
  return std::nullopt;
}

// Reads a text of any format strictly, as the likeliest one. Rejected for the reason of the format that it is
// meant to be; with `length` when there is no such format.
[[nodiscard]] constexpr result<some_id> parse_any(std::string_view text) noexcept {
  const format_set formats = detect(text);
  if (!formats.empty()) return formats[0].parse(text);
  const auto likely = meant(text);
  if (likely) return likely->parse(text);
  return detail::of_no_format(text);
}

}  // namespace sortid
