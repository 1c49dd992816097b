// Real pools and real generators of several machines in one thread. Their clocks, their network and whose
// turn it is are drawn from a seed: a call of the store stops anywhere while the others go on; what was asked
// comes late, never, or without an answer; clocks jump; processes are killed. No number may have a timestamp
// in two of its windows, and no machine may use one twice.
//
//   simulation [--seed N] [--events N]
//
// Without a seed it takes one that nobody had. Ends with 1 where a timestamp is used twice, and says how to
// see it again. Built with the copy of node_window.hpp that ../unit/explored/plants.py makes it has each of
// its errors in turn, and ends with 1 where one is not found.
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sortid/node_pool.hpp"
#include "sortid/ulid_flake.hpp"
#include "support/dice.hpp"
#include "support/planted.hpp"

#if SORTID_PLANTED
#include "plants.hpp"
#endif

namespace sortid_test {
namespace {

using sortid::node_pool;
using sortid::node_reading;
using sortid::node_record;
using sortid::store_answer;
using flake = sortid::ulid_flake_scalable;

constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z
constexpr std::int64_t span_ms = 1 << 16;         // of a world: each of its timestamps is remembered
// Every time is a multiple of it, so that two machines often mean the same millisecond.
constexpr std::int64_t unit = 10;
constexpr std::size_t machines = 4;
constexpr unsigned numbers = 3;  // fewer than machines, so that they are taken over all the time

struct request {
  unsigned node;
  node_record before;
  node_record next;
};

// What the machines share: the true time, the store and what was used.
struct world {
  seeded_dice draws;
  std::vector<std::uint32_t>& used;  // by number and millisecond, whose it is
  std::array<node_record, numbers> records{};
  std::vector<request> late{};
  std::int64_t now = noon;
  std::int64_t fence = INT64_MIN;
  std::uint32_t windows = 0;
  std::uint64_t ids = 0;
  std::uint64_t swaps = 0;
  bool twice = false;

  void replace(const request& asked) {
    if (compares(records[asked.node], asked.before)) records[asked.node] = asked.next;
  }
  static bool compares([[maybe_unused]] const node_record& there, const node_record& before) {
#if SORTID_PLANTED
    if (is_planted(the_store_compares_nothing)) return true;
#endif
    return there == before;
  }
  void use(unsigned node, std::int64_t unix_ms, std::uint32_t window) {
    ++ids;
    const std::int64_t at = unix_ms - (noon - span_ms / 4);
    if (at < 0 || at >= span_ms) return;
    std::uint32_t& whose = used[node * static_cast<std::size_t>(span_ms) + static_cast<std::size_t>(at)];
    twice = twice || (whose != 0 && whose != window);
    whose = window;
  }
};

class machine;

struct shown_clock {
  const machine* of;
  [[nodiscard]] std::int64_t now() const noexcept;
  [[nodiscard]] std::int64_t pause(std::int64_t us) const noexcept { return us; }
};
using maker = sortid::pool_generator<flake, shown_clock, sortid::chosen_entropy>;

// A clock, a network and a process, which is started anew when it is killed.
class machine {
 public:
  machine(world& in, std::vector<std::unique_ptr<machine>>& all) : in_(in), all_(all) {
    start();
    step_clock();
  }
  machine(const machine&) = delete;
  machine& operator=(const machine&) = delete;
  ~machine() { kill(); }

  [[nodiscard]] std::int64_t clock() const noexcept { return in_.now + offset_; }

  // Something happens, here or to all.
  void event() {
    if (pool_ == nullptr) return;  // it is ending
    seeded_dice& draws = in_.draws;
    const std::int64_t what = draws.below(100);
    if (what < 25) {
      in_.now += unit * (draws.once_in(20) ? draws.below(90) : draws.below(4));
    } else if (what < 55) {
      make(1 + draws.below(3));
    } else if (what < 80) {
      poll();
    } else if (what < 86) {
      deliver();
    } else if (what < 90) {
      step_clock();
    } else if (what < 93) {
      away_ = !away_ && draws.once_in(3);
    } else if (what < 96) {
      if (draws.once_in(8)) in_.fence = in_.now + unit * draws.below(20);
    } else if (!making_) {
      end(draws.below(6));
    }
  }

 private:
  class network final : public sortid::node_store {
   public:
    explicit network(machine& of) : of_(of) {}
    [[nodiscard]] facts about() const noexcept override {
      return {.name = "simulated", .window_ms = 600, .skew_ms = 20};
    }
    [[nodiscard]] store_answer read(node_reading& to, std::int64_t) override { return of_.read(to); }
    [[nodiscard]] store_answer swap(unsigned node, const node_record& before, const node_record& next,
                                    std::int64_t) override {
      return of_.swap({node, before, next});
    }

   private:
    machine& of_;
  };

  void start() {
    sortid::node_pool_options options;
    options.renewer = false;
    options.deadline_ms = 0;
    options.clock = [](void* of) { return static_cast<const machine*>(of)->clock(); };
    options.clock_context = this;
    if (in_.draws.once_in(3)) options.preferred = static_cast<unsigned>(in_.draws.below(numbers));
    pool_ = node_pool::open(std::make_unique<network>(*this), flake::layout(), options).value();
    const sortid::policies policy{static_cast<sortid::on_overflow>(in_.draws.below(3)),
                                  static_cast<sortid::on_clock_back>(in_.draws.below(4)), in_.draws.below(3)};
    ids_.emplace(
        maker::open(pool_.get(), {}, policy, shown_clock{this}, sortid::chosen_entropy(in_.draws.draw()))
            .value());
    acquired_ = 0;
  }
  // To another time near the true one, or to where its window begins or ends.
  void step_clock() {
    const auto health = pool_->status();
    const std::int64_t where = in_.draws.below(4);
    // A number that nobody had begins before all clocks.
    const std::int64_t edge =
        where == 0 ? std::max(health.low_ms + 1, noon - span_ms / 4) : health.high_ms + unit * (where - 2);
    offset_ = health.holds && where < 3 ? edge - in_.now : unit * (in_.draws.below(120) - 90);
  }
  // As kill -9 does it: nothing is given back.
  void kill() {
    dead_ = true;
    ids_.reset();
    pool_.reset();
    dead_ = false;
  }
  // `making_`, since nobody may make an id meanwhile.
  void end(std::int64_t how) {
    if (how <= 1 && calling_) return;
    making_ = how <= 2;
    if (how == 0) kill();
    if (how == 1) {  // it ends as it should
      ids_.reset();
      pool_.reset();
    }
    if (how <= 1) start();
    if (how == 2) ids_->scope().release();
    making_ = false;
    if (how == 3) pool_->reset();
    if (how >= 4) pool_->resume();
  }
  void poll() {
    if (!calling_ && !making_) pool_->poll();
  }
  void make(std::int64_t count) {
    if (making_) return;
    making_ = true;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto id = ids_->next();
      if (!id) break;
      const auto health = pool_->status();
      if (health.counted.acquired != acquired_) {
        acquired_ = health.counted.acquired;
        window_ = ++in_.windows;
      }
      in_.use(id->sid(), id->unix_ms(), window_);
    }
    making_ = false;
  }

  // --- the network ---

  // Nothing comes through: for a while, by chance, or because the process is no more.
  [[nodiscard]] bool cut() { return dead_ || away_ || in_.draws.once_in(20); }
  // While a call is on its way the others go on, and so do the generators of this process.
  void meanwhile() {
    if (dead_) return;
    calling_ = true;
    while (nested_ < 3 && in_.draws.once_in(3)) {
      ++nested_;
      machine& other =
          *all_[static_cast<std::size_t>(in_.draws.below(static_cast<std::int64_t>(all_.size())))];
      other.event();
      --nested_;
    }
    calling_ = false;
  }
  store_answer read(node_reading& to) {
    meanwhile();
    if (cut()) return store_answer::unavailable;
    for (unsigned n = 0; n < 32; ++n) {
      if (n >= numbers) {
        to.add(n, node_record{}, true);
      } else if (!in_.records[n].unused()) {
        to.add(n, in_.records[n]);
      }
    }
    to.fence_ms = in_.fence;
    if (in_.draws.once_in(2)) to.clock_ms = in_.now;
    meanwhile();
    return store_answer::done;
  }
  store_answer swap(const request& asked) {
    ++in_.swaps;
    meanwhile();
    if (cut()) return in_.draws.once_in(2) ? store_answer::unavailable : store_answer::unknown;
    if (in_.draws.once_in(12)) {
      in_.late.push_back(asked);
      return store_answer::unknown;
    }
    const bool fits = world::compares(in_.records[asked.node], asked.before);
    if (fits) in_.records[asked.node] = asked.next;
    meanwhile();
    if (in_.draws.once_in(12)) return store_answer::unknown;
    return fits ? store_answer::done : store_answer::lost;
  }
  void deliver() {
    if (in_.late.empty()) return;
    const auto chosen = in_.late.begin() + in_.draws.below(static_cast<std::int64_t>(in_.late.size()));
    const request asked = *chosen;
    in_.late.erase(chosen);
    in_.replace(asked);
  }

  static inline int nested_ = 0;
  world& in_;
  std::vector<std::unique_ptr<machine>>& all_;
  std::int64_t offset_ = 0;
  bool away_ = false;
  bool dead_ = false;
  bool calling_ = false;
  bool making_ = false;
  std::uint64_t acquired_ = 0;
  std::uint32_t window_ = 0;
  std::unique_ptr<node_pool> pool_;
  std::optional<maker> ids_;
};

std::int64_t shown_clock::now() const noexcept { return of->clock(); }

struct totals {
  std::uint64_t events = 0;
  std::uint64_t ids = 0;
  std::uint64_t windows = 0;
  std::uint64_t swaps = 0;
};

// One world after the other until a timestamp is used twice; the seed of that world.
std::optional<std::uint64_t> simulate(std::uint64_t seed, std::uint64_t most_events, totals& sum) {
  std::vector<std::uint32_t> used(numbers * static_cast<std::size_t>(span_ms));
  for (; sum.events < most_events; ++seed) {
    std::fill(used.begin(), used.end(), 0);
    world w{seeded_dice(seed), used};
    std::vector<std::unique_ptr<machine>> all;
    for (std::size_t m = 0; m < machines; ++m) all.push_back(std::make_unique<machine>(w, all));
    while (!w.twice && w.now < noon + span_ms / 2 && sum.events < most_events) {
      ++sum.events;
      all[static_cast<std::size_t>(w.draws.below(machines))]->event();
    }
    sum.ids += w.ids;
    sum.windows += w.windows;
    sum.swaps += w.swaps;
    if (w.twice) return seed;
  }
  return std::nullopt;
}

#if SORTID_PLANTED
int run(std::uint64_t seed, std::uint64_t events) {
  return find_each(plants, [seed, events] {
    totals sum;
    const bool wrong = simulate(seed, events, sum).has_value();
    return exploration_result{wrong, sum.events};
  });
}
#else
int run(std::uint64_t seed, std::uint64_t events) {
  const auto begun = std::chrono::steady_clock::now();
  totals sum;
  const auto found = simulate(seed, events, sum);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  std::printf("seed %llu: %llu events, %llu ids in %llu windows, %llu swaps, %.1f s\n",
              static_cast<unsigned long long>(seed), static_cast<unsigned long long>(sum.events),
              static_cast<unsigned long long>(sum.ids), static_cast<unsigned long long>(sum.windows),
              static_cast<unsigned long long>(sum.swaps), seconds);
  if (!found) return 0;
  std::printf("a timestamp is used twice: simulation --seed %llu --events %llu\n",
              static_cast<unsigned long long>(*found), static_cast<unsigned long long>(events));
  return 1;
}
#endif

}  // namespace
}  // namespace sortid_test

int main(int argc, char** argv) {
  auto seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  std::uint64_t events = 1'000'000;
  for (int i = 1; i < argc; i += 2) {
    std::uint64_t& to = std::string_view(argv[i]) == "--seed" ? seed : events;
    const char* const value = i + 1 < argc ? argv[i + 1] : "";
    if ((&to == &events && std::string_view(argv[i]) != "--events") ||
        std::from_chars(value, value + std::strlen(value), to).ec != std::errc()) {
      std::fprintf(stderr, "usage: %s [--seed N] [--events N]\n", argv[0]);
      return 2;
    }
  }
  return sortid_test::run(seed, events);
}
