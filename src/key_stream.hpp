// Random bytes by ChaCha20, under keys that somebody else gives.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "chacha20.hpp"
#include "sortid/system.hpp"

namespace sortid::detail {

// The random bytes of one thread, and the key of those to come. Keys::fill(to, size) writes a new key, all of it or none,
// and says whether it did. Zeros are the start: nothing ahead, and nothing to be made before there is a key. So memory
// that a fork has wiped begins anew.
template <class Keys>
class key_stream {
 public:
  bytes_ahead ahead;

  // All bytes or none.
  bool fill(void* to, std::size_t size) noexcept {
    for (auto* at = static_cast<unsigned char*>(to);;) {
      const std::size_t part = std::min(size, ahead.left);
      ahead.hand_out(at, part);
      at += part;
      size -= part;
      if (size == 0) return true;
      if (until_rekeyed_ == 0 && !take_key()) return false;
      make_more();
    }
  }

 private:
  // A call to the kernel is then a hundredth of the work, and for so long a key that has leaked is of use.
  static constexpr std::size_t bytes_of_a_key = std::size_t{1} << 17;

  bool take_key() noexcept {
    if (!Keys::fill(key_.data(), sizeof key_)) return false;
    ahead.left = 0;
    until_rekeyed_ = bytes_of_a_key;
    return true;
  }

  // The first of the new bytes replace the key that made them ("fast key erasure"), so what was handed out cannot be
  // worked out from this memory.
  void make_more() noexcept {
    constexpr std::size_t at_once = chacha20_bytes;
    static_assert(sizeof ahead.bytes % at_once == 0);
    for (std::size_t made = 0; made < sizeof ahead.bytes; made += at_once) {
      const auto counter = static_cast<std::uint32_t>(made / at_once * chacha20_lanes);
      chacha20_blocks(key_, {counter}, ahead.bytes + made);
    }
    ahead.left = sizeof ahead.bytes;
    until_rekeyed_ -= std::min(until_rekeyed_, ahead.left);
    ahead.hand_out(key_.data(), sizeof key_);
  }

  chacha20_key key_;
  std::size_t until_rekeyed_;  // bytes that may still be made before a key is asked for
};

}  // namespace sortid::detail
