// sortid conform: the conformance kit is a program of its own, which needs nothing of this one.
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "host/host.hpp"

namespace sortid::cli {

command conform_command() {
  const auto words = std::make_shared<std::vector<std::string>>();
  return {.name = "conform",
          .description = "Ask another implementation the conformance kit's questions",
          .run = [words]() -> status {
            const std::string kit = "sortid-conform";
            os::become(kit, *words);
            throw io_error(kit + (errno == ENOENT ? ", the program of the conformance kit, is not installed: "
                                                    "pip install sortid-conformance"
                                                  : std::string(" does not start: ") + std::strerror(errno)));
          },
          .unread = words.get()};
}

}  // namespace sortid::cli
