// x86-64 with AES-NI: one block to a register.
#if defined(__x86_64__)

#include <immintrin.h>

#include "aes.hpp"
#include "batch/target.hpp"
#include "sortid/detail/bytes.hpp"
#include "system/processor.hpp"

SORTID_TARGET_BEGIN("aes,ssse3")
namespace sortid::detail {
namespace {

#include "block128.hpp"

#include "feistel.hpp"

#include "moves_x86.hpp"

#include "feistel_stream.hpp"

}  // namespace

constinit const mask_kernel aesni_mask_kernel{"aesni",
                                              []() noexcept { return processor().aes && processor().ssse3; },
                                              run_stream<block128, 8>, stream_ids<block128, 8>};

}  // namespace sortid::detail
SORTID_TARGET_END

#endif
