// `--generate`: shell completions and the man page, written from the option table.
#pragma once

#include <string>
#include <string_view>

#include "command.hpp"

namespace sortid::cli {

inline constexpr std::string_view generated_kinds = "bash|zsh|fish|man";

// The file of that kind, or a usage error.
[[nodiscard]] std::string generate(const program& p, std::string_view kind);

}  // namespace sortid::cli
