// One lane of 128 bits on x86, and the contract of every register that lanes.hpp works with; "each" is each
// lane. Included inside a target region of SSSE3 or more.
struct lane128 {
  using reg = __m128i;
  static constexpr std::size_t lanes = 1;

  // --- constants, the same in each lane
  static reg table(const bytes16& bytes) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data()));
  }
  static reg table16(std::uint16_t word) noexcept { return _mm_set1_epi16(static_cast<short>(word)); }
  static reg splat32(std::uint32_t word) noexcept { return _mm_set1_epi32(static_cast<int>(word)); }
  static reg table64(std::uint64_t word) noexcept { return _mm_set1_epi64x(static_cast<long long>(word)); }
  static reg splat8(std::uint8_t byte) noexcept { return _mm_set1_epi8(static_cast<char>(byte)); }
  static reg words(const words8& all) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(all.data()));
  }
  // Counts in the form that right16 and left16 take: factors.
  static constexpr words8 right_counts(words8 counts) noexcept {
    for (std::uint16_t& count : counts) count = static_cast<std::uint16_t>(1U << (16 - count));
    return counts;
  }
  static constexpr words8 left_counts(words8 counts) noexcept {
    for (std::uint16_t& count : counts) count = static_cast<std::uint16_t>(1U << count);
    return counts;
  }

  // --- memory: lane i at `at` + i · stride
  static reg load16(const char* at, std::size_t) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  }
  static reg load8(const char* at, std::size_t) noexcept {
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at));
  }
  // Eight bytes there and eight bytes `second` further on.
  static reg load_halves(const char* at, std::size_t second, std::size_t) noexcept {
    return _mm_castpd_si128(
        _mm_loadh_pd(_mm_castsi128_pd(load8(at, 0)), reinterpret_cast<const double*>(at + second)));
  }
  // Not by a load: it would wait for the words' stores, which are smaller.
  static reg words64(const std::uint64_t (&words)[2]) noexcept {
    return _mm_set_epi64x(static_cast<long long>(words[1]), static_cast<long long>(words[0]));
  }
  static void store16(char* at, std::size_t, reg r) noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), r);
  }
  static void store_halves(char* at, std::size_t second, std::size_t, reg r) noexcept {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(at), r);
    _mm_storeh_pi(reinterpret_cast<__m64*>(at + second), _mm_castsi128_ps(r));
  }
  // Ids side by side: whole lanes, or their lower halves. Stores the lanes whose bit is set.
  static reg load_ids16(const char* at) noexcept { return load16(at, 0); }
  static void store_ids16(unsigned which, char* at, reg r) noexcept {
    if (which != 0) store16(at, 0, r);
  }
  static void store_ids8(unsigned which, char* at, reg r) noexcept {
    if (which != 0) _mm_storel_epi64(reinterpret_cast<__m128i*>(at), r);
  }

  // --- bits
  static reg and_(reg a, reg b) noexcept { return _mm_and_si128(a, b); }
  static reg or_(reg a, reg b) noexcept { return _mm_or_si128(a, b); }
  static reg xor_(reg a, reg b) noexcept { return _mm_xor_si128(a, b); }
  static reg and_not(reg not_this, reg a) noexcept { return _mm_andnot_si128(not_this, a); }
  static reg zero() noexcept { return _mm_setzero_si128(); }
  // Each word by its own count; right16_by shifts all by the same.
  static reg right16(reg a, reg counts) noexcept { return _mm_mulhi_epu16(a, counts); }
  static reg left16(reg a, reg counts) noexcept { return _mm_mullo_epi16(a, counts); }
  template <int N>
  static reg right16_by(reg a) noexcept {
    return _mm_srli_epi16(a, N);
  }
  template <int N>
  static reg left32(reg a) noexcept {
    return _mm_slli_epi32(a, N);
  }
  template <int N>
  static reg right64(reg a) noexcept {
    return _mm_srli_epi64(a, N);
  }
  template <int N>
  static reg left64(reg a) noexcept {
    return _mm_slli_epi64(a, N);
  }

  // --- bytes
  // Byte i is byte places[i] of the lane, or 0 where that is `shuffle_zero`.
  static reg shuffle(reg a, reg places) noexcept { return _mm_shuffle_epi8(a, places); }
  // Byte i is table[a[i] % 16], or 0 where a[i] is 128 or more.
  static reg lookup_low4(reg table, reg a) noexcept { return _mm_shuffle_epi8(table, a); }
  // The same, or 0 where a[i] is 16 or more: whichever takes one instruction. lookup_by_low4 says which.
  static constexpr bool lookup_by_low4 = true;
  static reg lookup(reg table, reg a) noexcept { return _mm_shuffle_epi8(table, a); }
  // a − limit where that is positive, else 0.
  static reg subs8(reg a, reg limit) noexcept { return _mm_subs_epu8(a, limit); }
  static reg over16(reg a, reg limit) noexcept { return _mm_subs_epu16(a, limit); }
  static reg add8(reg a, reg b) noexcept { return _mm_add_epi8(a, b); }
  static reg sub8(reg a, reg b) noexcept { return _mm_sub_epi8(a, b); }
  static reg max8(reg a, reg b) noexcept { return _mm_max_epu8(a, b); }
  // All bits where a is less than b, or one of a and b less than c, all of −128 … 127.
  static reg less_signed8(reg a, reg b) noexcept { return _mm_cmplt_epi8(a, b); }
  static reg either_less_signed8(reg a, reg b, reg c) noexcept {
    return or_(less_signed8(a, c), less_signed8(b, c));
  }
  static reg zip_low8(reg a, reg b) noexcept { return _mm_unpacklo_epi8(a, b); }
  static reg zip_high8(reg a, reg b) noexcept { return _mm_unpackhi_epi8(a, b); }
  // The upper half of a, then the lower half of b.
  static reg join_halves(reg a, reg b) noexcept { return _mm_alignr_epi8(b, a, 8); }
  // The upper 32 bits of each half of a, then those of b.
  static reg upper_halves(reg a, reg b) noexcept {
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0xDD));
  }
  // Words below 256 to bytes: those of a, then those of b.
  static reg pack16(reg a, reg b) noexcept { return _mm_packus_epi16(a, b); }
  // A bit for each lane none of whose bytes has its highest bit set.
  static unsigned unmarked_lanes(reg a) noexcept { return _mm_movemask_epi8(a) == 0 ? 1U : 0U; }
  // A bit for each lane that is zero.
  static unsigned zero_lanes(reg a) noexcept {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128())) == 0xFFFF ? 1U : 0U;
  }
  // The first byte that is not zero; 16 when there is none.
  static std::size_t first_not_zero(reg a) noexcept {
    const auto zeros = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128())));
    return static_cast<std::size_t>(std::countr_zero(~zeros));
  }

  // --- numbers
  // The sum of two neighbours, each times its weight: bytes to words, words to 32 bits. Callers keep the sums
  // of dot8 below 2^15 and those of dot16 below 2^31.
  static reg dot8(reg a, reg weights) noexcept { return _mm_maddubs_epi16(a, weights); }
  static reg dot16(reg a, reg weights) noexcept { return _mm_madd_epi16(a, weights); }
  // The lower 32 bits of each half, multiplied.
  static reg mul32(reg a, reg b) noexcept { return _mm_mul_epu32(a, b); }
  // The lower 16 bits of the products.
  static reg mul16(reg a, reg b) noexcept { return _mm_mullo_epi16(a, b); }
  static reg add32(reg a, reg b) noexcept { return _mm_add_epi32(a, b); }
  static reg add64(reg a, reg b) noexcept { return _mm_add_epi64(a, b); }
  static reg equal32(reg a, reg b) noexcept { return _mm_cmpeq_epi32(a, b); }
  static reg swap32(reg a) noexcept { return _mm_shuffle_epi32(a, 0xB1); }
  static reg swap64(reg a) noexcept { return _mm_shuffle_epi32(a, 0x4E); }
};
