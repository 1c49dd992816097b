// The ChaCha20 block function (RFC 8439, section 2.3), sixteen blocks at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sortid::detail {

inline constexpr std::size_t chacha20_lanes = 16;
// Words of the blocks' state: constants, key, counter, nonce.
inline constexpr std::size_t chacha20_words = 16;
inline constexpr std::size_t chacha20_bytes = chacha20_lanes * chacha20_words * sizeof(std::uint32_t);

using chacha20_key = std::array<std::uint32_t, 8>;
// The block counter and the nonce.
using chacha20_place = std::array<std::uint32_t, 4>;

// An instruction set that the block function is compiled for. All give the same bytes.
struct chacha20_kernel {
  const char* name;
  bool (*runs_here)() noexcept;
  void (*blocks)(const chacha20_key& key, const chacha20_place& first, unsigned char* to) noexcept;
};
// Fastest first; the last one runs everywhere.
[[nodiscard]] const chacha20_kernel* chacha20_kernels(std::size_t& count) noexcept;

// Writes chacha20_bytes: the blocks of the counter given and of the fifteen after it, interleaved. Word w of
// block b is the word at w * chacha20_lanes + b, as it lies in vectors; a stream of random bytes needs no
// other order.
void chacha20_blocks(const chacha20_key& key, const chacha20_place& first, unsigned char* to) noexcept;

}  // namespace sortid::detail
