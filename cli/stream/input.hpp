// Standard input in blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "host/host.hpp"
#include "stream/block.hpp"

namespace sortid::cli {

[[nodiscard]] std::uint64_t count_newlines(const char* at, const char* end);

// A block is what is there when something is asked for, so that a slow writer is served line by line.
class block_reader {
 public:
  // `file` is the input's name and `input` its place among others, which the blocks carry.
  block_reader(int fd, std::string_view file, std::uint32_t input, std::size_t block_size,
               std::size_t record_size, const os::alarm& wake)
      : fd_(fd),
        file_(file),
        input_(input),
        block_size_(block_size),
        record_size_(record_size),
        wake_(wake) {}

  [[nodiscard]] std::size_t block_size() const noexcept { return block_size_; }
  // The next block, in the caller's block_size() bytes. False at the end of the input, or when it failed.
  bool next(block& b, char* bytes);
  // "cannot read FILE: why", where the end was none; empty otherwise.
  [[nodiscard]] std::string error_text() const;
  [[nodiscard]] std::uint64_t bytes_read() const noexcept { return bytes_read_; }

 private:
  bool find_next(block& b);
  bool fill();
  bool give_whole(block& b, std::size_t looked_at);
  bool give_rest(block& b);
  void give(block& b, std::size_t size);
  bool give_long_piece(block& b, std::size_t size, std::size_t with_line_end, block_kind kind);

  int fd_;
  std::string_view file_;
  std::uint32_t input_;
  std::size_t block_size_;
  std::size_t record_size_;
  const os::alarm& wake_;
  std::string left_over_;  // what was read behind the last block
  char* bytes_ = nullptr;  // the block at hand
  std::size_t end_ = 0;
  std::size_t given_ = 0;   // bytes of it that are the block's
  std::size_t filled_ = 0;  // by the last read
  bool ended_ = false;
  int error_ = 0;       // errno
  bool utf16_ = false;  // nothing of such an input is given: it would be found without ids
  std::uint64_t bytes_read_ = 0;
  std::uint64_t number_ = 1;
  std::uint64_t offset_ = 0;
  std::uint64_t counted_ = 0;  // lines of the block given last
  bool in_long_line_ = false;
  std::string head_;
  std::uint64_t long_size_ = 0;
};

}  // namespace sortid::cli
