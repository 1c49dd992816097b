// What every id of a fixed width has, derived from its layout. Nothing here allocates, throws or reads a
// clock, and all but the output to streams is constexpr.
//
//   auto id = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");  // the id, or why it is none: result.hpp
//
//   parse_lenient(text)      reads hyphens and Crockford's aliases too
//   from_bytes, from_number  from 8 or 16 bytes in network order, or from their bits as a number
//   to_text, bytes, number   the canonical text, and the ways back
//   unix_ms()                its time, where the format has one
//   read_field(i)            a field of the layout
//   ==, <=>, hash, <<        ids compare as their bytes do
//
// generator.hpp makes new ids, range.hpp has the bounds of a time, batch.hpp reads and writes columns.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string_view>
#include <type_traits>

#include "sortid/detail/bytes.hpp"
#include "sortid/detail/codec.hpp"
#include "sortid/inline_text.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

// An id read from a text that is not necessarily the one the id would print.
template <class Id>
struct lenient {
  Id id{};
  bool canonical = false;  // the text is the id's own

  constexpr const Id* operator->() const noexcept { return &id; }
};

// Any id type of the library, or one of your own derived from basic_id.
template <class T>
concept any_id = requires {
  typename T::sortid_id_tag;
};

namespace detail {

constexpr std::size_t mix(std::uint64_t x) noexcept {
  // Ids differ little between neighbours, so every bit must reach the low ones (the finalizer of splitmix64).
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return static_cast<std::size_t>(x ^ x >> 31);
}
constexpr std::size_t mix(uint128 x) noexcept { return mix(x.lo ^ mix(x.hi)); }

// 128-bit ids are held as their 16 bytes in network order, so that an array of them is the wire form and
// memcmp is their order; 64-bit ids are the integer that databases and languages know them as.
template <class Word>
struct storage;

template <>
struct storage<uint128> {
  std::array<std::uint8_t, 16> bytes{};
  constexpr void set(uint128 value) noexcept { store_be(value, bytes.data()); }
  [[nodiscard]] constexpr uint128 get() const noexcept { return load_be<uint128>(bytes.data()); }
};

template <>
struct storage<std::uint64_t> {
  std::uint64_t word = 0;
  constexpr void set(std::uint64_t value) noexcept { word = value; }
  [[nodiscard]] constexpr std::uint64_t get() const noexcept { return word; }
};

}  // namespace detail

// Id is the type that derives from this; L its layout. Trivially copyable, of exactly L.bits / 8 bytes.
template <class Id, const sortid::layout& L>
class basic_id {
  static_assert(detail::is_consistent<L>());

 public:
  using sortid_id_tag = void;
  using value_type = detail::word_of<L>;  // std::uint64_t or sortid::uint128
  using bytes_type = std::array<std::uint8_t, L.bits / 8>;
  using text_type = inline_text<L.symbols>;

  [[nodiscard]] static constexpr const sortid::layout& layout() noexcept { return L; }

  constexpr basic_id() noexcept = default;

  // All bits zero; also what the default constructor makes.
  [[nodiscard]] static constexpr Id nil() noexcept { return Id(); }
  // The smallest and the largest id of the format.
  [[nodiscard]] static constexpr Id min() noexcept {
    return unchecked(static_cast<value_type>(L.min_value()));
  }
  [[nodiscard]] static constexpr Id max() noexcept {
    return unchecked(static_cast<value_type>(L.max_value()));
  }

  // The id with these bits. Rejected with `overflow` or `range` when the layout does not allow them.
  [[nodiscard]] static constexpr result<Id> from_number(value_type value) noexcept {
    const error e = detail::check_value<L>(value);
    if (e.why != reason::none) return e;
    return unchecked(value);
  }
  // The same from 8 or 16 bytes in network order.
  [[nodiscard]] static constexpr result<Id> from_bytes(const bytes_type& bytes) noexcept {
    return from_number(detail::load_be<value_type>(bytes.data()));
  }

  // Reads the whole text strictly. Rejected with `length`, `character`, `overflow`, `checksum` or `range`, in
  // that order of precedence. No allocation, and time bounded by the format's length (not the same for all
  // ids).
  [[nodiscard]] static constexpr result<Id> parse(std::string_view text) noexcept {
    if (text.size() != L.symbols) return detail::length_error(L.symbols, text.size());
    value_type value{};
    const error e = detail::read_text<L>(text.data(), value);
    if (e.why != reason::none) return e;
    return unchecked(value);
  }

  // What a literal stands for: parse without a result, which is dear to every program that includes the
  // format's header.
  [[nodiscard]] static consteval Id from_literal(std::string_view text) noexcept {
    value_type value{};
    if (text.size() != L.symbols || detail::read_text<L>(text.data(), value).why != reason::none)
      __builtin_abort();
    return unchecked(value);
  }

  // Reads also what people write: hyphens anywhere and, in base 32, Crockford's aliases (I i L l for 1, O o
  // for 0). Positions are those of the text as given.
  [[nodiscard]] static constexpr result<lenient<Id>> parse_lenient(std::string_view text) noexcept
      requires(L.lenient()) {
    const detail::unhyphenated plain(text);
    constexpr std::size_t symbols = L.text == text_form::uuid_hex ? 32 : L.symbols;
    if (plain.size != symbols) {
      error e = detail::length_error(symbols, plain.size);
      e.position = plain.places[e.position];
      return e;
    }
    value_type value{};
    error e;
    if constexpr (L.text == text_form::uuid_hex) {
      char hyphenated[L.symbols]{};
      for (std::size_t i = 0, from = 0; i < L.symbols; ++i) {
        hyphenated[i] = detail::uuid_codec::hyphen_at(i) ? '-' : plain.bytes[from++];
      }
      e = detail::read_text<L>(hyphenated, value);
      // Back from a place among 36 symbols to one among 32.
      for (std::uint32_t i = e.position; i-- != 0;) e.position -= detail::uuid_codec::hyphen_at(i) ? 1U : 0U;
    } else {
      e = detail::read_text<L, detail::strictness::aliases>(plain.bytes, value);
    }
    if (e.why != reason::none) {
      e.position = plain.places[e.position];
      return e;
    }
    const Id id = unchecked(value);
    return lenient<Id>{id, id.to_text().view() == text};
  }

  // The bits as a number.
  [[nodiscard]] constexpr value_type number() const noexcept { return bits_.get(); }
  // The bits in network order.
  [[nodiscard]] constexpr bytes_type bytes() const noexcept {
    bytes_type out{};
    detail::store_be(number(), out.data());
    return out;
  }
  // The canonical text.
  [[nodiscard]] constexpr text_type to_text() const noexcept {
    text_type out;
    out.append_written(L.symbols, [this](char* to) { detail::write_text<L>(number(), to); });
    return out;
  }
  // Writes the canonical text, without a NUL, and returns its end; nullptr, with nothing written, when it
  // does not fit.
  [[nodiscard]] constexpr char* write_to(char* first, char* last) const noexcept {
    if (last - first < static_cast<std::ptrdiff_t>(L.symbols)) return nullptr;
    detail::write_text<L>(number(), first);
    return first + L.symbols;
  }
  // The length of every text of the format.
  [[nodiscard]] static constexpr std::size_t text_size() noexcept { return L.symbols; }

  [[nodiscard]] constexpr std::size_t hash() const noexcept { return detail::mix(number()); }

  [[nodiscard]] constexpr bool is_nil() const noexcept { return number() == value_type{}; }

  // Unix milliseconds of the timestamp. Give the epoch where the ids were made with one of your own;
  // past INT64_MAX, 292 million years on, the sum is modulo 2^64.
  [[nodiscard]] constexpr std::int64_t unix_ms(std::int64_t epoch = L.epoch) const noexcept
      requires(L.timed() && L.constants_required) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(epoch) + part<role::timestamp>());
  }

  // Whether the field says something about this id. A UUID of another version has fewer.
  [[nodiscard]] constexpr bool has_field(std::size_t index) const noexcept {
    return L.fields[index].role != role::sign && L.fields[index].role != role::reserved;
  }
  // The field's value; none for an extension of length 0.
  [[nodiscard]] constexpr std::optional<uint128> read_field(std::size_t index) const noexcept {
    const uint128 all = number();
    const uint128 part = L.read(all, index);
    if (L.fields[index].role != role::extension) return part;
    const auto length = static_cast<unsigned>(L.read(all, L.find(role::extension_length)).lo);
    if (length == 0) return std::nullopt;
    return part & detail::low_mask<uint128>(length);
  }

  // Ids order as their values, which is the order of their canonical texts.
  friend constexpr std::strong_ordering operator<=>(const Id& a, const Id& b) noexcept {
    return a.number() <=> b.number();
  }
  friend constexpr bool operator==(const Id& a, const Id& b) noexcept { return a.number() == b.number(); }

  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out, const Id& id) {
    return out << id.to_text().view();
  }

 protected:
  [[nodiscard]] static constexpr Id unchecked(value_type value) noexcept {
    Id id;
    id.bits_.set(value);
    return id;
  }
  // The field at that place, as it stands. Its shift is worked out when this is compiled: compilers leave the
  // loop over the fields, which takes longer than all else.
  template <std::size_t Field>
  [[nodiscard]] constexpr std::uint64_t part() const noexcept {
    constexpr unsigned shift = L.shift(Field);
    constexpr auto mask = detail::low_mask<value_type>(L.fields[Field].bits);
    return static_cast<std::uint64_t>(number() >> shift & mask);
  }
  // The first field in that role.
  template <role Wanted>
  [[nodiscard]] constexpr std::uint64_t part() const noexcept {
    return part<L.find(Wanted)>();
  }

 private:
  detail::storage<value_type> bits_;
};

namespace detail {

// A literal's id; a text that does not parse is no constant expression, so it does not compile.
template <any_id Id>
consteval Id literal(const char* text, std::size_t size) {
  return Id::from_literal(std::string_view(text, size));
}

}  // namespace detail
}  // namespace sortid

template <class Id>
requires sortid::any_id<Id>
struct std::hash<Id> {
  constexpr std::size_t operator()(const Id& id) const noexcept { return id.hash(); }
};
