// The program: its subcommands, and how it ends.
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <new>

#include "cli11.hpp"
#include "commands/commands.hpp"
#include "output.hpp"
#include "store_modules.hpp"

namespace {

using namespace sortid::cli;

// A file that is opened later must not take the number of a standard stream that was closed. Every use of
// what stands in for it fails.
void occupy_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
      (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

program the_program() {
  return {.name = "sortid",
          .description = "Sortable unique ids: make, inspect, convert and check them",
          .commands = {new_command(), inspect_command(), grep_command(), convert_command(), mask_command(),
                       unmask_command(), check_command(), range_command(), formats_command(), pool_command(),
                       udf_command()},
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
  // The program ends quietly when its reader goes away, as other tools do. A parent that ignores or blocks
  // the signal passes that on to its children, so both are undone.
  (void)std::signal(SIGPIPE, SIG_DFL);
  sigset_t closed_pipe;
  (void)sigemptyset(&closed_pipe);
  (void)sigaddset(&closed_pipe, SIGPIPE);
  (void)sigprocmask(SIG_UNBLOCK, &closed_pipe, nullptr);
  // A limit on file sizes is a failed write.
  (void)std::signal(SIGXFSZ, SIG_IGN);
  occupy_standard_streams();
#if defined(__GLIBC__)
  // By default each thread reserves 64 MiB of addresses and more, which fails under a limit on them. The
  // threads here keep their buffers and allocate seldom, so one arena serves all.
  (void)mallopt(M_ARENA_MAX, 1);
#endif
  try {
    add_store_modules();
    return static_cast<int>(run_program(the_program(), argc, argv));
  } catch (const std::bad_alloc&) {
    say("out of memory");
    return static_cast<int>(status::io_failed);
  }
}
