// ctest labels: kernels
// Columns of TypeIDs: one prefix for all, or one for each; and texts that lie anywhere. Every answer is
// compared with type_id::parse and to_text, text by text.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sortid/batch_by_format.hpp"
#include "sortid/batch_rows.hpp"
#include "sortid/batch_texts.hpp"
#include "support/every_kernel.hpp"
#include "support/guarded_memory.hpp"

namespace {

using namespace sortid_test;
using sortid::type_id;
using sortid::type_id_suffix;
using sortid::type_prefix;
using sortid::batch::batch_result;
using sortid::batch::text_column;

constexpr std::size_t counts[] = {0, 1, 2, 5, 17, 64, 255, 256, 257, 600};

// Of every size around that of a machine word, and the longest.
std::vector<type_prefix> prefixes() {
  std::vector<type_prefix> all;
  for (const std::size_t size : {0U, 1U, 4U, 6U, 7U, 8U, 9U, 15U, 16U, 17U, 62U, 63U})
    all.push_back(type_prefix::parse(std::string(size, 'p')).value());
  return all;
}

type_id with_prefix(const type_prefix& prefix, uint128 bits) { return {prefix, sortid::uuid(bits)}; }
type_id random_id(const type_prefix& prefix, drawn& random) {
  // Half of them of version 7, which alone has an instant.
  return with_prefix(prefix, random.one_in(2) ? random.bits() : random.id<sortid::uuidv7>().number());
}

// A text that is often rejected: damaged, of another prefix of that size or another size, or without a
// prefix.
std::string damaged(const type_id& id, drawn& random) {
  std::string text(id.to_text().view());
  switch (random.below(6)) {
    case 0:
      text[random.below(text.size())] = static_cast<char>(random.below(256));
      return text;
    case 1:
      text.erase(random.below(text.size()), 1);
      return text;
    case 2:
      return text.substr(text.size() - 26);
    case 3:
      return "_" + text;
    case 4:
      text[random.below(text.size())] = "_-aZ0"[random.below(5)];
      return text;
    default:
      return text;
  }
}

// By hand: what a text of the column says.
sortid::result<type_id> read_by_hand(std::string_view text, const type_prefix& prefix) {
  const auto id = type_id::parse(text);
  if (id && id->prefix() != prefix.view()) {
    std::size_t at = 0;
    const std::string_view own = prefix.view();
    const std::string_view found = id->prefix();
    while (at < own.size() && at < found.size() && own[at] == found[at]) ++at;
    const char wanted = at < own.size() ? own[at] : '_';
    return sortid::error{reason::prefix, static_cast<std::uint32_t>(at), static_cast<unsigned char>(wanted),
                         at < found.size() ? static_cast<unsigned char>(found[at]) : 0U};
  }
  return id;
}

std::int64_t ms_of(const type_id& id) { return id.unix_ms().value_or(sortid::batch::no_instant); }

// The example of the specification's vectors.
TEST(batch_prefix, as_the_specification_says) {
  constexpr std::string_view texts = "prefix_01h455vb4pex5vsknk084sn02q\nprefix_00000000000000000000000000";
  const auto prefix = type_prefix::parse("prefix").value();
  for (const kernel_set& set : kernel_set::usable()) {
    type_id_suffix ids[2];
    ASSERT_TRUE(sortid::batch::from_text<type_id_suffix>(texts, ids, text_column(prefix, 34), set));
    EXPECT_EQ(ids[0].number(), uint128(0x01890A5DAC96774BU, 0xBCCEB302099A8057U));
    EXPECT_EQ(ids[1].number(), uint128());
    std::string written(texts.size(), '\n');
    EXPECT_EQ(sortid::batch::to_text<type_id_suffix>(ids, written, text_column(prefix, 34), set), 2U);
    EXPECT_EQ(written, texts);
  }
}

// Texts of a column, written by hand, with the pattern between them.
std::string column_of(const std::vector<std::string>& texts, std::size_t stride) {
  std::string all;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    while (all.size() < i * stride) all += pattern_at(all.size());
    all += texts[i];
  }
  return all;
}

TEST(batch_prefix, of_a_column_written) {
  drawn random(31);
  for (const type_prefix& prefix : prefixes()) {
    const std::size_t size = with_prefix(prefix, {}).text_size();
    for (const std::size_t n : counts) {
      const std::size_t stride = size + n % 3;
      std::vector<type_id_suffix> ids;
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < n; ++i) {
        const type_id id = random_id(prefix, random);
        ids.emplace_back(id.uuid());
        texts.emplace_back(id.to_text().view());
      }
      const std::string expected = column_of(texts, stride);
      const guarded_memory pages(expected.size() + 1);
      for (const kernel_set& set : kernel_set::usable()) {
        for (const bool at_end : {false, true}) {
          char* const at = pages.place(at_end, expected.size());
          for (std::size_t i = 0; i < expected.size(); ++i) at[i] = pattern_at(i);
          ASSERT_EQ(sortid::batch::to_text<type_id_suffix>(ids, {at, expected.size()},
                                                           text_column(prefix, stride), set),
                    n);
          ASSERT_EQ(std::string_view(at, expected.size()), expected) << set.name() << " " << prefix.view();
        }
      }
    }
  }
}

TEST(batch_prefix, of_a_column_read) {
  drawn random(32);
  for (const type_prefix& prefix : prefixes()) {
    const std::size_t size = with_prefix(prefix, {}).text_size();
    for (const std::size_t n : counts) {
      for (const std::size_t bad_one_in : std::initializer_list<std::size_t>{2, 300, 1'000'000}) {
        const std::size_t stride = n % 2 == 0 ? size : size + 1;
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < n; ++i) {
          const type_id id = random_id(prefix, random);
          texts.push_back(random.one_in(bad_one_in) ? damaged(id, random) : std::string(id.to_text().view()));
          texts.back().resize(size, '~');
        }
        const std::string all = column_of(texts, stride);
        std::vector<sortid::result<type_id>> expected;
        for (const std::string& text : texts) expected.push_back(read_by_hand(text, prefix));
        const std::size_t end = first_bad(expected);
        const sortid::error why = end == n ? sortid::error{} : expected[end].error();
        const guarded_memory pages(all.size() + 1);
        for (const kernel_set& set : kernel_set::usable()) {
          const text_column rows(prefix, stride);
          const std::string where = std::string(set.name()) + " " + std::string(prefix.view());
          char* const at = pages.place(random.one_in(2), all.size());
          all.copy(at, all.size());
          const std::string_view there(at, all.size());

          std::vector<type_id_suffix> ids = patterned_ids<type_id_suffix>(n);
          const batch_result read = sortid::batch::from_text<type_id_suffix>(there, ids, rows, set);
          ASSERT_EQ(read.count, end) << where;
          ASSERT_EQ(shown(read.why), shown(why)) << where;
          for (std::size_t i = 0; i < end; ++i) ASSERT_EQ(ids[i].uuid(), expected[i]->uuid()) << where;

          const std::vector<type_id_suffix> before = patterned_ids<type_id_suffix>(n);
          ids = before;
          std::vector<reason> each(n, reason::range);
          const std::size_t bad = sortid::batch::from_text<type_id_suffix>(there, ids, each, rows, set);
          std::size_t expected_bad = 0;
          for (std::size_t i = 0; i < n; ++i) {
            ASSERT_EQ(each[i], expected[i].error().why) << where;
            ASSERT_TRUE(same_bytes(ids[i], expected[i] ? type_id_suffix(expected[i]->uuid()) : before[i]));
            expected_bad += expected[i] ? 0 : 1;
          }
          ASSERT_EQ(bad, expected_bad);

          const batch_result checked = sortid::batch::check<type_id_suffix>(there, rows, set);
          ASSERT_EQ(checked.count, end) << where;
          ASSERT_EQ(shown(checked.why), shown(why)) << where;

          std::vector<std::int64_t> ms(n, 99);
          const batch_result timed = sortid::batch::unix_ms_of_text<type_id_suffix>(there, ms, rows, 0, set);
          ASSERT_EQ(timed.count, end) << where;
          for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(ms[i], i < end ? ms_of(*expected[i]) : 99) << where;

          // In place.
          (void)sortid::batch::from_text<type_id_suffix>(
              there, {reinterpret_cast<type_id_suffix*>(at), at == pages.first() ? n : 0}, each, rows, set);
          for (std::size_t i = 0; at == pages.first() && i < n; ++i) {
            ASSERT_EQ(each[i], expected[i].error().why) << where;
            if (expected[i]) {
              ASSERT_EQ(std::memcmp(at + i * 16, expected[i]->uuid().bytes().data(), 16), 0) << where;
            }
          }
        }
      }
    }
  }
}

// From one prefix to another, to UUIDs and back, by types and by formats.
TEST(batch_prefix, of_a_column_converted) {
  drawn random(33);
  const auto user = type_prefix::parse("user").value();
  const auto account = type_prefix::parse("account_of").value();
  for (const std::size_t n : counts) {
    std::string users;
    std::string accounts;
    std::string uuids;
    for (std::size_t i = 0; i < n; ++i) {
      const sortid::uuid id = random.id<sortid::uuidv7>();
      users += type_id(user, id).to_text().view();
      accounts += type_id(account, id).to_text().view();
      uuids += id.to_text().view();
    }
    const auto typeid_format = sortid::format::of<type_id>();
    const auto uuid_format = sortid::format::of<sortid::uuidv7>();
    std::string to(accounts.size(), '#');
    for (const kernel_set& set : kernel_set::usable()) {
      to.assign(accounts.size(), '#');
      ASSERT_TRUE((sortid::batch::convert<type_id_suffix, type_id_suffix>(users, user, to, account, set)));
      ASSERT_EQ(to, accounts) << set.name();
    }
    to.assign(uuids.size(), '#');
    ASSERT_TRUE(sortid::batch::by_format::convert(typeid_format, users, user, uuid_format,
                                                  std::span<char>(to), text_column()));
    ASSERT_EQ(to, uuids);
    to.assign(users.size(), '#');
    ASSERT_TRUE(sortid::batch::by_format::convert(uuid_format, uuids, text_column(), typeid_format,
                                                  std::span<char>(to), user));
    ASSERT_EQ(to, users);
    if (n == 0) continue;
    const auto narrow = sortid::batch::by_format::convert(
        typeid_format, users, user, sortid::format::of<sortid::xid>(), std::span<char>(to), text_column());
    EXPECT_EQ(narrow.count, 0U);
    EXPECT_EQ(narrow.why, (sortid::error{sortid::reason::range, 0, 64, 128}));
    const auto other = sortid::batch::by_format::convert(typeid_format, users, account, uuid_format,
                                                         std::span<char>(to), 0U);
    EXPECT_EQ(other.count, 0U);
    EXPECT_EQ(other.why.why, n * 31 < 37 ? reason::length : reason::prefix);
    EXPECT_FALSE(other.by_target);
    // A UUID of version 4 is no UUIDv7.
    std::string version4 = users;
    const type_id no_version_7(user, sortid::uuid(uint128(0x4000, 0x8000'0000'0000'0000)));
    version4.replace((n - 1) * 31, 31, no_version_7.to_text().view());
    to.assign(uuids.size(), '#');
    const auto rejected = sortid::batch::by_format::convert(typeid_format, version4, user, uuid_format,
                                                            std::span<char>(to), text_column());
    EXPECT_EQ(rejected.count, n - 1);
    EXPECT_EQ(rejected.why.why, reason::range);
    EXPECT_TRUE(rejected.by_target);
    EXPECT_EQ(to, uuids.substr(0, (n - 1) * 36) + std::string(36, '#'));
  }
}

TEST(batch_prefix, where_there_can_be_none) {
  const auto user = type_prefix::parse("user").value();
  const std::string text(sortid::ulid::max().to_text().view());
  std::vector<sortid::ulid> ids(1);
  std::vector<reason> why(1);
  std::string room(40, '#');
  EXPECT_EQ(sortid::batch::from_text<sortid::ulid>(text, ids, user).why, (sortid::error{reason::prefix}));
  EXPECT_EQ(sortid::batch::from_text<sortid::ulid>(text, ids, why, user), 1U);
  EXPECT_EQ(why[0], reason::prefix);
  EXPECT_EQ(sortid::batch::check<sortid::ulid>(text, user).why.why, reason::prefix);
  EXPECT_EQ(sortid::batch::to_text<sortid::ulid>(ids, room, user), 0U);
  EXPECT_EQ(sortid::batch::check<user_id>("user_00000000000000000000000000", user).why.why, reason::prefix);
  const std::string_view one[] = {text};
  EXPECT_EQ(sortid::batch::check<sortid::ulid>(one, user).why, (sortid::error{reason::prefix}));
  EXPECT_EQ(sortid::batch::check<type_id>(one, user).why.why, reason::prefix);
  // A stride that is too short, and bytes that are cut off.
  EXPECT_EQ(sortid::batch::check<type_id_suffix>("user_0", text_column(user, 30)).why,
            sortid::detail::length_error(31, 30));
  EXPECT_EQ(sortid::batch::check<type_id_suffix>("user_0", user).why, sortid::detail::length_error(31, 6));
}

// --- texts anywhere ----------------------------------------------------------------------------------------

// Reads by one set what `by_hand` says of each text.
template <class Id, class ByHand>
void expect_read_anywhere(const kernel_set& set, const std::vector<std::string>& texts,
                          const type_prefix& prefix, ByHand by_hand) {
  const std::size_t n = texts.size();
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<sortid::result<Id>> expected;
  for (const std::string& text : texts) expected.push_back(by_hand(text));
  const std::size_t end = first_bad(expected);
  const sortid::error why = end == n ? sortid::error{} : expected[end].error();

  std::vector<Id> ids(n);
  const batch_result read = sortid::batch::from_text<Id>(views, ids, prefix, set);
  ASSERT_EQ(read.count, end) << set.name();
  ASSERT_EQ(shown(read.why), shown(why)) << set.name();
  for (std::size_t i = 0; i < end; ++i) ASSERT_EQ(ids[i], *expected[i]) << set.name();

  const std::vector<Id> kept(n, Id::max());
  ids = kept;
  std::vector<reason> each(n, reason::range);
  const std::size_t bad = sortid::batch::from_text<Id>(views, ids, each, prefix, set);
  std::size_t expected_bad = 0;
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(each[i], expected[i].error().why) << set.name() << ": " << texts[i];
    ASSERT_EQ(ids[i], expected[i] ? *expected[i] : kept[i]) << set.name();
    expected_bad += expected[i] ? 0 : 1;
  }
  ASSERT_EQ(bad, expected_bad);

  const batch_result checked = sortid::batch::check<Id>(views, prefix, set);
  ASSERT_EQ(checked.count, end);
  ASSERT_EQ(shown(checked.why), shown(why));

  if constexpr (Id::layout().timed()) {
    std::vector<std::int64_t> ms(n + 1, 99);
    const batch_result timed = sortid::batch::unix_ms_of_text<Id>(views, ms, prefix, Id::layout().epoch, set);
    ASSERT_EQ(timed.count, end);
    ASSERT_FALSE(timed) << "one instant more than texts";
    for (std::size_t i = 0; i < end; ++i) {
      if constexpr (Id::layout().prefixed) {
        ASSERT_EQ(ms[i], expected[i]->unix_ms().value_or(sortid::batch::no_instant));
      } else {
        ASSERT_EQ(ms[i], expected[i]->unix_ms());
      }
    }
    ASSERT_EQ(ms[end], 99);
  }
}

TEST(batch_prefix, of_each_text) {
  drawn random(34);
  const std::vector<type_prefix> all = prefixes();
  for (const std::size_t n : counts) {
    for (const std::size_t bad_one_in : std::initializer_list<std::size_t>{2, 300, 1'000'000}) {
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < n; ++i) {
        const type_id id =
            random_id(all[random.one_in(3) ? random.below(all.size()) : n % all.size()], random);
        texts.push_back(random.one_in(bad_one_in) ? damaged(id, random) : std::string(id.to_text().view()));
      }
      for (const kernel_set& set : kernel_set::usable())
        expect_read_anywhere<type_id>(set, texts, {}, [](std::string_view t) { return type_id::parse(t); });
    }
  }
}

// What stands before a suffix, at its edges.
TEST(batch_prefix, of_each_text_at_the_edges) {
  const std::string suffix = "01h455vb4pex5vsknk084sn02q";
  std::vector<std::string> texts = {"", "_", suffix, "_" + suffix, "a" + suffix, "-" + suffix, "__" + suffix};
  for (const std::size_t size : {1U, 2U, 62U, 63U, 64U, 65U, 300U})
    texts.push_back(std::string(size, 'a') + "_" + suffix);
  for (const char* const prefix : {"a_", "_a", "a__b", "A", "a1", "\xC3\xA9", "a_b"})
    texts.push_back(prefix + ("_" + suffix));
  texts.push_back("a_8" + suffix.substr(1));
  for (const kernel_set& set : kernel_set::usable()) {
    for (const std::string& text : texts) {
      const auto by_hand = [](std::string_view t) { return type_id::parse(t); };
      expect_read_anywhere<type_id>(set, {text}, {}, by_hand);
      // After others: a prefix that was seen before is not checked again.
      expect_read_anywhere<type_id>(set, {"a_" + suffix, suffix, "a_" + suffix, text}, {}, by_hand);
    }
    expect_read_anywhere<type_id>(set, texts, {}, [](std::string_view t) { return type_id::parse(t); });
  }
}

TEST(batch_prefix, of_a_column_anywhere) {
  drawn random(35);
  for (const type_prefix& prefix : prefixes()) {
    for (const std::size_t n : counts) {
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < n; ++i) {
        const type_id id = random_id(prefix, random);
        texts.push_back(random.one_in(100) ? damaged(id, random) : std::string(id.to_text().view()));
      }
      for (const kernel_set& set : kernel_set::usable()) {
        expect_read_anywhere<type_id_suffix>(set, texts, prefix,
                                             [&](std::string_view text) -> sortid::result<type_id_suffix> {
                                               const auto id = read_by_hand(text, prefix);
                                               if (!id) return id.error();
                                               return type_id_suffix(id->uuid());
                                             });
      }
    }
  }
}

TEST(batch_prefix, of_no_type_id) {
  drawn random(36);
  std::vector<std::string> ulids;
  std::vector<std::string> constants;
  for (std::size_t i = 0; i < 600; ++i) {
    ulids.push_back(random.one_in(90) ? random.damaged<sortid::ulid>() : random.text<sortid::ulid>());
    if (random.one_in(90)) ulids.back().pop_back();
    constants.push_back(random.one_in(9) ? random.damaged<own_constant>() : random.text<own_constant>());
  }
  for (const kernel_set& set : kernel_set::usable()) {
    expect_read_anywhere<sortid::ulid>(set, ulids, {},
                                       [](std::string_view t) { return sortid::ulid::parse(t); });
    expect_read_anywhere<own_constant>(set, constants, {},
                                       [](std::string_view t) { return own_constant::parse(t); });
  }
}

TEST(batch_prefix, of_each_written) {
  drawn random(37);
  const std::vector<type_prefix> all = prefixes();
  for (const std::size_t n : counts) {
    std::vector<type_id> ids;
    std::string expected;
    std::vector<std::size_t> ends{0};
    for (std::size_t i = 0; i < n; ++i) {
      ids.push_back(random_id(all[random.below(all.size())], random));
      expected += ids.back().to_text().view();
      ends.push_back(expected.size());
    }
    for (const kernel_set& set : kernel_set::usable()) {
      std::string room(expected.size() + 1, '#');
      std::vector<std::string_view> texts(n);
      ASSERT_EQ(sortid::batch::to_text(ids, room, texts, set), n);
      ASSERT_EQ(room, expected + "#") << set.name();
      ASSERT_EQ(sortid::batch::to_text(ids, std::span<char>(room).first(expected.size()), texts, set), n);
      for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(texts[i], ids[i].to_text().view());
      std::vector<std::int64_t> ms(n);
      ASSERT_EQ(sortid::batch::unix_ms(ids, ms, 0, set), n);
      for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(ms[i], ms_of(ids[i]));
      // Too little room: for bytes, for texts, for times.
      const std::size_t some = n / 2;
      room.assign(expected.size() + 1, '#');
      const std::size_t bytes = n == 0 ? 0 : ends[some + 1] - 1;
      ASSERT_EQ(sortid::batch::to_text(ids, std::span<char>(room).first(bytes), texts, set), some);
      ASSERT_EQ(room, expected.substr(0, ends[some]) + std::string(room.size() - ends[some], '#'));
      ASSERT_EQ(sortid::batch::to_text(ids, room, std::span(texts).first(some), set), some);
      ASSERT_EQ(sortid::batch::unix_ms(ids, std::span(ms).first(some), 0, set), some);
    }
  }
}

TEST(batch_prefix, why_a_text_is_rejected) {
  constexpr auto typeid_format = sortid::format::of<type_id>();
  const std::string text(with_prefix(type_prefix::parse("user").value(), 0).to_text().view());
  EXPECT_EQ(sortid::batch::why_rejected(typeid_format, text, "user").why, sortid::reason::none);
  const auto other = sortid::batch::why_rejected(typeid_format, text, "order");
  EXPECT_EQ(other.why, sortid::reason::prefix);
  EXPECT_EQ(sortid::batch::sentence_of(other, typeid_format, text, "order"),
            R"(prefix "order" expected, found "user")");
  EXPECT_EQ(
      sortid::batch::why_rejected(sortid::format::of<sortid::ulid>(), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "").why,
      sortid::reason::none);
}

}  // namespace
