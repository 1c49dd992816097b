// The cases of functions through the C++ functions: the examples of docs/functions.json, and those of
// tests/oracle/vectors/functions.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sortid/any_masker.hpp"
#include "sortid/by_format.hpp"
#include "sortid/formats.hpp"
#include "sortid/instant.hpp"
#include "sortid/looks_like.hpp"
#include "sortid/named.hpp"

namespace {

using nlohmann::json;
using sortid::format;
using sortid::parsed_id;
using sortid::uint128;
namespace by_format = sortid::by_format;

// Thrown out of a body, where a front end would give it to its host.
struct rejected {
  sortid::error why;
};

template <class T>
T good(const sortid::result<T>& answer) {
  if (!answer) throw rejected{answer.error()};
  return *answer;
}

const std::string& in(const json& c, const char* key) {
  static const std::string none;
  return c.contains(key) ? c[key].get_ref<const std::string&>() : none;
}
format format_of(const json& c) { return *format::find(in(c, "format")); }
std::int64_t instant(const json& c, const char* key) { return c[key].get<std::int64_t>(); }
sortid::mask_key key(const json& c) { return good(sortid::mask_key::from_hex(in(c, "key"))); }
parsed_id parsed(const json& c) { return good(by_format::parse(format_of(c), in(c, "x"))); }

std::string text(format f, uint128 value, std::string_view prefix = {}) {
  std::array<char, 128> to{};
  std::string before(prefix);
  if (!prefix.empty()) before += '_';
  return before + std::string(to.data(), by_format::write(f, value, to.data()));
}
std::string text(format f, const parsed_id& id) { return text(f, id.value, id.prefix); }

json both(format f, const sortid::id_range<uint128>& ids) { return {text(f, ids.first), text(f, ids.last)}; }

std::string decimal(uint128 value) {
  std::array<char, sortid::detail::max_decimal_digits> to{};
  return {to.data(), sortid::detail::write_decimal(value, to.data())};
}

std::string hex(uint128 value, unsigned bits) {
  std::string digits;
  for (unsigned shift = bits; shift != 0; shift -= 4)
    digits += "0123456789abcdef"[(value >> (shift - 4)).lo & 15];
  return digits;
}
std::string hex(const json& c) { return hex(parsed(c).value, format_of(c).layout().bits); }

json check(const json& c) {
  const auto id = by_format::parse(format_of(c), in(c, "x"));
  if (id) return nullptr;
  return std::string(name_of(id.error().why)) + " at position " + std::to_string(id.error().position);
}

json fields(const json& c) {
  const format f = format_of(c);
  const auto values = by_format::fields(f, parsed(c).value);
  json all = json::object();
  for (std::size_t i = 0; i < f.layout().field_count(); ++i) {
    json& shown = all[std::string(f.layout().fields[i].name)];
    if (!values[i].shown) {
      all.erase(std::string(f.layout().fields[i].name));
    } else if (values[i].present) {
      shown = decimal(values[i].value);
    }
  }
  return all;
}

json convert(const json& c) {
  const format to = *format::find(in(c, "to"));
  const uint128 value = parsed(c).value;
  if (to.layout().bits != format_of(c).layout().bits) throw rejected{{sortid::reason::range, 0, 0, 0}};
  if (const auto wrong = by_format::check_value(to, value); wrong.why != sortid::reason::none)
    throw rejected{wrong};
  return text(to, value);
}

json mask(const json& c) {
  const auto masker = good(sortid::any_masker::make(format_of(c), key(c)));
  const parsed_id id = parsed(c);
  return text(masker.masked_format(), good(masker.mask(id.value, id.prefix)), id.prefix);
}
json unmask(const json& c) {
  const auto masker = good(sortid::any_masker::make(format_of(c), key(c)));
  const parsed_id id = good(by_format::parse(masker.masked_format(), in(c, "x")));
  return text(masker.stored_format(), good(masker.unmask(id.value, id.prefix)), id.prefix);
}

json named(const json& c) {
  std::vector<std::uint8_t> bytes;
  const std::string& digits = in(c, "key");
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  const std::string& prefix = in(c, "prefix");
  sortid::generator_options options;
  options.prefix = good(sortid::type_prefix::parse(prefix));
  return text(format_of(c),
              good(by_format::named_at(format_of(c), bytes, options, instant(c, "t"), in(c, "name"))),
              prefix);
}

json ids_at(const json& c, bool last) {
  const auto ids = good(by_format::ids_at(format_of(c), instant(c, "t"), std::nullopt));
  return text(format_of(c), last ? ids.last : ids.first);
}

const std::map<std::string, std::function<json(const json&)>> bodies{
    {"text", [](const json& c) { return text(format_of(c), parsed(c)); }},
    {"parse", [](const json& c) { return text(format_of(c), parsed(c)); }},
    {"lenient",
     [](const json& c) {
       return text(format_of(c), good(by_format::parse_lenient(format_of(c), in(c, "x"))).id.value);
     }},
    {"number", [](const json& c) { return decimal(parsed(c).value); }},
    {"bytes", [](const json& c) { return hex(c); }},
    {"hex", [](const json& c) { return hex(c); }},
    {"prefix", [](const json& c) { return std::string(parsed(c).prefix); }},
    {"suffix", [](const json& c) { return text(format_of(c), parsed(c).value); }},
    {"uuid", [](const json& c) { return text(format::of<sortid::uuid>(), parsed(c).value); }},
    {"valid", [](const json& c) { return by_format::parse(format_of(c), in(c, "x")).has_value(); }},
    {"check", check},
    {"detect", [](const json& c) { return std::string(good(sortid::parse_any(in(c, "x"))).format.name()); }},
    {"convert", convert},
    {"mask", mask},
    {"unmask", unmask},
    {"named", named},
    {"fields", fields},
    {"timestamp", [](const json& c) { return std::stoll(fields(c)["timestamp"].get<std::string>()); }},
    {"ms",
     [](const json& c) { return by_format::unix_ms(format_of(c), parsed(c).value, std::nullopt).value(); }},
    {"time",
     [](const json& c) {
       return std::string(
           sortid::instant_to_text(by_format::unix_ms(format_of(c), parsed(c).value, std::nullopt).value())
               .view());
     }},
    {"first", [](const json& c) { return ids_at(c, false); }},
    {"last", [](const json& c) { return ids_at(c, true); }},
    {"between",
     [](const json& c) {
       return both(format_of(c), good(by_format::ids_between(format_of(c), instant(c, "a"), instant(c, "b"),
                                                             std::nullopt)));
     }},
    {"text prefix",
     [](const json& c) {
       return both(format_of(c), good(by_format::ids_with_text_prefix(format_of(c), in(c, "p"))));
     }},
    {"looks like",
     [](const json& c) { return std::string(sortid::looks_like(in(c, "x"), INT64_MAX).begin()->name); }},
};

TEST(functions, answer_as_their_cases_say) {
  const char* source = std::getenv("SORTID_SOURCE");
  ASSERT_NE(source, nullptr) << "SORTID_SOURCE is not set: run this by ctest";
  const std::filesystem::path folder = source;
  std::ifstream vectors(folder / "tests/oracle/vectors/functions/vectors.json");
  std::ifstream entries(folder / "docs/functions.json");
  json cases = json::parse(vectors);
  const json listed = json::parse(entries);
  for (const json& entry : listed["functions"]) {
    if (!entry.contains("example")) continue;
    cases.push_back(entry["example"]);
    cases.back()["function"] = entry["word"];
  }
  EXPECT_GT(cases.size(), bodies.size());
  for (const json& c : cases) {
    SCOPED_TRACE(c.dump());
    const auto body = bodies.find(in(c, "function"));
    ASSERT_NE(body, bodies.end());
    try {
      EXPECT_EQ(body->second(c), c.value("answer", json("rejected")));
    } catch (const rejected& how) {
      EXPECT_EQ(name_of(how.why.why), in(c, "reason"));
      EXPECT_EQ(how.why.position, c.value("position", how.why.position));
    }
  }
}

}  // namespace
