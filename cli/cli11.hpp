// The words of the command line, parsed by CLI11.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace sortid::cli {

// Runs the command that the words behind the program's name ask for, or tells what is wrong with them.
[[nodiscard]] status run_program(const program& p, std::vector<std::string> from_shell);

}  // namespace sortid::cli
