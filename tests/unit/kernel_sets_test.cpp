// ctest labels: kernels
// Which kernel sets there are, and how one is forced.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "support/every_kernel.hpp"
#include "support/forced_kernels.hpp"
#include "system/processor.hpp"

namespace {

using sortid::kernel_set;
using sortid_test::all_kernel_sets;

// Without a value the name is away.
void set_environment(const char* name, const char* value) {
#if defined(_WIN32)
  _putenv_s(name, value == nullptr ? "" : value);
#else
  value == nullptr ? unsetenv(name) : setenv(name, value, 1);
#endif
}

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
    set_environment("SORTID_FORCE_KERNELS", name);
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
  set_environment("SORTID_FORCE_KERNELS", std::string(fastest).c_str());
  EXPECT_EQ(kernel_set::active().name(), "scalar");
  set_environment("SORTID_FORCE_KERNELS", was == nullptr ? nullptr : before.c_str());
  __atomic_store_n(&sortid::detail::active_kernels, nullptr, __ATOMIC_RELEASE);
}

using sortid::detail::features_of;
using sortid::detail::processor_features;
using sortid::detail::processor_words;

bool has_any_of_32(const processor_features& has) { return has.avx2 || has.vaes; }

bool has_any_of_64(const processor_features& has) {
  return has.avx512f || has.avx512bw || has.avx512dq || has.avx512vbmi || has.avx512vl || has.avx512vnni;
}

// A processor that has everything, under systems that save fewer registers than it has.
TEST(kernel_sets, ask_for_no_registers_that_the_system_does_not_save) {
  processor_words words{.leaf1_ecx = ~0U, .leaf7_ebx = ~0U, .leaf7_ecx = ~0U, .saved = 0};
  // By XCR0 (Intel's manual, volume 1, 13.3): x87 1, SSE 2, AVX 4, the masks 0x20, halves 0x40, the other 16
  // registers 0x80.
  for (words.saved = 0; words.saved <= 0xFF; ++words.saved) {
    const processor_features has = features_of(words);
    EXPECT_TRUE(has.ssse3 && has.aes && has.bmi1 && has.bmi2);
    EXPECT_EQ(has_any_of_32(has), (words.saved & 0x06) == 0x06) << words.saved;
    EXPECT_EQ(has_any_of_64(has), (words.saved & 0xE6) == 0xE6) << words.saved;
  }
}

// Each word of a processor that lacks one bit of CPUID.
TEST(kernel_sets, ask_for_nothing_that_the_processor_lacks) {
  constexpr processor_words all{.leaf1_ecx = ~0U, .leaf7_ebx = ~0U, .leaf7_ecx = ~0U, .saved = 0xE7};
  const auto without = [&](std::uint32_t processor_words::*word, int bit) {
    processor_words words = all;
    words.*word &= ~(1U << bit);
    return features_of(words);
  };
  EXPECT_FALSE(without(&processor_words::leaf1_ecx, 9).ssse3);
  EXPECT_FALSE(without(&processor_words::leaf1_ecx, 25).aes);
  EXPECT_FALSE(has_any_of_32(without(&processor_words::leaf1_ecx, 28)));
  EXPECT_FALSE(without(&processor_words::leaf7_ebx, 5).avx2);
  EXPECT_FALSE(without(&processor_words::leaf7_ebx, 3).bmi1);
  EXPECT_FALSE(without(&processor_words::leaf7_ebx, 8).bmi2);
  EXPECT_FALSE(has_any_of_64(without(&processor_words::leaf7_ebx, 16)));
  EXPECT_FALSE(without(&processor_words::leaf7_ebx, 17).avx512dq);
  EXPECT_FALSE(without(&processor_words::leaf7_ebx, 30).avx512bw);
  EXPECT_FALSE(without(&processor_words::leaf7_ebx, 31).avx512vl);
  EXPECT_FALSE(without(&processor_words::leaf7_ecx, 1).avx512vbmi);
  EXPECT_FALSE(without(&processor_words::leaf7_ecx, 9).vaes);
  EXPECT_FALSE(without(&processor_words::leaf7_ecx, 11).avx512vnni);
}

#if defined(__x86_64__) && \
    !defined(__APPLE__)  // whose systems save the widest registers when they are first used
TEST(kernel_sets, know_this_machine_as_the_compiler_does) {
  // Every such processor has SSE2. zig's library for compiled programs knows of none what it has.
  if (__builtin_cpu_supports("sse2") == 0) GTEST_SKIP() << "this compiler's library knows no processor";
  const processor_features has = sortid::detail::processor();
  EXPECT_EQ(has.ssse3, __builtin_cpu_supports("ssse3") != 0);
  EXPECT_EQ(has.aes, __builtin_cpu_supports("aes") != 0);
  EXPECT_EQ(has.bmi1, __builtin_cpu_supports("bmi") != 0);
  EXPECT_EQ(has.bmi2, __builtin_cpu_supports("bmi2") != 0);
  EXPECT_EQ(has.avx2, __builtin_cpu_supports("avx2") != 0);
  EXPECT_EQ(has.avx512f, __builtin_cpu_supports("avx512f") != 0);
  EXPECT_EQ(has.avx512bw, __builtin_cpu_supports("avx512bw") != 0);
  EXPECT_EQ(has.avx512dq, __builtin_cpu_supports("avx512dq") != 0);
  EXPECT_EQ(has.avx512vbmi, __builtin_cpu_supports("avx512vbmi") != 0);
  EXPECT_EQ(has.avx512vl, __builtin_cpu_supports("avx512vl") != 0);
  EXPECT_EQ(has.avx512vnni, __builtin_cpu_supports("avx512vnni") != 0);
}
#endif

#if defined(__x86_64__) && defined(__linux__)
TEST(kernel_sets, know_this_machine_as_the_kernel_does) {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("flags")) {
  }
  if (line.empty()) GTEST_SKIP() << "no /proc/cpuinfo, or one of another processor";
  line += ' ';
  const auto listed = [&line](std::string_view flag) {
    return line.find(std::string(" ").append(flag).append(" ")) != std::string::npos;
  };
  ASSERT_TRUE(listed("sse2")) << line;
  const processor_features has = sortid::detail::processor();
  EXPECT_EQ(has.ssse3, listed("ssse3"));
  EXPECT_EQ(has.aes, listed("aes"));
  EXPECT_EQ(has.bmi1, listed("bmi1"));
  EXPECT_EQ(has.bmi2, listed("bmi2"));
  EXPECT_EQ(has.avx2, listed("avx2"));
  EXPECT_EQ(has.vaes, listed("vaes"));
  EXPECT_EQ(has.avx512f, listed("avx512f"));
  EXPECT_EQ(has.avx512bw, listed("avx512bw"));
  EXPECT_EQ(has.avx512dq, listed("avx512dq"));
  EXPECT_EQ(has.avx512vbmi, listed("avx512vbmi"));
  EXPECT_EQ(has.avx512vl, listed("avx512vl"));
  EXPECT_EQ(has.avx512vnni, listed("avx512_vnni"));
}
#endif

}  // namespace
