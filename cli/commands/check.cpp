// sortid check: prints nothing for a valid id, and the reason for each invalid one.
#include <memory>

#include "commands/commands.hpp"
#include "ids/conversion.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

struct check_options {
  std::string format;
  bool quiet = false;
  std::string jobs;
  std::vector<std::string> ids;
};

status check(const check_options& given) {
  const conversion reads_alone(
      given.format.empty() ? reading::any_format() : reading::format_of(named_format(given.format)), {});
  return run_stream(
      reads_alone.work(), given.ids,
      {.threads = threads_of(given.jobs), .wishes = {.messages = !given.quiet}, .count = !given.quiet});
}

}  // namespace

command check_command() {
  const auto given = std::make_shared<check_options>();
  return {
      .name = "check",
      .description = "Say which ids are invalid, and why",
      .options = {{.flags = {"-f", "--format"},
                   .target = &given->format,
                   .value = std::string(any_format_name),
                   .description = "Accept this format alone (default: any format)"},
                  {.flags = {"-q", "--quiet"},
                   .target = &given->quiet,
                   .description = "Print nothing; the exit code is the answer"},
                  jobs_option(given->jobs),
                  ids_argument(given->ids, "check")},
      .footer =
          "Examples:\n"
          "  sortid check 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
          "  sortid check --format euid < ids.txt && echo all valid",
      .run = [given] { return check(*given); },
  };
}

}  // namespace sortid::cli
