// Name-based ids: HMAC by RFC 4231, the vectors of tests/oracle/named.py, and what must hold of any name.
#include "sortid/named.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "sortid/mask.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::named_ids;
using sortid::reason;
using sortid::uint128;

constexpr std::array<std::uint8_t, 16> key{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr std::int64_t instant = 1'700'000'000'000;

// In constant expressions too.
static_assert(named_ids<sortid::ulid>::make(key)->at(instant, "customers/4711")->to_text().view() ==
              "01HF7YAT00R22V3SAVX86VBHR2");

// Sections 4.2, 4.3 and 4.4: a key of 20 bytes, a short one, and more than a block of data.
TEST(hmac_sha256, rfc_4231_examples) {
  const auto mac = [](const std::vector<std::uint8_t>& with, std::string_view data) {
    std::string digits;
    for (const std::uint8_t byte : sortid::detail::hmac_sha256(with).of(std::array{data})) {
      for (const unsigned digit : {unsigned{byte} >> 4U, unsigned{byte} & 15U})
        digits += "0123456789abcdef"[digit];
    }
    return digits;
  };
  EXPECT_EQ(mac(std::vector<std::uint8_t>(20, 0x0B), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(mac({'J', 'e', 'f', 'e'}, "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(mac(std::vector<std::uint8_t>(20, 0xAA), std::string(50, '\xDD')),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
}

TEST(named, vectors_of_another_hand) {
  const char* folder = std::getenv("SORTID_VECTORS");
  ASSERT_NE(folder, nullptr) << "SORTID_VECTORS is not set: run this by ctest";
  std::ifstream file(std::string(folder) + "/named/vectors.json");
  std::size_t count = 0;
  for (const auto& c : nlohmann::json::parse(file)) {
    const auto text = [&](const char* name) { return c.at(name).get<std::string>(); };
    const auto f = *sortid::format::find(text("format"));
    sortid::generator_options options;
    options.prefix = sortid::type_prefix::parse(text("prefix")).value();
    if (!c.at("extension").is_null()) options.extension = c.at("extension").get<std::uint16_t>();
    const auto id = sortid::by_format::named_at(f, sortid::mask_key::from_hex(text("key"))->bytes(), options,
                                                c.at("unix_ms").get<std::int64_t>(), text("name"));
    ASSERT_TRUE(id);
    EXPECT_EQ(*id, sortid::by_format::parse(f, text("text"))->value) << c;
    ++count;
  }
  EXPECT_EQ(count, 210U);
}

TEST(named, every_type_of_one_prefix_has_the_same_ids) {
  const auto user = sortid::type_prefix::parse("user").value();
  const auto any = named_ids<sortid::type_id>::make(key, {.prefix = user})->at(instant, "a").value();
  EXPECT_EQ(any.prefix(), "user");
  EXPECT_EQ(any.number(), named_ids<sortid::typed_id<"user">>::make(key)->at(instant, "a")->number());
  EXPECT_EQ(any.number(),
            named_ids<sortid::type_id_suffix>::make(key, {.prefix = user})->at(instant, "a")->number());
}

TEST(named, key_instant_format_prefix_and_name_all_count) {
  std::set<uint128> tails;
  std::size_t made = 0;
  const auto add = [&](uint128 id) {
    tails.emplace(id.hi & 0xFFF, id.lo);
    ++made;
  };
  auto other_key = key;
  other_key.back() ^= 1;
  for (const auto& with : {key, other_key}) {
    for (const std::int64_t ms : {instant, instant + 1}) {
      for (const std::string_view name : {"", "a", "b", "aa"}) {
        for (const std::string_view prefix : {"", "user", "usera"})
          add(named_ids<sortid::type_id>::make(with, {.prefix = sortid::type_prefix::parse(prefix).value()})
                  ->at(ms, name)
                  ->number());
        add(named_ids<sortid::uuidv7>::make(with)->at(ms, name)->number());
      }
    }
  }
  EXPECT_EQ(tails.size(), made);
}

TEST(named, options_have_their_place) {
  const auto id = named_ids<sortid::euid>::make(key, {.extension = 4711})->at(instant, "a").value();
  EXPECT_EQ(id.extension(), 4711);
  EXPECT_EQ(id.unix_ms(), instant);
  const auto own = named_ids<sortid::ulid>::make(key, {.epoch = instant - 5})->at(instant, "a").value();
  EXPECT_EQ(own.timestamp().since_epoch, 5U);
}

TEST(named, what_does_not_fit_is_rejected) {
  const std::vector<std::uint8_t> short_key(15);
  EXPECT_EQ(named_ids<sortid::ulid>::make(short_key).error().why, reason::length);
  EXPECT_EQ(named_ids<sortid::ulid>::make({}).error().why, reason::length);
  EXPECT_EQ(named_ids<sortid::ulid>::make(key, {.node = 1}).error().why, reason::range);
  EXPECT_EQ(
      named_ids<sortid::ulid>::make(key, {.prefix = sortid::type_prefix::parse("a").value()}).error().why,
      reason::prefix);
  EXPECT_EQ(named_ids<sortid::ulid>::make(key)->at(-1, "a").error(), fault::out_of_range);
  EXPECT_EQ(named_ids<sortid::ulid>::make(key)->at(sortid::ulid_layout.last_unix_ms() + 1, "a").error(),
            fault::out_of_range);
}

TEST(named, formats_with_few_random_bits_are_rejected) {
  for (const auto f : sortid::format::all()) {
    const std::set<std::string_view> named{"ulid", "typeid", "uuidv7", "euid"};
    EXPECT_EQ(sortid::is_named(f.layout()), named.contains(f.name())) << f.name();
    EXPECT_EQ(sortid::by_format::named_at(f, key, sortid::generator_options(), instant, "a").has_value(),
              sortid::is_named(f.layout()));
    // Rejected as out of range, where the format has no names or the instant is none of its.
    EXPECT_EQ(sortid::by_format::named_at(f, key, sortid::generator_options(), -1, "a").error(),
              (sortid::error{reason::range, 0, 0, 0}));
  }
}

}  // namespace
}  // namespace sortid_test
