// What a subcommand takes, as a table. From it come the parser, the help, the completions and the man page.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sortid/layout.hpp"

namespace sortid::cli {

// The program's exit code.
enum class status : std::uint8_t {
  all_valid = 0,
  some_invalid = 1,
  wrong_usage = 2,
  io_failed = 3,
};

// Wrong usage that the option parser cannot find: its sentence is printed, and the program ends with 2.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A file or a service that failed although the usage was right: its sentence is printed, and the program ends
// with 3.
class io_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A question to a format: `&layout::prefixed`, `&layout::bounded`.
using format_predicate = std::function<bool(const layout&)>;

// Names of values: FORMAT stands for the names of all formats, FILE and DIR for a path, and a|b|c for a
// choice.
inline constexpr std::string_view any_format_name = "FORMAT";
inline constexpr std::string_view any_file_name = "FILE";
inline constexpr std::string_view any_folder_name = "DIR";

// Where a value goes: a flag, a text, a text that tells whether it was given, all the words of an argument.
using option_target =
    std::variant<bool*, std::string*, std::optional<std::string>*, std::vector<std::string>*>;

struct option {
  std::vector<std::string> flags = {};  // "-t", "--to"; empty for an argument
  std::string name = {};                // of an argument
  option_target target = static_cast<bool*>(nullptr);
  std::string value = {};       // name of the value, see any_format_name; empty for a flag
  format_predicate takes = {};  // formats that it does not reject; empty: all
  std::string description = {};
  bool required = false;
  bool may_be_empty = false;  // else an empty value is an error: an unset variable perhaps
  int most = 1;               // words of an argument; many: any number
};
inline constexpr int many = 1 << 30;

struct command {
  std::string name;
  std::string description;
  std::vector<option> options = {};
  std::string footer = {};
  std::function<status()> run;
  std::string alias = {};                      // another name that people type
  std::vector<std::string>* unread = nullptr;  // gets all words behind the name, options among them
};

struct program {
  std::string name;
  std::string description;
  std::vector<command> commands;
  std::string footer;
};

// An option that is given or not, and one that has a value.
[[nodiscard]] inline option flag_option(std::vector<std::string> flags, bool& target,
                                        std::string description) {
  return {.flags = std::move(flags), .target = &target, .description = std::move(description)};
}
[[nodiscard]] inline option value_option(const std::vector<std::string>& flags, auto& target,
                                         std::string_view value, std::string_view description) {
  return {.flags = flags,
          .target = &target,
          .value = std::string(value),
          .description = std::string(description)};
}

// --- options that several subcommands have ----------------------------------------------------------------

// What every command takes, and what the program alone does.
[[nodiscard]] inline option help_option() {
  return {.flags = {"-h", "--help"}, .description = "Print this help message and exit"};
}
[[nodiscard]] inline option version_option() {
  return {.flags = {"-V", "--version"}, .description = "Print the version"};
}
// `sortid help new` is `sortid new --help`.
inline constexpr std::string_view help_word = "help";

// The ids that a command reads.
[[nodiscard]] inline option ids_argument(std::vector<std::string>& ids, const std::string& verb) {
  return {.name = "ID",
          .target = &ids,
          .description = "Ids to " + verb + "; without any, or for -, one a line from standard input",
          .most = many};
}
// The files of ids that a command reads.
[[nodiscard]] inline option files_argument(std::vector<std::string>& files, const std::string& verb) {
  return {.name = std::string(any_file_name),
          .target = &files,
          .value = std::string(any_file_name),
          .description = "Files to " + verb + "; without any, or for -, standard input",
          .most = many};
}
// How long the store of a pool may take.
[[nodiscard]] inline option deadline_option(std::string& deadline) {
  return value_option({"--deadline"}, deadline, "MS",
                      "Milliseconds to wait for the store of the pool (default: 5000)");
}
// The one format that is accepted.
[[nodiscard]] inline option only_format_option(std::string& format) {
  return value_option({"-f", "--format"}, format, any_format_name,
                      "Accept this format alone (default: any format)");
}
// Where rejected lines go.
[[nodiscard]] inline option invalid_option(std::string& path) {
  return value_option({"--invalid"}, path, any_file_name,
                      "Write the rejected lines there, as they came; not a file of <, > or 2>");
}
// On how many threads it works.
[[nodiscard]] inline option jobs_option(std::string& jobs) {
  return value_option({"--jobs"}, jobs, "N",
                      "Number of threads; the output keeps its order (default: as many as the machine has, "
                      "at most 8)");
}

}  // namespace sortid::cli
