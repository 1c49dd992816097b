// x86-64 with VAES and AVX-512: four blocks to a register.
#if defined(__x86_64__)

#include <immintrin.h>

#include "aes.hpp"
#include "batch/target.hpp"
#include "processor.hpp"

SORTID_TARGET_BEGIN("aes,avx512f,avx512bw,vaes")
namespace sortid::detail {
namespace {

#include "block128.hpp"

struct block512 {
  __m512i v;

  static block512 load(const std::uint8_t* p) noexcept { return {_mm512_loadu_si512(p)}; }
  static block512 of_block(const std::uint8_t* p) noexcept {
    return {_mm512_maskz_broadcast_i32x4(0xFFFF, block128::load(p).v)};  // g++ 12 warns of the other one
  }
  void store(std::uint8_t* p) const noexcept { _mm512_storeu_si512(p, v); }
  [[nodiscard]] block512 up() const noexcept { return {_mm512_bslli_epi128(v, 8)}; }
  [[nodiscard]] block512 down() const noexcept { return {_mm512_bsrli_epi128(v, 8)}; }
  [[nodiscard]] block512 upper() const noexcept { return down().up(); }
  [[nodiscard]] block512 round(block512 key) const noexcept { return {_mm512_aesenc_epi128(v, key.v)}; }
  [[nodiscard]] block512 last_round(block512 key) const noexcept {
    return {_mm512_aesenclast_epi128(v, key.v)};
  }
  [[nodiscard]] block512 operator^(block512 b) const noexcept { return {_mm512_xor_si512(v, b.v)}; }
  [[nodiscard]] block512 operator&(block512 b) const noexcept { return {_mm512_and_si512(v, b.v)}; }
};

#include "feistel.hpp"

}  // namespace

constinit const mask_kernel vaes512_mask_kernel{
    "vaes512", []() noexcept { return processor().avx512f && processor().avx512bw && processor().vaes; },
    run<block512, 4, block128>};

}  // namespace sortid::detail
SORTID_TARGET_END

#endif
