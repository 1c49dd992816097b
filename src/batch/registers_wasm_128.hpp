// One lane of 128 bits of WebAssembly; registers_x86_128.hpp says what each function does.
struct lane128 {
  using reg = v128_t;
  static constexpr std::size_t lanes = 1;

  static reg table(const bytes16& bytes) noexcept { return wasm_v128_load(bytes.data()); }
  static reg table16(std::uint16_t word) noexcept { return wasm_u16x8_splat(word); }
  static reg splat32(std::uint32_t word) noexcept { return wasm_u32x4_splat(word); }
  static reg table64(std::uint64_t word) noexcept { return wasm_u64x2_splat(word); }
  static reg splat8(std::uint8_t byte) noexcept { return wasm_u8x16_splat(byte); }
  static reg words(const words8& all) noexcept { return wasm_v128_load(all.data()); }
  // Factors: no shift takes a count for each word. Counts to the right are 5 to 11, and of the result the
  // lowest five bits are kept.
  static constexpr words8 right_counts(words8 counts) noexcept {
    for (std::uint16_t& count : counts) count = static_cast<std::uint16_t>(1U << (11 - count));
    return counts;
  }
  static constexpr words8 left_counts(words8 counts) noexcept {
    for (std::uint16_t& count : counts) count = static_cast<std::uint16_t>(1U << count);
    return counts;
  }

  static reg load16(const char* at, std::size_t) noexcept { return wasm_v128_load(at); }
  static reg load8(const char* at, std::size_t) noexcept { return wasm_v128_load64_zero(at); }
  static reg load_halves(const char* at, std::size_t second, std::size_t) noexcept {
    return wasm_v128_load64_lane(at + second, load8(at, 0), 1);
  }
  static reg words64(const std::uint64_t (&words)[2]) noexcept { return wasm_u64x2_make(words[0], words[1]); }
  static void store16(char* at, std::size_t, reg r) noexcept { wasm_v128_store(at, r); }
  static void store_halves(char* at, std::size_t second, std::size_t, reg r) noexcept {
    wasm_v128_store64_lane(at, r, 0);
    wasm_v128_store64_lane(at + second, r, 1);
  }
  static reg load_ids16(const char* at) noexcept { return load16(at, 0); }
  static void store_ids16(unsigned which, char* at, reg r) noexcept {
    if (which != 0) store16(at, 0, r);
  }
  static void store_ids8(unsigned which, char* at, reg r) noexcept {
    if (which != 0) wasm_v128_store64_lane(at, r, 0);
  }

  static reg and_(reg a, reg b) noexcept { return wasm_v128_and(a, b); }
  static reg or_(reg a, reg b) noexcept { return wasm_v128_or(a, b); }
  static reg xor_(reg a, reg b) noexcept { return wasm_v128_xor(a, b); }
  static reg and_not(reg not_this, reg a) noexcept { return wasm_v128_andnot(a, not_this); }
  static reg zero() noexcept { return wasm_u64x2_const_splat(0); }
  static reg right16(reg a, reg counts) noexcept {
    return wasm_u16x8_shr(wasm_i16x8_mul(wasm_u16x8_shr(a, 5), counts), 6);
  }
  static reg left16(reg a, reg counts) noexcept { return wasm_i16x8_mul(a, counts); }
  template <int N>
  static reg right16_by(reg a) noexcept {
    return wasm_u16x8_shr(a, N);
  }
  template <int N>
  static reg left32(reg a) noexcept {
    return wasm_i32x4_shl(a, N);
  }
  template <int N>
  static reg right64(reg a) noexcept {
    return wasm_u64x2_shr(a, N);
  }
  template <int N>
  static reg left64(reg a) noexcept {
    return wasm_i64x2_shl(a, N);
  }

  // A place of 16 or more gives 0.
  static reg shuffle(reg a, reg places) noexcept { return wasm_i8x16_swizzle(a, places); }
  static reg lookup_low4(reg table, reg a) noexcept {
    return wasm_i8x16_swizzle(table, wasm_v128_and(a, wasm_u8x16_const_splat(0x8F)));
  }
  static constexpr bool lookup_by_low4 = false;
  static reg lookup(reg table, reg a) noexcept { return wasm_i8x16_swizzle(table, a); }
  static reg subs8(reg a, reg limit) noexcept { return wasm_u8x16_sub_sat(a, limit); }
  static reg over16(reg a, reg limit) noexcept { return wasm_u16x8_sub_sat(a, limit); }
  static reg add8(reg a, reg b) noexcept { return wasm_i8x16_add(a, b); }
  static reg sub8(reg a, reg b) noexcept { return wasm_i8x16_sub(a, b); }
  static reg max8(reg a, reg b) noexcept { return wasm_u8x16_max(a, b); }
  static reg less_signed8(reg a, reg b) noexcept { return wasm_i8x16_lt(a, b); }
  static reg either_less_signed8(reg a, reg b, reg c) noexcept {
    return less_signed8(wasm_i8x16_min(a, b), c);
  }
  static reg zip_low8(reg a, reg b) noexcept {
    return wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  }
  static reg zip_high8(reg a, reg b) noexcept {
    return wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  }
  static reg join_halves(reg a, reg b) noexcept { return wasm_i64x2_shuffle(a, b, 1, 2); }
  static reg upper_halves(reg a, reg b) noexcept { return wasm_i32x4_shuffle(a, b, 1, 3, 5, 7); }
  static reg pack16(reg a, reg b) noexcept { return wasm_u8x16_narrow_i16x8(a, b); }
  static unsigned unmarked_lanes(reg a) noexcept { return wasm_i8x16_bitmask(a) == 0 ? 1U : 0U; }
  static unsigned zero_lanes(reg a) noexcept { return wasm_v128_any_true(a) ? 0U : 1U; }
  static std::size_t first_not_zero(reg a) noexcept {
    const auto zeros = static_cast<unsigned>(wasm_i8x16_bitmask(wasm_i8x16_eq(a, zero())));
    return static_cast<std::size_t>(__builtin_ctz(~zeros));
  }

  // No product of bytes and sum at once: the even bytes, and the odd ones.
  static reg dot8(reg a, reg weights) noexcept {
    const reg low = wasm_u16x8_const_splat(0x00FF);
    const reg even = wasm_i16x8_mul(wasm_v128_and(a, low), wasm_v128_and(weights, low));
    const reg odd = wasm_i16x8_mul(wasm_u16x8_shr(a, 8), wasm_u16x8_shr(weights, 8));
    return wasm_i16x8_add(even, odd);
  }
  static reg dot16(reg a, reg weights) noexcept { return wasm_i32x4_dot_i16x8(a, weights); }
  static reg mul32(reg a, reg b) noexcept {
    // The lower 32 bits of each half, side by side.
    return wasm_u64x2_extmul_low_u32x4(wasm_i32x4_shuffle(a, a, 0, 2, 0, 2),
                                       wasm_i32x4_shuffle(b, b, 0, 2, 0, 2));
  }
  static reg mul16(reg a, reg b) noexcept { return wasm_i16x8_mul(a, b); }
  static reg add32(reg a, reg b) noexcept { return wasm_i32x4_add(a, b); }
  static reg add64(reg a, reg b) noexcept { return wasm_i64x2_add(a, b); }
  static reg equal32(reg a, reg b) noexcept { return wasm_i32x4_eq(a, b); }
  static reg swap32(reg a) noexcept { return wasm_i32x4_shuffle(a, a, 1, 0, 3, 2); }
  static reg swap64(reg a) noexcept { return wasm_i64x2_shuffle(a, a, 1, 0); }
};
