// What the modules that need a secret key share: the public ids of masker.cpp, the name-based ids of
// named.cpp.
#pragma once

#include <cstdint>
#include <cstring>

#include "host.hpp"
#include "sortid/mask.hpp"

// What must not happen ends the instance, and needs nothing of a system.
extern "C" void abort() { __builtin_trap(); }

namespace sortid::js {

// The key that lies there, as bytes or as hexadecimal digits; it is erased.
inline result<mask_key> take_key(void* at, std::uint32_t size, bool in_hex) noexcept {
  const auto* const bytes = static_cast<const std::uint8_t*>(at);
  const auto key = in_hex ? mask_key::from_hex({reinterpret_cast<const char*>(bytes), size})
                          : mask_key::from_bytes({bytes, size});
  std::memset(at, 0, size);
  return key;
}

}  // namespace sortid::js
