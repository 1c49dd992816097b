// The secret keys of masks and of named ids: their sizes, and how they are erased.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

namespace sortid::detail {

inline constexpr std::size_t key_size = 16;
inline constexpr std::size_t long_key_size = 32;

constexpr bool is_key_size(std::size_t bytes) noexcept { return bytes == key_size || bytes == long_key_size; }

// A compiler may drop plain stores to memory that is not read again. It keeps those before this.
inline void keep_stores_to(const void* at) noexcept { __asm__ volatile("" : : "r"(at) : "memory"); }

template <class T, std::size_t N>
constexpr void wipe(std::array<T, N>& secret) noexcept {
  secret.fill(0);
  if (!std::is_constant_evaluated()) keep_stores_to(secret.data());
}

}  // namespace sortid::detail
