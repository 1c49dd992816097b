// Secret keys, which are read from files: an option would show them to every process.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sortid/mask.hpp"

namespace sortid::cli {

inline constexpr std::string_view key_file_description =
    "File with the key: 16 or 32 bytes, raw or in hexadecimal; not readable by all";

// Empty when the file cannot be read, which it says.
[[nodiscard]] std::optional<mask_key> key_of_file(const std::string& path);

}  // namespace sortid::cli
