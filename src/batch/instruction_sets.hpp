// The instruction sets that this build has kernels for, each in a file of its own.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "sortid/detail/kernels.hpp"

// The kernels assume little-endian memory; other targets have the scalar set alone.
#if defined(__x86_64__) || defined(_M_X64)
#define SORTID_X86_KERNELS 1
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define SORTID_NEON_KERNELS 1
#endif

namespace sortid::detail {

// The kernels of every text shape: Of<shape>::all, in the order of text_shape.
template <template <text_shape> class Of>
constexpr std::array<text_kernels, text_shapes> every_shape() noexcept {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<text_kernels, text_shapes>{Of<static_cast<text_shape>(I)>::all...};
  }
  (std::make_index_sequence<text_shapes>());
}

extern const kernels scalar_kernels;
#if defined(SORTID_X86_KERNELS)
extern const kernels ssse3_kernels;
extern const kernels avx2_kernels;
extern const kernels avx512_kernels;
#endif
#if defined(SORTID_NEON_KERNELS)
extern const kernels neon_kernels;
#endif

}  // namespace sortid::detail
