// What this processor can do and its system lets it do. A system that does not save wide registers gives
// another program's values in them, or ends the program that touches them; CPUID alone does not tell.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "sortid/detail/key.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace sortid::detail {

// What CPUID and XGETBV say; all 0 on other processors.
struct processor_words {
  std::uint32_t leaf1_ecx = 0;
  std::uint32_t leaf7_ebx = 0;
  std::uint32_t leaf7_ecx = 0;
  // XCR0's lower half, the registers that the system saves; 0 where it cannot be read.
  std::uint32_t saved = 0;
};

struct processor_features {
  bool ssse3 = false;
  bool aes = false;
  bool bmi1 = false;
  bool bmi2 = false;
  // With registers of 32 bytes.
  bool avx2 = false;
  bool vaes = false;
  // With registers of 64 bytes.
  bool avx512f = false;
  bool avx512bw = false;
  bool avx512dq = false;
  bool avx512vbmi = false;
  bool avx512vl = false;
  bool avx512vnni = false;
};

// By the tables of CPUID in Intel's manual, volume 2A, and of XCR0 in volume 1, chapter 13.
constexpr processor_features features_of(const processor_words& words) noexcept {
  const auto bit = [](std::uint32_t word, int number) { return (word >> number & 1) != 0; };
  constexpr std::uint32_t saves_32 = 0b0000'0110;
  constexpr std::uint32_t saves_64 = 0b1110'0110;  // the upper halves, the other 16 registers, and the masks
  const bool may_32 = (words.saved & saves_32) == saves_32 && bit(words.leaf1_ecx, 28);
  const bool may_64 = may_32 && (words.saved & saves_64) == saves_64 && bit(words.leaf7_ebx, 16);
  return {.ssse3 = bit(words.leaf1_ecx, 9),
          .aes = bit(words.leaf1_ecx, 25),
          .bmi1 = bit(words.leaf7_ebx, 3),
          .bmi2 = bit(words.leaf7_ebx, 8),
          .avx2 = may_32 && bit(words.leaf7_ebx, 5),
          .vaes = may_32 && bit(words.leaf7_ecx, 9),
          .avx512f = may_64,
          .avx512bw = may_64 && bit(words.leaf7_ebx, 30),
          .avx512dq = may_64 && bit(words.leaf7_ebx, 17),
          .avx512vbmi = may_64 && bit(words.leaf7_ecx, 1),
          .avx512vl = may_64 && bit(words.leaf7_ebx, 31),
          .avx512vnni = may_64 && bit(words.leaf7_ecx, 11)};
}

inline processor_words words_of_processor() noexcept {
  processor_words words;
#if defined(__x86_64__)
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) != 0) words.leaf1_ecx = c;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) {
    words.leaf7_ebx = b;
    words.leaf7_ecx = c;
  }
  if ((words.leaf1_ecx & bit_OSXSAVE) != 0) __asm__("xgetbv" : "=a"(words.saved), "=d"(d) : "c"(0));
#endif
  return words;
}

// Of this machine. Asked once, as CPUID takes microseconds in a virtual one; threads that ask at once get the
// same. No `static` of C++ waits for them: modules without the C++ library have that header too.
inline processor_features processor() noexcept {
#if defined(__x86_64__)
  static constinit std::atomic<std::uint64_t> leaf7{0};
  static constinit std::atomic<std::uint64_t> others{0};  // not 0 once leaf7 is there
  if (const std::uint64_t kept = others.load(std::memory_order_acquire); kept != 0) {
    const std::uint64_t seven = leaf7.load(std::memory_order_relaxed);
    return features_of({.leaf1_ecx = static_cast<std::uint32_t>(kept),
                        .leaf7_ebx = static_cast<std::uint32_t>(seven),
                        .leaf7_ecx = static_cast<std::uint32_t>(seven >> 32),
                        .saved = static_cast<std::uint32_t>(kept >> 32)});
  }
  const processor_words words = words_of_processor();
  leaf7.store(words.leaf7_ebx | std::uint64_t{words.leaf7_ecx} << 32, std::memory_order_relaxed);
  others.store(words.leaf1_ecx | std::uint64_t{words.saved} << 32, std::memory_order_release);
  return features_of(words);
#else
  return {};
#endif
}

// The parts of registers that erase_registers() cannot know of. Never in line: a caller may have values
// there.
[[gnu::noinline]] inline void erase_wide_registers() noexcept {
#if defined(__x86_64__)
  const processor_features has = processor();
  if (has.avx512f)
    __asm__ volatile(
        ".irp i,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n vpxord %zmm\\i, %zmm\\i, %zmm\\i\n .endr");
  if (has.avx2) __asm__ volatile("vzeroupper");
#endif
}

// leave_no_traces() with those parts. The C library copies through them, where the processor has them.
template <std::size_t Bytes, class F>
[[gnu::always_inline]] inline void leave_no_wide_traces(F f) noexcept {
  leave_no_traces<Bytes>([&f]() noexcept {
    f();
    erase_wide_registers();
  });
}

}  // namespace sortid::detail
