// The contract between the batch functions (batch.hpp) and the kernels: a kernel set is a struct of function
// pointers, one for each instruction set. The sets differ in speed alone; the scalar one is the constexpr
// codec.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/detail/compiler.hpp"
#include "sortid/layout.hpp"

namespace sortid::detail {

// A text form at one width: what a kernel is written for.
enum class text_shape : std::uint8_t { upper26, lower26, upper13, lower13, checked27, hex36, base58_11 };
inline constexpr std::size_t text_shapes = static_cast<std::size_t>(text_shape::base58_11) + 1;

constexpr text_shape shape_of(const layout& l) noexcept {
  switch (l.text) {
    case text_form::crockford_upper:
      return l.bits == 128 ? text_shape::upper26 : text_shape::upper13;
    case text_form::crockford_lower:
      return l.bits == 128 ? text_shape::lower26 : text_shape::lower13;
    case text_form::crockford_checked:
      return text_shape::checked27;
    case text_form::uuid_hex:
      return text_shape::hex36;
    case text_form::base58:
      break;
  }
  return text_shape::base58_11;
}

// The answers of a kernel, bit i % 64 of word i / 64 for text i: set where it was rejected.
inline constexpr std::size_t answers_in_word = 64;
// Texts in one step of a batch, whose ids and answers stand on the stack; and where ids go straight to their
// places, so that only the answers do.
inline constexpr std::size_t batch_chunk = 256;
inline constexpr std::size_t answer_chunk = 1024;

// What a value must hold beyond having valid symbols.
struct value_rule {
  std::uint8_t first_limit = 0;         // base 32: the greatest value of the first symbol
  std::array<std::uint8_t, 16> mask{};  // hexadecimal: (bytes & mask) == bits
  std::array<std::uint8_t, 16> bits{};
};

// Ids lie in memory as the id types hold them: 16 bytes in network order, or a native 64-bit integer. Nothing
// needs to be aligned. Text i is the `symbols` bytes at texts + i · stride, stride ≥ symbols. A kernel writes
// no byte outside the texts, and reads none where the page might be missing.
struct text_kernels {
  // Writes n texts.
  void (*write)(const void* ids, std::size_t n, char* texts, std::size_t stride) noexcept;
  // Reads n texts. Writes the id of a valid text. Leaves the id of an invalid one as it is, and sets bit i %
  // 64 of rejected[i / 64]. Writes all (n + 63) / 64 words of `rejected` and returns whether a bit is set.
  // `ids` may begin where `texts` does.
  bool (*read)(const char* texts, std::size_t stride, std::size_t n, void* ids, const value_rule& rule,
               std::uint64_t* rejected) noexcept;
  // The same for one text; true when it is valid.
  void (*write_one)(const void* id, char* text) noexcept;
  bool (*read_one)(const char* text, void* id, const value_rule& rule) noexcept;
  // The place of the first byte of the text that the alphabet, or the place, does not allow; the number of
  // symbols when there is none.
  std::size_t (*first_wrong)(const char* text) noexcept;
};

// In place of the instant of an id that has none.
inline constexpr std::int64_t no_instant = INT64_MIN;

// Unix milliseconds of an id: (bits >> shift & mask) + epoch, where `bits` are its upper 64. An id of 16
// bytes has none unless (words & fixed_mask) == fixed_bits, in the words as they lie in memory.
struct time_rule {
  unsigned shift = 0;
  std::uint64_t mask = 0;
  std::int64_t epoch = 0;
  std::array<std::uint64_t, 2> fixed_mask{};
  std::array<std::uint64_t, 2> fixed_bits{};
};

struct kernels {
  std::string_view name;
  std::array<text_kernels, text_shapes> shapes;
  void (*times128)(const void* ids, std::size_t n, const time_rule& rule, std::int64_t* to) noexcept;
  void (*times64)(const void* ids, std::size_t n, const time_rule& rule, std::int64_t* to) noexcept;
  // Turns native 64-bit integers into big-endian bytes, or back. `to` may be `from`.
  void (*swap64)(const void* from, std::size_t n, void* to) noexcept;

  [[nodiscard]] constexpr const text_kernels& of(text_shape shape) const noexcept {
    return shapes[static_cast<std::size_t>(shape)];
  }
};

// The set in use; nullptr until somebody asks. Read and written by the compiler's atomic operations, because
// <atomic> would double the compile time of batch.hpp.
SORTID_EXPORT extern constinit const kernels* active_kernels;
[[nodiscard]] SORTID_EXPORT const kernels& select_kernels() noexcept;

[[nodiscard]] inline const kernels& active() noexcept {
  const kernels* set = __atomic_load_n(&active_kernels, __ATOMIC_ACQUIRE);
  return set != nullptr ? *set : select_kernels();
}

}  // namespace sortid::detail
