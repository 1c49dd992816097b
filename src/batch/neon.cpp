// 64-bit ARM: one id to a register.
#include "instruction_sets.hpp"

#if defined(SORTID_NEON_KERNELS)

#include <arm_neon.h>

#include "scalar.hpp"
#include "tables.hpp"

namespace sortid::detail {
namespace {

// registers_x86_128.hpp says what each function does.
struct lane128 {
  using reg = uint8x16_t;
  static constexpr std::size_t lanes = 1;

  static reg table(const bytes16& bytes) noexcept { return vld1q_u8(bytes.data()); }
  static reg table16(std::uint16_t word) noexcept { return vreinterpretq_u8_u16(vdupq_n_u16(word)); }
  static reg splat32(std::uint32_t word) noexcept { return vreinterpretq_u8_u32(vdupq_n_u32(word)); }
  static reg table64(std::uint64_t word) noexcept { return vreinterpretq_u8_u64(vdupq_n_u64(word)); }
  static reg splat8(std::uint8_t byte) noexcept { return vdupq_n_u8(byte); }
  static reg words(const words8& all) noexcept { return vreinterpretq_u8_u16(vld1q_u16(all.data())); }
  // A shift to the right is one to the left by a negative number.
  static constexpr words8 right_counts(words8 counts) noexcept {
    for (std::uint16_t& count : counts) count = static_cast<std::uint16_t>(-count);
    return counts;
  }
  static constexpr words8 left_counts(const words8& counts) noexcept { return counts; }

  static reg load16(const char* at, std::size_t) noexcept { return vld1q_u8(bytes_at(at)); }
  static reg load8(const char* at, std::size_t) noexcept {
    return vcombine_u8(vld1_u8(bytes_at(at)), vdup_n_u8(0));
  }
  static reg load_halves(const char* at, std::size_t second, std::size_t) noexcept {
    return vcombine_u8(vld1_u8(bytes_at(at)), vld1_u8(bytes_at(at + second)));
  }
  static reg words64(const std::uint64_t (&words)[2]) noexcept {
    return vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(words[0]), vcreate_u64(words[1])));
  }
  static void store16(char* at, std::size_t, reg r) noexcept { vst1q_u8(bytes_at(at), r); }
  static void store_halves(char* at, std::size_t second, std::size_t, reg r) noexcept {
    vst1_u8(bytes_at(at), vget_low_u8(r));
    vst1_u8(bytes_at(at + second), vget_high_u8(r));
  }
  static reg load_ids16(const char* at) noexcept { return load16(at, 0); }
  static void store_ids16(unsigned which, char* at, reg r) noexcept {
    if (which != 0) store16(at, 0, r);
  }
  static void store_ids8(unsigned which, char* at, reg r) noexcept {
    if (which != 0) vst1_u8(bytes_at(at), vget_low_u8(r));
  }

  static reg and_(reg a, reg b) noexcept { return vandq_u8(a, b); }
  static reg or_(reg a, reg b) noexcept { return vorrq_u8(a, b); }
  static reg xor_(reg a, reg b) noexcept { return veorq_u8(a, b); }
  static reg and_not(reg not_this, reg a) noexcept { return vbicq_u8(a, not_this); }
  static reg zero() noexcept { return vdupq_n_u8(0); }
  static reg right16(reg a, reg counts) noexcept { return shifted16(a, counts); }
  static reg left16(reg a, reg counts) noexcept { return shifted16(a, counts); }
  template <int N>
  static reg right16_by(reg a) noexcept {
    return vreinterpretq_u8_u16(vshrq_n_u16(vreinterpretq_u16_u8(a), N));
  }
  template <int N>
  static reg left32(reg a) noexcept {
    return vreinterpretq_u8_u32(vshlq_n_u32(vreinterpretq_u32_u8(a), N));
  }
  template <int N>
  static reg right64(reg a) noexcept {
    return vreinterpretq_u8_u64(vshrq_n_u64(vreinterpretq_u64_u8(a), N));
  }
  template <int N>
  static reg left64(reg a) noexcept {
    return vreinterpretq_u8_u64(vshlq_n_u64(vreinterpretq_u64_u8(a), N));
  }

  static reg shuffle(reg a, reg places) noexcept { return vqtbl1q_u8(a, places); }
  static reg lookup_low4(reg table, reg a) noexcept {
    return vqtbl1q_u8(table, vandq_u8(a, vdupq_n_u8(0x8F)));
  }
  static constexpr bool lookup_by_low4 = false;
  static reg lookup(reg table, reg a) noexcept { return vqtbl1q_u8(table, a); }
  static reg subs8(reg a, reg limit) noexcept { return vqsubq_u8(a, limit); }
  static reg over16(reg a, reg limit) noexcept {
    return vreinterpretq_u8_u16(vqsubq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(limit)));
  }
  static reg add8(reg a, reg b) noexcept { return vaddq_u8(a, b); }
  static reg sub8(reg a, reg b) noexcept { return vsubq_u8(a, b); }
  static reg max8(reg a, reg b) noexcept { return vmaxq_u8(a, b); }
  static reg less_signed8(reg a, reg b) noexcept {
    return vcltq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b));
  }
  static reg either_less_signed8(reg a, reg b, reg c) noexcept {
    const int8x16_t least = vminq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b));
    return less_signed8(vreinterpretq_u8_s8(least), c);
  }
  static reg zip_low8(reg a, reg b) noexcept { return vzip1q_u8(a, b); }
  static reg zip_high8(reg a, reg b) noexcept { return vzip2q_u8(a, b); }
  static reg join_halves(reg a, reg b) noexcept { return vextq_u8(a, b, 8); }
  static reg upper_halves(reg a, reg b) noexcept {
    return vreinterpretq_u8_u32(vuzp2q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
  }
  static reg pack16(reg a, reg b) noexcept { return vuzp1q_u8(a, b); }
  static unsigned unmarked_lanes(reg a) noexcept { return vmaxvq_u8(a) < 0x80 ? 1U : 0U; }
  static unsigned zero_lanes(reg a) noexcept { return vmaxvq_u8(a) == 0 ? 1U : 0U; }
  static std::size_t first_not_zero(reg a) noexcept {
    // Four bits of each byte.
    const uint8x8_t nibbles = vshrn_n_u16(vreinterpretq_u16_u8(vtstq_u8(a, a)), 4);
    return static_cast<std::size_t>(std::countr_zero(vget_lane_u64(vreinterpret_u64_u8(nibbles), 0))) / 4;
  }

  static reg dot8(reg a, reg weights) noexcept {
    return vreinterpretq_u8_u16(vpaddq_u16(vmull_u8(vget_low_u8(a), vget_low_u8(weights)),
                                           vmull_u8(vget_high_u8(a), vget_high_u8(weights))));
  }
  static reg dot16(reg a, reg weights) noexcept {
    const uint16x8_t x = vreinterpretq_u16_u8(a);
    const uint16x8_t y = vreinterpretq_u16_u8(weights);
    return vreinterpretq_u8_u32(vpaddq_u32(vmull_u16(vget_low_u16(x), vget_low_u16(y)),
                                           vmull_u16(vget_high_u16(x), vget_high_u16(y))));
  }
  static reg mul32(reg a, reg b) noexcept {
    return vreinterpretq_u8_u64(
        vmull_u32(vmovn_u64(vreinterpretq_u64_u8(a)), vmovn_u64(vreinterpretq_u64_u8(b))));
  }
  static reg mul16(reg a, reg b) noexcept {
    return vreinterpretq_u8_u16(vmulq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
  }
  static reg add32(reg a, reg b) noexcept {
    return vreinterpretq_u8_u32(vaddq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
  }
  static reg add64(reg a, reg b) noexcept {
    return vreinterpretq_u8_u64(vaddq_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
  }
  static reg equal32(reg a, reg b) noexcept {
    return vreinterpretq_u8_u32(vceqq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
  }
  static reg swap32(reg a) noexcept { return vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(a))); }
  static reg swap64(reg a) noexcept { return vextq_u8(a, a, 8); }

 private:
  static const std::uint8_t* bytes_at(const char* at) noexcept {
    return reinterpret_cast<const std::uint8_t*>(at);
  }
  static std::uint8_t* bytes_at(char* at) noexcept { return reinterpret_cast<std::uint8_t*>(at); }
  static reg shifted16(reg a, reg counts) noexcept {
    return vreinterpretq_u8_u16(vshlq_u16(vreinterpretq_u16_u8(a), vreinterpretq_s16_u8(counts)));
  }
};

#include "number_loops.hpp"

using narrow = lane128;
using wide = lane128;

#include "lanes.hpp"

}  // namespace

constinit const kernels neon_kernels = lane_set("neon");

}  // namespace sortid::detail

#endif
