// An unsigned integer of 128 bits as two words: what a 128-bit id is as a number.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace sortid {

struct uint128 {
  std::uint64_t hi = 0;
  std::uint64_t lo = 0;

  constexpr uint128() noexcept = default;
  constexpr uint128(std::uint64_t low) noexcept : lo(low) {}
  constexpr uint128(std::uint64_t high, std::uint64_t low) noexcept : hi(high), lo(low) {}

  // The low 64 bits.
  constexpr explicit operator std::uint64_t() const noexcept { return lo; }

  // In line whatever a program's size: an id is made of a dozen of these, most of them with constants.
  [[gnu::always_inline]] friend constexpr auto operator<=>(const uint128&, const uint128&) noexcept = default;

  friend constexpr uint128 operator&(uint128 a, uint128 b) noexcept { return {a.hi & b.hi, a.lo & b.lo}; }
  friend constexpr uint128 operator|(uint128 a, uint128 b) noexcept { return {a.hi | b.hi, a.lo | b.lo}; }
  friend constexpr uint128 operator^(uint128 a, uint128 b) noexcept { return {a.hi ^ b.hi, a.lo ^ b.lo}; }
  friend constexpr uint128 operator~(uint128 a) noexcept { return {~a.hi, ~a.lo}; }
  [[gnu::always_inline]] friend constexpr uint128 operator<<(uint128 a, unsigned n) noexcept {
    if (n == 0) return a;
    if (n >= 128) return {};
    if (n >= 64) return {a.lo << (n - 64), 0};
    return {a.hi << n | a.lo >> (64 - n), a.lo << n};
  }
  [[gnu::always_inline]] friend constexpr uint128 operator>>(uint128 a, unsigned n) noexcept {
    if (n == 0) return a;
    if (n >= 128) return {};
    if (n >= 64) return {0, a.hi >> (n - 64)};
    return {a.hi >> n, a.lo >> n | a.hi << (64 - n)};
  }
  // Modulo 2^128.
  friend constexpr uint128 operator+(uint128 a, uint128 b) noexcept {
    const std::uint64_t low = a.lo + b.lo;
    return {a.hi + b.hi + (low < a.lo ? 1U : 0U), low};
  }
  friend constexpr uint128 operator-(uint128 a, uint128 b) noexcept {
    return {a.hi - b.hi - (a.lo < b.lo ? 1U : 0U), a.lo - b.lo};
  }
};

namespace detail {

template <class Word>
inline constexpr unsigned bits_of = sizeof(Word) * 8;

// The lowest `n` bits set.
template <class Word>
[[nodiscard, gnu::always_inline]] constexpr Word low_mask(unsigned n) noexcept {
  const Word all = ~Word{0};
  return n == 0 ? Word{0} : all >> (bits_of<Word> - n);
}

// The smaller one. <algorithm> has it too, and costs every program that includes it as much as a format does.
[[nodiscard]] constexpr std::size_t lesser(std::size_t a, std::size_t b) noexcept { return a < b ? a : b; }

constexpr std::size_t max_decimal_digits = 39;  // of 2^128 − 1

// Writes the value in decimal and returns the end; `out` has room for max_decimal_digits.
constexpr char* write_decimal(uint128 value, char* out) noexcept {
  // Schoolbook division of four 32-bit limbs by 10^9, so that no 128-bit type of the compiler is needed.
  std::uint64_t limbs[4] = {value.hi >> 32, value.hi & 0xFFFFFFFF, value.lo >> 32, value.lo & 0xFFFFFFFF};
  char digits[45]{};
  std::size_t n = 0;
  for (int group = 0; group < 5; ++group) {
    std::uint64_t rest = 0;
    for (std::uint64_t& limb : limbs) {
      const std::uint64_t dividend = rest << 32 | limb;
      limb = dividend / 1'000'000'000;
      rest = dividend % 1'000'000'000;
    }
    for (int digit = 0; digit < 9; ++digit) {
      digits[n++] = static_cast<char>('0' + rest % 10);
      rest /= 10;
    }
  }
  while (n > 1 && digits[n - 1] == '0') --n;
  while (n != 0) *out++ = digits[--n];
  return out;
}

// value · 10 + digit, or false when that is past 2^128 − 1.
constexpr bool append_digit(uint128& value, unsigned digit) noexcept {
  std::uint64_t limbs[4] = {value.lo & 0xFFFFFFFF, value.lo >> 32, value.hi & 0xFFFFFFFF, value.hi >> 32};
  std::uint64_t carry = digit;
  for (std::uint64_t& limb : limbs) {
    limb = limb * 10 + carry;
    carry = limb >> 32;
    limb &= 0xFFFFFFFF;
  }
  if (carry != 0) return false;
  value = {limbs[3] << 32 | limbs[2], limbs[1] << 32 | limbs[0]};
  return true;
}

}  // namespace detail
}  // namespace sortid
