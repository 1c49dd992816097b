// x86-64 with VAES and AVX-512: four blocks to a register.
#if defined(__x86_64__)

#include <immintrin.h>

// g++ 12 warns of its own intrinsics, which start from undefined registers on purpose.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "aes.hpp"
#include "batch/target.hpp"
#include "system/processor.hpp"

SORTID_TARGET_BEGIN("aes,avx512f,avx512bw,vaes")
namespace sortid::detail {
namespace {

#include "block128.hpp"

struct block512 {
  __m512i v;

  static block512 load(const std::uint8_t* p) noexcept { return {_mm512_loadu_si512(p)}; }
  static block512 of_block(const std::uint8_t* p) noexcept {
    return {_mm512_broadcast_i32x4(block128::load(p).v)};
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
  [[nodiscard]] block512 bytes(const std::uint8_t* from) const noexcept {
    return {_mm512_shuffle_epi8(v, of_block(from).v)};
  }
  [[nodiscard]] block512 left(unsigned n) const noexcept { return {_mm512_sll_epi64(v, shift_of(n))}; }
  [[nodiscard]] block512 right(unsigned n) const noexcept { return {_mm512_srl_epi64(v, shift_of(n))}; }
};

#include "feistel.hpp"

#include "moves_x86.hpp"

}  // namespace

constinit const mask_kernel vaes512_mask_kernel{
    "vaes512", []() noexcept { return processor().avx512f && processor().avx512bw && processor().vaes; },
    run<block512, 4, block128>, run_ids<block512, 4, block128>};

}  // namespace sortid::detail
SORTID_TARGET_END

#endif
