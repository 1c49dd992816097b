// What a call leaves behind: the whole stack below its caller, and the registers, before anything else runs.
#pragma once

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <vector>

#include "sortid/detail/key.hpp"
#include "system/processor.hpp"

namespace sortid_test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SORTID_TEST_ADDRESS_SANITIZER
#endif
#endif
// It moves variables elsewhere, and ends a program that reads between them.
#if defined(__SANITIZE_ADDRESS__) || defined(SORTID_TEST_ADDRESS_SANITIZER)
inline constexpr bool address_sanitizer = true;
#else
inline constexpr bool address_sanitizer = false;
#endif

class stack_after {
 public:
  static constexpr std::size_t register_words = 16 + 32 * 8;

  stack_after()
      : stack_(static_cast<std::uint8_t*>(
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    if (stack_ == MAP_FAILED) std::abort();
  }
  ~stack_after() { munmap(stack_, size); }
  stack_after(const stack_after&) = delete;
  stack_after& operator=(const stack_after&) = delete;

  // Runs the call in a thread whose stack is zeros, at the same addresses each time. Returns the stack and
  // the registers as words of 8 bytes. `meanwhile` runs before the thread ends.
  std::vector<std::uint64_t> words(const std::function<void()>& call,
                                   const std::function<void()>& meanwhile = {}) {
    std::memset(stack_, 0, size);
    call_ = &call;
    state_ = running;
    pthread_attr_t attributes;
    pthread_t thread{};
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstack(&attributes, stack_, size) != 0 ||
        pthread_create(&thread, &attributes, run, this) != 0)
      std::abort();
    while (state_.load(std::memory_order_acquire) != ended) sched_yield();
    if (meanwhile) meanwhile();
    std::vector<std::uint64_t> seen(static_cast<std::size_t>(frame_ - stack_) / sizeof(std::uint64_t));
    std::memcpy(seen.data(), stack_, seen.size() * sizeof(std::uint64_t));
    seen.insert(seen.end(), std::begin(registers_), std::end(registers_));
    state_.store(looked_at, std::memory_order_release);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    return seen;
  }

 private:
  static constexpr std::size_t size = std::size_t{1} << 18;
  enum states : int { running, ended, looked_at };

  // From the call on it makes none of its own, which would write over the stack.
  static void* run(void* given) noexcept {
    auto& self = *static_cast<stack_after*>(given);
    self.frame_ = static_cast<std::uint8_t*>(__builtin_frame_address(0));
    const auto has = sortid::detail::processor();
    // A new thread begins with the registers of the one that made it.
    sortid::detail::erase_registers();
    sortid::detail::erase_wide_registers();
    (*self.call_)();
    self.store_registers(has);
    self.state_.store(ended, std::memory_order_release);
    while (self.state_.load(std::memory_order_acquire) != looked_at) {
    }
    return nullptr;
  }

  // Those that a call may change.
  [[gnu::always_inline]] void store_registers(const sortid::detail::processor_features& has) noexcept {
    [[maybe_unused]] std::uint64_t* const to = registers_;
    (void)has;
#if defined(__x86_64__)
    __asm__ volatile(
        "movq %%rax, (%0)\n movq %%rcx, 8(%0)\n movq %%rdx, 16(%0)\n movq %%rsi, 24(%0)\n movq %%rdi, "
        "32(%0)\n"
        "movq %%r8, 40(%0)\n movq %%r9, 48(%0)\n movq %%r10, 56(%0)\n movq %%r11, 64(%0)\n"
        :
        : "b"(to)
        : "memory");
    if (has.avx512f) {
      __asm__ volatile(
          ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
          "vmovdqu64 %%zmm\\i, 128+64*\\i(%0)\n.endr\n"
          :
          : "b"(to)
          : "memory");
    } else if (has.avx2) {
      __asm__ volatile(
          ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n vmovdqu %%ymm\\i, 128+32*\\i(%0)\n.endr\n"
          :
          : "b"(to)
          : "memory");
    } else {
      __asm__ volatile(
          ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n movdqu %%xmm\\i, 128+16*\\i(%0)\n.endr\n"
          :
          : "b"(to)
          : "memory");
    }
#elif defined(__aarch64__)
    __asm__ volatile(
        ".irp i,0,2,4,6,8,10,12,14,16\n str x\\i, [%0, 8*\\i]\n.endr\n"
        ".irp i,1,3,5,7,9,11,13,15,17\n str x\\i, [%0, 8*\\i]\n.endr\n"
        ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
        "str q\\i, [%0, 256+16*\\i]\n.endr\n"
        :
        : "r"(to)
        : "memory");
#endif
  }

  std::uint8_t* const stack_;
  std::uint8_t* frame_ = nullptr;
  const std::function<void()>* call_ = nullptr;
  std::atomic<int> state_{running};
  std::uint64_t registers_[register_words]{};
};

}  // namespace sortid_test
