// A register of one block on x86-64, for feistel.hpp. Included like it.

// The bytes of each word the other way round, and the word that comes first.
alignas(16) constexpr std::uint8_t word_order[16]{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
alignas(16) constexpr std::uint8_t upper_word[16]{255, 255, 255, 255, 255, 255, 255, 255};
__m128i shift_of(unsigned n) noexcept { return _mm_cvtsi32_si128(static_cast<int>(n)); }

struct block128 {
  __m128i v;

  static block128 load(const std::uint8_t* p) noexcept {
    return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))};
  }
  static block128 of_block(const std::uint8_t* p) noexcept { return load(p); }
  void store(std::uint8_t* p) const noexcept { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v); }
  [[nodiscard]] block128 up() const noexcept { return {_mm_slli_si128(v, 8)}; }
  [[nodiscard]] block128 down() const noexcept { return {_mm_srli_si128(v, 8)}; }
  [[nodiscard]] block128 upper() const noexcept { return down().up(); }
  [[nodiscard]] block128 round(block128 key) const noexcept { return {_mm_aesenc_si128(v, key.v)}; }
  [[nodiscard]] block128 last_round(block128 key) const noexcept { return {_mm_aesenclast_si128(v, key.v)}; }
  [[nodiscard]] block128 operator^(block128 b) const noexcept { return {_mm_xor_si128(v, b.v)}; }
  [[nodiscard]] block128 operator&(block128 b) const noexcept { return {_mm_and_si128(v, b.v)}; }
  [[nodiscard]] block128 words() const noexcept { return {_mm_shuffle_epi8(v, of_block(word_order).v)}; }
  [[nodiscard]] block128 swapped() const noexcept { return {_mm_shuffle_epi32(v, 0x4E)}; }
  [[nodiscard]] block128 left(unsigned n) const noexcept { return {_mm_sll_epi64(v, shift_of(n))}; }
  [[nodiscard]] block128 right(unsigned n) const noexcept { return {_mm_srl_epi64(v, shift_of(n))}; }
  [[nodiscard]] block128 without(block128 b) const noexcept { return {_mm_andnot_si128(b.v, v)}; }
  [[nodiscard]] block128 only_upper_word() const noexcept { return *this & of_block(upper_word); }
};
