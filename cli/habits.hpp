// What people type who know uuidgen, ulid, typeid, ksuid, uuinfo and the tools of files, and what it is here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"

namespace sortid::cli {

// The words of the command line with other programs' words replaced where they mean one thing here:
// `decode ID` is `inspect ID`, `new -C 3` is `new --count 3`.
[[nodiscard]] std::vector<std::string> as_meant(const program& p, std::vector<std::string> words);

// What to tell whoever types a flag or a word of a subcommand that has no such meaning here.
// Empty when it is nobody's habit.
[[nodiscard]] std::string_view advice_on(std::string_view subcommand, std::string_view word);

// A word that is no option, and an id of a format whose texts can be told.
[[nodiscard]] bool is_option(std::string_view word);
[[nodiscard]] bool is_id(std::string_view word);

}  // namespace sortid::cli
