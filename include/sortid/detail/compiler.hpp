// What the headers take from the compiler beyond C++, in one place, and what they do without it.
#pragma once

#include <cstdint>

// Vectors and wide integers of GCC and clang. Who sets this to 0 gets what other compilers get: the same
// answers, more slowly.
#if !defined(SORTID_GNU_EXTENSIONS)
#if defined(__GNUC__) || defined(__clang__)
#define SORTID_GNU_EXTENSIONS 1
#else
#define SORTID_GNU_EXTENSIONS 0
#endif
#endif

// The same vectors where a machine has registers for them: WebAssembly has not, unless it is asked for.
#if SORTID_GNU_EXTENSIONS && !(defined(__wasm__) && !defined(__wasm_simd128__))
#define SORTID_VECTORS 1
#else
#define SORTID_VECTORS 0
#endif

// With 1 the answers are the same, from less code and smaller tables, more slowly: for scripts of pages.
#if !defined(SORTID_SMALL)
#define SORTID_SMALL 0
#endif

// What the headers ask the shared library for. All else in it is hidden, but for the functions of sortid.h.
#if defined(__GNUC__)
#define SORTID_EXPORT __attribute__((visibility("default")))
#else
#define SORTID_EXPORT
#endif

// Microsoft's ABI has its own name for it, which some compilers for it have not.
#if __has_cpp_attribute(msvc::no_unique_address)
#define SORTID_NO_UNIQUE_ADDRESS [[msvc::no_unique_address]]
#elif __has_cpp_attribute(no_unique_address)
#define SORTID_NO_UNIQUE_ADDRESS [[no_unique_address]]
#else
#define SORTID_NO_UNIQUE_ADDRESS
#endif

namespace sortid::detail {

constexpr std::uint64_t byte_swap(std::uint64_t word) noexcept {
#if SORTID_GNU_EXTENSIONS
  return __builtin_bswap64(word);
#else
  word = (word & 0x00FF00FF00FF00FF) << 8 | (word >> 8 & 0x00FF00FF00FF00FF);
  word = (word & 0x0000FFFF0000FFFF) << 16 | (word >> 16 & 0x0000FFFF0000FFFF);
  return word << 32 | word >> 32;
#endif
}

// The upper half of the product.
constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) noexcept {
#if SORTID_GNU_EXTENSIONS && defined(__SIZEOF_INT128__)
  __extension__ using wide = unsigned __int128;
  return static_cast<std::uint64_t>(wide{a} * b >> 64);
#else
  const std::uint64_t a_lo = a & 0xFFFFFFFF;
  const std::uint64_t a_hi = a >> 32;
  const std::uint64_t b_lo = b & 0xFFFFFFFF;
  const std::uint64_t b_hi = b >> 32;
  const std::uint64_t middle = a_hi * b_lo + (a_lo * b_lo >> 32);
  const std::uint64_t other = a_lo * b_hi + (middle & 0xFFFFFFFF);
  return a_hi * b_hi + (middle >> 32) + (other >> 32);
#endif
}

}  // namespace sortid::detail
