#include "sorting/field.hpp"

#include <fmt/format.h>

#include "values.hpp"

namespace sortid::cli {

namespace {

constexpr std::string_view blanks = " \t";

}  // namespace

std::optional<std::string_view> field_of_line::in(std::string_view line, std::size_t& found) const {
  found = 0;
  while (true) {
    if (!separator) {
      line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
      if (line.empty()) return std::nullopt;
    }
    const std::size_t end = separator ? line.find(*separator) : line.find_first_of(blanks);
    if (++found == number) return line.substr(0, end);
    if (end == std::string_view::npos) return std::nullopt;
    line.remove_prefix(end + 1);
  }
}

std::optional<field_of_line> field_of_options(const std::string& field, const std::string& separator) {
  if (field.empty()) {
    if (!separator.empty()) throw usage_error("--separator is for --field N");
    return std::nullopt;
  }
  field_of_line named{.number = static_cast<std::size_t>(number_of("--field", field))};
  if (named.number == 0) throw usage_error("--field 0: fields are counted from 1");
  if (separator == R"(\t)") {
    named.separator = '\t';
  } else if (separator.size() == 1) {
    named.separator = separator.front();
  } else if (!separator.empty()) {
    throw usage_error(fmt::format(R"(--separator "{}": one character expected, or \t)", separator));
  }
  return named;
}

void read_fields(const block& in, const id_parser& from, const field_of_line& field, block_result& result,
                 const std::function<void(const known_id& id, std::string_view text, std::uint64_t number,
                                          std::string_view line)>& take) {
  for_each_text(in, [&](std::uint64_t number, std::string_view text, std::string_view raw) {
    std::size_t found = 0;
    known_id id;
    const auto value = field.in(text, found);
    const id_error why = value
                             ? from.read(*value, id)
                             : id_error{{reason::length, detail::clamp32(text.size()), 0, 0},
                                        "field",
                                        fmt::format("field {} is wanted, there are {}", field.number, found)};
    if (why) {
      result.reject(in, number, value.value_or(text), raw, why);
    } else {
      ++result.valid;
      take(id, *value, number, raw.ends_with('\n') ? raw.substr(0, raw.size() - 1) : raw);
    }
    result.relieve();
  });
}

}  // namespace sortid::cli
