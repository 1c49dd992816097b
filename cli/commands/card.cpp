#include "commands/card.hpp"

#include <algorithm>

#include "human_time.hpp"
#include "ids/id_parser.hpp"
#include "ids/json.hpp"
#include "ids/text.hpp"
#include "sortid/batch_by_format.hpp"
#include "sortid/instant.hpp"
#include "sortid/looks_like.hpp"

namespace sortid::cli {

namespace {

constexpr unsigned bits_of_a_row = 64;
constexpr unsigned bits_of_a_group = 8;

// The place of the field that the bit belongs to; bits are counted from the value's lowest.
std::size_t field_at(const layout& l, unsigned bit) {
  std::size_t i = 0;
  while (i + 1 < l.field_count() && l.shift(i) > bit) ++i;
  return i;
}

// Fields are marked by the letters a, b, c, … where colours do not tell them apart.
char letter(std::size_t place) { return static_cast<char>('a' + place); }

bool has_meaning(const card& c, std::size_t place) {
  const role r = c.layout.fields[place].role;
  return c.fields[place].shown || r == role::sign || r == role::reserved;
}

// Calls each(bit) from the highest of a row to its lowest, with a space between groups.
template <class Each>
void append_row(buffer& to, unsigned highest, Each each) {
  append(to, "  ");
  for (unsigned i = 0; i < bits_of_a_row; ++i) {
    if (i != 0 && i % bits_of_a_group == 0) to.push_back(' ');
    each(highest - i);
  }
}

void append_ruler(buffer& to, unsigned highest, const paint& p) {
  append_format(to, "  {}", p.faint());
  for (unsigned bit = highest + 1; bit != highest + 1 - bits_of_a_row; bit -= bits_of_a_group) {
    const bool last = bit == highest + 1 - bits_of_a_row + bits_of_a_group;
    append_format(to, "{:<{}}", bit - 1, last ? 0 : bits_of_a_group + 1);
  }
  append_format(to, "{}\n", p.plain());
}

// The bits in their fields' colours; without colours the fields' letters stand below them.
void append_bits(buffer& to, const card& c, const paint& p) {
  for (unsigned left = c.layout.bits; left != 0; left -= bits_of_a_row) {
    const unsigned highest = left - 1;
    append_ruler(to, highest, p);
    std::size_t field = c.layout.field_count();
    append_row(to, highest, [&](unsigned bit) {
      if (field_at(c.layout, bit) != field) {
        field = field_at(c.layout, bit);
        append(to, p.plain());
        append(to, has_meaning(c, field) ? p.field(field) : p.faint());
      }
      to.push_back(((c.value >> bit).lo & 1U) != 0 ? '1' : '0');
    });
    append(to, p.plain());
    append(to, "\n");
    if (p.on) continue;
    append_row(to, highest, [&](unsigned bit) {
      const std::size_t at = field_at(c.layout, bit);
      to.push_back(has_meaning(c, at) ? letter(at) : '.');
    });
    append(to, "\n");
  }
}

std::string hex_of(uint128 value, unsigned bits) {
  std::string digits =
      value.hi == 0 ? fmt::format("{:x}", value.lo) : fmt::format("{:x}{:016x}", value.hi, value.lo);
  const std::size_t width = (bits + 3) / 4;
  return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

void append_legend(buffer& to, const card& c, const paint& p) {
  for (std::size_t i = 0; i < c.layout.field_count(); ++i) {
    const field& f = c.layout.fields[i];
    if (!has_meaning(c, i)) continue;
    const auto& [shown, present, value] = c.fields[i];
    const std::string decimal = present && shown ? decimal_of(value) : "";
    const std::string bits = fmt::format("{} bit{}", f.bits, f.bits == 1 ? "" : "s");
    const std::string hex = present ? hex_of(value, f.bits) : "";
    const std::string_view none = f.role == role::extension ? "none, random bits" : "";
    std::string line =
        fmt::format("  {}{} {:<16}{} {:>8}   {:<{}}", p.field(i), p.on ? "■" : std::string(1, letter(i)),
                    f.name, p.plain(), bits, present ? decimal : none, present ? 24 : 0);
    if (!hex.empty()) line += fmt::format("   {}{}{}", p.faint(), hex, p.plain());
    append(to, line);
    append(to, "\n");
  }
}

void append_fact(buffer& to, const paint& p, std::string_view name, std::string_view value) {
  append_format(to, "  {}{:<13}{} {}\n", p.faint(), name, p.plain(), value);
}

// The same as a distance from `now`: "… ago", "in …" or "now".
std::string seen_from(std::int64_t now, std::int64_t instant) {
  if (instant == now) return "now";
  const auto span = instant < now ? static_cast<std::uint64_t>(now) - static_cast<std::uint64_t>(instant)
                                  : static_cast<std::uint64_t>(instant) - static_cast<std::uint64_t>(now);
  return instant < now ? in_words(span) + " ago" : "in " + in_words(span);
}

// The parts that a UUID's version names, beside those of its layout.
void append_uuid_parts(buffer& to, const card& c, const paint& p) {
  if (&c.layout != &uuid_layout) return;
  const foreign_id seen = foreign_id_of_uuid(c.value);
  for (std::size_t i = 0; i < seen.field_count; ++i)
    append_fact(to, p, seen.fields[i].name, decimal_of(seen.fields[i].value));
}

// The same bits as texts of the other formats that hold them.
void append_other_texts(buffer& to, const card& c, const paint& p) {
  std::vector<std::string> shown{c.text};
  for (const format f : format::all()) {
    const layout& l = f.layout();
    if (l.bits != c.layout.bits || l.detection == detection::by_name || &l == &c.layout) continue;
    if (by_format::check_value(f, c.value).why != reason::none) continue;
    std::string text = text_of(f, {}, c.value);
    if (std::find(shown.begin(), shown.end(), text) != shown.end()) continue;
    append_fact(to, p, l.name, text);
    shown.push_back(std::move(text));
  }
}

}  // namespace

card card_of(std::string_view input, const known_id& id, std::optional<std::int64_t> epoch) {
  const format f = *id.format;
  const std::string text = text_of(f, id.prefix, id.value);
  return {f.layout(),
          input,
          input == text,
          id.value,
          by_format::unix_ms(f, id.value, epoch),
          text,
          std::string(id.prefix),
          by_format::fields(f, id.value),
          check_of(input, f),
          others_of(input, f)};
}

void append_card(buffer& to, const card& c, const paint& p, std::int64_t now, bool whole) {
  append_format(to, "{}{}{}\n", p.bold(), c.text, p.plain());
  append_format(to, "  {}{}{}: {}, {} bits\n\n", p.bold(), c.layout.name, p.plain(), c.layout.title,
                c.layout.bits);
  if (whole) {
    append_bits(to, c, p);
    append(to, "\n");
  }
  append_legend(to, c, p);
  append(to, "\n");
  if (c.unix_ms) {
    append_fact(to, p, "time",
                fmt::format("{}{}{}  {}", p.bold(), instant_to_text(*c.unix_ms).view(), p.plain(),
                            seen_from(now, *c.unix_ms)));
    if (&c.layout == &uuid_layout && uuid(c.value).version() == 2)
      append_fact(to, p, "note", "version 2: the earliest instant; it was made at most 7 min 9.5 s later");
    if (whole) append_fact(to, p, "unix ms", fmt::to_string(*c.unix_ms));
  } else {
    append_fact(to, p, "time", "none in these bits");
  }
  if (!c.prefix.empty()) append_fact(to, p, "prefix", c.prefix);
  if (c.checked)
    append_fact(to, p, "check", *c.checked ? "valid" : "none: the text cannot tell whether it is damaged");
  append_uuid_parts(to, c, p);
  if (whole) {
    append_fact(to, p, "hex", hex_of(c.value, c.layout.bits));
    append_fact(to, p, "int", decimal_of(c.value));
    append_other_texts(to, c, p);
    // docs/order.md. Java looks at the lower half's sign, MariaDB at the version; constants keep both.
    if (c.layout.bits == uuid_layout.bits && &c.layout != &uuid_layout)
      append_fact(to, p, "uuid order",
                  c.layout.has(role::constant)
                      ? "lost in the UUIDs of ClickHouse and SQL Server"
                      : "lost in the UUIDs of ClickHouse, SQL Server, Java and MariaDB");
  }
  if (!c.others.empty()) {
    std::string names;
    for (const format f : c.others) names.append(names.empty() ? "" : ", ").append(f.name());
    append_fact(to, p, "could also be", names);
  }
  if (!c.canonical)
    append_fact(to, p, "note", fmt::format("given as {}; the heading has the canonical spelling", c.input));
}

}  // namespace sortid::cli
