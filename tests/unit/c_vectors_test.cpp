// ctest labels: kernels
// The vectors of SORTID_VECTORS through the C ABI: nothing of the library
// but sortid.h is used here. tests/oracle/vectors/README.md says how the files look.
#include <gtest/gtest.h>
#include <sortid.h>

#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "support/vector_files.hpp"

namespace {

using nlohmann::json;

class forced_kernels : public testing::Environment {
 public:
  void SetUp() override {
    const char* name = std::getenv("SORTID_FORCE_KERNELS");
    if (name == nullptr || *name == '\0') return;
    for (std::size_t i = 0; sortid_kernels_usable(i) != nullptr; ++i) {
      if (std::strcmp(sortid_kernels_usable(i), name) == 0) {
        EXPECT_STREQ(sortid_kernels_active(), name);
        return;
      }
    }
    GTEST_SKIP() << name << ": not on this machine";
  }
};
const testing::Environment* const asks_for_kernels = testing::AddGlobalTestEnvironment(new forced_kernels);

unsigned digit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); }

// The bytes that hexadecimal digits stand for.
std::vector<std::uint8_t> bytes_of(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(digit(hex[i]) << 4U | digit(hex[i + 1])));
  return bytes;
}

std::string raw(const json& c, const char* key = "text") {
  if (!c.contains("bytes")) return c[key];
  const auto bytes = bytes_of(c["bytes"]);
  return {bytes.begin(), bytes.end()};
}

std::optional<std::int64_t> ms_of(const json& c, const char* key = "unix_ms") {
  if (c.value(key, json()).is_null()) return std::nullopt;
  return c[key].get<std::int64_t>();
}

std::string text_of(const sortid_id& id) {
  char text[SORTID_TEXT_CAPACITY];
  std::size_t size = 0;
  EXPECT_EQ(sortid_to_text(&id, text, sizeof text, &size), SORTID_OK);
  EXPECT_EQ(std::strlen(text), size);
  return text;
}

std::string hex_of(const sortid_id& id) {
  std::uint8_t bytes[16];
  std::size_t size = 0;
  EXPECT_EQ(sortid_to_bytes(&id, bytes, sizeof bytes, &size), SORTID_OK);
  std::string hex;
  for (std::size_t i = 0; i < size; ++i) {
    hex += "0123456789abcdef"[bytes[i] >> 4U];
    hex += "0123456789abcdef"[bytes[i] & 15U];
  }
  return hex;
}

std::string decimal_of(std::uint64_t hi, std::uint64_t lo) {
  __extension__ using wide = unsigned __int128;
  wide value = wide{hi} << 64 | lo;
  std::string text;
  do {
    text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  return text;
}

void expect_error(sortid_status status, const sortid_error& e, sortid_format format, const json& c,
                  std::size_t size) {
  const std::string reason = c["reason"];
  EXPECT_STREQ(sortid_status_name(status), reason == "alphabet" ? "character" : reason.c_str());
  EXPECT_EQ(e.status, status);
  EXPECT_EQ(e.format, format);
  if (c.contains("position")) {
    EXPECT_EQ(e.position, c["position"].get<std::uint32_t>());
  }
  EXPECT_LE(e.position, size);
  char message[SORTID_MESSAGE_CAPACITY] = "";
  EXPECT_EQ(sortid_message(&e, message, sizeof message, nullptr), SORTID_OK);
  EXPECT_STRNE(message, "");
}

sortid_format named(const std::string& name) { return sortid_format_named(name.data(), name.size()); }

// A row of one text, through the batch functions.
void expect_the_same_in_a_batch(sortid_format format, const std::string& text, const sortid_id* wanted) {
  const std::string prefix = wanted != nullptr ? wanted->prefix : "";
  const sortid_format_info& facts = *sortid_format_facts(format);
  if (wanted == nullptr && text.size() > facts.symbols) return;  // a row is of texts of one length
  alignas(8) std::uint8_t id[16];
  std::memset(id, 0xEE, sizeof id);
  std::size_t done = 9;
  sortid_error e;
  const sortid_status status =
      sortid_batch_from_text(format, prefix.c_str(), text.data(), text.size(), 0, id, 1, &done, &e);
  std::uint8_t why = 99;
  std::size_t rejected = 9;
  alignas(8) std::uint8_t each[16];
  EXPECT_EQ(sortid_batch_from_text_each(format, prefix.c_str(), text.data(), text.size(), 0, each, &why, 1,
                                        &rejected),
            SORTID_OK);
  EXPECT_EQ(why, status);
  EXPECT_EQ(rejected, status == SORTID_OK ? 0U : 1U);
  if (wanted == nullptr) {
    EXPECT_NE(status, SORTID_OK);
    EXPECT_EQ(done, 0U);
    sortid_id one;
    sortid_error alone;
    if (text.size() == facts.symbols) {
      EXPECT_EQ(sortid_parse(format, text.data(), text.size(), &one, &alone), status);
      EXPECT_EQ(std::memcmp(&alone, &e, sizeof e), 0);
    }
    return;
  }
  ASSERT_EQ(status, SORTID_OK);
  EXPECT_EQ(done, 1U);
  EXPECT_EQ(std::memcmp(id, each, facts.bytes), 0);
  std::uint8_t bytes[16];
  EXPECT_EQ(sortid_batch_to_bytes(format, id, 1, bytes, sizeof bytes, &done), SORTID_OK);
  std::uint8_t own[16];
  EXPECT_EQ(sortid_to_bytes(wanted, own, sizeof own, nullptr), SORTID_OK);
  EXPECT_EQ(std::memcmp(bytes, own, facts.bytes), 0);
  EXPECT_EQ(sortid_batch_check(format, prefix.c_str(), text.data(), text.size(), 0, &done, &e), SORTID_OK);
  EXPECT_EQ(done, 1U);
  char written[SORTID_TEXT_CAPACITY] = "";
  EXPECT_EQ(sortid_batch_to_text(format, prefix.c_str(), id, 1, written, sizeof written - 1, 0, &done),
            SORTID_OK);
  EXPECT_EQ(text_of(*wanted), written);
  if ((facts.traits & SORTID_HAS_TIME) != 0) {
    std::int64_t ms = 0;
    std::int64_t ms_of_text = 0;
    EXPECT_EQ(sortid_batch_unix_ms(format, id, 1, nullptr, &ms), SORTID_OK);
    EXPECT_EQ(sortid_batch_unix_ms_of_text(format, prefix.c_str(), text.data(), text.size(), 0, nullptr,
                                           &ms_of_text, 1, &done, &e),
              SORTID_OK);
    std::int64_t alone = SORTID_NO_INSTANT;
    (void)sortid_unix_ms(wanted, nullptr, &alone);
    EXPECT_EQ(ms, alone);
    EXPECT_EQ(ms_of_text, alone);
  }
}

void expect_fields(const sortid_id& id, const json& fields) {
  sortid_field values[16];
  std::size_t count = 0;
  ASSERT_EQ(sortid_fields(&id, values, 16, &count), SORTID_OK);
  ASSERT_EQ(count, sortid_format_facts(id.format)->field_count);
  std::size_t shown = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i].shown == 0) continue;
    ++shown;
    const std::string name = sortid_field_facts(id.format, i)->name;
    if (!fields.contains(name)) {
      ADD_FAILURE() << name;
    } else if (fields[name].is_null()) {
      EXPECT_EQ(values[i].present, 0);
    } else {
      EXPECT_EQ(values[i].present, 1);
      EXPECT_EQ(decimal_of(values[i].hi, values[i].lo), fields[name].get<std::string>()) << name;
    }
  }
  EXPECT_EQ(shown, fields.size());
}

void valid(sortid_format format, const json& c) {
  const std::string text = raw(c);
  const std::string canonical = c.value("canonical", text);
  sortid_id id;
  sortid_error e;
  ASSERT_EQ(sortid_parse(format, text.data(), text.size(), &id, &e), SORTID_OK);
  EXPECT_EQ(e.status, SORTID_OK);
  EXPECT_EQ(id.format, format);
  EXPECT_EQ(hex_of(id), c["hex"].get<std::string>());
  EXPECT_EQ(decimal_of(id.hi, id.lo), c["int"].get<std::string>());
  EXPECT_EQ(text_of(id), canonical);
  expect_the_same_in_a_batch(format, text, &id);

  sortid_id same;
  const auto bytes = bytes_of(c["hex"]);
  ASSERT_EQ(sortid_from_bytes(format, bytes.data(), bytes.size(), &same, &e), SORTID_OK);
  if (c.contains("prefix")) {
    const std::string prefix = c["prefix"];
    EXPECT_EQ(sortid_set_prefix(&same, prefix.data(), prefix.size(), &e), SORTID_OK);
    EXPECT_EQ(id.prefix, prefix);
  }
  EXPECT_EQ(std::memcmp(&same, &id, sizeof id), 0);
  EXPECT_EQ(sortid_compare(&same, &id), 0);
  ASSERT_EQ(sortid_from_number(format, id.hi, id.lo, &same, &e), SORTID_OK);
  EXPECT_EQ(same.hi, id.hi);
  EXPECT_EQ(same.lo, id.lo);

  int canonical_text = 7;
  ASSERT_EQ(sortid_parse_lenient(format, text.data(), text.size(), &same, &canonical_text, &e), SORTID_OK);
  EXPECT_EQ(std::memcmp(&same, &id, sizeof id), 0);
  EXPECT_EQ(canonical_text, text == canonical ? 1 : 0);

  if (c.contains("unix_ms")) {
    std::int64_t ms = 7;
    const auto wanted = ms_of(c);
    EXPECT_EQ(sortid_unix_ms(&id, nullptr, &ms), wanted ? SORTID_OK : SORTID_ABSENT);
    EXPECT_EQ(ms, wanted.value_or(7));
    if (wanted && c.contains("time") && !c["time"].is_null()) {
      const std::string time = c["time"];
      char written[SORTID_INSTANT_CAPACITY];
      EXPECT_EQ(sortid_instant_to_text(ms, written, sizeof written, nullptr), SORTID_OK);
      EXPECT_EQ(written, time);
      std::int64_t read = 0;
      EXPECT_EQ(sortid_parse_instant(time.data(), time.size(), 0, &read, &e), SORTID_OK);
      EXPECT_EQ(read, ms);
    }
  }
  if (c.contains("fields")) expect_fields(id, c["fields"]);
  if (c.contains("uuid")) {
    sortid_id uuid;
    ASSERT_EQ(sortid_convert(&id, SORTID_FORMAT_UUID, &uuid, &e), SORTID_OK);
    EXPECT_EQ(text_of(uuid), c["uuid"].get<std::string>());
  }
  if (c.contains("check")) {
    const bool checked = c["check"].is_number() || c["check"] == "valid";
    int found = 7;
    EXPECT_EQ(sortid_check_of(format, text.data(), text.size(), &found, &e), SORTID_OK);
    EXPECT_EQ(found, checked ? 1 : 0);
    EXPECT_EQ(sortid_parse_skipping_check(format, text.data(), text.size(), &same, &e), SORTID_OK);
    EXPECT_EQ(sortid_compare(&same, &id), 0);
    char unchecked[SORTID_TEXT_CAPACITY];
    EXPECT_EQ(sortid_to_text_unchecked(&id, unchecked, sizeof unchecked, nullptr), SORTID_OK);
    EXPECT_EQ(sortid_check_of(format, unchecked, std::strlen(unchecked), &found, &e), SORTID_OK);
    EXPECT_EQ(found, 0);
  }
}

void rejected(sortid_format format, const json& c, bool leniently) {
  const std::string text = raw(c);
  sortid_id id;
  std::memset(&id, 0xEE, sizeof id);
  const sortid_id before = id;
  sortid_error e;
  const sortid_status status = leniently
                                   ? sortid_parse_lenient(format, text.data(), text.size(), &id, nullptr, &e)
                                   : sortid_parse(format, text.data(), text.size(), &id, &e);
  expect_error(status, e, format, c, text.size());
  EXPECT_EQ(std::memcmp(&id, &before, sizeof id), 0) << "written though rejected";
  if (!leniently) expect_the_same_in_a_batch(format, text, nullptr);
}

void edges(sortid_format format, const json& c) {
  sortid_id first;
  sortid_id last;
  ASSERT_EQ(sortid_first_at(format, *ms_of(c), nullptr, &first, nullptr), SORTID_OK);
  ASSERT_EQ(sortid_last_at(format, *ms_of(c), nullptr, &last, nullptr), SORTID_OK);
  EXPECT_EQ(hex_of(first), c["first"].get<std::string>());
  EXPECT_EQ(hex_of(last), c["last"].get<std::string>());
}

void interval(sortid_format format, const json& c) {
  sortid_id first;
  sortid_id last;
  ASSERT_EQ(
      sortid_ids_between(format, *ms_of(c, "from_ms"), *ms_of(c, "to_ms"), nullptr, &first, &last, nullptr),
      SORTID_OK);
  EXPECT_EQ(hex_of(first), c["first"].get<std::string>());
  EXPECT_EQ(hex_of(last), c["last"].get<std::string>());
}

void no_instant(sortid_format format, const json& c) {
  sortid_id id;
  sortid_error e;
  if (c.contains("from_ms")) {
    const auto status =
        sortid_ids_between(format, *ms_of(c, "from_ms"), *ms_of(c, "to_ms"), nullptr, &id, &id, &e);
    return expect_error(status, e, format, c, 0);
  }
  expect_error(sortid_first_at(format, *ms_of(c), nullptr, &id, &e), e, format, c, 0);
  expect_error(sortid_last_at(format, *ms_of(c), nullptr, &id, &e), e, format, c, 0);
}

void prefix(const json& c) {
  const std::string text = raw(c, "prefix");
  for (const sortid_format format : {SORTID_FORMAT_UID11, SORTID_FORMAT_XID}) {
    sortid_id first;
    sortid_id last;
    ASSERT_EQ(sortid_ids_with_text_prefix(format, text.data(), text.size(), &first, &last, nullptr),
              SORTID_OK);
    EXPECT_EQ(std::to_string(first.lo), c["lower"].get<std::string>());
    EXPECT_EQ(std::to_string(last.lo), c["upper"].get<std::string>());
    if (format != SORTID_FORMAT_XID) continue;
    std::int64_t from = 0;
    std::int64_t to = 0;
    EXPECT_EQ(sortid_unix_ms(&first, nullptr, &from), SORTID_OK);
    EXPECT_EQ(sortid_unix_ms(&last, nullptr, &to), SORTID_OK);
    EXPECT_EQ(from, ms_of(c, "from_unix_ms"));
    EXPECT_EQ(to, ms_of(c, "to_unix_ms"));
  }
}

// An EUID of its parts, by a generator whose clock stands and whose randomness is given.
struct still_sources {
  std::int64_t now;
  std::uint64_t hi;
  std::uint64_t lo;
};
void extension(const json& c) {
  still_sources still{c["timestamp"].get<std::int64_t>(), c["random15"].get<std::uint64_t>() << 4U, 0};
  for (const std::uint8_t byte : bytes_of(c["random64"])) still.lo = still.lo << 8U | byte;
  sortid_sources sources{};
  sources.context = &still;
  sources.now = [](void* context) { return static_cast<still_sources*>(context)->now; };
  sources.fill = [](void* context, void* bytes, std::size_t size) {
    const auto& given = *static_cast<still_sources*>(context);
    const std::uint64_t words[2] = {given.hi, given.lo};
    if (size != sizeof words) return 0;
    std::memcpy(bytes, words, size);
    return 1;
  };
  sortid_generator_options options{};
  options.struct_size = sizeof options;
  options.format = SORTID_FORMAT_EUID;
  options.sources = &sources;
  if (!c["extension"].is_null()) {
    options.given = SORTID_GIVEN_EXTENSION;
    options.extension = c["extension"].get<std::uint32_t>();
  }
  sortid_generator* generator = nullptr;
  sortid_error e;
  sortid_status status = sortid_generator_create(&options, &generator, &e);
  sortid_id id;
  if (status == SORTID_OK) status = sortid_generator_next(generator, &id, &e);
  sortid_generator_destroy(generator);
  if (c.contains("reason")) {
    // A generator calls what lies outside its time by a name of its own.
    EXPECT_TRUE(status == SORTID_RANGE || status == SORTID_OUT_OF_RANGE) << status;
  } else {
    ASSERT_EQ(status, SORTID_OK);
    EXPECT_EQ(hex_of(id), c["hex"].get<std::string>());
  }
}

void detect(const json& c) {
  const std::string text = raw(c);
  std::vector<sortid_format> formats(sortid_format_count());
  std::size_t count = 0;
  ASSERT_EQ(sortid_detect(text.data(), text.size(), formats.data(), formats.size(), &count), SORTID_OK);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(sortid_format_facts(formats[i])->name);
  EXPECT_EQ(names, c["formats"].get<std::vector<std::string>>());
  sortid_id id;
  sortid_error e;
  const sortid_status status = sortid_parse_any(text.data(), text.size(), &id, &e);
  if (count != 0) {
    ASSERT_EQ(status, SORTID_OK);
    EXPECT_EQ(id.format, formats[0]);
  } else {
    EXPECT_TRUE(status >= SORTID_LENGTH && status <= SORTID_RANGE);
    EXPECT_LE(e.position, text.size());
    EXPECT_EQ(e.format, sortid_meant(text.data(), text.size()));
  }
}

class c_vectors : public testing::Test, protected sortid_test::vector_files {
 protected:
  // The shared uid11.json speaks of its default profile, ulid-flake.json of both versions.
  void run(const json& data) {
    each(data, "detect", detect);
    if (!data.contains("format")) return;
    const sortid_format format = named(data["format"].get<std::string>());
    ASSERT_NE(format, 0U) << data["format"];
    each(data, "valid", [&](const json& c) {
      if (c.contains("scalable")) {
        json other = c;
        other["fields"] = c["scalable"];
        valid(SORTID_FORMAT_ULID_FLAKE_SCALABLE, other);
      }
      const bool is_xid = format == SORTID_FORMAT_UID11 && c.value("fields", json()).contains("timestamp");
      valid(is_xid ? static_cast<sortid_format>(SORTID_FORMAT_XID) : format, c);
    });
    each(data, "invalid", [&](const json& c) { rejected(format, c, false); });
    each(data, "lenient", [&](const json& c) {
      const std::string text = raw(c);
      sortid_id id;
      int canonical = 7;
      ASSERT_EQ(sortid_parse_lenient(format, text.data(), text.size(), &id, &canonical, nullptr), SORTID_OK);
      EXPECT_EQ(hex_of(id), c["hex"].get<std::string>());
      EXPECT_EQ(text_of(id), c["canonical"].get<std::string>());
      EXPECT_EQ(canonical, 0);
    });
    each(data, "lenient_invalid", [&](const json& c) { rejected(format, c, true); });
    each(data, "invalid_values", [&](const json& c) {
      sortid_id id;
      sortid_error e;
      const auto bytes = bytes_of(c["hex"]);
      const auto symbols = sortid_format_facts(format)->symbols;
      expect_error(sortid_from_bytes(format, bytes.data(), bytes.size(), &id, &e), e, format, c, symbols);
    });
    each(data, "instants", [&](const json& c) { edges(format, c); });
    each(data, "invalid_instants", [&](const json& c) { no_instant(format, c); });
    each(data, "intervals", [&](const json& c) { interval(format, c); });
    each(data, "invalid_intervals", [&](const json& c) { no_instant(format, c); });
    each(data, "prefixes", prefix);
    each(data, "invalid_prefixes", [](const json& c) {
      const std::string text = raw(c);
      sortid_id id;
      sortid_error e;
      const auto status =
          sortid_ids_with_text_prefix(SORTID_FORMAT_UID11, text.data(), text.size(), &id, &id, &e);
      expect_error(status, e, SORTID_FORMAT_UID11, c, text.size());
    });
    each(data, "extensions", extension);
  }
};

TEST_F(c_vectors, of_intervals_finer_than_a_millisecond) {
  each_interval([](const json& c, const auto& from, const auto& to) {
    if (c["bounds"] != "[)") return;
    const auto timespec_of = [](const std::optional<sortid_test::interval_end>& end) {
      const std::int64_t ms = end ? end->unix_ms : 0;
      const std::int64_t seconds = ms / 1'000 - (ms % 1'000 < 0 ? 1 : 0);
      return sortid_instant{seconds, (ms - seconds * 1'000) * 1'000'000 + (end ? end->ns_after : 0)};
    };
    const sortid_instant begin = timespec_of(from);
    const sortid_instant end = timespec_of(to);
    const std::string name = c["format"];
    const sortid_format format = sortid_format_named(name.data(), name.size());
    sortid_id first;
    sortid_id last;
    sortid_error e;
    const auto status = sortid_ids_between_instants(format, from ? &begin : nullptr, to ? &end : nullptr,
                                                    nullptr, &first, &last, &e);
    ASSERT_EQ(status == SORTID_OK, c.contains("first"));
    if (status != SORTID_OK) return expect_error(status, e, format, c, 0);
    EXPECT_EQ(hex_of(first), c["first"].get<std::string>());
    EXPECT_EQ(hex_of(last), c["last"].get<std::string>());
  });
}

TEST_F(c_vectors, of_this_repository) {
  run_own([this](const json& data) { run(data); });
}

}  // namespace
