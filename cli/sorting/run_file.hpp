// A temporary file of sorted runs. It has no name, so that nothing is left of it however the program ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sortid::cli {

// Failures throw io_error.
class run_file {
 public:
  explicit run_file(std::string folder);
  ~run_file();
  run_file(const run_file&) = delete;
  run_file& operator=(const run_file&) = delete;

  // Where so many bytes may be written. Several threads write at the same time.
  [[nodiscard]] std::uint64_t reserve(std::uint64_t size) { return size_.fetch_add(size); }
  void write(std::uint64_t offset, std::string_view bytes);
  void read(std::uint64_t offset, char* to, std::size_t size) const;

 private:
  [[noreturn]] void fail(std::string_view doing, int error) const;

  std::string folder_;
  int fd_;
  std::atomic<std::uint64_t> size_{0};
};

}  // namespace sortid::cli
