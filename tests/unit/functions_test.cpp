// The cases of functions through the C++ functions and through sortid.h: the examples of docs/functions.json,
// and those of tests/oracle/vectors/functions.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "sortid.h"
#include "sortid/any_masker.hpp"
#include "sortid/by_format.hpp"
#include "sortid/find_ids.hpp"
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

json find(const json& c) {
  sortid::format_set wanted = sortid::formats_in_text();
  if (c.contains("format")) {
    wanted = {};
    wanted.push_back(format_of(c));
  }
  json texts = json::array();
  sortid::find_ids(in(c, "x"), wanted, [&](const sortid::found_id& found) { texts.push_back(found.text); });
  return texts;
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

std::vector<std::uint8_t> key_bytes(const json& c) {
  std::vector<std::uint8_t> bytes;
  const std::string& digits = in(c, "key");
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  return bytes;
}

json named(const json& c) {
  const auto bytes = key_bytes(c);
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

using bodies = std::map<std::string, std::function<json(const json&)>>;
const bodies in_cpp{
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
    {"find", find},
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

// --- sortid.h ----------------------------------------------------------------------------------------------

void c_good(sortid_status status, const sortid_error& why = {}) {
  if (status != SORTID_OK) throw rejected{{static_cast<sortid::reason>(status), why.position, 0, 0}};
}
sortid_format c_format(const json& c, const char* key = "format") {
  return sortid_format_named(in(c, key).data(), in(c, key).size());
}
// What reads an id of the format.
template <class Read, class... Given>
sortid_id c_read(const Read& read, const json& c, const Given&... given) {
  sortid_id id;
  sortid_error why;
  c_good(read(c_format(c), given..., &id, &why), why);
  return id;
}
sortid_id c_parsed(const json& c) { return c_read(sortid_parse, c, in(c, "x").data(), in(c, "x").size()); }
std::string c_written(decltype(sortid_to_text) write, const sortid_id& id) {
  char text[SORTID_TEXT_CAPACITY];
  std::size_t size = 0;
  c_good(write(&id, text, sizeof text, &size));
  return {text, size};
}
std::string c_text(const sortid_id& id) { return c_written(sortid_to_text, id); }

// What gives both ends of a range.
template <class Find, class... Given>
json c_both(const Find& find, const json& c, const Given&... given) {
  sortid_id first;
  sortid_id last;
  sortid_error why;
  c_good(find(c_format(c), given..., &first, &last, &why), why);
  return {c_text(first), c_text(last)};
}

json c_masked(const json& c, decltype(sortid_mask) change, sortid_format of) {
  const auto bytes = key_bytes(c);
  sortid_masker* masker = nullptr;
  sortid_error why;
  c_good(sortid_masker_create(c_format(c), bytes.data(), bytes.size(), 0, &masker, &why), why);
  sortid_id id;
  c_good(sortid_parse(of, in(c, "x").data(), in(c, "x").size(), &id, &why), why);
  const sortid_status changed = change(masker, &id, &id, &why);
  sortid_masker_destroy(masker);
  c_good(changed, why);
  return c_text(id);
}

json c_convert(const json& c) {
  sortid_id id = c_parsed(c);
  sortid_error why;
  const sortid_status status = sortid_convert(&id, c_format(c, "to"), &id, &why);
  if (status == SORTID_UNSUPPORTED) throw rejected{{sortid::reason::range, 0, 0, 0}};  // another width
  c_good(status, why);
  return c_text(id);
}

json c_find(const json& c) {
  const sortid_format wanted = c_format(c);
  sortid_found found[4];
  std::size_t count = 0;
  c_good(sortid_find(in(c, "x").data(), in(c, "x").size(), &wanted, wanted == SORTID_FORMAT_NONE ? 0 : 1,
                     found, std::size(found), &count));
  json texts = json::array();
  for (std::size_t i = 0; i < count; ++i) texts.push_back(in(c, "x").substr(found[i].offset, found[i].size));
  return texts;
}

json c_named(const json& c) {
  const auto bytes = key_bytes(c);
  const std::string& prefix = in(c, "prefix");
  sortid_generator_options options{};
  options.struct_size = sizeof options;
  options.format = c_format(c);
  options.prefix = prefix.empty() ? nullptr : prefix.c_str();
  sortid_id id;
  sortid_error why;
  c_good(sortid_named_at(&options, bytes.data(), bytes.size(), instant(c, "t"), in(c, "name").data(),
                         in(c, "name").size(), &id, &why),
         why);
  return c_text(id);
}

json c_fields(const json& c) {
  const sortid_id id = c_parsed(c);
  sortid_field fields[16];
  std::size_t count = 0;
  c_good(sortid_fields(&id, fields, std::size(fields), &count));
  json all = json::object();
  for (std::size_t i = 0; i < count; ++i) {
    if (fields[i].shown == 0) continue;
    json& shown = all[sortid_field_facts(id.format, i)->name];
    if (fields[i].present != 0) shown = decimal({fields[i].hi, fields[i].lo});
  }
  return all;
}

const bodies in_c{
    {"text", [](const json& c) { return c_text(c_parsed(c)); }},
    {"parse", [](const json& c) { return c_text(c_parsed(c)); }},
    {"lenient",
     [](const json& c) {
       const auto read = [](sortid_format f, const char* x, std::size_t size, sortid_id* id,
                            sortid_error* e) { return sortid_parse_lenient(f, x, size, id, nullptr, e); };
       return c_text(c_read(read, c, in(c, "x").data(), in(c, "x").size()));
     }},
    {"number",
     [](const json& c) {
       const sortid_id id = c_parsed(c);
       return decimal({id.hi, id.lo});
     }},
    {"bytes",
     [](const json& c) {
       const sortid_id id = c_parsed(c);
       std::uint8_t bytes[16];
       std::size_t size = 0;
       c_good(sortid_to_bytes(&id, bytes, sizeof bytes, &size));
       uint128 value;
       for (std::size_t i = 0; i < size; ++i) value = value << 8 | uint128(bytes[i]);
       return hex(value, static_cast<unsigned>(size) * 8);
     }},
    {"hex", [](const json& c) { return c_written(sortid_to_hex, c_parsed(c)); }},
    {"prefix", [](const json& c) { return std::string(c_parsed(c).prefix); }},
    {"check",
     [](const json& c) -> json {
       sortid_id id;
       sortid_error why;
       if (sortid_parse(c_format(c), in(c, "x").data(), in(c, "x").size(), &id, &why) == SORTID_OK)
         return nullptr;
       return std::string(sortid_status_name(why.status)) + " at position " + std::to_string(why.position);
     }},
    {"detect",
     [](const json& c) {
       sortid_id id;
       sortid_error why;
       c_good(sortid_parse_any(in(c, "x").data(), in(c, "x").size(), &id, &why), why);
       return std::string(sortid_format_facts(id.format)->name);
     }},
    {"convert", c_convert},
    {"find", c_find},
    {"mask", [](const json& c) { return c_masked(c, sortid_mask, c_format(c)); }},
    {"unmask",
     [](const json& c) {
       return c_masked(c, sortid_unmask,
                       in(c, "format") == "uuidv7" ? sortid_format{SORTID_FORMAT_UUID} : c_format(c));
     }},
    {"named", c_named},
    {"fields", c_fields},
    {"ms",
     [](const json& c) {
       const sortid_id id = c_parsed(c);
       std::int64_t ms = 0;
       c_good(sortid_unix_ms(&id, nullptr, &ms));
       return ms;
     }},
    {"first", [](const json& c) { return c_text(c_read(sortid_first_at, c, instant(c, "t"), nullptr)); }},
    {"last", [](const json& c) { return c_text(c_read(sortid_last_at, c, instant(c, "t"), nullptr)); }},
    {"between",
     [](const json& c) { return c_both(sortid_ids_between, c, instant(c, "a"), instant(c, "b"), nullptr); }},
    {"text prefix",
     [](const json& c) {
       return c_both(sortid_ids_with_text_prefix, c, in(c, "p").data(), in(c, "p").size());
     }},
    {"looks like",
     [](const json& c) {
       sortid_foreign_id looks[4];
       std::size_t count = 0;
       c_good(sortid_looks_like(in(c, "x").data(), in(c, "x").size(), INT64_MAX, looks, std::size(looks),
                                &count));
       return std::string(looks[0].name);
     }},
};

// Every function of the front end that has an example.
void ask(const std::string& front, const bodies& known) {
  const char* source = std::getenv("SORTID_SOURCE");
  ASSERT_NE(source, nullptr) << "SORTID_SOURCE is not set: run this by ctest";
  const std::filesystem::path folder = source;
  std::ifstream vectors(folder / "tests/oracle/vectors/functions/vectors.json");
  std::ifstream entries(folder / "docs/functions.json");
  json cases = json::parse(vectors);
  const json listed = json::parse(entries);
  std::set<std::string> others;
  for (const json& entry : listed["functions"]) {
    if (!entry.contains("example")) continue;
    cases.push_back(entry["example"]);
    cases.back()["function"] = entry["word"];
    if (!entry["names"].contains(front)) others.insert(entry["word"]);
  }
  EXPECT_GT(cases.size(), known.size());
  for (const json& c : cases) {
    SCOPED_TRACE(c.dump());
    const auto body = known.find(in(c, "function"));
    if (body == known.end()) {
      EXPECT_TRUE(others.contains(in(c, "function")));
      continue;
    }
    try {
      EXPECT_EQ(body->second(c), c.value("answer", json("rejected")));
    } catch (const rejected& how) {
      EXPECT_EQ(name_of(how.why.why), in(c, "reason"));
      EXPECT_EQ(how.why.position, c.value("position", how.why.position));
    }
  }
}

TEST(functions, of_cpp_answer_as_their_cases_say) { ask("C++", in_cpp); }
TEST(functions, of_c_answer_as_their_cases_say) { ask("C", in_c); }

}  // namespace
