// The bytes of an output while they grow.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sortid::cli {

using buffer = fmt::memory_buffer;

[[nodiscard]] inline std::string_view view_of(const buffer& b) { return {b.data(), b.size()}; }

// Room for at least `size` bytes behind the buffer's end; grow() then takes what was written there.
[[nodiscard]] inline char* room(buffer& to, std::size_t size) {
  to.try_reserve(to.size() + size);
  return to.data() + to.size();
}
inline void grow(buffer& to, const char* end) { to.resize(static_cast<std::size_t>(end - to.data())); }

inline void append(buffer& to, std::string_view text) { to.append(text.data(), text.data() + text.size()); }
inline void append(buffer& to, std::uint64_t number) {
  const fmt::format_int digits(number);
  append(to, std::string_view(digits.data(), digits.size()));
}
// For output that is rare: fmt::format_to would be compiled anew in every file.
template <class... T>
void append_format(buffer& to, fmt::format_string<T...> how, T&&... what) {
  append(to, std::string_view(fmt::format(how, std::forward<T>(what)...)));
}

}  // namespace sortid::cli
