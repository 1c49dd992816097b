// A column that several threads own, for the thread sanitizer.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "sortid/arrow.hpp"

namespace {

using sortid::arrow::column;
using sortid::arrow::column_error;

TEST(column_threads, whoever_lets_go_last_frees_what_the_others_have_read) {
  constexpr std::array<std::int64_t, 2> numbers{7, 11};
  std::array<char, sizeof(numbers)> bytes{};
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  for (int round = 0; round < 20; ++round) {
    column whole;
    ASSERT_EQ(column::of_buffers("l", numbers.size(), {}, bytes, {}, whole).because,
              column_error::cause::none);
    std::vector<std::thread> readers;
    std::array<bool, 3> same{};
    for (bool& one : same)
      readers.emplace_back([own = whole, &one, &bytes]() mutable {
        const column mine = std::move(own);
        one = std::memcmp(mine.values().data(), bytes.data(), bytes.size()) == 0;
      });
    whole = {};
    for (auto& reader : readers) reader.join();
    EXPECT_EQ(same, (std::array{true, true, true}));
  }
}

}  // namespace
