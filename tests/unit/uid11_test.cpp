// Ulid-Flake, and uid11 with its profiles and one of the caller's own.
#include "sortid/uid11.hpp"

#include <gtest/gtest.h>

#include <string>

#include "sortid/generator.hpp"
#include "sortid/range.hpp"
#include "sortid/ulid_flake.hpp"
#include "support/both_times.hpp"
#include "support/fake_sources.hpp"

namespace {

using namespace sortid::literals;
using sortid::reason;
using sortid::ulid_flake;
using sortid::ulid_flake_scalable;
using sortid::xid;
using sortid_test::hidden;

TEST(ulid_flakes, have_parts) {
  constexpr auto id = "00CMXB6TAK4SA"_ulid_flake;
  EXPECT_BOTH(hidden(id).number() == 14'246'757'444'195'114);
  EXPECT_BOTH(hidden(id).unix_ms() == 1'717'653'966'666);  // 2024-06-06T06:06:06.666Z
  EXPECT_BOTH(hidden(id).timestamp().since_epoch == 13'586'766'666 && hidden(id).randomness() == 0x9932A);
  constexpr auto scalable = "00CMXB6TAK4SA"_ulid_flake_scalable;
  EXPECT_BOTH(hidden(scalable).unix_ms() == 1'717'653'966'666);
  EXPECT_BOTH(hidden(scalable).timestamp().since_epoch == 13'586'766'666);
  EXPECT_BOTH(hidden(scalable).randomness() == 0x4C99 && hidden(scalable).sid() == 10);
  EXPECT_BOTH(hidden(ulid_flake::max()).unix_ms() == 10'500'160'222'207);  // 2302-09-27T15:10:22.207Z
  EXPECT_BOTH(hidden(ulid_flake_scalable::max()).sid() == 31);
}

TEST(ulid_flakes, are_positive) {
  EXPECT_BOTH(ulid_flake::from_number(hidden(~0ULL >> 1U)).value() == ulid_flake::max());
  EXPECT_BOTH(ulid_flake::from_number(hidden(1ULL << 63U)).error().why == reason::overflow);
  EXPECT_BOTH(ulid_flake_scalable::from_number(hidden(~0ULL)).error().why == reason::overflow);
  EXPECT_BOTH(ulid_flake::from_bytes(hidden(ulid_flake::bytes_type{0x80})).error().why == reason::overflow);
}

TEST(ulid_flakes, of_another_epoch) {
  constexpr auto id = "00CMXB6TAK4SA"_ulid_flake;
  EXPECT_BOTH(hidden(id).unix_ms(0) == 13'586'766'666);
  EXPECT_BOTH(sortid::first_at<ulid_flake>(hidden(std::int64_t{5}), 5).value() == ulid_flake::min());
  EXPECT_BOTH(sortid::first_at<ulid_flake>(hidden(std::int64_t{4}), 5).error().why == reason::range);
}

TEST(xids, have_parts) {
  constexpr auto id = "5TK7MT834rx"_xid;
  EXPECT_BOTH(hidden(id).number() == 1'918'655'116'723'066'557 &&
              hidden(id).payload() == hidden(id).number());
  EXPECT_BOTH(hidden(id).unix_ms() == 1'778'452'897'826);  // 2026-05-10T22:41:37.826Z
  EXPECT_BOTH(hidden(id).timestamp().since_epoch == 457'443'026'715 && hidden(id).random() == 235'197);
  EXPECT_BOTH(xid::parse(hidden("1111111NVpb")).value().timestamp().since_epoch == 1);
  EXPECT_BOTH(xid::parse(hidden("113q8KFkAEs")).value().timestamp().since_epoch == 86'400'000);
}

TEST(profiles, mean_the_same_symbols_differently) {
  constexpr auto id = "5TK7MT834rx"_uid11;
  constexpr auto snowish = hidden(id).as<sortid::uid11_snowish_layout>().value();
  EXPECT_BOTH(hidden(snowish).to_text() == "5TK7MT834rx");
  EXPECT_BOTH(hidden(snowish).timestamp().since_epoch == 457'443'026'715 && hidden(snowish).machine() == 57 &&
              hidden(snowish).sequence() == 1'725);
  constexpr auto counted = hidden(id).as<sortid::uid11_ts_seq_rand_layout>().value();
  EXPECT_BOTH(hidden(counted).sequence() == 229 && hidden(counted).random() == 701);
  EXPECT_BOTH(hidden(id).as<sortid::uid11_fullrand_layout>()->random() == hidden(id).number());
  EXPECT_BOTH(hidden(snowish).as<sortid::xid_layout>().value() == "5TK7MT834rx"_xid);
  // The reserved bit is kept as it is, and is no part of the time.
  constexpr auto reserved = sortid::uid11_snowish::from_number(~0ULL).value();
  EXPECT_BOTH(hidden(reserved).number() == ~0ULL &&
              hidden(reserved).timestamp().since_epoch == 2'199'023'255'551);
}

TEST(text_prefixes, bound_their_texts) {
  using sortid::ids_with_text_prefix;
  using range = sortid::id_range<sortid::uid11>;
  EXPECT_BOTH(*ids_with_text_prefix<sortid::uid11>(hidden("5TK7MT834rx")) ==
              range{"5TK7MT834rx"_uid11, "5TK7MT834rx"_uid11});
  EXPECT_BOTH(*ids_with_text_prefix<sortid::uid11>(hidden("5TK")) ==
              range{"5TK11111111"_uid11, "5TKzzzzzzzz"_uid11});
  EXPECT_BOTH(*ids_with_text_prefix<sortid::uid11>(hidden("j")) ==
              range{"j1111111111"_uid11, sortid::uid11::max()});
  EXPECT_BOTH(*ids_with_text_prefix<sortid::uid11>(hidden("jp")) ==
              range{"jp111111111"_uid11, sortid::uid11::max()});
  EXPECT_BOTH(*ids_with_text_prefix<sortid::uid11>(hidden("jpXCZedGfVQ")) ==
              range{sortid::uid11::max(), sortid::uid11::max()});
  EXPECT_BOTH(*ids_with_text_prefix<sortid::uid11>(hidden("1")) ==
              range{sortid::uid11::min(), "1zzzzzzzzzz"_uid11});
  EXPECT_BOTH(ids_with_text_prefix<sortid::uid11>(hidden("k")).error() ==
              sortid::error{reason::overflow, 0, 42, 43});
  EXPECT_BOTH(ids_with_text_prefix<sortid::uid11>(hidden("jq")).error().position == 1);
  EXPECT_BOTH(ids_with_text_prefix<sortid::uid11>(hidden("jpXCZedGfVR")).error().position == 10);
  EXPECT_BOTH(ids_with_text_prefix<sortid::uid11>(hidden("5TK0")).error() ==
              sortid::error{reason::character, 3, 0, '0'});
  EXPECT_BOTH(ids_with_text_prefix<sortid::uid11>(hidden("")).error().why == reason::length);
  EXPECT_BOTH(ids_with_text_prefix<sortid::uid11>(hidden("5TK7MT834rx1")).error() ==
              sortid::error{reason::length, 11, 11, 12});
}

// A profile of one's own, with everything a field can be for.
inline constexpr sortid::layout mine{
    .name = "mine",
    .title = "a profile of the test",
    .bits = 64,
    .text = sortid::text_form::base58,
    .symbols = 11,
    .epoch = 1'000'000'000'000,
    .fields = {{{"kind", 3, sortid::role::constant, 5},
                {"ms", 40, sortid::role::timestamp},
                {"shard", 5, sortid::role::node},
                {"count", 6, sortid::role::sequence},
                {"noise", 10, sortid::role::random}}},
    .counter = {.low = 10, .bits = 6},
};
using mine_id = sortid::uid11_profile<mine>;

TEST(profiles, can_be_the_callers_own) {
  constexpr auto id =
      mine_id::from_number(0xA000000000000000 | 123ULL << 21U | 7U << 16U | 3U << 10U | 1'000U).value();
  EXPECT_BOTH(hidden(id).timestamp().since_epoch == 123 && hidden(id).unix_ms() == 1'000'000'000'123);
  EXPECT_BOTH(hidden(id).machine() == 7 && hidden(id).sequence() == 3 && hidden(id).random() == 1'000);
  EXPECT_BOTH(mine_id::parse(hidden(id).to_text()).value() == id);
  EXPECT_BOTH(mine_id::from_number(hidden(0x4000000000000000ULL)).error() ==
              sortid::error{reason::range, 0, 5, 2});
  EXPECT_BOTH(mine_id::parse(hidden("11111111111")).error().why == reason::range);
  EXPECT_BOTH(mine_id::min().number() == 5ULL << 61U && mine_id::max().number() == 0xBFFFFFFFFFFFFFFF);
  EXPECT_BOTH("5TK7MT834rx"_xid.as<mine>().error().why == reason::range);
  EXPECT_BOTH(sortid::first_at<mine_id>(hidden(std::int64_t{1'000'000'000'123})).value().number() ==
              (0xA000000000000000 | 123ULL << 21U));
  EXPECT_BOTH(sortid::last_at<mine_id>(hidden(std::int64_t{1'000'000'000'123})).value().number() ==
              (0xA000000000000000 | 124ULL << 21U) - 1);
  EXPECT_BOTH(sortid::first_at<mine_id>(hidden(std::int64_t{999'999'999'999})).error().why == reason::range);
}

TEST(profiles, of_the_callers_own_are_generated) {
  using sortid_test::fake_clock;
  using sortid_test::fake_entropy;
  fake_clock clock(1'000'000'000'123);
  auto made = sortid::generator<mine_id, fake_clock, fake_entropy>::make({.node = 7}, {}, clock,
                                                                         fake_entropy::ones());
  ASSERT_TRUE(made);
  auto last = made->next().value();
  EXPECT_EQ(last.number(), 0xA000000000000000 | 123ULL << 21U | 7U << 16U | 1'023U);
  for (unsigned n = 1; n < 64; ++n) {
    const auto id = made->next().value();
    EXPECT_EQ(id.sequence(), n);
    EXPECT_EQ(id.machine(), 7U);
    EXPECT_GT(id, last);
    last = id;
  }
  EXPECT_EQ(made->next().error(), sortid::fault::tail_overflow);
  clock.advance(1);
  EXPECT_EQ(made->next()->sequence(), 0U);
  EXPECT_EQ(sortid::generator_plan<mine_id>::make({.node = 32}).error().why, reason::range);
}

}  // namespace
