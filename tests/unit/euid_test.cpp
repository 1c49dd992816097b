// EUID: parts, extension, check-mod, the id that follows.
#include "sortid/euid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <string>

#include "support/both_times.hpp"

namespace {

using namespace sortid::literals;
using sortid::euid;
using sortid::reason;
using sortid::uint128;
using sortid_test::hidden;

// Published with the format.
constexpr euid known = "C8ZM14GR4JXG0MQXVY18S8TJNA6"_euid;

TEST(euids, are_known) {
  EXPECT_BOTH(hidden(known).number() == uint128(7'079'448'135'464'172'288, 5'980'181'632'016'143'018));
  EXPECT_BOTH(hidden(known).to_text() == "C8ZM14GR4JXG0MQXVY18S8TJNA6");
  EXPECT_BOTH(hidden(known).to_text_unchecked() == "C8ZM14GR4JXG0MQXVY18S8TJNBZ");
  EXPECT_BOTH(euid::parse(hidden("C8ZM14GR4JXG0MQXVY18S8TJNBZ")).value() == known);
  EXPECT_BOTH(euid::parse(hidden("c8zm14gr4jxg0mqxvy18s8tjna6")).value() == known);
  EXPECT_BOTH(euid::parse(hidden("C8ZMi4GR4JXGoMQXVYL8S8TJNA6")).value() == known);
  EXPECT_BOTH(euid::parse(hidden("C8X2HA87098A0W837DX13FEAWVV")).error() ==
              sortid::error{reason::checksum, 25, 56, 123});
}

TEST(euids, have_parts) {
  EXPECT_BOTH(hidden(known).timestamp().since_epoch == 7'079'448'135'464'172'288U >> 19U);
  EXPECT_BOTH(hidden(known).randomness() == 5'980'181'632'016'143'018U);
  EXPECT_BOTH(hidden(euid::max()).timestamp().since_epoch == 35'184'372'088'831);
  EXPECT_BOTH(hidden(euid::max()).extension_length() == 15 && hidden(euid::max()).extension() == 32'767);
  EXPECT_BOTH(hidden(euid::nil()).extension_length() == 0 && hidden(euid::nil()).extension() == std::nullopt);
}

TEST(euids, know_whether_they_were_checked) {
  EXPECT_BOTH(euid::check_of(hidden("C8ZM14GR4JXG0MQXVY18S8TJNA6")).value() == euid::check::valid);
  EXPECT_BOTH(euid::check_of(hidden("C8ZM14GR4JXG0MQXVY18S8TJNBZ")).value() == euid::check::none);
  EXPECT_BOTH(euid::check_of(hidden("C8ZM-14GR-4JXG-0MQX-VY18-S8TJ-NBZ")).value() == euid::check::none);
  EXPECT_BOTH(euid::check_of(hidden("C8X2HA87098A0W837DX13FEAWVV")).error().why == reason::checksum);
  EXPECT_BOTH(euid::check_of(hidden("C8")).error().why == reason::length);
  EXPECT_BOTH(euid::parse_skipping_check(hidden("C8X2HA87098A0W837DX13FEAWVV")).value().to_text() ==
              "C8X2HA87098A0W837DX13FEAWSR");
  EXPECT_BOTH(euid::parse_skipping_check(hidden("C8X2HA87098A0W837DX13FEAWV")).error().why == reason::length);
  EXPECT_BOTH(euid::parse_skipping_check(hidden("C8X2HA87098A0W837DX13FEAWVU")).error().why ==
              reason::character);
}

// The specification's definition, by long division.
unsigned slow_mod_127(uint128 value) {
  unsigned rest = 0;
  for (unsigned i = 128; i-- != 0;) rest = (rest * 2 + static_cast<unsigned>((value >> i).lo & 1U)) % 127;
  return rest;
}

RC_GTEST_PROP(euids, check_mod_is_the_rest_of_division_by_127, (std::uint64_t hi, std::uint64_t lo)) {
  const euid id = euid::from_number({hi, lo}).value();
  RC_ASSERT(id.check_mod() == slow_mod_127(id.number()));
  RC_ASSERT(id.check_mod() < 127);
  // The two texts differ in the last seven bits alone.
  RC_ASSERT(id.to_text().view().substr(0, 25) == id.to_text_unchecked().view().substr(0, 25));
  RC_ASSERT(id.to_text_unchecked().view().back() == 'Z');
}

// Every one of the 128 check-mods: the right one and 127 are accepted, 126 others are not.
TEST(euids, accept_one_check_mod_and_none) {
  constexpr std::string_view symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  std::string text(known.to_text());
  const auto value_bits = static_cast<unsigned>(symbols.find(text[25])) & 28U;
  int accepted = 0;
  for (unsigned mod = 0; mod < 128; ++mod) {
    text[25] = symbols[value_bits | mod >> 5U];
    text[26] = symbols[mod & 31U];
    const auto id = euid::parse(text);
    if (id) {
      EXPECT_EQ(*id, known);
      EXPECT_TRUE(mod == 127 || mod == known.check_mod());
      ++accepted;
    } else {
      EXPECT_EQ(id.error(), (sortid::error{reason::checksum, 25, known.check_mod(), mod}));
      EXPECT_EQ(euid::parse_skipping_check(text).value(), known);
    }
  }
  EXPECT_EQ(accepted, 2);
}

// Any wrong symbol changes the check-mod: 127 is prime and 32 no multiple of it.
TEST(euids, notice_one_wrong_symbol) {
  constexpr std::string_view symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const std::string text(known.to_text());
  for (std::size_t i = 0; i < 25; ++i) {
    for (const char symbol : symbols) {
      std::string wrong = text;
      wrong[i] = symbol;
      EXPECT_EQ(euid::parse(wrong).has_value(), wrong == text) << wrong;
    }
  }
}

TEST(euids, grow_by_one_within_a_millisecond) {
  constexpr auto id = euid::from_number(uint128(known.number().hi, 0x00000001'FFFFFFFF)).value();
  EXPECT_BOTH(hidden(id).next(7).value().number() == uint128(known.number().hi, 0x00000002'00000007));
  constexpr auto last = euid::from_number(uint128(known.number().hi, 0xFFFFFFFE'00000000)).value();
  EXPECT_BOTH(hidden(last).next(0).value().number().lo == 0xFFFFFFFF'00000000);
  EXPECT_BOTH(hidden(last).next(0)->next(0).error().why == reason::overflow);
  EXPECT_BOTH(hidden(last).next(~0U).value() > last);
}

TEST(euids, carry_an_extension) {
  const auto bits_of = [](unsigned extension, uint128 random) {
    return euid::from_number(euid::extension_bits(extension, random).value()).value();
  };
  for (unsigned extension = 0; extension <= 32'767; ++extension) {
    for (const uint128 random : {uint128(), ~uint128()}) {
      const euid id = bits_of(extension, random);
      EXPECT_EQ(id.extension(), extension);
      const unsigned length = extension == 0 ? 1 : static_cast<unsigned>(std::bit_width(extension));
      EXPECT_EQ(id.extension_length(), length);
      // Nothing but the field and its length; random bits fill above the extension.
      EXPECT_EQ(id.timestamp().since_epoch, 0U);
      EXPECT_EQ(id.randomness(), 0U);
      const std::uint64_t above = (id.number().hi >> 4U & 0x7FFF) >> length;
      EXPECT_EQ(above, random == uint128() ? 0U : 0x7FFFU >> length);
    }
  }
  EXPECT_EQ(euid::extension_bits(32'768, {}).error(), (sortid::error{reason::range, 0, 0, 32'768}));
  EXPECT_EQ(euid::extension_bits(~0ULL, {}).error().why, reason::range);
  EXPECT_BOTH(euid::from_number(euid::extension_bits(hidden(5U), uint128()).value())->extension() == 5);
}

}  // namespace
