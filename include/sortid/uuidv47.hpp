// uuidv47: a UUIDv7 that is shown as version 4, as github.com/stateless-me/uuidv47 and its ports do it.
//
//   const sortid::uuidv47 facade(key);                    // 16 secret bytes
//   sortid::uuid shown = facade.mask(id);                 // looks like a random UUID
//   sortid::uuidv7 again = facade.unmask(shown).value();  // id
//
// Only the time is hidden: the random bits stay as they are, in the clear. So two ids that differ by the time
// alone show that, and whoever learns the time of one id may set that of any other with the same random bits.
// mask.hpp hides all bits; this is for programs that have such ids already.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "sortid/error.hpp"
#include "sortid/result.hpp"
#include "sortid/uint128.hpp"
#include "sortid/uuidv7.hpp"

namespace sortid {

class uuidv47 {
 public:
  // The key of SipHash, whose two words are read little-endian.
  constexpr explicit uuidv47(std::span<const std::uint8_t, 16> key) noexcept {
    for (unsigned i = 0; i < 8; ++i) {
      k0_ |= std::uint64_t{key[i]} << 8 * i;
      k1_ |= std::uint64_t{key[8 + i]} << 8 * i;
    }
  }

  [[nodiscard]] constexpr uuid mask(const uuidv7& id) const noexcept { return uuid(changed(id.number(), 4)); }
  // Any UUID of version 4 gives some id. Rejects another version, and another variant, with `range`.
  [[nodiscard]] constexpr result<uuidv7> unmask(const uuid& shown) const noexcept {
    if (shown.version() != 4) return error{reason::range, 14, 4, shown.version()};
    return uuidv7::from_number(changed(shown.number(), 7));
  }

 private:
  // The timestamp XOR the hash of the random bits, and the version in its place.
  [[nodiscard]] constexpr uint128 changed(const uint128& bits, std::uint64_t version) const noexcept {
    const std::uint64_t rand_a = bits.hi & 0xFFF;
    const std::uint64_t time = (bits.hi >> 16 ^ hash(rand_a, bits.lo & ~std::uint64_t{0} >> 2)) << 16;
    return {time | version << 12 | rand_a, bits.lo};
  }

  // SipHash-2-4 of ten bytes: two of rand_a and eight of rand_b, the highest first.
  [[nodiscard]] constexpr std::uint64_t hash(std::uint64_t rand_a, std::uint64_t rand_b) const noexcept {
    std::uint64_t first = rand_a >> 8 | (rand_a & 0xFF) << 8;
    for (unsigned i = 2; i < 8; ++i) first |= (rand_b >> (72 - 8 * i) & 0xFF) << 8 * i;
    const std::uint64_t last = (rand_b >> 8 & 0xFF) | (rand_b & 0xFF) << 8 | std::uint64_t{10} << 56;
    std::uint64_t v0 = 0x736F6D6570736575U ^ k0_, v1 = 0x646F72616E646F6DU ^ k1_;
    std::uint64_t v2 = 0x6C7967656E657261U ^ k0_, v3 = 0x7465646279746573U ^ k1_;
    const auto rounds = [&](int count) noexcept {
      for (; count != 0; --count) {
        v0 += v1, v2 += v3;
        v1 = std::rotl(v1, 13) ^ v0, v3 = std::rotl(v3, 16) ^ v2;
        v0 = std::rotl(v0, 32) + v3, v2 += v1;
        v1 = std::rotl(v1, 17) ^ v2, v3 = std::rotl(v3, 21) ^ v0;
        v2 = std::rotl(v2, 32);
      }
    };
    for (const std::uint64_t word : {first, last}) {
      v3 ^= word;
      rounds(2);
      v0 ^= word;
    }
    v2 ^= 0xFF;
    rounds(4);
    return v0 ^ v1 ^ v2 ^ v3;
  }

  std::uint64_t k0_ = 0, k1_ = 0;
};

}  // namespace sortid
