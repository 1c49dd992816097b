// Lines of text about a maker, for run.py's report. Appended whole, so that a killed process leaves no half
// of one.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace sortid_test {

// The clock of Python's time.monotonic_ns(); no step changes it.
[[nodiscard]] inline std::uint64_t monotonic_ns() noexcept {
  std::timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(t.tv_nsec);
}

[[nodiscard]] inline int open_log(const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) {
    std::perror(path.c_str());
    std::abort();
  }
  return fd;
}

class event_log {
 public:
  explicit event_log(const std::string& path) : fd_(open_log(path)) {}
  event_log(const event_log&) = delete;
  event_log& operator=(const event_log&) = delete;
  ~event_log() { ::close(fd_); }

  [[gnu::format(printf, 2, 3)]] void write(const char* pattern, ...) const {
    char line[256];
    std::va_list values;
    va_start(values, pattern);
    const int size = std::vsnprintf(line, sizeof line, pattern, values);
    va_end(values);
    const auto length = static_cast<std::size_t>(std::min(std::max(size, 0), int{sizeof line} - 1));
    if (::write(fd_, line, length) != static_cast<ssize_t>(length)) std::abort();
  }

 private:
  int fd_;
};

}  // namespace sortid_test
