// Instants in people's words, at a fixed present and in named zones. Expected instants are GNU date's.
#include "human_time.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <initializer_list>

namespace {

using sortid::cli::read_human_time;

constexpr std::int64_t now =
    1'774'780'245'678;  // 2026-03-29T10:30:45.678Z, the day on which Berlin skips an hour

struct zone {
  explicit zone(const char* name) { setenv("TZ", name, 1); }
  zone(const zone&) = delete;
  zone& operator=(const zone&) = delete;
  ~zone() { unsetenv("TZ"); }
};

std::string told(std::string_view text, std::int64_t at = now) {
  const auto read = read_human_time(text, at);
  if (!read) return "";
  return read->sentence.empty() ? std::string(sortid::instant_to_text(read->at.unix_ms).view())
                                : read->sentence;
}

TEST(human_time, spans_and_words) {
  const zone utc("UTC");
  EXPECT_EQ(told("now"), "2026-03-29T10:30:45.678Z");
  EXPECT_EQ(told("-1h"), "2026-03-29T09:30:45.678Z");
  EXPECT_EQ(told("+30m"), "2026-03-29T11:00:45.678Z");
  EXPECT_EQ(told("-678ms"), "2026-03-29T10:30:45.000Z");
  EXPECT_EQ(told("-45s"), "2026-03-29T10:30:00.678Z");
  EXPECT_EQ(told("-2d"), "2026-03-27T10:30:45.678Z");
  EXPECT_EQ(told("-1w"), "2026-03-22T10:30:45.678Z");
  EXPECT_EQ(told("-1h30m"), "2026-03-29T09:00:45.678Z");
  EXPECT_EQ(told("+1d12h45s678ms"), "2026-03-30T22:31:31.356Z");
  EXPECT_EQ(told("-0h"), told("now"));
  EXPECT_EQ(told("Now"), told("now"));
  EXPECT_EQ(told("YESTERDAY"), told("yesterday"));
  EXPECT_EQ(told("today"), "2026-03-29T00:00:00.000Z");
  EXPECT_EQ(told("yesterday"), "2026-03-28T00:00:00.000Z");
  EXPECT_EQ(told("tomorrow"), "2026-03-30T00:00:00.000Z");
  EXPECT_EQ(told("2026-01"), "2026-01-01T00:00:00.000Z");
  EXPECT_EQ(told("2026-01-31T10:00"), "2026-01-31T10:00:00.000Z");
  EXPECT_EQ(told("2026-01-31 10:00:05.5"), "2026-01-31T10:00:05.500Z");
}

TEST(human_time, other_texts_are_the_librarys) {
  for (const std::string_view text :
       {"", "2024", "2026-13", "-5", "2026-01-31", "2026-01-31T10:00:00Z", "2026-01-31T25:00", "12:30"})
    EXPECT_EQ(told(text), "") << text;
  EXPECT_EQ(told("1h"), "write -1h, before now, or +1h");
  EXPECT_EQ(told("1h30m"), "write -1h30m, before now, or +1h30m");
}

TEST(human_time, spans_that_are_none_are_told_how) {
  struct rejected {
    std::string_view text;
    sortid::reason why;
    std::string_view sentence;
  };
  using enum sortid::reason;
  for (const auto& [text, why, sentence] : std::initializer_list<rejected>{
           {"-", length, "the span ends too early, at position 1"},
           {"+", length, "the span ends too early, at position 1"},
           {"-1h1", length, "the span ends too early, at position 4"},
           {"+5", length, "the span ends too early, at position 2"},
           {"-1234567890s", length, "a number of a span has at most 9 digits, at position 1"},
           {"-1h0000000001s", length, "a number of a span has at most 9 digits, at position 3"},
           {"-h", character, "'h' at position 1 is not a symbol of a span"},
           {"--1h", character, "'-' at position 1 is not a symbol of a span"},
           {"- 1h", character, "a space at position 1 is not a symbol of a span"},
           {"-1h 30m", character, "a space at position 3 is not a symbol of a span"},
           {"+1h-5m", character, "'-' at position 3 is not a symbol of a span"},
           {"-1.5h", character, "'.' at position 2 is not a symbol of a span"},
           {"-1\u00b5s", character, "byte 0xC2 at position 2 is not a symbol of a span"},
           {"-1y", character, "\"y\" at position 2 is not a unit"},
           {"-1hh", character, "\"hh\" at position 2 is not a unit"},
           {"-1M", character, "\"M\" at position 2 is not a unit"},
           {"-1month", character, "\"month\" at position 2 is not a unit"},
           {"-1h30m2h", character, "h stands twice, again at position 7"},
           {"-1w1w1w1w1w1w1w1w1w", character, "w stands twice, again at position 4"},
       }) {
    const auto read = read_human_time(text, now);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->sentence,
              std::string(sentence) +
                  "; a span is a number of ms, s, m, h, d or w, or several, as in -1h or -1h30m");
    EXPECT_EQ(read->why, why) << text;
  }
}

TEST(human_time, the_largest_span_is_within_64_bits) {
  EXPECT_EQ(read_human_time("-999999999w999999999d999999999h999999999m999999999s999999999ms", 0)->at.unix_ms,
            -999'999'999 * (std::int64_t{604'800'000} + 86'400'000 + 3'600'000 + 60'000 + 1'000 + 1));
}

TEST(human_time, other_words_are_told_how) {
  for (const std::string_view text : {"monday", "last week", "n0w", "nowadays", "NaN"})
    EXPECT_TRUE(told(text).starts_with("write now, today, yesterday, tomorrow, -1h, ")) << text;
}

TEST(human_time, the_clocks_of_berlin) {
  const zone berlin("Europe/Berlin");
  EXPECT_EQ(told("today"), "2026-03-28T23:00:00.000Z");
  EXPECT_EQ(told("tomorrow"), "2026-03-29T22:00:00.000Z") << "a day of 23 hours";
  EXPECT_EQ(told("yesterday"), "2026-03-27T23:00:00.000Z");
  EXPECT_EQ(told("2026-03-29T01:59"), "2026-03-29T00:59:00.000Z");
  EXPECT_EQ(told("2026-03-29T02:30"), "the local clocks skip that time; write it with an offset or Z");
  EXPECT_EQ(told("2026-03-29T03:00"), "2026-03-29T01:00:00.000Z");
  EXPECT_EQ(
      told("2026-10-25T02:30"),
      "the local clocks show that time twice; write 2026-10-25T00:30:00.000Z or 2026-10-25T01:30:00.000Z");
  EXPECT_EQ(told("2026-10-25T03:00"), "2026-10-25T02:00:00.000Z");
}

TEST(human_time, a_day_without_midnight) {
  const zone santiago("America/Santiago");
  // 2025-09-07 begins at 01:00, which is 04:00 in UTC.
  EXPECT_EQ(told("today", 1'757'260'800'000), "2025-09-07T04:00:00.000Z");
}

TEST(human_time, an_end_is_rounded_up) {
  const zone utc("UTC");
  const auto read = read_human_time("2026-01-31T10:00:00.0001", now);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->at.not_before(), 1'769'853'600'001);
}

}  // namespace
