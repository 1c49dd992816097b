// SHA-256 of a short text, for the tweaks of masks: FIPS 180-4.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sortid::detail {

using sha256_digest = std::array<std::uint8_t, 32>;

namespace sha256 {

// Section 4.2.2: the first 32 bits of the fractions of the cube roots of the first 64 primes.
inline constexpr std::array<std::uint32_t, 64> constants{
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

// Section 6.2.2.
constexpr void compress(std::array<std::uint32_t, 8>& state,
                        const std::array<std::uint8_t, 64>& block) noexcept {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t b = 0; b < 4; ++b) w[i] = w[i] << 8 | block[4 * i + b];
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t big1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + big1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
    const std::uint32_t big0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = big0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::uint32_t after[] = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += after[i];
}

}  // namespace sha256

// The digest of the parts, one after the other.
template <std::size_t N>
constexpr sha256_digest sha256_of(const std::array<std::string_view, N>& parts) noexcept {
  // Section 5.3.3.
  std::array<std::uint32_t, 8> state{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                     0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
  std::array<std::uint8_t, 64> block{};
  std::uint64_t size = 0;
  const auto append = [&](std::uint8_t byte) {
    block[size++ % 64] = byte;
    if (size % 64 == 0) sha256::compress(state, block);
  };
  for (const std::string_view part : parts) {
    for (const char symbol : part) append(static_cast<std::uint8_t>(symbol));
  }
  const std::uint64_t bits = 8 * size;
  append(0x80);
  for (std::uint64_t zeros = (120 - size % 64) % 64; zeros != 0; --zeros) append(0);
  for (unsigned shift = 64; shift != 0; shift -= 8) append(static_cast<std::uint8_t>(bits >> (shift - 8)));
  sha256_digest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

}  // namespace sortid::detail
