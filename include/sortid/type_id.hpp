// TypeID 0.3, a UUID (version 7 when generated) in 26 symbols behind a type prefix:
// user_2x4y6z8a0b1c2d3e4f5g6h7j8k.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sortid/basic_id.hpp"
#include "sortid/detail/bytes.hpp"
#include "sortid/detail/codec.hpp"
#include "sortid/inline_text.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/type_prefix.hpp"
#include "sortid/uint128.hpp"
#include "sortid/uuidv7.hpp"

namespace sortid {

// TypeID specification 0.3.0, "UUID Suffix" and "Base32 Encoding". The prefix is not part of the 128 bits.
inline constexpr layout type_id_layout{
    .name = "typeid",
    .title = "TypeID on UUIDv7",
    .class_name = "TypeID",
    .bits = 128,
    .text = text_form::crockford_lower,
    .symbols = 26,
    .epoch = uuidv7_layout.epoch,
    .fields = uuidv7_layout.fields,
    .counter = uuidv7_layout.counter,
    .constants_required = false,
    .prefixed = true,
};

namespace detail {

// A text split where its prefix ends, at the last separator.
struct type_id_text {
  std::string_view prefix;
  std::string_view suffix;
  bool separated = false;

  constexpr explicit type_id_text(std::string_view text) noexcept : suffix(text) {
    const std::size_t at = text.rfind('_');
    if (at == std::string_view::npos) return;
    // Not by substr(), in which compilers leave a call that throws.
    prefix = {text.data(), at};
    suffix.remove_prefix(at + 1);
    separated = true;
  }
  [[nodiscard]] constexpr std::size_t suffix_at() const noexcept { return separated ? prefix.size() + 1 : 0; }
};

// The suffix strictly; positions are those of the whole text.
constexpr error read_suffix(const type_id_text& text, uint128& value) noexcept {
  if (text.suffix.size() != type_id_layout.symbols) {
    return shifted(length_error(type_id_layout.symbols, text.suffix.size()), text.suffix_at());
  }
  const error e = read_text<type_id_layout>(text.suffix.data(), value);
  return e.why == reason::none ? e : shifted(e, text.suffix_at());
}

// Why the text is rejected: the prefix's rule first, then the suffix.
[[gnu::cold, gnu::noinline]] constexpr error error_of_type_id(std::string_view text) noexcept {
  const type_id_text split(text);
  if (split.separated) {
    if (split.prefix.empty()) return {reason::prefix, 0, 0, 0};
    const auto parsed = type_prefix::parse(split.prefix);
    if (!parsed) return parsed.error();
  }
  uint128 value;
  return read_suffix(split, value);
}

// The whole text. In one that is taken the suffix begins where its length says, as no suffix has a separator
// in it.
constexpr error read_type_id(std::string_view text, type_prefix& prefix, uint128& value) noexcept {
  const std::size_t at = text.size() - type_id_layout.symbols;
  if (text.size() < type_id_layout.symbols || (at != 0 && text[at - 1] != '_') ||
      read_text<type_id_layout>(text.data() + at, value).why != reason::none) {
    return error_of_type_id(text);
  }
  if (at == 0) return {};
  if (at == 1) return {reason::prefix, 0, 0, 0};
  return prefix.assign({text.data(), at - 1});
}

constexpr char* write_type_id(std::string_view prefix, uint128 value, char* out) noexcept {
  for (const char symbol : prefix) *out++ = symbol;
  if (!prefix.empty()) *out++ = '_';
  write_text<type_id_layout>(value, out);
  return out + type_id_layout.symbols;
}

// What type_id and typed_id share. Id gives prefix() and uuid().
template <class Id>
class type_id_face {
 public:
  using sortid_id_tag = void;
  using value_type = uint128;
  using bytes_type = std::array<std::uint8_t, 16>;
  using text_type = inline_text<type_prefix::max_size + 1 + type_id_layout.symbols>;

  [[nodiscard]] static constexpr const sortid::layout& layout() noexcept { return type_id_layout; }

  // The 128 bits, without the prefix.
  [[nodiscard]] constexpr uint128 number() const noexcept { return self().uuid().number(); }
  [[nodiscard]] constexpr bytes_type bytes() const noexcept { return self().uuid().bytes(); }
  [[nodiscard]] constexpr std::size_t text_size() const noexcept {
    const std::size_t prefix = self().prefix().size();
    return (prefix == 0 ? 0 : prefix + 1) + type_id_layout.symbols;
  }
  [[nodiscard]] constexpr text_type to_text() const noexcept {
    text_type out;
    out.append_written(text_size(), [this](char* to) { write_type_id(self().prefix(), number(), to); });
    return out;
  }
  // Writes the text, without a NUL, and returns its end; nullptr, with nothing written, when it does not fit.
  [[nodiscard]] constexpr char* write_to(char* first, char* last) const noexcept {
    if (last - first < static_cast<std::ptrdiff_t>(text_size())) return nullptr;
    return write_type_id(self().prefix(), number(), first);
  }
  [[nodiscard]] constexpr bool is_nil() const noexcept { return self().uuid().is_nil(); }
  // Unix milliseconds when the UUID is of version 7. Other bits are often no UUID at all: uuid().unix_ms()
  // also reads the times of the other versions.
  [[nodiscard]] constexpr std::optional<std::int64_t> unix_ms() const noexcept {
    if (!self().uuid().is_version_7()) return std::nullopt;
    return self().uuid().unix_ms();
  }
  [[nodiscard]] constexpr bool has_field(std::size_t index) const noexcept {
    return self().uuid().has_field(index);
  }
  [[nodiscard]] constexpr std::optional<uint128> read_field(std::size_t index) const noexcept {
    return self().uuid().read_field(index);
  }

  // By prefix, then by value. That is the order of the texts within one prefix; between two of which one
  // begins with the other it is the prefixes' order.
  friend constexpr std::strong_ordering operator<=>(const Id& a, const Id& b) noexcept {
    const std::strong_ordering by_prefix = a.prefix().compare(b.prefix()) <=> 0;
    return by_prefix != 0 ? by_prefix : a.uuid() <=> b.uuid();
  }
  friend constexpr bool operator==(const Id& a, const Id& b) noexcept { return (a <=> b) == 0; }

  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out, const Id& id) {
    return out << id.to_text().view();
  }

 private:
  [[nodiscard]] constexpr const Id& self() const noexcept { return static_cast<const Id&>(*this); }
};

}  // namespace detail

// Accepts [prefix _] suffix in lower case alone; rejects with `prefix`, then `length`, `character`,
// `overflow`. There are no aliases and no lenient parse. Any 128 bits are held; generated ones are of version
// 7. 80 bytes.
class type_id : public detail::type_id_face<type_id> {
 public:
  constexpr type_id() noexcept = default;
  constexpr explicit type_id(const sortid::uuid& id) noexcept : uuid_(id) {}
  constexpr type_id(const type_prefix& prefix, const sortid::uuid& id) noexcept
      : uuid_(id), prefix_(prefix) {}

  // Of the empty prefix.
  [[nodiscard]] static constexpr type_id nil() noexcept { return {}; }
  [[nodiscard]] static constexpr type_id min() noexcept { return {}; }
  [[nodiscard]] static constexpr type_id max() noexcept { return type_id(sortid::uuid::max()); }

  // Rejected with `prefix`, as type_prefix::parse.
  [[nodiscard]] static constexpr result<type_id> make(std::string_view prefix,
                                                      const sortid::uuid& id) noexcept {
    const auto parsed = type_prefix::parse(prefix);
    if (!parsed) return parsed.error();
    return type_id(*parsed, id);
  }
  [[nodiscard]] static constexpr result<type_id> parse(std::string_view text) noexcept {
    type_prefix prefix;
    uint128 value;
    const error e = detail::read_type_id(text, prefix, value);
    if (e.why != reason::none) return e;
    return result<type_id>(std::in_place, prefix, sortid::uuid(value));
  }
  // Without a prefix. Any 128 bits; never rejected.
  [[nodiscard]] static constexpr result<type_id> from_number(uint128 value) noexcept {
    return type_id(sortid::uuid(value));
  }
  [[nodiscard]] static constexpr result<type_id> from_bytes(const bytes_type& bytes) noexcept {
    return from_number(detail::load_be<uint128>(bytes.data()));
  }

  [[nodiscard]] constexpr std::string_view prefix() const noexcept { return prefix_.view(); }
  [[nodiscard]] constexpr const sortid::uuid& uuid() const noexcept { return uuid_; }
  [[nodiscard]] constexpr std::size_t hash() const noexcept {
    std::uint64_t h = uuid_.hash();
    for (const char symbol : prefix()) h = h * 31 + static_cast<unsigned char>(symbol);
    return detail::mix(h);
  }

 protected:
  [[nodiscard]] static constexpr type_id unchecked(const type_prefix& prefix, uint128 value) noexcept {
    return type_id(prefix, sortid::uuid(value));
  }

 private:
  sortid::uuid uuid_;
  type_prefix prefix_;
};

// A prefix as a template argument: typed_id<"user">.
template <std::size_t N>
struct fixed_prefix {
  char bytes[N]{};
  consteval fixed_prefix(const char (&text)[N]) {
    for (std::size_t i = 0; i < N; ++i) bytes[i] = text[i];
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {bytes, N - 1}; }
};

// A TypeID whose prefix is its C++ type: 16 bytes. The text of another prefix does not parse (`prefix`), and
// ids of two prefixes neither compare nor convert.
template <fixed_prefix Prefix>
class typed_id : public detail::type_id_face<typed_id<Prefix>> {
  static_assert(type_prefix::parse(Prefix.view()).has_value(), "not a TypeID prefix");
  using face = detail::type_id_face<typed_id<Prefix>>;

 public:
  using any_prefix_type = type_id;  // whose texts may have any prefix

  constexpr typed_id() noexcept = default;
  constexpr explicit typed_id(const sortid::uuid& id) noexcept : uuid_(id) {}

  [[nodiscard]] static constexpr typed_id nil() noexcept { return {}; }
  [[nodiscard]] static constexpr typed_id min() noexcept { return {}; }
  [[nodiscard]] static constexpr typed_id max() noexcept { return typed_id(sortid::uuid::max()); }

  [[nodiscard]] static constexpr result<typed_id> parse(std::string_view text) noexcept {
    constexpr std::string_view own = Prefix.view();
    constexpr std::size_t at = own.empty() ? 0 : own.size() + 1;
    uint128 value;
    if (text.size() == at + type_id_layout.symbols && text.substr(0, own.size()) == own &&
        (at == 0 || text[at - 1] == '_') &&
        detail::read_text<type_id_layout>(text.data() + at, value).why == reason::none)
      return typed_id(sortid::uuid(value));
    // Rejected, for a reason that is that of any TypeID or the prefix.
    const auto any = type_id::parse(text);
    if (!any) return any.error();
    return from_type_id(*any);
  }
  [[nodiscard]] static constexpr result<typed_id> from_number(uint128 value) noexcept {
    return typed_id(sortid::uuid(value));
  }
  [[nodiscard]] static constexpr result<typed_id> from_bytes(
      const typename face::bytes_type& bytes) noexcept {
    return from_number(detail::load_be<uint128>(bytes.data()));
  }
  // Rejected with `prefix` at the first byte that differs.
  [[nodiscard]] static constexpr result<typed_id> from_type_id(const type_id& id) noexcept {
    if (Prefix.view() == id.prefix()) return typed_id(id.uuid());
    return detail::other_prefix(Prefix.view(), id.prefix());
  }

  [[nodiscard]] static constexpr std::string_view prefix() noexcept { return Prefix.view(); }
  [[nodiscard]] constexpr const sortid::uuid& uuid() const noexcept { return uuid_; }
  [[nodiscard]] constexpr type_id untyped() const noexcept {
    return {type_prefix::parse(Prefix.view()).value(), uuid_};
  }
  [[nodiscard]] constexpr std::size_t hash() const noexcept { return uuid_.hash(); }

 protected:
  [[nodiscard]] static constexpr typed_id unchecked(uint128 value) noexcept {
    return typed_id(sortid::uuid(value));
  }

 private:
  sortid::uuid uuid_;
};

// A TypeID without its prefix, as a column holds it whose prefix stands beside: 16 bytes, its text the suffix
// alone.
using type_id_suffix = typed_id<"">;

// What a column of these ids is made of: the id itself, or the suffix where texts have a prefix.
template <any_id Id>
using unprefixed = std::conditional_t<Id::layout().prefixed, type_id_suffix, Id>;

namespace literals {
consteval type_id operator""_typeid(const char* text, std::size_t size) {
  return type_id::parse(std::string_view(text, size)).value();
}
}  // namespace literals

}  // namespace sortid
