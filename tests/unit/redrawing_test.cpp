// Generators that count in the upper random bits and draw the lower ones anew (redrawing.hpp), by hand-made
// bits.
#include "sortid/redrawing.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "sortid/ordered_generator.hpp"
#include "sortid/ulid.hpp"
#include "sortid/uuidv7.hpp"
#include "support/fake_sources.hpp"
#include "support/scratch_folder.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::on_overflow;
using sortid::policies;
using sortid::uint128;
using wide_ulid = sortid::redrawing<sortid::ulid, 64>;
using wide_uuid = sortid::redrawing<sortid::uuidv7, 58>;

constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z

template <class Id>
using made_by = sortid::generator<Id, fake_clock, fake_entropy>;

TEST(redrawing, counts_above_and_draws_below) {
  fake_clock clock(noon);
  fake_entropy entropy = fake_entropy::zeros();
  made_by<wide_ulid> ids({}, {}, clock, entropy);
  entropy.then(uint128(0xFFFF'FFFF'FFFF'00F0, 0x1111'1111'1111'1111));
  entropy.then(uint128(0xAAAA'AAAA'AAAA'AAAA, 0x0000'0000'0000'0007));
  entropy.then(uint128(0xAAAA'AAAA'AAAA'AAAA, 0xFFFF'FFFF'FFFF'FFFF));
  const std::uint64_t upper = static_cast<std::uint64_t>(noon) << 16;
  EXPECT_EQ(ids.next().value().number(), uint128(upper | 0x00F0, 0x1111'1111'1111'1111));
  EXPECT_EQ(ids.next().value().number(), uint128(upper | 0x00F1, 0x0000'0000'0000'0007));
  EXPECT_EQ(ids.next().value().number(), uint128(upper | 0x00F2, 0xFFFF'FFFF'FFFF'FFFF));
}

TEST(redrawing, is_an_id_of_its_format) {
  fake_clock clock(noon);
  made_by<wide_ulid> ids({}, {}, clock, fake_entropy::zeros());
  const sortid::ulid id = ids.next().value().id();
  EXPECT_EQ(id.unix_ms(), noon);
  EXPECT_EQ(sortid::ulid::parse(id.to_text()).value(), id);
}

TEST(redrawing, overflows_sooner) {
  fake_clock clock(noon);
  fake_entropy entropy = fake_entropy::zeros();
  made_by<wide_ulid> ids({}, {}, clock, entropy);
  entropy.then(uint128(0xFFFF, 0));
  const auto last = ids.next().value();
  EXPECT_EQ(ids.next().error(), fault::tail_overflow);
  ids.set_policies({.overflow = on_overflow::run_ahead});
  const auto following = ids.next().value();
  EXPECT_GT(following, last);
  EXPECT_EQ(following.unix_ms(), noon + 1);
  EXPECT_EQ(ids.ahead(), 1);
}

// The counter of a UUIDv7 lies on both sides of its variant: 4 bits below it, 12 above.
TEST(redrawing, carries_across_the_variant) {
  fake_clock clock(noon);
  fake_entropy entropy = fake_entropy::zeros();
  made_by<wide_uuid> ids({}, {}, clock, entropy);
  entropy.then(uint128(0x0123, 0x3C00'0000'0000'0000));
  const auto first = ids.next().value();
  EXPECT_EQ(first.number().hi & 0xFFFF, 0x7123U);
  EXPECT_EQ(first.number().lo, 0xBC00'0000'0000'0000U);
  entropy.then(uint128(0, 5));
  const auto second = ids.next().value();
  EXPECT_EQ(second.number().hi & 0xFFFF, 0x7124U);
  EXPECT_EQ(second.number().lo, 0x8000'0000'0000'0005U);
  EXPECT_TRUE(sortid::uuid(second.number()).is_version_7());
}

TEST(redrawing, a_block_is_what_single_ids_are) {
  fake_clock clock(noon);
  made_by<wide_uuid> ids({}, {.overflow = on_overflow::run_ahead}, clock, fake_entropy::zeros());
  wide_uuid many[1'000];
  ASSERT_EQ(ids.fill(many).count, 1'000U);
  for (std::size_t i = 1; i < 1'000; ++i) {
    ASSERT_LT(many[i - 1], many[i]);
    ASSERT_TRUE(sortid::uuid(many[i].number()).is_version_7());
  }
}

TEST(redrawing, has_an_order_of_the_host) {
  const scratch_folder folder;
  const auto path = folder / "order";
  fake_clock clock(noon);
  auto a = sortid::host_generator<wide_ulid, fake_clock, fake_entropy>::open(path.c_str(), {}, {}, clock,
                                                                             fake_entropy::zeros());
  auto b = sortid::host_generator<wide_ulid, fake_clock, fake_entropy>::open(path.c_str(), {}, {}, clock,
                                                                             fake_entropy::zeros());
  ASSERT_TRUE(a && b);
  const auto first = a->next().value();
  const auto second = b->next().value();
  EXPECT_LT(first, second);
  EXPECT_EQ(second.number().hi, first.number().hi + 1);
  // Another rule is another order.
  EXPECT_FALSE((sortid::host_generator<sortid::ulid, fake_clock, fake_entropy>::open(
      path.c_str(), {}, {}, clock, fake_entropy::zeros())));
  // The policy of one is not the other's.
  a->set_policies({.overflow = on_overflow::run_ahead});
  EXPECT_GT(a->next().value(), second);
}

}  // namespace
}  // namespace sortid_test
