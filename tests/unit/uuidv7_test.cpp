// ULID and UUID: parts, versions, the ways between the two, and the orders of .NET and SQL Server.
#include "sortid/uuidv7.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "support/allowed.hpp"
#include "support/both_times.hpp"

namespace {

using namespace sortid::literals;
using sortid::reason;
using sortid::uint128;
using sortid::ulid;
using sortid::uuid;
using sortid::uuidv7;
using sortid_test::hidden;

TEST(ulids, have_parts) {
  constexpr ulid id = "01ARZ3NDEKTSV4RRFFQ69G5FAV"_ulid;
  EXPECT_BOTH(hidden(id).timestamp().since_epoch == 1'469'922'850'259);
  EXPECT_BOTH(hidden(id).unix_ms() == 1'469'922'850'259);
  EXPECT_BOTH(hidden(id).randomness() == uint128(0xD676, 0x4C61EFB99302BD5B));
  EXPECT_BOTH(hidden(id).unix_ms(1'000) == 1'469'922'851'259);
  EXPECT_BOTH(hidden(ulid::max()).timestamp().since_epoch == 281'474'976'710'655);
}

// RFC 9562, appendix A.6.
constexpr uuidv7 rfc = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"_uuidv7;

TEST(uuids, have_parts) {
  EXPECT_BOTH(hidden(rfc).timestamp().since_epoch == 0x017F22E279B0 &&
              hidden(rfc).unix_ms() == 1'645'557'742'000);
  EXPECT_BOTH(hidden(rfc).version() == 7 && hidden(rfc).variant() == 2);
  EXPECT_BOTH(hidden(rfc).rand_a() == 0xCC3 && hidden(rfc).rand_b() == 0x18C4DC0C0C07398F);
}

TEST(uuids, of_other_versions_are_no_uuidv7) {
  // RFC 9562, appendices A and B, and the two special ones.
  struct other {
    std::string_view text;
    unsigned version;
    unsigned variant;
  };
  constexpr other others[] = {
      {"C232AB00-9414-11EC-B3C8-9F6BDECED846", 1, 2}, {"5df41881-3aed-3515-88a7-2f4a814cf09e", 3, 2},
      {"919108f7-52d1-4320-9bac-f847db4148a8", 4, 2}, {"2ed6657d-e927-568b-95e1-2665a8aea6a2", 5, 2},
      {"1EC9414C-232A-6B00-B3C8-9F6BDECED846", 6, 2}, {"2489E9AD-2EE2-8E00-8EC9-32D5F69181C0", 8, 2},
      {"00000000-0000-0000-0000-000000000000", 0, 0}, {"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", 15, 3},
  };
  for (const other& o : others) {
    const uuid id = uuid::parse(o.text).value();
    EXPECT_EQ(id.version(), o.version);
    EXPECT_EQ(id.variant(), o.variant);
    EXPECT_FALSE(id.is_version_7());
    EXPECT_FALSE(id.has_field(0));
    EXPECT_TRUE(id.has_field(sortid::uuid_layout.find("version")));
    EXPECT_EQ(id.as_version_7().error(), (sortid::error{reason::range, 14, 7, o.version}));
    EXPECT_EQ(uuidv7::parse(o.text).error(), id.as_version_7().error());
    EXPECT_EQ(uuidv7::from_bytes(id.bytes()).error(), id.as_version_7().error());
  }
  // Version 7 of another variant (Microsoft's, NCS's): none either.
  for (const auto& [text, variant] : {std::pair("017f22e2-79b0-7cc3-d8c4-dc0c0c07398f", 3U),
                                      std::pair("017f22e2-79b0-7cc3-18c4-dc0c0c07398f", 0U),
                                      std::pair("017f22e2-79b0-7cc3-78c4-dc0c0c07398f", 1U)}) {
    EXPECT_EQ(uuid::parse(text)->version(), 7U);
    EXPECT_FALSE(uuid::parse(text)->is_version_7());
    EXPECT_EQ(uuidv7::parse(text).error(), (sortid::error{reason::range, 19, 2, variant}));
  }
  EXPECT_BOTH(!uuidv7::parse(hidden("919108f7-52d1-4320-9bac-f847db4148a8")));
}

// What RFC 9562, appendices A.1, A.5 and A.6, say of their samples: Tuesday, February 22, 2022 2:22:22.00 PM
// GMT-05:00.
constexpr std::int64_t rfc_ms = 1'645'557'742'000;

TEST(uuids, of_versions_1_2_6_and_7_say_when) {
  using sortid::uuid_time;
  constexpr std::int64_t per_ms = 10'000;
  EXPECT_BOTH((hidden("C232AB00-9414-11EC-B3C8-9F6BDECED846"_uuid).time() == uuid_time{rfc_ms * per_ms, 1}));
  EXPECT_BOTH((hidden("1EC9414C-232A-6B00-B3C8-9F6BDECED846"_uuid).time() == uuid_time{rfc_ms * per_ms, 1}));
  EXPECT_BOTH((hidden(uuid(rfc)).time() == uuid_time{rfc_ms * per_ms, per_ms}));
  // Version 2 keeps the upper 28 bits of a version 1's time: at most 2^32 · 100 ns later.
  constexpr uuid dce = "000003e8-9414-21ec-b300-9f6bdeced846"_uuid;
  const auto earliest = hidden(dce).time();
  ASSERT_TRUE(earliest);
  EXPECT_EQ(earliest->step_100ns, 4'294'967'296);
  EXPECT_LE(earliest->unix_100ns, rfc_ms * per_ms);
  EXPECT_GT(earliest->unix_100ns + earliest->step_100ns, rfc_ms * per_ms);
  EXPECT_EQ(dce.unix_ms(), 1'645'557'416'189);  // 0x1EC941400000000 / 10,000 − 12,219,292,800,000
}

TEST(uuids, count_from_the_first_day_of_the_gregorian_calendar) {
  constexpr std::int64_t before_1970 = 12'219'292'800'000;  // RFC 9562, section 5.1, in ms
  EXPECT_EQ("00000000-0000-1000-8000-000000000000"_uuid.unix_ms(), -before_1970);
  EXPECT_EQ("00000000-0000-6000-8000-000000000000"_uuid.unix_ms(), -before_1970);
  EXPECT_EQ("00000001-0000-1000-8000-000000000000"_uuid.time()->unix_100ns, -before_1970 * 10'000 + 1);
  EXPECT_EQ("00000001-0000-1000-8000-000000000000"_uuid.unix_ms(), -before_1970);  // down, before 1970 too
  EXPECT_EQ("ffffffff-ffff-1fff-bfff-ffffffffffff"_uuid.time()->unix_100ns,
            (std::int64_t{1} << 60) - 1 - before_1970 * 10'000);
  EXPECT_EQ("ffffffff-ffff-6fff-bfff-ffffffffffff"_uuid.time(),
            "ffffffff-ffff-1fff-bfff-ffffffffffff"_uuid.time());
}

TEST(uuids, of_other_versions_and_variants_say_nothing_of_time) {
  for (const std::string_view text :
       {"5df41881-3aed-3515-88a7-2f4a814cf09e", "919108f7-52d1-4320-9bac-f847db4148a8",
        "2ed6657d-e927-568b-95e1-2665a8aea6a2", "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0",
        "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
        "c232ab00-9414-11ec-73c8-9f6bdeced846", "c232ab00-9414-11ec-d3c8-9f6bdeced846",
        "017f22e2-79b0-7cc3-d8c4-dc0c0c07398f"})
    EXPECT_EQ(uuid::parse(text)->unix_ms(), std::nullopt) << text;
}

TEST(uuids, hold_uuidv7) {
  const uuid any = rfc;
  EXPECT_EQ(any.as_version_7().value(), rfc);
  EXPECT_EQ(any.unix_ms(), rfc.unix_ms());
  EXPECT_TRUE(any.is_version_7() && any.has_field(0));
  EXPECT_BOTH(uuid(hidden(rfc)) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"_uuid);
}

// RFC 9562, section 5.7: bits 48 to 51 and 64 to 65 from the front, and no others.
TEST(uuids, are_of_version_7_by_six_bits) {
  for (unsigned bit = 0; bit < 128; ++bit) {
    const uuid other(rfc.number() ^ uint128(1) << (127 - bit));
    const bool told = (bit >= 48 && bit < 52) || bit == 64 || bit == 65;
    EXPECT_EQ(other.is_version_7(), !told) << bit;
    EXPECT_EQ(other.as_version_7().has_value(), !told) << bit;
  }
}

TEST(uuids, have_hyphens_in_four_places) {
  const std::string text(rfc.to_text());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = text[i] == '-' ? '0' : '-';
    EXPECT_EQ(uuid::parse(changed).error().why, reason::character);
    EXPECT_EQ(uuid::parse(changed).error().position, i);
  }
  for (const std::string& notation :
       {"{" + text + "}", "urn:uuid:" + text, std::string("017f22e279b07cc398c4dc0c0c07398f")})
    EXPECT_EQ(uuid::parse(notation).error().why, reason::length);
}

TEST(ulids, are_uuids_bit_by_bit) {
  constexpr ulid id = "01ARZ3NDEKTSV4RRFFQ69G5FAV"_ulid;
  EXPECT_BOTH(to_uuid_bits(hidden(id)) == "01563e3a-b5d3-d676-4c61-efb99302bd5b"_uuid);
  EXPECT_BOTH(to_ulid_bits(to_uuid_bits(hidden(id))) == id);
  EXPECT_BOTH(to_uuidv7_overwriting_six_bits(hidden(id)) == "01563e3a-b5d3-7676-8c61-efb99302bd5b"_uuidv7);
}

RC_GTEST_PROP(ulids, keep_their_timestamp_and_lose_six_bits_as_uuidv7, (std::uint64_t hi, std::uint64_t lo)) {
  const ulid id = ulid::from_number({hi, lo}).value();
  const uuidv7 made = to_uuidv7_overwriting_six_bits(id);
  RC_ASSERT(made.timestamp().since_epoch == id.timestamp().since_epoch);
  RC_ASSERT(made.version() == 7 && made.variant() == 2);
  constexpr uint128 overwritten{0xF000, 0xC000000000000000};
  RC_ASSERT(((made.number() ^ id.number()) & ~overwritten) == uint128());
  RC_ASSERT(to_ulid_bits(to_uuid_bits(id)) == id);
  const ulid other = ulid::from_number(id.number() ^ (overwritten & uint128(lo, hi))).value();
  RC_ASSERT(to_uuidv7_overwriting_six_bits(other) == made);
}

// The Guid whose bytes every .NET manual prints.
TEST(uuids, as_dot_net_and_sql_server_hold_them) {
  constexpr uuid id = "00112233-4455-6677-8899-aabbccddeeff"_uuid;
  constexpr uuid::bytes_type guid{0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66,
                                  0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF};
  EXPECT_BOTH(hidden(id).guid_bytes() == guid);
  EXPECT_BOTH(uuid::from_guid_bytes(hidden(guid)) == id);
  // The last six bytes stored weigh most, and the first group's last byte least.
  constexpr uuid::bytes_type sortable{0xCC, 0xDD, 0xEE, 0xFF, 0xAA, 0xBB, 0x88, 0x99,
                                      0x66, 0x77, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55};
  EXPECT_BOTH(hidden(id).sql_server_sortable_bytes() == sortable);
  EXPECT_BOTH(uuid::from_sql_server_sortable_bytes(hidden(sortable)) == id);
}

// SQL Server's order, as A. Ferrari worked it out ("How are GUIDs compared in SQL Server 2005?"): of these,
// each with one byte of its text set, the last row is the greatest.
constexpr std::string_view sql_server_order[] = {
    "01000000-0000-0000-0000-000000000000", "00010000-0000-0000-0000-000000000000",
    "00000100-0000-0000-0000-000000000000", "00000001-0000-0000-0000-000000000000",
    "00000000-0100-0000-0000-000000000000", "00000000-0001-0000-0000-000000000000",
    "00000000-0000-0100-0000-000000000000", "00000000-0000-0001-0000-000000000000",
    "00000000-0000-0000-0001-000000000000", "00000000-0000-0000-0100-000000000000",
    "00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000100",
    "00000000-0000-0000-0000-000000010000", "00000000-0000-0000-0000-000001000000",
    "00000000-0000-0000-0000-000100000000", "00000000-0000-0000-0000-010000000000",
};

// Which of two uniqueidentifiers, given as their stored bytes, SQL Server puts first: the rows above, from
// the last.
bool before_in_sql_server(const uuid::bytes_type& a, const uuid::bytes_type& b) {
  for (std::size_t row = 16; row-- != 0;) {
    const auto weight = uuid::parse(sql_server_order[row])->guid_bytes();
    for (std::size_t i = 0; i < 16; ++i) {
      if (weight[i] != 0 && a[i] != b[i]) return a[i] < b[i];
    }
  }
  return false;
}

RC_GTEST_PROP(uuids, sort_in_sql_server_as_here, (std::uint64_t a, std::uint64_t b, std::uint64_t c)) {
  const uuid first(uint128(a, b));
  const uuid second = *rc::gen::element(uuid(uint128(a, c)), uuid(uint128(c, b)), uuid(uint128(b, a)));
  RC_ASSERT(before_in_sql_server(first.sql_server_sortable_bytes(), second.sql_server_sortable_bytes()) ==
            (first < second));
  RC_ASSERT(uuid::from_sql_server_sortable_bytes(first.sql_server_sortable_bytes()) == first);
  RC_ASSERT(uuid::from_guid_bytes(first.guid_bytes()) == first);
}

}  // namespace
