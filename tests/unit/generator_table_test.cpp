// The behaviour table that opens generator.hpp, row by row, for every format and for the generators of a
// thread, of a process and of a host. Ids are compared as numbers, so that each rule is compiled once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/generators.hpp"
#include "system/system.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::generator_options;
using sortid::on_clock_back;
using sortid::on_overflow;
using sortid::policies;

constexpr std::int64_t hour = 3'600'000;
constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z, inside every format's time

// A generator of any format and kind, with its clock and entropy.
class any_bench {
 public:
  any_bench() = default;
  any_bench(const any_bench&) = delete;
  any_bench& operator=(const any_bench&) = delete;
  virtual ~any_bench() = default;

  fake_clock clock;
  fake_entropy entropy;

  virtual sortid::result<uint128, fault> next() = 0;
  virtual std::int64_t ahead() = 0;
  virtual sortid::filled fill(std::vector<uint128>& numbers) = 0;
  virtual uint128 fill_millisecond() = 0;
  virtual void draw_next(uint128 bits) = 0;
};

template <class Scope, class Id>
class bench_of final : public any_bench {
 public:
  bench_of(std::int64_t unix_ms, fake_entropy source, const policies& policy,
           const sortid::generator_plan<Id>& plan)
      : made_(unix_ms, std::move(source), policy, plan) {
    clock = made_.clock;
    entropy = made_.entropy;
  }

  sortid::result<uint128, fault> next() override {
    const auto id = made_.next();
    if (!id) return id.error();
    return number(*id);
  }
  std::int64_t ahead() override { return made_.ids().ahead(); }
  sortid::filled fill(std::vector<uint128>& numbers) override {
    std::vector<Id> ids(numbers.size());
    const sortid::filled filled = made_.ids().fill(ids);
    for (std::size_t i = 0; i < ids.size(); ++i) numbers[i] = number(ids[i]);
    return filled;
  }
  uint128 fill_millisecond() override { return number(made_.fill_millisecond()); }
  void draw_next(uint128 bits) override { made_.draw_next(bits); }

 private:
  bench<Scope, Id> made_;
};

struct row {
  std::string name;
  format_facts format;
  bool of_host;
  std::unique_ptr<any_bench> (*begin)(std::int64_t unix_ms, fake_entropy entropy, const policies& policy,
                                      const generator_options& options);
};

void PrintTo(const row& printed, std::ostream* out) { *out << printed.name; }

template <class Scope, class Id>
void add_row(std::vector<row>& rows) {
  if constexpr (facts<Id>.ordered || !std::is_same_v<Scope, one_host>) {
    std::string name = std::string(Scope::name) + "_";
    for (const char c : Id::layout().name) name += c == '-' ? '_' : c;
    const auto begin = [](std::int64_t unix_ms, fake_entropy source, const policies& policy,
                          const generator_options& options) -> std::unique_ptr<any_bench> {
      const auto plan = sortid::generator_plan<Id>::make(numbered<Id>(options)).value();
      return std::make_unique<bench_of<Scope, Id>>(unix_ms, std::move(source), policy, plan);
    };
    rows.push_back({name, facts<Id>, std::is_same_v<Scope, one_host>, begin});
  }
}

// Every format that is generated: this does not compile before the facts of a new one are written down.
std::vector<row> all_rows() {
  std::vector<row> rows;
  sortid::format_list::for_each([&rows]<class Id>(std::type_identity<Id>) {
    if constexpr (Id::layout().generated) {
      add_row<one_thread, Id>(rows);
      add_row<one_process, Id>(rows);
      add_row<one_host, Id>(rows);
    }
  });
  return rows;
}

class behaviour_table : public testing::TestWithParam<row> {
 protected:
  [[nodiscard]] static const format_facts& format() { return GetParam().format; }
  [[nodiscard]] static bool of_host() { return GetParam().of_host; }
  // Where a boot has no name, a host's order goes on after the millisecond that was promised, in a new file
  // too (decision 49): its first id there is the second one of the format's second millisecond.
  [[nodiscard]] static uint128 first_number() {
    namespace os = sortid::detail::os;
    const bool goes_on = of_host() && os::this_boot() == os::boot_name{};
    return format().constant | (goes_on ? (uint128(1) << format().timestamp_shift) + unit() : uint128());
  }
  [[nodiscard]] static bool has_time() { return format().last_instant != 0; }
  [[nodiscard]] static bool draws() { return (format().random | format().redrawn) != uint128(); }
  // The counter's bits are drawn for a millisecond's first id. A sequence begins at 0.
  [[nodiscard]] static bool counts_random() { return (format().random & format().counting) != uint128(); }
  // The counter's lowest bit.
  [[nodiscard]] static uint128 unit() { return format().counting & (~format().counting + uint128(1)); }

  [[nodiscard]] static std::unique_ptr<any_bench> begin(std::int64_t unix_ms,
                                                        fake_entropy source = fake_entropy::zeros(),
                                                        const policies& policy = {},
                                                        const generator_options& options = {}) {
    return GetParam().begin(unix_ms, std::move(source), policy, options);
  }
  // The number of an id of that instant whose tail is all zeros.
  [[nodiscard]] static uint128 at(std::int64_t unix_ms) {
    if (!has_time()) return {};
    return uint128(static_cast<std::uint64_t>(unix_ms - format().epoch)) << format().timestamp_shift |
           format().constant;
  }
  [[nodiscard]] static std::uint64_t timestamp_of(uint128 id) { return (id >> format().timestamp_shift).lo; }
  [[nodiscard]] static std::int64_t instant_of(uint128 id) {
    return format().epoch + static_cast<std::int64_t>(timestamp_of(id));
  }
};

INSTANTIATE_TEST_SUITE_P(of, behaviour_table, testing::ValuesIn(all_rows()),
                         [](const auto& given) { return given.param.name; });

// --- next millisecond --------------------------------------------------------------------------------------

TEST_P(behaviour_table, the_first_id_has_the_clocks_time_and_drawn_bits) {
  const auto zeros = begin(noon, fake_entropy::zeros());
  EXPECT_EQ(zeros->next().value(), at(noon));
  if (has_time()) {
    const auto ones = begin(noon, fake_entropy::ones());
    EXPECT_EQ(ones->next().value(), at(noon) | format().random);
  }
}

TEST_P(behaviour_table, the_next_millisecond_begins_anew) {
  if (has_time()) {
    const auto made = begin(noon, fake_entropy::zeros());
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(made->next());
    made->clock.advance(1);
    made->entropy.all(0xFF);
    const auto id = made->next().value();
    EXPECT_EQ(id, at(noon + 1) | format().random);
    made->clock.advance(hour);
    made->entropy.all(0);
    EXPECT_EQ(made->next().value(), at(noon + 1 + hour));
  }
}

// --- same millisecond --------------------------------------------------------------------------------------

TEST_P(behaviour_table, the_same_millisecond_counts_or_draws) {
  const auto made = begin(noon, fake_entropy::seeded(1));
  auto before = made->next().value();
  for (int i = 0; i < 200; ++i) {
    // A flake's 15 bits hold 200 steps of one byte hardly ever.
    const auto id = made->next();
    if (!id) {
      EXPECT_EQ(id.error(), fault::tail_overflow);
      EXPECT_EQ(format().random, uint128(0xFFFE0)) << i;
      break;
    }
    if (format().ordered) {
      EXPECT_GT(*id, before) << i;
    }
    if (has_time()) {
      EXPECT_EQ(instant_of(*id), noon);
    }
    // What neither counts nor is drawn anew stays: EUID's first half, version and variant, machine.
    const uint128 may_change = format().counting | format().redrawn;
    EXPECT_EQ(*id & ~may_change, before & ~may_change) << i;
    before = *id;
  }
}

TEST_P(behaviour_table, the_smallest_step_is_one_in_the_counters_lowest_bit) {
  const auto made = begin(noon, fake_entropy::zeros());
  const uint128 first = made->next().value();
  EXPECT_EQ(made->next().value(), first + unit());
  EXPECT_EQ(made->next().value(), first + unit() + unit());
}

TEST_P(behaviour_table, what_is_drawn_anew_has_fresh_bits_each_time) {
  const auto made = begin(noon, fake_entropy::zeros());
  ASSERT_TRUE(made->next());
  for (int i = 0; i < 3 && format().redrawn != uint128(); ++i) {
    made->entropy.all(0xFF);
    EXPECT_EQ(made->next().value() & format().redrawn, format().redrawn);
    made->entropy.all(0);
    EXPECT_EQ(made->next().value() & format().redrawn, uint128());
  }
}

// --- tail overflow -----------------------------------------------------------------------------------------

TEST_P(behaviour_table, a_full_millisecond_fails_and_changes_nothing) {
  if (format().ordered) {
    const auto made = begin(noon);
    const auto last = made->fill_millisecond();
    EXPECT_EQ(last & format().counting, format().counting);
    EXPECT_EQ(instant_of(last), noon);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(made->next().error(), fault::tail_overflow);
    made->entropy.all(0);
    EXPECT_EQ(made->next().error(), fault::tail_overflow);
    made->clock.advance(1);
    EXPECT_EQ(made->next().value(), at(noon + 1));
    EXPECT_EQ(made->clock.paused_us(), 0);
  } else {
    const auto made = begin(noon, fake_entropy::seeded(2));
    for (int i = 0; i < 20'000; ++i) ASSERT_TRUE(made->next()) << "a draw is never the last";
  }
}

TEST_P(behaviour_table, a_full_millisecond_is_waited_for_when_asked) {
  if (format().ordered) {
    const auto made = begin(noon, fake_entropy::zeros(), {.overflow = on_overflow::wait, .max_wait_ms = 50});
    made->fill_millisecond();
    EXPECT_EQ(made->next().error(), fault::tail_overflow) << "the clock stands still";
    EXPECT_EQ(made->clock.paused_us(), 50'000) << "max_wait_ms is what is waited";
    made->clock.run();
    made->entropy.all(0);
    EXPECT_EQ(made->next().value(), at(noon + 1));
    EXPECT_LE(made->clock.paused_us(), 52'000);
  }
}

TEST_P(behaviour_table, a_full_millisecond_is_run_ahead_of_when_asked) {
  if (format().ordered) {
    const auto made = begin(noon, fake_entropy::zeros(), {.overflow = on_overflow::run_ahead});
    EXPECT_EQ(made->ahead(), 0) << "no id yet";
    made->fill_millisecond();
    EXPECT_EQ(made->ahead(), 0);
    made->entropy.all(0);
    EXPECT_EQ(made->next().value(), at(noon + 1));
    EXPECT_EQ(made->ahead(), 1);
    made->clock.advance(-10);
    EXPECT_EQ(made->ahead(), 11);
    made->clock.advance(10 + hour);
    EXPECT_EQ(made->ahead(), 0);
    EXPECT_EQ(made->clock.paused_us(), 0);
  }
}

TEST_P(behaviour_table, running_ahead_ends_at_the_last_instant) {
  if (format().ordered) {
    sortid::generator_options options;
    const bool takes_steps = counts_random() && format().redrawn == uint128();
    if (takes_steps) options.step_bytes = 2;
    const auto made =
        begin(format().last_instant - 1, takes_steps ? fake_entropy::ones() : fake_entropy::zeros(),
              {.overflow = on_overflow::run_ahead}, options);
    uint128 last = made->fill_millisecond();
    // One draw for the id that the full millisecond has no place for; then the last one begins just before
    // its end.
    made->draw_next(~uint128());
    made->draw_next(format().counting - unit());
    std::size_t count = 0;
    auto id = made->next();
    for (; id && count < 5'000; ++count) {
      ASSERT_GT(*id, last);
      ASSERT_EQ(instant_of(*id), format().last_instant);
      last = *id;
      id = made->next();
    }
    EXPECT_EQ(id.error(), fault::out_of_range);
    EXPECT_GE(count, 1U);
    EXPECT_EQ(made->next().error(), fault::out_of_range);
  }
}

// --- clock back --------------------------------------------------------------------------------------------

TEST_P(behaviour_table, a_clock_that_goes_back_is_held_at_the_last_timestamp) {
  for (const std::int64_t back : {std::int64_t{1}, hour, noon - format().epoch}) {
    const auto made = begin(noon, fake_entropy::zeros());
    const auto before = made->next().value();
    made->clock.advance(-back);
    const auto id = made->next().value();
    if (format().ordered) {
      EXPECT_GT(id, before);
      EXPECT_EQ(instant_of(id), noon);
      EXPECT_EQ(made->ahead(), back);
      made->clock.set(noon + 1);
      EXPECT_EQ(instant_of(made->next().value()), noon + 1);
    } else if (has_time()) {
      EXPECT_EQ(instant_of(id), noon - back) << "followed: these ids are in no order";
    }
  }
}

TEST_P(behaviour_table, a_clock_that_goes_back_fails_when_asked) {
  const auto made = begin(noon, fake_entropy::zeros(), {.clock_back = on_clock_back::fail});
  const auto before = made->next().value();
  for (const std::int64_t back : {std::int64_t{1}, hour}) {
    made->clock.set(noon - back);
    if (has_time()) {
      EXPECT_EQ(made->next().error(), fault::clock_back);
      EXPECT_EQ(made->clock.paused_us(), 0);
    } else {
      EXPECT_TRUE(made->next()) << "a format without time does not look at the clock";
    }
  }
  made->clock.set(noon);
  const auto id = made->next().value();
  if (has_time()) {
    EXPECT_EQ(instant_of(id), noon);
  }
  if (format().ordered) {
    EXPECT_GT(id, before);
  }
}

TEST_P(behaviour_table, a_clock_that_goes_back_is_waited_for_when_asked) {
  if (has_time()) {
    const auto made =
        begin(noon, fake_entropy::zeros(), {.clock_back = on_clock_back::wait, .max_wait_ms = 20});
    ASSERT_TRUE(made->next());
    made->clock.advance(-10);
    EXPECT_EQ(made->next().error(), fault::clock_back) << "the clock stands still";
    EXPECT_EQ(made->clock.paused_us(), 20'000);
    made->clock.run();
    EXPECT_EQ(instant_of(made->next().value()), noon);
    EXPECT_EQ(made->clock.paused_us(), 30'000);
    made->clock.advance(-21);
    EXPECT_EQ(made->next().error(), fault::clock_back) << "more than max_wait_ms";
    EXPECT_EQ(instant_of(made->next().value()), noon) << "the rest of it";
  }
}

TEST_P(behaviour_table, the_generators_own_lead_is_no_clock_that_went_back) {
  if (format().ordered) {
    const auto made = begin(noon, fake_entropy::zeros(),
                            {.overflow = on_overflow::run_ahead, .clock_back = on_clock_back::fail});
    made->fill_millisecond();
    for (int i = 0; i < 100; ++i) {
      const auto id = made->next();
      ASSERT_TRUE(id) << name_of(id.error());
      EXPECT_EQ(instant_of(*id), noon + 1);
      EXPECT_EQ(made->ahead(), 1);
    }
    made->clock.advance(-1);
    EXPECT_EQ(made->next().error(), fault::clock_back) << "now it went back";
  }
}

TEST_P(behaviour_table, both_waits_share_one_limit) {
  if (format().ordered) {
    const auto made =
        begin(noon, fake_entropy::zeros(),
              {.overflow = on_overflow::wait, .clock_back = on_clock_back::wait, .max_wait_ms = 10});
    made->fill_millisecond();
    made->clock.advance(-10);
    made->clock.run();
    // Ten milliseconds until the clock is back, none left for the next one.
    EXPECT_EQ(made->next().error(), fault::tail_overflow);
    EXPECT_EQ(made->clock.paused_us(), 10'000);
    EXPECT_EQ(instant_of(made->next().value()), noon + 1);
  }
}

TEST_P(behaviour_table, waits_that_are_nothing_and_for_ever) {
  if (format().ordered) {
    for (const std::int64_t none :
         {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
      const auto made =
          begin(noon, fake_entropy::zeros(), {.overflow = on_overflow::wait, .max_wait_ms = none});
      made->fill_millisecond();
      made->clock.run();
      EXPECT_EQ(made->next().error(), fault::tail_overflow);
      EXPECT_EQ(made->clock.paused_us(), 0);
    }
    const auto made =
        begin(noon, fake_entropy::zeros(),
              {.overflow = on_overflow::wait, .max_wait_ms = std::numeric_limits<std::int64_t>::max()});
    made->fill_millisecond();
    made->clock.run();
    EXPECT_EQ(instant_of(made->next().value()), noon + 1);
  }
}

// --- outside the time --------------------------------------------------------------------------------------

TEST_P(behaviour_table, from_the_first_instant_to_the_last) {
  if (has_time()) {
    const auto made = begin(format().epoch, fake_entropy::zeros());
    EXPECT_EQ(made->next().value(), first_number()) << "timestamp 0";
    for (const std::int64_t instant :
         {format().epoch + 2, format().epoch + hour, format().last_instant - hour, format().last_instant - 1,
          format().last_instant}) {
      made->clock.set(instant);
      EXPECT_EQ(made->next().value(), at(instant));
    }
    // There is another one in that millisecond, and no millisecond after it.
    const auto id = made->next().value();
    EXPECT_EQ(instant_of(id), format().last_instant);
    for (const std::int64_t past : {std::int64_t{1}, hour}) {
      made->clock.set(format().last_instant + past);
      EXPECT_EQ(made->next().error(), fault::out_of_range);
    }
  }
}

TEST_P(behaviour_table, outside_the_time_nothing_is_made_and_nothing_changes) {
  for (const auto back : {on_clock_back::hold, on_clock_back::wait, on_clock_back::fail}) {
    for (const bool begun : {false, true}) {
      const auto made = begin(noon, fake_entropy::zeros(), {.clock_back = back});
      if (begun) {
        ASSERT_TRUE(made->next());
      }
      for (const std::int64_t out :
           {format().epoch - 1, format().epoch - hour, std::numeric_limits<std::int64_t>::min(),
            format().last_instant + 1, format().last_instant + hour,
            std::numeric_limits<std::int64_t>::max()}) {
        made->clock.set(out);
        const auto id = made->next();
        if (!has_time()) {
          EXPECT_TRUE(id) << out;
        } else if (begun && out < noon && back != on_clock_back::hold) {
          EXPECT_EQ(id.error(), fault::clock_back) << out;
        } else {
          EXPECT_EQ(id.error(), fault::out_of_range) << out;
        }
        EXPECT_GE(made->ahead(), 0);
      }
      made->clock.set(noon);
      const auto id = made->next();
      ASSERT_TRUE(id) << name_of(id.error());
      if (has_time()) {
        const bool counted = begun && format().ordered;
        EXPECT_EQ(*id, counted ? at(noon) + unit() : at(noon));
      }
    }
  }
}

TEST_P(behaviour_table, seconds_in_place_of_milliseconds_are_taken_at_their_word) {
  if (has_time()) {
    constexpr std::int64_t seconds = 1'765'540'800;  // 1970-01-21T10:25:40.800Z when read as milliseconds
    const auto made = begin(seconds);
    const auto id = made->next();
    if (format().epoch == 0) {
      EXPECT_EQ(instant_of(id.value()), seconds);
    } else {
      EXPECT_EQ(id.error(), fault::out_of_range) << "long before 2011 and 2024";
    }
    // Microseconds are the year 57918: past the last instant of all that end sooner.
    made->clock.set(noon * 1'000);
    EXPECT_EQ(made->next().error(), fault::out_of_range);
  }
}

TEST_P(behaviour_table, an_epoch_of_the_callers_own) {
  for (const std::int64_t epoch :
       {std::int64_t{0}, std::int64_t{-86'400'000}, noon, std::int64_t{1'234'567'890'123},
        std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
    if (has_time()) {
      const auto span = static_cast<std::uint64_t>(format().last_instant - format().epoch);
      const auto instant = [epoch](std::uint64_t timestamp) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(epoch) + timestamp);
      };
      const auto made = begin(epoch, fake_entropy::zeros(), {}, {.epoch = epoch});
      if (epoch != std::numeric_limits<std::int64_t>::min()) {
        made->clock.set(epoch - 1);
        EXPECT_EQ(made->next().error(), fault::out_of_range);
      }
      made->clock.set(epoch);
      EXPECT_EQ(made->next().value(), first_number()) << "timestamp 0";
      EXPECT_EQ(made->ahead(), static_cast<std::int64_t>(timestamp_of(first_number())));
      if (epoch == std::numeric_limits<std::int64_t>::max()) continue;
      made->clock.set(instant(1));
      EXPECT_EQ(timestamp_of(made->next().value()), 1U);
      made->clock.set(instant(span));
      EXPECT_EQ(timestamp_of(made->next().value()), span);
      made->clock.set(instant(span + 1));
      EXPECT_EQ(made->next().error(), fault::out_of_range);
    }
  }
}

TEST_P(behaviour_table, the_lead_is_never_more_than_a_number_holds) {
  if (format().ordered) {
    const auto made = begin(noon);
    ASSERT_TRUE(made->next());
    made->clock.set(std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(made->ahead(), std::numeric_limits<std::int64_t>::max());
    made->clock.set(std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(made->ahead(), 0);
  }
}

// --- entropy failure ---------------------------------------------------------------------------------------

TEST_P(behaviour_table, entropy_failure_is_an_error_and_changes_nothing) {
  // Each call that the entropy gets in the first id, in one of the same millisecond, in one of the next.
  for (int place = 0; place < 3; ++place) {
    for (std::size_t call = 1; call <= 3; ++call) {
      const auto disturbed = begin(noon, fake_entropy::seeded(7));
      const auto twin = begin(noon, fake_entropy::seeded(7));
      if (place != 0) {
        ASSERT_EQ(disturbed->next().value(), twin->next().value());
      }
      if (place == 2) {
        disturbed->clock.advance(1);
        twin->clock.advance(1);
      }
      disturbed->entropy.fail_on(call);
      const std::size_t calls_before = disturbed->entropy.calls();
      const auto id = disturbed->next();
      const std::size_t asked = disturbed->entropy.calls() - calls_before;
      if (asked >= call) {
        ASSERT_FALSE(id) << "place " << place << ", call " << call;
        EXPECT_EQ(id.error(), fault::entropy);
        EXPECT_EQ(asked, call) << "it is not asked again";
        disturbed->entropy.all(0x5A);
        twin->entropy.all(0x5A);
        EXPECT_EQ(disturbed->next().value(), twin->next().value());
        EXPECT_EQ(disturbed->next().value(), twin->next().value());
      } else {
        EXPECT_TRUE(id);
        if (!draws()) {
          EXPECT_EQ(asked, 0U);
        }
      }
    }
  }
}

TEST_P(behaviour_table, entropy_that_always_fails_makes_no_id_at_all) {
  const auto made =
      begin(noon, fake_entropy::zeros(),
            {.overflow = on_overflow::wait, .clock_back = on_clock_back::wait, .max_wait_ms = 5});
  made->entropy.fail();
  std::vector<uint128> ids(10);
  const auto filled = made->fill(ids);
  if (draws()) {
    EXPECT_EQ(filled.count, 0U);
    EXPECT_EQ(filled.why, fault::entropy);
    EXPECT_EQ(made->clock.paused_us(), 0) << "entropy is not waited for";
  } else {
    EXPECT_EQ(filled.count, 10U) << "snowish draws nothing";
  }
}

// --- fork --------------------------------------------------------------------------------------------------

TEST_P(behaviour_table, a_forked_child_begins_a_millisecond_later) {
  const auto made = begin(noon, fake_entropy::zeros());
  const auto before = made->next().value();
  made->entropy.fork();
  const auto id = made->next();
  if (of_host()) {
    EXPECT_EQ(id.value(), before + unit()) << "the order is in the file, which is not copied";
  } else if (!draws()) {
    EXPECT_EQ(id.error(), fault::forked);
    made->clock.advance(hour);
    EXPECT_EQ(made->next().error(), fault::forked) << "the machine's number is still the parent's";
  } else if (format().ordered) {
    EXPECT_EQ(id.value(), at(noon + 1)) << "drawn anew, a millisecond later";
    EXPECT_EQ(made->next().value(), at(noon + 1) + unit()) << "once";
    made->entropy.fork();
    made->clock.set(noon + 2);
    EXPECT_EQ(made->next().value(), at(noon + 2)) << "the clock is later already";
  } else {
    EXPECT_TRUE(id);
  }
}

// Unless nothing is drawn, so that parent and child would begin alike.
TEST_P(behaviour_table, a_fork_before_the_first_id_is_no_matter) {
  const auto made = begin(noon, fake_entropy::zeros());
  made->entropy.fork();
  if (!draws() && !of_host()) {
    EXPECT_EQ(made->next().error(), fault::forked);
    return;
  }
  const auto id = made->next().value();
  if (has_time()) {
    EXPECT_EQ(instant_of(id), noon);
    EXPECT_EQ(instant_of(made->next().value()), noon);
  }
}

TEST_P(behaviour_table, a_fork_in_the_last_millisecond_leaves_the_child_nothing) {
  if (format().ordered && draws() && !of_host()) {
    const auto made = begin(format().last_instant, fake_entropy::zeros());
    ASSERT_TRUE(made->next());
    made->entropy.fork();
    EXPECT_EQ(made->next().error(), fault::out_of_range);
    EXPECT_EQ(made->next().error(), fault::out_of_range);
  }
}

TEST_P(behaviour_table, a_child_without_entropy_makes_nothing_and_stays_a_child) {
  if (draws() && format().ordered && !of_host()) {
    const auto made = begin(noon, fake_entropy::zeros());
    ASSERT_TRUE(made->next());
    made->entropy.fork();
    made->entropy.fail();
    EXPECT_EQ(made->next().error(), fault::entropy);
    made->entropy.fail(false);
    EXPECT_EQ(made->next().value(), at(noon + 1));
  }
}

// --- batches -----------------------------------------------------------------------------------------------

// More ids than the two blocks that are made at once.
constexpr std::size_t several_blocks = 700;

TEST_P(behaviour_table, a_batch_is_the_ids_that_next_would_give) {
  // The draws of a block are made in another order, so they are all the same here.
  for (const unsigned drawn : {0x00U, 0x01U, 0x5AU, 0xFFU}) {
    for (const auto overflow : {on_overflow::fail, on_overflow::wait, on_overflow::run_ahead}) {
      const policies policy{.overflow = overflow, .max_wait_ms = 5};
      const auto batch = begin(noon, fake_entropy::zeros(), policy);
      const auto single = begin(noon, fake_entropy::zeros(), policy);
      for (const auto& made : {batch.get(), single.get()}) {
        made->entropy.all(static_cast<unsigned char>(drawn));
        made->clock.run();
      }
      for (const std::size_t size : {several_blocks, std::size_t{1}, std::size_t{0}, std::size_t{2}}) {
        std::vector<uint128> ids(size);
        const auto filled = batch->fill(ids);
        for (std::size_t i = 0; i < filled.count; ++i) ASSERT_EQ(ids[i], single->next().value()) << i;
        if (filled.why != fault::none) {
          ASSERT_EQ(single->next().error(), filled.why);
        } else {
          ASSERT_EQ(filled.count, size);
        }
        for (std::size_t i = filled.count; i < size; ++i) ASSERT_EQ(ids[i], uint128()) << "untouched";
      }
      EXPECT_EQ(batch->ahead(), single->ahead());
    }
  }
}

TEST_P(behaviour_table, a_batch_is_in_order_and_drawn) {
  const auto made = begin(noon, fake_entropy::seeded(4), {.overflow = on_overflow::run_ahead});
  std::vector<uint128> ids(several_blocks);
  ASSERT_EQ(made->fill(ids).count, ids.size());
  uint128 differ;
  for (std::size_t i = 1; i < ids.size(); ++i) {
    if (format().ordered) {
      ASSERT_GT(ids[i], ids[i - 1]) << i;
    }
    differ = differ | (ids[i] ^ ids[i - 1]);
  }
  EXPECT_EQ(differ & format().redrawn, format().redrawn) << "each bit differs somewhere";
  const uint128 before = ids.back();
  made->clock.advance(hour);
  const auto id = made->next().value();
  if (format().ordered) {
    EXPECT_GT(id, before);
  }
}

TEST_P(behaviour_table, a_batch_that_is_cut_short_says_where_and_why) {
  if (format().ordered) {
    const auto made = begin(noon, fake_entropy::zeros());
    const uint128 counting = format().counting;
    made->draw_next(counting - unit() - unit());
    const uint128 first = made->next().value();
    std::vector<uint128> ids(5'000);
    const std::size_t expected = counts_random() ? 2 : 4'095;
    const auto filled = made->fill(ids);
    EXPECT_EQ(filled.count, expected);
    EXPECT_EQ(filled.why, fault::tail_overflow);
    for (std::size_t i = 0; i < filled.count; ++i) {
      EXPECT_EQ(instant_of(ids[i]), noon);
      ASSERT_EQ(ids[i], (i == 0 ? first : ids[i - 1]) + unit());
    }
    EXPECT_EQ(ids[expected - 1] & counting, counting);
    EXPECT_EQ(ids[expected], uint128()) << "what is past the count is untouched";
    made->clock.advance(1);
    ids.resize(1);
    EXPECT_EQ(made->fill(ids).count, 1U);
    EXPECT_EQ(instant_of(ids[0]), noon + 1);
  }
}

TEST_P(behaviour_table, a_batch_goes_on_past_a_full_millisecond_as_the_policy_says) {
  if (format().ordered) {
    for (const auto overflow : {on_overflow::wait, on_overflow::run_ahead}) {
      const auto made = begin(noon, fake_entropy::zeros(), {.overflow = overflow, .max_wait_ms = 5});
      made->clock.run();
      made->draw_next(format().counting - unit());
      const uint128 first = made->next().value();
      std::vector<uint128> ids(4'200);
      const auto filled = made->fill(ids);
      ASSERT_EQ(filled.count, ids.size()) << name_of(filled.why);
      const std::size_t left = counts_random() ? 1 : 4'095;
      EXPECT_EQ(ids[0], first + unit());
      EXPECT_EQ(instant_of(ids[left - 1]), noon);
      EXPECT_EQ(ids[left], at(noon + 1)) << "the next millisecond begins anew";
      EXPECT_EQ(made->ahead(), overflow == on_overflow::wait ? 0 : instant_of(ids.back()) - noon);
    }
  }
}

TEST_P(behaviour_table, a_batch_on_a_clock_that_goes_back) {
  for (const auto back : {on_clock_back::hold, on_clock_back::wait, on_clock_back::fail}) {
    const auto made = begin(noon, fake_entropy::zeros(), {.clock_back = back, .max_wait_ms = 50});
    const uint128 first = made->next().value();
    made->clock.advance(-10);
    made->clock.run();
    std::vector<uint128> ids(20);
    const auto filled = made->fill(ids);
    if (back == on_clock_back::fail && has_time()) {
      EXPECT_EQ(filled.count, 0U);
      EXPECT_EQ(filled.why, fault::clock_back);
    } else {
      ASSERT_EQ(filled.count, ids.size());
      if (format().ordered) {
        EXPECT_GT(ids[0], first);
        EXPECT_EQ(instant_of(ids.back()), noon);
      }
    }
  }
}

TEST_P(behaviour_table, a_batch_in_a_forked_child) {
  const auto made = begin(noon, fake_entropy::zeros());
  std::vector<uint128> ids(several_blocks);
  const uint128 first = made->next().value();
  made->entropy.fork();
  const auto filled = made->fill(ids);
  if (of_host()) {
    EXPECT_EQ(ids[0], first + unit());
  } else if (!draws()) {
    EXPECT_EQ(filled.count, 0U);
    EXPECT_EQ(filled.why, fault::forked);
  } else {
    ASSERT_EQ(filled.count, ids.size()) << name_of(filled.why);
    if (format().ordered) {
      EXPECT_EQ(ids[0], at(noon + 1));
      EXPECT_EQ(instant_of(ids.back()), noon + 1) << "once";
    }
  }
}

TEST_P(behaviour_table, entropy_that_fails_in_a_batch_leaves_the_ids_before_it) {
  if (draws()) {
    for (std::size_t call = 1; call <= 9; ++call) {
      const auto made = begin(noon, fake_entropy::seeded(11), {.overflow = on_overflow::run_ahead});
      made->entropy.fail_on(call);
      std::vector<uint128> ids(several_blocks);
      const auto filled = made->fill(ids);
      if (filled.why == fault::none) continue;  // it asks less often
      EXPECT_EQ(filled.why, fault::entropy);
      for (std::size_t i = 0; i < ids.size(); ++i) {
        EXPECT_EQ(ids[i] == uint128(), i >= filled.count) << i;
        if (format().ordered && i != 0 && i < filled.count) {
          ASSERT_GT(ids[i], ids[i - 1]);
        }
      }
      const auto id = made->next();
      ASSERT_TRUE(id) << "it goes on";
      if (format().ordered && filled.count != 0) {
        EXPECT_GT(*id, ids[filled.count - 1]);
      }
    }
  }
}

}  // namespace
}  // namespace sortid_test
