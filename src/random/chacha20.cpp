#include "random/chacha20.hpp"

#include <cstring>
#include <iterator>

#include "system/processor.hpp"

namespace sortid::detail {

namespace {

template <std::size_t Bytes>
struct vector_of {
  using type [[gnu::vector_size(Bytes)]] = std::uint32_t;
};
template <std::size_t Bytes>
using words = typename vector_of<Bytes>::type;

template <int Bits, class Vector>
[[gnu::always_inline]] inline void rotate(Vector& x) noexcept {
  x = x << Bits | x >> (32 - Bits);
}

// RFC 8439, section 2.1.
template <class Vector>
[[gnu::always_inline]] inline void quarter_round(Vector& a, Vector& b, Vector& c, Vector& d) noexcept {
  a += b, d ^= a, rotate<16>(d);
  c += d, b ^= c, rotate<12>(b);
  a += b, d ^= a, rotate<8>(d);
  c += d, b ^= c, rotate<7>(b);
}

// Each vector holds one word of the state, for as many blocks as it has elements. Inlined into the functions
// below, each of which is compiled for an instruction set with registers of that size.
template <std::size_t Bytes>
[[gnu::always_inline]] inline void blocks_of(const chacha20_key& key, const chacha20_place& first,
                                             unsigned char* to) noexcept {
  using vector = words<Bytes>;
  constexpr std::size_t lanes = sizeof(vector) / sizeof(std::uint32_t);
  constexpr std::uint32_t constants[] = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574};
  for (std::size_t lane = 0; lane < chacha20_lanes; lane += lanes) {
    vector number{};
    for (std::size_t i = 0; i < lanes; ++i) number[i] = static_cast<std::uint32_t>(lane + i);
    vector start[chacha20_words]{};
    for (std::size_t i = 0; i < std::size(constants); ++i) start[i] += constants[i];
    for (std::size_t i = 0; i < key.size(); ++i) start[4 + i] += key[i];
    for (std::size_t i = 0; i < first.size(); ++i) start[12 + i] += first[i];
    start[12] += number;

    vector x[chacha20_words];
    for (std::size_t i = 0; i < chacha20_words; ++i) x[i] = start[i];
    for (int round = 0; round < 20; round += 2) {
      quarter_round(x[0], x[4], x[8], x[12]);
      quarter_round(x[1], x[5], x[9], x[13]);
      quarter_round(x[2], x[6], x[10], x[14]);
      quarter_round(x[3], x[7], x[11], x[15]);
      quarter_round(x[0], x[5], x[10], x[15]);
      quarter_round(x[1], x[6], x[11], x[12]);
      quarter_round(x[2], x[7], x[8], x[13]);
      quarter_round(x[3], x[4], x[9], x[14]);
    }
    for (std::size_t i = 0; i < chacha20_words; ++i) {
      x[i] += start[i];
      std::memcpy(to + (i * chacha20_lanes + lane) * sizeof(std::uint32_t), &x[i], sizeof x[i]);
    }
  }
}

void blocks_by_16_bytes(const chacha20_key& key, const chacha20_place& first, unsigned char* to) noexcept {
  blocks_of<16>(key, first, to);
}

#if defined(__x86_64__)

[[gnu::target("avx2")]] void blocks_by_avx2(const chacha20_key& key, const chacha20_place& first,
                                            unsigned char* to) noexcept {
  blocks_of<32>(key, first, to);
}

[[gnu::target("avx512f")]] void blocks_by_avx512(const chacha20_key& key, const chacha20_place& first,
                                                 unsigned char* to) noexcept {
  blocks_of<64>(key, first, to);
}

#endif

constexpr chacha20_kernel kernels[] = {
#if defined(__x86_64__)
    {"avx512", []() noexcept { return processor().avx512f; }, blocks_by_avx512},
    {"avx2", []() noexcept { return processor().avx2; }, blocks_by_avx2},
#endif
    {"portable", []() noexcept { return true; }, blocks_by_16_bytes},
};

}  // namespace

const chacha20_kernel* chacha20_kernels(std::size_t& count) noexcept {
  count = std::size(kernels);
  return kernels;
}

void chacha20_blocks(const chacha20_key& key, const chacha20_place& first, unsigned char* to) noexcept {
  const chacha20_kernel* chosen = kernels;
  while (!chosen->runs_here()) ++chosen;
  chosen->blocks(key, first, to);
}

}  // namespace sortid::detail
