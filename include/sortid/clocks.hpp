// Clocks that cost less than system_clock, for those who choose them: each may lag behind it, and says by how
// much. docs/generators.md compares them.
//
//   auto clock = sortid::coarse_clock::open();
//   auto ids = sortid::generator<sortid::ulid, sortid::coarse_clock>::make({}, {}, *clock);
//
// There is none where the system does not vouch for what it reads: open() says why, and nothing else is read
// instead. Neither is ever ahead of system_clock, unless that was set back. Both belong to every thread.
#pragma once

#include <cstdint>
#include <ctime>

#include "sortid/detail/compiler.hpp"
#include "sortid/detail/platform.hpp"
#include "sortid/result.hpp"
#include "sortid/system.hpp"

namespace sortid {

// Why there is no such clock here.
struct clock_error {
  const char* what = "";  // a sentence
};

// CLOCK_REALTIME_COARSE: the time of the kernel's latest tick.
class coarse_clock {
 public:
  [[nodiscard]] SORTID_EXPORT static result<coarse_clock, clock_error> open() noexcept;

  // Unix milliseconds of the latest tick.
  [[nodiscard]] static std::int64_t now() noexcept {
    const timespec t = detail::tick_time();
    return static_cast<std::int64_t>(t.tv_sec) * 1'000 + t.tv_nsec / 1'000'000;
  }
  static std::int64_t pause(std::int64_t us) noexcept { return system_clock::pause(us); }
  // Nanoseconds between two ticks, by which now() may lag; by more where the processor that ticks is held up.
  [[nodiscard]] std::int64_t granularity_ns() const noexcept { return granularity_ns_; }

 private:
  explicit coarse_clock(std::int64_t granularity_ns) noexcept : granularity_ns_(granularity_ns) {}
  std::int64_t granularity_ns_;
};

namespace detail {

// A reading of the system's clock, and for how long the counter says that it is still the millisecond's.
struct counted_reading {
  std::uint64_t at = 0;     // the counter before it
  std::uint64_t holds = 0;  // counts from there; 0: for no time
  std::int64_t unix_ms = 0;
  std::uint64_t measured_from = 0;
  std::int64_t measured_from_ns = 0;
  double counts_per_ns = 0;  // measured last; 0 for unknown
  double believed = 0;       // the lower one of that and the one before
};

// Reads the system's clock before the end of the remembered millisecond. The rate is measured all
// the while and never taken for higher than it was, so the clock is read again too early
// rather than too late; a counter that went back, stood still or changed its pace is not
// believed until it was measured twice. Source has counter(), unix_time() and elapsed_ns(), which suspended
// time is part of and nobody sets.
template <class Source>
class counted_clock {
 public:
  [[nodiscard]] static std::int64_t now() noexcept {
    const std::uint64_t count = Source::counter();
    // A counter that went back is far past the end too.
    if (count - kept.at < kept.holds) return kept.unix_ms;
    return read(count);
  }
  // What this thread remembers.
  static inline constinit thread_local counted_reading kept{};

 private:
  static constexpr std::int64_t ns_per_ms = 1'000'000;
  // The system slews its clock by less than a 64th. The rest of the millisecond is measured again.
  static constexpr double cautious = 63.0 / 64;
  // A processor may read the counter earlier than its place in the program, by less than this. So a thread
  // that has seen another's later millisecond does not go back.
  static constexpr std::int64_t out_of_turn_ns = 4'000;
  static constexpr double fastest = 64;  // counts per nanosecond; no processor has more

  [[gnu::noinline]] static std::int64_t read(std::uint64_t before) noexcept {
    counted_reading& last = kept;
    last.holds = 0;
    // A handler of a signal reads for itself from here on.
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    const timespec time = Source::unix_time();
    const std::int64_t elapsed_ns = Source::elapsed_ns();
    const double believed = measure(last, before, elapsed_ns);
    const std::int64_t unix_ms = static_cast<std::int64_t>(time.tv_sec) * 1'000 + time.tv_nsec / ns_per_ms;
    const std::int64_t left_ns = ns_per_ms - time.tv_nsec % ns_per_ms - out_of_turn_ns;
    last.at = before;
    last.unix_ms = unix_ms;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (left_ns > 0)
      last.holds = static_cast<std::uint64_t>(static_cast<double>(left_ns) * believed * cautious);
    return unix_ms;
  }

  // Counts per nanosecond, 0 for unknown. From a count after one reading to a count before another: whatever
  // holds the thread up in between makes the rate lower.
  static double measure(counted_reading& last, std::uint64_t before, std::int64_t elapsed_ns) noexcept {
    const std::int64_t ns = elapsed_ns - last.measured_from_ns;
    if (0 <= ns && ns < ns_per_ms) return last.believed;
    const auto counts = static_cast<std::int64_t>(before - last.measured_from);
    const bool seen = last.measured_from_ns != 0 && ns > 0 && counts > 0;
    const double rate = seen ? static_cast<double>(counts) / static_cast<double>(ns) : 0;
    last.believed = rate < last.counts_per_ns ? rate : last.counts_per_ns;
    if (last.believed > fastest) last.believed = 0;
    last.counts_per_ns = rate;
    last.measured_from = Source::counter();
    last.measured_from_ns = elapsed_ns;
    return last.believed;
  }
};

// The counter that the processor has for programs, and the clocks beside it.
struct processor_counter {
  [[nodiscard]] static std::uint64_t counter() noexcept {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    std::uint64_t count = 0;
    asm volatile("mrs %0, cntvct_el0" : "=r"(count) : : "memory");
    return count;
#else
    return 0;  // which is no counter: every reading is one of the system's clock
#endif
  }
  [[nodiscard]] static timespec unix_time() noexcept { return detail::unix_time(); }
  [[nodiscard]] static std::int64_t elapsed_ns() noexcept {
    const timespec t = elapsed_time();
    return static_cast<std::int64_t>(t.tv_sec) * 1'000'000'000 + t.tv_nsec;
  }
};

}  // namespace detail

// CLOCK_REALTIME, read a few times at the end of each millisecond, by each thread; in between the processor's
// invariant counter tells that the millisecond is not over (TSC of x86-64, CNTVCT of aarch64). Lags by
// nothing while time goes on evenly. When the clock was set, or the host was suspended, the millisecond from
// before is told for a millisecond of the counter at most.
class counter_clock {
 public:
  // Rejected where the counter varies or may stop, and where the kernel does not keep its own time by it.
  // That is asked here, once.
  [[nodiscard]] SORTID_EXPORT static result<counter_clock, clock_error> open() noexcept;

  // Unix milliseconds.
  [[nodiscard]] static std::int64_t now() noexcept {
    return detail::counted_clock<detail::processor_counter>::now();
  }
  static std::int64_t pause(std::int64_t us) noexcept { return system_clock::pause(us); }

 private:
  counter_clock() noexcept = default;
};

}  // namespace sortid
