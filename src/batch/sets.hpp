// The kernel sets of this build, each in a file of its own.
#pragma once

#include "sortid/detail/kernels.hpp"

// Kernels are written for little-endian memory; other targets have the scalar set.
#if defined(__x86_64__) || defined(_M_X64)
#define SORTID_X86_KERNELS 1
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define SORTID_NEON_KERNELS 1
#endif

namespace sortid::detail {

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
