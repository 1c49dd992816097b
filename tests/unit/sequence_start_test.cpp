// Where the sequence of a millisecond begins, and how many ids that leaves it.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "sortid/any_generator.hpp"
#include "sortid/formats.hpp"
#include "sortid/generator.hpp"
#include "support/fake_sources.hpp"
#include "support/plans.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::generator_options;
using sortid::sequence_start;
using snowish = sortid::uid11_snowish;
using ts_seq_rand = sortid::uid11_ts_seq_rand;

template <class Id>
auto begun(sequence_start start, fake_clock clock = {}, fake_entropy entropy = fake_entropy::seeded(1)) {
  return sortid::generator<Id, fake_clock, fake_entropy>::make(numbered<Id>({.sequence = start}), {}, clock,
                                                               entropy)
      .value();
}

// Makes one id a millisecond; counts their remainders by 16.
template <class Id>
std::array<int, 16> remainders(sequence_start start) {
  fake_clock clock;
  auto ids = begun<Id>(start, clock);
  std::array<int, 16> counts{};
  for (int i = 0; i < 1'600; ++i) {
    ++counts[ids.next().value().sequence() % 16];
    clock.advance(1);
  }
  return counts;
}

template <class Id>
class a_sequence : public testing::Test {};
using with_sequence = testing::Types<snowish, ts_seq_rand>;
TYPED_TEST_SUITE(a_sequence, with_sequence);

TYPED_TEST(a_sequence, begins_at_zero_unless_told_otherwise) {
  EXPECT_EQ(generator_options().sequence, sequence_start::zero);
  EXPECT_EQ(remainders<TypeParam>(sequence_start::zero)[0], 1'600);
}

TYPED_TEST(a_sequence, is_spread_over_shards) {
  for (const int count : remainders<TypeParam>(sequence_start::carry_on)) EXPECT_EQ(count, 100);
  // 100 of each are expected. The seed is fixed; 50 is five deviations below.
  for (const int count : remainders<TypeParam>(sequence_start::random)) EXPECT_GT(count, 50);
}

TYPED_TEST(a_sequence, leaves_the_upper_half_of_a_millisecond) {
  for (const sequence_start start : {sequence_start::random, sequence_start::carry_on}) {
    fake_clock clock;
    auto ids = begun<TypeParam>(start, clock);
    for (int ms = 0; ms < 20; ++ms) {
      auto before = ids.next().value();
      EXPECT_LT(before.sequence(), 2'048U);
      int made = 1;
      for (;; ++made) {
        const auto id = ids.next();
        if (!id) {
          EXPECT_EQ(id.error(), fault::tail_overflow);
          break;
        }
        ASSERT_GT(*id, before);
        ASSERT_EQ(id->sequence(), before.sequence() + 1);
        before = *id;
      }
      EXPECT_GE(made, 2'049);
      clock.advance(1);
    }
  }
}

TYPED_TEST(a_sequence, begins_alike_in_blocks) {
  fake_clock clock;
  auto ids = begun<TypeParam>(sequence_start::carry_on, clock);
  std::vector<TypeParam> many(100);
  ASSERT_EQ(ids.fill(many).count, many.size());
  EXPECT_EQ(many.front().sequence(), 0U);
  clock.advance(1);
  ASSERT_EQ(ids.fill(many).count, many.size());
  EXPECT_EQ(many.front().sequence(), 100U);
  EXPECT_EQ(many.back().sequence(), 199U);
}

TEST(a_sequence_that_carries_on, wraps_to_zero_after_the_lower_half) {
  fake_clock clock;
  auto ids = begun<snowish>(sequence_start::carry_on, clock);
  std::vector<snowish> many(2'048);
  ASSERT_EQ(ids.fill(many).count, many.size());
  clock.advance(1);
  EXPECT_EQ(ids.next().value().sequence(), 0U);
}

TEST(a_random_start, needs_entropy_and_is_not_random_enough_for_a_fork) {
  fake_clock clock;
  auto entropy = fake_entropy::seeded(1);
  auto ids = begun<snowish>(sequence_start::random, clock, entropy);
  ASSERT_TRUE(ids.next());
  entropy.fork();
  clock.advance(1);
  EXPECT_EQ(ids.next().error(), fault::forked);
  auto others = begun<snowish>(sequence_start::random, clock, entropy);
  entropy.fail();
  EXPECT_EQ(others.next().error(), fault::entropy);
}

TEST(a_format_without_a_sequence, rejects_the_option) {
  const auto rejected = sortid::generator_plan<sortid::ulid>::make({.sequence = sequence_start::random});
  EXPECT_EQ(rejected.error().why, sortid::reason::range);
  EXPECT_TRUE(sortid::generator_plan<sortid::ulid>::make({.sequence = sequence_start::zero}));
  sortid::any_generator<> any;
  EXPECT_TRUE(any.emplace<sortid::thread_scopes>(sortid::format::of<sortid::ulid_flake>(),
                                                 {.sequence = sequence_start::carry_on}));
  EXPECT_FALSE(any.emplace<sortid::thread_scopes>(sortid::format::of<snowish>(),
                                                  {.node = 0, .sequence = sequence_start::carry_on}));
}

TEST(starts, have_names) {
  EXPECT_EQ(name_of(sequence_start::zero), "zero");
  EXPECT_EQ(name_of(sequence_start::random), "random");
  EXPECT_EQ(name_of(sequence_start::carry_on), "carry_on");
}

}  // namespace
}  // namespace sortid_test
