// Random bytes by ChaCha20, under keys that somebody else gives.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "random/chacha20.hpp"
#include "sortid/detail/key.hpp"
#include "sortid/system.hpp"
#include "system/processor.hpp"

namespace sortid::detail {

// The random bytes of one thread, and the key of those to come. Keys::fill(to, size) writes a new key, all of
// it or none, and says whether it did. Keys::seconds() reads a clock that runs on while the machine sleeps.
// Zeros are the start: nothing ahead, and nothing to be made before there is a key. So memory that a fork has
// wiped begins anew.
template <class Keys, auto Blocks = chacha20_blocks>
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
      if (is_used_up() && !take_key()) return false;
      make_more();
    }
  }

 private:
  // For so long a key that has leaked is of use. A call to the kernel is then a hundredth of the work. Linux
  // takes a new key of its own after as many seconds.
  static constexpr std::size_t bytes_of_a_key = std::size_t{1} << 17;
  static constexpr std::int64_t seconds_of_a_key = 60;

  [[nodiscard]] bool is_used_up() const noexcept {
    if (until_rekeyed_ == 0) return true;
    const std::int64_t age = Keys::seconds() - taken_at_;
    return age < 0 || age >= seconds_of_a_key;
  }
  bool take_key() noexcept {
    if (!Keys::fill(key_.data(), sizeof key_)) return false;
    ahead.left = 0;
    until_rekeyed_ = bytes_of_a_key;
    taken_at_ = Keys::seconds();
    return true;
  }

  // The first of the new bytes replace the key that made them ("fast key erasure"), so what was handed out
  // cannot be worked out from this memory.
  void make_more() noexcept {
    constexpr std::size_t at_once = chacha20_bytes;
    static_assert(sizeof ahead.bytes % at_once == 0);
    // A kernel has each word of the key in all elements of a register, and moves registers to the stack.
    leave_no_wide_traces<3072>([this]() noexcept {
      for (std::size_t made = 0; made < sizeof ahead.bytes; made += at_once) {
        const auto counter = static_cast<std::uint32_t>(made / at_once * chacha20_lanes);
        Blocks(key_, {counter}, ahead.bytes + made);
      }
      ahead.left = sizeof ahead.bytes;
      ahead.hand_out(key_.data(), sizeof key_);
    });
    until_rekeyed_ -= std::min(until_rekeyed_, sizeof ahead.bytes);
  }

  chacha20_key key_;
  std::size_t until_rekeyed_;  // bytes that may still be made before a key is asked for
  std::int64_t taken_at_;
};

}  // namespace sortid::detail
