// The program: its subcommands, and how it ends.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>

#include "command.hpp"
#include "completions.hpp"
#include "sortid/version.hpp"
#include "stream.hpp"

namespace {

using sortid::cli::status;

// A file that is opened later must not take the number of a standard stream that was closed. What stands in for one
// refuses every use.
void occupy_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
      (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// The words before "--", for the option parser; those behind it are put aside where the subcommand takes any number.
std::vector<std::string> words_to_parse(const CLI::App& program, int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const auto dashes = std::find(words.begin(), words.end(), "--");
  const auto named = program.get_subcommands(
      [&](const CLI::App* app) { return !words.empty() && app->get_name() == words.front(); });
  const auto takes_many = [](const CLI::Option* o) {
    return o->get_positional() && o->get_items_expected_max() > 1;
  };
  if (dashes != words.end() && !named.empty() && !named.front()->get_options(takes_many).empty()) {
    sortid::cli::put_aside({dashes + 1, words.end()});
    words.erase(dashes, words.end());
  }
  for (std::string& word : words) {
    if (word.starts_with('[') && word.ends_with(']')) word += sortid::cli::whole_word_mark;
  }
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  return words;
}

// An option without a value is a slip, an unset variable say; only prefixes may be empty.
void refuse_empty_values(CLI::App& program) {
  for (CLI::App* const command : program.get_subcommands([](const CLI::App*) { return true; })) {
    for (CLI::Option* const option : command->get_options()) {
      const std::string name = option->get_name();
      if (option->get_positional() || option->get_items_expected_max() == 0 || name == "--prefix" ||
          name == "--text-prefix")
        continue;
      option->check(CLI::Validator(
          [](const std::string& value) { return std::string(value.empty() ? "a value is missing" : ""); },
          ""));
    }
  }
}

status complain(const std::string& sentence, const CLI::App& program) {
  const auto chosen = program.get_subcommands();
  sortid::cli::say(fmt::format("{}\nTry: sortid {}--help", sentence,
                               chosen.empty() ? "" : chosen.front()->get_name() + " "));
  return status::wrong_usage;
}

}  // namespace

int main(int argc, char** argv) {
  // A closed pipe and a limit on file sizes are failed writes.
  (void)std::signal(SIGPIPE, SIG_IGN);
  (void)std::signal(SIGXFSZ, SIG_IGN);
  occupy_standard_streams();

  CLI::App program("Sortable unique ids: make, inspect, convert and check them", "sortid");
  status end = status::all_valid;
  sortid::cli::add_new(program, end);
  sortid::cli::add_inspect(program, end);
  sortid::cli::add_convert(program, end);
  sortid::cli::add_check(program, end);
  sortid::cli::add_range(program, end);
  sortid::cli::add_formats(program, end);

  std::string kind;
  program.add_option("--generate", kind, "Write completions or the man page")
      ->type_name(std::string(sortid::cli::generated_kinds))
      ->group("");
  program.set_version_flag("--version", "sortid " + std::string(sortid::library_version),
                           "Print the version");
  program.get_formatter()->column_width(34);
  program.require_subcommand(0, 1);
  program.footer(
      "Ids come from the arguments, or one a line from standard input. Bad ones are reported one a\n"
      "line and never stop the others.\n"
      "\n"
      "Exit status: 0 all valid, 1 some invalid, 2 wrong usage, 3 input or output failed.\n"
      "\n"
      "Examples:\n"
      "  sortid new uuidv7 -n 5\n"
      "  sortid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
      "  sortid convert --to uuid < ulids.txt > uuids.txt\n"
      "  sortid new --help");

  refuse_empty_values(program);

  try {
    program.parse(words_to_parse(program, argc, argv));
    if (!kind.empty()) {
      end = sortid::cli::print(sortid::cli::generate(program, kind));
    } else if (program.get_subcommands().empty()) {
      end = complain("a subcommand is missing", program);
    }
  } catch (const CLI::CallForHelp&) {
    end = sortid::cli::print(program.help());
  } catch (const CLI::CallForVersion& version) {
    end = sortid::cli::print(std::string(version.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    end = complain(error.what(), program);
  } catch (const sortid::cli::usage_error& error) {
    end = complain(error.what(), program);
  } catch (const std::bad_alloc&) {
    sortid::cli::say("out of memory");
    end = status::io_failed;
  }
  return static_cast<int>(end);
}
