// The behaviour table that opens generator.hpp, row by row, for every format and for the generators of a thread, of a
// process and of a host.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "support/generators.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::on_clock_back;
using sortid::on_overflow;
using sortid::policies;

constexpr std::int64_t hour = 3'600'000;
constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z, inside every format's time

template <class ScopeOf, class IdOf>
struct row {
  using scope = ScopeOf;
  using id = IdOf;
};

template <class Row>
class BehaviourTable : public testing::Test {
 protected:
  using id_type = typename Row::id;
  using bench_type = bench<typename Row::scope, id_type>;
  static constexpr format_facts format = facts<id_type>;
  static constexpr bool has_time = timed<id_type>;
  static constexpr bool ordered = facts<id_type>.ordered;
  static constexpr bool draws = (facts<id_type>.random | facts<id_type>.redrawn) != uint128();

  static uint128 at(std::int64_t unix_ms) {
    if (!has_time) return {};
    return uint128(static_cast<std::uint64_t>(unix_ms - format.epoch)) << format.timestamp_shift |
           format.constant;
  }
};

using rows =
    testing::Types<row<one_thread, sortid::ulid>, row<one_thread, sortid::type_id>,
                   row<one_thread, sortid::uuidv7>, row<one_thread, sortid::euid>,
                   row<one_thread, sortid::ulid_flake>, row<one_thread, sortid::ulid_flake_scalable>,
                   row<one_thread, sortid::uid11>, row<one_thread, sortid::xid>,
                   row<one_thread, sortid::uid11_fullrand>, row<one_thread, sortid::uid11_snowish>,
                   row<one_thread, sortid::uid11_ts_seq_rand>, row<one_process, sortid::ulid>,
                   row<one_process, sortid::type_id>, row<one_process, sortid::uuidv7>,
                   row<one_process, sortid::euid>, row<one_process, sortid::ulid_flake>,
                   row<one_process, sortid::ulid_flake_scalable>, row<one_process, sortid::uid11>,
                   row<one_process, sortid::xid>, row<one_process, sortid::uid11_fullrand>,
                   row<one_process, sortid::uid11_snowish>, row<one_process, sortid::uid11_ts_seq_rand>,
                   row<one_host, sortid::ulid>, row<one_host, sortid::type_id>, row<one_host, sortid::uuidv7>,
                   row<one_host, sortid::euid>, row<one_host, sortid::ulid_flake>,
                   row<one_host, sortid::ulid_flake_scalable>, row<one_host, sortid::uid11_snowish>,
                   row<one_host, sortid::uid11_ts_seq_rand>>;

struct row_name {
  template <class Row>
  static std::string GetName(int) {
    std::string name = std::string(Row::scope::name) + "_";
    for (const char c : Row::id::layout().name) name += c == '-' ? '_' : c;
    return name;
  }
};
TYPED_TEST_SUITE(BehaviourTable, rows, row_name);

// --- next millisecond ----------------------------------------------------------------------------------------

TYPED_TEST(BehaviourTable, TheFirstIdHasTheClocksTimeAndDrawnBits) {
  typename TestFixture::bench_type zeros(noon, fake_entropy::zeros());
  EXPECT_EQ(number(zeros.next().value()), this->at(noon) | uint128());
  if constexpr (TestFixture::has_time) {
    typename TestFixture::bench_type ones(noon, fake_entropy::ones());
    EXPECT_EQ(number(ones.next().value()), this->at(noon) | this->format.random);
  }
}

TYPED_TEST(BehaviourTable, TheNextMillisecondBeginsAnew) {
  if constexpr (TestFixture::has_time) {
    typename TestFixture::bench_type made(noon, fake_entropy::zeros());
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(made.next());
    made.clock.advance(1);
    made.entropy.all(0xFF);
    const auto id = made.next().value();
    EXPECT_EQ(number(id), this->at(noon + 1) | this->format.random);
    made.clock.advance(hour);
    made.entropy.all(0);
    EXPECT_EQ(number(made.next().value()), this->at(noon + 1 + hour));
  }
}

// --- same millisecond ----------------------------------------------------------------------------------------

TYPED_TEST(BehaviourTable, TheSameMillisecondCountsOrDraws) {
  typename TestFixture::bench_type made(noon, fake_entropy::seeded(1));
  auto before = made.next().value();
  for (int i = 0; i < 200; ++i) {
    // A flake's 15 bits hold 200 steps of one byte hardly ever.
    const auto id = made.next();
    if (!id) {
      EXPECT_EQ(id.error(), fault::tail_overflow);
      EXPECT_TRUE((std::is_same_v<typename TestFixture::id_type, sortid::ulid_flake_scalable>)) << i;
      break;
    }
    if constexpr (TestFixture::ordered) {
      EXPECT_GT(*id, before) << i;
    }
    if constexpr (TestFixture::has_time) {
      EXPECT_EQ(instant_of(*id), noon);
    }
    // What neither counts nor is drawn anew stays: EUID's first half, version and variant, machine.
    const uint128 may_change = this->format.counting | this->format.redrawn;
    EXPECT_EQ(number(*id) & ~may_change, number(before) & ~may_change) << i;
    before = *id;
  }
}

TYPED_TEST(BehaviourTable, TheSmallestStepIsOneInTheCountersLowestBit) {
  typename TestFixture::bench_type made(noon, fake_entropy::zeros());
  const uint128 first = number(made.next().value());
  EXPECT_EQ(number(made.next().value()), first + made.unit);
  EXPECT_EQ(number(made.next().value()), first + made.unit + made.unit);
}

TYPED_TEST(BehaviourTable, WhatIsDrawnAnewHasFreshBitsEachTime) {
  typename TestFixture::bench_type made(noon, fake_entropy::zeros());
  ASSERT_TRUE(made.next());
  for (int i = 0; i < 3 && this->format.redrawn != uint128(); ++i) {
    made.entropy.all(0xFF);
    EXPECT_EQ(number(made.next().value()) & this->format.redrawn, this->format.redrawn);
    made.entropy.all(0);
    EXPECT_EQ(number(made.next().value()) & this->format.redrawn, uint128());
  }
}

// --- tail overflow -------------------------------------------------------------------------------------------

TYPED_TEST(BehaviourTable, AFullMillisecondFailsAndChangesNothing) {
  if constexpr (TestFixture::ordered) {
    typename TestFixture::bench_type made(noon);
    const auto last = made.fill_millisecond();
    EXPECT_EQ(number(last) & this->format.counting, this->format.counting);
    EXPECT_EQ(instant_of(last), noon);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(made.next().error(), fault::tail_overflow);
    made.entropy.all(0);
    EXPECT_EQ(made.next().error(), fault::tail_overflow);
    made.clock.advance(1);
    EXPECT_EQ(number(made.next().value()), this->at(noon + 1));
    EXPECT_EQ(made.clock.paused_us(), 0);
  } else {
    typename TestFixture::bench_type made(noon, fake_entropy::seeded(2));
    for (int i = 0; i < 20'000; ++i) ASSERT_TRUE(made.next()) << "a draw is never the last";
  }
}

TYPED_TEST(BehaviourTable, AFullMillisecondIsWaitedForWhenAsked) {
  if constexpr (TestFixture::ordered) {
    typename TestFixture::bench_type made(noon, fake_entropy::zeros(),
                                          {.overflow = on_overflow::wait, .max_wait_ms = 50});
    made.fill_millisecond();
    EXPECT_EQ(made.next().error(), fault::tail_overflow) << "the clock stands still";
    EXPECT_EQ(made.clock.paused_us(), 50'000) << "max_wait_ms is what is waited";
    made.clock.run();
    made.entropy.all(0);
    EXPECT_EQ(number(made.next().value()), this->at(noon + 1));
    EXPECT_LE(made.clock.paused_us(), 52'000);
  }
}

TYPED_TEST(BehaviourTable, AFullMillisecondIsRunAheadOfWhenAsked) {
  if constexpr (TestFixture::ordered) {
    typename TestFixture::bench_type made(noon, fake_entropy::zeros(), {.overflow = on_overflow::run_ahead});
    EXPECT_EQ(made.ids().ahead(), 0) << "no id yet";
    made.fill_millisecond();
    EXPECT_EQ(made.ids().ahead(), 0);
    made.entropy.all(0);
    EXPECT_EQ(number(made.next().value()), this->at(noon + 1));
    EXPECT_EQ(made.ids().ahead(), 1);
    made.clock.advance(-10);
    EXPECT_EQ(made.ids().ahead(), 11);
    made.clock.advance(10 + hour);
    EXPECT_EQ(made.ids().ahead(), 0);
    EXPECT_EQ(made.clock.paused_us(), 0);
  }
}

TYPED_TEST(BehaviourTable, RunningAheadEndsAtTheLastInstant) {
  if constexpr (TestFixture::ordered) {
    sortid::mint_options options;
    const bool takes_steps = TestFixture::bench_type::counts_random && this->format.redrawn == uint128();
    if (takes_steps) options.step_bytes = 2;
    const auto plan = sortid::mint_plan<typename TestFixture::id_type>::make(options).value();
    typename TestFixture::bench_type made(this->format.last_instant - 1,
                                          takes_steps ? fake_entropy::ones() : fake_entropy::zeros(),
                                          {.overflow = on_overflow::run_ahead}, plan);
    uint128 last = number(made.fill_millisecond());
    // One draw for the id that the full millisecond has no place for; then the last one begins just before its end.
    made.draw_next(~uint128());
    made.draw_next(this->format.counting - made.unit);
    std::size_t count = 0;
    auto id = made.next();
    for (; id && count < 5'000; ++count) {
      ASSERT_GT(number(*id), last);
      ASSERT_EQ(instant_of(*id), this->format.last_instant);
      last = number(*id);
      id = made.next();
    }
    EXPECT_EQ(id.error(), fault::out_of_range);
    EXPECT_GE(count, 1U);
    EXPECT_EQ(made.next().error(), fault::out_of_range);
  }
}

// --- clock back ----------------------------------------------------------------------------------------------

TYPED_TEST(BehaviourTable, AClockThatGoesBackIsHeldAtTheLastTimestamp) {
  for (const std::int64_t back : {std::int64_t{1}, hour, noon - facts<typename TestFixture::id_type>.epoch}) {
    typename TestFixture::bench_type made(noon, fake_entropy::zeros());
    const auto before = made.next().value();
    made.clock.advance(-back);
    const auto id = made.next().value();
    if constexpr (TestFixture::ordered) {
      EXPECT_GT(id, before);
      EXPECT_EQ(instant_of(id), noon);
      EXPECT_EQ(made.ids().ahead(), back);
      made.clock.set(noon + 1);
      EXPECT_EQ(instant_of(made.next().value()), noon + 1);
    } else if constexpr (TestFixture::has_time) {
      EXPECT_EQ(instant_of(id), noon - back) << "followed: these ids are in no order";
    }
  }
}

TYPED_TEST(BehaviourTable, AClockThatGoesBackFailsWhenAsked) {
  typename TestFixture::bench_type made(noon, fake_entropy::zeros(), {.clock_back = on_clock_back::fail});
  const auto before = made.next().value();
  for (const std::int64_t back : {std::int64_t{1}, hour}) {
    made.clock.set(noon - back);
    if (TestFixture::has_time) {
      EXPECT_EQ(made.next().error(), fault::clock_back);
      EXPECT_EQ(made.clock.paused_us(), 0);
    } else {
      EXPECT_TRUE(made.next()) << "a format without time does not look at the clock";
    }
  }
  made.clock.set(noon);
  const auto id = made.next().value();
  if constexpr (TestFixture::has_time) {
    EXPECT_EQ(instant_of(id), noon);
  }
  if constexpr (TestFixture::ordered) {
    EXPECT_GT(id, before);
  }
}

TYPED_TEST(BehaviourTable, AClockThatGoesBackIsWaitedForWhenAsked) {
  if constexpr (TestFixture::has_time) {
    typename TestFixture::bench_type made(noon, fake_entropy::zeros(),
                                          {.clock_back = on_clock_back::wait, .max_wait_ms = 20});
    ASSERT_TRUE(made.next());
    made.clock.advance(-10);
    EXPECT_EQ(made.next().error(), fault::clock_back) << "the clock stands still";
    EXPECT_EQ(made.clock.paused_us(), 20'000);
    made.clock.run();
    EXPECT_EQ(instant_of(made.next().value()), noon);
    EXPECT_EQ(made.clock.paused_us(), 30'000);
    made.clock.advance(-21);
    EXPECT_EQ(made.next().error(), fault::clock_back) << "more than max_wait_ms";
    EXPECT_EQ(instant_of(made.next().value()), noon) << "the rest of it";
  }
}

TYPED_TEST(BehaviourTable, TheGeneratorsOwnLeadIsNoClockThatWentBack) {
  if constexpr (TestFixture::ordered) {
    typename TestFixture::bench_type made(
        noon, fake_entropy::zeros(), {.overflow = on_overflow::run_ahead, .clock_back = on_clock_back::fail});
    made.fill_millisecond();
    for (int i = 0; i < 100; ++i) {
      const auto id = made.next();
      ASSERT_TRUE(id) << name_of(id.error());
      EXPECT_EQ(instant_of(*id), noon + 1);
      EXPECT_EQ(made.ids().ahead(), 1);
    }
    made.clock.advance(-1);
    EXPECT_EQ(made.next().error(), fault::clock_back) << "now it went back";
  }
}

TYPED_TEST(BehaviourTable, BothWaitsShareOneLimit) {
  if constexpr (TestFixture::ordered) {
    typename TestFixture::bench_type made(
        noon, fake_entropy::zeros(),
        {.overflow = on_overflow::wait, .clock_back = on_clock_back::wait, .max_wait_ms = 10});
    made.fill_millisecond();
    made.clock.advance(-10);
    made.clock.run();
    // Ten milliseconds until the clock is back, none left for the next one.
    EXPECT_EQ(made.next().error(), fault::tail_overflow);
    EXPECT_EQ(made.clock.paused_us(), 10'000);
    EXPECT_EQ(instant_of(made.next().value()), noon + 1);
  }
}

TYPED_TEST(BehaviourTable, WaitsThatAreNothingAndForEver) {
  if constexpr (TestFixture::ordered) {
    for (const std::int64_t none :
         {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
      typename TestFixture::bench_type made(noon, fake_entropy::zeros(),
                                            {.overflow = on_overflow::wait, .max_wait_ms = none});
      made.fill_millisecond();
      made.clock.run();
      EXPECT_EQ(made.next().error(), fault::tail_overflow);
      EXPECT_EQ(made.clock.paused_us(), 0);
    }
    typename TestFixture::bench_type made(
        noon, fake_entropy::zeros(),
        {.overflow = on_overflow::wait, .max_wait_ms = std::numeric_limits<std::int64_t>::max()});
    made.fill_millisecond();
    made.clock.run();
    EXPECT_EQ(instant_of(made.next().value()), noon + 1);
  }
}

// --- outside the time ----------------------------------------------------------------------------------------

TYPED_TEST(BehaviourTable, FromTheFirstInstantToTheLast) {
  if constexpr (TestFixture::has_time) {
    typename TestFixture::bench_type made(this->format.epoch, fake_entropy::zeros());
    EXPECT_EQ(number(made.next().value()), this->at(this->format.epoch)) << "timestamp 0";
    for (const std::int64_t at :
         {this->format.epoch + 1, this->format.epoch + hour, this->format.last_instant - hour,
          this->format.last_instant - 1, this->format.last_instant}) {
      made.clock.set(at);
      EXPECT_EQ(number(made.next().value()), this->at(at));
    }
    // There is another one in that millisecond, and no millisecond after it.
    const auto id = made.next().value();
    EXPECT_EQ(instant_of(id), this->format.last_instant);
    for (const std::int64_t past : {std::int64_t{1}, hour}) {
      made.clock.set(this->format.last_instant + past);
      EXPECT_EQ(made.next().error(), fault::out_of_range);
    }
  }
}

TYPED_TEST(BehaviourTable, OutsideTheTimeNothingIsMadeAndNothingChanges) {
  for (const auto back : {on_clock_back::hold, on_clock_back::wait, on_clock_back::fail}) {
    for (const bool begun : {false, true}) {
      typename TestFixture::bench_type made(noon, fake_entropy::zeros(), {.clock_back = back});
      if (begun) {
        ASSERT_TRUE(made.next());
      }
      for (const std::int64_t out :
           {this->format.epoch - 1, this->format.epoch - hour, std::numeric_limits<std::int64_t>::min(),
            this->format.last_instant + 1, this->format.last_instant + hour,
            std::numeric_limits<std::int64_t>::max()}) {
        made.clock.set(out);
        const auto id = made.next();
        if constexpr (!TestFixture::has_time) {
          EXPECT_TRUE(id) << out;
        } else if (begun && out < noon && back != on_clock_back::hold) {
          EXPECT_EQ(id.error(), fault::clock_back) << out;
        } else {
          EXPECT_EQ(id.error(), fault::out_of_range) << out;
        }
        EXPECT_GE(made.ids().ahead(), 0);
      }
      made.clock.set(noon);
      const auto id = made.next();
      ASSERT_TRUE(id) << name_of(id.error());
      if constexpr (TestFixture::has_time) {
        const bool counted = begun && TestFixture::ordered;
        EXPECT_EQ(number(*id), counted ? this->at(noon) + made.unit : this->at(noon));
      }
    }
  }
}

TYPED_TEST(BehaviourTable, SecondsInPlaceOfMillisecondsAreTakenAtTheirWord) {
  if constexpr (TestFixture::has_time) {
    constexpr std::int64_t seconds = 1'765'540'800;  // 1970-01-21T10:25:40.800Z when read as milliseconds
    typename TestFixture::bench_type made(seconds);
    const auto id = made.next();
    if (this->format.epoch == 0) {
      EXPECT_EQ(instant_of(id.value()), seconds);
    } else {
      EXPECT_EQ(id.error(), fault::out_of_range) << "long before 2011 and 2024";
    }
    // Microseconds are the year 57918: past the last instant of all that end sooner.
    made.clock.set(noon * 1'000);
    EXPECT_EQ(made.next().error(), fault::out_of_range);
  }
}

TYPED_TEST(BehaviourTable, AnEpochOfTheCallersOwn) {
  for (const std::int64_t epoch :
       {std::int64_t{0}, std::int64_t{-86'400'000}, noon, std::int64_t{1'234'567'890'123},
        std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
    const auto plan = sortid::mint_plan<typename TestFixture::id_type>::make({.epoch = epoch});
    if constexpr (!TestFixture::has_time) {
      EXPECT_EQ(plan.error().why, sortid::reason::range);
    } else {
      ASSERT_TRUE(plan);
      const auto span = static_cast<std::uint64_t>(this->format.last_instant - this->format.epoch);
      const auto instant = [epoch](std::uint64_t timestamp) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(epoch) + timestamp);
      };
      typename TestFixture::bench_type made(epoch, fake_entropy::zeros(), {}, *plan);
      if (epoch != std::numeric_limits<std::int64_t>::min()) {
        made.clock.set(epoch - 1);
        EXPECT_EQ(made.next().error(), fault::out_of_range);
      }
      made.clock.set(epoch);
      EXPECT_EQ(number(made.next().value()), this->format.constant) << "timestamp 0";
      EXPECT_EQ(made.ids().ahead(), 0);
      if (epoch == std::numeric_limits<std::int64_t>::max()) continue;
      made.clock.set(instant(1));
      EXPECT_EQ(instant_of(made.next().value(), 0), 1);
      made.clock.set(instant(span));
      EXPECT_EQ(static_cast<std::uint64_t>(instant_of(made.next().value(), 0)), span);
      made.clock.set(instant(span + 1));
      EXPECT_EQ(made.next().error(), fault::out_of_range);
    }
  }
}

TYPED_TEST(BehaviourTable, TheLeadIsNeverMoreThanANumberHolds) {
  if constexpr (TestFixture::ordered) {
    typename TestFixture::bench_type made(noon);
    ASSERT_TRUE(made.next());
    made.clock.set(std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(made.ids().ahead(), std::numeric_limits<std::int64_t>::max());
    made.clock.set(std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(made.ids().ahead(), 0);
  }
}

// --- entropy failure -----------------------------------------------------------------------------------------

TYPED_TEST(BehaviourTable, EntropyFailureIsAnErrorAndChangesNothing) {
  // Each call that the entropy gets in the first id, in one of the same millisecond, in one of the next.
  for (int place = 0; place < 3; ++place) {
    for (std::size_t call = 1; call <= 3; ++call) {
      typename TestFixture::bench_type disturbed(noon, fake_entropy::seeded(7));
      typename TestFixture::bench_type twin(noon, fake_entropy::seeded(7));
      if (place != 0) {
        ASSERT_EQ(disturbed.next().value(), twin.next().value());
      }
      if (place == 2) {
        disturbed.clock.advance(1);
        twin.clock.advance(1);
      }
      disturbed.entropy.fail_on(call);
      const std::size_t calls_before = disturbed.entropy.calls();
      const auto id = disturbed.next();
      const std::size_t asked = disturbed.entropy.calls() - calls_before;
      if (asked >= call) {
        ASSERT_FALSE(id) << "place " << place << ", call " << call;
        EXPECT_EQ(id.error(), fault::entropy);
        EXPECT_EQ(asked, call) << "it is not asked again";
        disturbed.entropy.all(0x5A);
        twin.entropy.all(0x5A);
        EXPECT_EQ(disturbed.next().value(), twin.next().value());
        EXPECT_EQ(disturbed.next().value(), twin.next().value());
      } else {
        EXPECT_TRUE(id);
        if (!TestFixture::draws) {
          EXPECT_EQ(asked, 0U);
        }
      }
    }
  }
}

TYPED_TEST(BehaviourTable, EntropyThatAlwaysFailsMakesNoIdAtAll) {
  typename TestFixture::bench_type made(
      noon, fake_entropy::zeros(),
      {.overflow = on_overflow::wait, .clock_back = on_clock_back::wait, .max_wait_ms = 5});
  made.entropy.fail();
  std::array<typename TestFixture::id_type, 10> ids{};
  const auto filled = made.ids().fill(ids);
  if (TestFixture::draws) {
    EXPECT_EQ(filled.count, 0U);
    EXPECT_EQ(filled.why, fault::entropy);
    EXPECT_EQ(made.clock.paused_us(), 0) << "entropy is not waited for";
  } else {
    EXPECT_EQ(filled.count, 10U) << "snowish draws nothing";
  }
}

// --- fork ----------------------------------------------------------------------------------------------------

TYPED_TEST(BehaviourTable, AForkedChildBeginsAMillisecondLater) {
  constexpr bool host = std::is_same_v<typename TypeParam::scope, one_host>;
  typename TestFixture::bench_type made(noon, fake_entropy::zeros());
  const auto before = made.next().value();
  made.entropy.fork();
  const auto id = made.next();
  const uint128 unit = made.unit;
  if constexpr (host) {
    EXPECT_EQ(number(id.value()), number(before) + unit) << "the order is in the file, which is not copied";
  } else if constexpr (!TestFixture::draws) {
    EXPECT_EQ(id.error(), fault::forked);
    made.clock.advance(hour);
    EXPECT_EQ(made.next().error(), fault::forked) << "the machine's number is still the parent's";
  } else if constexpr (TestFixture::ordered) {
    EXPECT_EQ(number(id.value()), this->at(noon + 1)) << "drawn anew, a millisecond later";
    EXPECT_EQ(number(made.next().value()), this->at(noon + 1) + unit) << "once";
    made.entropy.fork();
    made.clock.set(noon + 2);
    EXPECT_EQ(number(made.next().value()), this->at(noon + 2)) << "the clock is later already";
  } else {
    EXPECT_TRUE(id);
  }
}

TYPED_TEST(BehaviourTable, AForkBeforeTheFirstIdIsNoMatter) {
  typename TestFixture::bench_type made(noon, fake_entropy::zeros());
  made.entropy.fork();
  const auto id = made.next().value();
  if constexpr (TestFixture::has_time) {
    EXPECT_EQ(instant_of(id), noon);
    EXPECT_EQ(instant_of(made.next().value()), noon);
  }
}

TYPED_TEST(BehaviourTable, AForkInTheLastMillisecondLeavesTheChildNothing) {
  if constexpr (TestFixture::ordered && TestFixture::draws &&
                !std::is_same_v<typename TypeParam::scope, one_host>) {
    typename TestFixture::bench_type made(this->format.last_instant, fake_entropy::zeros());
    ASSERT_TRUE(made.next());
    made.entropy.fork();
    EXPECT_EQ(made.next().error(), fault::out_of_range);
    EXPECT_EQ(made.next().error(), fault::out_of_range);
  }
}

TYPED_TEST(BehaviourTable, AChildWithoutEntropyMakesNothingAndStaysAChild) {
  if constexpr (TestFixture::draws && TestFixture::ordered &&
                !std::is_same_v<typename TypeParam::scope, one_host>) {
    typename TestFixture::bench_type made(noon, fake_entropy::zeros());
    ASSERT_TRUE(made.next());
    made.entropy.fork();
    made.entropy.fail();
    EXPECT_EQ(made.next().error(), fault::entropy);
    made.entropy.fail(false);
    EXPECT_EQ(number(made.next().value()), this->at(noon + 1));
  }
}

// --- batches -------------------------------------------------------------------------------------------------

TYPED_TEST(BehaviourTable, ABatchIsTheIdsThatNextWouldGive) {
  typename TestFixture::bench_type batch(noon, fake_entropy::seeded(3));
  typename TestFixture::bench_type single(noon, fake_entropy::seeded(3));
  std::array<typename TestFixture::id_type, 8> ids{};
  const auto filled = batch.ids().fill(ids);
  EXPECT_EQ(filled.count, ids.size());
  EXPECT_EQ(filled.why, fault::none);
  for (const auto& id : ids) EXPECT_EQ(id, single.next().value());
  EXPECT_EQ(batch.ids().fill({}).count, 0U);
  EXPECT_EQ(batch.ids().fill({}).why, fault::none);
}

TYPED_TEST(BehaviourTable, ABatchThatIsCutShortSaysWhereAndWhy) {
  if constexpr (TestFixture::ordered) {
    typename TestFixture::bench_type made(noon, fake_entropy::zeros());
    const uint128 counting = this->format.counting;
    made.draw_next(counting - made.unit - made.unit);
    std::vector<typename TestFixture::id_type> ids(5'000);
    const std::size_t expected = made.counts_random ? 3 : 4'096;
    const auto filled = made.ids().fill(ids);
    EXPECT_EQ(filled.count, expected);
    EXPECT_EQ(filled.why, fault::tail_overflow);
    for (std::size_t i = 0; i < filled.count; ++i) {
      EXPECT_EQ(instant_of(ids[i]), noon);
      if (i != 0) {
        ASSERT_EQ(number(ids[i]), number(ids[i - 1]) + made.unit);
      }
    }
    EXPECT_EQ(number(ids[expected - 1]) & counting, counting);
    EXPECT_EQ(ids[expected], typename TestFixture::id_type()) << "what is past the count is untouched";
    made.clock.advance(1);
    EXPECT_EQ(made.ids().fill(std::span(ids).first(1)).count, 1U);
    EXPECT_EQ(instant_of(ids[0]), noon + 1);
  }
}

}  // namespace
}  // namespace sortid_test
