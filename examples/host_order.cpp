// One order for all processes of a host: a file that they open, and no server.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include <sortid/ordered_generator.hpp>
#include <sortid/ulid.hpp>
#include <sortid/ulid_flake.hpp>

namespace {

// [options]
// Options are checked first, in a plan; then come the policies.
std::optional<sortid::ulid_flake_scalable> of_host_three(const char* path) {
  const auto plan = sortid::generator_plan<sortid::ulid_flake_scalable>::make({.node = 3});  // the sid
  if (!plan) return std::nullopt;
  auto ids = sortid::host_generator<sortid::ulid_flake_scalable>::open(
      path, *plan, {.overflow = sortid::on_overflow::run_ahead});
  if (!ids) return std::nullopt;
  const auto id = ids->next();
  return id ? std::optional(*id) : std::nullopt;
}
// [/options]

int run(const char* path) {
  // [open]
  auto ids = sortid::host_generator<sortid::ulid>::open(path);
  if (!ids) {
    // A sentence, and errno or 0.
    std::fprintf(stderr, "%s: %s (%d)\n", path, ids.error().what, ids.error().system_error);
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
  const std::string flakes = folder + "/flakes.order";
  const auto flake = of_host_three(flakes.c_str());
  const int end = flake && flake->sid() == 3 ? run(path.c_str()) : 1;
  (void)std::remove(flakes.c_str());
  (void)std::remove(path.c_str());
  (void)std::remove(folder.c_str());
  return end;
}
