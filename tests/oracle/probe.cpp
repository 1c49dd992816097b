// Answers the oracle's questions with the library: PROTOCOL.md says which, and in what words.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sortid/formats.hpp"
#include "sortid/generator.hpp"
#include "sortid/instant.hpp"
#include "sortid/range.hpp"

namespace {

using sortid::uint128;

using words = std::vector<std::string_view>;

words split(std::string_view line) {
  words out;
  for (std::size_t from = 0;;) {
    const std::size_t to = line.find(' ', from);
    out.push_back(line.substr(from, to - from));
    if (to == std::string_view::npos) return out;
    from = to + 1;
  }
}

unsigned digit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); }

std::string text_of(std::string_view word) {
  std::string out;
  if (word == "-") return out;
  for (std::size_t i = 0; i + 1 < word.size(); i += 2)
    out += static_cast<char>(digit(word[i]) << 4U | digit(word[i + 1]));
  return out;
}

std::string word_of(std::string_view text) {
  if (text.empty()) return "-";
  std::string out;
  for (const char c : text) {
    out += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4U];
    out += "0123456789abcdef"[static_cast<unsigned char>(c) & 15U];
  }
  return out;
}

uint128 value_of(std::string_view word) {
  uint128 value;
  for (const char c : word) value = value << 4 | uint128(digit(c));
  return value;
}

std::string hex_of(sortid::format format, uint128 value) {
  char digits[32];
  const std::size_t size = format.layout().bits / 4;
  sortid::detail::write_hex(value, size, digits);
  return {digits, size};
}

std::string decimal_of(uint128 value) {
  char digits[sortid::detail::max_decimal_digits];
  return {digits, sortid::detail::write_decimal(value, digits)};
}

std::int64_t ms_of(std::string_view word) { return std::stoll(std::string(word)); }

std::string error_line(const sortid::error& e, bool with_position = true) {
  return "err " + std::string(sortid::name_of(e.why)) +
         (with_position ? " " + std::to_string(e.position) : " -");
}

std::string extra_of(const sortid::some_id& id, std::string_view text) {
  if (id.format == sortid::format::of<sortid::type_id>())
    return id.prefix.empty() ? "-" : std::string(id.prefix.view());
  if (id.format != sortid::format::of<sortid::euid>()) return "-";
  return *sortid::euid::check_of(text) == sortid::euid::check::none ? "none" : "valid";
}

std::string parse(sortid::format format, std::string_view text, bool leniently) {
  const auto read = [&]() -> sortid::result<sortid::some_id> {
    if (!leniently) return format.parse(text);
    const auto lenient = format.parse_lenient(text);
    if (!lenient) return lenient.error();
    return lenient->id;
  }();
  if (!read) return error_line(read.error());
  return "ok " + hex_of(format, read->value) + " " + word_of(read->to_text()) + " " + extra_of(*read, text);
}

std::string to_text(sortid::format format, uint128 value, std::string_view extra) {
  auto id = format.from_number(value);
  if (!id) return error_line(id.error(), false);
  if (format == sortid::format::of<sortid::type_id>()) {
    const auto prefix = sortid::type_prefix::parse(text_of(extra));
    if (!prefix) return error_line(prefix.error());
    id->prefix = *prefix;
  }
  if (extra == "none") return "ok " + word_of(sortid::euid::from_number(value)->to_text_unchecked());
  return "ok " + word_of(id->to_text());
}

std::string show(sortid::format format, uint128 value) {
  const auto id = format.from_number(value);
  if (!id) return error_line(id.error(), false);
  const auto& layout = format.layout();
  std::string fields;
  id->visit([&](const auto& typed) {
    for (std::size_t i = 0; i < layout.field_count(); ++i) {
      if (!typed.has_field(i)) continue;
      const auto field = typed.read_field(i);
      if (!fields.empty()) fields += ';';
      fields.append(layout.fields[i].name).append("=").append(field ? decimal_of(*field) : "null");
    }
  });
  const auto ms = id->unix_ms();
  const std::string uuid = layout.bits == 128 ? std::string(sortid::uuid(value).to_text().view()) : "-";
  return "ok " + word_of(id->to_text()) + " " + decimal_of(value) + " " + uuid + " " +
         (ms ? std::to_string(*ms) : "null") + " " +
         (ms ? std::string(sortid::instant_to_text(*ms).view()) : "null") + " " + fields;
}

// Calls f with the id type when its ids carry an instant.
template <class F>
std::string if_timed(sortid::format format, F f) {
  return format.visit([&]<class Id>(std::type_identity<Id>) -> std::string {
    if constexpr (sortid::timed_id<Id>) {
      return f(std::type_identity<Id>());
    } else {
      return "err range -";
    }
  });
}

std::string edge(sortid::format format, std::int64_t ms, bool last) {
  return if_timed(format, [&]<class Id>(std::type_identity<Id>) {
    const auto id = last ? sortid::last_at<Id>(ms) : sortid::first_at<Id>(ms);
    return id ? "ok " + hex_of(format, id->number()) : error_line(id.error(), false);
  });
}

std::string interval(sortid::format format, std::int64_t from, std::int64_t to) {
  return if_timed(format, [&]<class Id>(std::type_identity<Id>) {
    const auto ids = sortid::ids_between<Id>(from, to);
    return ids ? "ok " + hex_of(format, ids->first.number()) + " " + hex_of(format, ids->last.number())
               : error_line(ids.error(), false);
  });
}

std::string bounds(std::string_view prefix) {
  const auto ids = sortid::ids_with_text_prefix<sortid::uid11>(prefix);
  if (!ids) return error_line(ids.error());
  const auto format = sortid::format::of<sortid::uid11>();
  return "ok " + hex_of(format, ids->first.number()) + " " + hex_of(format, ids->last.number());
}

std::string detect(std::string_view text) {
  std::string answer = "ok ";
  for (const sortid::format f : sortid::detect(text)) answer.append(f.name()).append(1, ',');
  if (answer.back() == ',') {
    answer.pop_back();
  } else {
    answer += '-';
  }
  return answer;
}

// Hands out the bits that the request names.
struct given_bits {
  uint128 bits;
  bool fill(void* to, std::size_t size) noexcept {
    if (size != sizeof bits) return false;
    *static_cast<uint128*>(to) = bits;
    return true;
  }
};
struct given_time {
  std::int64_t ms;
  [[nodiscard]] std::int64_t now() const noexcept { return ms; }
  void pause(std::int64_t) noexcept {}
};

std::string build_euid(const words& w) {
  constexpr unsigned extension_shift = 68;
  sortid::generator_options options;
  if (w[2] != "-") {
    const unsigned long extension = std::stoul(std::string(w[2]));
    if (extension > 0xFFFF) return "err range -";
    options.extension = static_cast<std::uint16_t>(extension);
  }
  const uint128 bits = uint128(std::stoul(std::string(w[3]))) << extension_shift | value_of(w[4]);
  auto generator =
      sortid::generator<sortid::euid, given_time, given_bits>::make(options, {}, {ms_of(w[1])}, {bits});
  if (!generator) return error_line(generator.error(), false);
  const auto id = generator->next();
  return id ? "ok " + hex_of(sortid::format::of<sortid::euid>(), id->number()) : "err range -";
}

std::string answer(std::string_view line) {
  const words w = split(line);
  if (w[0] == "bounds" && w.size() == 2) return bounds(text_of(w[1]));
  if (w[0] == "detect" && w.size() == 2) return detect(text_of(w[1]));
  if (w[0] == "checkmod" && w.size() == 2)
    return "ok " + std::to_string(sortid::euid::from_number(value_of(w[1]))->check_mod());
  if (w[0] == "euid" && w.size() == 5) return build_euid(w);
  const auto format = w.size() > 2 ? sortid::format::find(w[1]) : std::nullopt;
  if (!format) return "bad";
  if (w[0] == "parse" || w[0] == "lenient") return parse(*format, text_of(w[2]), w[0] == "lenient");
  if (w[0] == "text" && w.size() == 4) return to_text(*format, value_of(w[2]), w[3]);
  if (w[0] == "show") return show(*format, value_of(w[2]));
  if (w[0] == "first" || w[0] == "last") return edge(*format, ms_of(w[2]), w[0] == "last");
  if (w[0] == "interval" && w.size() == 4) return interval(*format, ms_of(w[2]), ms_of(w[3]));
  return "bad";
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(line) << '\n';
  return std::cout.good() ? 0 : 1;
}
