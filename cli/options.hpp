// What a subcommand takes, as a table: the parser, the help, the completions and the man page are made from it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "command.hpp"

namespace sortid::cli {

// Where a value goes: a flag, a text, a text that tells whether it was given, all the words of an argument.
using option_target =
    std::variant<bool*, std::string*, std::optional<std::string>*, std::vector<std::string>*>;

struct option {
  std::vector<std::string> flags = {};  // "-t", "--to"; empty for an argument
  std::string name = {};                // of an argument
  option_target target = static_cast<bool*>(nullptr);
  std::string value = {};  // name of the value, see any_format_name; empty for a flag
  bool (*takes)(const layout&) noexcept = nullptr;  // formats that it does not refuse; nullptr: all
  std::string description = {};
  bool required = false;
  bool may_be_empty = false;  // else an empty value is a slip, an unset variable say
  int most = 1;               // words of an argument; many: any number
};
inline constexpr int many = 1 << 30;

// The choices of its value, FORMAT spelled out; empty for a free text.
[[nodiscard]] std::vector<std::string> choices_of(const option& o);

struct command {
  std::string name;
  std::string description;
  std::vector<option> options;
  std::string footer;
  std::function<status()> run;
  std::string alias = {};  // another name that people type
};

struct program {
  std::string name;
  std::string description;
  std::vector<command> commands;
  std::string footer;
};

[[nodiscard]] command new_command();
[[nodiscard]] command inspect_command();
[[nodiscard]] command convert_command();
[[nodiscard]] command check_command();
[[nodiscard]] command range_command();
[[nodiscard]] command formats_command();

// What every command takes, and what the program alone does.
[[nodiscard]] inline option help_option() {
  return {.flags = {"-h", "--help"}, .description = "Print this help message and exit"};
}
[[nodiscard]] inline option version_option() {
  return {.flags = {"-V", "--version"}, .description = "Print the version"};
}
// The ids that a command reads.
[[nodiscard]] inline option ids_argument(std::vector<std::string>& ids, const std::string& verb) {
  return {.name = "ID",
          .target = &ids,
          .description = "Ids to " + verb + "; none, or -, for one a line from standard input",
          .most = many};
}

// On how many threads it works.
[[nodiscard]] inline option jobs_option(std::string& jobs) {
  return {.flags = {"--jobs"},
          .target = &jobs,
          .value = "N",
          .description =
              "Threads to work on, output in order all the same (default: as many as the machine has, "
              "at most 8)"};
}
[[nodiscard]] unsigned threads_of(const std::string& jobs);

// Runs the command that the words name, or tells what is wrong with them.
[[nodiscard]] status run_program(const program& p, int argc, char** argv);

// Shell completions and the man page.
inline constexpr std::string_view generated_kinds = "bash|zsh|fish|man";

// The file of that kind, or a usage error.
[[nodiscard]] std::string generate(const program& p, std::string_view kind);

}  // namespace sortid::cli
