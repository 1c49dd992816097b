#include "color.hpp"

#include <cstdlib>

#include "host/host.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

bool set_and_not_empty(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace

option color_option(std::string& mode) {
  return {.flags = {"--color"},
          .target = &mode,
          .value = std::string(color_modes),
          .description = "When to colour (default: auto, on a terminal and not under NO_COLOR)"};
}

bool utf8_wanted() {
  // In the order in which they decide.
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (!set_and_not_empty(name)) continue;
    std::string letters;
    for (const char c : std::string_view(std::getenv(name))) {
      if (c != '-') letters += detail::lower(c);
    }
    return letters.find("utf8") != std::string::npos;
  }
  return false;
}

bool colors_wanted(const std::string& mode, int fd) {
  enum class modes : std::uint8_t { automatic, always, never };
  const auto wanted = static_cast<modes>(choice_of("--color", mode, color_modes));
  if (wanted != modes::automatic) return wanted == modes::always;
  if (set_and_not_empty("NO_COLOR")) return false;
  if (const char* forced = std::getenv("CLICOLOR_FORCE");
      forced != nullptr && *forced != '\0' && std::string_view(forced) != "0")
    return true;
  const char* terminal = std::getenv("TERM");
  return os::is_terminal(fd) && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

std::string_view paint::field(std::size_t place) const {
  if (!on) return "";
  // Cyan, yellow, magenta, green, blue, red: told apart on dark and on light ground.
  constexpr std::string_view colors[max_fields] = {"\x1b[36m", "\x1b[33m", "\x1b[35m",
                                                   "\x1b[32m", "\x1b[34m", "\x1b[31m"};
  return colors[place % max_fields];
}

}  // namespace sortid::cli
