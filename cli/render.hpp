// What people look at: colours, and the card of an id. 80 columns, and readable without colours.
#pragma once

#include <string>

#include "notation.hpp"
#include "options.hpp"

namespace sortid::cli {

inline constexpr std::string_view color_modes = "auto|always|never";
[[nodiscard]] option color_option(std::string& mode);

// Whether to write colours there. auto: on a terminal, or with CLICOLOR_FORCE, and never under NO_COLOR.
[[nodiscard]] bool colors_wanted(const std::string& mode, int fd);

// Escape sequences, or nothing.
struct paint {
  bool on = false;

  [[nodiscard]] std::string_view plain() const { return on ? "\x1b[0m" : ""; }
  [[nodiscard]] std::string_view bold() const { return on ? "\x1b[1m" : ""; }
  [[nodiscard]] std::string_view faint() const { return on ? "\x1b[2m" : ""; }
  // Of the field at that place in its layout.
  [[nodiscard]] std::string_view field(std::size_t place) const;
};

// A span of milliseconds in its two largest units: 9 years 114 days.
[[nodiscard]] std::string in_words(std::uint64_t ms);
// The same seen from `now`: … ago, in …, now.
[[nodiscard]] std::string seen_from(std::int64_t now, std::int64_t instant);

// What a card shows of an id.
struct card {
  const sortid::layout& layout;
  std::string_view input;
  bool canonical;  // the input is the id's own text
  uint128 value;
  std::optional<std::int64_t> unix_ms;
  std::string text;
  std::string prefix;  // a TypeID's
  field_values fields;
  std::optional<bool> checked;  // EUID: whether the text has a check-mod
  format_set others;            // what else the text could be
};

void append_card(buffer& to, const card& c, const paint& p, std::int64_t now);

[[nodiscard]] card card_of(std::string_view input, const known_id& id, bool canonical,
                           std::optional<std::int64_t> epoch);

}  // namespace sortid::cli
