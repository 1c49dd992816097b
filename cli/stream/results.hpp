// The results of some texts: what is written, messages, and how many were valid.
#pragma once

#include <cstddef>
#include <cstdint>

#include "buffer.hpp"

namespace sortid::cli {

struct results {
  buffer out;
  buffer messages;
  buffer rejected;  // the texts as they stood in the input
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;

  [[nodiscard]] std::size_t size() const noexcept { return out.size() + messages.size() + rejected.size(); }
  void clear() {
    out.clear();
    messages.clear();
    rejected.clear();
    valid = 0;
    invalid = 0;
  }
};

}  // namespace sortid::cli
