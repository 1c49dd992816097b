// What people type who know uuidgen, ulid, typeid, ksuid, uuinfo and the tools of files, and what it is here.
#pragma once

#include <string>
#include <string_view>

namespace sortid::cli {

// What stands here for a flag of a subcommand of other programs; for a word, where `subcommand` is empty.
// Empty when it is nobody's habit.
[[nodiscard]] std::string_view habit_of(std::string_view subcommand, std::string_view word);

}  // namespace sortid::cli
