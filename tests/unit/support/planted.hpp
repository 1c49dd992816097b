// Known errors in a copy of shipped code (explored/plants.py), one of which may be on, and the runs that must
// find each.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>

namespace sortid_test {

inline int planted = -1;  // which one is on; −1 for none
[[nodiscard]] inline bool is_planted(int error) noexcept { return planted == error; }

struct exploration_result {
  bool wrong = false;
  std::uint64_t after = 0;  // so many runs, or events
};

// Explores the code as it is shipped, which must be right, and with each error, which must be found. 1 where
// that is not so.
template <class Explore>
int find_each(std::span<const char* const> errors, Explore explore) {
  int failed = 0;
  for (planted = -1; planted < static_cast<int>(errors.size()); ++planted) {
    const exploration_result found = explore();
    std::printf("%-45s %s after %llu\n", planted < 0 ? "as shipped" : errors[static_cast<unsigned>(planted)],
                found.wrong ? "wrong" : "right", static_cast<unsigned long long>(found.after));
    if (found.wrong != (planted >= 0)) failed = 1;
  }
  return failed;
}

}  // namespace sortid_test
