// Ids of a time, for those that are found in texts.
#pragma once

#include <cstdint>
#include <optional>

#include "sortid/find_ids.hpp"

namespace sortid::cli {

// Ids that were made at `since` or later and before `until`. With one of these, ids that carry no instant are
// not taken.
struct time_filter {
  std::optional<std::int64_t> since = {};
  std::optional<std::int64_t> until = {};

  [[nodiscard]] bool takes(const found_id& found) const {
    if (!since && !until) return true;
    const auto made = by_format::unix_ms(found.format, found.id.value, std::nullopt);
    return made && (!since || *made >= *since) && (!until || *made < *until);
  }
};

}  // namespace sortid::cli
