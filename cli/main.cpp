// The program: its subcommands, and how it ends.
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <new>

#include "options.hpp"
#include "stream.hpp"

namespace {

using namespace sortid::cli;

// A file that is opened later must not take the number of a standard stream that was closed. What stands in for one
// refuses every use.
void occupy_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
      (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

program the_program() {
  return {.name = "sortid",
          .description = "Sortable unique ids: make, inspect, convert and check them",
          .commands = {new_command(), inspect_command(), convert_command(), check_command(), range_command(),
                       formats_command()},
          .footer =
              "Ids come from the arguments, or one a line from standard input. Bad ones are\n"
              "reported one a line and never stop the others.\n"
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
  // Where nobody reads any more, the program ends quietly, as other tools do; also under a parent that ignores or blocks
  // the signal, whose children inherit that.
  (void)std::signal(SIGPIPE, SIG_DFL);
  sigset_t closed_pipe;
  (void)sigemptyset(&closed_pipe);
  (void)sigaddset(&closed_pipe, SIGPIPE);
  (void)sigprocmask(SIG_UNBLOCK, &closed_pipe, nullptr);
  // A limit on file sizes is a failed write.
  (void)std::signal(SIGXFSZ, SIG_IGN);
  occupy_standard_streams();
#if defined(__GLIBC__)
  // By default each thread reserves addresses of its own, 64 MiB and more, which a limit on them does not forgive. Blocks
  // keep their memory, so threads seldom meet here.
  (void)mallopt(M_ARENA_MAX, 1);
#endif
  try {
    return static_cast<int>(run_program(the_program(), argc, argv));
  } catch (const std::bad_alloc&) {
    say("out of memory");
    return static_cast<int>(status::io_failed);
  }
}
