// What the core asks of a system, asked of the host: the module's three imports. The functions have the names
// of libc's, which the linker then leaves out.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <ctime>

#include "sortid/system.hpp"

#define SORTID_IMPORT(name) extern "C" __attribute__((import_module("host"), import_name(#name)))

// Unix milliseconds.
SORTID_IMPORT(now) std::int64_t host_now();
// Sleeps; the microseconds that went by.
SORTID_IMPORT(pause) std::int64_t host_pause(std::int64_t us);
// Writes random bytes: 1 for all of them, else 0.
SORTID_IMPORT(entropy) int host_entropy(void* to, std::size_t size);

std::int64_t sortid::system_clock::pause(std::int64_t us) noexcept { return host_pause(us); }

extern "C" {

int clock_gettime(clockid_t, timespec* to) {
  const std::int64_t ms = host_now();
  *to = {.tv_sec = static_cast<time_t>(ms / 1'000), .tv_nsec = static_cast<long>(ms % 1'000 * 1'000'000)};
  return 0;
}

int getentropy(void* to, std::size_t size) { return host_entropy(to, size) != 0 ? 0 : -1; }

// What must not happen ends the instance.
void abort() { __builtin_trap(); }

// Long texts alone need more memory than there is from the start.
std::size_t emscripten_get_heap_max() { return PTRDIFF_MAX; }
int emscripten_resize_heap(std::size_t wanted) {
  constexpr std::size_t page = 65'536;
  const std::size_t there = __builtin_wasm_memory_size(0) * page;
  if (wanted <= there) return 1;
  return __builtin_wasm_memory_grow(0, (wanted - there + page - 1) / page) != SIZE_MAX ? 1 : 0;
}

[[clang::no_builtin("memcpy")]] void emscripten_memcpy_big(void* to, const void* from, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
}
}
