// Why a text was rejected, for the line that says so.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sortid/error.hpp"

namespace sortid::cli {

// Tests as true when the text was rejected.
struct id_error {
  error why{};
  std::string_view format{};  // the one that message() names; empty when each text tells its own
  std::string sentence{};     // instead of message()'s
  std::string hint{};         // what may have been meant: an option that takes the text

  [[nodiscard]] explicit operator bool() const noexcept { return why.why != reason::none; }
};

}  // namespace sortid::cli
