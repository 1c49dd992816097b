// ctest labels: kernels
// Which kernel sets there are, and how one is forced.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/every_kernel.hpp"
#include "support/forced_kernels.hpp"

namespace {

using sortid::kernel_set;
using sortid_test::all_kernel_sets;

bool is_usable(std::string_view name) {
  for (const kernel_set& set : kernel_set::usable()) {
    if (set.name() == name) return true;
  }
  return false;
}

TEST(kernel_sets, are_listed_the_fastest_first) {
  const auto usable = kernel_set::usable();
  ASSERT_FALSE(usable.empty());
  EXPECT_EQ(usable[usable.size() - 1].name(), "scalar");
  std::size_t found = 0;
  for (const std::string_view name : all_kernel_sets) {
    const auto named = kernel_set::named(name);
    EXPECT_EQ(named.has_value(), is_usable(name)) << name;
    if (named) {
      EXPECT_EQ(named->name(), name);
      // In the order of this list.
      ASSERT_LT(found, usable.size());
      EXPECT_EQ(usable[found++], *named);
      std::printf("%s: tested\n", std::string(name).c_str());
    } else {
      std::printf("%s: not on this machine\n", std::string(name).c_str());
    }
  }
  EXPECT_EQ(found, usable.size()) << "a set that the tests do not know";
  for (const std::string_view other : {"", "AVX2", "avx", "avx2 ", "best", "sse2"})
    EXPECT_FALSE(kernel_set::named(other)) << other;
#if defined(__aarch64__) && !defined(__AARCH64EB__)
  EXPECT_TRUE(is_usable("neon"));
#endif
}

TEST(kernel_sets, hold_a_kernel_for_everything) {
  for (const kernel_set& set : kernel_set::usable()) {
    for (const auto& shape : set.kernels().shapes)
      EXPECT_TRUE(shape.read != nullptr && shape.write != nullptr && shape.read_one != nullptr &&
                  shape.write_one != nullptr && shape.first_wrong != nullptr);
    EXPECT_TRUE(set.kernels().times64 != nullptr && set.kernels().times128 != nullptr &&
                set.kernels().swap64 != nullptr);
  }
}

TEST(kernel_sets, the_active_one_is_the_fastest_or_the_one_forced) {
  const char* forced = std::getenv("SORTID_FORCE_KERNELS");
  const std::string_view name =
      forced != nullptr && is_usable(forced) ? forced : kernel_set::usable()[0].name();
  EXPECT_EQ(kernel_set::active().name(), name);
  EXPECT_EQ(kernel_set().name(), name);
}

// What the environment says counts when the process first asks.
TEST(kernel_sets, forced_by_name) {
  const char* was = std::getenv("SORTID_FORCE_KERNELS");
  const std::string before = was == nullptr ? "" : was;
  const auto asks = [](const char* name) {
    setenv("SORTID_FORCE_KERNELS", name, 1);
    __atomic_store_n(&sortid::detail::active_kernels, nullptr, __ATOMIC_RELEASE);
    return kernel_set::active().name();
  };
  const std::string_view fastest = kernel_set::usable()[0].name();
  for (const std::string_view name : all_kernel_sets)
    EXPECT_EQ(asks(std::string(name).c_str()), is_usable(name) ? name : fastest);
  for (const char* other : {"", "none", "Scalar", "scalar ", "avx512vbmi"})
    EXPECT_EQ(asks(other), fastest) << other;
  EXPECT_EQ(asks("scalar"), "scalar");
  // Not asked again.
  setenv("SORTID_FORCE_KERNELS", std::string(fastest).c_str(), 1);
  EXPECT_EQ(kernel_set::active().name(), "scalar");
  if (was == nullptr) {
    unsetenv("SORTID_FORCE_KERNELS");
  } else {
    setenv("SORTID_FORCE_KERNELS", before.c_str(), 1);
  }
  __atomic_store_n(&sortid::detail::active_kernels, nullptr, __ATOMIC_RELEASE);
}

}  // namespace
