// What texts look like that are none of this library's: examples of the others' own documentation.
#include "sortid/looks_like.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "sortid/formats.hpp"
#include "support/both_times.hpp"

namespace {

using sortid::foreign_id;
using sortid::looks_like;
using sortid_test::hidden;

constexpr std::int64_t now = 1'793'000'000'000;  // 2026-10-26

std::string told(const foreign_id& seen) {
  std::string all(seen.name);
  if (seen.unix_ms) all.append(" ").append(sortid::instant_to_text(*seen.unix_ms).view());
  for (std::size_t i = 0; i < seen.field_count; ++i) {
    char digits[sortid::detail::max_decimal_digits];
    char* const end = sortid::detail::write_decimal(seen.fields[i].value, digits);
    all.append(" ").append(seen.fields[i].name).append("=").append(digits, end);
  }
  return all;
}

std::string told(std::string_view text, std::int64_t latest = now) {
  std::string all;
  for (const foreign_id& seen : looks_like(text, latest))
    all.append(all.empty() ? "" : "; ").append(told(seen));
  return all;
}

std::string names(std::string_view text, std::int64_t latest = now) {
  std::string all;
  for (const foreign_id& seen : looks_like(text, latest))
    all.append(all.empty() ? "" : " ").append(seen.name);
  return all;
}

// RFC 9562, appendices A and B.
TEST(looks_like, uuids_of_every_version) {
  EXPECT_EQ(told("c232ab00-9414-11ec-b3c8-9f6bdeced846"),
            "uuidv1 2022-02-22T19:22:22.000Z time_low=3258100480 time_mid=37908 version=1 time_high=492 "
            "variant=2 clock_seq=13256 node=175285648414790");
  EXPECT_EQ(told("000003e8-9414-21ec-b300-9f6bdeced846"),
            "uuidv2 2022-02-22T19:16:56.189Z local_id=1000 time_mid=37908 version=2 time_high=492 variant=2 "
            "clock_seq=51 local_domain=0 node=175285648414790");
  EXPECT_EQ(told("5df41881-3aed-3515-88a7-2f4a814cf09e"),
            "uuidv3 md5_high=103302964525805 version=3 md5_mid=1301 variant=2 md5_low=623519070457491614");
  EXPECT_EQ(names("919108f7-52d1-4320-9bac-f847db4148a8"), "uuidv4");
  EXPECT_EQ(names("2ed6657d-e927-568b-95e1-2665a8aea6a2"), "uuidv5");
  EXPECT_EQ(told("1ec9414c-232a-6b00-b3c8-9f6bdeced846"),
            "uuidv6 2022-02-22T19:22:22.000Z time_high=516505932 time_mid=9002 version=6 time_low=2816 "
            "variant=2 clock_seq=13256 node=175285648414790");
  EXPECT_EQ(told("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
            "uuidv7 2022-02-22T19:22:22.000Z timestamp=1645557742000 version=7 rand_a=3267 variant=2 "
            "rand_b=1784793296645077391");
  EXPECT_EQ(names("2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"), "uuidv8");
  EXPECT_EQ(names("00000000-0000-0000-0000-000000000000"), "uuid");
  EXPECT_EQ(names("c232ab00-9414-11ec-c3c8-9f6bdeced846"), "uuid") << "another variant";
  EXPECT_EQ(names("c232ab00-9414-91ec-b3c8-9f6bdeced846"), "uuid") << "no such version";
}

TEST(looks_like, uuids_in_every_notation) {
  const std::string digits = "c232ab00941411ecb3c89f6bdeced846";
  const std::string plain = "c232ab00-9414-11ec-b3c8-9f6bdeced846";
  const sortid::uint128 bits = sortid::uuid::parse(plain)->number();
  for (const std::string& text : {digits, plain, "{" + plain + "}", "{" + digits + "}", "urn:uuid:" + plain,
                                  "URN:UUID:" + plain, std::string("C232AB00-9414-11EC-B3C8-9F6BDECED846")}) {
    ASSERT_EQ(names(text), "uuidv1") << text;
    EXPECT_EQ(looks_like(text, now)[0].uuid_bits, bits) << text;
  }
  for (const std::string& text :
       {"{" + plain, plain + "}", "(" + plain + ")", "urn:uuid:" + digits, "urn-uuid:" + plain,
        "urn:uuid:{" + plain + "}", digits + "0", std::string("c232ab00-941411ecb3c8-9f6bdeced846-00"),
        std::string("{}"), std::string("c232ab00_9414_11ec_b3c8_9f6bdeced846"),
        std::string("g232ab00941411ecb3c89f6bdeced846")})
    EXPECT_EQ(names(text), "") << text;
}

TEST(looks_like, a_parsed_uuid_as_its_text) {
  for (const std::string_view text :
       {"c232ab00-9414-11ec-b3c8-9f6bdeced846", "000003e8-9414-21ec-b300-9f6bdeced846",
        "5df41881-3aed-3515-88a7-2f4a814cf09e", "919108f7-52d1-4320-9bac-f847db4148a8",
        "2ed6657d-e927-568b-95e1-2665a8aea6a2", "1ec9414c-232a-6b00-b3c8-9f6bdeced846",
        "ffffffff-ffff-7fff-bfff-ffffffffffff", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0",
        "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "c232ab00-9414-11ec-c3c8-9f6bdeced846", "c232ab00-9414-91ec-b3c8-9f6bdeced846"}) {
    const foreign_id seen = sortid::foreign_id_of_uuid(sortid::uuid::parse(text)->number());
    EXPECT_EQ(told(seen), told(text));
    EXPECT_EQ(seen.title, looks_like(text, now)[0].title);
    EXPECT_EQ(seen.uuid_bits, looks_like(text, now)[0].uuid_bits);
  }
}

TEST(looks_like, ids_of_others) {
  // README of github.com/segmentio/ksuid.
  EXPECT_EQ(
      told("0ujtsYcgvSTl8PAuAdqWYSMnLOv"),
      "ksuid 2017-10-10T04:00:47.000Z timestamp=107608047 payload=241430389101445630615968514586504369973");
  // MongoDB's manual on ObjectId.getTimestamp().
  EXPECT_EQ(told("507f191e810c19729de860ea"),
            "objectid 2012-10-17T20:46:22.000Z timestamp=1350506782 random=554253775517 counter=15229162");
  EXPECT_EQ(names("507F191E810C19729DE860EA"), "objectid");
  // MongoDB's first release is of 2009-02-11, whose midnight is second 0x49921500.
  EXPECT_EQ(names("49921500810c19729de860ea"), "objectid");
  EXPECT_NE(names("499214ff810c19729de860ea"), "objectid");
  // id_test.go of github.com/rs/xid.
  EXPECT_EQ(
      told("9m4e2mr0ui3e8a215n4g"),
      "rs-xid 2011-03-22T17:50:19.000Z timestamp=1300816219 machine=6354054 process=58408 counter=4271561");
  EXPECT_EQ(names("9m4e2mr0ui3e8a215n4h"), "") << "the last symbol has one bit";
  // READMEs of github.com/paralleldrive/cuid2 and github.com/ai/nanoid.
  EXPECT_EQ(told("tz4a98xxat96iws9zmbrgj3a"), "cuid2");
  EXPECT_EQ(told("V1StGXR8_Z5jdHi6B-myT"), "nanoid");
}

TEST(looks_like, snowflakes_by_the_range_of_plausible_times) {
  // Wikipedia, "Snowflake ID". As one of Discord it is of 2026-08-25, as one of Mastodon of 2715.
  const std::string_view twitter = "1541815603606036480";
  EXPECT_EQ(
      told(twitter, 1'656'432'460'105),
      "snowflake-twitter 2022-06-28T16:07:40.105Z timestamp=367597485448 datacenter=11 worker=26 sequence=0; "
      "snowflake-instagram 2017-06-21T04:19:24.445Z timestamp=183798742724 shard=1512 sequence=0");
  EXPECT_EQ(names(twitter, 1'656'432'460'104), "snowflake-instagram") << "a millisecond before it was made";
  // Discord's reference of its API.
  EXPECT_NE(told("175928847299117063")
                .find("snowflake-discord 2016-04-30T11:18:25.796Z timestamp=41944705796 worker=1 process=0 "
                      "increment=7"),
            std::string::npos);
  // "Sharding & IDs at Instagram": 1387263000 ms behind the epoch, shard 1341, sequence 5001 % 1024.
  EXPECT_NE(
      told("11637205501278089")
          .find("snowflake-instagram 2011-09-09T22:28:04.721Z timestamp=1387263000 shard=1341 sequence=905"),
      std::string::npos)
      << told("11637205501278089");
  // By their definitions: (1'700'000'000'000 << 16) + 123, and (29'000'000'000 << 24) + (5 << 16) + 7.
  EXPECT_NE(told("111411200000000123")
                .find("snowflake-mastodon 2023-11-14T22:13:20.000Z timestamp=1700000000000 sequence=123"),
            std::string::npos);
  EXPECT_NE(told("486539264000327687")
                .find("sonyflake 2023-11-09T11:33:20.000Z timestamp=29000000000 sequence=5 machine=7"),
            std::string::npos)
      << told("486539264000327687");
  EXPECT_EQ(names("99999999999999999999"), "") << "past 64 bits";
  EXPECT_EQ(names("01541815603606036480"), "") << "a leading zero";
  EXPECT_EQ(names("1541815603606036", 1'793'000'000'000), "") << "Unix microseconds, more often";
}

TEST(looks_like, nothing_of_other_texts) {
  for (const std::string_view text :
       {"", "hello", "aWgEPTl1tmebfsQzFP4bxwgy80W", "zzzzzzzzzzzzzzzzzzzzzzzzzzz", "ffffffffffffffffffffffff",
        "000000000000000000000000", "abcdefghijklmnopqrstuvwx", "internationalizations",
        "INTERNATIONALIZATIONS", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "5TK7MT834rx", "00CMXB6TAK4SA"})
    EXPECT_EQ(names(text), "") << text;
}

TEST(looks_like, is_constexpr) {
  EXPECT_BOTH(looks_like(hidden(std::string_view("0ujtsYcgvSTl8PAuAdqWYSMnLOv")), now).size() == 1);
}

RC_GTEST_PROP(looks_like, never_has_more_than_there_is_room_for, ()) {
  const auto size = *rc::gen::inRange(0, 48);
  const std::string symbols = *rc::gen::element(std::string("0123456789"), std::string("0123456789abcdef-{}"),
                                                std::string("0aZ9-_zA7fgv"));
  const auto text =
      *rc::gen::container<std::string>(static_cast<std::size_t>(size), rc::gen::elementOf(symbols));
  const auto latest = *rc::gen::arbitrary<std::int64_t>();
  const sortid::foreign_id_list found = looks_like(text, latest);
  RC_ASSERT(found.size() <= sortid::foreign_id_list::capacity);
  for (const foreign_id& seen : found) {
    RC_ASSERT(seen.field_count <= foreign_id::max_fields);
    RC_ASSERT(seen.uuid_bits.has_value() || !seen.unix_ms || *seen.unix_ms <= latest);
  }
}

}  // namespace
