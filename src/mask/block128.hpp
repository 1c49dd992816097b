// A register of one block on x86-64, for feistel.hpp. Included like it.

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
};
