// The C ABI where a caller errs: null pointers, sizes, structs that no function made; options; generators
// with the caller's own clock and randomness; rows of texts behind a prefix.
#include <gtest/gtest.h>
#include <sortid.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "support/scratch_folder.hpp"

namespace {

constexpr const char* ulid_text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
constexpr const char* xid_text = "5TK7MT834rx";
constexpr std::size_t too_large = std::size_t{PTRDIFF_MAX} + 1;

sortid_id id_of(sortid_format format, const std::string& text) {
  sortid_id id{};
  EXPECT_EQ(sortid_parse(format, text.data(), text.size(), &id, nullptr), SORTID_OK) << text;
  return id;
}

std::string text_of(const sortid_id& id) {
  char text[SORTID_TEXT_CAPACITY];
  EXPECT_EQ(sortid_to_text(&id, text, sizeof text, nullptr), SORTID_OK);
  return text;
}

std::string message_of(const sortid_error& e) {
  char text[SORTID_MESSAGE_CAPACITY];
  EXPECT_EQ(sortid_message(&e, text, sizeof text, nullptr), SORTID_OK);
  return text;
}

TEST(c_api, null_pointers_are_rejected) {
  const sortid_id ulid = id_of(SORTID_FORMAT_ULID, ulid_text);
  sortid_id id = ulid;
  sortid_error e;
  std::int64_t ms = 0;
  std::size_t n = 0;
  std::uint8_t bytes[16]{};
  char text[SORTID_TEXT_CAPACITY];
  constexpr sortid_status null = SORTID_NULL_ARGUMENT;
  constexpr sortid_format ulids = SORTID_FORMAT_ULID;

  EXPECT_EQ(sortid_parse(ulids, nullptr, 26, &id, &e), null);
  EXPECT_EQ(e.status, null);
  EXPECT_EQ(sortid_parse(ulids, ulid_text, 26, nullptr, &e), null);
  EXPECT_EQ(sortid_parse_lenient(ulids, ulid_text, 26, nullptr, nullptr, &e), null);
  EXPECT_EQ(sortid_parse_lenient(ulids, ulid_text, 26, &id, nullptr, nullptr), SORTID_OK);
  EXPECT_EQ(sortid_parse_skipping_check(ulids, nullptr, 1, &id, &e), null);
  EXPECT_EQ(sortid_parse_any(nullptr, 1, &id, &e), null);
  EXPECT_EQ(sortid_parse_any(ulid_text, 26, nullptr, &e), null);
  EXPECT_EQ(sortid_detect(nullptr, 1, nullptr, 0, &n), null);
  EXPECT_EQ(sortid_detect(ulid_text, 26, nullptr, 1, &n), null);
  EXPECT_EQ(sortid_detect(ulid_text, 26, nullptr, 0, nullptr), null);
  EXPECT_EQ(sortid_detect(ulid_text, 26, nullptr, 0, &n), SORTID_OK);
  EXPECT_EQ(n, 1U);
  EXPECT_EQ(sortid_looks_like(nullptr, 1, 0, nullptr, 0, &n), null);
  EXPECT_EQ(sortid_looks_like(ulid_text, 26, 0, nullptr, 1, &n), null);
  EXPECT_EQ(sortid_looks_like(ulid_text, 26, 0, nullptr, 0, nullptr), null);
  EXPECT_EQ(sortid_looks_like("1541815603606036480", 19, INT64_MAX, nullptr, 0, &n), SORTID_OK);
  EXPECT_GT(n, 1U);
  EXPECT_EQ(sortid_meant(nullptr, 3), 0U);
  EXPECT_EQ(sortid_format_named(nullptr, 3), 0U);
  EXPECT_EQ(sortid_check_of(ulids, ulid_text, 26, nullptr, &e), null);
  EXPECT_EQ(sortid_to_text(nullptr, text, sizeof text, &n), null);
  EXPECT_EQ(sortid_to_text(&ulid, nullptr, sizeof text, &n), null);
  EXPECT_EQ(sortid_to_text_unchecked(nullptr, text, sizeof text, &n), null);
  EXPECT_EQ(sortid_from_number(ulids, 0, 0, nullptr, &e), null);
  EXPECT_EQ(sortid_from_bytes(ulids, nullptr, 16, &id, &e), null);
  EXPECT_EQ(sortid_from_bytes(ulids, bytes, 16, nullptr, &e), null);
  EXPECT_EQ(sortid_to_bytes(nullptr, bytes, 16, &n), null);
  EXPECT_EQ(sortid_to_bytes(&ulid, nullptr, 16, &n), null);
  EXPECT_EQ(sortid_set_prefix(nullptr, "a", 1, &e), null);
  EXPECT_EQ(sortid_set_prefix(&id, nullptr, 1, &e), null);
  EXPECT_EQ(sortid_convert(nullptr, ulids, &id, &e), null);
  EXPECT_EQ(sortid_convert(&ulid, ulids, nullptr, &e), null);
  EXPECT_EQ(sortid_fields(nullptr, nullptr, 0, &n), null);
  EXPECT_EQ(sortid_fields(&ulid, nullptr, 1, &n), null);
  EXPECT_EQ(sortid_fields(&ulid, nullptr, 0, nullptr), null);
  EXPECT_EQ(sortid_unix_ms(nullptr, nullptr, &ms), null);
  EXPECT_EQ(sortid_unix_ms(&ulid, nullptr, nullptr), null);
  EXPECT_EQ(sortid_first_at(ulids, 0, nullptr, nullptr, &e), null);
  EXPECT_EQ(sortid_last_at(ulids, 0, nullptr, nullptr, &e), null);
  EXPECT_EQ(sortid_ids_between(ulids, 0, 1, nullptr, nullptr, &id, &e), null);
  EXPECT_EQ(sortid_ids_between(ulids, 0, 1, nullptr, &id, nullptr, &e), null);
  EXPECT_EQ(sortid_ids_with_text_prefix(SORTID_FORMAT_XID, "1", 1, nullptr, &id, &e), null);
  EXPECT_EQ(sortid_ids_with_text_prefix(SORTID_FORMAT_XID, "1", 1, &id, nullptr, &e), null);
  EXPECT_EQ(sortid_instant_to_text(0, nullptr, 41, &n), null);
  EXPECT_EQ(sortid_parse_instant(nullptr, 1, 0, &ms, &e), null);
  EXPECT_EQ(sortid_parse_instant("0", 1, 0, nullptr, &e), null);
  EXPECT_EQ(sortid_new(ulids, nullptr, &e), null);
  EXPECT_EQ(sortid_message(nullptr, text, sizeof text, &n), null);

  sortid_generator* generator = nullptr;
  sortid_generator_options options{};
  options.struct_size = sizeof options;
  options.format = ulids;
  EXPECT_EQ(sortid_generator_create(nullptr, &generator, &e), null);
  EXPECT_EQ(sortid_generator_create(&options, nullptr, &e), null);
  EXPECT_EQ(sortid_generator_next(nullptr, &id, &e), null);
  EXPECT_EQ(sortid_generator_fill(nullptr, bytes, 1, &n, &e), null);
  EXPECT_EQ(sortid_generator_fill_random(nullptr, bytes, 1, &n, &e), null);
  EXPECT_EQ(sortid_generator_next_at(nullptr, 0, &id, &e), null);
  EXPECT_EQ(sortid_generator_random(nullptr, &id, &e), null);
  EXPECT_EQ(sortid_generator_random_at(nullptr, 0, &id, &e), null);
  EXPECT_EQ(sortid_generator_ahead(nullptr, &ms), null);
  ASSERT_EQ(sortid_generator_create(&options, &generator, &e), SORTID_OK);
  EXPECT_EQ(sortid_generator_next(generator, nullptr, &e), null);
  EXPECT_EQ(sortid_generator_fill(generator, nullptr, 1, &n, &e), null);
  EXPECT_EQ(sortid_generator_fill(generator, nullptr, 0, nullptr, nullptr), SORTID_OK);
  EXPECT_EQ(sortid_generator_ahead(generator, nullptr), null);
  sortid_generator_destroy(generator);

  EXPECT_EQ(sortid_batch_to_text(ulids, nullptr, nullptr, 1, text, 26, 0, &n), null);
  EXPECT_EQ(sortid_batch_to_text(ulids, nullptr, bytes, 1, nullptr, 26, 0, &n), null);
  EXPECT_EQ(sortid_batch_from_text(ulids, nullptr, nullptr, 26, 0, bytes, 1, &n, &e), null);
  EXPECT_EQ(sortid_batch_from_text(ulids, nullptr, ulid_text, 26, 0, nullptr, 1, &n, &e), null);
  EXPECT_EQ(sortid_batch_from_text_each(ulids, nullptr, ulid_text, 26, 0, bytes, nullptr, 1, &n), null);
  EXPECT_EQ(sortid_batch_check(ulids, nullptr, nullptr, 26, 0, &n, &e), null);
  EXPECT_EQ(sortid_batch_convert(ulids, nullptr, ulid_text, 26, 0, ulids, nullptr, nullptr, 26, 0, &n, &e),
            null);
  EXPECT_EQ(sortid_batch_to_bytes(ulids, bytes, 1, nullptr, 16, &n), null);
  EXPECT_EQ(sortid_batch_from_bytes(ulids, nullptr, 16, bytes, 1, &n, &e), null);
  EXPECT_EQ(sortid_batch_unix_ms(ulids, nullptr, 1, nullptr, &ms), null);
  EXPECT_EQ(sortid_batch_unix_ms(ulids, bytes, 1, nullptr, nullptr), null);
  EXPECT_EQ(sortid_batch_unix_ms_of_text(ulids, nullptr, ulid_text, 26, 0, nullptr, nullptr, 1, nullptr, &e),
            null);
  EXPECT_EQ(text_of(id), ulid_text) << "written though rejected";

  // Nothing is needed for nothing.
  EXPECT_EQ(sortid_parse(ulids, nullptr, 0, &id, &e), SORTID_LENGTH);
  EXPECT_EQ(sortid_batch_to_text(ulids, nullptr, nullptr, 0, nullptr, 0, 0, nullptr), SORTID_OK);
  EXPECT_EQ(sortid_batch_from_text(ulids, nullptr, nullptr, 0, 0, nullptr, 0, nullptr, nullptr), SORTID_OK);
  EXPECT_EQ(sortid_batch_from_text_each(ulids, nullptr, nullptr, 0, 0, nullptr, nullptr, 0, nullptr),
            SORTID_OK);
  EXPECT_EQ(sortid_batch_check(ulids, nullptr, nullptr, 0, 0, nullptr, nullptr), SORTID_OK);
  EXPECT_EQ(sortid_batch_check(SORTID_FORMAT_TYPEID, "user", nullptr, 0, 0, nullptr, nullptr), SORTID_OK);
  EXPECT_EQ(
      sortid_batch_convert(ulids, nullptr, nullptr, 0, 0, ulids, nullptr, nullptr, 0, 0, nullptr, nullptr),
      SORTID_OK);
  EXPECT_EQ(sortid_batch_unix_ms(ulids, nullptr, 0, nullptr, nullptr), SORTID_OK);
}

TEST(c_api, sizes_that_cannot_be_are_rejected) {
  constexpr sortid_format ulids = SORTID_FORMAT_ULID;
  constexpr sortid_status bad = SORTID_BAD_SIZE;
  const sortid_id ulid = id_of(ulids, ulid_text);
  sortid_id id = ulid;
  std::size_t n = 0;
  char text[SORTID_TEXT_CAPACITY];
  std::uint8_t bytes[16];
  std::uint8_t why = 0;
  std::int64_t ms = 0;
  EXPECT_EQ(sortid_parse(ulids, ulid_text, too_large, &id, nullptr), bad);
  EXPECT_EQ(sortid_parse(ulids, ulid_text, SIZE_MAX, &id, nullptr), bad);
  EXPECT_EQ(sortid_parse_any(ulid_text, SIZE_MAX, &id, nullptr), bad);
  EXPECT_EQ(sortid_detect(ulid_text, SIZE_MAX, nullptr, 0, &n), bad);
  EXPECT_EQ(sortid_detect(ulid_text, 26, nullptr, SIZE_MAX, &n), bad);
  EXPECT_EQ(sortid_to_text(&ulid, text, SIZE_MAX, &n), bad);
  EXPECT_EQ(sortid_to_bytes(&ulid, bytes, SIZE_MAX, &n), bad);
  EXPECT_EQ(sortid_from_bytes(ulids, bytes, SIZE_MAX, &id, nullptr), bad);
  EXPECT_EQ(sortid_fields(&ulid, nullptr, SIZE_MAX, &n), bad);
  EXPECT_EQ(sortid_batch_to_text(ulids, nullptr, bytes, SIZE_MAX / 16 + 2, text, 26, 0, &n), bad);
  EXPECT_EQ(sortid_batch_to_text(ulids, nullptr, bytes, 1, text, SIZE_MAX, 0, &n), bad);
  EXPECT_EQ(sortid_batch_to_text(ulids, nullptr, bytes, 1, text, 26, 25, &n), bad);
  EXPECT_EQ(sortid_batch_to_text(ulids, nullptr, bytes, 1, text, 26, SIZE_MAX, &n), bad);
  EXPECT_EQ(sortid_batch_to_text(SORTID_FORMAT_TYPEID, "user", bytes, 1, text, 31, 26, &n), bad);
  EXPECT_EQ(sortid_batch_from_text(ulids, nullptr, ulid_text, 26, 25, bytes, 1, &n, nullptr), bad);
  EXPECT_EQ(sortid_batch_from_text(ulids, nullptr, ulid_text, 26, 0, bytes, SIZE_MAX, &n, nullptr), bad);
  EXPECT_EQ(sortid_batch_from_text_each(ulids, nullptr, ulid_text, 26, 0, bytes, &why, SIZE_MAX, &n), bad);
  EXPECT_EQ(sortid_batch_check(ulids, nullptr, ulid_text, SIZE_MAX, 0, &n, nullptr), bad);
  EXPECT_EQ(sortid_batch_convert(ulids, nullptr, ulid_text, 26, 0, ulids, nullptr, text, 26, 3, &n, nullptr),
            bad);
  EXPECT_EQ(sortid_batch_to_bytes(ulids, bytes, 1, bytes, SIZE_MAX, &n), bad);
  EXPECT_EQ(sortid_batch_from_bytes(ulids, bytes, SIZE_MAX, bytes, 1, &n, nullptr), bad);
  EXPECT_EQ(sortid_batch_unix_ms(ulids, bytes, SIZE_MAX, nullptr, &ms), bad);
  EXPECT_EQ(text_of(id), ulid_text);
  // One byte too few, and one too many.
  sortid_error e;
  const std::uint8_t around[17]{};
  for (const std::size_t size : {std::size_t{15}, std::size_t{17}}) {
    EXPECT_EQ(sortid_from_bytes(ulids, around, size, &id, &e), SORTID_LENGTH);
    EXPECT_EQ(e.expected, 16U);
    EXPECT_EQ(e.found, size);
    EXPECT_EQ(message_of(e), "ulid has 16 bytes, found " + std::to_string(size));
  }
  EXPECT_EQ(text_of(id), ulid_text);
}

TEST(c_api, a_length_is_told_in_what_was_counted) {
  constexpr sortid_format xids = SORTID_FORMAT_XID;
  const std::uint8_t zeros[16]{};
  sortid_id id;
  sortid_error e;
  std::size_t done = 0;
  EXPECT_EQ(sortid_from_bytes(xids, zeros, 3, &id, &e), SORTID_LENGTH);
  EXPECT_EQ(message_of(e), "xid has 8 bytes, found 3");
  std::uint64_t ids[2];
  EXPECT_EQ(sortid_batch_from_bytes(xids, zeros, 13, ids, 2, &done, &e), SORTID_LENGTH);
  EXPECT_EQ(done, 1U);
  EXPECT_EQ(message_of(e), "xid has 8 bytes, found 5");
  EXPECT_EQ(sortid_from_hex(xids, "012", 3, &id, &e), SORTID_LENGTH);
  EXPECT_EQ(message_of(e), "xid has 16 hexadecimal digits, found 3");
  EXPECT_EQ(sortid_from_hex(xids, "0123456789abcdeg", 16, &id, &e), SORTID_CHARACTER);
  EXPECT_EQ(message_of(e), "'g' at position 15 is not a symbol of hexadecimal digits");
  // Of 12 symbols, and none.
  for (const std::string_view text : {"123456789ABC", ""}) {
    EXPECT_EQ(sortid_ids_with_text_prefix(xids, text.data(), text.size(), &id, &id, &e), SORTID_LENGTH);
    EXPECT_EQ(message_of(e), "a text prefix has 1 to 11 symbols, found " + std::to_string(text.size()));
  }
  EXPECT_EQ(sortid_parse(xids, "012", 3, &id, &e), SORTID_LENGTH);
  EXPECT_EQ(message_of(e), "xid has 11 symbols, found 3");
  // What is wrong with bits of the right length is told of their format.
  const std::uint8_t largest[16] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
  EXPECT_EQ(sortid_batch_from_bytes(SORTID_FORMAT_ULID_FLAKE, largest, 8, ids, 1, &done, &e),
            SORTID_OVERFLOW);
  EXPECT_EQ(e.detail, nullptr);
  EXPECT_EQ(message_of(e), "greater than the largest ulid-flake");
}

TEST(c_api, a_status_of_a_later_version_has_a_name) {
  sortid_error e{};
  e.status = 999;
  EXPECT_NE(message_of(e), "");
  EXPECT_EQ(message_of(e), sortid_status_name(999));
}

TEST(c_api, buffers_are_filled_whole_or_not_at_all) {
  const sortid_id ulid = id_of(SORTID_FORMAT_ULID, ulid_text);
  for (std::size_t capacity = 0; capacity <= 28; ++capacity) {
    std::vector<char> text(capacity, '?');
    std::size_t size = 0;
    const sortid_status status = sortid_to_text(&ulid, text.data(), capacity, &size);
    EXPECT_EQ(size, 26U);
    if (capacity < 27) {
      EXPECT_EQ(status, SORTID_BUFFER_SIZE);
      EXPECT_EQ(std::count(text.begin(), text.end(), '?'), static_cast<std::ptrdiff_t>(capacity));
    } else {
      EXPECT_EQ(status, SORTID_OK);
      EXPECT_STREQ(text.data(), ulid_text);
      EXPECT_EQ(std::count(text.begin(), text.end(), '?'), static_cast<std::ptrdiff_t>(capacity - 27));
    }
  }
  std::size_t size = 0;
  EXPECT_EQ(sortid_to_text(&ulid, nullptr, 0, &size), SORTID_BUFFER_SIZE);
  EXPECT_EQ(size, 26U);
  std::uint8_t bytes[16];
  std::memset(bytes, 0xEE, sizeof bytes);
  EXPECT_EQ(sortid_to_bytes(&ulid, bytes, 15, &size), SORTID_BUFFER_SIZE);
  EXPECT_EQ(size, 16U);
  EXPECT_EQ(bytes[0], 0xEE);
  sortid_field fields[2]{};
  fields[1].lo = 77;
  EXPECT_EQ(sortid_fields(&ulid, fields, 1, &size), SORTID_OK);
  EXPECT_EQ(size, 2U);
  EXPECT_EQ(fields[1].lo, 77U);
  const sortid_error e{SORTID_LENGTH, SORTID_FORMAT_ULID, 3, 26, 3, 0, nullptr};
  char words[4] = "???";
  EXPECT_EQ(sortid_message(&e, words, sizeof words, &size), SORTID_BUFFER_SIZE);
  EXPECT_STREQ(words, "???");
  EXPECT_EQ(message_of(e), "ulid has 26 symbols, found 3");
  EXPECT_EQ(message_of(e).size(), size);
}

TEST(c_api, ids_that_no_function_made_are_rejected) {
  const auto rejected = [](sortid_id id, sortid_status why) {
    char text[SORTID_TEXT_CAPACITY] = "?";
    sortid_error e;
    sortid_id to;
    std::size_t n = 0;
    std::int64_t ms = 0;
    std::uint8_t bytes[16];
    EXPECT_EQ(sortid_to_text(&id, text, sizeof text, &n), why);
    EXPECT_EQ(sortid_to_bytes(&id, bytes, sizeof bytes, &n), why);
    EXPECT_EQ(sortid_convert(&id, SORTID_FORMAT_UUID, &to, &e), why);
    EXPECT_EQ(e.status, why);
    EXPECT_EQ(sortid_fields(&id, nullptr, 0, &n), why);
    EXPECT_EQ(sortid_unix_ms(&id, nullptr, &ms), why);
    EXPECT_EQ(sortid_set_prefix(&id, "a", 1, &e), why);
    EXPECT_STREQ(text, "?");
  };
  rejected(sortid_id{}, SORTID_UNKNOWN_FORMAT);
  sortid_id id{};
  id.format = 4711;
  rejected(id, SORTID_UNKNOWN_FORMAT);
  id.format = SORTID_FORMAT_XID;
  id.hi = 1;
  rejected(id, SORTID_OVERFLOW);
  id.format = SORTID_FORMAT_ULID_FLAKE;
  id.hi = 0;
  id.lo = std::uint64_t{1} << 63;
  rejected(id, SORTID_OVERFLOW);
  id.format = SORTID_FORMAT_UUIDV7;
  rejected(id, SORTID_RANGE);
  id.format = SORTID_FORMAT_TYPEID;
  std::memset(id.prefix, 'a', sizeof id.prefix);
  rejected(id, SORTID_PREFIX);
  std::memset(id.prefix, 0, sizeof id.prefix);
  std::strcpy(id.prefix, "_a");
  rejected(id, SORTID_PREFIX);
  id.format = SORTID_FORMAT_ULID;
  std::strcpy(id.prefix, "a");
  rejected(id, SORTID_PREFIX);
  // Behind the prefix's NUL, and in the reserved word: nothing, so that equal ids have equal bytes.
  for (const char* const text : {"user_2x4y6z8a0b1c2d3e4f5g6h7j8k", "2x4y6z8a0b1c2d3e4f5g6h7j8k"}) {
    const sortid_id whole = id_of(SORTID_FORMAT_TYPEID, text);
    for (std::size_t at = std::strlen(whole.prefix) + 1; at < sizeof id.prefix; ++at) {
      id = whole;
      id.prefix[at] = 'x';
      rejected(id, SORTID_PREFIX);
    }
    id = whole;
    id.reserved = 1;
    rejected(id, SORTID_RANGE);
  }
  id = id_of(SORTID_FORMAT_ULID, ulid_text);
  id.prefix[sizeof id.prefix - 1] = 'x';
  rejected(id, SORTID_PREFIX);
  for (sortid_format format : {0U, 13U, UINT32_MAX}) {
    sortid_error e;
    EXPECT_EQ(sortid_parse(format, ulid_text, 26, &id, &e), SORTID_UNKNOWN_FORMAT);
    EXPECT_EQ(e.format, 0U);
    EXPECT_EQ(sortid_from_number(format, 0, 0, &id, &e), SORTID_UNKNOWN_FORMAT);
    EXPECT_EQ(sortid_first_at(format, 0, nullptr, &id, &e), SORTID_UNKNOWN_FORMAT);
    EXPECT_EQ(sortid_new(format, &id, &e), SORTID_UNKNOWN_FORMAT);
    EXPECT_EQ(sortid_batch_check(format, nullptr, ulid_text, 26, 0, nullptr, &e), SORTID_UNKNOWN_FORMAT);
    EXPECT_EQ(message_of(e), "no format has that number");
  }
}

TEST(c_api, what_a_format_has_not) {
  sortid_id id{};
  sortid_error e;
  const sortid_id xid = id_of(SORTID_FORMAT_XID, xid_text);
  EXPECT_EQ(sortid_convert(&xid, SORTID_FORMAT_ULID, &id, &e), SORTID_UNSUPPORTED);
  EXPECT_NE(message_of(e).find("width"), std::string::npos);
  EXPECT_EQ(sortid_ids_with_text_prefix(SORTID_FORMAT_ULID, "0", 1, &id, &id, &e), SORTID_UNSUPPORTED);
  sortid_id same = xid;
  EXPECT_EQ(sortid_set_prefix(&same, "a", 1, &e), SORTID_UNSUPPORTED);
  const sortid_id bare = id_of(SORTID_FORMAT_UID11, xid_text);
  std::int64_t ms = 7;
  EXPECT_EQ(sortid_unix_ms(&bare, nullptr, &ms), SORTID_ABSENT);
  EXPECT_EQ(ms, 7);
  // Another epoch moves the instant.
  const std::int64_t epoch = 1;
  EXPECT_EQ(sortid_unix_ms(&xid, nullptr, &ms), SORTID_OK);
  const std::int64_t own = ms - sortid_format_facts(SORTID_FORMAT_XID)->epoch_unix_ms;
  EXPECT_EQ(sortid_unix_ms(&xid, &epoch, &ms), SORTID_OK);
  EXPECT_EQ(ms, own + 1);
  EXPECT_EQ(sortid_first_at(SORTID_FORMAT_XID, 1, &epoch, &id, &e), SORTID_OK);
  EXPECT_EQ(id.lo, 0U);
  // A prefix goes from TypeID to TypeID alone.
  const sortid_id user = id_of(SORTID_FORMAT_TYPEID, "user_2x4y6z8a0b1c2d3e4f5g6h7j8k");
  EXPECT_EQ(sortid_convert(&user, SORTID_FORMAT_TYPEID, &same, &e), SORTID_OK);
  EXPECT_EQ(std::memcmp(&same, &user, sizeof user), 0);
  EXPECT_EQ(sortid_convert(&user, SORTID_FORMAT_UUID, &same, &e), SORTID_OK);
  EXPECT_STREQ(same.prefix, "");
  EXPECT_EQ(sortid_convert(&same, SORTID_FORMAT_UUIDV7, &same, &e), SORTID_RANGE);
  EXPECT_EQ(same.format, static_cast<sortid_format>(SORTID_FORMAT_UUID));
}

// --- generators --------------------------------------------------------------------------------------------

struct sources {
  std::int64_t now = 1'700'000'000'000;
  std::int64_t paused = 0;
  bool moves = true;  // the clock goes on while it pauses
  int answer = 1;
  std::uint8_t byte = 0;
};

sortid_sources callbacks(sources& own) {
  sortid_sources s{};
  s.context = &own;
  s.now = [](void* context) { return static_cast<sources*>(context)->now; };
  s.pause = [](void* context, std::int64_t us) -> std::int64_t {
    auto& given = *static_cast<sources*>(context);
    given.paused += us;
    if (!given.moves) return 0;
    given.now += 1;
    return 1'000;
  };
  s.fill = [](void* context, void* bytes, std::size_t size) {
    const auto& given = *static_cast<sources*>(context);
    std::memset(bytes, given.byte, size);
    return given.answer;
  };
  return s;
}

struct maker {
  sources own;
  sortid_sources given = callbacks(own);
  sortid_generator_options options{};
  sortid_generator* generator = nullptr;
  sortid_error error{};

  explicit maker(sortid_format format) {
    options.struct_size = sizeof options;
    options.format = format;
    options.sources = &given;
    if (format == SORTID_FORMAT_UID11_SNOWISH) options.given = SORTID_GIVEN_NODE;
  }
  ~maker() { sortid_generator_destroy(generator); }
  maker(const maker&) = delete;
  maker& operator=(const maker&) = delete;
  sortid_status create() {
    sortid_generator_destroy(generator);
    generator = nullptr;
    return sortid_generator_create(&options, &generator, &error);
  }
  sortid_status next(sortid_id& id) { return sortid_generator_next(generator, &id, &error); }
};

TEST(c_api, options_are_checked) {
  const auto rejected = [](sortid_format format, sortid_status why, auto change) {
    maker m(format);
    change(m.options);
    m.generator = nullptr;
    EXPECT_EQ(m.create(), why) << message_of(m.error);
    EXPECT_EQ(m.error.status, why);
    EXPECT_EQ(m.generator, nullptr);
  };
  using options = sortid_generator_options;
  constexpr sortid_format ulids = SORTID_FORMAT_ULID;
  rejected(ulids, SORTID_BAD_SIZE, [](options& o) { o.struct_size = 0; });
  rejected(ulids, SORTID_BAD_SIZE, [](options& o) { o.struct_size -= 1; });
  rejected(ulids, SORTID_BAD_SIZE, [](options& o) { o.struct_size = SIZE_MAX; });
  rejected(99, SORTID_UNKNOWN_FORMAT, [](options&) {});
  rejected(SORTID_FORMAT_UUID, SORTID_UNSUPPORTED, [](options&) {});
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.scope = 4; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.scope = -1; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.on_overflow = 3; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.on_clock_back = 4; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.given = 32; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.sequence = 3; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.sequence = -1; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.reserved = 1; });
  rejected(ulids, SORTID_RANGE, [](options& o) { o.sequence = SORTID_SEQUENCE_RANDOM; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.order_file = "somewhere"; });
  rejected(ulids, SORTID_NULL_ARGUMENT, [](options& o) { o.scope = SORTID_SCOPE_HOST; });
  rejected(ulids, SORTID_NULL_ARGUMENT, [](options& o) { o.scope = SORTID_SCOPE_POOL; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) {
    o.given = SORTID_GIVEN_MAX_WAIT;
    o.max_wait_ms = -1;
  });
  rejected(SORTID_FORMAT_EUID, SORTID_BAD_OPTION, [](options& o) { o.extension = 7; });
  rejected(SORTID_FORMAT_UID11_SNOWISH, SORTID_BAD_OPTION, [](options& o) {
    o.given = 0;
    o.node = 7;
  });
  rejected(SORTID_FORMAT_UID11_SNOWISH, SORTID_RANGE, [](options& o) { o.given = 0; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.step_bytes = 1; });
  rejected(SORTID_FORMAT_UID11_SNOWISH, SORTID_BAD_OPTION, [](options& o) { o.epoch = 1; });
  rejected(ulids, SORTID_BAD_OPTION, [](options& o) { o.max_wait_ms = 1; });
  rejected(ulids, SORTID_PREFIX, [](options& o) { o.prefix = "user"; });
  rejected(SORTID_FORMAT_TYPEID, SORTID_PREFIX, [](options& o) { o.prefix = "User"; });
  rejected(ulids, SORTID_RANGE, [](options& o) { o.given = SORTID_GIVEN_EXTENSION; });
  rejected(SORTID_FORMAT_EUID, SORTID_RANGE, [](options& o) {
    o.given = SORTID_GIVEN_EXTENSION;
    o.extension = 65536 + 7;  // which is not 7
  });
  rejected(SORTID_FORMAT_UID11_SNOWISH, SORTID_RANGE, [](options& o) {
    o.given = SORTID_GIVEN_NODE;
    o.node = 1024;
  });
  rejected(SORTID_FORMAT_UID11, SORTID_RANGE, [](options& o) { o.given = SORTID_GIVEN_EPOCH; });
  rejected(ulids, SORTID_RANGE, [](options& o) {
    o.given = SORTID_GIVEN_STEP_BYTES;
    o.step_bytes = 99;
  });
}

TEST(c_api, a_prefix_is_rejected_in_the_name_of_a_format_that_takes_none) {
  for (const char* const prefix : {"user", "x"}) {
    maker m(SORTID_FORMAT_ULID);
    m.options.prefix = prefix;
    ASSERT_EQ(m.create(), SORTID_PREFIX);
    EXPECT_NE(message_of(m.error).find("ulid has no prefix"), std::string::npos) << message_of(m.error);
  }
  maker none(SORTID_FORMAT_ULID);
  none.options.prefix = "";
  EXPECT_EQ(none.create(), SORTID_OK);
  sortid_id id = id_of(SORTID_FORMAT_ULID, ulid_text);
  std::strcpy(id.prefix, "user");
  sortid_error e;
  EXPECT_EQ(sortid_convert(&id, SORTID_FORMAT_UUID, &id, &e), SORTID_PREFIX);
  EXPECT_NE(message_of(e).find("ulid has no prefix"), std::string::npos) << message_of(e);
}

TEST(c_api, a_node_has_the_name_by_which_it_is_given) {
  const auto option_of = [](sortid_format format) {
    const sortid_field_info* field = nullptr;
    for (std::size_t i = 0; (field = sortid_field_facts(format, i)) != nullptr; ++i) {
      if (field->role == SORTID_ROLE_NODE) return std::string(field->option);
    }
    return std::string("none");
  };
  EXPECT_EQ(option_of(SORTID_FORMAT_ULID_FLAKE_SCALABLE), "sid");
  EXPECT_EQ(option_of(SORTID_FORMAT_UID11_SNOWISH), "machine");
  EXPECT_EQ(option_of(SORTID_FORMAT_ULID), "none");
}

TEST(c_api, options_of_a_later_version_are_taken_when_they_say_nothing) {
  maker m(SORTID_FORMAT_ULID);
  struct {
    sortid_generator_options known;
    std::uint64_t later;
  } longer{m.options, 0};
  longer.known.struct_size = sizeof longer;
  EXPECT_EQ(sortid_generator_create(&longer.known, &m.generator, &m.error), SORTID_OK);
  sortid_generator_destroy(m.generator);
  longer.later = 1;
  EXPECT_EQ(sortid_generator_create(&longer.known, &m.generator, &m.error), SORTID_UNSUPPORTED);
  EXPECT_EQ(m.generator, nullptr);
}

TEST(c_api, options_of_the_first_version_are_taken) {
  constexpr std::size_t first_size = 80;
  maker m(SORTID_FORMAT_UID11_SNOWISH);
  m.options.struct_size = first_size;
  // What stands behind them there is something else's.
  std::memset(reinterpret_cast<std::byte*>(&m.options) + first_size, 0xFF, sizeof m.options - first_size);
  EXPECT_EQ(m.create(), SORTID_OK) << message_of(m.error);
}

TEST(c_api, a_sequence_begins_where_the_caller_says) {
  const auto sequences = [](sortid_sequence_start start) {
    maker m(SORTID_FORMAT_UID11_SNOWISH);
    m.own.byte = 0xFF;
    m.options.sequence = start;
    EXPECT_EQ(m.create(), SORTID_OK) << message_of(m.error);
    std::array<std::uint64_t, 4> found{};
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (i == 2) m.own.now += 1;  // two ids a millisecond
      sortid_id id{};
      EXPECT_EQ(m.next(id), SORTID_OK) << message_of(m.error);
      found[i] = id.lo % 4096;
    }
    return found;
  };
  using four = std::array<std::uint64_t, 4>;
  EXPECT_EQ(sequences(SORTID_SEQUENCE_ZERO), (four{0, 1, 0, 1}));
  EXPECT_EQ(sequences(SORTID_SEQUENCE_RANDOM), (four{2047, 2048, 2047, 2048}));
  EXPECT_EQ(sequences(SORTID_SEQUENCE_CARRY_ON), (four{0, 1, 2, 3}));
}

// A pool of snowish's numbers in a folder of the test's own.
struct pool_of_files {
  sortid_test::scratch_folder folder;
  std::string store = "file:" + (folder / "nodes");
  sortid_node_pool_options options{};
  sortid_node_pool* pool = nullptr;
  sortid_error error{};

  pool_of_files() {
    options.struct_size = sizeof options;
    options.format = SORTID_FORMAT_UID11_SNOWISH;
    options.store = store.c_str();
  }
  ~pool_of_files() { close(); }
  pool_of_files(const pool_of_files&) = delete;
  pool_of_files& operator=(const pool_of_files&) = delete;
  sortid_status open() { return sortid_node_pool_open(&options, &pool, &error); }
  void close() {
    sortid_node_pool_close(pool);
    pool = nullptr;
  }
  sortid_node_pool_health health() const {
    sortid_node_pool_health h{};
    h.struct_size = sizeof h;
    EXPECT_EQ(sortid_node_pool_status(pool, &h), SORTID_OK);
    return h;
  }
};

struct generator_over {
  sortid_generator* generator = nullptr;
  sortid_error error{};
  sortid_status status = SORTID_OK;

  explicit generator_over(sortid_node_pool* pool, sortid_format format = SORTID_FORMAT_UID11_SNOWISH,
                          std::uint32_t given = 0, std::int64_t epoch = 0) {
    sortid_generator_options options{};
    options.struct_size = sizeof options;
    options.format = format;
    options.scope = SORTID_SCOPE_POOL;
    options.on_overflow = SORTID_OVERFLOW_WAIT;
    options.given = given;
    options.epoch = epoch;
    options.pool = pool;
    status = sortid_generator_create(&options, &generator, &error);
  }
  ~generator_over() { sortid_generator_destroy(generator); }
  generator_over(const generator_over&) = delete;
  generator_over& operator=(const generator_over&) = delete;
};

std::uint64_t machine_of(std::uint64_t id) { return id >> 12U & 1023; }

TEST(c_api, a_pool_gives_each_generator_a_number_of_its_own) {
  pool_of_files first;
  ASSERT_EQ(first.open(), SORTID_OK) << message_of(first.error);
  pool_of_files second;
  second.options.store = first.store.c_str();
  second.options.given = SORTID_POOL_GIVEN_PREFERRED;
  second.options.preferred = 77;
  ASSERT_EQ(second.open(), SORTID_OK) << message_of(second.error);
  generator_over ids(first.pool);
  generator_over others(second.pool);
  ASSERT_EQ(ids.status, SORTID_OK) << message_of(ids.error);
  ASSERT_EQ(others.status, SORTID_OK) << message_of(others.error);
  std::set<std::uint64_t> all;
  std::vector<std::uint64_t> block(3'000);
  for (const auto& [from, machine] : {std::pair(&ids, 0U), std::pair(&others, 77U)}) {
    std::size_t made = 0;
    ASSERT_EQ(sortid_generator_fill(from->generator, block.data(), block.size(), &made, &from->error),
              SORTID_OK)
        << message_of(from->error);
    for (const std::uint64_t id : block) EXPECT_EQ(machine_of(id), machine);
    all.insert(block.begin(), block.end());
  }
  EXPECT_EQ(all.size(), 2 * block.size());
  const auto health = second.health();
  EXPECT_EQ(health.holds, 1U);
  EXPECT_EQ(health.node, 77U);
  EXPECT_LT(health.low_ms, health.high_ms);
  EXPECT_EQ(health.acquired, 1U);
  EXPECT_STREQ(health.why, "none");
}

TEST(c_api, a_pool_has_one_generator_and_gives_its_number_back) {
  pool_of_files p;
  ASSERT_EQ(p.open(), SORTID_OK) << message_of(p.error);
  {
    const generator_over ids(p.pool);
    EXPECT_EQ(ids.status, SORTID_OK);
    const generator_over more(p.pool);
    EXPECT_EQ(more.status, SORTID_BAD_OPTION);
    EXPECT_NE(message_of(more.error).find("has a generator already"), std::string::npos)
        << message_of(more.error);
  }
  const generator_over again(p.pool);
  EXPECT_EQ(again.status, SORTID_OK) << message_of(again.error);
  const generator_over ulids(p.pool, SORTID_FORMAT_ULID);
  EXPECT_EQ(ulids.status, SORTID_UNSUPPORTED);
  const generator_over numbered(p.pool, SORTID_FORMAT_UID11_SNOWISH, SORTID_GIVEN_NODE);
  EXPECT_EQ(numbered.status, SORTID_BAD_OPTION);
  const std::uint64_t before = p.health().acquired;
  EXPECT_EQ(sortid_node_pool_reset(p.pool), SORTID_OK);
  for (int tenths = 0; tenths < 100 && p.health().acquired == before; ++tenths)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_GT(p.health().acquired, before) << "taken anew";
  EXPECT_EQ(sortid_node_pool_reset(nullptr), SORTID_NULL_ARGUMENT);
}

TEST(c_api, a_pool_has_the_callers_clock_and_window) {
  static constexpr std::int64_t now = 1'767'225'600'000;  // 2026-01-01
  sortid_sources sources{};
  sources.now = [](void* context) { return now + *static_cast<const int*>(context); };
  int ahead = 5;
  sources.context = &ahead;
  pool_of_files p;
  p.options.sources = &sources;
  p.options.window_ms = 77'000;
  ASSERT_EQ(p.open(), SORTID_OK) << message_of(p.error);
  const auto health = p.health();
  EXPECT_GE(health.high_ms, now + ahead);
  EXPECT_LE(health.high_ms, now + ahead + 77'000);
  EXPECT_GT(health.high_ms, now + ahead + 60'000) << "as the option says; the store's own is another";
}

TEST(c_api, a_pool_of_another_epoch_holds_no_number) {
  pool_of_files first;
  ASSERT_EQ(first.open(), SORTID_OK) << message_of(first.error);
  pool_of_files other;
  other.options.store = first.store.c_str();
  other.options.given = SORTID_POOL_GIVEN_EPOCH | SORTID_POOL_GIVEN_DEADLINE;
  other.options.epoch = 1;
  other.options.deadline_ms = 0;  // nobody waits for a number
  ASSERT_EQ(other.open(), SORTID_OK) << message_of(other.error);
  EXPECT_EQ(other.health().holds, 0U);
}

TEST(c_api, a_later_versions_health_is_zeros_behind_this_ones) {
  pool_of_files p;
  ASSERT_EQ(p.open(), SORTID_OK) << message_of(p.error);
  struct {
    sortid_node_pool_health known;
    std::uint64_t later[2];
  } health;
  std::memset(&health, 0xFF, sizeof health);
  health.known.struct_size = sizeof health;
  ASSERT_EQ(sortid_node_pool_status(p.pool, &health.known), SORTID_OK);
  EXPECT_EQ(health.known.struct_size, sizeof health);
  EXPECT_EQ(health.known.holds, 1U);
  EXPECT_EQ(health.later[0], 0U);
  EXPECT_EQ(health.later[1], 0U);
}

TEST(c_api, a_stores_sentence_ends_where_it_does) {
  const auto said = [](const std::string& store) {
    pool_of_files p;
    p.options.store = store.c_str();
    p.options.given = SORTID_POOL_GIVEN_DEADLINE;
    p.options.deadline_ms = 100;
    EXPECT_NE(p.open(), SORTID_OK);
    return std::string(p.error.detail == nullptr ? "" : p.error.detail);
  };
  const std::string shorter = said("file:/dev/null");
  EXPECT_GT(said("file:/dev/null/" + std::string(150, 'x')).size(), shorter.size());
  EXPECT_EQ(said("file:/dev/null"), shorter);
}

TEST(c_api, a_pool_is_for_one_epoch) {
  constexpr std::int64_t epoch = 1'704'067'200'000;  // 2024-01-01
  pool_of_files p;
  p.options.given = SORTID_POOL_GIVEN_EPOCH;
  p.options.epoch = epoch;
  ASSERT_EQ(p.open(), SORTID_OK) << message_of(p.error);
  {
    const generator_over own(p.pool);
    EXPECT_EQ(own.status, SORTID_BAD_OPTION);
    EXPECT_NE(message_of(own.error).find("the pool is for ids of another epoch"), std::string::npos)
        << message_of(own.error);
    generator_over ids(p.pool, SORTID_FORMAT_UID11_SNOWISH, SORTID_GIVEN_EPOCH, epoch);
    ASSERT_EQ(ids.status, SORTID_OK) << message_of(ids.error);
    sortid_id id{};
    ASSERT_EQ(sortid_generator_next(ids.generator, &id, &ids.error), SORTID_OK) << message_of(ids.error);
    std::int64_t ms = 0;
    ASSERT_EQ(sortid_unix_ms(&id, &epoch, &ms), SORTID_OK);
    const auto health = p.health();
    EXPECT_LT(health.low_ms, ms);
    EXPECT_GE(health.high_ms, ms);
  }
  p.close();
  // The store keeps it, so the next holder may not take another one.
  pool_of_files other;
  other.options.store = p.store.c_str();
  EXPECT_EQ(other.open(), SORTID_BAD_OPTION);
  EXPECT_NE(message_of(other.error).find("another format or epoch"), std::string::npos)
      << message_of(other.error);
  other.options.given = SORTID_POOL_GIVEN_EPOCH;
  other.options.epoch = epoch;
  EXPECT_EQ(other.open(), SORTID_OK) << message_of(other.error);
}

TEST(c_api, options_of_a_pool_are_checked) {
  const auto rejected = [](sortid_status why, auto change) {
    pool_of_files p;
    change(p.options);
    EXPECT_EQ(p.open(), why) << message_of(p.error);
    EXPECT_EQ(p.error.status, why);
    EXPECT_EQ(p.pool, nullptr);
    return message_of(p.error);
  };
  using options = sortid_node_pool_options;
  rejected(SORTID_BAD_SIZE, [](options& o) { o.struct_size = 0; });
  rejected(SORTID_BAD_SIZE, [](options& o) { o.struct_size -= 1; });
  rejected(SORTID_NULL_ARGUMENT, [](options& o) { o.store = nullptr; });
  rejected(SORTID_UNKNOWN_FORMAT, [](options& o) { o.format = 99; });
  rejected(SORTID_UNSUPPORTED, [](options& o) { o.format = SORTID_FORMAT_ULID; });
  rejected(SORTID_BAD_OPTION, [](options& o) { o.given = 8; });
  rejected(SORTID_BAD_OPTION, [](options& o) { o.reserved = 1; });
  rejected(SORTID_BAD_OPTION, [](options& o) { o.window_ms = -1; });
  rejected(SORTID_BAD_OPTION, [](options& o) { o.preferred = 7; });
  rejected(SORTID_BAD_OPTION, [](options& o) { o.deadline_ms = 7; });
  rejected(SORTID_BAD_OPTION, [](options& o) { o.epoch = 7; });
  rejected(SORTID_BAD_OPTION, [](options& o) { o.store = "static:1024"; });
  EXPECT_NE(rejected(SORTID_BAD_OPTION, [](options& o) { o.store = "redis:x"; }).find("file:DIR, static:N"),
            std::string::npos);
  EXPECT_NE(rejected(SORTID_UNAVAILABLE,
                     [](options& o) {
                       o.store = "file:/dev/null";
                       o.given = SORTID_POOL_GIVEN_DEADLINE;
                       o.deadline_ms = 100;
                     })
                .find("Not a directory"),
            std::string::npos);
  sortid_node_pool* pool = nullptr;
  EXPECT_EQ(sortid_node_pool_open(nullptr, &pool, nullptr), SORTID_NULL_ARGUMENT);
  sortid_node_pool_health health{};
  EXPECT_EQ(sortid_node_pool_status(nullptr, &health), SORTID_NULL_ARGUMENT);
  sortid_node_pool_close(nullptr);
}

TEST(c_api, options_take_effect) {
  sortid_id id{};
  sortid_field fields[8];
  std::size_t count = 0;
  maker euids(SORTID_FORMAT_EUID);
  euids.options.given = SORTID_GIVEN_EXTENSION;
  euids.options.extension = 1234;
  ASSERT_EQ(euids.create(), SORTID_OK);
  ASSERT_EQ(euids.next(id), SORTID_OK);
  ASSERT_EQ(sortid_fields(&id, fields, 8, &count), SORTID_OK);
  EXPECT_EQ(fields[1].lo, 1234U);
  maker snowish(SORTID_FORMAT_UID11_SNOWISH);
  snowish.options.given = SORTID_GIVEN_NODE | SORTID_GIVEN_EPOCH;
  snowish.options.node = 1023;
  snowish.options.epoch = snowish.own.now - 5;
  ASSERT_EQ(snowish.create(), SORTID_OK);
  ASSERT_EQ(snowish.next(id), SORTID_OK);
  EXPECT_EQ(id.lo, std::uint64_t{5} << 22 | 1023U << 12);
  maker users(SORTID_FORMAT_TYPEID);
  users.options.prefix = "user";
  ASSERT_EQ(users.create(), SORTID_OK);
  ASSERT_EQ(users.next(id), SORTID_OK);
  EXPECT_STREQ(id.prefix, "user");
  EXPECT_EQ(text_of(id), "user_01hf7yat00e008000000000000");
  std::uint8_t bytes[32];
  ASSERT_EQ(sortid_generator_fill(users.generator, bytes, 2, &count, nullptr), SORTID_OK);
  EXPECT_EQ(bytes[0], 0x01);
  EXPECT_EQ(bytes[6] >> 4, 7);
  EXPECT_LT(std::memcmp(bytes, bytes + 16, 16), 0);
}

TEST(c_api, entropy_that_fails_is_an_error) {
  for (const int answer : {0, -1, 2}) {
    maker m(SORTID_FORMAT_ULID);
    sortid_id id{};
    sortid_id before{};
    ASSERT_EQ(m.create(), SORTID_OK);
    ASSERT_EQ(m.next(before), SORTID_OK);
    m.own.answer = answer;
    m.own.now += 1;
    EXPECT_EQ(m.next(id), SORTID_ENTROPY);
    EXPECT_EQ(m.error.status, SORTID_ENTROPY);
    EXPECT_EQ(m.error.format, static_cast<sortid_format>(SORTID_FORMAT_ULID));
    EXPECT_EQ(id.format, 0U) << "written though rejected";
    std::uint8_t bytes[32];
    std::size_t made = 9;
    EXPECT_EQ(sortid_generator_fill(m.generator, bytes, 2, &made, &m.error), SORTID_ENTROPY);
    EXPECT_EQ(made, 0U);
    EXPECT_EQ(sortid_generator_random(m.generator, &id, nullptr), SORTID_ENTROPY);
    m.own.answer = 1;
    EXPECT_EQ(m.next(id), SORTID_OK);
    EXPECT_EQ(sortid_compare(&before, &id), -1);
    sortid_id other = id;
    ++other.format;
    EXPECT_EQ(sortid_compare(&id, &other), -1);
    EXPECT_EQ(sortid_compare(&other, &id), 1);
    EXPECT_EQ(sortid_compare(&id, nullptr), 1);
    EXPECT_EQ(sortid_compare(nullptr, &id), -1);
    EXPECT_EQ(sortid_compare(nullptr, nullptr), 0);
  }
}

TEST(c_api, policies) {
  sortid_id id{};
  // snowish has room for 4096 ids in a millisecond.
  std::vector<std::uint64_t> ids(5000);
  std::size_t made = 0;
  for (const sortid_on_overflow policy :
       {SORTID_OVERFLOW_FAIL, SORTID_OVERFLOW_WAIT, SORTID_OVERFLOW_RUN_AHEAD}) {
    maker m(SORTID_FORMAT_UID11_SNOWISH);
    m.options.on_overflow = policy;
    ASSERT_EQ(m.create(), SORTID_OK);
    const sortid_status status = sortid_generator_fill(m.generator, ids.data(), ids.size(), &made, &m.error);
    std::int64_t ahead = 0;
    EXPECT_EQ(sortid_generator_ahead(m.generator, &ahead), SORTID_OK);
    EXPECT_EQ(status, policy == SORTID_OVERFLOW_FAIL ? SORTID_TAIL_OVERFLOW : SORTID_OK);
    EXPECT_EQ(made, policy == SORTID_OVERFLOW_FAIL ? 4096U : 5000U);
    EXPECT_EQ(ahead, policy == SORTID_OVERFLOW_RUN_AHEAD ? 1 : 0);
    EXPECT_EQ(m.own.paused != 0, policy == SORTID_OVERFLOW_WAIT);
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(made)));
  }
  for (const sortid_on_clock_back policy :
       {SORTID_CLOCK_BACK_HOLD, SORTID_CLOCK_BACK_WAIT, SORTID_CLOCK_BACK_FAIL}) {
    maker m(SORTID_FORMAT_ULID);
    m.options.on_clock_back = policy;
    sortid_id before{};
    ASSERT_EQ(m.create(), SORTID_OK);
    ASSERT_EQ(m.next(before), SORTID_OK);
    m.own.now -= 20;
    EXPECT_EQ(m.next(id), policy == SORTID_CLOCK_BACK_FAIL ? SORTID_CLOCK_BACK : SORTID_OK);
    if (policy != SORTID_CLOCK_BACK_FAIL) {
      EXPECT_GT(sortid_compare(&id, &before), 0);
    }
  }
  // A pause that brings nothing on does not last for ever.
  maker m(SORTID_FORMAT_ULID);
  m.options.on_clock_back = SORTID_CLOCK_BACK_WAIT;
  m.options.given = SORTID_GIVEN_MAX_WAIT;
  m.options.max_wait_ms = 5;
  m.own.moves = false;
  ASSERT_EQ(m.create(), SORTID_OK);
  ASSERT_EQ(m.next(id), SORTID_OK);
  m.own.now -= 20;
  EXPECT_EQ(m.next(id), SORTID_CLOCK_BACK);
  EXPECT_GE(m.own.paused, 5'000);
  EXPECT_LT(m.own.paused, 6'000);
  m.own.now = -1;
  maker early(SORTID_FORMAT_ULID);
  early.own.now = -1;
  ASSERT_EQ(early.create(), SORTID_OK);
  EXPECT_EQ(early.next(id), SORTID_OUT_OF_RANGE);
}

TEST(c_api, scopes) {
  sortid_id id{};
  sortid_error e;
  for (std::size_t place = 0; place < sortid_format_count(); ++place) {
    const sortid_format_info& facts = *sortid_format_facts(sortid_format_at(place));
    if ((facts.traits & SORTID_HAS_GENERATOR) == 0) continue;
    maker m(facts.format);
    m.options.sources = nullptr;
    m.options.scope = SORTID_SCOPE_PROCESS;
    ASSERT_EQ(m.create(), SORTID_OK) << facts.name;
    EXPECT_EQ(m.next(id), SORTID_OK);
    EXPECT_EQ(id.format, facts.format);
    // Nothing is drawn where nothing is random.
    maker owner(facts.format);
    owner.options.sources = nullptr;
    owner.options.scope = SORTID_SCOPE_OWN;
    ASSERT_EQ(owner.create(), SORTID_OK) << facts.name;
    const sortid_status drawn = facts.format == SORTID_FORMAT_UID11_SNOWISH ? SORTID_UNSUPPORTED : SORTID_OK;
    std::size_t many = 0;
    alignas(8) std::uint8_t some[16];
    EXPECT_EQ(sortid_generator_random(owner.generator, &id, &e), drawn) << facts.name;
    EXPECT_EQ(sortid_generator_random_at(owner.generator, 1'800'000'000'000, &id, &e), drawn) << facts.name;
    EXPECT_EQ(sortid_generator_fill_random(owner.generator, some, 1, &many, &e), drawn) << facts.name;
    // What only an owner may ask for.
    EXPECT_EQ(sortid_generator_next_at(m.generator, 0, &id, &e), SORTID_UNSUPPORTED);
    EXPECT_EQ(sortid_generator_random(m.generator, &id, &e), SORTID_UNSUPPORTED);
    EXPECT_EQ(sortid_generator_random_at(m.generator, 0, &id, &e), SORTID_UNSUPPORTED);
    std::size_t made = 9;
    alignas(8) std::uint8_t bytes[16];
    EXPECT_EQ(sortid_generator_fill_random(m.generator, bytes, 1, &made, &e), SORTID_UNSUPPORTED);
    EXPECT_EQ(made, 0U);

    const sortid_test::scratch_folder folder;
    const std::string file = folder / "order";
    m.options.scope = SORTID_SCOPE_HOST;
    m.options.order_file = file.c_str();
    // Of 15 random bits, a millisecond may begin so high that ten steps do not fit.
    m.options.on_overflow = SORTID_OVERFLOW_RUN_AHEAD;
    const bool ordered = (facts.traits & SORTID_HAS_ORDER) != 0;
    EXPECT_EQ(m.create(), ordered ? SORTID_OK : SORTID_UNSUPPORTED) << facts.name;
    if (!ordered) continue;
    maker other(facts.format);
    other.options = m.options;
    ASSERT_EQ(other.create(), SORTID_OK);
    sortid_id last{};
    for (int i = 0; i < 10; ++i) {
      ASSERT_EQ((i % 2 == 0 ? m : other).next(id), SORTID_OK);
      if (i != 0) {
        EXPECT_GT(sortid_compare(&id, &last), 0);
      }
      last = id;
    }
    std::ofstream(file, std::ios::trunc) << "no order at all";
    EXPECT_EQ(other.create(), SORTID_STORAGE);
    EXPECT_STREQ(other.error.detail, "the file is not that of an order");
    EXPECT_NE(message_of(other.error).find(other.error.detail), std::string::npos);
    other.options.order_file = "/nowhere/at/all";
    EXPECT_EQ(other.create(), SORTID_STORAGE);
    EXPECT_EQ(other.error.found, 2U);  // ENOENT
    EXPECT_NE(message_of(other.error).find("errno 2"), std::string::npos);
  }
}

TEST(c_api, threads_share_an_order) {
  maker m(SORTID_FORMAT_ULID);
  m.options.sources = nullptr;
  m.options.scope = SORTID_SCOPE_PROCESS;
  ASSERT_EQ(m.create(), SORTID_OK);
  constexpr std::size_t each = 2000;
  std::vector<std::vector<sortid_id>> made(4, std::vector<sortid_id>(each));
  std::vector<std::thread> threads;
  for (auto& own : made) {
    threads.emplace_back([&own, &m] {
      for (sortid_id& id : own) EXPECT_EQ(sortid_generator_next(m.generator, &id, nullptr), SORTID_OK);
    });
  }
  for (std::thread& t : threads) t.join();
  std::set<std::string> all;
  for (const auto& own : made) {
    for (std::size_t i = 0; i < each; ++i) {
      all.insert(text_of(own[i]));
      if (i != 0) {
        EXPECT_LT(sortid_compare(&own[i - 1], &own[i]), 0);
      }
    }
  }
  EXPECT_EQ(all.size(), 4 * each);
}

// --- rows --------------------------------------------------------------------------------------------------

// Timestamp and epoch are the caller's, and so their sum may be no std::int64_t.
TEST(c_api, instants_past_the_last_are_rejected) {
  constexpr std::int64_t untouched = 7;
  for (const auto& [format, name, text, timestamp] :
       {std::tuple{SORTID_FORMAT_ULID, "ulid", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", (std::int64_t{1} << 48) - 1},
        std::tuple{SORTID_FORMAT_ULID, "ulid", ulid_text, std::int64_t{1469922850259}},
        std::tuple{SORTID_FORMAT_UUIDV7, "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
                   std::int64_t{1645557742000}},
        std::tuple{SORTID_FORMAT_UUID, "uuid", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
                   std::int64_t{1645557742000}},
        std::tuple{SORTID_FORMAT_ULID_FLAKE, "ulid-flake", "7ZZZZZZZZZZZZ", (std::int64_t{1} << 43) - 1}}) {
    SCOPED_TRACE(std::string(name) + ' ' + text);
    const auto f = static_cast<sortid_format>(format);
    const std::size_t size = std::strlen(text);
    const sortid_id id = id_of(f, text);
    std::uint64_t held[2]{};
    ASSERT_EQ(sortid_batch_from_text(f, nullptr, text, size, 0, held, 1, nullptr, nullptr), SORTID_OK);
    for (const std::int64_t past : {0, 1, 2}) {
      const std::int64_t epoch = INT64_MAX - timestamp + past;
      const sortid_status status = past == 0 ? SORTID_OK : SORTID_RANGE;
      const std::int64_t expected = past == 0 ? INT64_MAX : untouched;
      std::int64_t ms = untouched;
      EXPECT_EQ(sortid_unix_ms(&id, &epoch, &ms), status);
      EXPECT_EQ(ms, expected);
      ms = untouched;
      EXPECT_EQ(sortid_batch_unix_ms(f, held, 1, &epoch, &ms), status);
      EXPECT_EQ(ms, expected);
      ms = untouched;
      std::size_t done = 9;
      sortid_error e;
      EXPECT_EQ(sortid_batch_unix_ms_of_text(f, nullptr, text, size, 0, &epoch, &ms, 1, &done, &e), status);
      EXPECT_EQ(ms, expected);
      EXPECT_EQ(done, past == 0 ? 1U : 0U);
      EXPECT_EQ(e.status, status);
      EXPECT_EQ(e.format, past == 0 ? 0U : f);
    }
    for (const std::int64_t epoch : {INT64_MAX, INT64_MIN}) {
      std::int64_t ms = untouched;
      EXPECT_EQ(sortid_unix_ms(&id, &epoch, &ms), epoch < 0 ? SORTID_OK : SORTID_RANGE);
      EXPECT_EQ(ms, epoch < 0 ? INT64_MIN + timestamp : untouched);
    }
  }
}

TEST(c_api, a_batch_stops_at_the_first_instant_past_the_last) {
  // More than one chunk, of which all but one fit.
  constexpr std::size_t count = 1000;
  constexpr std::size_t late = 700;
  constexpr sortid_format ulids = SORTID_FORMAT_ULID;
  std::string texts;
  for (std::size_t i = 0; i < count; ++i)
    texts += i == late ? "00000000020000000000000000" : "00000000010000000000000000";
  const std::int64_t epoch = INT64_MAX - 1;
  std::vector<std::int64_t> ms(count, 7);
  std::size_t done = 0;
  sortid_error e;
  EXPECT_EQ(sortid_batch_unix_ms_of_text(ulids, nullptr, texts.data(), texts.size(), 0, &epoch, ms.data(),
                                         count, &done, &e),
            SORTID_RANGE);
  EXPECT_EQ(done, late);
  EXPECT_EQ(e.position + e.expected + e.found, 0U);
  EXPECT_EQ(std::count(ms.begin(), ms.end(), INT64_MAX), late);
  EXPECT_EQ(std::count(ms.begin() + late, ms.end(), 7), count - late);

  std::vector<std::uint8_t> ids(count * 16);
  ASSERT_EQ(sortid_batch_from_text(ulids, nullptr, texts.data(), texts.size(), 0, ids.data(), count, nullptr,
                                   nullptr),
            SORTID_OK);
  std::fill(ms.begin(), ms.end(), 7);
  EXPECT_EQ(sortid_batch_unix_ms(ulids, ids.data(), count, &epoch, ms.data()), SORTID_RANGE);
  EXPECT_EQ(std::count(ms.begin(), ms.end(), 7), count);
  EXPECT_EQ(sortid_batch_unix_ms(ulids, ids.data(), late, &epoch, ms.data()), SORTID_OK);
  EXPECT_EQ(std::count(ms.begin(), ms.end(), INT64_MAX), late);
  // A UUID of version 1 counts from its own epoch: RFC 9562, appendix A.1.
  const std::uint8_t version_1[16] = {0xC2, 0x32, 0xAB, 0x00, 0x94, 0x14, 0x11, 0xEC,
                                      0xB3, 0xC8, 0x9F, 0x6B, 0xDE, 0xCE, 0xD8, 0x46};
  EXPECT_EQ(sortid_batch_unix_ms(SORTID_FORMAT_UUID, version_1, 1, &epoch, ms.data()), SORTID_OK);
  EXPECT_EQ(ms[0], 1'645'557'742'000);
  sortid_id one;
  ASSERT_EQ(sortid_from_bytes(SORTID_FORMAT_UUID, version_1, sizeof version_1, &one, nullptr), SORTID_OK);
  EXPECT_EQ(sortid_unix_ms(&one, &epoch, ms.data()), SORTID_OK);
  EXPECT_EQ(ms[0], 1'645'557'742'000);
  // An id without an instant has none to be past.
  const std::uint64_t nil[2]{};
  EXPECT_EQ(sortid_batch_unix_ms(SORTID_FORMAT_UUID, nil, 1, &epoch, ms.data()), SORTID_OK);
  EXPECT_EQ(ms[0], SORTID_NO_INSTANT);
}

TEST(c_api, arrays_of_integers_stand_where_integers_can) {
  alignas(8) std::uint8_t bytes[32]{};
  std::size_t n = 0;
  std::int64_t ms = 0;
  std::uint8_t why = 0;
  char text[12];
  const auto one_off = static_cast<void*>(bytes + 1);
  constexpr sortid_format xids = SORTID_FORMAT_XID;
  EXPECT_EQ(sortid_batch_from_text(xids, nullptr, xid_text, 11, 0, one_off, 1, &n, nullptr),
            SORTID_MISALIGNED);
  EXPECT_EQ(sortid_batch_from_text_each(xids, nullptr, xid_text, 11, 0, one_off, &why, 1, &n),
            SORTID_MISALIGNED);
  EXPECT_EQ(sortid_batch_to_text(xids, nullptr, one_off, 1, text, sizeof text, 0, &n), SORTID_MISALIGNED);
  EXPECT_EQ(sortid_batch_to_bytes(xids, one_off, 1, bytes, 8, &n), SORTID_MISALIGNED);
  EXPECT_EQ(sortid_batch_from_bytes(xids, bytes, 8, one_off, 1, &n, nullptr), SORTID_MISALIGNED);
  EXPECT_EQ(sortid_batch_unix_ms(xids, one_off, 1, nullptr, &ms), SORTID_MISALIGNED);
  EXPECT_EQ(sortid_batch_unix_ms(xids, bytes, 1, nullptr, reinterpret_cast<std::int64_t*>(bytes + 1)),
            SORTID_MISALIGNED);
  maker m(xids);
  ASSERT_EQ(m.create(), SORTID_OK);
  EXPECT_EQ(sortid_generator_fill(m.generator, one_off, 1, &n, nullptr), SORTID_MISALIGNED);
  // 16 bytes in network order may stand anywhere, and so may bytes.
  EXPECT_EQ(sortid_batch_from_text(SORTID_FORMAT_ULID, nullptr, ulid_text, 26, 0, one_off, 1, &n, nullptr),
            SORTID_OK);
  EXPECT_EQ(sortid_batch_to_bytes(xids, bytes, 1, bytes + 9, 8, &n), SORTID_OK);
  EXPECT_EQ(sortid_batch_unix_ms(SORTID_FORMAT_UID11, bytes, 1, nullptr, &ms), SORTID_UNSUPPORTED);
}

// Rows of texts, some damaged, as the function for one text reads them.
TEST(c_api, rows_behind_a_prefix_are_read_as_one_text_is) {
  std::mt19937 random(1);
  for (const std::string prefix : {"", "user", "a_b"}) {
    for (const std::size_t extra : {0U, 1U, 5U}) {
      const std::size_t lead = prefix.empty() ? 0 : prefix.size() + 1;
      const std::size_t size = lead + 26;
      const std::size_t stride = size + extra;
      constexpr std::size_t count = 700;
      for (const unsigned damage : {0U, 1U, 30U}) {  // in a hundred texts
        std::string texts(count * stride, '\n');
        std::vector<std::uint8_t> wanted(count);
        std::vector<sortid_id> ids(count);
        std::vector<sortid_error> errors(count);
        for (std::size_t i = 0; i < count; ++i) {
          sortid_id id{};
          EXPECT_EQ(sortid_from_number(SORTID_FORMAT_TYPEID, std::uint64_t{random()} << 32 | random(),
                                       random(), &id, nullptr),
                    SORTID_OK);
          EXPECT_EQ(sortid_set_prefix(&id, prefix.data(), prefix.size(), nullptr), SORTID_OK);
          std::string text = text_of(id);
          if (random() % 100 < damage) text[random() % size] = "_uU0z\n"[random() % 6];
          texts.replace(i * stride, size, text);
          sortid_status why =
              sortid_parse(SORTID_FORMAT_TYPEID, text.data(), text.size(), &ids[i], &errors[i]);
          if (why == SORTID_OK && ids[i].prefix != prefix) why = SORTID_PREFIX;
          wanted[i] = static_cast<std::uint8_t>(why);
        }
        const auto bad = static_cast<std::size_t>(
            std::count_if(wanted.begin(), wanted.end(), [](int w) { return w != 0; }));
        const auto first_bad = static_cast<std::size_t>(
            std::find_if(wanted.begin(), wanted.end(), [](int w) { return w != 0; }) - wanted.begin());
        const auto id_is = [&](const std::uint8_t* at, std::size_t i) {
          std::uint8_t bytes[16];
          return sortid_to_bytes(&ids[i], bytes, 16, nullptr) == SORTID_OK && std::memcmp(at, bytes, 16) == 0;
        };

        std::vector<std::uint8_t> rows(count * 16, 0xEE);
        std::vector<std::uint8_t> why(count, 77);
        std::size_t n = 0;
        ASSERT_EQ(sortid_batch_from_text_each(SORTID_FORMAT_TYPEID, prefix.c_str(), texts.data(),
                                              texts.size(), stride, rows.data(), why.data(), count, &n),
                  SORTID_OK);
        EXPECT_EQ(why, wanted);
        EXPECT_EQ(n, bad);
        for (std::size_t i = 0; i < count; ++i) {
          const bool untouched =
              std::all_of(&rows[i * 16], &rows[i * 16] + 16, [](int b) { return b == 0xEE; });
          EXPECT_TRUE(wanted[i] == 0 ? id_is(&rows[i * 16], i) : untouched) << i;
        }
        // In place.
        std::string same = texts;
        ASSERT_EQ(sortid_batch_from_text_each(SORTID_FORMAT_TYPEID, prefix.c_str(), same.data(), same.size(),
                                              stride, same.data(), why.data(), count, &n),
                  SORTID_OK);
        EXPECT_EQ(why, wanted);
        for (std::size_t i = 0; i < count; ++i) {
          if (wanted[i] == 0) {
            EXPECT_TRUE(id_is(reinterpret_cast<const std::uint8_t*>(same.data()) + i * 16, i)) << i;
          }
        }

        sortid_error e;
        for (const bool in_place : {false, true}) {
          same = texts;
          std::uint8_t* const to = in_place ? reinterpret_cast<std::uint8_t*>(same.data()) : rows.data();
          const sortid_status status = sortid_batch_from_text(
              SORTID_FORMAT_TYPEID, prefix.c_str(), same.data(), same.size(), stride, to, count, &n, &e);
          EXPECT_EQ(n, first_bad);
          EXPECT_EQ(status, first_bad == count ? 0 : wanted[first_bad]);
          if (first_bad != count && errors[first_bad].status != SORTID_OK) {
            EXPECT_EQ(std::memcmp(&e, &errors[first_bad], sizeof e), 0);
          }
          for (std::size_t i = 0; i < n; ++i) EXPECT_TRUE(id_is(to + i * 16, i));
        }
        EXPECT_EQ(sortid_batch_check(SORTID_FORMAT_TYPEID, prefix.c_str(), texts.data(), texts.size(), stride,
                                     &n, &e),
                  first_bad == count ? 0 : wanted[first_bad]);
        EXPECT_EQ(n, first_bad);
        std::vector<std::int64_t> ms(count, 7);
        (void)sortid_batch_unix_ms_of_text(SORTID_FORMAT_TYPEID, prefix.c_str(), texts.data(), texts.size(),
                                           stride, nullptr, ms.data(), count, &n, &e);
        EXPECT_EQ(n, first_bad);

        // To other texts behind another prefix, and back: the bytes between the texts stay.
        const std::size_t other_stride = 5 + 26 + 2;
        std::string others(count * other_stride, '.');
        (void)sortid_batch_convert(SORTID_FORMAT_TYPEID, prefix.c_str(), texts.data(), texts.size(), stride,
                                   SORTID_FORMAT_TYPEID, "team", others.data(), others.size(), other_stride,
                                   &n, &e);
        EXPECT_EQ(n, first_bad);
        for (std::size_t i = 0; i < n; ++i) {
          sortid_id team = ids[i];
          EXPECT_EQ(sortid_set_prefix(&team, "team", 4, nullptr), SORTID_OK);
          EXPECT_EQ(others.substr(i * other_stride, other_stride), text_of(team) + "..");
        }
        EXPECT_EQ(others.substr(n * other_stride).find_first_not_of('.'), std::string::npos);
      }
    }
  }
}

TEST(c_api, a_conversion_ends_in_the_name_of_who_reject) {
  const std::string texts = std::string(ulid_text) + "018FB1C8000000000000000000";
  char to[72];
  std::size_t n = 0;
  sortid_error e;
  const auto convert = [&](sortid_format format, std::size_t size) {
    return sortid_batch_convert(SORTID_FORMAT_ULID, nullptr, texts.data(), texts.size(), 0, format, nullptr,
                                to, size, 0, &n, &e);
  };
  EXPECT_EQ(convert(SORTID_FORMAT_UUID, sizeof to), SORTID_OK);
  EXPECT_EQ(n, 2U);
  EXPECT_EQ(convert(SORTID_FORMAT_UUID, sizeof to - 1), SORTID_LENGTH);
  EXPECT_EQ(n, 1U);
  EXPECT_EQ(e.format, static_cast<sortid_format>(SORTID_FORMAT_UUID));
  EXPECT_EQ(convert(SORTID_FORMAT_UUIDV7, sizeof to), SORTID_RANGE);
  EXPECT_EQ(n, 0U);
  EXPECT_EQ(e.format, static_cast<sortid_format>(SORTID_FORMAT_UUIDV7));
  EXPECT_EQ(convert(SORTID_FORMAT_XID, sizeof to), SORTID_UNSUPPORTED);
  EXPECT_EQ(sortid_batch_check(SORTID_FORMAT_ULID, "user", texts.data(), texts.size(), 0, &n, &e),
            SORTID_PREFIX);
  EXPECT_EQ(e.position + e.expected + e.found, 0U);
  EXPECT_EQ(sortid_batch_check(SORTID_FORMAT_TYPEID, "User", texts.data(), texts.size(), 0, &n, &e),
            SORTID_PREFIX);
}

TEST(c_api, masked_columns_say_how_far_they_came) {
  constexpr std::array<unsigned char, 32> key{7};
  constexpr std::array<unsigned char, 32> two{1};
  std::array<unsigned char, 32> to{};
  std::size_t done = 9;
  sortid_masker* masker = nullptr;
  ASSERT_EQ(sortid_masker_create(SORTID_FORMAT_ULID, key.data(), key.size(), 0, &masker, nullptr), SORTID_OK);
  for (const auto change : {sortid_batch_mask, sortid_batch_unmask}) {
    EXPECT_EQ(change(masker, nullptr, two.data(), 2, to.data(), &done, nullptr), SORTID_OK);
    EXPECT_EQ(done, 2U);
    sortid_error e;
    EXPECT_EQ(change(masker, "user", two.data(), 2, to.data(), &done, &e), SORTID_PREFIX);
    EXPECT_EQ(e.position + e.expected, 0U);
    EXPECT_EQ(done, 0U);
    done = 9;
    EXPECT_EQ(change(nullptr, nullptr, two.data(), 2, to.data(), &done, nullptr), SORTID_NULL_ARGUMENT);
    EXPECT_EQ(done, 0U);
  }
  sortid_masker_destroy(masker);
  ASSERT_EQ(sortid_masker_create(SORTID_FORMAT_TYPEID, key.data(), key.size(), 0, &masker, nullptr),
            SORTID_OK);
  sortid_error e;
  EXPECT_EQ(sortid_batch_mask(masker, "User", two.data(), 2, to.data(), &done, &e), SORTID_PREFIX);
  EXPECT_EQ(e.format, 0U + SORTID_FORMAT_TYPEID);
  // RFC 9562, appendix A.6. Masks of two prefixes are unrelated.
  constexpr std::array<unsigned char, 16> one{0x01, 0x7F, 0x22, 0xE2, 0x79, 0xB0, 0x7C, 0xC3,
                                              0x98, 0xC4, 0xDC, 0x0C, 0x0C, 0x07, 0x39, 0x8F};
  std::array<unsigned char, 16> of_users{};
  std::array<unsigned char, 16> of_none{};
  EXPECT_EQ(sortid_batch_mask(masker, "user", one.data(), 1, of_users.data(), &done, &e), SORTID_OK);
  EXPECT_EQ(sortid_batch_mask(masker, "", one.data(), 1, of_none.data(), &done, &e), SORTID_OK);
  EXPECT_NE(of_users, of_none);
  EXPECT_EQ(sortid_batch_unmask(masker, "user", of_users.data(), 1, of_users.data(), &done, &e), SORTID_OK);
  EXPECT_EQ(of_users, one);
  sortid_masker_destroy(masker);
}

}  // namespace
