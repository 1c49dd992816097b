// AES in bits: word b of eight has bit b of the 64 bytes of four blocks. The same instructions for all keys
// and ids.
#include <cstring>

#include "aes.hpp"
#include "sortid/detail/bytes.hpp"

namespace sortid::detail {
namespace {

constexpr std::size_t block = 16;
constexpr std::size_t blocks = 4;
constexpr std::size_t block_bytes = block * blocks;

struct slices {
  std::uint64_t bit[8];
};

template <unsigned Shift, std::uint64_t Low>
void exchange(std::uint64_t& x, std::uint64_t& y) noexcept {
  const std::uint64_t moved = ((x >> Shift) ^ y) & Low;
  x ^= moved << Shift;
  y ^= moved;
}

// Exchanges the number of a word with the lowest three bits of a place in it. So bit b of byte i of word j
// goes to word b, place 8 · i + j, and back.
void transpose(slices& s) noexcept {
  auto& q = s.bit;
  for (unsigned i = 0; i < 8; i += 2) exchange<1, 0x5555555555555555>(q[i], q[i + 1]);
  for (unsigned i = 0; i < 8; i += i % 4 == 1 ? 3 : 1) exchange<2, 0x3333333333333333>(q[i], q[i + 2]);
  for (unsigned i = 0; i < 4; ++i) exchange<4, 0x0F0F0F0F0F0F0F0F>(q[i], q[i + 4]);
}

std::uint64_t little_endian(std::uint64_t word) noexcept {
  return big_endian_machine ? __builtin_bswap64(word) : word;
}

slices load(const std::uint8_t* bytes) noexcept {
  slices s;
  std::memcpy(s.bit, bytes, sizeof s.bit);
  for (std::uint64_t& word : s.bit) word = little_endian(word);
  transpose(s);
  return s;
}
void store(slices s, std::uint8_t* bytes) noexcept {
  transpose(s);
  for (std::uint64_t& word : s.bit) word = little_endian(word);
  std::memcpy(bytes, s.bit, sizeof s.bit);
}

// The S-box as 113 gates: Boyar and Peralta, "A depth-16 circuit for the AES S-box", 2011. Their bit 0 is the
// highest.
void sub_bytes(slices& s) noexcept {
  auto& q = s.bit;
  using word = std::uint64_t;
  const word x0 = q[7], x1 = q[6], x2 = q[5], x3 = q[4], x4 = q[3], x5 = q[2], x6 = q[1], x7 = q[0];

  const word y14 = x3 ^ x5, y13 = x0 ^ x6, y9 = x0 ^ x3, y8 = x0 ^ x5;
  const word t0 = x1 ^ x2, y1 = t0 ^ x7, y4 = y1 ^ x3, y12 = y13 ^ y14;
  const word y2 = y1 ^ x0, y5 = y1 ^ x6, y3 = y5 ^ y8, t1 = x4 ^ y12;
  const word y15 = t1 ^ x5, y20 = t1 ^ x1, y6 = y15 ^ x7, y10 = y15 ^ t0;
  const word y11 = y20 ^ y9, y7 = x7 ^ y11, y17 = y10 ^ y11, y19 = y10 ^ y8;
  const word y16 = t0 ^ y11, y21 = y13 ^ y16, y18 = x0 ^ y16;

  const word t2 = y12 & y15, t3 = y3 & y6, t4 = t3 ^ t2, t5 = y4 & x7, t6 = t5 ^ t2;
  const word t7 = y13 & y16, t8 = y5 & y1, t9 = t8 ^ t7, t10 = y2 & y7, t11 = t10 ^ t7;
  const word t12 = y9 & y11, t13 = y14 & y17, t14 = t13 ^ t12, t15 = y8 & y10, t16 = t15 ^ t12;
  const word t17 = t4 ^ t14, t18 = t6 ^ t16, t19 = t9 ^ t14, t20 = t11 ^ t16;
  const word t21 = t17 ^ y20, t22 = t18 ^ y19, t23 = t19 ^ y21, t24 = t20 ^ y18;

  const word t25 = t21 ^ t22, t26 = t21 & t23, t27 = t24 ^ t26, t28 = t25 & t27, t29 = t28 ^ t22;
  const word t30 = t23 ^ t24, t31 = t22 ^ t26, t32 = t31 & t30, t33 = t32 ^ t24, t34 = t23 ^ t33;
  const word t35 = t27 ^ t33, t36 = t24 & t35, t37 = t36 ^ t34, t38 = t27 ^ t36, t39 = t29 & t38;
  const word t40 = t25 ^ t39;

  const word t41 = t40 ^ t37, t42 = t29 ^ t33, t43 = t29 ^ t40, t44 = t33 ^ t37, t45 = t42 ^ t41;
  const word z0 = t44 & y15, z1 = t37 & y6, z2 = t33 & x7, z3 = t43 & y16, z4 = t40 & y1, z5 = t29 & y7;
  const word z6 = t42 & y11, z7 = t45 & y17, z8 = t41 & y10, z9 = t44 & y12, z10 = t37 & y3, z11 = t33 & y4;
  const word z12 = t43 & y13, z13 = t40 & y5, z14 = t29 & y2, z15 = t42 & y9, z16 = t45 & y14, z17 = t41 & y8;

  const word t46 = z15 ^ z16, t47 = z10 ^ z11, t48 = z5 ^ z13, t49 = z9 ^ z10, t50 = z2 ^ z12, t51 = z2 ^ z5;
  const word t52 = z7 ^ z8, t53 = z0 ^ z3, t54 = z6 ^ z7, t55 = z16 ^ z17, t56 = z12 ^ t48, t57 = t50 ^ t53;
  const word t58 = z4 ^ t46, t59 = z3 ^ t54, t60 = t46 ^ t57, t61 = z14 ^ t57, t62 = t52 ^ t58,
             t63 = t49 ^ t58;
  const word t64 = z4 ^ t59, t65 = t61 ^ t62, t66 = z1 ^ t63;
  const word s0 = t59 ^ t63, s6 = t56 ^ ~t62, s7 = t48 ^ ~t60, t67 = t64 ^ t65;
  const word s3 = t53 ^ t66, s4 = t51 ^ t66, s5 = t47 ^ t65, s1 = t64 ^ ~s3, s2 = t55 ^ ~t67;

  q[7] = s0, q[6] = s1, q[5] = s2, q[4] = s3, q[3] = s4, q[2] = s5, q[1] = s6, q[0] = s7;
}

// Byte 4 · c + r of a block stands in row r and column c. Of its place in a word, bits 4 and 3 are r, bit 5
// is the lower bit of c, bit 0 the upper one, and bits 2 and 1 are the block.
void shift_rows(slices& s) noexcept {
  for (std::uint64_t& x : s.bit) {
    const std::uint64_t two_on = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    const std::uint64_t other_low = x >> 32 | x << 32;
    const std::uint64_t other_both = two_on >> 32 | two_on << 32;
    x = (x & 0x000000FF000000FF) | (two_on & 0x00FF000000FF0000) | (other_low & 0xFF0000000000FF00) |
        (other_both & 0x0000FF00FF000000);
  }
}

std::uint64_t next_row(std::uint64_t x) noexcept {
  return (x >> 8 & 0x00FFFFFF00FFFFFF) | (x << 24 & 0xFF000000FF000000);
}
std::uint64_t second_row(std::uint64_t x) noexcept {
  return (x >> 16 & 0x0000FFFF0000FFFF) | (x << 16 & 0xFFFF0000FFFF0000);
}

void mix_columns(slices& s) noexcept {
  slices sum;   // of a byte and the next row's
  slices next;  // the next row's
  for (unsigned b = 0; b < 8; ++b) {
    next.bit[b] = next_row(s.bit[b]);
    sum.bit[b] = s.bit[b] ^ next.bit[b];
  }
  for (unsigned b = 0; b < 8; ++b) {
    std::uint64_t twice = b == 0 ? sum.bit[7] : sum.bit[b - 1];
    if (b == 1 || b == 3 || b == 4) twice ^= sum.bit[7];  // x^8 = x^4 + x^3 + x + 1
    s.bit[b] = twice ^ next.bit[b] ^ second_row(sum.bit[b]);
  }
}

void add(slices& s, const slices& key) noexcept {
  for (unsigned b = 0; b < 8; ++b) s.bit[b] ^= key.bit[b];
}

slices in_all_blocks(const std::uint8_t* key) noexcept {
  std::uint8_t bytes[block_bytes];
  for (std::size_t i = 0; i < blocks; ++i) std::memcpy(bytes + i * block, key, block);
  return load(bytes);
}

// Four pairs at a time.
void run(mask_direction direction, const mask_tweak& tweak, const aes_keys& keys, const mask_cuts& cuts,
         const std::uint8_t* pairs, std::size_t n, std::uint8_t* to) noexcept {
  slices sliced[15];
  for (unsigned i = 1; i <= keys.last; ++i) sliced[i] = in_all_blocks(keys.rounds[i]);

  for (std::size_t begin = 0; begin < n; begin += blocks) {
    const std::size_t count = n - begin < blocks ? n - begin : blocks;
    constexpr std::size_t half = block / 2;
    std::uint8_t state[block_bytes]{};
    std::memcpy(state, pairs + begin * block, count * block);
    for (unsigned turn = 0; turn < mask_rounds; ++turn) {
      const unsigned round = direction == mask_direction::mask ? turn : mask_rounds - 1 - turn;
      const bool left = round % 2 == 0;  // changes
      std::uint8_t input[block_bytes];
      for (std::size_t i = 0; i < blocks; ++i) {
        std::memcpy(input + i * block, tweak.first[round], block);
        const std::uint8_t* other = state + i * block + (left ? half : 0);
        for (std::size_t k = 0; k < half; ++k) input[i * block + half + k] ^= other[k];
      }
      slices s = load(input);
      for (unsigned i = 1; i <= keys.last; ++i) {
        sub_bytes(s);
        shift_rows(s);
        if (i != keys.last) mix_columns(s);
        add(s, sliced[i]);
      }
      store(s, input);
      const std::uint8_t* const cut =
          reinterpret_cast<const std::uint8_t*>(left ? &cuts.left : &cuts.right) + half;
      for (std::size_t i = 0; i < blocks; ++i) {
        std::uint8_t* const changed = state + i * block + (left ? 0 : half);
        for (std::size_t k = 0; k < half; ++k)
          changed[k] = static_cast<std::uint8_t>(changed[k] ^ (input[i * block + half + k] & cut[k]));
      }
    }
    std::memcpy(to + begin * block, state, count * block);
  }
}

}  // namespace

constinit const mask_kernel portable_mask_kernel{"portable", []() noexcept { return true; }, run, nullptr};

void expand_key(const std::uint8_t* key, std::size_t size, aes_keys& keys) noexcept {
  constexpr std::size_t word = 4;
  const std::size_t key_words = size / word;
  keys.last = static_cast<unsigned>(key_words + 6);
  std::uint8_t* const bytes = &keys.rounds[0][0];
  std::memcpy(bytes, key, size);
  std::uint8_t constant = 1;
  for (std::size_t i = key_words; i < word * (keys.last + 1); ++i) {
    std::uint8_t temp[block_bytes]{};
    std::memcpy(temp, bytes + (i - 1) * word, word);
    const bool turned = i % key_words == 0;
    if (turned || (key_words > 6 && i % key_words == 4)) {
      slices s = load(temp);
      sub_bytes(s);
      store(s, temp);
    }
    if (turned) {
      const std::uint8_t first = temp[0];
      temp[0] = temp[1] ^ constant, temp[1] = temp[2], temp[2] = temp[3], temp[3] = first;
      constant = static_cast<std::uint8_t>(constant << 1 ^ (constant >> 7) * 0x1B);
    }
    for (std::size_t k = 0; k < word; ++k) bytes[i * word + k] = bytes[(i - key_words) * word + k] ^ temp[k];
    wipe(temp, sizeof temp);
  }
}

}  // namespace sortid::detail
