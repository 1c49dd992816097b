// Ids of an instant that the caller names, ids out of all order, and clocks that jump.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/generators.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::on_clock_back;
using sortid::on_overflow;

constexpr std::int64_t hour = 3'600'000;
constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

template <class Id>
class instants : public testing::Test {
 protected:
  using made_by = bench<one_thread, Id>;
  static constexpr format_facts format = facts<Id>;
  static constexpr bool draws = (facts<Id>.random | facts<Id>.redrawn) != uint128();
};
using formats = testing::Types<sortid::ulid, sortid::type_id, sortid::uuidv7, sortid::euid,
                               sortid::ulid_flake, sortid::ulid_flake_scalable, sortid::xid,
                               sortid::uid11_snowish, sortid::uid11_ts_seq_rand>;
struct format_name {
  template <class Id>
  static std::string GetName(int) {
    std::string name;
    for (const char c : Id::layout().name) name += c == '-' ? '_' : c;
    return name;
  }
};
TYPED_TEST_SUITE(instants, formats, format_name);

// All but snowish, of which nothing is random.
template <class Id>
class drawn_ids : public instants<Id> {};
using drawn_formats =
    testing::Types<sortid::ulid, sortid::type_id, sortid::uuidv7, sortid::euid, sortid::ulid_flake,
                   sortid::ulid_flake_scalable, sortid::xid, sortid::uid11_ts_seq_rand>;
TYPED_TEST_SUITE(drawn_ids, drawn_formats, format_name);

// --- next_at -----------------------------------------------------------------------------------------------

TYPED_TEST(instants, next_at_has_that_instant_whatever_the_clock) {
  for (const std::int64_t clock : {least, std::int64_t{0}, noon, most}) {
    typename TestFixture::made_by made(clock);
    for (const std::int64_t at : {this->format.epoch, this->format.epoch + 1, noon, noon + 1,
                                  this->format.last_instant - 1, this->format.last_instant}) {
      EXPECT_EQ(instant_of(made.ids().next_at(at).value()), at);
    }
  }
}

TYPED_TEST(instants, next_at_outside_the_time_is_rejected_and_changes_nothing) {
  typename TestFixture::made_by made(noon, fake_entropy::seeded(1));
  typename TestFixture::made_by twin(noon, fake_entropy::seeded(1));
  ASSERT_EQ(made.ids().next_at(noon).value(), twin.ids().next_at(noon).value());
  for (const std::int64_t out : {least, this->format.epoch - 1, this->format.last_instant + 1,
                                 this->format.last_instant + hour, most}) {
    EXPECT_EQ(made.ids().next_at(out).error(), fault::out_of_range) << out;
    if constexpr (TestFixture::draws) {
      EXPECT_EQ(made.ids().random_at(out).error(), fault::out_of_range) << out;
    }
  }
  EXPECT_EQ(made.ids().next_at(noon).value(), twin.ids().next_at(noon).value());
}

TYPED_TEST(instants, next_at_is_in_the_order_of_the_others_whatever_the_policies) {
  for (const auto back : {on_clock_back::hold, on_clock_back::wait, on_clock_back::fail}) {
    typename TestFixture::made_by made(noon, fake_entropy::zeros(),
                                       {.overflow = on_overflow::run_ahead, .clock_back = back});
    const auto first = made.next().value();
    const auto later = made.ids().next_at(noon + hour).value();
    const auto before = made.ids().next_at(noon + hour - 1);
    if (this->format.ordered) {
      EXPECT_GT(later, first);
      EXPECT_EQ(before.error(), fault::clock_back);
      EXPECT_EQ(made.ids().ahead(), hour);
      // The clock, which is an hour behind, did not go back by that.
      const auto next = made.next().value();
      EXPECT_GT(next, later);
      EXPECT_EQ(instant_of(next), noon + hour);
      const auto same = made.ids().next_at(noon + hour).value();
      EXPECT_GT(same, next);
    } else {
      EXPECT_TRUE(before);
      EXPECT_EQ(instant_of(made.next().value()), noon);
    }
    EXPECT_EQ(made.clock.paused_us(), 0);
  }
}

TYPED_TEST(instants, next_at_in_a_full_millisecond_fails_whatever_the_policies) {
  if (!this->format.ordered) return;
  for (const auto overflow : {on_overflow::fail, on_overflow::wait, on_overflow::run_ahead}) {
    typename TestFixture::made_by made(noon, fake_entropy::zeros(), {.overflow = overflow});
    made.fill_millisecond();
    made.clock.run();
    EXPECT_EQ(made.ids().next_at(noon).error(), fault::tail_overflow);
    EXPECT_EQ(made.ids().next_at(noon).error(), fault::tail_overflow);
    EXPECT_EQ(made.clock.paused_us(), 0);
    EXPECT_EQ(instant_of(made.ids().next_at(noon + 1).value()), noon + 1);
  }
}

TYPED_TEST(instants, next_at_makes_the_ids_that_next_makes) {
  typename TestFixture::made_by by_clock(noon, fake_entropy::seeded(4));
  typename TestFixture::made_by by_name(0, fake_entropy::seeded(4));
  for (std::int64_t at = noon; at < noon + 50; at += at % 3) {
    by_clock.clock.set(at);
    for (int i = 0; i < 5; ++i) {
      const auto expected = by_clock.next();
      const auto id = by_name.ids().next_at(at);
      ASSERT_EQ(id.error(), expected.error());
      if (id) {
        ASSERT_EQ(*id, *expected);
      }
    }
    if (at % 3 == 0) ++at;
  }
}

TYPED_TEST(instants, next_at_without_entropy_fails_and_changes_nothing) {
  typename TestFixture::made_by made(noon, fake_entropy::seeded(5));
  typename TestFixture::made_by twin(noon, fake_entropy::seeded(5));
  ASSERT_EQ(made.ids().next_at(noon).value(), twin.ids().next_at(noon).value());
  made.entropy.fail();
  for (const std::int64_t at : {noon + 1, noon + hour}) {
    const auto id = made.ids().next_at(at);
    if constexpr (TestFixture::draws) {
      EXPECT_EQ(id.error(), fault::entropy);
      EXPECT_EQ(made.ids().random_at(at).error(), fault::entropy);
      EXPECT_EQ(made.ids().random().error(), fault::entropy);
    } else {
      EXPECT_TRUE(id);
    }
  }
  if (!TestFixture::draws) return;
  made.entropy.fail(false);
  made.entropy.all(0x5A);
  twin.entropy.all(0x5A);
  EXPECT_EQ(made.ids().next_at(noon).value(), twin.ids().next_at(noon).value());
  EXPECT_EQ(made.next().value(), twin.next().value());
}

TYPED_TEST(instants, next_at_in_a_forked_child_begins_a_millisecond_later) {
  if (!this->format.ordered) return;
  typename TestFixture::made_by made(noon);
  ASSERT_TRUE(made.ids().next_at(noon));
  made.entropy.fork();
  EXPECT_EQ(made.ids().next_at(noon - 1).error(), fault::clock_back);
  if (!TestFixture::draws) {
    for (const std::int64_t at : {noon, noon + 1, noon + hour}) {
      EXPECT_EQ(made.ids().next_at(at).error(), fault::forked);
    }
    return;
  }
  EXPECT_EQ(made.ids().next_at(noon).error(), fault::tail_overflow) << "that millisecond is the parent's";
  EXPECT_EQ(instant_of(made.ids().next_at(noon + 1).value()), noon + 1);
  EXPECT_EQ(instant_of(made.ids().next_at(noon + 1).value()), noon + 1) << "and this one the child's own";
}

// --- random ------------------------------------------------------------------------------------------------

TYPED_TEST(drawn_ids, a_random_id_draws_every_bit_beside_time_constants_and_the_callers) {
  typename TestFixture::made_by made(noon);
  const uint128 drawn = this->format.random | this->format.counting | this->format.redrawn;
  const uint128 time = uint128(static_cast<std::uint64_t>(noon - this->format.epoch))
                       << this->format.timestamp_shift;
  EXPECT_EQ(number(made.ids().random().value()), time | this->format.constant);
  made.entropy.all(0xFF);
  EXPECT_EQ(number(made.ids().random().value()), time | this->format.constant | drawn);
  EXPECT_EQ(made.ids().random().value(), made.ids().random_at(noon).value());
  EXPECT_EQ(instant_of(made.ids().random_at(this->format.epoch).value()), this->format.epoch);
  EXPECT_EQ(instant_of(made.ids().random_at(this->format.last_instant).value()), this->format.last_instant);
}

TYPED_TEST(drawn_ids, a_random_id_leaves_the_order_alone) {
  typename TestFixture::made_by made(noon, fake_entropy::zeros());
  typename TestFixture::made_by twin(noon, fake_entropy::zeros());
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(made.ids().random_at(noon + hour));
    ASSERT_TRUE(made.ids().random_at(noon - hour));
    ASSERT_TRUE(made.ids().random());
    EXPECT_EQ(made.next().value(), twin.next().value());
    EXPECT_EQ(made.ids().ahead(), 0);
  }
}

TYPED_TEST(drawn_ids, a_random_id_outside_the_time_is_rejected) {
  typename TestFixture::made_by made(this->format.epoch - 1);
  EXPECT_EQ(made.ids().random().error(), fault::out_of_range);
  made.clock.set(this->format.last_instant + 1);
  EXPECT_EQ(made.ids().random().error(), fault::out_of_range);
}

// --- waiting -----------------------------------------------------------------------------------------------

// Sleeps ten times as long as it is asked to, and says so.
struct late_clock {
  std::int64_t* slept_us;
  [[nodiscard]] static std::int64_t now() noexcept { return noon; }
  std::int64_t pause(std::int64_t us) const noexcept {
    *slept_us += 10 * us;
    return 10 * us;
  }
};

TEST(waiting, counts_what_really_went_by) {
  std::int64_t slept_us = 0;
  sortid::generator<sortid::ulid, late_clock, fake_entropy> ids(
      {}, {.overflow = on_overflow::wait, .max_wait_ms = 20}, late_clock{&slept_us}, fake_entropy::ones());
  ASSERT_TRUE(ids.next());
  EXPECT_EQ(ids.next().error(), fault::tail_overflow);
  EXPECT_EQ(slept_us, 20'000);
}

// --- clocks that jump --------------------------------------------------------------------------------------

TYPED_TEST(instants, through_jumps_of_the_clock_the_ids_go_on_increasing) {
  // A walk of 20,000 readings: ±1 ms, ±1 h, to the ends of the format's time and past them.
  for (const auto overflow : {on_overflow::fail, on_overflow::run_ahead}) {
    typename TestFixture::made_by made(noon, fake_entropy::seeded(31), {.overflow = overflow});
    std::mt19937_64 dice(37);
    std::int64_t latest = least;  // the greatest instant of an id
    uint128 before;
    bool begun = false;
    for (int i = 0; i < 20'000; ++i) {
      const std::int64_t now = made.clock.now();
      switch (dice() % 40) {
        case 0:
          made.clock.set(now + 1);
          break;
        case 1:
          made.clock.set(now - 1);
          break;
        case 2:
          made.clock.set(now + hour);
          break;
        case 3:
          made.clock.set(now - hour);
          break;
        case 4:
          made.clock.set(dice() % 2 == 0 ? this->format.epoch - 1 : this->format.last_instant + 1);
          break;
        case 5:
          made.clock.set(i > 19'000 ? this->format.last_instant : noon + i);
          break;
        default:
          break;
      }
      const std::int64_t at = made.clock.now();
      const auto id = made.next();
      if (at < this->format.epoch || at > this->format.last_instant) {
        ASSERT_EQ(id.error(), fault::out_of_range);
        continue;
      }
      if (!this->format.ordered) {
        ASSERT_EQ(instant_of(id.value()), at);
        continue;
      }
      if (!id) {
        ASSERT_NE(id.error(), fault::entropy);
        ASSERT_EQ(id.error(), overflow == on_overflow::fail ? fault::tail_overflow : fault::out_of_range);
        continue;
      }
      if (begun) {
        ASSERT_GT(number(*id), before) << i;
      }
      ASSERT_GE(instant_of(*id), std::max(at, latest));
      ASSERT_EQ(made.ids().ahead(), instant_of(*id) - at);
      before = number(*id);
      latest = instant_of(*id);
      begun = true;
    }
    EXPECT_TRUE(begun || !this->format.ordered);
  }
}

// --- two generators ----------------------------------------------------------------------------------------

TYPED_TEST(instants, two_generators_of_the_same_instant_share_no_tail) {
  // Ten bits of a draw are alike once in a thousand times; so sixteen draws of each are compared as a whole.
  using generator = sortid::generator<TypeParam, fake_clock>;
  generator a(numbered_plan<TypeParam>, {}, fake_clock(noon));
  generator b(numbered_plan<TypeParam>, {}, fake_clock(noon));
  std::vector<uint128> tails_of_a;
  std::vector<uint128> tails_of_b;
  for (int i = 0; i < 16; ++i) {
    const auto of_a = a.next_at(noon + i).value();
    const auto of_b = b.next_at(noon + i).value();
    EXPECT_EQ(instant_of(of_a), noon + i);
    EXPECT_EQ(instant_of(of_b), noon + i);
    tails_of_a.push_back(tail_of(of_a));
    tails_of_b.push_back(tail_of(of_b));
    if constexpr (sizeof(typename TypeParam::value_type) == 16) {
      EXPECT_NE(of_a, of_b);
    }
  }
  if (TestFixture::draws) {
    EXPECT_NE(tails_of_a, tails_of_b);
    EXPECT_GT(std::set<uint128>(tails_of_a.begin(), tails_of_a.end()).size(), 8U);
  } else {
    EXPECT_EQ(tails_of_a, tails_of_b) << "snowish: the machine's number keeps them apart";
  }
}

// --- moving ------------------------------------------------------------------------------------------------

TEST(moving, a_copy_would_make_the_same_ids) {
  using ids = sortid::generator<sortid::ulid>;
  static_assert(!std::is_copy_constructible_v<ids> && !std::is_copy_assignable_v<ids>);
  static_assert(std::is_nothrow_move_constructible_v<ids> && std::is_nothrow_move_assignable_v<ids>);
}

TEST(moving, the_order_goes_along) {
  sortid::generator<sortid::ulid, fake_clock> first;
  const auto before = first.next().value();
  auto second = std::move(first);
  const auto after = second.next().value();
  EXPECT_GT(after, before);
  EXPECT_EQ(after.timestamp().since_epoch, before.timestamp().since_epoch);
  first = std::move(second);
  EXPECT_EQ(first.next().value().timestamp().since_epoch, before.timestamp().since_epoch);
  EXPECT_GT(first.next().value(), after);
}

// A clock that works after it was moved from.
struct still_clock {
  [[nodiscard]] static std::int64_t now() noexcept { return 1'765'540'800'000; }
  static void pause(std::int64_t) noexcept {}
};

TEST(moving, what_was_moved_from_goes_on_as_a_child_does) {
  sortid::generator<sortid::ulid, still_clock> first;
  const auto before = first.next().value();
  auto second = std::move(first);
  // NOLINTNEXTLINE(bugprone-use-after-move): what happens then is documented
  const auto later = first.next().value();
  EXPECT_EQ(later.timestamp().since_epoch, before.timestamp().since_epoch + 1);
  EXPECT_EQ(second.next().value().timestamp().since_epoch, before.timestamp().since_epoch);
  sortid::generator<sortid::uid11_snowish, still_clock> counted(numbered_plan<sortid::uid11_snowish>);
  ASSERT_TRUE(counted.next());
  auto kept = std::move(counted);
  EXPECT_EQ(counted.next().error(), fault::forked);  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(kept.next());
}

TEST(moving, twice_is_no_way_back) {
  sortid::generator<sortid::ulid, still_clock> first;
  const auto before = first.next().value();
  auto second = std::move(first);
  auto third = std::move(first);  // NOLINT(bugprone-use-after-move): what happens then is documented
  const auto next = second.next().value();
  EXPECT_EQ(next.timestamp().since_epoch, before.timestamp().since_epoch);
  EXPECT_EQ(third.next().value().timestamp().since_epoch, before.timestamp().since_epoch + 1);
  EXPECT_EQ(first.next().value().timestamp().since_epoch,
            before.timestamp().since_epoch + 1);  // NOLINT(bugprone-use-after-move)
  sortid::generator<sortid::uid11_snowish, still_clock> counted(numbered_plan<sortid::uid11_snowish>);
  auto kept = std::move(counted);
  EXPECT_EQ(counted.next().error(), fault::forked)
      << "before the first id too";  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(kept.next());
}

// The prefix is in the type; the ids are those of a TypeID.
TEST(typed_ids, are_made) {
  using user_id = sortid::typed_id<"user">;
  sortid::generator<user_id> ids;
  const auto first = ids.next().value();
  EXPECT_LT(first, ids.next().value());
  EXPECT_TRUE(first.uuid().is_version_7());
  EXPECT_TRUE(sortid::new_id<user_id>().value().to_text().view().starts_with("user_"));
}

// --- draws in bulk -----------------------------------------------------------------------------------------

TEST(random_batch, is_as_many_draws) {
  sortid::generator<sortid::euid, fake_clock, fake_entropy> ids({}, {}, fake_clock(),
                                                                fake_entropy::seeded(5));
  sortid::generator<sortid::euid, fake_clock, fake_entropy> twin({}, {}, fake_clock(),
                                                                 fake_entropy::seeded(5));
  std::vector<sortid::euid> batch(600);
  EXPECT_EQ(ids.fill_random(batch).count, batch.size());
  for (const auto& id : batch) ASSERT_EQ(id, twin.random().value());
  const auto before = ids.next().value();
  batch.resize(300);
  EXPECT_EQ(ids.fill_random(batch).count, batch.size());
  EXPECT_EQ(ids.next().value().randomness() >> 32, (before.randomness() >> 32) + 1) << "no part of the order";
  ids.entropy().fail_on(2);
  batch.assign(600, sortid::euid());
  const auto filled = ids.fill_random(batch);
  EXPECT_EQ(filled.why, fault::entropy);
  EXPECT_GT(filled.count, 0U);
  EXPECT_TRUE(batch[filled.count].is_nil());
  EXPECT_FALSE(batch[filled.count - 1].is_nil());
  ids.clock().set(-1);
  EXPECT_EQ(ids.fill_random(batch).why, fault::out_of_range);
  EXPECT_EQ(ids.fill_random({}).why, fault::none);
}

}  // namespace
}  // namespace sortid_test
