// The secret keys of masks and of named ids.
#pragma once

#include <cstddef>

namespace sortid::detail {

inline constexpr std::size_t key_size = 16;
inline constexpr std::size_t long_key_size = 32;

constexpr bool is_key_size(std::size_t bytes) noexcept { return bytes == key_size || bytes == long_key_size; }

}  // namespace sortid::detail
