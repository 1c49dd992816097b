#include "stream/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "host/host.hpp"
#include "output.hpp"

namespace sortid::cli {

namespace {

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace

progress::progress(int fd)
    : on_(os::is_terminal(os::standard_error) && !os::is_terminal(os::standard_output)) {
  size_ = os::size_of_file(fd).value_or(0);
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
  (void)write_all(os::standard_error, line + "\x1b[K");
  visible_ = true;
}

void progress::hide() {
  if (!visible_) return;
  (void)write_all(os::standard_error, "\r\x1b[K");
  visible_ = false;
}

}  // namespace sortid::cli
