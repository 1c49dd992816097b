// What the parts of one format's module share.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "host.hpp"
#include "sortid/error.hpp"

namespace sortid::js {

// one_format.js knows the offsets.
struct shared_part {
  error why;               // of the last text or value that was rejected
  std::uint8_t value[16];  // 8 or 16 bytes in network order
  char text[160];
};
inline constinit shared_part shared{};

// The size of the text, or the reason or the fault, negative.
using outcome = std::int32_t;

inline outcome put(std::string_view text) {
  std::memcpy(shared.text, text.data(), text.size());
  return static_cast<outcome>(text.size());
}

}  // namespace sortid::js
