#include "sortid/clocks.hpp"

#include "clock/counter_facts.hpp"
#include "system/system.hpp"

namespace sortid {

result<coarse_clock, clock_error> coarse_clock::open() noexcept {
  if (const std::int64_t granularity_ns = detail::os::tick_ns(); granularity_ns != 0)
    return coarse_clock(granularity_ns);
  return clock_error{"the system has no coarse clock"};
}

result<counter_clock, clock_error> counter_clock::open() noexcept {
  char name[64];
  if (const char* const why = detail::why_no_counter(detail::os::ask_counter(name))) return clock_error{why};
  return counter_clock();
}

}  // namespace sortid
