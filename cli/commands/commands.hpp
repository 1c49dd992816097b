// The subcommands, one file each.
#pragma once

#include "command.hpp"

namespace sortid::cli {

[[nodiscard]] command new_command();
[[nodiscard]] command inspect_command();
[[nodiscard]] command grep_command();
[[nodiscard]] command convert_command();
[[nodiscard]] command mask_command();
[[nodiscard]] command unmask_command();
[[nodiscard]] command check_command();
[[nodiscard]] command sort_command();
[[nodiscard]] command uniq_command();
[[nodiscard]] command join_command();
[[nodiscard]] command range_command();
[[nodiscard]] command formats_command();
[[nodiscard]] command pool_command();
[[nodiscard]] command udf_command();
[[nodiscard]] command conform_command();

}  // namespace sortid::cli
