// A clock and an entropy source that are chosen at run time.
#include "sortid/chosen_sources.hpp"

#include <gtest/gtest.h>

#include <array>

#include "sortid/generator.hpp"
#include "sortid/ulid.hpp"

namespace {

using ids = sortid::generator<sortid::ulid, sortid::chosen_clock, sortid::chosen_entropy>;

TEST(ChosenSources, ASeedGivesTheBitsOfSplitMix64) {
  sortid::chosen_entropy entropy(0);
  std::array<unsigned char, 11> bytes{};
  ASSERT_TRUE(entropy.fill(bytes.data(), bytes.size()));
  // The first two numbers of the seed 0 are e220a8397b1dcdaf and 6e789e6aa1b965f4.
  EXPECT_EQ(bytes, (std::array<unsigned char, 11>{0xAF, 0xCD, 0x1D, 0x7B, 0x39, 0xA8, 0x20, 0xE2, 0xF4, 0x65,
                                                  0xB9}));
}

TEST(ChosenSources, TheSameIdsEachTime) {
  auto one = ids::make({}, {}, {.stands_at_ms = 1772323200000}, sortid::chosen_entropy(1));
  auto other = ids::make({}, {}, {.stands_at_ms = 1772323200000}, sortid::chosen_entropy(1));
  for (int i = 0; i < 3; ++i) {
    const auto id = one->next();
    ASSERT_TRUE(id);
    EXPECT_EQ(*id, *other->next());
    EXPECT_EQ(id->timestamp().since_epoch, 1772323200000U);
  }
}

TEST(ChosenSources, TheSystemsWhereNothingIsChosen) {
  auto shifted = ids::make({}, {}, {.offset_ms = 86'400'000});
  const auto id = shifted->next();
  ASSERT_TRUE(id);
  const auto made = static_cast<std::int64_t>(id->timestamp().since_epoch);
  EXPECT_NEAR(static_cast<double>(made - 86'400'000), static_cast<double>(sortid::system_clock::now()),
              3.6e6);
  EXPECT_NE(shifted->random()->randomness(), ids::make()->random()->randomness());
}

}  // namespace
