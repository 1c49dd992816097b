// Which kernels a processor gets: select.cpp as it ships, on every processor and system that it tells apart.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// select.cpp asks the processor that a test pretends.
#define processor processor_of_this_machine
#include "system/processor.hpp"
#undef processor
namespace sortid::detail {
namespace {
processor_words pretended;
processor_features processor() noexcept { return features_of(pretended); }
}  // namespace
}  // namespace sortid::detail
#include "batch/select.cpp"  // NOLINT(bugprone-suspicious-include)

namespace {

using sortid::kernel_set;
using sortid::detail::pretended;
using sortid::detail::processor_words;

#if defined(SORTID_X86_KERNELS)

// What an instruction of a feature needs, by CPUID and XCR0 (Intel's manual, volumes 2A and 1).
constexpr std::uint32_t avx = 1U << 28;
constexpr std::uint32_t saves_avx = 0x06, saves_avx512 = 0xE6;
constexpr std::uint32_t f = 1U << 16;
const std::map<std::string_view, processor_words> needs_of_feature{
    {"ssse3", {.leaf1_ecx = 1U << 9}},
    {"bmi", {.leaf7_ebx = 1U << 3}},
    {"bmi2", {.leaf7_ebx = 1U << 8}},
    {"avx2", {.leaf1_ecx = avx, .leaf7_ebx = 1U << 5, .saved = saves_avx}},
    {"avx512f", {.leaf1_ecx = avx, .leaf7_ebx = f, .saved = saves_avx512}},
    {"avx512dq", {.leaf1_ecx = avx, .leaf7_ebx = f | 1U << 17, .saved = saves_avx512}},
    {"avx512bw", {.leaf1_ecx = avx, .leaf7_ebx = f | 1U << 30, .saved = saves_avx512}},
    {"avx512vl", {.leaf1_ecx = avx, .leaf7_ebx = f | 1U << 31, .saved = saves_avx512}},
    {"avx512vbmi", {.leaf1_ecx = avx, .leaf7_ebx = f, .leaf7_ecx = 1U << 1, .saved = saves_avx512}},
    {"avx512vnni", {.leaf1_ecx = avx, .leaf7_ebx = f, .leaf7_ecx = 1U << 11, .saved = saves_avx512}},
};

constexpr std::uint32_t processor_words::*all_words[] = {
    &processor_words::leaf1_ecx, &processor_words::leaf7_ebx, &processor_words::leaf7_ecx,
    &processor_words::saved};

// What the kernels of a file need: the features that the compiler may use in it.
processor_words needs_of(const std::string& set) {
  processor_words needs;
  const char* root = std::getenv("SORTID_SOURCE");
  EXPECT_NE(root, nullptr) << "ctest says where the sources are";
  std::ifstream file(std::string(root == nullptr ? "." : root) + "/src/batch/" + set + ".cpp");
  const std::string source(std::istreambuf_iterator<char>(file), {});
  constexpr std::string_view begin = "\nSORTID_TARGET_BEGIN(\"";
  const std::size_t at = source.find(begin);
  EXPECT_NE(at, std::string::npos) << set;
  if (at == std::string::npos) return needs;
  const std::size_t from = at + begin.size();
  std::istringstream features(source.substr(from, source.find('"', from) - from));
  for (std::string feature; std::getline(features, feature, ',');) {
    const auto found = needs_of_feature.find(feature);
    EXPECT_NE(found, needs_of_feature.end()) << feature;
    if (found == needs_of_feature.end()) continue;
    for (const auto word : all_words) needs.*word |= found->second.*word;
  }
  return needs;
}

bool has(const processor_words& words, const processor_words& needs) {
  for (const auto word : all_words) {
    if ((words.*word & needs.*word) != needs.*word) return false;
  }
  return true;
}

TEST(kernel_choice, is_the_fastest_that_each_processor_can_run) {
  unsetenv("SORTID_FORCE_KERNELS");
  const std::pair<std::string_view, processor_words> sets[] = {// the fastest first
                                                               {"avx512", needs_of("avx512")},
                                                               {"avx2", needs_of("avx2")},
                                                               {"ssse3", needs_of("ssse3")},
                                                               {"scalar", {}}};
  // Every combination of the bits that any of them needs, beside others that are all 0 or all 1.
  processor_words asked;
  for (const auto& [name, needs] : sets) {
    for (const auto word : all_words) asked.*word |= needs.*word;
  }
  std::vector<std::pair<std::uint32_t processor_words::*, std::uint32_t>> bits;
  for (const auto word : all_words) {
    for (std::uint32_t left = asked.*word; left != 0; left &= left - 1) bits.emplace_back(word, left & -left);
  }
  ASSERT_EQ(bits.size(), 16U);
  for (std::uint32_t chosen = 0; chosen >> bits.size() == 0; ++chosen) {
    for (const bool others : {false, true}) {
      pretended = {};
      if (others) {
        for (const auto word : all_words) pretended.*word = ~(asked.*word);
      }
      for (std::size_t i = 0; i < bits.size(); ++i)
        pretended.*bits[i].first |= (chosen >> i & 1) != 0 ? bits[i].second : 0;
      std::string expected, found;
      for (const auto& [name, needs] : sets) {
        const bool runs = has(pretended, needs);
        if (runs) expected.append(name).append(" ");
        ASSERT_EQ(kernel_set::named(name).has_value(), runs) << name << " by " << chosen;
      }
      for (const kernel_set& set : kernel_set::usable()) found.append(set.name()).append(" ");
      ASSERT_EQ(found, expected) << chosen;
      ASSERT_EQ(sortid::detail::select_kernels().name, kernel_set::usable()[0].name());
    }
  }
}

#else

TEST(kernel_choice, needs_no_feature_of_this_processor) {
  std::string found;
  for (const kernel_set& set : kernel_set::usable()) found.append(set.name()).append(" ");
#if defined(SORTID_NEON_KERNELS)
  EXPECT_EQ(found, "neon scalar ");
#else
  EXPECT_EQ(found, "scalar ");
#endif
}

#endif

}  // namespace
