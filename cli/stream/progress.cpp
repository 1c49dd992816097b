#include "stream/progress.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "output.hpp"

namespace sortid::cli {

namespace {

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace

progress::progress(int fd) : on_(isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0) {
  struct stat s {};
  if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode)) size_ = static_cast<std::uint64_t>(s.st_size);
}

void progress::show(std::uint64_t ids, std::uint64_t bytes) {
  using namespace std::chrono_literals;
  if (!on_) return;
  const auto now = clock::now();
  if (now - start_ < 1s || now - shown_at_ < 100ms) return;
  shown_at_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string line = fmt::format("\r{} ids, {} a second", grouped(ids),
                                 grouped(static_cast<std::uint64_t>(static_cast<double>(ids) / seconds)));
  if (size_ != 0) {
    constexpr std::size_t width = 30;
    const std::uint64_t done = std::min(bytes, size_);
    const auto full = static_cast<std::size_t>(done * width / size_);
    line += "  [" + std::string(full, '#') + std::string(width - full, ' ') +
            fmt::format("] {} %", done * 100 / size_);
  }
  (void)write_all(STDERR_FILENO, line + "\x1b[K");
  visible_ = true;
}

void progress::hide() {
  if (!visible_) return;
  (void)write_all(STDERR_FILENO, "\r\x1b[K");
  visible_ = false;
}

}  // namespace sortid::cli
