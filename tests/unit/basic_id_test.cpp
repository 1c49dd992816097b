// What every id type has beside text: sizes, layouts, order, hashes, streams, fields.
#include "sortid/basic_id.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sortid/formats.hpp"
#include "support/both_times.hpp"

namespace {

using sortid::format_list;
using sortid::layout;
using sortid::role;
using sortid::uint128;
using sortid_test::hidden;

template <class Id>
constexpr bool plain = std::is_trivially_copyable_v<Id>&& std::is_standard_layout_v<Id>&&
                           std::is_nothrow_default_constructible_v<Id>&&
                               std::is_nothrow_copy_constructible_v<Id>&& sortid::any_id<Id> &&
                       !std::is_convertible_v<const char*, Id> && !std::is_convertible_v<std::uint64_t, Id>;

static_assert(plain<sortid::ulid> && sizeof(sortid::ulid) == 16 && alignof(sortid::ulid) == 1);
static_assert(plain<sortid::uuid> && sizeof(sortid::uuid) == 16);
static_assert(plain<sortid::uuidv7> && sizeof(sortid::uuidv7) == 16);
static_assert(plain<sortid::euid> && sizeof(sortid::euid) == 16);
static_assert(plain<sortid::ulid_flake> && sizeof(sortid::ulid_flake) == 8);
static_assert(plain<sortid::ulid_flake_scalable> && sizeof(sortid::ulid_flake_scalable) == 8);
static_assert(plain<sortid::xid> && sizeof(sortid::xid) == 8);
static_assert(plain<sortid::uid11_snowish> && sizeof(sortid::uid11_snowish) == 8);
static_assert(std::is_trivially_copyable_v<sortid::type_id> && sizeof(sortid::type_id) == 80);
static_assert(std::is_trivially_copyable_v<sortid::typed_id<"user">> &&
              sizeof(sortid::typed_id<"user">) == 16);

// Calls check(id type) for every format whose ids are of fixed width.
template <class F>
void for_every_basic(F check) {
  format_list::for_each([&]<class Id>(std::type_identity<Id> type) {
    if constexpr (!std::is_same_v<Id, sortid::type_id>) check(type);
  });
}

TEST(layouts, fill_their_bits_and_are_told_apart_by_name) {
  std::set<std::string_view> names;
  for (const layout* l : format_list::layouts) {
    EXPECT_TRUE(names.insert(l->name).second) << l->name;
    EXPECT_FALSE(l->title.empty());
    uint128 all;
    unsigned bits = 0;
    for (std::size_t i = 0; i < l->field_count(); ++i) {
      EXPECT_EQ(all & l->field_mask(i), uint128());
      all = all | l->field_mask(i);
      bits += l->fields[i].bits;
      EXPECT_EQ(l->find(l->fields[i].name), i);
      EXPECT_EQ(l->read(l->field_mask(i), i), sortid::detail::low_mask<uint128>(l->fields[i].bits));
    }
    EXPECT_EQ(bits, l->bits);
    EXPECT_EQ(all, sortid::detail::low_mask<uint128>(l->bits));
    EXPECT_FALSE(l->has("no such field"));
    EXPECT_EQ(l->timed(), l->has(role::timestamp));
    EXPECT_LE(l->min_value(), l->max_value());
  }
  EXPECT_EQ(names.size(), format_list::size);
}

TEST(layouts, say_whether_their_texts_and_extensions_fit) {
  for (const layout* l : format_list::layouts) {
    layout other = *l;
    EXPECT_TRUE(sortid::detail::text_fits(other)) << l->name;
    EXPECT_TRUE(sortid::detail::extension_has_length(other)) << l->name;
    ++other.symbols;
    EXPECT_FALSE(sortid::detail::text_fits(other)) << l->name;
  }
  layout extended = sortid::euid_layout;
  auto& length = extended.fields[extended.find(role::extension_length)].bits;
  ++length;
  EXPECT_FALSE(sortid::detail::extension_has_length(extended));
  --length;
  ++extended.fields[extended.find(role::extension)].bits;
  EXPECT_FALSE(sortid::detail::extension_has_length(extended));
}

TEST(ids, begin_as_nil) {
  for_every_basic([]<class Id>(std::type_identity<Id>) {
    EXPECT_TRUE(Id().is_nil());
    EXPECT_TRUE(Id::nil() == Id());
    EXPECT_FALSE(Id::max().is_nil());
    EXPECT_EQ(Id::min().number(), static_cast<typename Id::value_type>(Id::layout().min_value()));
    EXPECT_EQ(Id::max().number(), static_cast<typename Id::value_type>(Id::layout().max_value()));
    EXPECT_EQ(Id::text_size(), Id::layout().symbols);
    EXPECT_EQ(Id::text_type::capacity(), Id::layout().symbols);
  });
  EXPECT_BOTH(hidden(sortid::uuidv7()) < sortid::uuidv7::min());  // nil is no version 7
  EXPECT_BOTH(hidden(sortid::ulid()) == sortid::ulid::min());
  EXPECT_BOTH(hidden(sortid::type_id()).is_nil() &&
              hidden(sortid::type_id::max()).to_text() == "7zzzzzzzzzzzzzzzzzzzzzzzzz");
}

TEST(ids, largest_texts) {
  EXPECT_EQ(sortid::ulid::max().to_text(), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
  EXPECT_EQ(sortid::uuidv7::max().to_text(), "ffffffff-ffff-7fff-bfff-ffffffffffff");
  EXPECT_EQ(sortid::uuid::max().to_text(), "ffffffff-ffff-ffff-ffff-ffffffffffff");
  EXPECT_EQ(sortid::euid::max().to_text(), "ZZZZZZZZZZZZZZZZZZZZZZZZZW3");
  EXPECT_EQ(sortid::ulid_flake::max().to_text(), "7ZZZZZZZZZZZZ");
  EXPECT_EQ(sortid::ulid_flake_scalable::max().to_text(), "7ZZZZZZZZZZZZ");
  EXPECT_EQ(sortid::xid::max().to_text(), "jpXCZedGfVQ");
}

// An array of 128-bit ids is the wire form, and memcmp is its order.
TEST(ids, of_128_bits_are_their_bytes) {
  const auto id = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").value();
  EXPECT_EQ(std::memcmp(&id, id.bytes().data(), 16), 0);
  EXPECT_EQ(id.bytes()[0], 0x01);
  EXPECT_EQ(id.bytes()[1], 0x56);
  const auto flake = sortid::ulid_flake::parse("00CMXB6TAK4SA").value();
  EXPECT_EQ(flake.number(), 14'246'757'444'195'114U);
  EXPECT_EQ(flake.bytes(), (sortid::ulid_flake::bytes_type{0x00, 0x32, 0x9D, 0x59, 0xB4, 0xA9, 0x93, 0x2A}));
}

TEST(ids, are_keys_and_sort) {
  for_every_basic([]<class Id>(std::type_identity<Id>) {
    std::unordered_map<Id, int> places;
    std::vector<Id> ids;
    std::unordered_set<std::size_t> low_bits;
    constexpr std::uint64_t count = 1'000;
    for (std::uint64_t n = count; n != 0; --n) {
      const auto value = static_cast<typename Id::value_type>(Id::layout().min_value() | uint128(n));
      ids.push_back(Id::from_number(value).value());
      places[ids.back()] = static_cast<int>(n);
      low_bits.insert(ids.back().hash() & 0xFFFF);
    }
    EXPECT_EQ(places.size(), count);
    EXPECT_EQ(places.at(ids.front()), 1'000);
    EXPECT_GT(low_bits.size(), 950U) << Id::layout().name;  // neighbours spread over a table
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(places.at(ids.front()), 1);
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  });
}

TEST(ids, are_hashed_by_the_finalizer_of_splitmix64) {
  // Its first two outputs from the seed 0.
  EXPECT_BOTH(sortid::detail::mix(hidden(std::uint64_t{0x9E3779B97F4A7C15})) == 0xE220A8397B1DCDAF);
  EXPECT_BOTH(sortid::detail::mix(hidden(std::uint64_t{0x3C6EF372FE94F82A})) == 0x6E789E6AA1B965F4);
}

TEST(ids, are_written_where_they_fit) {
  for_every_basic([]<class Id>(std::type_identity<Id>) {
    char room[64];
    std::memset(room, '#', sizeof room);
    const Id id = Id::max();
    EXPECT_EQ(id.write_to(room, room + Id::text_size() - 1), nullptr);
    EXPECT_EQ(room[0], '#');
    EXPECT_EQ(id.write_to(room, room + Id::text_size()), room + Id::text_size());
    EXPECT_EQ(std::string_view(room, Id::text_size() + 1), std::string(id.to_text()) + '#');
  });
}

TEST(ids, are_streamed_as_their_texts) {
  format_list::for_each([]<class Id>(std::type_identity<Id>) {
    std::ostringstream out;
    out << Id::max();
    EXPECT_EQ(out.str(), std::string(Id::max().to_text()));
  });
}

TEST(ids, show_their_fields_but_not_what_is_fixed_or_kept_free) {
  for_every_basic([]<class Id>(std::type_identity<Id>) {
    for (std::size_t i = 0; i < Id::layout().field_count(); ++i) {
      const role r = Id::layout().fields[i].role;
      const bool shown = r != role::sign && r != role::reserved;
      if (Id::layout().name != "uuid") {
        EXPECT_EQ(Id::max().has_field(i), shown);
      }
      if (r != role::sign && r != role::constant) {
        EXPECT_EQ(Id::max().read_field(i), sortid::detail::low_mask<uint128>(Id::layout().fields[i].bits));
        EXPECT_EQ(Id::min().read_field(i).value_or(uint128()), uint128());
      }
    }
  });
}

TEST(ids, written_leniently) {
  using sortid::reason;
  const auto lenient = [](std::string_view text) { return sortid::ulid::parse_lenient(text); };
  EXPECT_TRUE(lenient("01ARZ3NDEKTSV4RRFFQ69G5FAV")->canonical);
  EXPECT_FALSE(lenient("01arz3ndektsv4rrffq69g5fav")->canonical);
  EXPECT_EQ((*lenient("OIARZ3-NDEKTSV4-RRFFQ69G5FAV"))->to_text(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
  EXPECT_EQ((*lenient("--0lARZ3NDEKTSV4RRFFQ69G5FAV--"))->to_text(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
  EXPECT_EQ(lenient("01ARZ3-NDEKTSV4RRFFQ69G5FAU").error(), (sortid::error{reason::character, 26, 0, 'U'}));
  EXPECT_EQ(lenient("-81ARZ3-NDEKTSV4RRFFQ69G5FAV").error().position, 1U);
  EXPECT_EQ(lenient("--").error(), (sortid::error{reason::length, 2, 26, 0}));
  // The length found is the text's own, however long it is.
  EXPECT_EQ(lenient(std::string(100, '0')).error(), (sortid::error{reason::length, 26, 26, 100}));
  EXPECT_EQ(lenient(std::string(30, '-') + std::string(27, '0')).error(),
            (sortid::error{reason::length, 56, 26, 27}));
  const auto uuid = [](std::string_view text) { return sortid::uuidv7::parse_lenient(text); };
  EXPECT_EQ((*uuid("017F22E279B07CC398C4DC0C0C07398F"))->to_text(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  EXPECT_EQ(uuid("017F22E279B04CC398C4DC0C0C07398F").error(), (sortid::error{reason::range, 12, 7, 4}));
  EXPECT_EQ(uuid("017F22E279B07CC318C4DC0C0C07398F").error(), (sortid::error{reason::range, 16, 2, 0}));
  EXPECT_EQ(uuid("017F22E2-79B07CC398C4DC0C0C07398G").error(),
            (sortid::error{reason::character, 32, 0, 'G'}));
  EXPECT_BOTH(sortid::ulid::parse_lenient(hidden("OIARZ3-NDEKTSV4RRFFQ69G5FAV"))->id ==
              sortid::ulid::parse(hidden("01ARZ3NDEKTSV4RRFFQ69G5FAV")).value());
}

}  // namespace
