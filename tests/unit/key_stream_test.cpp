// How long a key of random bytes is used: so many bytes, and so many seconds.
#include "random/key_stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace sortid_test {
namespace {

struct counted_keys {
  static inline int given = 0;
  static inline bool fails = false;
  static inline std::int64_t time = 0;
  static bool fill(void* to, std::size_t size) noexcept {
    if (fails) return false;
    std::memset(to, ++given, size);
    return true;
  }
  static std::int64_t seconds() noexcept { return time; }
};

class key_stream : public testing::Test {
 protected:
  void SetUp() override {
    counted_keys::given = 0;
    counted_keys::fails = false;
    counted_keys::time = 1000;
  }
  // All that is ahead and what is made after it.
  bool draw_into_next_batch() {
    std::array<unsigned char, sortid::detail::bytes_ahead::size> bytes{};
    return stream.fill(bytes.data(), bytes.size());
  }
  sortid::detail::key_stream<counted_keys> stream{};
};

TEST_F(key_stream, takes_a_key_for_128_kb) {
  for (std::size_t drawn = 0; drawn < 120'000; drawn += 1'000) {
    std::array<unsigned char, 1'000> bytes{};
    ASSERT_TRUE(stream.fill(bytes.data(), bytes.size()));
  }
  EXPECT_EQ(counted_keys::given, 1);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(draw_into_next_batch());
  EXPECT_EQ(counted_keys::given, 2);
}

TEST_F(key_stream, takes_a_key_for_a_minute) {
  ASSERT_TRUE(draw_into_next_batch());
  counted_keys::time += 59;
  ASSERT_TRUE(draw_into_next_batch());
  EXPECT_EQ(counted_keys::given, 1);
  counted_keys::time += 1;
  ASSERT_TRUE(draw_into_next_batch());
  EXPECT_EQ(counted_keys::given, 2);
  ASSERT_TRUE(draw_into_next_batch());
  EXPECT_EQ(counted_keys::given, 2);
  counted_keys::time = 0;  // of another boot
  ASSERT_TRUE(draw_into_next_batch());
  EXPECT_EQ(counted_keys::given, 3);
}

TEST_F(key_stream, makes_nothing_from_a_key_that_is_too_old) {
  ASSERT_TRUE(draw_into_next_batch());
  counted_keys::time += 60;
  counted_keys::fails = true;
  EXPECT_FALSE(draw_into_next_batch());
  EXPECT_FALSE(draw_into_next_batch());
  counted_keys::fails = false;
  EXPECT_TRUE(draw_into_next_batch());
  EXPECT_EQ(counted_keys::given, 2);
}

}  // namespace
}  // namespace sortid_test
