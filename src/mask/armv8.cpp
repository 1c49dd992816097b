// 64-bit ARM with the AES instructions: one block to a register.
#include "aes.hpp"

#if defined(SORTID_ARMV8_MASK_KERNEL)

#include <arm_neon.h>

#include "batch/target.hpp"
#include "system/system.hpp"

#if defined(__clang__)
SORTID_TARGET_BEGIN("aes")
#else
SORTID_TARGET_BEGIN("+crypto")
#endif
namespace sortid::detail {
namespace {

struct block128 {
  uint8x16_t v;

  static block128 load(const std::uint8_t* p) noexcept { return {vld1q_u8(p)}; }
  static block128 of_block(const std::uint8_t* p) noexcept { return load(p); }
  void store(std::uint8_t* p) const noexcept { vst1q_u8(p, v); }
  [[nodiscard]] block128 up() const noexcept { return {vextq_u8(vdupq_n_u8(0), v, 8)}; }
  [[nodiscard]] block128 down() const noexcept { return {vextq_u8(v, vdupq_n_u8(0), 8)}; }
  [[nodiscard]] block128 upper() const noexcept { return down().up(); }
  // The instruction adds a key before its round. The key is added after the round here, so the instruction
  // gets zeros.
  [[nodiscard]] block128 round(block128 key) const noexcept {
    return {veorq_u8(vaesmcq_u8(vaeseq_u8(v, vdupq_n_u8(0))), key.v)};
  }
  [[nodiscard]] block128 last_round(block128 key) const noexcept {
    return {veorq_u8(vaeseq_u8(v, vdupq_n_u8(0)), key.v)};
  }
  [[nodiscard]] block128 operator^(block128 b) const noexcept { return {veorq_u8(v, b.v)}; }
  [[nodiscard]] block128 operator&(block128 b) const noexcept { return {vandq_u8(v, b.v)}; }
};

#include "feistel.hpp"

}  // namespace

constinit const mask_kernel armv8_mask_kernel{"armv8", []() noexcept { return os::has_arm_aes(); },
                                              run<block128, 8, block128>, nullptr};

}  // namespace sortid::detail
SORTID_TARGET_END

#endif
