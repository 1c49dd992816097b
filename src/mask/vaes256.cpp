// x86-64 with VAES and AVX2: two blocks to a register.
#if defined(__x86_64__)

#include <immintrin.h>

#include "aes.hpp"
#include "batch/target.hpp"
#include "system/processor.hpp"

SORTID_TARGET_BEGIN("aes,avx2,vaes")
namespace sortid::detail {
namespace {

#include "block128.hpp"

struct block256 {
  __m256i v;

  static block256 load(const std::uint8_t* p) noexcept {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))};
  }
  static block256 of_block(const std::uint8_t* p) noexcept {
    return {_mm256_broadcastsi128_si256(block128::load(p).v)};
  }
  void store(std::uint8_t* p) const noexcept { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v); }
  [[nodiscard]] block256 up() const noexcept { return {_mm256_slli_si256(v, 8)}; }
  [[nodiscard]] block256 down() const noexcept { return {_mm256_srli_si256(v, 8)}; }
  [[nodiscard]] block256 upper() const noexcept { return down().up(); }
  [[nodiscard]] block256 round(block256 key) const noexcept { return {_mm256_aesenc_epi128(v, key.v)}; }
  [[nodiscard]] block256 last_round(block256 key) const noexcept {
    return {_mm256_aesenclast_epi128(v, key.v)};
  }
  [[nodiscard]] block256 operator^(block256 b) const noexcept { return {_mm256_xor_si256(v, b.v)}; }
  [[nodiscard]] block256 operator&(block256 b) const noexcept { return {_mm256_and_si256(v, b.v)}; }
  [[nodiscard]] block256 bytes(const std::uint8_t* from) const noexcept {
    return {_mm256_shuffle_epi8(v, of_block(from).v)};
  }
  [[nodiscard]] block256 left(unsigned n) const noexcept { return {_mm256_sll_epi64(v, shift_of(n))}; }
  [[nodiscard]] block256 right(unsigned n) const noexcept { return {_mm256_srl_epi64(v, shift_of(n))}; }
};

#include "feistel.hpp"

#include "moves_x86.hpp"

}  // namespace

constinit const mask_kernel vaes256_mask_kernel{
    "vaes256", []() noexcept { return processor().avx2 && processor().vaes; }, run<block256, 8, block128>,
    run_ids<block256, 8, block128>};

}  // namespace sortid::detail
SORTID_TARGET_END

#endif
