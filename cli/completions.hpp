// Shell completions and the man page, written from the option table that also gives the help.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}  // namespace CLI

namespace sortid::cli {

inline constexpr std::string_view generated_kinds = "bash|zsh|fish|man";

// The file of that kind, or a usage error.
[[nodiscard]] std::string generate(const CLI::App& program, std::string_view kind);

}  // namespace sortid::cli
