// How much time a call still has.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sortid::stores {

class time_limit {
 public:
  // At most a day, which every limit of the libraries below can hold.
  explicit time_limit(std::int64_t within_ms)
      : end_(clock::now() + std::chrono::milliseconds(std::clamp<std::int64_t>(within_ms, 0, 86'400'000))) {}

  [[nodiscard]] std::int64_t left_ms() const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - clock::now()).count();
    return std::max<std::int64_t>(left, 0);
  }
  [[nodiscard]] bool over() const { return left_ms() == 0; }
  // The share of the next attempt, where so many are left.
  [[nodiscard]] time_limit share_of(std::size_t attempts) const {
    return time_limit(left_ms() / static_cast<std::int64_t>(std::max<std::size_t>(attempts, 1)));
  }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point end_;
};

}  // namespace sortid::stores
