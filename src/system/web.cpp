// The randomness of a WebAssembly module: its host's (crypto.getRandomValues, or Node.js's), asked for by the
// page. Nothing forks there, and no page is wiped.
#if defined(__EMSCRIPTEN__)

#include <unistd.h>

#include <algorithm>

#include "sortid/system.hpp"
#include "system.hpp"

namespace sortid {

namespace {

bool fill_from_host(void* to, std::size_t size) noexcept {
  constexpr std::size_t most = 256;  // at once
  auto* at = static_cast<unsigned char*>(to);
  while (size != 0) {
    const std::size_t part = std::min(size, most);
    if (getentropy(at, part) != 0) return false;
    at += part;
    size -= part;
  }
  return true;
}

constinit thread_local detail::bytes_ahead ahead{};

}  // namespace

constinit thread_local detail::bytes_ahead* detail::own_bytes = nullptr;

bool detail::fill_by_calls(void* to, std::size_t size) noexcept {
  if (size > sizeof ahead.bytes) return fill_from_host(to, size);
  if (size > ahead.left) {
    if (!fill_from_host(ahead.bytes, sizeof ahead.bytes)) return false;
    ahead.left = sizeof ahead.bytes;
    own_bytes = &ahead;
  }
  ahead.hand_out(to, size);
  return true;
}

constinit std::uint64_t* detail::fork_number = nullptr;

detail::counter_facts detail::os::ask_counter(std::span<char>) noexcept { return {}; }

std::uint64_t detail::next_fork_count() noexcept { return system_entropy::fork_count_at_load; }

}  // namespace sortid

#endif
