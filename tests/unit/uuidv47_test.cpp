// uuidv47, against what the reference implementation gives (github.com/stateless-me/uuidv47, uuidv47.h).
#include "sortid/uuidv47.hpp"

#include <gtest/gtest.h>

#include <array>

namespace {

using namespace sortid::literals;
using key = std::array<std::uint8_t, 16>;

constexpr sortid::uuidv47 of(const key& bytes) { return sortid::uuidv47(bytes); }

struct example {
  key secret;
  sortid::uuidv7 stored;
  sortid::uuid shown;
};
constexpr example examples[] = {
    {{0x00, 0xc5, 0x10, 0x4f, 0x46, 0xd3, 0x9b, 0x87, 0x1e, 0x4a, 0xf2, 0xe4, 0x84, 0xaf, 0x89, 0x0f},
     "8a473090-b8b9-78b1-bef9-b1af833d53c2"_uuidv7,
     "f1b1178e-f576-48b1-bef9-b1af833d53c2"_uuid},
    {{0x7b, 0x19, 0xa1, 0xc1, 0xed, 0x3d, 0x48, 0x0c, 0x88, 0x3b, 0xf0, 0x0c, 0xea, 0x7a, 0x1b, 0xe1},
     "f6baa0af-74c8-71b2-8212-624650b50851"_uuidv7,
     "974a3b9b-525f-41b2-8212-624650b50851"_uuid},
    {{0xaf, 0x48, 0xb0, 0x9c, 0x85, 0xf9, 0xa8, 0x0d, 0x34, 0x99, 0x1a, 0x1e, 0x13, 0x36, 0xff, 0x48},
     "34bb90a9-84f1-7b46-84be-8c557395a6ef"_uuidv7,
     "21021410-3031-4b46-84be-8c557395a6ef"_uuid}};

static_assert(of(examples[0].secret).mask(examples[0].stored) == examples[0].shown);

TEST(Uuidv47, AsTheReferenceDoes) {
  for (const example& e : examples) {
    EXPECT_EQ(of(e.secret).mask(e.stored), e.shown);
    EXPECT_EQ(of(e.secret).unmask(e.shown).value(), e.stored);
    EXPECT_NE(of(key{}).mask(e.stored), e.shown);
  }
}

TEST(Uuidv47, RejectsOtherVersionsAndVariants) {
  const auto wrong = of(key{}).unmask(examples[0].stored);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error(), (sortid::error{sortid::reason::range, 14, 4, 7}));
  const auto other_variant = of(key{}).unmask("f1b1178e-f576-48b1-0ef9-b1af833d53c2"_uuid);
  ASSERT_FALSE(other_variant);
  EXPECT_EQ(other_variant.error(), (sortid::error{sortid::reason::range, 19, 2, 0}));
}

}  // namespace
