// Where the results of a stream go: standard output, the messages on standard error, the file of --invalid.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/host.hpp"
#include "output.hpp"
#include "stream/progress.hpp"
#include "stream/results.hpp"

namespace sortid::cli {

class outlet {
 public:
  // Sends rejected texts to a file of that name. False when it cannot be written to, or when the stream reads
  // or writes it already; then the file stays as it is. `files` are read beside standard input.
  bool open_invalid(const std::string& path, const std::vector<std::string>& files);
  // False when the output failed, now or before. `at_once`: without waiting for more.
  bool write(const results& r, bool at_once);

  // While something is read: how far it is.
  void begin_progress(int fd);
  void show_progress(std::uint64_t bytes) { progress_->show(valid_ + invalid_ - before_, bytes); }
  void end_progress();

  [[nodiscard]] std::uint64_t valid() const noexcept { return valid_; }
  [[nodiscard]] std::uint64_t invalid() const noexcept { return invalid_; }
  // Closes everything and says what failed. False when something did.
  bool close();

 private:
  [[nodiscard]] bool failed() const noexcept {
    return out_.failed() || messages_failed_ || (rejected_ && rejected_->failed());
  }

  sink out_{os::standard_output, "standard output"};
  std::optional<sink> rejected_;
  std::optional<progress> progress_;
  std::uint64_t before_ = 0;  // ids written before the progress begins
  std::uint64_t valid_ = 0;
  std::uint64_t invalid_ = 0;
  bool messages_failed_ = false;
};

}  // namespace sortid::cli
