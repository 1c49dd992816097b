// Bytes to a file descriptor, all of them or a reason; and what the program says on standard error.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "buffer.hpp"
#include "command.hpp"

namespace sortid::cli {

// Writes all bytes; returns 0 or errno.
[[nodiscard]] int write_all(int fd, std::string_view bytes) noexcept;

// Bytes to a file descriptor, buffered. After the first failure it writes nothing more.
class sink {
 public:
  sink(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}
  void put(std::string_view bytes);
  // Without a copy in between.
  void put_now(std::string_view bytes);
  void flush();
  void close();
  [[nodiscard]] bool failed() const noexcept { return error_ != 0; }
  // What failed.
  [[nodiscard]] std::string error_text() const;
  // Says it on standard error.
  void complain() const;

 private:
  static constexpr std::size_t flushed_at = std::size_t{256} << 10U;
  int fd_;
  std::string name_;
  buffer pending_;
  int error_ = 0;
};

// Writes the results of a subcommand that reads nothing, closes standard output and says what failed.
[[nodiscard]] status print(std::string_view text);

// Writes a line to standard error, and the hint as a second one. The sentence may repeat what the user wrote:
// what is not printable ASCII in it is escaped.
void say(std::string_view sentence, std::string_view hint = {});
// "cannot write to FILE: why", say: `doing` and the file's name, then the system's words for `error`.
[[nodiscard]] std::string error_text(std::string_view doing, std::string_view file, int error);
void say_failed(std::string_view doing, std::string_view file, int error);

}  // namespace sortid::cli
