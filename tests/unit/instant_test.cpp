// Instants as text, out and in.
#include "sortid/instant.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "support/both_times.hpp"

namespace {

using sortid::instant;
using sortid::instant_of_number;
using sortid::instant_to_text;
using sortid::parse_instant;
using sortid::reason;
using sortid_test::hidden;

struct known {
  std::int64_t ms;
  std::string_view text;
};

// From the formats' specifications, RFC 3339, and GNU date.
constexpr known instants[] = {
    {0, "1970-01-01T00:00:00.000Z"},
    {1, "1970-01-01T00:00:00.001Z"},
    {-1, "1969-12-31T23:59:59.999Z"},
    {951'782'400'000, "2000-02-29T00:00:00.000Z"},
    {951'868'799'999, "2000-02-29T23:59:59.999Z"},
    {951'868'800'000, "2000-03-01T00:00:00.000Z"},
    {-2'203'891'200'001, "1900-02-28T23:59:59.999Z"},
    {-2'203'891'200'000, "1900-03-01T00:00:00.000Z"},
    {4'107'542'400'000, "2100-03-01T00:00:00.000Z"},
    {1'321'009'871'111, "2011-11-11T11:11:11.111Z"},
    {1'704'067'200'000, "2024-01-01T00:00:00.000Z"},
    {1'709'164'800'000, "2024-02-29T00:00:00.000Z"},
    {5'719'056'382'214, "2151-03-25T18:46:22.214Z"},
    {35'184'372'088'831, "3084-12-12T12:41:28.831Z"},
    {253'402'300'799'999, "9999-12-31T23:59:59.999Z"},
    {253'402'300'800'000, "10000-01-01T00:00:00.000Z"},
    {281'474'976'710'655, "10889-08-02T05:31:50.655Z"},
    {-62'167'219'200'000, "0000-01-01T00:00:00.000Z"},
    {-62'162'035'200'001, "0000-02-29T23:59:59.999Z"},
    {-62'135'596'800'000, "0001-01-01T00:00:00.000Z"},
    {-30'610'224'000'000, "1000-01-01T00:00:00.000Z"},
};

TEST(instants, are_known) {
  for (const known& k : instants) {
    EXPECT_EQ(instant_to_text(k.ms), k.text);
    EXPECT_EQ(parse_instant(k.text).value(), k.ms) << k.text;
    EXPECT_EQ(parse_instant(std::to_string(k.ms)).value(), k.ms);
  }
  static_assert([] {
    for (const known& k : instants) {
      if (instant_to_text(k.ms) != k.text || parse_instant(k.text).value() != k.ms) return false;
    }
    return true;
  }());
}

TEST(instants, begin_with_1970) { EXPECT_BOTH(instant() == hidden(std::int64_t{0})); }

TEST(instants, of_a_number_are_its_digits) {
  EXPECT_BOTH(sortid::detail::digits_of(hidden(std::int64_t{-17})) == "-17");
  EXPECT_BOTH(sortid::detail::digits_of(hidden(INT64_MIN)) == "-9223372036854775808");
}

TEST(instants, that_may_be_digits_alone_are_as_long_as_what_is_asked_for) {
  using sortid::error;
  EXPECT_BOTH(sortid::detail::doubt_about(hidden("20240606123456")) == (error{reason::length, 14, 20, 14}));
  EXPECT_BOTH(sortid::detail::doubt_about(hidden("1717653966")) == (error{reason::length, 10, 20, 10}));
  EXPECT_BOTH(sortid::detail::doubt_about(hidden("20240601")) == (error{reason::length, 8, 10, 8}));
  EXPECT_BOTH(sortid::detail::doubt_about(hidden("20241301")) == error{});
}

TEST(instants, before_year_0_have_a_sign) {
  EXPECT_BOTH(instant_to_text(hidden(std::int64_t{-62'167'219'200'001})) == "-0001-12-31T23:59:59.999Z");
  EXPECT_BOTH(instant_to_text(hidden(INT64_MAX)) == "292278994-08-17T07:12:55.807Z");
  EXPECT_BOTH(instant_to_text(hidden(INT64_MIN)) == "-292275055-05-16T16:47:04.192Z");
}

TEST(instants, are_read_as_people_write_them) {
  struct written {
    std::string_view text;
    std::int64_t ms;
  };
  constexpr written cases[] = {
      {"2024-01-01", 1'704'067'200'000},
      {"2024-01-01T00:00:00Z", 1'704'067'200'000},
      {"2024-01-01t00:00:00z", 1'704'067'200'000},
      {"2024-01-01 00:00:00Z", 1'704'067'200'000},
      {"2024-01-01T00:00:00.5Z", 1'704'067'200'500},
      {"2024-01-01T00:00:00.07Z", 1'704'067'200'070},
      {"2024-01-01T00:00:00.123456789123456789123456789Z", 1'704'067'200'123},
      {"2024-01-01T01:00:00+01:00", 1'704'067'200'000},
      {"2023-12-31T19:30:00-04:30", 1'704'067'200'000},
      {"2024-01-01T23:59:00+23:59", 1'704'067'200'000},
      {"2024-01-01T00:00:00-00:00", 1'704'067'200'000},
      {"2016-12-31T23:59:60Z", 1'483'228'800'000},
      {"1969-12-31T23:59:59.9999Z", -1},
      {"1996-12-19T16:39:57-08:00", 851'042'397'000},  // RFC 3339, 5.8
      {"1985-04-12T23:20:50.52Z", 482'196'050'520},
      {"1990-12-31T15:59:60-08:00", 662'688'000'000},
      {"1937-01-01T12:00:27.87+00:20", -1'041'337'172'130},
      {"999999-12-31T23:59:59.999Z", 31'494'784'780'799'999},
      {"0", 0},
      {"-0", 0},
      {"-1", -1},
      {"1899", 1'899},  // milliseconds, where the digits could be no year or date of our time
      {"2200", 2'200},
      {"-2024", -2'024},
      {"02024", 2'024},
      {"202413", 202'413},
      {"20230229", 20'230'229},
      {"20240101240000", 20'240'101'240'000},  // in 2611
      {"22000101000000", 22'000'101'000'000},
      {"999999999", 999'999'999},
      {"7258118400", 7'258'118'400},  // as seconds 2200
      {"0171765396", 171'765'396},
      {"999999999999999999", 999'999'999'999'999'999},
      {"-999999999999999999", -999'999'999'999'999'999},
  };
  for (const written& c : cases) EXPECT_EQ(parse_instant(c.text).value_or(INT64_MIN).unix_ms, c.ms) << c.text;
  EXPECT_BOTH(parse_instant(hidden("1996-12-19T16:39:57-08:00")).value() == 851'042'397'000);
}

TEST(instants, that_could_be_a_date_or_milliseconds_are_rejected_with_both) {
  struct doubtful {
    std::string_view text;
    std::string_view sentence;
  };
  constexpr doubtful cases[] = {
      {"2024", "a year or milliseconds? Write 2024-01-01, or 1970-01-01T00:00:02.024Z for the milliseconds"},
      {"1900", "a year or milliseconds? Write 1900-01-01, or 1970-01-01T00:00:01.900Z for the milliseconds"},
      {"2199", "a year or milliseconds? Write 2199-01-01, or 1970-01-01T00:00:02.199Z for the milliseconds"},
      {"202406",
       "a month or milliseconds? Write 2024-06-01, or 1970-01-01T00:03:22.406Z for the milliseconds"},
      {"20240606",
       "a date or milliseconds? Write 2024-06-06, or 1970-01-01T05:37:20.606Z for the milliseconds"},
      {"20240229",
       "a date or milliseconds? Write 2024-02-29, or 1970-01-01T05:37:20.229Z for the milliseconds"},
      {"20240606123456",
       "a date and a time or milliseconds? Write 2024-06-06T12:34:56Z, or 2611-05-27T06:35:23.456Z for the "
       "milliseconds"},
      {"20161231235960",
       "a date and a time or milliseconds? Write 2016-12-31T23:59:60Z, or 2608-11-19T14:00:35.960Z for the "
       "milliseconds"},
      {"1717653966",
       "seconds or milliseconds? Write 2024-06-06T06:06:06.000Z, or 1970-01-20T21:07:33.966Z for the "
       "milliseconds"},
      {"1000000000",
       "seconds or milliseconds? Write 2001-09-09T01:46:40.000Z, or 1970-01-12T13:46:40.000Z for the "
       "milliseconds"},
      {"7258118399",
       "seconds or milliseconds? Write 2199-12-31T23:59:59.000Z, or 1970-03-26T00:08:38.399Z for the "
       "milliseconds"},
  };
  for (const doubtful& c : cases) {
    const sortid::error why = parse_instant(c.text).error();
    EXPECT_EQ(why.why, reason::length) << c.text;
    EXPECT_EQ(why.position, c.text.size());
    EXPECT_EQ(message_of_instant(why, c.text), c.sentence);
    EXPECT_FALSE(sortid::message(why, "an instant").empty());
    const std::int64_t number = std::stoll(std::string(c.text));
    EXPECT_EQ(instant_of_number(number).error(), why);
    EXPECT_EQ(message_of_instant(why, number), c.sentence);
  }
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-2'024}, std::int64_t{1'717'653'966'000},
                                    std::int64_t{1'899}, INT64_MAX, INT64_MIN}) {
    EXPECT_EQ(instant_of_number(number).value(), number);
  }
  EXPECT_BOTH(!parse_instant(hidden(std::string_view("2024"))));
  EXPECT_EQ(message_of_instant(parse_instant("2024-13-01").error(), "2024-13-01"),
            "13 is outside the range for an instant; "
            "write 2026-01-01, 2026-01-01T10:00:00Z or 1767225600000 (milliseconds)");
  // A part is outside its range in a text that ends too early behind it.
  for (const std::string_view text : {"2024-13", "2024-01-01T13:13:99", "2024-01-01T99"}) {
    EXPECT_TRUE(message_of_instant(parse_instant(text).error(), text)
                    .view()
                    .starts_with(text.size() == 7 ? "13 is outside the range for an instant; "
                                                  : "99 is outside the range for an instant; "))
        << text;
  }
  EXPECT_EQ(message_of_instant(parse_instant("2024-01").error(), "2024-01"),
            "the instant ends too early; "
            "write 2026-01-01, 2026-01-01T10:00:00Z or 1767225600000 (milliseconds)");
}

TEST(instants, finer_than_a_millisecond_lie_in_one_and_bound_the_next) {
  const auto up = [](std::string_view text) { return parse_instant(text)->not_before(); };
  EXPECT_EQ(up("1970-01-01T00:00:00.001Z"), 1);
  EXPECT_EQ(up("1970-01-01T00:00:00.0010000Z"), 1);
  EXPECT_EQ(up("1970-01-01T00:00:00.0010001Z"), 2);
  EXPECT_EQ(up("1970-01-01T00:00:00.0010000000000000000000001Z"), 2);
  EXPECT_EQ(up("1969-12-31T23:59:59.9990001Z"), 0);
  EXPECT_EQ(parse_instant("1969-12-31T23:59:59.9990001Z")->unix_ms, -1);
  EXPECT_EQ(up("2024-12-31T23:59:59.9999Z"), parse_instant("2025-01-01")->unix_ms);
  EXPECT_BOTH(instant::of(hidden(std::int64_t{-1}), 1'000'000) == instant(-1, true));
  EXPECT_BOTH(instant::of(hidden(std::int64_t{-1'000'000}), 1'000'000) == instant(-1));
  EXPECT_EQ(instant::of(INT64_MIN, 1'000'000).not_before(), INT64_MIN / 1'000'000);
  EXPECT_EQ(instant(5).after(), 6);
  EXPECT_EQ(instant(5, true).after(), 6);
  EXPECT_EQ(instant(INT64_MAX, true).not_before(), INT64_MAX);
}

TEST(instants, of_other_shapes_are_rejected_where_it_shows) {
  struct malformed {
    std::string_view text;
    reason why;
    std::uint32_t position;
  };
  using namespace std::string_view_literals;
  constexpr malformed cases[] = {
      {"", reason::length, 0},
      {"-", reason::length, 1},
      {"+1", reason::character, 0},
      {"--1", reason::character, 0},
      {" 1", reason::character, 0},
      {"1 ", reason::character, 1},
      {"12a", reason::character, 2},
      {"1e3", reason::character, 1},
      {"1.5", reason::character, 1},
      {"1234567890123456789", reason::range, 18},
      {"now", reason::character, 0},
      {"202", reason::none, 0},
      {"202-01-01", reason::character, 3},
      {"2024-1-01", reason::character, 6},
      {"2024-", reason::length, 5},
      {"2024-01", reason::length, 7},
      {"2024-01-", reason::length, 8},
      {"2024-01-1", reason::length, 9},
      {"2024-00-01", reason::range, 5},
      {"2024-13-01", reason::range, 5},
      {"2024-01-00", reason::range, 8},
      {"2024-01-32", reason::range, 8},
      {"2023-02-29", reason::range, 8},
      {"1900-02-29", reason::range, 8},
      {"2100-02-29", reason::range, 8},
      {"2024-02-30", reason::range, 8},
      {"2024-04-31", reason::range, 8},
      {"2024-06-31", reason::range, 8},
      {"2024-09-31", reason::range, 8},
      {"2024-11-31", reason::range, 8},
      {"2024/01/01", reason::character, 4},
      {"1000000-01-01", reason::character, 6},
      {"-0001-01-01", reason::character, 0},
      {"2024-01-01T", reason::length, 11},
      {"2024-01-01X00:00:00Z", reason::character, 10},
      {"2024-01-01Z", reason::character, 10},
      {"2024-01-01T00:00Z", reason::character, 16},
      {"2024-01-01T00:00:00", reason::length, 19},
      {"2024-01-01T0:00:00Z", reason::character, 12},
      {"2024-01-01T24:00:00Z", reason::range, 11},
      {"2024-01-01T00:60:00Z", reason::range, 14},
      {"2024-01-01T00:00:61Z", reason::range, 17},
      {"2024-01-01T00:00:00.Z", reason::character, 20},
      {"2024-01-01T00:00:00.", reason::length, 20},
      {"2024-01-01T00:00:00,5Z", reason::character, 19},
      {"2024-01-01T00:00:00.5", reason::length, 21},
      {"2024-01-01T00:00:00ZZ", reason::character, 20},
      {"2024-01-01T00:00:00Z ", reason::character, 20},
      {"2024-01-01T00:00:00Z\n", reason::character, 20},
      {"2024-01-01T00:00:00+0100", reason::character, 22},
      {"2024-01-01T00:00:00+01", reason::length, 22},
      {"2024-01-01T00:00:00+24:00", reason::range, 20},
      {"2024-01-01T00:00:00+01:60", reason::range, 23},
      {"2024-01-01T00:00:00+01:00Z", reason::character, 25},
      {"2024-01-01\0"sv, reason::character, 10},
      {"2024\0"sv, reason::character, 4},
      {"\xEF\xBC\x92"
       "024-01-01",
       reason::character, 0},  // a fullwidth 2
  };
  for (const malformed& c : cases) {
    const auto read = parse_instant(c.text);
    EXPECT_EQ(read.error().why, c.why) << c.text;
    EXPECT_EQ(read.error().position, c.position) << c.text;
    EXPECT_LE(read.error().position, c.text.size());
    EXPECT_FALSE(sortid::message(read.error(), "an instant").empty());
  }
  EXPECT_BOTH(parse_instant(hidden("2023-02-29")).error().why == reason::range);
}

RC_GTEST_PROP(instants, come_back, (std::int64_t any)) {
  constexpr std::int64_t first = -62'167'219'200'000;
  constexpr std::int64_t last = 31'494'784'780'799'999;
  const std::int64_t ms = *rc::gen::inRange(first, last);
  RC_ASSERT(parse_instant(instant_to_text(ms)).value() == ms);
  RC_ASSERT(instant_to_text(any).size() < instant_to_text(any).capacity());
  const auto days = sortid::detail::civil_from_days(ms / sortid::detail::ms_per_day);
  RC_ASSERT(sortid::detail::days_from_civil(days.year, days.month, days.day) ==
            ms / sortid::detail::ms_per_day);
  RC_ASSERT(days.day <= sortid::detail::days_in_month(days.year, days.month));
}

}  // namespace
