// One order for all processes of a host: a file that they open, and no server.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include <sortid/ordered_generator.hpp>
#include <sortid/ulid.hpp>

namespace {

int run(const char* path) {
  // [open]
  auto ids = sortid::host_generator<sortid::ulid>::open(path);
  if (!ids) {
    std::fprintf(stderr, "%s: %s\n", path, ids.error().what);
    return 1;
  }
  const auto mine = ids->next();
  // [/open]

  // Another process; here a child that opens the file for itself.
  const pid_t child = fork();
  if (child == 0) {
    auto again = sortid::host_generator<sortid::ulid>::open(path);
    if (!again || !mine) _exit(1);
    const auto theirs = again->next();
    _exit(theirs && *mine < *theirs ? 0 : 1);
  }
  int status = 1;
  if (waitpid(child, &status, 0) != child || status != 0) return 1;

  const auto next = ids->next();  // after the child's
  return mine && next && *mine < *next ? 0 : 1;
}

}  // namespace

int main() {
  std::string folder = "host_order.XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const std::string path = folder + "/ids.order";
  const int end = run(path.c_str());
  (void)std::remove(path.c_str());
  (void)std::remove(folder.c_str());
  return end;
}
