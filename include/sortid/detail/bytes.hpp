// Words in memory, in a byte order that is not the machine's: one load or store each, except in a constant
// expression.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "sortid/detail/compiler.hpp"
#include "sortid/uint128.hpp"

namespace sortid::detail {

inline constexpr bool big_endian_machine = std::endian::native == std::endian::big;

// The word whose bytes in memory are the argument's, the most significant first. Its own inverse.
constexpr std::uint64_t network_order(std::uint64_t word) noexcept {
  return big_endian_machine ? word : byte_swap(word);
}

template <class Word>
constexpr Word load_be(const std::uint8_t* bytes) noexcept {
  if constexpr (sizeof(Word) == 16) {
    return Word(load_be<std::uint64_t>(bytes), load_be<std::uint64_t>(bytes + 8));
  } else {
    Word value{};
    if (std::is_constant_evaluated()) {
      for (std::size_t i = 0; i < 8; ++i) value = value << 8 | bytes[i];
      return value;
    }
    std::memcpy(&value, bytes, sizeof value);
    return network_order(value);
  }
}

template <class Word>
constexpr void store_be(Word value, std::uint8_t* bytes) noexcept {
  if constexpr (sizeof(Word) == 16) {
    store_be(value.hi, bytes);
    store_be(value.lo, bytes + 8);
  } else {
    if (std::is_constant_evaluated()) {
      for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(value >> (56 - 8 * i));
      return;
    }
    value = network_order(value);
    std::memcpy(bytes, &value, sizeof value);
  }
}

// Four bytes of a text, the first one lowest.
constexpr std::uint32_t load_four(const char* text) noexcept {
  std::uint32_t word = 0;
  if (std::is_constant_evaluated()) {
    for (std::size_t i = 4; i-- != 0;) word = word << 8 | static_cast<unsigned char>(text[i]);
    return word;
  }
  std::memcpy(&word, text, sizeof word);
  return big_endian_machine ? static_cast<std::uint32_t>(byte_swap(word) >> 32) : word;
}

// An id as a column has it, at any alignment: `size` is 16 bytes in network order, or a native 64-bit
// integer.
inline uint128 load_id(std::size_t size, const void* at) noexcept {
  if (size == 16) return load_be<uint128>(static_cast<const std::uint8_t*>(at));
  std::uint64_t native = 0;
  std::memcpy(&native, at, sizeof native);
  return native;
}
inline void store_id(std::size_t size, uint128 value, void* at) noexcept {
  if (size == 16) return store_be(value, static_cast<std::uint8_t*>(at));
  std::memcpy(at, &value.lo, sizeof value.lo);
}

}  // namespace sortid::detail
