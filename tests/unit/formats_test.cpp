// Formats known at run time; instants of ids; ids as std::chrono, fmt and JSON know them.
#include "sortid/formats.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ranges>
#include <set>
#include <string>

#include "sortid/chrono.hpp"
#include "sortid/fmt.hpp"
#include "sortid/json.hpp"
#include "sortid/std_format.hpp"
#include "support/both_times.hpp"
#include "support/fake_sources.hpp"

namespace {

using namespace sortid::literals;
using sortid::format;
using sortid::reason;
using sortid::some_id;
using sortid::uint128;
using sortid_test::hidden;

TEST(formats, are_listed_by_name) {
  std::set<std::string> names;
  for (const format f : format::all()) {
    EXPECT_TRUE(names.insert(std::string(f.name())).second) << f.name();
    EXPECT_EQ(format::find(f.name()).value(), f);
    EXPECT_EQ(f.layout().name, f.name());
    f.visit([&]<class Id>(std::type_identity<Id>) {
      EXPECT_EQ(format::of<Id>(), f);
      EXPECT_EQ(&Id::layout(), &f.layout());
    });
  }
  // Each has vectors, and nothing else has but detect().
  std::set<std::string> with_vectors;
  for (const auto& file : std::filesystem::directory_iterator(std::getenv("SORTID_VECTORS"))) {
    if (file.path().extension() == ".json") with_vectors.insert(file.path().stem());
  }
  EXPECT_EQ(with_vectors.erase("detect"), 1U);
  EXPECT_EQ(names, with_vectors);
  for (const std::string_view other : {"", "ULID", "type_id", "ulid ", "snowish", "uuid7"})
    EXPECT_FALSE(format::find(other)) << other;
  EXPECT_BOTH(format::find(hidden("xid")).value() == format::of<sortid::xid>());
  EXPECT_BOTH(hidden(format::of<sortid::ulid>()) < format::of<sortid::type_id>());
  EXPECT_EQ(format::all().size(), names.size());
}

TEST(formats, are_ranges) {
  static_assert(std::ranges::contiguous_range<decltype(format::all())>);
  static_assert(std::ranges::sized_range<decltype(format::all())>);
  static_assert(std::ranges::contiguous_range<decltype(sortid::detect(""))>);
  static_assert(std::ranges::viewable_range<decltype(format::all())>);
  const auto drawn = [](format f) { return !f.layout().timed(); };
  EXPECT_EQ(std::ranges::find_if(format::all(), drawn)->name(), "uid11");
  EXPECT_EQ(std::ranges::count(sortid::detect("00CMXB6TAK4SA"), format::of<sortid::ulid_flake>()), 1);
  EXPECT_BOTH(hidden(sortid::detect("")).empty() && hidden(sortid::format_set()).size() == 0);
}

constexpr std::string_view first_of(std::string_view text) {
  const auto formats = sortid::detect(text);
  return formats.empty() ? "" : formats[0].name();
}

TEST(formats, are_told_apart) {
  EXPECT_BOTH(first_of(hidden("01ARZ3NDEKTSV4RRFFQ69G5FAV")) == "ulid");
  EXPECT_BOTH(sortid::detect(hidden("01arz3ndektsv4rrffq69g5fav")).size() == 2);
  EXPECT_BOTH(first_of(hidden("user_2x4y6z8a0b1c2d3e4f5g6h7j8k")) == "typeid");
  EXPECT_BOTH(first_of(hidden("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")) == "uuidv7");
  EXPECT_BOTH(first_of(hidden("919108f7-52d1-4320-9bac-f847db4148a8")) == "uuid");
  EXPECT_BOTH(first_of(hidden("C8ZM14GR4JXG0MQXVY18S8TJNA6")) == "euid");
  EXPECT_BOTH(sortid::detect(hidden("00CMXB6TAK4SA")).size() == 2);
  EXPECT_BOTH(first_of(hidden("5TK7MT834rx")) == "xid" && sortid::detect(hidden("5TK7MT834rx")).size() == 1);
  EXPECT_BOTH(first_of(hidden("")).empty() && first_of(hidden("8ZZZZZZZZZZZZZZZZZZZZZZZZZ")).empty());
}

TEST(formats, explain_a_text_that_is_none) {
  struct none {
    std::string_view text;
    std::string_view meant;
    reason why;
    std::uint32_t position;
  };
  for (const none& n : {none{"8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ulid", reason::overflow, 0},
                        {"01ARZ3NDEKTSV4RRFFQ69G5FAU", "ulid", reason::character, 25},
                        {"User_2x4y6z8a0b1c2d3e4f5g6h7j8k", "typeid", reason::prefix, 0},
                        {"user_2x4y", "typeid", reason::length, 9},
                        {"017F22E2-79B0-7CC3-98C4-DC0C0C07398G", "uuidv7", reason::character, 35},
                        {"C8X2HA87098A0W837DX13FEAWVV", "euid", reason::checksum, 25},
                        {"80CMXB6TAK4SA", "ulid-flake", reason::overflow, 0},
                        {"kkkkkkkkkkk", "xid", reason::overflow, 0},
                        {"", "", reason::length, 0},
                        {"01ARZ3NDEKTSV4RRFFQ69G5FA", "", reason::length, 25}}) {
    EXPECT_EQ(sortid::parse_any(n.text).error().why, n.why) << n.text;
    EXPECT_EQ(sortid::parse_any(n.text).error().position, n.position) << n.text;
    const auto meant = sortid::meant(n.text);
    EXPECT_EQ(meant ? meant->name() : "", n.meant) << n.text;
    EXPECT_TRUE(sortid::detect(n.text).empty());
  }
  EXPECT_BOTH(sortid::parse_any(hidden("User_2x4y6z8a0b1c2d3e4f5g6h7j8k")).error().why == reason::prefix);
}

TEST(some_ids, are_what_their_format_says) {
  constexpr auto id = sortid::parse_any("user_01h455vb4pex5vsknk084sn02q").value();
  EXPECT_BOTH(hidden(id).format == format::of<sortid::type_id>() && hidden(id).prefix.view() == "user");
  EXPECT_BOTH(hidden(id).to_text() == "user_01h455vb4pex5vsknk084sn02q");
  EXPECT_BOTH(hidden(id).unix_ms() == 1'688'096'058'518);
  EXPECT_BOTH(sortid::parse_any(hidden("919108f7-52d1-4320-9bac-f847db4148a8"))->unix_ms() == std::nullopt);
  EXPECT_BOTH(format::of<sortid::uid11>().parse(hidden("5TK7MT834rx"))->unix_ms() == std::nullopt);
  EXPECT_BOTH(sortid::parse_any(hidden("5TK7MT834rx"))->unix_ms(0) == 457'443'026'715);
  EXPECT_BOTH(hidden(id).visit([](const auto& typed) { return typed.bytes().size(); }) == 16);
  EXPECT_BOTH(some_id().to_text() == "00000000000000000000000000");
}

TEST(some_ids, of_numbers) {
  const auto from = [](std::string_view name, uint128 value) {
    return format::find(name)->from_number(value);
  };
  EXPECT_EQ(from("xid", 1'918'655'116'723'066'557)->to_text(), "5TK7MT834rx");
  EXPECT_EQ(from("xid", uint128(1, 0)).error().why, reason::overflow);
  EXPECT_EQ(from("ulid-flake", 1ULL << 63U).error().why, reason::overflow);
  EXPECT_EQ(from("uuidv7", 0).error().why, reason::range);
  EXPECT_EQ(from("ulid", ~uint128())->to_text(), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
}

TEST(some_ids, read_leniently) {
  const auto read = [](std::string_view name, std::string_view text) {
    return format::find(name)->parse_lenient(text);
  };
  EXPECT_EQ(read("ulid", "OIARZ3-NDEKTSV4RRFFQ69G5FAV")->id.to_text(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
  EXPECT_FALSE(read("ulid", "OIARZ3-NDEKTSV4RRFFQ69G5FAV")->canonical);
  // TypeID and base 58 have no lenient reading: the strict one serves.
  EXPECT_TRUE(read("xid", "5TK7MT834rx")->canonical);
  EXPECT_EQ(read("xid", "5TK7MT834-rx").error().why, reason::length);
  EXPECT_EQ(read("typeid", "user_2X4y6z8a0b1c2d3e4f5g6h7j8k").error().why, reason::character);
}

// --- ranges ------------------------------------------------------------------------------------------------

TEST(instants, outside_a_formats_time_are_rejected_and_intervals_cut) {
  using sortid::first_at;
  using sortid::ids_between;
  using sortid::last_at;
  using sortid::xid;
  constexpr std::int64_t epoch = 1'321'009'871'111;
  constexpr std::int64_t last = 5'719'056'382'214;
  EXPECT_BOTH(first_at<xid>(hidden(epoch)).value() == xid::min() &&
              last_at<xid>(hidden(last)).value() == xid::max());
  for (const std::int64_t ms : {epoch - 1, last + 1, INT64_MIN, INT64_MAX, std::int64_t{0}}) {
    EXPECT_EQ(first_at<xid>(ms).error().why, reason::range);
    EXPECT_EQ(last_at<xid>(ms).error().why, reason::range);
  }
  EXPECT_BOTH(ids_between<xid>(hidden(INT64_MIN), INT64_MAX).value() ==
              sortid::id_range<xid>{xid::min(), xid::max()});
  EXPECT_BOTH(ids_between<xid>(hidden(epoch - 5), epoch + 1)->last == last_at<xid>(epoch).value());
  EXPECT_BOTH(!ids_between<xid>(hidden(INT64_MIN), epoch) && !ids_between<xid>(hidden(last + 1), INT64_MAX));
  EXPECT_BOTH(!ids_between<xid>(hidden(epoch + 2), epoch + 1) && !ids_between<xid>(hidden(epoch), epoch));
  // Epochs at the ends of time.
  EXPECT_BOTH(ids_between<xid>(hidden(INT64_MAX - 1), INT64_MAX, INT64_MAX - 1)->first == xid::min());
  EXPECT_BOTH(ids_between<xid>(hidden(INT64_MIN), INT64_MAX, INT64_MIN)->last == xid::max());
  EXPECT_BOTH(!ids_between<xid>(hidden(INT64_MIN), 0, INT64_MAX));
  EXPECT_BOTH(first_at<xid>(hidden(INT64_MIN), INT64_MAX).error().why == reason::range);
  static_assert(!sortid::timed_id<sortid::uuid> && !sortid::timed_id<sortid::uid11> &&
                sortid::timed_id<sortid::euid>);
}

TEST(instants, of_typeids_and_snowish_keep_what_is_fixed) {
  EXPECT_BOTH(sortid::first_at<sortid::type_id>(hidden(std::int64_t{1}))->uuid() ==
              "00000000-0001-7000-8000-000000000000"_uuid);
  EXPECT_BOTH(sortid::last_at<sortid::uuidv7>(hidden(std::int64_t{1})).value() ==
              "00000000-0001-7fff-bfff-ffffffffffff"_uuidv7);
  EXPECT_BOTH(sortid::last_at<sortid::uid11_snowish>(hidden(std::int64_t{3'520'033'126'662}))->number() ==
              ~0ULL >> 1U);
}

// --- adapters ----------------------------------------------------------------------------------------------

TEST(chrono, in_and_out) {
  using namespace std::chrono;
  using namespace std::chrono_literals;
  constexpr sortid::sys_milliseconds instant = sys_days(2026y / 5 / 10) + 22h + 41min + 37s + 826ms;
  EXPECT_BOTH(to_sys_time(hidden("5TK7MT834rx"_xid)) == instant);
  EXPECT_BOTH(to_sys_time(hidden("5TK7MT834rx"_xid), sortid::sys_milliseconds(0ms)).time_since_epoch() ==
              457443026715ms);
  EXPECT_BOTH(to_sys_time("919108f7-52d1-4320-9bac-f847db4148a8"_uuid) == std::nullopt);
  EXPECT_BOTH(to_sys_time("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"_uuidv7) ==
              sys_days(2022y / 2 / 22) + 19h + 22min + 22s);
  EXPECT_BOTH(to_sys_time("user_01h455vb4pex5vsknk084sn02q"_typeid).has_value());
  EXPECT_BOTH(sortid::first_at<sortid::xid>(hidden(instant)).value() <= "5TK7MT834rx"_xid);
  EXPECT_BOTH(sortid::last_at<sortid::xid>(hidden(instant)).value() >= "5TK7MT834rx"_xid);
  EXPECT_EQ(sortid::first_at<sortid::xid>(sys_days(2011y / 11 / 11)).error().why, reason::range);
  // Half-open, and what is finer than a millisecond begins with the next one.
  const auto day =
      sortid::ids_between<sortid::ulid>(sys_days(2024y / 1 / 1), sys_days(2024y / 1 / 2)).value();
  EXPECT_EQ(day.first.unix_ms(), 1'704'067'200'000);
  EXPECT_EQ(day.last.unix_ms(), 1'704'153'599'999);
  const auto fine =
      sortid::ids_between<sortid::ulid>(sys_time<microseconds>(1us), sys_time<microseconds>(2001us));
  EXPECT_EQ(fine->first.timestamp().since_epoch, 1U);
  EXPECT_EQ(fine->last.timestamp().since_epoch, 2U);
  sortid::generator<sortid::ulid, sortid_test::fake_clock, sortid_test::fake_entropy> ids(
      {}, {}, sortid_test::fake_clock());
  EXPECT_EQ(to_sys_time(next_at(ids, instant).value()), instant);
}

TEST(adapters, write_the_text) {
  EXPECT_EQ(fmt::format("{}", "5TK7MT834rx"_xid), "5TK7MT834rx");
  EXPECT_EQ(fmt::format("[{:>13}]", "5TK7MT834rx"_xid), "[  5TK7MT834rx]");
  EXPECT_EQ(fmt::format("{}", "user_01h455vb4pex5vsknk084sn02q"_typeid), "user_01h455vb4pex5vsknk084sn02q");
  sortid::format_list::for_each([]<class Id>(std::type_identity<Id>) {
    EXPECT_EQ(fmt::format("{}", Id::max()), Id::max().to_text().view());
    const nlohmann::json json = Id::max();
    EXPECT_EQ(json, std::string(Id::max().to_text()));
    EXPECT_EQ(json.get<Id>(), Id::max());
  });
}

TEST(adapters, reject_json_that_is_no_id) {
  struct order {
    sortid::typed_id<"order"> id;
  };
  const auto json =
      nlohmann::json::parse(R"({"id": "user_01h455vb4pex5vsknk084sn02q", "number": 7, "short": "x"})");
  EXPECT_EQ(json["id"].get<sortid::typed_id<"user">>().to_text(), "user_01h455vb4pex5vsknk084sn02q");
  EXPECT_THROW((void)json["id"].get<decltype(order::id)>(), nlohmann::json::other_error);
  EXPECT_THROW((void)json["number"].get<sortid::ulid>(), nlohmann::json::type_error);
  try {
    (void)json["short"].get<sortid::ulid>();
    FAIL();
  } catch (const nlohmann::json::other_error& rejected) {
    EXPECT_NE(std::string(rejected.what()).find("ulid has 26 symbols, found 1"), std::string::npos)
        << rejected.what();
  }
}

}  // namespace
