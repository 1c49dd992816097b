// batch::sort and batch::lower_bound beside the standard library's, on random ids and on ids that are hard to
// sort by their bits.
#include "sortid/batch_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sortid/type_id.hpp"
#include "sortid/uid11.hpp"
#include "sortid/ulid.hpp"

namespace sortid_test {
namespace {

using sortid::uint128;

std::mt19937_64& bits() {
  static std::mt19937_64 all = [] {
    const char* const given = std::getenv("SORTID_TEST_SEED");
    const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
    std::printf("SORTID_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
    return std::mt19937_64(seed);
  }();
  return all;
}

template <class Id>
Id id_of(uint128 value) {
  return Id::from_number(static_cast<typename Id::value_type>(value)).value();
}

// Columns of that many ids, each kind hard in another way.
template <class Id>
std::vector<std::vector<Id>> columns(std::size_t count) {
  std::vector<std::vector<Id>> all;
  const auto add = [&](auto value_of) {
    std::vector<Id> ids;
    for (std::size_t i = 0; i < count; ++i) ids.push_back(id_of<Id>(value_of(i)));
    all.push_back(std::move(ids));
  };
  add([](std::size_t) { return uint128(bits()(), bits()()); });
  add([](std::size_t) { return uint128(0, bits()() % 2); });
  add([](std::size_t) { return uint128(7, 7); });
  add([](std::size_t i) { return uint128(0, i); });
  add([count](std::size_t i) { return uint128(0, count - i); });
  // One bit of each: every level has one id apart from all others.
  add([](std::size_t i) { return uint128(1) << static_cast<unsigned>(i % 128); });
  // A millisecond of ids, all bits but the last ones alike.
  add([](std::size_t) { return uint128(0x0123456789ABCDEF, 0xFEDCBA9876540000 | bits()() % 65'536); });
  add([](std::size_t i) { return i % 2 == 0 ? ~uint128() : uint128(bits()() % 3, 0); });
  // In order but for the last.
  add([count](std::size_t i) { return uint128(0, i + 1 == count ? 0 : i); });
  // In order but for the first two.
  add([](std::size_t i) { return uint128(0, i < 2 ? 1 - i : i); });
  return all;
}

template <class Id>
class sorting : public testing::Test {};
using sorted_types = testing::Types<sortid::ulid, sortid::uid11, sortid::type_id_suffix>;
TYPED_TEST_SUITE(sorting, sorted_types);

constexpr std::size_t sizes[] = {0, 1, 2, 3, 23, 24, 25, 26, 100, 257, 1'000, 20'000};

TYPED_TEST(sorting, sorts_as_the_standard_library_does) {
  for (const std::size_t count : sizes) {
    for (auto& ids : columns<TypeParam>(count)) {
      auto expected = ids;
      std::sort(expected.begin(), expected.end());
      sortid::batch::sort<TypeParam>(ids);
      ASSERT_EQ(ids, expected) << count;
    }
  }
}

TYPED_TEST(sorting, satellites_go_with_their_ids) {
  for (const std::size_t count : sizes) {
    for (auto& ids : columns<TypeParam>(count)) {
      const auto before = ids;
      // Movable alone.
      std::vector<std::unique_ptr<std::size_t>> places;
      for (std::size_t i = 0; i < count; ++i) places.push_back(std::make_unique<std::size_t>(i));
      ASSERT_TRUE((sortid::batch::sort<TypeParam, std::unique_ptr<std::size_t>>(ids, places)));
      ASSERT_TRUE(std::is_sorted(ids.begin(), ids.end())) << count;
      std::vector<bool> seen(count);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(ids[i], before[*places[i]]) << count;
        ASSERT_FALSE(seen[*places[i]]) << count;
        seen[*places[i]] = true;
      }
    }
  }
}

TYPED_TEST(sorting, as_many_satellites_as_ids) {
  std::vector<TypeParam> ids = columns<TypeParam>(5).front();
  const auto before = ids;
  std::vector<int> places(4);
  EXPECT_FALSE((sortid::batch::sort<TypeParam, int>(ids, places)));
  EXPECT_EQ(ids, before);
}

TYPED_TEST(sorting, the_lower_bound_is_the_standard_librarys) {
  for (const std::size_t count : {0U, 1U, 2U, 3U, 7U, 8U, 100U}) {
    for (auto& ids : columns<TypeParam>(count)) {
      std::sort(ids.begin(), ids.end());
      std::string texts;
      for (const auto& id : ids) texts += std::string(id.to_text().view()) + "\n";
      const sortid::batch::text_column rows(TypeParam::layout().symbols + 1);
      auto asked = ids;
      for (int i = 0; i < 50; ++i) asked.push_back(id_of<TypeParam>(uint128(bits()(), bits()())));
      asked.push_back(TypeParam::min());
      asked.push_back(TypeParam::max());
      for (const auto& id : asked) {
        const auto expected =
            static_cast<std::size_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
        ASSERT_EQ(sortid::batch::lower_bound<TypeParam>(ids, id), expected);
        const auto found = sortid::batch::lower_bound<TypeParam>(texts, id, rows);
        ASSERT_TRUE(found);
        ASSERT_EQ(found.count, expected);
      }
    }
  }
}

// The ids of few values, in order: many stand several times, and in both columns.
template <class Id>
std::vector<Id> few_values(std::size_t count) {
  std::vector<Id> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back(id_of<Id>(uint128(0, bits()() % 200)));
  std::sort(ids.begin(), ids.end());
  return ids;
}
template <class Id>
std::vector<Id> difference_one_by_one(const std::vector<Id>& from, const std::vector<Id>& without) {
  std::vector<Id> left;
  for (const Id& id : from)
    if (std::find(without.begin(), without.end(), id) == without.end()) left.push_back(id);
  return left;
}

TYPED_TEST(sorting, the_difference_has_what_the_other_lacks) {
  for (const std::size_t count : {0U, 1U, 2U, 50U, 300U}) {
    for (const std::size_t others : {0U, 1U, 2U, 50U, 300U}) {
      auto from = few_values<TypeParam>(count);
      const auto without = few_values<TypeParam>(others);
      const auto expected = difference_one_by_one(from, without);
      const auto done = sortid::batch::difference<TypeParam>(from, without, from);  // in place
      ASSERT_EQ(done.from, count);
      from.resize(done.written);
      ASSERT_EQ(from, expected) << count << ' ' << others;
    }
  }
}

TYPED_TEST(sorting, the_difference_of_streams_comes_in_pieces) {
  const auto from = few_values<TypeParam>(300);
  const auto without = few_values<TypeParam>(100);
  for (int turn = 0; turn < 50; ++turn) {
    std::vector<TypeParam> left;
    std::size_t from_at = 0;
    std::size_t without_at = 0;
    std::size_t without_end = 0;
    while (from_at != from.size()) {
      without_end = std::min(without.size(), without_end + bits()() % 5);
      const std::size_t from_size = std::min(from.size() - from_at, std::size_t{bits()() % 5});
      std::vector<TypeParam> to(bits()() % 5);
      const auto done = sortid::batch::difference<TypeParam>(
          std::span(from).subspan(from_at, from_size),
          std::span(without).subspan(without_at, without_end - without_at), to,
          without_end != without.size());
      from_at += done.from;
      without_at += done.without;
      left.insert(left.end(), to.begin(), to.begin() + static_cast<std::ptrdiff_t>(done.written));
    }
    ASSERT_EQ(left, difference_one_by_one(from, without));
  }
}

TEST(lower_bound, a_text_that_it_reads_and_that_is_rejected_is_named) {
  std::string texts;
  for (std::uint64_t i = 0; i < 9; ++i) texts += id_of<sortid::ulid>(uint128(0, i)).to_text().view();
  texts[4 * 26 + 3] = '!';
  const auto found = sortid::batch::lower_bound<sortid::ulid>(texts, sortid::ulid::min());
  EXPECT_EQ(found.why.why, sortid::reason::character);
  EXPECT_EQ(found.why.position, 3U);
  EXPECT_EQ(found.count, 4U);
}

TEST(lower_bound, texts_that_cannot_lie_so_are_rejected) {
  const std::string texts(52, '0');
  EXPECT_EQ(sortid::batch::lower_bound<sortid::ulid>(texts, {}, 25).why.why, sortid::reason::length);
  const auto cut = sortid::batch::lower_bound<sortid::ulid>(std::string_view(texts).substr(0, 51), {});
  EXPECT_EQ(cut.why.why, sortid::reason::length);
  EXPECT_EQ(cut.count, 1U);
}

TEST(lower_bound, of_type_ids_with_their_prefix) {
  const auto prefix = sortid::type_prefix::parse("user").value();
  std::string texts;
  for (unsigned i = 0; i < 9; ++i)
    texts += sortid::type_id(prefix, sortid::uuid(uint128(i, 0))).to_text().view();
  const auto found = sortid::batch::lower_bound<sortid::type_id_suffix>(
      texts, id_of<sortid::type_id_suffix>(uint128(4, 1)), sortid::batch::text_column(prefix));
  EXPECT_TRUE(found) << sortid::message(found.why, "typeid").view();
  EXPECT_EQ(found.count, 5U);
}

}  // namespace
}  // namespace sortid_test
