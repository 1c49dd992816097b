// The program: its subcommands, and how it ends.
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "cli11.hpp"
#include "commands/commands.hpp"
#include "host/host.hpp"
#include "output.hpp"
#include "store_modules.hpp"

namespace {

using namespace sortid::cli;

program the_program() {
  return {.name = "sortid",
          .description = "Sortable unique ids: make, inspect, convert and check them",
          .commands = {new_command(), inspect_command(), grep_command(), convert_command(), mask_command(),
                       unmask_command(), check_command(), sort_command(), uniq_command(), join_command(),
                       range_command(), formats_command(), pool_command(), udf_command(), conform_command()},
          .footer =
              "Ids come from the arguments, or one a line from standard input. Each invalid\n"
              "id gets a line on standard error and never stops the others.\n"
              "\n"
              "Exit status: 0 all valid, 1 some invalid, 2 wrong usage, 3 input or output\n"
              "failed.\n"
              "\n"
              "Examples:\n"
              "  sortid new uuidv7 -n 5\n"
              "  sortid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
              "  sortid convert --to uuid < ulids.txt > uuids.txt\n"
              "  sortid new --help"};
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words = os::begin(argc, argv);
  try {
    add_store_modules();
    return static_cast<int>(run_program(the_program(), std::move(words)));
  } catch (const std::bad_alloc&) {
    say("out of memory");
    return static_cast<int>(status::io_failed);
  }
}
