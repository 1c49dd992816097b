// The contract between the masks and the code that runs AES on one instruction set. No set looks anything up
// by a secret byte or branches on one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "sortid/detail/hex.hpp"
#include "sortid/detail/key.hpp"
#include "sortid/mask.hpp"

// clang before 16 has the intrinsics only where every machine has the instructions.
#if defined(__aarch64__) && (!defined(__clang__) || __clang_major__ >= 16 || defined(__ARM_FEATURE_AES))
#define SORTID_ARMV8_MASK_KERNEL 1
#endif

namespace sortid::detail {

// Erases a secret.
inline void wipe(void* at, std::size_t size) noexcept {
  std::memset(at, 0, size);
  keep_stores_to(at);
}

using aes_keys = mask_cipher::aes_keys;

// Bits of a half that count, as they lie in the second 8 bytes of a block; the first 8 bytes are 0. Stored at
// once, as they are loaded: a load waits where two stores of 8 bytes were.
struct mask_cuts {
  two_words left, right;
};

// How an id of 16 bytes becomes two halves, in a register, where one gap in its upper word is all that parts
// its free bits. The left half is what stands under the gap, what stands over it, and what the right half
// leaves of the lower word:
//
//   left     (upper << up & below_gap) | (upper >> over & above_gap) | (lower >> right & carried)
//   right    lower & right_half
//   upper    (left >> up & below_gap_out) | (left << over & above_gap_out)
//   lower    (left << right & carried_out) | right
//
// The first word of a mask is 0 where a half is made, since a half stands in the second one. `right_half`,
// `kept` and `after` lie as the id does, in network order; the others are numbers.
struct mask_moves {
  two_words below_gap, above_gap, carried, right_half;
  two_words below_gap_out, above_gap_out, carried_out;
  two_words kept;   // bits that stay
  two_words after;  // the constants of the id that is made
  unsigned up, over, right;
};

struct mask_kernel {
  std::string_view name;
  bool (*runs_here)() noexcept;
  // Pairs of halves, 16 bytes each: the left one in network order, then the right one. `to` may be `pairs`.
  void (*run)(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys, const mask_cuts& cuts,
              const std::uint8_t* pairs, std::size_t n, std::uint8_t* to) noexcept;
  // The same of ids; nullptr where no instruction shifts the words of a register.
  void (*run_ids)(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys,
                  const mask_cuts& cuts, const mask_moves& moves, const std::uint8_t* ids, std::size_t n,
                  std::uint8_t* to) noexcept;
};

extern const mask_kernel portable_mask_kernel;
#if defined(__x86_64__)
extern const mask_kernel aesni_mask_kernel;
extern const mask_kernel vaes256_mask_kernel;
extern const mask_kernel vaes512_mask_kernel;
#elif defined(SORTID_ARMV8_MASK_KERNEL)
extern const mask_kernel armv8_mask_kernel;
#endif

// Every kernel of this build, the fastest first; the last one runs everywhere.
std::span<const mask_kernel* const> mask_kernels() noexcept;
const mask_kernel& active_mask_kernel() noexcept;

// FIPS 197, section 5.2, without tables. `size` is 16 or 32.
void expand_key(const std::uint8_t* key, std::size_t size, aes_keys& keys) noexcept;

}  // namespace sortid::detail
