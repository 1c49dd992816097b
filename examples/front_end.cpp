// The smallest front end: a host that calls functions by name gets ulid_new(), ulid_time(text), … of every
// format.
// [all]
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <sortid/by_format.hpp>
#include <sortid/generator.hpp>

using function = std::function<std::string(std::string_view argument)>;
std::map<std::string, function> functions;

std::string new_text(sortid::format format) {
  return format.visit([]<class Id>(std::type_identity<Id>) -> std::string {
    if constexpr (Id::layout().generated) {
      const auto id = sortid::new_id<Id>();
      return std::string(id ? id->to_text().view() : sortid::name_of(id.error()));
    } else {
      return {};
    }
  });
}

std::string time_of(sortid::format format, std::string_view text) {
  const auto id = sortid::by_format::parse(format, text);
  if (!id) return std::string(sortid::message(id.error(), format.name()).view());
  const auto unix_ms = sortid::by_format::unix_ms(format, id->value, std::nullopt);
  return unix_ms ? std::string(sortid::instant_to_text(*unix_ms).view()) : "null";
}

void add(sortid::format format) {
  const sortid::layout& facts = format.layout();
  const std::string name(facts.sql_name().view());
  if (facts.generated) functions[name + "_new"] = [format](auto) { return new_text(format); };
  if (facts.timed()) functions[name + "_time"] = [format](auto text) { return time_of(format, text); };
}

int main() {
  for (const sortid::format format : sortid::format::all()) add(format);
  std::puts(functions["xid_time"]("5TK7MT834rx").c_str());                  // 2026-05-10T22:41:37.826Z
  std::puts(functions["ulid_time"]("01ARZ3NDEKTSV4RRFFQ69G5FAU").c_str());  // 'U' at position 25 is not …
  return functions["ulid_time"](functions["ulid_new"]({})).starts_with("20") ? 0 : 1;
}
// [/all]
