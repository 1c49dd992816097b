// Colours on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "command.hpp"

namespace sortid::cli {

inline constexpr std::string_view color_modes = "auto|always|never";
[[nodiscard]] option color_option(std::string& mode);

// Whether the terminal, or the locale, takes UTF-8.
[[nodiscard]] bool utf8_wanted();

// Whether to write colours there. "auto" means on a terminal or with CLICOLOR_FORCE, and never under
// NO_COLOR.
[[nodiscard]] bool colors_wanted(const std::string& mode, int fd);

// Escape sequences, or nothing.
struct paint {
  bool on = false;

  [[nodiscard]] std::string_view plain() const { return on ? "\x1b[0m" : ""; }
  [[nodiscard]] std::string_view bold() const { return on ? "\x1b[1m" : ""; }
  [[nodiscard]] std::string_view faint() const { return on ? "\x1b[2m" : ""; }
  // The colour of the field at that place in its layout.
  [[nodiscard]] std::string_view field(std::size_t place) const;
};

}  // namespace sortid::cli
