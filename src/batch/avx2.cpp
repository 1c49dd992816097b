// x86-64 with AVX2: two ids to a register.
#include "instruction_sets.hpp"

#if defined(SORTID_X86_KERNELS)

#include <immintrin.h>

#include "scalar.hpp"
#include "tables.hpp"
#include "target.hpp"

SORTID_TARGET_BEGIN("avx2,bmi,bmi2")
namespace sortid::detail {
namespace {

#include "registers_x86_128.hpp"

// registers_x86_128.hpp says what each function does; here each of the two lanes does it.
struct lanes256 {
  using reg = __m256i;
  static constexpr std::size_t lanes = 2;

  static reg table(const bytes16& bytes) noexcept { return twice(lane128::table(bytes)); }
  static reg table16(std::uint16_t word) noexcept { return _mm256_set1_epi16(static_cast<short>(word)); }
  static reg splat32(std::uint32_t word) noexcept { return _mm256_set1_epi32(static_cast<int>(word)); }
  static reg table64(std::uint64_t word) noexcept { return _mm256_set1_epi64x(static_cast<long long>(word)); }
  static reg splat8(std::uint8_t byte) noexcept { return _mm256_set1_epi8(static_cast<char>(byte)); }
  static reg words(const words8& all) noexcept { return twice(lane128::words(all)); }
  static constexpr words8 right_counts(const words8& counts) noexcept {
    return lane128::right_counts(counts);
  }
  static constexpr words8 left_counts(const words8& counts) noexcept { return lane128::left_counts(counts); }

  static reg load16(const char* at, std::size_t stride) noexcept {
    return both(lane128::load16(at, 0), lane128::load16(at + stride, 0));
  }
  static reg load8(const char* at, std::size_t stride) noexcept {
    return both(lane128::load8(at, 0), lane128::load8(at + stride, 0));
  }
  static reg load_halves(const char* at, std::size_t second, std::size_t stride) noexcept {
    return both(lane128::load_halves(at, second, 0), lane128::load_halves(at + stride, second, 0));
  }
  static reg words64(const std::uint64_t (&words)[4]) noexcept {
    return both(lane128::words64({words[0], words[1]}), lane128::words64({words[2], words[3]}));
  }
  static void store16(char* at, std::size_t stride, reg r) noexcept {
    lane128::store16(at, 0, _mm256_castsi256_si128(r));
    lane128::store16(at + stride, 0, _mm256_extracti128_si256(r, 1));
  }
  static void store_halves(char* at, std::size_t second, std::size_t stride, reg r) noexcept {
    lane128::store_halves(at, second, 0, _mm256_castsi256_si128(r));
    lane128::store_halves(at + stride, second, 0, _mm256_extracti128_si256(r, 1));
  }
  static reg load_ids16(const char* at) noexcept {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  }
  static void store_ids16(unsigned which, char* at, reg r) noexcept {
    if (which == 3) [[likely]] {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), r);
    } else {  // a branch predictor cannot guess the lane
      _mm256_maskstore_epi64(reinterpret_cast<long long*>(at), lanes_of(which), r);
    }
  }
  static void store_ids8(unsigned which, char* at, reg r) noexcept {
    lane128::store_ids8(which & 1, at, _mm256_castsi256_si128(r));
    lane128::store_ids8(which & 2, at + 8, _mm256_extracti128_si256(r, 1));
  }

  static reg and_(reg a, reg b) noexcept { return _mm256_and_si256(a, b); }
  static reg or_(reg a, reg b) noexcept { return _mm256_or_si256(a, b); }
  static reg xor_(reg a, reg b) noexcept { return _mm256_xor_si256(a, b); }
  static reg and_not(reg not_this, reg a) noexcept { return _mm256_andnot_si256(not_this, a); }
  static reg zero() noexcept { return _mm256_setzero_si256(); }
  static reg right16(reg a, reg counts) noexcept { return _mm256_mulhi_epu16(a, counts); }
  static reg left16(reg a, reg counts) noexcept { return _mm256_mullo_epi16(a, counts); }
  template <int N>
  static reg right16_by(reg a) noexcept {
    return _mm256_srli_epi16(a, N);
  }
  template <int N>
  static reg left32(reg a) noexcept {
    return _mm256_slli_epi32(a, N);
  }
  template <int N>
  static reg right64(reg a) noexcept {
    return _mm256_srli_epi64(a, N);
  }
  template <int N>
  static reg left64(reg a) noexcept {
    return _mm256_slli_epi64(a, N);
  }

  static reg shuffle(reg a, reg places) noexcept { return _mm256_shuffle_epi8(a, places); }
  static reg lookup_low4(reg table, reg a) noexcept { return _mm256_shuffle_epi8(table, a); }
  static constexpr bool lookup_by_low4 = true;
  static reg lookup(reg table, reg a) noexcept { return _mm256_shuffle_epi8(table, a); }
  static reg subs8(reg a, reg limit) noexcept { return _mm256_subs_epu8(a, limit); }
  static reg over16(reg a, reg limit) noexcept { return _mm256_subs_epu16(a, limit); }
  static reg add8(reg a, reg b) noexcept { return _mm256_add_epi8(a, b); }
  static reg sub8(reg a, reg b) noexcept { return _mm256_sub_epi8(a, b); }
  static reg max8(reg a, reg b) noexcept { return _mm256_max_epu8(a, b); }
  static reg less_signed8(reg a, reg b) noexcept { return _mm256_cmpgt_epi8(b, a); }
  static reg either_less_signed8(reg a, reg b, reg c) noexcept {
    return less_signed8(_mm256_min_epi8(a, b), c);
  }
  static reg zip_low8(reg a, reg b) noexcept { return _mm256_unpacklo_epi8(a, b); }
  static reg zip_high8(reg a, reg b) noexcept { return _mm256_unpackhi_epi8(a, b); }
  static reg join_halves(reg a, reg b) noexcept { return _mm256_alignr_epi8(b, a, 8); }
  static reg upper_halves(reg a, reg b) noexcept {
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0xDD));
  }
  static reg pack16(reg a, reg b) noexcept { return _mm256_packus_epi16(a, b); }
  static unsigned unmarked_lanes(reg a) noexcept {
    const auto marked = static_cast<unsigned>(_mm256_movemask_epi8(a));
    if (marked == 0) [[likely]]
      return 3;
    return static_cast<unsigned>((marked & 0xFFFFU) == 0) | static_cast<unsigned>(marked >> 16U == 0) << 1U;
  }
  static unsigned zero_lanes(reg a) noexcept {
    const auto zeros =
        static_cast<unsigned>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, _mm256_setzero_si256())));
    if (zeros == 0xFFFFFFFF) [[likely]]
      return 3;
    return static_cast<unsigned>((zeros & 0xFFFFU) == 0xFFFFU) |
           static_cast<unsigned>(zeros >> 16U == 0xFFFFU) << 1U;
  }

  static reg dot8(reg a, reg weights) noexcept { return _mm256_maddubs_epi16(a, weights); }
  static reg dot16(reg a, reg weights) noexcept { return _mm256_madd_epi16(a, weights); }
  static reg mul32(reg a, reg b) noexcept { return _mm256_mul_epu32(a, b); }
  static reg mul16(reg a, reg b) noexcept { return _mm256_mullo_epi16(a, b); }
  static reg add32(reg a, reg b) noexcept { return _mm256_add_epi32(a, b); }
  static reg add64(reg a, reg b) noexcept { return _mm256_add_epi64(a, b); }
  static reg equal32(reg a, reg b) noexcept { return _mm256_cmpeq_epi32(a, b); }
  static reg swap32(reg a) noexcept { return _mm256_shuffle_epi32(a, 0xB1); }
  static reg swap64(reg a) noexcept { return _mm256_shuffle_epi32(a, 0x4E); }

 private:
  // All bits of the lanes whose bit is set.
  static reg lanes_of(unsigned which) noexcept {
    const reg lane_bits = _mm256_set_epi64x(2, 2, 1, 1);
    return _mm256_cmpeq_epi64(_mm256_and_si256(table64(which), lane_bits), lane_bits);
  }
  static reg both(__m128i low, __m128i high) noexcept {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
  }
  static reg twice(__m128i lane) noexcept { return _mm256_broadcastsi128_si256(lane); }
};

#include "number_loops.hpp"

using narrow = lane128;
using wide = lanes256;

#include "lanes.hpp"

}  // namespace

constinit const kernels avx2_kernels = lane_set("avx2");

}  // namespace sortid::detail
SORTID_TARGET_END

#endif
