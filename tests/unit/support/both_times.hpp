// One case at run time and in a constant expression.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <type_traits>

namespace sortid_test {

// The value itself. At run time the optimizer does not know it, so that the code behind it really runs.
template <class T>
[[nodiscard]] constexpr T hidden(T value) {
  if (!std::is_constant_evaluated()) __asm__ volatile("" : : "r"(&value) : "memory");
  return value;
}
[[nodiscard]] constexpr std::string_view hidden(const char* text) { return hidden(std::string_view(text)); }

}  // namespace sortid_test

// The condition holds both ways. What is to be computed at run time goes through hidden().
#define EXPECT_BOTH(...)        \
  do {                          \
    static_assert(__VA_ARGS__); \
    EXPECT_TRUE((__VA_ARGS__)); \
  } while (false)
