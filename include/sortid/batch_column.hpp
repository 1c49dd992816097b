// How the texts of a column lie, how far a batch came, and the texts of a column one by one: what the batch
// functions (batch.hpp, batch_texts.hpp) share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "sortid/basic_id.hpp"
#include "sortid/kernel_set.hpp"
#include "sortid/type_prefix.hpp"

namespace sortid {

namespace detail {

// An id type of 8 or 16 bytes, so that an array of it is the bare values. Only type_id is none: it holds a
// prefix.
template <class T>
concept batch_id =
    any_id<T> && sizeof(T) == sizeof(typename T::value_type) && std::is_trivially_copyable_v<T>;

// The bytes before a TypeID's suffix: its prefix and the separator, or nothing. They are compared and copied
// in whole words, whose last one reaches up to 7 bytes into the suffix.
class type_id_lead {
 public:
  constexpr type_id_lead() noexcept = default;
  constexpr explicit type_id_lead(std::string_view prefix) noexcept {
    if (prefix.empty()) return;
    for (const char symbol : prefix) bytes_[size_++] = symbol;
    bytes_[size_++] = '_';
    std::array<std::uint8_t, word> counted{};
    for (std::size_t i = 0; i < counted.size(); ++i) counted[i] = i <= (size_ - 1) % word ? 0xFF : 0;
    last_ = __builtin_bit_cast(std::uint64_t, counted);  // Emscripten's library has no std::bit_cast
  }

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool begins(const char* text) const noexcept {
    std::uint64_t differ = 0;
    for (std::size_t at = 0; at < size_; at += word) {
      const std::uint64_t here = word_at(text + at) ^ word_at(bytes_.data() + at);
      differ |= at + word < size_ ? here : here & last_;
    }
    return differ == 0;
  }
  // To be written before the suffix.
  void write(char* text) const noexcept {
    for (std::size_t at = 0; at < size_; at += word) std::memcpy(text + at, bytes_.data() + at, word);
  }

 private:
  static constexpr std::size_t word = sizeof(std::uint64_t);
  static constexpr std::size_t max_size = type_prefix::max_size + 1;
  static_assert(max_size % word == 0);

  static std::uint64_t word_at(const char* from) noexcept {
    std::uint64_t all = 0;
    std::memcpy(&all, from, word);
    return all;
  }

  std::array<char, max_size> bytes_{};
  std::size_t size_ = 0;
  std::uint64_t last_ = 0;  // the bytes of the last word that count
};

// What a prefix of the type itself puts before every text: typed_id<"user">.
template <batch_id Id>
inline constexpr type_id_lead own_lead{};
template <batch_id Id>
requires requires { Id::prefix(); }
inline constexpr type_id_lead own_lead<Id>{Id::prefix()};

// Whether a column of the type can have a prefix: that of type_id_suffix.
template <batch_id Id>
inline constexpr bool takes_prefix = Id::layout().prefixed&& own_lead<Id>.size() == 0;

// The length of every text in a column without a prefix.
template <batch_id Id>
inline constexpr std::size_t text_size_of = own_lead<Id>.size() + Id::layout().symbols;

template <const layout& L>
constexpr value_rule rule_of() noexcept {
  value_rule rule;
  if constexpr (L.text == text_form::uuid_hex) {
    if (L.constants_required) {
      store_be(L.mask(role::constant), rule.mask.data());
      store_be(L.constants(), rule.bits.data());
    }
  } else if constexpr (L.text == text_form::crockford_upper || L.text == text_form::crockford_lower) {
    rule.first_limit =
        static_cast<std::uint8_t>(static_cast<std::uint64_t>(L.max_value() >> (5 * (L.symbols - 1))));
  }
  return rule;
}
template <const layout& L>
inline constexpr value_rule rule = rule_of<L>();
// Whether every value of the width is an id.
template <const layout& L>
inline constexpr bool takes_any_value =
    L.min_value() == uint128() && L.max_value() == low_mask<uint128>(L.bits);

// Whether the value rule covers all that check_value checks. A layout of your own may need more than the
// formats here.
template <const layout& L>
constexpr bool kernels_check() noexcept {
  if (L.text == text_form::uuid_hex) return !L.has(role::sign);
  const bool base32 = L.text == text_form::crockford_upper || L.text == text_form::crockford_lower;
  // The sign is the highest bit, which a base-32 text has in its first symbol.
  const bool sign_first = !L.has(role::sign) || (base32 && L.find(role::sign) == 0);
  return sign_first && !(L.constants_required && L.has(role::constant));
}

// How many whole texts of `size` bytes there are in `bytes`.
constexpr std::size_t texts_in(std::size_t bytes, std::size_t size, std::size_t stride) noexcept {
  return bytes < size ? 0 : (bytes - size) / stride + 1;
}
// The same, plus one if the last text is cut off.
constexpr std::size_t texts_begun_in(std::size_t bytes, std::size_t size, std::size_t stride) noexcept {
  const std::size_t whole = texts_in(bytes, size, stride);
  return whole + (bytes > whole * stride ? 1 : 0);
}

template <batch_id Id>
constexpr const text_kernels& kernels_of(const kernel_set& set) noexcept {
  return set.kernels().of(shape_of(Id::layout()));
}

}  // namespace detail

namespace batch {

using detail::batch_id;

// How the texts of a column lie. A plain number is a stride.
class text_column {
 public:
  // `stride` bytes from the beginning of one text to that of the next; 0: the texts stand end to end.
  constexpr text_column(std::size_t stride = 0) noexcept : stride_(stride) {}
  // TypeIDs of this prefix, held as type_id_suffix: texts of the prefix, the separator and 26 symbols.
  // Another prefix is rejected. An empty prefix: the bare suffixes.
  constexpr text_column(const type_prefix& prefix, std::size_t stride = 0) noexcept
      : stride_(stride), prefix_(prefix) {}

  [[nodiscard]] constexpr std::size_t stride() const noexcept { return stride_; }
  [[nodiscard]] constexpr const type_prefix& prefix() const noexcept { return prefix_; }

 private:
  std::size_t stride_;
  type_prefix prefix_;
};

// How far a batch came: `count` items are done, and item `count` was rejected unless `why.why` is none. A
// stride shorter than a text (`length`) and a prefix for ids that have none (`prefix`) are rejected at item
// 0.
struct batch_result {
  std::size_t count = 0;
  error why{};

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return why.why == reason::none; }
};

// How far a conversion came, and which of the two formats rejected item `count`.
struct conversion : batch_result {
  bool by_target = false;
};

namespace detail {

using namespace sortid::detail;

// Why a prefix is rejected for ids that have none, or that have one of their own.
inline constexpr error no_prefix_here{reason::prefix, 0, 0, 0};

// Whether a separator is among the symbols of a TypeID: words of eight bytes, the last of which overlap.
template <std::size_t Size>
bool has_separator(const char* symbols) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101;
  std::uint64_t found = 0;
  for (const std::size_t at : {std::size_t{0}, std::size_t{8}, std::size_t{16}, Size - 8}) {
    std::uint64_t word = 0;
    std::memcpy(&word, symbols + at, sizeof word);
    const std::uint64_t zero_where = word ^ ones * '_';
    found |= (zero_where - ones) & ~zero_where & ones << 7;
  }
  return found != 0;
}

// A byte that the alphabet, or the place, does not allow.
template <const layout& L>
constexpr error wrong_byte(char found, std::size_t place) noexcept {
  error e = not_a_digit(found, place);
  if (L.text == text_form::uuid_hex && uuid_codec::hyphen_at(place)) e.expected = '-';
  return e;
}

// The texts of one call, for an id type: the stride filled in and the prefix ready. Holds on to the caller's
// prefix.
template <batch_id Id>
class column {
  static_assert(Id::layout().symbols >= sizeof(std::uint64_t),
                "a lead is compared in words, and the last may reach so far");

 public:
  constexpr explicit column(const text_column& rows) noexcept : column(rows.prefix(), rows.stride()) {}
  constexpr column(const type_prefix& prefix, std::size_t stride) noexcept : prefix_(prefix.view()) {
    if constexpr (takes_prefix<Id>) given_ = type_id_lead(prefix_);
    stride_ = stride == 0 ? text_size() : stride;
  }
  explicit column(text_column&&) = delete;
  column(type_prefix&&, std::size_t) = delete;

  [[nodiscard]] constexpr const type_id_lead& lead() const noexcept {
    if constexpr (takes_prefix<Id>) {
      return given_;
    } else {
      return own_lead<Id>;
    }
  }
  [[nodiscard]] constexpr std::size_t stride() const noexcept { return stride_; }
  [[nodiscard]] constexpr std::size_t text_size() const noexcept {
    return lead().size() + Id::layout().symbols;
  }
  [[nodiscard]] constexpr std::size_t whole_in(std::size_t bytes) const noexcept {
    return texts_in(bytes, text_size(), stride_);
  }
  [[nodiscard]] constexpr std::size_t begun_in(std::size_t bytes) const noexcept {
    return texts_begun_in(bytes, text_size(), stride_);
  }

  // Why a column cannot lie so.
  [[nodiscard]] constexpr error why_impossible() const noexcept {
    if (!takes_prefix<Id> && !prefix_.empty()) return no_prefix_here;
    if (stride_ < text_size()) return length_error(text_size(), stride_);
    return {};
  }
  // Why a text was rejected.
  [[nodiscard]] error why_rejected(std::string_view text) const noexcept {
    if constexpr (takes_prefix<Id>) {
      const auto id = Id::any_prefix_type::parse(text);
      if (!id) return id.error();
      return other_prefix(prefix_, id->prefix());
    } else {
      return Id::parse(text).error();
    }
  }
  // The same for a text of the column's length, whose first wrong byte a kernel finds. Out of line: it has
  // many callers.
  [[nodiscard, gnu::noinline]] error why_rejected_at(const char* text,
                                                     const kernel_set& with) const noexcept {
    constexpr const layout& l = Id::layout();
    const std::size_t begin = lead().size();
    const char* const symbols = text + begin;
    // Where another prefix may end, all of the text must be looked at.
    if constexpr (l.prefixed) {
      if (!lead().begins(text) || has_separator<l.symbols>(symbols)) return why_rejected({text, text_size()});
    }
    const std::size_t place = kernels_of<Id>(with).first_wrong(symbols);
    if (place < l.symbols) return shifted(wrong_byte<l>(symbols[place], place), begin);
    constexpr bool base32 = l.text == text_form::crockford_upper || l.text == text_form::crockford_lower;
    if constexpr (base32 && kernels_check<l>()) {
      constexpr bool lower_case = l.text == text_form::crockford_lower;
      constexpr auto& values = decode32 < lower_case ? symbols32::lower_case : symbols32::any_case > ;
      const auto first = static_cast<unsigned char>(symbols[0]);
      return shifted({reason::overflow, 0, rule<Id::layout()>.first_limit, values[first]}, begin);
    } else if constexpr (l.text == text_form::base58 && kernels_check<l>()) {
      return base58_codec::past_largest(symbols, l.symbols);
    }
    return why_rejected({text, text_size()});
  }
  // Why text i, of which there is too little, was rejected.
  [[nodiscard]] constexpr error cut_off(std::size_t i, std::size_t bytes) const noexcept {
    const std::size_t from = i * stride_;
    return length_error(text_size(), bytes > from ? bytes - from : 0);
  }

 private:
  struct nothing_given {};

  std::string_view prefix_;
  std::size_t stride_ = 0;
  SORTID_NO_UNIQUE_ADDRESS std::conditional_t<takes_prefix<Id>, type_id_lead, nothing_given> given_{};
};

// Whether a kernel's answer for the symbols is final.
template <batch_id Id>
inline constexpr bool whole_check = kernels_check<Id::layout()>() && own_lead<Id>.size() == 0;

}  // namespace detail
}  // namespace batch
}  // namespace sortid
