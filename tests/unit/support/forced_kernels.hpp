// A test that ctest repeats for each kernel set: where the machine lacks the one that SORTID_FORCE_KERNELS
// asks for, it says so and is skipped.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "sortid/batch.hpp"

namespace sortid_test {

class forced_kernels : public testing::Environment {
 public:
  void SetUp() override {
    const char* name = std::getenv("SORTID_FORCE_KERNELS");
    if (name == nullptr || *name == '\0') return;
    if (!sortid::kernel_set::named(name)) GTEST_SKIP() << name << ": not on this machine";
    ASSERT_EQ(sortid::kernel_set::active().name(), name);
  }
};
// googletest takes it over.
inline const testing::Environment* const asks_for_kernels =
    testing::AddGlobalTestEnvironment(new forced_kernels);

}  // namespace sortid_test
