// The clocks that cost less: by how much each may lag, in a world whose time, counter and clock the test
// moves, and on the system.
#include "sortid/clocks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "clock/counter_facts.hpp"
#include "sortid/ordered_generator.hpp"
#include "sortid/ulid.hpp"
#include "support/child_process.hpp"

namespace sortid_test {
namespace {

using sortid::coarse_clock;
using sortid::counter_clock;
using sortid::system_clock;
using sortid::detail::counter_facts;
using sortid::detail::why_no_counter;

constexpr std::int64_t ns_per_ms = 1'000'000;

std::uint64_t seed_of_test() {
  const char* const given = std::getenv("SORTID_TEST_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
}

// A world of one thread.
struct world {
  static inline std::int64_t clock_ns = 0;  // CLOCK_REALTIME
  static inline std::int64_t running_ns = 0;
  static inline double counts = 0;
  static inline double pace = 0;  // counts per nanosecond
  static inline int readings = 0;
  // Held up for so long between two of its calls.
  static inline std::int64_t (*held_up)() = nullptr;

  static void begin(double counts_per_ns) {
    clock_ns = 1'765'540'800'000'250'000;
    running_ns = 5'000'000'000;
    counts = 1e12;
    pace = counts_per_ns;
    readings = 0;
    held_up = nullptr;
    sortid::detail::counted_clock<world>::kept = {};
  }
  static void pass(std::int64_t ns) {
    clock_ns += ns;
    running_ns += ns;
    counts += static_cast<double>(ns) * pace;
  }
  static void hold_up() { pass(held_up != nullptr ? held_up() : 0); }

  static std::uint64_t counter() noexcept {
    hold_up();
    return static_cast<std::uint64_t>(counts);
  }
  static std::timespec unix_time() noexcept {
    hold_up();
    ++readings;
    return {.tv_sec = clock_ns / 1'000'000'000, .tv_nsec = clock_ns % 1'000'000'000};
  }
  static std::int64_t elapsed_ns() noexcept {
    hold_up();
    return running_ns;
  }
  static std::int64_t unix_ms() { return clock_ns / ns_per_ms; }
};
using clock_of_world = sortid::detail::counted_clock<world>;

// Uses the clock until it knows the counter's rate.
void learn() {
  for (int i = 0; i < 40; ++i) {
    world::pass(100'000);
    (void)clock_of_world::now();
  }
}

TEST(counter_clock, tells_the_millisecond_and_seldom_reads_the_clock) {
  for (const double pace : {0.019, 0.0625, 1.0, 2.1, 5.7}) {
    world::begin(pace);
    learn();
    world::readings = 0;
    for (int i = 0; i < 1'000'000; ++i) {
      ASSERT_EQ(clock_of_world::now(), world::unix_ms()) << pace << ' ' << i;
      world::pass(100);
    }
    // A hundred milliseconds: four microseconds of each, and a few for what caution leaves.
    EXPECT_GE(world::readings, 100) << pace;
    EXPECT_LE(world::readings, 5'000) << pace;
  }
}

TEST(counter_clock, reads_the_clock_every_time_until_the_rate_was_measured_twice) {
  world::begin(2.1);
  for (int i = 1; i <= 20; ++i) {
    (void)clock_of_world::now();
    ASSERT_EQ(world::readings, i);
    world::pass(99'000);
  }
}

TEST(counter_clock, reads_the_clock_first_where_the_counter_begins_at_0) {
  world::begin(2.1);
  world::counts = 0;
  EXPECT_EQ(clock_of_world::now(), world::unix_ms());
}

TEST(counter_clock, a_clock_set_back_is_followed_after_a_millisecond_of_the_counter) {
  world::begin(2.1);
  learn();
  world::clock_ns -= 3'600 * 1'000 * ns_per_ms;
  world::pass(ns_per_ms);
  EXPECT_EQ(clock_of_world::now(), world::unix_ms());
}

TEST(counter_clock, after_a_suspension_the_old_millisecond_is_told_for_a_millisecond_at_most) {
  for (const bool counter_goes_on : {false, true}) {
    world::begin(2.1);
    learn();
    constexpr std::int64_t night = 8LL * 3'600 * 1'000 * ns_per_ms;
    world::clock_ns += night;
    world::running_ns += night;
    if (counter_goes_on) world::counts += static_cast<double>(night) * world::pace;
    world::pass(counter_goes_on ? 0 : ns_per_ms);
    EXPECT_EQ(clock_of_world::now(), world::unix_ms()) << counter_goes_on;
  }
}

TEST(counter_clock, a_counter_that_begins_anew_is_not_believed) {
  world::begin(2.1);
  learn();
  world::counts = 17;
  for (int i = 0; i < 20'000; ++i) {
    ASSERT_EQ(clock_of_world::now(), world::unix_ms()) << i;
    world::pass(1'000);
  }
}

// As on another machine, to which a process is moved as it runs.
TEST(counter_clock, a_counter_of_another_pace_is_known_after_two_milliseconds_of_it) {
  for (const double factor : {0.25, 0.5, 1.5, 4.0}) {
    world::begin(2.1);
    learn();
    world::pace *= factor;
    for (int window = 0; window < 2; ++window) {
      world::pass(static_cast<std::int64_t>(static_cast<double>(ns_per_ms) / factor));
      (void)clock_of_world::now();
    }
    for (int i = 0; i < 20'000; ++i) {
      ASSERT_EQ(clock_of_world::now(), world::unix_ms()) << factor << ' ' << i;
      world::pass(1'000);
    }
  }
}

// Whatever happens to the thread, the clock and the counter: never ahead of a clock that was not set back,
// and behind it by less than a millisecond of the counter.
TEST(counter_clock, is_never_ahead_and_lags_by_a_millisecond_at_most) {
  const std::uint64_t seed = seed_of_test();
  std::printf("SORTID_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
  static std::mt19937_64 bits;
  bits.seed(seed);
  for (int life = 0; life < 200; ++life) {
    world::begin(0.02 + static_cast<double>(bits() % 5'000) / 1'000);
    static bool often = false;
    often = life % 2 == 0;
    world::held_up = [] {
      return often && bits() % 50 == 0 ? static_cast<std::int64_t>(bits() % 5'000'000) : 0;
    };
    std::int64_t disturbed_until_ns = 0;  // a millisecond of running time after a step or a suspension
    std::int64_t passed_ns = 0;
    for (int i = 0; i < 5'000; ++i) {
      const auto ns = static_cast<std::int64_t>(bits() % (bits() % 20 == 0 ? 3'000'000 : 3'000));
      world::pass(ns);
      passed_ns += ns;
      switch (bits() % 2'000) {
        case 0:
          world::clock_ns -= static_cast<std::int64_t>(bits() % 10'000'000'000);
          disturbed_until_ns = passed_ns + ns_per_ms;
          break;
        case 1:
          world::clock_ns += static_cast<std::int64_t>(bits() % 10'000'000'000);
          disturbed_until_ns = passed_ns + ns_per_ms;
          break;
        case 2: {  // the counter stands still meanwhile
          const auto away = static_cast<std::int64_t>(bits() % 10'000'000'000);
          world::clock_ns += away;
          world::running_ns += away;
          disturbed_until_ns = passed_ns + ns_per_ms;
          break;
        }
        case 3:
          world::pace *= 1 + (static_cast<double>(bits() % 1'000) - 500) / 1'000'000;
          break;
        default:
          break;
      }
      const std::int64_t before = world::unix_ms();
      const std::int64_t told = clock_of_world::now();
      if (passed_ns < disturbed_until_ns) continue;
      ASSERT_GE(told, before) << "life " << life << ", step " << i;
      ASSERT_LE(told, world::unix_ms()) << "life " << life << ", step " << i;
    }
  }
}

TEST(counter_clock, is_rejected_where_the_system_does_not_vouch_for_the_counter) {
  const counter_facts good{
      .known = true, .invariant = true, .readable = true, .clock_source = sortid::detail::counters_name};
  EXPECT_EQ(why_no_counter(good), nullptr);
  const auto without = [&good](auto change) {
    counter_facts facts = good;
    change(facts);
    return why_no_counter(facts);
  };
  EXPECT_STREQ(without([](counter_facts& f) { f.known = false; }),
               "no counter of this processor and system is known");
  EXPECT_STREQ(without([](counter_facts& f) { f.invariant = false; }),
               "the processor's counter is not invariant");
  EXPECT_STREQ(without([](counter_facts& f) { f.readable = false; }),
               "the processor's counter cannot be read by this process");
  EXPECT_STREQ(without([](counter_facts& f) { f.clock_source = {}; }),
               "the system does not tell what it keeps its time by");
  for (const char* other : {"hpet", "acpi_pm", "kvm-clock", "ts", "tsc-early"}) {
    EXPECT_STREQ(without([other](counter_facts& f) { f.clock_source = other; }),
                 "the system keeps its time by something else than the counter");
  }
}

// Between two readings of the system's own, unless somebody sets it meanwhile.
template <class Clock>
void expect_not_ahead() {
  const auto clock = Clock::open();
  if (!clock) GTEST_SKIP() << clock.error().what;
  int ahead = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const std::int64_t told = clock->now();
    ahead = told <= system_clock::now() ? 0 : ahead + 1;
    ASSERT_LT(ahead, 100'000) << told;
  }
}
TEST(counter_clock, is_not_ahead_of_the_systems) { expect_not_ahead<counter_clock>(); }
TEST(coarse_clock, is_not_ahead_of_the_systems) { expect_not_ahead<coarse_clock>(); }

TEST(coarse_clock, tells_its_granularity) {
  const auto clock = coarse_clock::open();
  if (!clock) GTEST_SKIP() << clock.error().what;
  timespec tick{};
  ASSERT_EQ(clock_getres(CLOCK_REALTIME_COARSE, &tick), 0);
  EXPECT_EQ(clock->granularity_ns(), tick.tv_sec * 1'000'000'000 + tick.tv_nsec);
  EXPECT_GT(clock->granularity_ns(), 0);
}

TEST(coarse_clock, a_pause_is_not_shorter_than_asked_for) { EXPECT_GE(coarse_clock::pause(2'000), 2'000); }

template <class Clock>
class cheaper_clock : public testing::Test {};
using cheaper_clocks = testing::Types<coarse_clock, counter_clock>;
TYPED_TEST_SUITE(cheaper_clock, cheaper_clocks);

TYPED_TEST(cheaper_clock, makes_ids_in_order_by_the_wall_clock) {
  const auto clock = TypeParam::open();
  if (!clock) GTEST_SKIP() << clock.error().what;
  auto ids = sortid::generator<sortid::ulid, TypeParam>::make({}, {}, *clock);
  ASSERT_TRUE(ids);
  auto last = ids->next().value();
  for (int i = 0; i < 100'000; ++i) {
    const auto id = ids->next();
    ASSERT_TRUE(id) << name_of(id.error());
    ASSERT_GT(*id, last);
    last = *id;
  }
  EXPECT_LT(std::abs(last.unix_ms() - system_clock::now()), 3'600'000);
}

// The policy says that no thread has seen a later time than the one that reads.
TYPED_TEST(cheaper_clock, threads_of_one_order_do_not_see_it_go_back) {
  const auto clock = TypeParam::open();
  if (!clock) GTEST_SKIP() << clock.error().what;
  sortid::process_generator<sortid::ulid, TypeParam> ids(
      {}, {.clock_back = sortid::on_clock_back::wait, .max_wait_ms = 60'000}, *clock);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&ids] {
      auto last = ids.next().value();
      for (int i = 0; i < 50'000; ++i) {
        const auto id = ids.next();
        ASSERT_TRUE(id) << name_of(id.error());
        ASSERT_GT(*id, last);
        last = *id;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TYPED_TEST(cheaper_clock, a_forked_child_goes_on_by_it) {
  const auto clock = TypeParam::open();
  if (!clock) GTEST_SKIP() << clock.error().what;
  auto ids = sortid::generator<sortid::ulid, TypeParam>::make({}, {}, *clock);
  ASSERT_TRUE(ids);
  const auto before = ids->next().value();
  const int status = exit_status_of_child(way_to_fork::library, [&] {
    for (int i = 0; i < 1'000; ++i) {
      if (ids->next().value().timestamp() <= before.timestamp()) return 1;
    }
    return std::abs(ids->next()->unix_ms() - system_clock::now()) < 3'600'000 ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace sortid_test
