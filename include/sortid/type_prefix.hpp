// The prefix of a TypeID, by itself: user.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/inline_text.hpp"
#include "sortid/result.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

class type_prefix;
namespace detail {
constexpr error read_type_id(std::string_view text, type_prefix& prefix, uint128& value) noexcept;
}

// A type prefix, held in place: 0 … 63 symbols of a-z and _, a letter first and last ("Type Prefix").
class type_prefix {
 public:
  static constexpr std::size_t max_size = detail::max_prefix_symbols;

  constexpr type_prefix() noexcept = default;

  // Rejected with `prefix` at the first byte that breaks the rule, or at 63 when that is too many.
  [[nodiscard]] static constexpr result<type_prefix> parse(std::string_view text) noexcept {
    type_prefix p;
    const error e = p.assign(text);
    if (e.why != reason::none) return e;
    return p;
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {bytes_, size_}; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }

  // As the texts compare: what is left of the place is zeros.
  friend constexpr auto operator<=>(const type_prefix&, const type_prefix&) noexcept = default;

 private:
  friend constexpr error detail::read_type_id(std::string_view, type_prefix&, uint128&) noexcept;

  // parse in place; unchanged when rejected.
  constexpr error assign(std::string_view text) noexcept {
    const std::size_t looked_at = text.size() < max_size ? text.size() : max_size;
    for (std::size_t i = 0; i < looked_at; ++i) {
      const bool letter = text[i] >= 'a' && text[i] <= 'z';
      const bool at_an_end = i == 0 || i + 1 == text.size();
      if (!letter && (text[i] != '_' || at_an_end)) {
        return {reason::prefix, detail::clamp32(i), 0, static_cast<unsigned char>(text[i])};
      }
    }
    if (text.size() > max_size) return {reason::prefix, max_size, max_size, detail::clamp32(text.size())};
    for (std::size_t i = 0; i < max_size; ++i) bytes_[i] = i < text.size() ? text[i] : '\0';
    size_ = static_cast<std::uint8_t>(text.size());
    return {};
  }

  char bytes_[max_size]{};
  std::uint8_t size_ = 0;
};

namespace detail {

// Rejects a prefix that is not the one wanted, at the first byte that differs.
constexpr error other_prefix(std::string_view wanted, std::string_view found) noexcept {
  std::size_t at = 0;
  while (at < wanted.size() && at < found.size() && wanted[at] == found[at]) ++at;
  return {reason::prefix, clamp32(at), static_cast<unsigned char>(at < wanted.size() ? wanted[at] : '_'),
          at < found.size() ? static_cast<unsigned char>(found[at]) : 0U};
}

}  // namespace detail

// Why a valid TypeID is rejected where another prefix is expected: `prefix "org" expected, found "user"`. An
// error holds no text, so message() cannot name the two; whoever has them at hand says this instead.
[[nodiscard]] constexpr inline_text<160> message_of_other_prefix(std::string_view expected,
                                                                 std::string_view found) noexcept {
  static_assert(std::string_view(R"(prefix "" expected, found "")").size() + 2 * type_prefix::max_size <=
                160);
  inline_text<160> out;
  if (expected.empty()) {
    out.append("no prefix");
  } else {
    out.append(R"(prefix ")").append(expected).append('"');
  }
  out.append(" expected, found ");
  if (found.empty()) return out.append("none");
  return out.append('"').append(found).append('"');
}

}  // namespace sortid
