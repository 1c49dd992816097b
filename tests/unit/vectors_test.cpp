// ctest labels: kernels
// The vectors of SORTID_VECTORS through the C++ functions.
// tests/oracle/vectors/README.md says how the files look.
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sortid/by_format.hpp"
#include "sortid/formats.hpp"
#include "sortid/instant.hpp"
#include "sortid/range.hpp"
#include "support/every_kernel.hpp"
#include "support/forced_kernels.hpp"
#include "support/vector_files.hpp"

namespace {

using nlohmann::json;
using sortid::format;
using sortid::uint128;

unsigned digit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); }

uint128 from_hex(const std::string& text) {
  uint128 value;
  for (const char c : text) value = value << 4 | uint128(digit(c));
  return value;
}

std::string to_hex(uint128 value, std::size_t digits) {
  std::string text;
  for (auto i = static_cast<unsigned>(digits); i != 0; --i)
    text += "0123456789abcdef"[(value >> (4 * (i - 1))).lo & 15U];
  return text;
}

uint128 from_decimal(const std::string& text) {
  uint128 value;
  for (const char c : text) EXPECT_TRUE(sortid::detail::append_digit(value, digit(c))) << text;
  return value;
}

std::string to_decimal(uint128 value) {
  std::array<char, sortid::detail::max_decimal_digits> digits{};
  return {digits.data(), sortid::detail::write_decimal(value, digits.data())};
}

std::string raw(const json& c, const char* key = "text") {
  if (!c.contains("bytes")) return c[key];
  const std::string hex = c["bytes"];
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    out += static_cast<char>(digit(hex[i]) << 4U | digit(hex[i + 1]));
  return out;
}

std::optional<std::int64_t> ms_of(const json& c, const char* key = "unix_ms") {
  if (c.value(key, json()).is_null()) return std::nullopt;
  return c[key].get<std::int64_t>();
}

void expect_error(const sortid::error& e, const json& c, std::size_t size, std::string_view name) {
  const std::string reason = c["reason"];
  EXPECT_EQ(sortid::name_of(e.why), reason == "alphabet" ? "character" : reason);
  if (c.contains("position")) {
    EXPECT_EQ(e.position, c["position"].get<std::uint32_t>());
  }
  EXPECT_LE(e.position, size);
  EXPECT_FALSE(sortid::message(e, name).empty());
}

template <class Id>
void expect_fields(const Id& id, const json& fields) {
  const sortid::layout& layout = Id::layout();
  std::size_t shown = 0;
  for (std::size_t i = 0; i < layout.field_count(); ++i) {
    if (!id.has_field(i)) continue;
    ++shown;
    const std::string name(layout.fields[i].name);
    if (!fields.contains(name)) {
      ADD_FAILURE() << name;
      continue;
    }
    const auto value = id.read_field(i);
    if (fields[name].is_null()) {
      EXPECT_FALSE(value);
    } else {
      EXPECT_TRUE(value && to_decimal(*value) == fields[name].get<std::string>()) << name;
    }
  }
  EXPECT_EQ(shown, fields.size());
}

// By every kernel set as by the scalar codec. Of a TypeID, whose prefix varies, the suffix.
template <class Id>
void expect_the_same_by_kernels(std::string_view text) {
  if constexpr (sortid::batch::batch_id<Id>) {
    EXPECT_EQ(sortid_test::wrong_in_reading_one<Id>(text), "");
    if (const auto id = Id::parse(text)) {
      EXPECT_EQ(sortid_test::wrong_in_writing_one(*id), "");
    }
  } else {
    using bare = sortid_test::bare_type_id;
    expect_the_same_by_kernels<bare>(text);
    const std::string_view suffix = sortid::detail::type_id_text(text).suffix;
    expect_the_same_by_kernels<bare>(suffix);
    const auto id = Id::parse(text);
    const auto bulk = sortid::batch::parse<bare>(suffix);
    if (id) {
      EXPECT_EQ(bulk.value().uuid(), id->uuid());
    } else if (id.error().why != sortid::reason::prefix) {
      EXPECT_FALSE(bulk);
    }
  }
}

template <class Id>
void valid(const json& c) {
  const std::string text = raw(c);
  const std::string canonical = c.value("canonical", text);
  const std::size_t digits = Id::layout().bits / 4;
  const auto id = Id::parse(text);
  ASSERT_TRUE(id) << sortid::message(id.error(), Id::layout().name);
  expect_the_same_by_kernels<Id>(text);
  EXPECT_EQ(to_hex(id->number(), digits), c["hex"].get<std::string>());
  EXPECT_EQ(id->to_text(), canonical);
  EXPECT_EQ(id->text_size(), canonical.size());
  EXPECT_EQ(to_decimal(id->number()), c["int"].get<std::string>());
  EXPECT_EQ(uint128(id->number()), from_decimal(c["int"]));

  const auto same_bits = Id::from_number(static_cast<typename Id::value_type>(from_hex(c["hex"])));
  ASSERT_TRUE(same_bits);
  EXPECT_EQ(same_bits->number(), id->number());
  const auto bytes = id->bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i)
    EXPECT_EQ(bytes[i], from_hex(c["hex"].get<std::string>().substr(2 * i, 2)).lo);
  EXPECT_EQ(Id::from_bytes(bytes)->number(), id->number());

  if constexpr (requires { Id::parse_lenient(text); }) {
    const auto lenient = Id::parse_lenient(text);
    ASSERT_TRUE(lenient);
    EXPECT_EQ(lenient->id, *id);
    EXPECT_EQ(lenient->canonical, text == canonical);
  }
  if constexpr (requires { id->unix_ms(); }) {
    if (c.contains("unix_ms")) {
      EXPECT_EQ(std::optional<std::int64_t>(id->unix_ms()), ms_of(c));
      if constexpr (sortid::batch::batch_id<Id>) {
        std::int64_t ms = 0;
        EXPECT_EQ(sortid::batch::unix_ms<Id>({&*id, 1}, {&ms, 1}), 1U);
        EXPECT_EQ(ms, ms_of(c).value_or(sortid::batch::no_instant));
      }
    }
    if (c.contains("time") && !c["time"].is_null()) {
      EXPECT_EQ(sortid::instant_to_text(*ms_of(c)), c["time"].get<std::string>());
      EXPECT_EQ(*sortid::parse_instant(c["time"].get<std::string>()), *ms_of(c));
    }
  } else {
    EXPECT_FALSE(ms_of(c));
  }
  if (c.contains("fields")) expect_fields(*id, c["fields"]);
  if (c.contains("uuid")) {
    EXPECT_EQ(sortid::uuid(uint128(id->number())).to_text(), c["uuid"].get<std::string>());
  }
  if constexpr (std::is_same_v<Id, sortid::type_id>) {
    EXPECT_EQ(id->prefix(), c["prefix"].get<std::string>());
    EXPECT_EQ(sortid::type_id::make(id->prefix(), id->uuid()).value(), *id);
  }
  if constexpr (std::is_same_v<Id, sortid::euid>) {
    const bool checked = c["check"].is_number() || c["check"] == "valid";
    EXPECT_EQ(*Id::check_of(text), checked ? Id::check::valid : Id::check::none);
    if (c["check"].is_number()) {
      EXPECT_EQ(id->check_mod(), c["check"].get<unsigned>());
    }
    EXPECT_EQ(*Id::parse_skipping_check(text), *id);
    EXPECT_EQ(*Id::parse(id->to_text_unchecked()), *id);
  }
  bool told = Id::layout().detection != sortid::detection::by_text;
  for (const format f : sortid::detect(text)) told = told || f == format::of<Id>();
  EXPECT_TRUE(told);
}

template <class Id>
void lenient(const json& c) {
  const std::string text = raw(c);
  if constexpr (requires { Id::parse_lenient(text); }) {
    const auto id = Id::parse_lenient(text);
    ASSERT_TRUE(id) << sortid::message(id.error(), Id::layout().name);
    EXPECT_EQ(uint128(id->id.number()), from_hex(c["hex"]));
    EXPECT_EQ(id->id.to_text(), c["canonical"].get<std::string>());
    EXPECT_FALSE(id->canonical);
  } else {
    ADD_FAILURE() << "has no lenient parse";
  }
}

template <class Id>
void edges(const json& c) {
  if constexpr (sortid::timed_id<Id>) {
    const auto first = sortid::first_at<Id>(*ms_of(c));
    const auto last = sortid::last_at<Id>(*ms_of(c));
    ASSERT_TRUE(first && last);
    EXPECT_EQ(to_hex(first->number(), Id::layout().bits / 4), c["first"].get<std::string>());
    EXPECT_EQ(to_hex(last->number(), Id::layout().bits / 4), c["last"].get<std::string>());
  } else {
    ADD_FAILURE() << "has no instants";
  }
}

template <class Id>
void interval(const json& c) {
  if constexpr (sortid::timed_id<Id>) {
    const auto ids = sortid::ids_between<Id>(*ms_of(c, "from_ms"), *ms_of(c, "to_ms"));
    ASSERT_TRUE(ids);
    EXPECT_EQ(to_hex(ids->first.number(), Id::layout().bits / 4), c["first"].get<std::string>());
    EXPECT_EQ(to_hex(ids->last.number(), Id::layout().bits / 4), c["last"].get<std::string>());
  } else {
    ADD_FAILURE() << "has no instants";
  }
}

template <class Id>
void no_instant(const json& c) {
  if constexpr (sortid::timed_id<Id>) {
    if (c.contains("from_ms")) {
      const auto ids = sortid::ids_between<Id>(*ms_of(c, "from_ms"), *ms_of(c, "to_ms"));
      expect_error(ids.error(), c, 0, Id::layout().name);
    } else {
      expect_error(sortid::first_at<Id>(*ms_of(c)).error(), c, 0, Id::layout().name);
      expect_error(sortid::last_at<Id>(*ms_of(c)).error(), c, 0, Id::layout().name);
    }
  }
}

void prefix(const json& c) {
  const auto ids = sortid::ids_with_text_prefix<sortid::uid11>(raw(c, "prefix"));
  ASSERT_TRUE(ids);
  EXPECT_EQ(std::to_string(ids->first.number()), c["lower"].get<std::string>());
  EXPECT_EQ(std::to_string(ids->last.number()), c["upper"].get<std::string>());
  const auto xids = sortid::ids_with_text_prefix<sortid::xid>(raw(c, "prefix"));
  EXPECT_EQ(xids->first.unix_ms(), ms_of(c, "from_unix_ms"));
  EXPECT_EQ(xids->last.unix_ms(), ms_of(c, "to_unix_ms"));
}

void extension(const json& c) {
  constexpr unsigned timestamp_shift = 83;
  constexpr unsigned extension_shift = 68;
  const auto timestamp = c["timestamp"].get<std::uint64_t>();
  uint128 bits = uint128(c["random15"].get<std::uint64_t>()) << extension_shift;
  sortid::error why;
  if (!c["extension"].is_null()) {
    const auto extended = sortid::euid::extension_bits(c["extension"].get<std::uint64_t>(), bits);
    why = extended.error();
    bits = extended.value_or(bits);
  }
  const auto at = sortid::first_at<sortid::euid>(static_cast<std::int64_t>(timestamp));
  if (!at) why = at.error();
  ASSERT_EQ(why.why != sortid::reason::none, c.contains("reason"));
  if (c.contains("reason")) {
    expect_error(why, c, 0, "euid");
  } else {
    EXPECT_EQ(at->number(), uint128(timestamp) << timestamp_shift);
    EXPECT_EQ(to_hex(at->number() | bits | from_hex(c["random64"]), 32), c["hex"].get<std::string>());
  }
}

void detect(const json& c) {
  std::vector<std::string> found;
  for (const format f : sortid::detect(raw(c))) found.emplace_back(f.name());
  EXPECT_EQ(found, c["formats"].get<std::vector<std::string>>());
  const auto any = sortid::parse_any(raw(c));
  ASSERT_EQ(any.has_value(), !found.empty());
  if (any) {
    EXPECT_EQ(any->format.name(), found.front());
  } else {
    EXPECT_LE(any.error().position, raw(c).size());
  }
}

class vectors : public testing::Test, protected sortid_test::vector_files {
 protected:
  // A file of our own shape. The shared uid11.json speaks of its default profile, ulid-flake.json of both
  // versions.
  void run(const json& data) {
    each(data, "detect", detect);
    if (!data.contains("format")) return;
    const auto named = format::find(data["format"].get<std::string>());
    ASSERT_TRUE(named) << data["format"];
    named->visit([&]<class Id>(std::type_identity<Id>) {
      each(data, "valid", [](const json& c) {
        if (c.contains("scalable")) {
          json other = c;
          other["fields"] = c["scalable"];
          valid<sortid::ulid_flake_scalable>(other);
        }
        if (std::is_same_v<Id, sortid::uid11> && c.value("fields", json()).contains("timestamp")) {
          valid<sortid::xid>(c);
          EXPECT_EQ(sortid::uid11::parse(raw(c))->number(), sortid::xid::parse(raw(c))->number());
        } else {
          valid<Id>(c);
        }
      });
      each(data, "invalid", [](const json& c) {
        const auto id = Id::parse(raw(c));
        ASSERT_FALSE(id);
        expect_error(id.error(), c, raw(c).size(), Id::layout().name);
        expect_the_same_by_kernels<Id>(raw(c));
        EXPECT_EQ(format::of<Id>().parse(raw(c)).error(), id.error());
      });
      each(data, "lenient", lenient<Id>);
      each(data, "lenient_invalid", [](const json& c) {
        const auto id = format::of<Id>().parse_lenient(raw(c));
        ASSERT_FALSE(id);
        expect_error(id.error(), c, raw(c).size(), Id::layout().name);
      });
      each(data, "invalid_values", [](const json& c) {
        const auto id = Id::from_number(static_cast<typename Id::value_type>(from_hex(c["hex"])));
        ASSERT_FALSE(id);
        expect_error(id.error(), c, Id::layout().symbols, Id::layout().name);
      });
      each(data, "instants", edges<Id>);
      each(data, "invalid_instants", no_instant<Id>);
      each(data, "intervals", interval<Id>);
      each(data, "invalid_intervals", no_instant<Id>);
    });
    each(data, "prefixes", prefix);
    each(data, "invalid_prefixes", [](const json& c) {
      const auto ids = sortid::ids_with_text_prefix<sortid::uid11>(raw(c));
      ASSERT_FALSE(ids);
      expect_error(ids.error(), c, raw(c).size(), "uid11");
    });
    each(data, "extensions", extension);
  }
};

TEST_F(vectors, of_intervals_finer_than_a_millisecond) {
  each_interval([](const json& c, const auto& from, const auto& to) {
    const std::string bounds = c["bounds"];
    sortid::instant begin = from ? from->instant() : INT64_MIN;
    sortid::instant end = to ? to->instant() : INT64_MAX;
    for (const auto& [given, read] : {std::pair(from, begin), std::pair(to, end)}) {
      if (!given) continue;
      EXPECT_EQ(sortid::parse_instant(given->text()).value(), read);
      if (std::abs(given->unix_ms) < INT64_MAX / 1'000'000) {
        EXPECT_EQ(sortid::instant::of(given->unix_ms * 1'000'000 + given->ns_after, 1'000'000), read);
      }
    }
    // What a front end does that has closed ends.
    if (bounds[0] == '(') begin = begin.after();
    if (bounds[1] == ']') end = end.after();
    const format f = *format::find(c["format"].get<std::string>());
    const auto ids = sortid::by_format::ids_between(f, begin, end, std::nullopt);
    ASSERT_EQ(ids.has_value(), c.contains("first"));
    if (!ids) return expect_error(ids.error(), c, 0, f.name());
    EXPECT_EQ(to_hex(ids->first, f.layout().bits / 4), c["first"].get<std::string>());
    EXPECT_EQ(to_hex(ids->last, f.layout().bits / 4), c["last"].get<std::string>());
    f.visit([&]<class Id>(std::type_identity<Id>) {
      if constexpr (sortid::timed_id<Id>) {
        EXPECT_EQ(sortid::ids_between<Id>(begin, end)->first.number(), ids->first);
        EXPECT_EQ(sortid::ids_between<Id>(begin, end)->last.number(), ids->last);
      }
      return 0;
    });
  });
}

TEST_F(vectors, of_this_repository) {
  run_own([this](const json& data) { run(data); });
}

}  // namespace
