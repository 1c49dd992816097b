// Chance in a test: a seed that is drawn, printed, and can be given again; and draws that a seed gives.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "sortid/chosen_sources.hpp"

namespace sortid_test {

inline std::mt19937 thrown_dice() {
  const char* given = std::getenv("SORTID_TEST_SEED");
  const auto seed = given != nullptr
                        ? static_cast<std::mt19937::result_type>(std::strtoul(given, nullptr, 10))
                        : static_cast<std::mt19937::result_type>(std::random_device{}());
  std::printf("SORTID_TEST_SEED=%u\n", static_cast<unsigned>(seed));
  std::fflush(stdout);  // before a fork copies it, and before a crash loses it
  return std::mt19937(seed);
}

// The same draws everywhere.
class seeded_dice {
 public:
  explicit seeded_dice(std::uint64_t seed) noexcept : bits_(seed) {}
  std::uint64_t draw() noexcept {
    std::uint64_t drawn = 0;
    (void)bits_.fill(&drawn, sizeof drawn);
    return drawn;
  }
  std::int64_t below(std::int64_t n) noexcept {
    return static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(n));
  }
  bool once_in(std::int64_t n) noexcept { return below(n) == 0; }

 private:
  sortid::chosen_entropy bits_;
};

}  // namespace sortid_test
