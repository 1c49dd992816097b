// SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104), for the tweaks of masks and for name-based ids.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "sortid/detail/key.hpp"

namespace sortid::detail {

using sha256_digest = std::array<std::uint8_t, 32>;

// Of all bytes that are appended, in their order. Erased when it is destroyed: it may have begun with a key.
class sha256 {
 public:
  static constexpr std::size_t block_bytes = 64;

  constexpr sha256() noexcept = default;
  constexpr sha256(const sha256&) noexcept = default;
  constexpr sha256& operator=(const sha256&) noexcept = default;
  constexpr ~sha256() {
    wipe(state_);
    wipe(block_);
  }

  constexpr void append(std::uint8_t byte) noexcept {
    block_[size_++ % block_bytes] = byte;
    if (size_ % block_bytes == 0) compress();
  }
  constexpr void append(std::string_view bytes) noexcept {
    for (const char byte : bytes) append(static_cast<std::uint8_t>(byte));
  }

  [[nodiscard]] constexpr sha256_digest digest() const noexcept {
    sha256 padded = *this;
    const std::uint64_t bits = 8 * size_;
    padded.append(std::uint8_t{0x80});
    while (padded.size_ % block_bytes != block_bytes - sizeof bits) padded.append(std::uint8_t{0});
    for (unsigned shift = 64; shift != 0; shift -= 8)
      padded.append(static_cast<std::uint8_t>(bits >> (shift - 8)));
    sha256_digest digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
      digest[i] = static_cast<std::uint8_t>(padded.state_[i / 4] >> (24 - 8 * (i % 4)));
    return digest;
  }

 private:
  // Section 4.2.2: the first 32 bits of the fractions of the cube roots of the first 64 primes.
  static constexpr std::array<std::uint32_t, 64> constants{
      0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
      0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
      0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
      0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
      0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
      0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
      0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
      0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

  // Section 6.2.2.
  constexpr void compress() noexcept {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i) {
      for (std::size_t b = 0; b < 4; ++b) w[i] = w[i] << 8 | block_[4 * i + b];
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
      const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t big1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const std::uint32_t t1 = h + big1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      const std::uint32_t big0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const std::uint32_t t2 = big0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const std::uint32_t after[] = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += after[i];
    wipe(w);  // it begins with the block
  }

  // Section 5.3.3.
  std::array<std::uint32_t, 8> state_{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                      0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
  std::array<std::uint8_t, block_bytes> block_{};
  std::uint64_t size_ = 0;
};

// HMAC under a key of at most a block; the key is in the states alone.
class hmac_sha256 {
 public:
  constexpr explicit hmac_sha256(std::span<const std::uint8_t> key) noexcept {
    leave_no_traces<traces>([&]() noexcept {
      for (std::size_t i = 0; i < sha256::block_bytes; ++i) {
        const unsigned byte = i < key.size() ? key[i] : 0;
        inner_.append(static_cast<std::uint8_t>(byte ^ 0x36U));
        outer_.append(static_cast<std::uint8_t>(byte ^ 0x5CU));
      }
    });
  }

  // Of the parts, one after the other.
  template <std::size_t N>
  [[nodiscard]] constexpr sha256_digest of(const std::array<std::string_view, N>& parts) const noexcept {
    sha256_digest digest{};
    leave_no_traces<traces>([&]() noexcept {
      sha256 inner = inner_;
      for (const std::string_view part : parts) inner.append(part);
      sha256 outer = outer_;
      for (const std::uint8_t byte : inner.digest()) outer.append(byte);
      digest = outer.digest();
    });
    return digest;
  }

 private:
  static constexpr std::size_t traces = 2048;

  sha256 inner_;
  sha256 outer_;
};

}  // namespace sortid::detail
