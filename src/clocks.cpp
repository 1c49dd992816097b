#include "sortid/clocks.hpp"

#include "counter_facts.hpp"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define SORTID_COUNTER 1
#include <fcntl.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/prctl.h>
#endif
#endif

namespace sortid {

result<coarse_clock, clock_refusal> coarse_clock::open() noexcept {
#if defined(CLOCK_REALTIME_COARSE)
  timespec tick{};
  timespec now{};
  if (clock_getres(CLOCK_REALTIME_COARSE, &tick) == 0 && clock_gettime(CLOCK_REALTIME_COARSE, &now) == 0)
    return coarse_clock(static_cast<std::int64_t>(tick.tv_sec) * 1'000'000'000 + tick.tv_nsec);
#endif
  return clock_refusal{"the system has no coarse clock"};
}

namespace {

#if defined(SORTID_COUNTER)
std::string_view read_clock_source(char* to, std::size_t size) noexcept {
  const int file =
      ::open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t got = ::read(file, to, size);
  close(file);
  std::string_view name(to, got > 0 ? static_cast<std::size_t>(got) : 0);
  return name.substr(0, name.find('\n'));
}

#if defined(__x86_64__)
void ask_processor(detail::counter_facts& facts) noexcept {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  facts.invariant = __get_cpuid(0x8000'0007, &a, &b, &c, &d) != 0 && (d >> 8 & 1) != 0;
  int allowed = PR_TSC_SIGSEGV;
  facts.readable = prctl(PR_GET_TSC, &allowed) == 0 && allowed == PR_TSC_ENABLE;
}
#else
// Both by the architecture; a kernel that lets no program read it keeps its own time by something else too.
void ask_processor(detail::counter_facts& facts) noexcept { facts.invariant = facts.readable = true; }
#endif
#endif

}  // namespace

result<counter_clock, clock_refusal> counter_clock::open() noexcept {
  detail::counter_facts facts;
#if defined(SORTID_COUNTER)
  char name[64];
  facts.known = true;
  ask_processor(facts);
  facts.clock_source = read_clock_source(name, sizeof name);
#endif
  if (const char* const why = detail::why_no_counter(facts)) return clock_refusal{why};
  return counter_clock();
}

}  // namespace sortid
