// Random bytes of the host's crypto, for every module that makes ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "host.hpp"

// Source 0 is the host's crypto. 0 where there are none. It does not throw: an exception through here would
// leave the stack where it was.
SORTID_JS_IMPORT(entropy) int host_entropy(std::uint32_t source, void* to, std::uint32_t size);

namespace sortid::js {

// Some kilobytes ahead, erased when they are handed out.
struct entropy_of_crypto {
  static constexpr std::uint32_t crypto = 0;

  [[nodiscard]] bool fill(void* to, std::size_t size) const noexcept {
    auto* out = static_cast<unsigned char*>(to);
    while (size != 0) {
      if (left == 0) {
        if (host_entropy(crypto, ahead, sizeof ahead) == 0) return false;
        left = sizeof ahead;
      }
      const std::size_t now = size < left ? size : left;
      left -= now;
      std::memcpy(out, ahead + left, now);
      std::memset(ahead + left, 0, now);
      out += now;
      size -= now;
    }
    return true;
  }

 private:
  static inline unsigned char ahead[4096];
  static inline std::size_t left = 0;
};

}  // namespace sortid::js
