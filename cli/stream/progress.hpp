// The line on a terminal that says how far a long work is.
#pragma once

#include <chrono>
#include <cstdint>

namespace sortid::cli {

// Shown once the work has taken a second, when standard error is a terminal and standard output is none.
class progress {
 public:
  // `fd`: what is read.
  explicit progress(int fd);
  void show(std::uint64_t ids, std::uint64_t bytes);
  void hide();

 private:
  using clock = std::chrono::steady_clock;
  bool on_;
  bool visible_ = false;
  std::uint64_t size_ = 0;  // of what is read, when it is a file
  clock::time_point start_ = clock::now();
  clock::time_point shown_at_ = start_;
};

}  // namespace sortid::cli
