// A register of one block on x86-64, for feistel.hpp. Included like it.

// Where the bytes of a block come from; 255 is zero. Words in network order become numbers, and back: each in
// its place, …
constexpr std::uint8_t none = 255;
alignas(16) constexpr std::uint8_t both_words[16]{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
// … one of them in the second place, …
alignas(16) constexpr std::uint8_t first_word[16]{none, none, none, none, none, none, none, none,
                                                  7,    6,    5,    4,    3,    2,    1,    0};
alignas(16) constexpr std::uint8_t second_word[16]{none, none, none, none, none, none, none, none,
                                                   15,   14,   13,   12,   11,   10,   9,    8};
// … and the second one in both.
alignas(16) constexpr std::uint8_t second_word_twice[16]{15, 14, 13, 12, 11, 10, 9, 8,
                                                         15, 14, 13, 12, 11, 10, 9, 8};
__m128i shift_of(unsigned n) noexcept { return _mm_cvtsi32_si128(static_cast<int>(n)); }

struct block128 {
  __m128i v;

  static block128 load(const std::uint8_t* p) noexcept {
    return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))};
  }
  static block128 load_aligned(const void* p) noexcept {
    return {_mm_load_si128(static_cast<const __m128i*>(p))};
  }
  static block128 of_block(const std::uint8_t* p) noexcept { return load(p); }
  void store(std::uint8_t* p) const noexcept { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v); }
  void store_second_word(std::uint64_t* p) const noexcept {
    _mm_storeh_pi(reinterpret_cast<__m64*>(p), _mm_castsi128_ps(v));  // which may alias
  }
  [[nodiscard]] block128 up() const noexcept { return {_mm_slli_si128(v, 8)}; }
  [[nodiscard]] block128 down() const noexcept { return {_mm_srli_si128(v, 8)}; }
  [[nodiscard]] block128 upper() const noexcept { return down().up(); }
  [[nodiscard]] block128 round(block128 key) const noexcept { return {_mm_aesenc_si128(v, key.v)}; }
  [[nodiscard]] block128 last_round(block128 key) const noexcept { return {_mm_aesenclast_si128(v, key.v)}; }
  [[nodiscard]] block128 operator^(block128 b) const noexcept { return {_mm_xor_si128(v, b.v)}; }
  [[nodiscard]] block128 operator&(block128 b) const noexcept { return {_mm_and_si128(v, b.v)}; }
  [[nodiscard]] block128 bytes(const std::uint8_t* from) const noexcept {
    return {_mm_shuffle_epi8(v, of_block(from).v)};
  }
  [[nodiscard]] block128 left(unsigned n) const noexcept { return {_mm_sll_epi64(v, shift_of(n))}; }
  [[nodiscard]] block128 right(unsigned n) const noexcept { return {_mm_srl_epi64(v, shift_of(n))}; }
};
