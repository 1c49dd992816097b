// The shipped generator of a process, whose memory this program drives: the threads' steps in every order
// with few changes of the thread in their midst, and loads that see older values where acquire and release
// let them. No id twice, each greater than those of its thread and than those that its thread had seen.
//
//   order_explored      then with each known error, which must be found
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "plants.hpp"
#include "sortid/ordered_generator.hpp"
#include "sortid/ulid.hpp"
#include "support/fake_sources.hpp"
#include "support/planted.hpp"

namespace sortid_test {
namespace {

constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z
constexpr int most_threads = 3;

// --- one run, by its choices -------------------------------------------------------------------------------

using times = std::array<int, most_threads>;  // a vector clock

// Decisions in the order in which they are asked for: of the last run, with the last one changed that has
// another way left. A search in depth.
class choices {
 public:
  int among(int ways) {
    if (ways <= 1) return 0;
    if (at_ == made_.size()) made_.push_back({0, ways});
    return made_[at_++].way;
  }
  // False when all were tried.
  bool next() {
    at_ = 0;
    while (!made_.empty() && made_.back().way + 1 == made_.back().ways) made_.pop_back();
    if (made_.empty()) return false;
    ++made_.back().way;
    return true;
  }

 private:
  struct one {
    int way;
    int ways;
  };
  std::vector<one> made_;
  std::size_t at_ = 0;
};

struct limits {
  int threads;
  int ids;                    // of each
  int preemptions;            // changes from a thread that could go on
  int old_values;             // loads that see one
  bool begins_after = false;  // the last one, before its first id
  bool looks = false;         // the last one makes none, but looks at the last id
  bool dies = false;          // the first one, anywhere
};

class run_of_threads {
 public:
  run_of_threads(const limits& of, choices& chosen) : of_(of), chosen_(chosen) { current = this; }
  run_of_threads(const run_of_threads&) = delete;
  run_of_threads& operator=(const run_of_threads&) = delete;
  ~run_of_threads() { current = nullptr; }

  // True when the ids are as they should be.
  bool go();

  std::uint64_t load(const std::uint64_t& from, bool acquires) {
    step();
    auto& values = of_location(from);
    const int self = running_;
    int first = known_[&from][static_cast<unsigned>(self)];
    // What happened before must be seen.
    for (int i = static_cast<int>(values.size()) - 1; i > first; --i) {
      const auto& v = values[static_cast<unsigned>(i)];
      if (v.by >= 0 && v.when <= now_[static_cast<unsigned>(self)][static_cast<unsigned>(v.by)]) first = i;
    }
    const int newest = static_cast<int>(values.size()) - 1;
    int chosen = newest;
    if (newest > first && old_ < of_.old_values) {
      chosen = newest - chosen_.among(newest - first + 1);
      if (chosen != newest) ++old_;
    }
    see(from, values[static_cast<unsigned>(chosen)], chosen, acquires);
    return values[static_cast<unsigned>(chosen)].value;
  }
  // A swap sees the newest value always, acquires and releases.
  bool swap(std::uint64_t* const (&there)[2], std::uint64_t (&expected)[2], const std::uint64_t (&desired)[2],
            int words) {
    step();
    bool same = true;
    for (int w = 0; w < words; ++w) {
      auto& values = of_location(*there[w]);
      see(*there[w], values.back(), static_cast<int>(values.size()) - 1, true);
      same = same && values.back().value == expected[w];
    }
    for (int w = 0; w < words && !same; ++w) expected[w] = of_location(*there[w]).back().value;
    if (!same) return false;
    if (words == 2 && is_planted(compared_then_stored)) step();
    const auto self = static_cast<unsigned>(running_);
    ++now_[self][self];
    if (words == 2) held_.push_back({desired[1], desired[0]});
    for (int w = 0; w < words; ++w) {
      if (w == 1 && is_planted(halves_stored_apart)) step();
      auto& values = of_location(*there[w]);
      values.push_back({desired[w], running_, now_[self][self], now_[self]});
      known_[there[w]][self] = static_cast<int>(values.size()) - 1;
    }
    return true;
  }

  static inline run_of_threads* current = nullptr;

 private:
  struct stored {
    std::uint64_t value;
    int by;      // the thread; −1 for what was there
    int when;    // by its clock
    times seen;  // what comes with it
  };
  struct clock {
    [[nodiscard]] static std::int64_t now() noexcept { return noon + current->running_; }
    static std::int64_t pause(std::int64_t us) noexcept { return us; }
  };
  using maker = sortid::process_generator<sortid::ulid, clock, same_bits>;

  std::vector<stored>& of_location(const std::uint64_t& at) {
    auto& values = memory_[&at];
    if (values.empty()) values.push_back({at, -1, 0, {}});
    return values;
  }
  void see(const std::uint64_t& from, const stored& v, int place, bool acquires) {
    const auto self = static_cast<unsigned>(running_);
    known_[&from][self] = place;
    if (!acquires) return;
    for (unsigned t = 0; t < most_threads; ++t) now_[self][t] = std::max(now_[self][t], v.seen[t]);
  }
  // Another thread may go on here.
  void step() {
    const int before = running_;
    if (of_.dies && before == 0 && chosen_.among(2) == 1) end();
    int ways[most_threads] = {before};
    int count = 1;
    if (preempted_ < of_.preemptions) {
      for (int t = 0; t < of_.threads; ++t) {
        if (t != before && !done_[static_cast<unsigned>(t)]) ways[count++] = t;
      }
    }
    const int to = ways[chosen_.among(count)];
    if (to == before) return;
    ++preempted_;
    running_ = to;
    swapcontext(&contexts_[static_cast<unsigned>(before)], &contexts_[static_cast<unsigned>(to)]);
  }
  // What is seen was there, and none is smaller than the one before.
  void look() {
    std::optional<sortid::uint128> before;
    for (int i = 0; i <= of_.ids; ++i) {
      const auto last = ids_->scope().last();
      if (last) wrong_ = wrong_ || std::find(held_.begin(), held_.end(), ~*last) == held_.end();
      wrong_ = wrong_ || (before && (!last || *last < *before));
      before = last;
    }
  }
  void work() {
    const auto self = static_cast<unsigned>(running_);
    const bool is_last = running_ + 1 == of_.threads;
    if (is_last && of_.looks) look();
    const bool begins = is_last && of_.begins_after;
    if (begins) wrong_ = wrong_ || ids_->begin_after(noon + 5) != sortid::fault::none;
    for (int i = 0; i < (is_last && of_.looks ? 0 : of_.ids); ++i) {
      // It may have seen what another one returned.
      std::optional<sortid::ulid> seen;
      if (!returned_.empty() && chosen_.among(2) == 1) {
        seen = returned_.back().id;
        for (unsigned t = 0; t < most_threads; ++t)
          now_[self][t] = std::max(now_[self][t], returned_.back().at[t]);
      }
      const auto id = ids_->next();
      wrong_ = wrong_ || !id || (seen && !(*seen < *id)) || (last_[self] && !(*last_[self] < *id));
      if (!id) break;
      wrong_ = wrong_ || (begins && id->unix_ms() <= noon + 5);
      for (const auto& other : returned_) wrong_ = wrong_ || other.id == *id;
      last_[self] = *id;
      returned_.push_back({*id, now_[self]});
    }
    end();
  }
  // Whoever is not done goes on; the last one ends the run.
  void end() {
    done_[static_cast<unsigned>(running_)] = true;
    for (int t = 0; t < of_.threads; ++t) {
      if (done_[static_cast<unsigned>(t)]) continue;
      running_ = t;
      setcontext(&contexts_[static_cast<unsigned>(t)]);
    }
    setcontext(&end_);
  }
  static void begin() { current->work(); }

  const limits& of_;
  choices& chosen_;
  std::map<const std::uint64_t*, std::vector<stored>> memory_;
  std::map<const std::uint64_t*, std::array<int, most_threads>> known_;
  std::array<times, most_threads> now_{};
  std::array<bool, most_threads> done_{};
  std::array<std::optional<sortid::ulid>, most_threads> last_{};
  struct shown {
    sortid::ulid id;
    times at;
  };
  std::vector<shown> returned_;
  std::vector<sortid::uint128> held_;  // by the order, inverted
  std::unique_ptr<maker> ids_ = std::make_unique<maker>();
  std::array<ucontext_t, most_threads> contexts_{};
  ucontext_t end_{};
  static inline std::array<std::array<char, 64 * 1024>, most_threads> stacks_;
  int running_ = 0;
  int preempted_ = 0;
  int old_ = 0;
  bool wrong_ = false;
};

bool run_of_threads::go() {
  for (int t = 0; t < of_.threads; ++t) {
    ucontext_t& c = contexts_[static_cast<unsigned>(t)];
    getcontext(&c);
    c.uc_stack.ss_sp = stacks_[static_cast<unsigned>(t)].data();
    c.uc_stack.ss_size = stacks_[static_cast<unsigned>(t)].size();
    c.uc_link = nullptr;
    makecontext(&c, begin, 0);
  }
  running_ = chosen_.among(of_.threads);
  swapcontext(&end_, &contexts_[static_cast<unsigned>(running_)]);
  return !wrong_;
}

constexpr limits all[] = {
    {.threads = 2, .ids = 1, .preemptions = 3, .old_values = 2, .begins_after = true},
    {.threads = 2, .ids = 2, .preemptions = 3, .old_values = 2, .looks = true},
    {.threads = 3, .ids = 1, .preemptions = 2, .old_values = 1, .dies = true},
    {.threads = 3, .ids = 1, .preemptions = 2, .old_values = 2, .looks = true},
    {.threads = 3, .ids = 1, .preemptions = 3, .old_values = 1},
    {.threads = 2, .ids = 2, .preemptions = 3, .old_values = 2},
};

// The runs of all, or until one is wrong.
exploration_result explore() {
  exploration_result found;
  for (const limits& of : all) {
    choices chosen;
    do {
      ++found.after;
      found.wrong = !run_of_threads(of, chosen).go();
    } while (!found.wrong && chosen.next());
    if (found.wrong) break;
  }
  return found;
}

}  // namespace

std::uint64_t loaded(const std::uint64_t& from, int order) noexcept {
  return run_of_threads::current == nullptr ? from
                                            : run_of_threads::current->load(from, order != __ATOMIC_RELAXED);
}
bool swapped(std::uint64_t& there, std::uint64_t& expected, std::uint64_t desired) noexcept {
  std::uint64_t* const at[2] = {&there, nullptr};
  std::uint64_t was[2] = {expected, 0};
  const std::uint64_t to[2] = {desired, 0};
  const bool done = run_of_threads::current->swap(at, was, to, 1);
  expected = was[0];
  return done;
}
bool swapped(std::uint64_t& lo, std::uint64_t& hi, sortid::uint128& expected,
             sortid::uint128 desired) noexcept {
  std::uint64_t* const at[2] = {&lo, &hi};
  std::uint64_t was[2] = {expected.lo, expected.hi};
  const std::uint64_t to[2] = {desired.lo, desired.hi};
  const bool done = run_of_threads::current->swap(at, was, to, 2);
  expected = {was[1], was[0]};
  return done;
}

}  // namespace sortid_test

int main() { return sortid_test::find_each(sortid_test::plants, sortid_test::explore); }
