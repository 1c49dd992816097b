// The bodies of the functions, by their rows.
#pragma once

#include <span>

#include "call.hpp"

namespace sortid::mysql {

// Of id_mask and id_unmask.
inline constexpr unsigned key_argument = 1;

[[nodiscard]] std::span<const function_row<body>> function_rows() noexcept;

}  // namespace sortid::mysql
