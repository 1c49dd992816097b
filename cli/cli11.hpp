// The words of the command line, parsed by CLI11.
#pragma once

#include "command.hpp"

namespace sortid::cli {

// Runs the command that the words name, or tells what is wrong with them.
[[nodiscard]] status run_program(const program& p, int argc, char** argv);

}  // namespace sortid::cli
