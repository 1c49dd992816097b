// Chance in a test: the seed is drawn, printed, and can be given again.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <random>

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

}  // namespace sortid_test
