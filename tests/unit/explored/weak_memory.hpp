// Threads whose steps come in every order with few changes of the thread in their midst, on memory whose
// loads see older values where acquire and release let them: driven_memory.hpp, for programs with threads of
// their own. seq_cst counts as acquire and release.
#pragma once

#include <ucontext.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "explored/driven_memory.hpp"
#include "support/planted.hpp"

namespace sortid_test {

constexpr int most_threads = 3;

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
  int preemptions;    // changes from a thread that could go on
  int old_values;     // loads that see one
  bool dies = false;  // the first one, anywhere
};

[[nodiscard]] constexpr bool acquires(int order) noexcept {
  return order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}
[[nodiscard]] constexpr bool releases(int order) noexcept {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

// One run, by its choices.
class run_of_threads {
 public:
  run_of_threads(const limits& of, choices& chosen) : of_(of), chosen_(chosen) { current = this; }
  run_of_threads(const run_of_threads&) = delete;
  run_of_threads& operator=(const run_of_threads&) = delete;
  virtual ~run_of_threads() { current = nullptr; }

  // True when all is as it should be.
  bool go() {
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

  std::uint64_t load(const std::uint64_t& from, int order) {
    step();
    auto& values = of_location(from);
    int first = known_[&from][self()];
    // What happened before must be seen.
    for (int i = static_cast<int>(values.size()) - 1; i > first; --i) {
      const auto& v = values[static_cast<unsigned>(i)];
      if (v.by >= 0 && v.when <= now()[static_cast<unsigned>(v.by)]) first = i;
    }
    const int newest = static_cast<int>(values.size()) - 1;
    int chosen = newest;
    if (newest > first && old_ < of_.old_values) {
      chosen = newest - among(newest - first + 1);
      if (chosen != newest) ++old_;
    }
    see(from, values[static_cast<unsigned>(chosen)], chosen, acquires(order));
    return values[static_cast<unsigned>(chosen)].value;
  }
  void store(std::uint64_t& there, std::uint64_t value, int order) {
    step();
    ++now_[self()][self()];
    put(there, value, releases(order) ? now() : times{});
  }
  // A swap sees the newest value always, and hands on what came with it.
  bool swap(std::uint64_t* const (&there)[2], std::uint64_t (&expected)[2], const std::uint64_t (&desired)[2],
            int words, int order, int failure) {
    step();
    bool same = true;
    for (int w = 0; w < words; ++w) same = same && of_location(*there[w]).back().value == expected[w];
    for (int w = 0; w < words; ++w) {
      auto& values = of_location(*there[w]);
      see(*there[w], values.back(), static_cast<int>(values.size()) - 1, acquires(same ? order : failure));
      if (!same) expected[w] = values.back().value;
    }
    if (!same) return false;
    if (words == 2 && compared_then_stored_) step();
    ++now_[self()][self()];
    if (words == 2) held_.push_back({desired[1], desired[0]});
    for (int w = 0; w < words; ++w) {
      if (w == 1 && halves_stored_apart_) step();
      times with = of_location(*there[w]).back().seen;
      if (releases(order)) with = later(with, now_[self()]);
      put(*there[w], desired[w], with);
    }
    return true;
  }

  // The thread that runs.
  [[nodiscard]] unsigned self() const { return static_cast<unsigned>(running_); }

  static inline run_of_threads* current = nullptr;

 protected:
  virtual void work() = 0;

  [[nodiscard]] const times& now() const { return now_[self()]; }
  // What was there at a time of another thread happened before.
  void learn(const times& of) { now_[self()] = later(now_[self()], of); }
  [[nodiscard]] int among(int ways) { return chosen_.among(ways); }
  void check(bool right) { wrong_ = wrong_ || !right; }

  // By a word of two halves, inverted.
  [[nodiscard]] bool was_held(sortid::uint128 value) const {
    return std::find(held_.begin(), held_.end(), ~value) != held_.end();
  }

  bool compared_then_stored_ = false;
  bool halves_stored_apart_ = false;

 private:
  struct stored {
    std::uint64_t value;
    int by;      // the thread; −1 for what was there
    int when;    // by its clock
    times seen;  // what comes with it
  };

  [[nodiscard]] static times later(times a, const times& b) {
    for (unsigned t = 0; t < most_threads; ++t) a[t] = std::max(a[t], b[t]);
    return a;
  }
  void put(std::uint64_t& there, std::uint64_t value, const times& with) {
    auto& values = of_location(there);
    values.push_back({value, running_, now()[self()], with});
    known_[&there][self()] = static_cast<int>(values.size()) - 1;
  }
  std::vector<stored>& of_location(const std::uint64_t& at) {
    auto& values = memory_[&at];
    if (values.empty()) values.push_back({at, -1, 0, {}});
    return values;
  }
  void see(const std::uint64_t& from, const stored& v, int place, bool acquires) {
    known_[&from][self()] = place;
    if (acquires) learn(v.seen);
  }
  // Another thread may go on here.
  void step() {
    const int before = running_;
    if (of_.dies && before == 0 && among(2) == 1) end();
    int ways[most_threads] = {before};
    int count = 1;
    if (preempted_ < of_.preemptions) {
      for (int t = 0; t < of_.threads; ++t) {
        if (t != before && !done_[static_cast<unsigned>(t)]) ways[count++] = t;
      }
    }
    const int to = ways[among(count)];
    if (to == before) return;
    ++preempted_;
    running_ = to;
    swapcontext(&contexts_[static_cast<unsigned>(before)], &contexts_[static_cast<unsigned>(to)]);
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
  static void begin() {
    current->work();
    current->end();
  }

  const limits& of_;
  choices& chosen_;
  std::map<const std::uint64_t*, std::vector<stored>> memory_;
  std::map<const std::uint64_t*, std::array<int, most_threads>> known_;
  std::array<times, most_threads> now_{};
  std::array<bool, most_threads> done_{};
  std::vector<sortid::uint128> held_;
  std::array<ucontext_t, most_threads> contexts_{};
  ucontext_t end_{};
  static inline std::array<std::array<char, 64 * 1024>, most_threads> stacks_;
  int running_ = 0;
  int preempted_ = 0;
  int old_ = 0;
  bool wrong_ = false;
};

// The runs of all, or until one is wrong.
template <class Run, class Limits>
exploration_result explore(const Limits& all) {
  exploration_result found;
  for (const auto& of : all) {
    choices chosen;
    do {
      ++found.after;
      found.wrong = !Run(of, chosen).go();
    } while (!found.wrong && chosen.next());
    if (found.wrong) break;
  }
  return found;
}

inline std::uint64_t loaded(const std::uint64_t& from, int order) noexcept {
  return run_of_threads::current == nullptr ? from : run_of_threads::current->load(from, order);
}
inline void stored(std::uint64_t& there, std::uint64_t value, int order) noexcept {
  run_of_threads::current->store(there, value, order);
}
inline bool swapped(std::uint64_t& there, std::uint64_t& expected, std::uint64_t desired, int order,
                    int failure) noexcept {
  std::uint64_t* const at[2] = {&there, nullptr};
  std::uint64_t was[2] = {expected, 0};
  const std::uint64_t to[2] = {desired, 0};
  const bool done = run_of_threads::current->swap(at, was, to, 1, order, failure);
  expected = was[0];
  return done;
}
inline bool swapped(std::uint64_t& lo, std::uint64_t& hi, sortid::uint128& expected,
                    sortid::uint128 desired) noexcept {
  std::uint64_t* const at[2] = {&lo, &hi};
  std::uint64_t was[2] = {expected.lo, expected.hi};
  const std::uint64_t to[2] = {desired.lo, desired.hi};
  const bool done = run_of_threads::current->swap(at, was, to, 2, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  expected = {was[1], was[0]};
  return done;
}

}  // namespace sortid_test
