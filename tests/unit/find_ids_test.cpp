// Ids inside texts: what a word is, which formats are told, and the same ids wherever a stream is cut.
#include "sortid/find_ids.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "sortid/ulid.hpp"
#include "support/both_times.hpp"
#include "support/slow_finder.hpp"

namespace {

using sortid::find_ids;
using sortid::format;
using sortid::format_set;
using sortid::formats_in_text;
using sortid::found_id;
using sortid_test::hidden;

constexpr const char* ulid_text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
constexpr const char* lower_ulid = "01arz3ndektsv4rrffq69g5fav";
constexpr const char* uuid_text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
constexpr const char* euid_text = "C8ZM14GR4JXG0MQXVY18S8TJNA6";

format_set named(std::initializer_list<const char*> names) {
  format_set all;
  for (const char* name : names) all.push_back(*format::find(name));
  return all;
}

// `X` stands for a ULID, `x` for one in lower case, `U` for a UUID.
std::string written(std::string_view pattern) {
  std::string all;
  for (const char c : pattern) {
    if (c == 'X') {
      all += ulid_text;
    } else if (c == 'x') {
      all += lower_ulid;
    } else if (c == 'U') {
      all += uuid_text;
    } else {
      all += c;
    }
  }
  return all;
}

std::string found_in(const std::string& text, const format_set& wanted = formats_in_text()) {
  std::string all;
  find_ids(text, wanted, [&](const found_id& found) {
    EXPECT_EQ(std::string_view(text).substr(found.offset, found.text.size()), found.text);
    const auto again = found.format.parse(found.text);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->value, found.id.value);
    EXPECT_EQ(again->prefix.view(), found.id.prefix);
    if (!all.empty()) all += ' ';
    all += std::to_string(found.offset) + ':' + std::string(found.format.name());
    if (!found.id.prefix.empty()) all += ':' + std::string(found.id.prefix);
  });
  return all;
}
std::string found(std::string_view pattern, const format_set& wanted = formats_in_text()) {
  return found_in(written(pattern), wanted);
}

TEST(find_ids, finds_words_alone) {
  EXPECT_EQ(found("X"), "0:ulid");
  EXPECT_EQ(found(""), "");
  EXPECT_EQ(found(R"({"id":"X"})"), "7:ulid");
  EXPECT_EQ(found("order-X.json"), "6:ulid");
  EXPECT_EQ(found("ORDER_X"), "6:ulid");
  EXPECT_EQ(found("X,X\tX\r\nX"), "0:ulid 27:ulid 54:ulid 82:ulid");
  EXPECT_EQ(found("/orders/X/items?after=X#X"), "8:ulid 47:ulid 74:ulid");
  EXPECT_EQ(found("XA"), "");  // an EUID's length; its check is another
  EXPECT_EQ(found("aX"), "");
  EXPECT_EQ(found("7X"), "");
  EXPECT_EQ(found("XX"), "");
  EXPECT_EQ(found(std::string("\xFF\x00X\x80", 4)), "2:ulid");
  EXPECT_EQ(found_in(std::string("see ") + euid_text + "."), "4:euid");
  EXPECT_EQ(found_in("C8X2HA87098A0W837DX13FEAWVV"), "");  // fails its check
  EXPECT_EQ(found_in("8ZZZZZZZZZZZZZZZZZZZZZZZZZ"), "");   // overflow
}

TEST(find_ids, escapes_of_urls_end_a_word) {
  EXPECT_EQ(found("id%3DX%26"), "5:ulid");
  EXPECT_EQ(found("%2fuser_x"), "3:typeid:user");
  EXPECT_EQ(found("%2FU"), "3:uuidv7");
  EXPECT_EQ(found("%3X"), "");    // an escape of 3 and 0
  EXPECT_EQ(found("%gX"), "");    // no escape
  EXPECT_EQ(found("100%X"), "");  // %01 is one
  EXPECT_EQ(found("%%3DX"), "4:ulid");
}

TEST(find_ids, typeids_have_the_longest_prefix) {
  EXPECT_EQ(found("user_x"), "0:typeid:user");
  EXPECT_EQ(found("a_user_x"), "0:typeid:a_user");
  EXPECT_EQ(found("__user_x"), "2:typeid:user");
  EXPECT_EQ(found("my-user_x"), "3:typeid:user");
  EXPECT_EQ(found("A_user_x"), "2:typeid:user");
  EXPECT_EQ(found("A1user_b_x"), "7:typeid:b");
  EXPECT_EQ(found("1user_x"), "6:ulid");  // no prefix begins where a word does
  EXPECT_EQ(found("user__x"), "6:ulid");
  EXPECT_EQ(found("_x"), "1:ulid");
  EXPECT_EQ(found("user_X"), "5:ulid");  // no TypeID is written so
  EXPECT_EQ(found("x"), "0:ulid");       // as detect() says
  EXPECT_EQ(found("x", named({"typeid"})), "0:typeid");
  EXPECT_EQ(found("user_x", named({"ulid"})), "");  // its suffix is no id of its own
  EXPECT_EQ(found("user_X", named({"typeid"})), "");
  EXPECT_EQ(found(std::string(63, 'a') + "_x").substr(0, 9), "0:typeid:");
  EXPECT_EQ(found(std::string(64, 'a') + "_x"), "65:ulid");
  EXPECT_EQ(found(std::string(64, 'a') + "_b_x"), "65:typeid:b");
  EXPECT_EQ(found("X_user_x"), "0:ulid 27:typeid:user");
}

TEST(find_ids, uuids_have_their_hyphens) {
  EXPECT_EQ(found("U"), "0:uuidv7");
  EXPECT_EQ(found("{U}"), "1:uuidv7");
  EXPECT_EQ(found("urn:uuid:U"), "9:uuidv7");
  EXPECT_EQ(found("trace-U-part-U"), "6:uuidv7 48:uuidv7");
  EXPECT_EQ(found("aU"), "");
  EXPECT_EQ(found("Ua"), "");
  EXPECT_EQ(found("U_x"), "0:uuidv7 37:ulid");
  EXPECT_EQ(found_in("c232ab00-9414-11ec-b3c8-9f6bdeced846"), "0:uuid");
  EXPECT_EQ(found_in("c232ab00-9414-11ec-b3c8-9f6bdeced846", named({"uuidv7"})), "");
  EXPECT_EQ(found("U", named({"uuid"})), "0:uuid");
  EXPECT_EQ(found("U", named({"uuid", "uuidv7"})), "0:uuidv7");  // whatever their order
  // Its last word would begin a TypeID; what begins first is found.
  EXPECT_EQ(found("00000000-0000-0000-0000-abcdefabcdef_x"), "0:uuid 37:ulid");
}

TEST(find_ids, short_formats_are_found_by_name) {
  EXPECT_EQ(found_in("1717653966666 description 5TK7MT834rx 00CMXB6TAK4SA"), "");
  EXPECT_EQ(found_in("1717653966666 00CMXB6TAK4SA", named({"ulid-flake"})), "0:ulid-flake 14:ulid-flake");
  EXPECT_EQ(found_in("description 5TK7MT834rx", named({"xid"})), "0:xid 12:xid");
  EXPECT_EQ(found_in("5TK7MT834rx", named({"uid11-snowish", "xid"})), "0:xid");
  // A prefix is no id of its own.
  EXPECT_EQ(found("description_x", named({"xid", "typeid"})), "0:typeid:description");
  EXPECT_EQ(found("description_x", named({"xid"})), "");
  EXPECT_EQ(found("description_X", named({"xid"})), "0:xid");
  EXPECT_EQ(found("U", {}), "");
}

TEST(find_ids, in_constant_expressions) {
  constexpr auto count = [](std::string_view text) {
    int all = 0;
    find_ids(text, formats_in_text(), [&all](const found_id&) { ++all; });
    return all;
  };
  EXPECT_BOTH(count(hidden("a 01ARZ3NDEKTSV4RRFFQ69G5FAV, user_01arz3ndektsv4rrffq69g5fav")) == 2);
  EXPECT_EQ(formats_in_text().size(), 5U);
}

TEST(find_ids, tells_of_a_stream_as_soon_as_a_word_has_ended) {
  sortid::id_finder finder(formats_in_text());
  std::vector<std::uint64_t> offsets;
  const auto keep = [&](const found_id& found) { offsets.push_back(found.offset); };
  finder.feed("id=", keep);
  finder.feed(ulid_text, keep);
  EXPECT_EQ(offsets.size(), 0U);
  finder.feed("\n", keep);
  EXPECT_EQ(offsets, (std::vector<std::uint64_t>{3}));
  finder.feed(ulid_text, keep);
  finder.finish(keep);
  EXPECT_EQ(offsets, (std::vector<std::uint64_t>{3, 30}));
  finder.feed(ulid_text, keep);
  finder.finish(keep);
  EXPECT_EQ(offsets, (std::vector<std::uint64_t>{3, 30, 0}));
}

// Pieces of ids and of what may stand around them.
rc::Gen<std::string> texts() {
  const auto piece =
      rc::gen::oneOf(rc::gen::elementOf(std::vector<std::string>{
                         ulid_text, lower_ulid, uuid_text, euid_text, "5TK7MT834rx", "00CMXB6TAK4SA", "user_",
                         "abcdefghjkm", "_", "-", "%2F", "%", " ", "00000000-0000-0000-0000-abcdefabcdef"}),
                     rc::gen::container<std::string>(rc::gen::elementOf(std::string("aZ09_-%. \n"))));
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& pieces) {
                        std::string all;
                        for (const std::string& one : pieces) all += one;
                        return all;
                      });
}

using sortid_test::found_place;

RC_GTEST_PROP(find_ids, finds_what_trying_every_place_finds, ()) {
  const std::string text = *texts();
  std::vector<format> wanted;
  format_set set;
  for (const format f : format::all()) {
    if (*rc::gen::arbitrary<bool>()) {
      wanted.push_back(f);
      set.push_back(f);
    }
  }
  std::vector<found_place> whole;
  const auto place = [](const found_id& found) {
    return found_place(found.offset, found.offset + found.text.size(), found.format.name());
  };
  find_ids(text, set, [&](const found_id& found) { whole.push_back(place(found)); });
  RC_ASSERT(whole == sortid_test::find_slowly(text, wanted));

  std::vector<found_place> pieces;
  sortid::id_finder finder(set);
  const auto keep = [&](const found_id& found) { pieces.push_back(place(found)); };
  for (std::size_t at = 0; at < text.size();) {
    const auto size = *rc::gen::inRange<std::size_t>(1, 500);
    finder.feed(std::string_view(text).substr(at, size), keep);
    at += size;
  }
  finder.finish(keep);
  RC_ASSERT(pieces == whole);
}

}  // namespace
