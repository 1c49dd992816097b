// How Python names the parts of an operation on a column.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "sortid/arrow.hpp"

namespace sortid::python {

inline constexpr std::string_view words_of_content[] = {"ids", "texts", "times", "reasons", "valid"};
inline constexpr std::string_view words_of_source[] = {"any", "texts", "ids", "first_at", "last_at"};
inline constexpr std::string_view words_of_text_type[] = {"utf8", "large_utf8", "utf8_view"};

// The enumerator whose word this is.
template <class Enum, std::size_t N>
[[nodiscard]] std::optional<Enum> read_word(std::string_view given,
                                            const std::string_view (&words)[N]) noexcept {
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == given) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

// What a rejected row adds where a column of TypeIDs was read without the prefix of its rows.
[[nodiscard]] inline std::string_view call_for_prefix(const error& why, std::string_view prefix) noexcept {
  return why.why == reason::prefix && prefix.empty() ? "; prefix= names the prefix of the column" : "";
}

}  // namespace sortid::python
