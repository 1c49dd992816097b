// Whether the processor's counter may stand for the time.
#pragma once

#include <string_view>

namespace sortid::detail {

struct counter_facts {
  bool known = false;             // a processor and a system whose counter is read
  bool invariant = false;         // the processor says that it goes on at one pace in every state
  bool readable = false;          // by this process
  std::string_view clock_source;  // what the kernel keeps its own time by; empty where it does not tell
};

// What the kernel calls the counter that programs read.
inline constexpr std::string_view counters_name =
#if defined(__aarch64__)
    "arch_sys_counter";
#else
    "tsc";
#endif

// A sentence; null where nothing is against it.
[[nodiscard]] constexpr const char* why_no_counter(const counter_facts& facts) noexcept {
  if (!facts.known) return "no counter of this processor and system is known";
  if (!facts.invariant) return "the processor's counter is not invariant";
  if (!facts.readable) return "the processor's counter cannot be read by this process";
  if (facts.clock_source.empty()) return "the system does not tell what it keeps its time by";
  if (facts.clock_source != counters_name)
    return "the system keeps its time by something else than the counter";
  return nullptr;
}

}  // namespace sortid::detail
