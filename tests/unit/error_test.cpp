// Reasons and their sentences, results, texts held in place.

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>

#include "sortid/by_format.hpp"
#include "sortid/fault.hpp"
#include "sortid/formats.hpp"
#include "sortid/generator_plan.hpp"
#include "sortid/range.hpp"
#include "sortid/result.hpp"
#include "support/both_times.hpp"

namespace {

using sortid::error;
using sortid::fault;
using sortid::inline_text;
using sortid::message;
using sortid::reason;
using sortid::result;
using sortid_test::hidden;

constexpr reason all_reasons[] = {reason::none,     reason::length, reason::character, reason::overflow,
                                  reason::checksum, reason::prefix, reason::range};

TEST(reasons, have_the_names_of_every_front_end) {
  std::string names;
  for (const reason why : all_reasons) names += std::string(sortid::name_of(why)) + " ";
  EXPECT_EQ(names, "none length character overflow checksum prefix range ");
  EXPECT_BOTH(sortid::name_of(hidden(reason::checksum)) == "checksum");
  EXPECT_BOTH(static_cast<int>(hidden(reason::range)) == 6);
}

TEST(faults, have_the_names_of_every_front_end_and_a_sentence) {
  std::string names;
  for (int i = 0; i <= static_cast<int>(fault::needs_node); ++i)
    names += std::string(name_of(static_cast<fault>(i))) + " ";
  EXPECT_EQ(names,
            "none tail_overflow clock_back out_of_range entropy forked storage no_node unavailable "
            "needs_node ");
  EXPECT_BOTH(message(hidden(fault::tail_overflow)) == "no id is left in this millisecond");
  EXPECT_BOTH(message(hidden(fault::no_node)) == "no node number is held for this time");
  EXPECT_BOTH(message(hidden(fault::unavailable)) == "the store of node numbers cannot be reached");
}

TEST(messages, say_what_is_wrong_and_where) {
  const auto of = []<class Id>(std::type_identity<Id>, std::string_view text) {
    return std::string(message(Id::parse(text).error(), Id::layout().name));
  };
  constexpr std::type_identity<sortid::ulid> ulid;
  constexpr std::type_identity<sortid::type_id> type_id;
  constexpr std::type_identity<sortid::uuidv7> uuidv7;
  EXPECT_EQ(of(ulid, "01ARZ3NDEK"), "ulid has 26 symbols, found 10");
  EXPECT_EQ(of(ulid, "01ARZ3NDEKTSV4RRFFQ69G5FAU"), "'U' at position 25 is not a symbol of ulid");
  EXPECT_EQ(of(ulid, "01ARZ3NDEKTSV4RRFFQ69G5FA "), "a space at position 25 is not a symbol of ulid");
  EXPECT_EQ(of(ulid, "01ARZ3NDEKTSV4RRFFQ69G5F\xC5\xBF"), "byte 0xC5 at position 24 is not a symbol of ulid");
  EXPECT_EQ(of(ulid, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ"), "greater than the largest ulid");
  EXPECT_EQ(of(std::type_identity<sortid::euid>(), "C8X2HA87098A0W837DX13FEAWVV"),
            "check-mod 56 expected, found 123 at position 25");
  EXPECT_EQ(of(uuidv7, "919108f7-52d1-4320-9bac-f847db4148a8"), "version is 4, uuidv7 needs 7");
  EXPECT_EQ(of(uuidv7, "00000000-0000-0000-0000-000000000000"), "version is 0, uuidv7 needs 7");
  EXPECT_EQ(of(uuidv7, "919108f7-52d1-7320-cbac-f847db4148a8"), "variant is 3, uuidv7 needs 2");
  EXPECT_EQ(of(uuidv7, "919108f7x52d1-4320-9bac-f847db4148a8"),
            "'x' at position 8 is not a symbol of uuidv7 (a hyphen stands there)");
  EXPECT_EQ(of(type_id, "us1r_2x4y6z8a0b1c2d3e4f5g6h7j8k"),
            "'1' at position 2 does not fit the prefix rule (a-z and _, a letter first and last)");
  EXPECT_EQ(of(type_id, std::string(64, 'a') + "_2x4y6z8a0b1c2d3e4f5g6h7j8k"),
            "a prefix has at most 63 symbols, found 64");
  EXPECT_EQ(of(type_id, "_2x4y6z8a0b1c2d3e4f5g6h7j8k"), "a separator without a prefix at position 0");
  constexpr std::type_identity<sortid::typed_id<"user">> user;
  EXPECT_EQ(of(user, "org_2x4y6z8a0b1c2d3e4f5g6h7j8k"),
            "'o' at position 0 belongs to another prefix than the one expected");
  EXPECT_EQ(of(user, "users_2x4y6z8a0b1c2d3e4f5g6h7j8k"),
            "'s' at position 4 belongs to another prefix than the one expected");
  EXPECT_EQ(of(user, "use_2x4y6z8a0b1c2d3e4f5g6h7j8k"),
            "the prefix is shorter than the one expected: it ends at position 3");
  EXPECT_EQ(of(user, "us1r_2x4y6z8a0b1c2d3e4f5g6h7j8k"),
            "'1' at position 2 does not fit the prefix rule (a-z and _, a letter first and last)");
  EXPECT_EQ(of(std::type_identity<sortid::type_id_suffix>(), "org_2x4y6z8a0b1c2d3e4f5g6h7j8k"),
            "'o' at position 0 belongs to another prefix than the one expected");
  const auto plan =
      sortid::generator_plan<sortid::ulid>::make({.prefix = *sortid::type_prefix::parse("org")});
  EXPECT_EQ(message(plan.error(), "ulid"), "ulid has no prefix");
  EXPECT_EQ(sortid::message_of_negative("ulid"), "a negative number is no ulid");
  EXPECT_EQ(sortid::message_of_no_option("sid", "xid"), "xid takes no sid");
  EXPECT_EQ(sortid::message_of_option("sid", 31, "ulid-flake-scalable"),
            "sid is 0 to 31 for ulid-flake-scalable");
  EXPECT_EQ(message(sortid::fault::tail_overflow, "ulid"), "no new ulid: no id is left in this millisecond");
  const auto f = *sortid::format::find("xid");
  EXPECT_EQ(sortid::message_of_width(f, *sortid::format::find("ulid")), "xid has 64 bits, ulid has 128");
  const auto hex_of = [f](std::string_view digits) {
    return sortid::by_format::message_of_hex(sortid::by_format::from_hex(f, digits).error(), f.name());
  };
  EXPECT_EQ(hex_of("0123456789abcde"), "xid has 16 hexadecimal digits, found 15");
  EXPECT_EQ(hex_of("0123456789abcdeg"), "'g' at position 15 is not a symbol of hexadecimal digits");
  EXPECT_EQ(message(sortid::parse_any("?").error(), ""), "no format without a prefix has texts of 1 symbols");
  // The sample of github.com/rs/xid.
  EXPECT_EQ(message(sortid::parse_any("9m4e2mr0ui3e8a215n4g").error(), ""),
            "no format without a prefix has texts of 20 symbols; an rs/xid has, but that is another format "
            "(96 bits), not xid");
  EXPECT_EQ(message(sortid::xid::parse("9m4e2mr0ui3e8a215n4g").error(), "xid"),
            "xid has 11 symbols, found 20; an rs/xid has, but that is another format (96 bits), not xid");
  EXPECT_EQ(message(sortid::ulid::parse("9m4e2mr0ui3e8a215n4g").error(), "ulid"),
            "ulid has 26 symbols, found 20");
  EXPECT_EQ(message(sortid::euid::extension_bits(40'000, {}).error(), "euid"),
            "40000 is outside the range for euid");
  EXPECT_EQ(message(sortid::first_at<sortid::ulid>(-1).error(), "ulid"), "outside the range for ulid");
  EXPECT_EQ(message(sortid::ids_with_text_prefix<sortid::uid11>("").error(), "a text prefix"),
            "a text prefix has 1 symbols, found 0");
  EXPECT_BOTH(message(error{}, hidden("ulid")) == "no error");
  EXPECT_BOTH(sortid::detail::clamp32(hidden(std::uint64_t{0x1'0000'0000})) == 0xFFFFFFFFU);
}

TEST(messages, are_never_cut) {
  for (const reason why : all_reasons) {
    for (const std::uint32_t expected : {0U, static_cast<unsigned>('-'), ~0U}) {
      for (const std::uint32_t found : {0U, 7U, ~0U}) {
        for (const sortid::layout* layout : sortid::format_list::layouts) {
          const auto sentence = message({why, ~0U, expected, found}, layout->name);
          EXPECT_LT(sentence.size(), sentence.capacity()) << sentence;
          EXPECT_FALSE(sentence.empty());
        }
      }
    }
  }
  const auto longest = message({reason::overflow, 1, 0, 0}, std::string(1000, 'n'));
  EXPECT_EQ(longest.size(), longest.capacity());
  EXPECT_EQ(longest.c_str()[longest.size()], '\0');
}

constexpr result<int> half(int n) {
  if (n % 2 != 0) return error{reason::range, 0, 0, 1};
  return n / 2;
}

TEST(results, are_a_value_or_an_error) {
  EXPECT_BOTH(half(hidden(4)).has_value() && *half(hidden(4)) == 2 && half(hidden(4)).value() == 2);
  EXPECT_BOTH(half(hidden(4)).error() == error{});
  EXPECT_BOTH(!half(hidden(3)) && half(hidden(3)).error().why == reason::range);
  EXPECT_BOTH(half(hidden(3)).value_or(-1) == -1 && half(hidden(4)).value_or(-1) == 2);
  auto id = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  EXPECT_EQ(id->to_text(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
  *id = sortid::ulid::max();
  EXPECT_EQ(id.value(), sortid::ulid::max());
  result<std::unique_ptr<int>> moved(std::make_unique<int>(7));
  EXPECT_EQ(*std::move(*moved), 7);
}

constexpr auto twice = [](int n) { return 2 * n; };
constexpr auto seven = [](error) { return result<int>(7); };

// A value has no room for an error until somebody asks.
constexpr bool swaps_sides() {
  result<int> held = half(12);
  bool right = held.error() == error() && std::as_const(held).error() == error();
  held.error().found = 7;
  right = right && held.has_value() && std::as_const(held).error() == error();
  const result<int> copied = held = half(3);
  right = right && !held && held.error().found == 1 && copied.error() == held.error();
  held = half(2);
  return right && held.value() == 1 && held.error() == error();
}
TEST(results, with_a_value_have_a_default_error) {
  static_assert(swaps_sides());
  EXPECT_TRUE(swaps_sides());
  static_assert(std::is_trivially_copyable_v<result<sortid::ulid>>);
}

TEST(results, have_the_verbs_of_expected) {
  static_assert(half(12).and_then(half).value() == 3 && half(6).and_then(half).error().why == reason::range);
  static_assert(half(8).transform(twice).value() == 8 && half(3).transform(twice).error().found == 1);
  static_assert(half(3).or_else(seven).value() == 7 && half(2).or_else(seven).value() == 1);
  constexpr auto why = [](error e) { return e.why; };
  static_assert(half(3).transform_error(why).error() == reason::range);
  static_assert(half(2).transform_error(why).value() == 1);
  // A verb may be a member of the value.
  const auto id = sortid::ulid::parse(hidden("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
  EXPECT_EQ(id.transform(&sortid::ulid::is_nil).value(), false);
  EXPECT_EQ(id.transform([](const sortid::ulid& u) { return u.unix_ms(); }).value(), 1'469'922'850'259);
  // A value that changes in place is the result's own.
  auto four = half(8);
  EXPECT_EQ(four.transform([](int& n) { return ++n; }).value(), 5);
  EXPECT_EQ(four.and_then([](int& n) { return half(++n); }).value(), 3);
  EXPECT_EQ(*four, 6);
}

TEST(results, of_what_only_moves) {
  using owner = std::unique_ptr<int>;
  const auto own = [](int n) { return result<owner>(std::make_unique<int>(n)); };
  const auto rejected = [](reason why) { return result<owner>(error{why}); };
  EXPECT_EQ(*own(1).value(), 1);
  EXPECT_EQ(*(*own(2)), 2);
  EXPECT_EQ(*own(3).value_or(nullptr), 3);
  EXPECT_EQ(rejected(reason::range).value_or(nullptr), nullptr);
  const owner next = own(4)
                         .transform([](owner&& p) {
                           ++*p;
                           return std::move(p);
                         })
                         .value();
  EXPECT_EQ(*next, 5);
  EXPECT_EQ(*own(6).and_then([](owner&& p) { return result<owner>(std::move(p)); }).value(), 6);
  EXPECT_EQ(*own(7).or_else([&](error) { return own(0); }).value(), 7);
  EXPECT_EQ(*rejected(reason::prefix).or_else([&](error) { return own(8); }).value(), 8);
  EXPECT_EQ(*own(9).transform_error([](error e) { return e.why; }).value(), 9);
  auto held = own(10);
  const owner taken = std::move(held).value();
  EXPECT_EQ(*taken, 10);
  EXPECT_EQ(held.value(), nullptr) << "moved out";
  static_assert(std::is_same_v<decltype(std::move(held).value()), owner&&>);
  static_assert(std::is_same_v<decltype(held.value()), owner&>);
  static_assert(std::is_same_v<decltype(std::as_const(held).value()), const owner&>);
}

TEST(results_death, a_rejected_text_never_becomes_an_id) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  auto rejected = sortid::ulid::parse("no id");
  const auto constant = rejected;
  EXPECT_DEATH((void)rejected.value(), "");
  EXPECT_DEATH((void)constant.value(), "");
  EXPECT_DEATH((void)*rejected, "");
  EXPECT_DEATH((void)constant->number(), "");
}

TEST(inline_texts, hold_what_fits) {
  EXPECT_BOTH(inline_text<4>().empty() && inline_text<4>().size() == 0 && *inline_text<4>().c_str() == '\0');
  EXPECT_BOTH(inline_text<4>().append(hidden("abcdef")) == "abcd");
  EXPECT_BOTH(inline_text<4>().append(hidden("abcd")).append('e').append_decimal(12).append_hex(255) ==
              "abcd");
  EXPECT_BOTH(inline_text<20>().append_decimal(hidden(std::uint64_t{18446744073709551615U})) ==
              "18446744073709551615");
  EXPECT_BOTH(inline_text<20>().append_decimal(hidden(std::uint64_t{0})) == "0");
  EXPECT_BOTH(inline_text<4>().append_hex(hidden(std::uint8_t{0x0A})).append_hex(0xF0) == "0AF0");
  EXPECT_BOTH(inline_text<4>::capacity() == 4 && sizeof(inline_text<26>) < 64);
  EXPECT_BOTH(inline_text<8>().append(hidden("abc")) == inline_text<8>().append('a').append("bc"));
  // Of other capacities too: which one a format's text has is its own affair.
  EXPECT_BOTH(inline_text<8>().append(hidden("abc")) == inline_text<3>().append("abc"));
  EXPECT_BOTH(inline_text<8>().append(hidden("abcd")) != inline_text<3>().append("abcd"));
  const auto text = inline_text<8>().append("abc");
  EXPECT_EQ(std::string(text), "abc");
  EXPECT_EQ(std::string(text.begin(), text.end()), "abc");
  const std::string_view view = text;
  EXPECT_EQ(view.data(), text.data());
  std::ostringstream out;
  out << text << text;
  EXPECT_EQ(out.str(), "abcabc");
}

}  // namespace
