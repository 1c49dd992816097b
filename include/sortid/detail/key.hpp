// The secret keys of masks and of name-based ids: their sizes, and how they and what is left of them are
// erased.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

namespace sortid::detail {

inline constexpr std::size_t key_size = 16;
inline constexpr std::size_t long_key_size = 32;

constexpr bool is_key_size(std::size_t bytes) noexcept { return bytes == key_size || bytes == long_key_size; }

// A compiler may drop plain stores to memory that is not read again. It keeps those before this.
inline void keep_stores_to(const void* at) noexcept { __asm__ volatile("" : : "r"(at) : "memory"); }

template <class T, std::size_t N>
constexpr void wipe(std::array<T, N>& secret) noexcept {
  secret.fill(0);
  if (!std::is_constant_evaluated()) keep_stores_to(secret.data());
}

// The registers that a call may change, as far as every machine that the program is built for has them.
[[gnu::always_inline]] inline void erase_registers() noexcept {
#if defined(__x86_64__)
  __asm__ volatile(
#if defined(__AVX__)
      "vzeroall\n"
#else
      ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n pxor %%xmm\\i, %%xmm\\i\n .endr\n"
#endif
      "xorl %%eax, %%eax\n xorl %%ecx, %%ecx\n xorl %%edx, %%edx\n xorl %%esi, %%esi\n xorl %%edi, %%edi\n"
      "xorl %%r8d, %%r8d\n xorl %%r9d, %%r9d\n xorl %%r10d, %%r10d\n xorl %%r11d, %%r11d\n"
      :
      :
      : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
        "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc");
#elif defined(__aarch64__)
  // Writing the lower half of a vector register makes the upper one 0. A function that changes v8 to v15
  // loads their lower halves again.
  __asm__ volatile(
      ".irp i,0,1,2,3,4,5,6,7,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n fmov d\\i, xzr\n .endr\n"
      ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n mov x\\i, xzr\n .endr\n"
      :
      :
      : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15",
        "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", "v22",
        "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
#endif
}

// Erases the registers, and so many bytes of the stack below the caller. Its own return address, and what the
// compiler puts beside that, stand in the topmost of them; so call_from_below() leaves those alone.
template <std::size_t Bytes>
[[gnu::noinline]] void erase_below() noexcept {
#if defined(__OPTIMIZE__)
  std::array<unsigned char, Bytes> below;
#else
  std::array<unsigned char, 8 * Bytes> below;  // each value has a place of its own
#endif
  below.fill(0);
  keep_stores_to(below.data());
  erase_registers();
}
template <class F>
[[gnu::noinline]] constexpr void call_from_below(F& f) noexcept {
  std::array<unsigned char, 64> topmost{};
  if (!std::is_constant_evaluated()) keep_stores_to(topmost.data());
  f();
  if (!std::is_constant_evaluated()) keep_stores_to(topmost.data());
}

// Calls f, which handles a secret, and erases what the compiler kept of it where no wipe() reaches: in
// registers, and on that much of the stack. What f writes to elsewhere stays.
template <std::size_t Bytes, class F>
[[gnu::always_inline]] constexpr void leave_no_traces(F f) noexcept {
  call_from_below(f);
  if (!std::is_constant_evaluated()) erase_below<Bytes>();
}

}  // namespace sortid::detail
