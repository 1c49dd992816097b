// A value of 8 or 16 bytes that threads, and processes that share its memory, replace as a whole. Plain
// memory without a lock, so that whoever is killed in the middle leaves either the old value or the new one.
#pragma once

#include <cstdint>

#include "sortid/uint128.hpp"

namespace sortid::detail {

// The compiler's own atomic operations here and below: <atomic> would double what the header of the
// generators costs.

// Leaves a word alone for some microseconds, for whoever was slower than another: the others go on
// undisturbed, and their cache line stays where it is.
inline void stand_back() noexcept {
  constexpr int pauses = 192;
  for (int i = 0; i < pauses; ++i) {
#if defined(__x86_64__)
    asm volatile("pause");
#elif defined(__aarch64__)
    asm volatile("isb");
#endif
  }
}

template <class Word>
class atomic_word;

template <>
class atomic_word<std::uint64_t> {
 public:
  constexpr atomic_word() noexcept = default;
  constexpr explicit atomic_word(std::uint64_t value) noexcept : value_(value) {}

  [[nodiscard]] std::uint64_t load() const noexcept { return __atomic_load_n(&value_, __ATOMIC_ACQUIRE); }
  // True when `expected` was there and `desired` is now. Otherwise `expected` becomes what is there.
  bool replace(std::uint64_t& expected, std::uint64_t desired) noexcept {
    return __atomic_compare_exchange_n(&value_, &expected, desired, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE);
  }

 private:
  static_assert(__atomic_always_lock_free(sizeof(std::uint64_t), nullptr));
  alignas(8) std::uint64_t value_ = 0;
};

#if defined(__x86_64__) || defined(__aarch64__)

// std::atomic of 16 bytes may hide a lock in libatomic, which neither another process nor a killed one
// releases; hence the instruction itself. Every x86-64 processor since 2006 has cmpxchg16b.
template <>
class atomic_word<uint128> {
 public:
  // The value must never rise, or never fall: then a high half that is read twice did not change between the
  // reads. The loads are plain, so a reader does not take the cache line from the writer.
  [[nodiscard]] uint128 load() const noexcept {
    std::uint64_t hi = __atomic_load_n(&halves_.hi, __ATOMIC_ACQUIRE);  // step: order_word.load_high
    for (;;) {
      const std::uint64_t lo = __atomic_load_n(&halves_.lo, __ATOMIC_ACQUIRE);  // step: order_word.load_low
      const std::uint64_t again =
          __atomic_load_n(&halves_.hi, __ATOMIC_ACQUIRE);  // step: order_word.load_again
      if (again == hi) return {hi, lo};
      hi = again;
    }
  }
  bool replace(uint128& expected, uint128 desired) noexcept {
#if defined(__x86_64__)
    bool replaced = false;
    asm volatile("lock cmpxchg16b %[there]"
                 : [there] "+m"(halves_), "=@ccz"(replaced), "+a"(expected.lo), "+d"(expected.hi)
                 : "b"(desired.lo), "c"(desired.hi)
                 : "memory");
    return replaced;
#else
    std::uint64_t lo = 0;
    std::uint64_t hi = 0;
    for (;;) {
      asm volatile("ldaxp %[lo], %[hi], %[there]"
                   : [lo] "=&r"(lo), [hi] "=&r"(hi)
                   : [there] "Q"(halves_)
                   : "memory");
      const bool same = lo == expected.lo && hi == expected.hi;
      // What differs is stored again: only a store that succeeds proves that both halves were read together.
      const uint128 stored = same ? desired : uint128(hi, lo);
      std::uint32_t lost = 0;
      asm volatile("stlxp %w[lost], %[lo], %[hi], %[there]"
                   : [lost] "=&r"(lost), [there] "=Q"(halves_)
                   : [lo] "r"(stored.lo), [hi] "r"(stored.hi)
                   : "memory");
      if (lost != 0) continue;
      expected = {hi, lo};
      return same;
    }
#endif
  }

 private:
  struct alignas(16) pair {
    std::uint64_t lo = 0;
    std::uint64_t hi = 0;
  };
  pair halves_;
};

#endif

}  // namespace sortid::detail
