// x86-64 with SSSE3: one id to a register.
#include "instruction_sets.hpp"

#if defined(SORTID_X86_KERNELS)

#include <immintrin.h>

#include "scalar.hpp"
#include "tables.hpp"
#include "target.hpp"

SORTID_TARGET_BEGIN("ssse3")
namespace sortid::detail {
namespace {

#include "registers_x86_128.hpp"

#include "number_loops.hpp"

using narrow = lane128;
using wide = lane128;

#include "lanes.hpp"

}  // namespace

constinit const kernels ssse3_kernels = lane_set("ssse3");

}  // namespace sortid::detail
SORTID_TARGET_END

#endif
