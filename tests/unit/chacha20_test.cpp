// ChaCha20 on every instruction set: the vectors of RFC 8439, and a block function by another hand.
#include "random/chacha20.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <random>
#include <string>
#include <vector>

namespace sortid::detail {

void PrintTo(const chacha20_kernel& kernel, std::ostream* out) { *out << kernel.name; }

}  // namespace sortid::detail

namespace sortid_test {
namespace {

using sortid::detail::chacha20_bytes;
using sortid::detail::chacha20_kernel;
using sortid::detail::chacha20_key;
using sortid::detail::chacha20_lanes;
using sortid::detail::chacha20_place;

using block = std::array<std::uint32_t, 16>;

std::vector<chacha20_kernel> all_kernels() {
  std::size_t count = 0;
  const chacha20_kernel* const kernels = sortid::detail::chacha20_kernels(count);
  return {kernels, kernels + count};
}

class chacha20_streams : public testing::TestWithParam<chacha20_kernel> {
 protected:
  void SetUp() override {
    if (!GetParam().runs_here()) GTEST_SKIP() << "this processor has no " << GetParam().name;
  }
  [[nodiscard]] static std::array<block, chacha20_lanes> blocks(const chacha20_key& key,
                                                                const chacha20_place& first) {
    std::array<unsigned char, chacha20_bytes> bytes{};
    GetParam().blocks(key, first, bytes.data());
    std::array<block, chacha20_lanes> all{};
    for (std::size_t word = 0; word < 16; ++word) {
      for (std::size_t b = 0; b < chacha20_lanes; ++b)
        std::memcpy(&all[b][word], &bytes[(word * chacha20_lanes + b) * 4], 4);
    }
    return all;
  }
};

// One block, as section 2.3 tells it.
block plain_block(const chacha20_key& key, const chacha20_place& place) {
  block start{0x61707865, 0x3320646E, 0x79622D32, 0x6B206574};
  for (std::size_t i = 0; i < 8; ++i) start[4 + i] = key[i];
  for (std::size_t i = 0; i < 4; ++i) start[12 + i] = place[i];
  block x = start;
  const auto quarter = [&x](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    x[a] += x[b];
    x[d] = std::rotl(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = std::rotl(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = std::rotl(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = std::rotl(x[b] ^ x[c], 7);
  };
  for (int i = 0; i < 10; ++i) {
    for (std::size_t column = 0; column < 4; ++column) quarter(column, 4 + column, 8 + column, 12 + column);
    for (std::size_t d = 0; d < 4; ++d) quarter(d, 4 + (d + 1) % 4, 8 + (d + 2) % 4, 12 + (d + 3) % 4);
  }
  for (std::size_t i = 0; i < 16; ++i) x[i] += start[i];
  return x;
}

// Section 2.3.2.
TEST_P(chacha20_streams, gives_the_block_of_the_rfc) {
  chacha20_key key{};
  for (std::uint32_t i = 0; i < 8; ++i) key[i] = 0x03020100 + i * 0x04040404;
  const block expected{0xE4E7F110, 0x15593BD1, 0x1FDD0F50, 0xC47120A3, 0xC7F4D1C7, 0x0368C033,
                       0x9AAA2204, 0x4E6CD4C3, 0x466482D2, 0x09AA9F07, 0x05D7C214, 0xA2028BD9,
                       0xD19C12B5, 0xB94E16DE, 0xE883D0CB, 0x4E3C50A2};
  EXPECT_EQ(blocks(key, {1, 0x09000000, 0x4A000000, 0})[0], expected);
}

// Appendix A.1, vectors 1 and 2.
TEST_P(chacha20_streams, gives_the_blocks_of_a_zero_key) {
  const block first{0xADE0B876, 0x903DF1A0, 0xE56A5D40, 0x28BD8653, 0xB819D2BD, 0x1AED8DA0,
                    0xCCEF36A8, 0xC70D778B, 0x7C5941DA, 0x8D485751, 0x3FE02477, 0x374AD8B8,
                    0xF4B8436A, 0x1CA11815, 0x69B687C3, 0x8665EEB2};
  const block second{0xBEE7079F, 0x7A385155, 0x7C97BA98, 0x0D082D73, 0xA0290FCB, 0x6965E348,
                     0x3E53C612, 0xED7AEE32, 0x7621B729, 0x434EE69C, 0xB03371D5, 0xD539D874,
                     0x281FED31, 0x45FB0A51, 0x1F0AE1AC, 0x6F4D794B};
  EXPECT_EQ(blocks({}, {})[0], first);
  EXPECT_EQ(blocks({}, {})[1], second);
}

TEST_P(chacha20_streams, gives_the_blocks_of_a_plain_one) {
  std::mt19937 random(20261121);
  for (int i = 0; i < 200; ++i) {
    chacha20_key key{};
    chacha20_place first{};
    for (auto& word : key) word = static_cast<std::uint32_t>(random());
    for (auto& word : first) word = static_cast<std::uint32_t>(random());
    if (i == 0) first[0] = 0xFFFFFFFA;  // the counter begins anew in between
    const auto all = blocks(key, first);
    for (std::uint32_t b = 0; b < chacha20_lanes; ++b) {
      ASSERT_EQ(all[b], plain_block(key, {first[0] + b, first[1], first[2], first[3]})) << b;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(of, chacha20_streams, testing::ValuesIn(all_kernels()),
                         [](const auto& given) { return std::string(given.param.name); });

TEST(chacha20_chosen, is_one_of_them) {
  std::array<unsigned char, chacha20_bytes> chosen{};
  std::array<unsigned char, chacha20_bytes> portable{};
  sortid::detail::chacha20_blocks({1, 2, 3}, {4}, chosen.data());
  all_kernels().back().blocks({1, 2, 3}, {4}, portable.data());
  EXPECT_EQ(chosen, portable);
}

}  // namespace
}  // namespace sortid_test
