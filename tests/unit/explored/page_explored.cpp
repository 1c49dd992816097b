// The shipped page of a pool's window on weak_memory.hpp: what a reader is granted is what the holder had
// shown of one window, and no older window follows.
//
//   page_explored       then with each known error, which must be found
#include <array>
#include <cstdint>
#include <vector>

#include "explored/weak_memory.hpp"
#include "plants.hpp"
#include "sortid/detail/pool_page.hpp"
#include "support/planted.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::detail::shown_window;

// A window goes further, its start rises behind the ids of a generator that has gone, and it ends; the next
// one has another number and begins earlier. After it there is none.
constexpr shown_window first{.holds = true, .acquisition = 1, .node = 1, .low_ms = 200, .high_ms = 300};
constexpr shown_window further{.holds = true, .acquisition = 1, .node = 1, .low_ms = 200, .high_ms = 400};
constexpr std::int64_t raised_ms = 250;
constexpr shown_window second{.holds = true, .acquisition = 2, .node = 2, .low_ms = 100, .high_ms = 350};
constexpr std::int64_t raised_again_ms = 150;
constexpr shown_window none{.why = fault::unavailable};

struct granted_once {
  std::uint64_t generation;
  unsigned node;
  std::int64_t low_ms;
  std::int64_t high_ms;
};
constexpr granted_once may_be_granted[] = {
    {2, 1, 200, 300}, {2, 1, 200, 400}, {2, 1, 250, 300},  //
    {2, 1, 250, 400}, {4, 2, 100, 350}, {4, 2, 150, 350},
};

class run_of_a_page : public run_of_threads {
 public:
  using run_of_threads::run_of_threads;

 private:
  void work() override {
    if (self() != 0) return read();
    sortid::detail::pool_page_writer to(page_, 0);
    check(!to.show(page_, first));
    check(!to.show(page_, further));
    to.raise_low(page_, raised_ms);
    check(to.show(page_, second));
    to.raise_low(page_, raised_again_ms);
    check(to.show(page_, none));
  }
  void read() {
    std::uint64_t before = 0;
    for (int i = 0; i < 2; ++i) {
      std::uint64_t generation = before;
      const auto now = sortid::detail::granted_by(page_, generation);
      if (now.why != fault::none) {
        check(now.why == fault::no_node || now.why == fault::unavailable);
        continue;
      }
      bool known = false;
      for (const auto& [of, node, low, high] : may_be_granted)
        known = known || (of == generation && node == now.node && low + 1 == now.not_before_ms &&
                          high == now.not_after_ms);
      check(known && generation >= before);
      before = generation;
    }
  }

  sortid::detail::pool_page page_{};
};

constexpr limits all[] = {
    {.threads = 2, .preemptions = 3, .old_values = 3},
    {.threads = 2, .preemptions = 2, .old_values = 5},
    {.threads = 3, .preemptions = 2, .old_values = 1},
};

}  // namespace
}  // namespace sortid_test

int main() {
  return sortid_test::find_each(
      sortid_test::plants, [] { return sortid_test::explore<sortid_test::run_of_a_page>(sortid_test::all); });
}
