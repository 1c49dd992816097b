// The window of a pool as those who make ids read it: a page of memory that one holder writes and others
// read, in one process (node_pool.hpp) or in several (databases/postgres).
#pragma once

#include <cstdint>

#include "sortid/fault.hpp"
#include "sortid/scope.hpp"

namespace sortid::detail {

// Odd generations are those without a window. 0 is that of a page that was wiped: a child's, after a fork.
struct pool_page {
  std::uint64_t generation;
  std::uint64_t node;
  std::int64_t low_ms;
  std::int64_t high_ms;
  std::uint64_t why;  // a fault, while there is no window
};

// What there is to show, of a window that was acquired as the given one of its holder.
struct shown_window {
  bool holds = false;
  std::uint64_t acquisition = 0;
  unsigned node = 0;
  std::int64_t low_ms = 0;
  std::int64_t high_ms = 0;
  fault why = fault::no_node;
};

// The only one that writes to a page.
class pool_page_writer {
 public:
  // Goes on behind a generation: of another process, whose generators may be copies of this one's, or of a
  // former writer. There is no window until one is shown.
  pool_page_writer(pool_page& page, std::uint64_t after) noexcept : generation_(after | 1U) {
    __atomic_store_n(&page.why, static_cast<std::uint64_t>(fault::no_node), __ATOMIC_RELAXED);
    __atomic_store_n(&page.generation, generation_, __ATOMIC_SEQ_CST);
  }

  // True when the window of before has ended.
  bool show(pool_page& page, const shown_window& now) noexcept {
    const bool ends = has_window() && (!now.holds || now.acquisition != shown_);
    if (ends) __atomic_store_n(&page.generation, ++generation_, __ATOMIC_SEQ_CST);
    __atomic_store_n(&page.why, static_cast<std::uint64_t>(now.why), __ATOMIC_RELAXED);
    if (!now.holds) return ends;
    __atomic_store_n(&page.high_ms, now.high_ms, __ATOMIC_SEQ_CST);
    if (!has_window()) {
      shown_ = now.acquisition;
      __atomic_store_n(&page.node, std::uint64_t{now.node}, __ATOMIC_SEQ_CST);
      __atomic_store_n(&page.low_ms, now.low_ms, __ATOMIC_SEQ_CST);
      __atomic_store_n(&page.generation, ++generation_, __ATOMIC_SEQ_CST);
    }
    return ends;
  }
  // The window that is shown begins later.
  void raise_low(pool_page& page, std::int64_t low_ms) noexcept {
    __atomic_store_n(&page.low_ms, low_ms, __ATOMIC_SEQ_CST);
  }
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

 private:
  [[nodiscard]] bool has_window() const noexcept { return generation_ % 2 == 0; }

  std::uint64_t generation_;
  std::uint64_t shown_ = 0;
};

// What ids may have by the page. `generation` is that of the window, where there is one.
[[nodiscard]] inline grant granted_by(const pool_page& page, std::uint64_t& generation) noexcept {
  for (;;) {
    const std::uint64_t before = __atomic_load_n(&page.generation, __ATOMIC_ACQUIRE);
    if (before == 0) return {.why = fault::no_node};
    if (before % 2 != 0) return {.why = static_cast<fault>(__atomic_load_n(&page.why, __ATOMIC_RELAXED))};
    const auto node = static_cast<unsigned>(__atomic_load_n(&page.node, __ATOMIC_ACQUIRE));
    const std::int64_t low = __atomic_load_n(&page.low_ms, __ATOMIC_ACQUIRE);
    const std::int64_t high = __atomic_load_n(&page.high_ms, __ATOMIC_ACQUIRE);
    if (__atomic_load_n(&page.generation, __ATOMIC_RELAXED) != before) continue;
    generation = before;
    return {.node = node, .not_before_ms = low + 1, .not_after_ms = high};
  }
}

}  // namespace sortid::detail
