#include "stream/input.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "output.hpp"
#include "quoted.hpp"

namespace sortid::cli {

// Sums of bytes, which the compiler adds up many at once; 255 rounds cannot overflow one.
std::uint64_t count_newlines(const char* at, const char* end) {
  constexpr std::size_t width = 64;
  std::uint64_t all = 0;
  while (static_cast<std::size_t>(end - at) >= width) {
    std::uint8_t sums[width]{};
    for (int round = 0; round < 255 && static_cast<std::size_t>(end - at) >= width; ++round, at += width) {
      for (std::size_t i = 0; i < width; ++i)
        sums[i] = static_cast<std::uint8_t>(sums[i] + (at[i] == '\n' ? 1U : 0U));
    }
    for (const std::uint8_t sum : sums) all += sum;
  }
  return all + static_cast<std::uint64_t>(std::count(at, end, '\n'));
}

bool block_reader::next(block& b, char* bytes) {
  bytes_ = bytes;
  end_ = left_over_.size();
  std::memcpy(bytes, left_over_.data(), end_);
  number_ += counted_;
  counted_ = 0;
  offset_ += given_;
  given_ = 0;
  if (!find_next(b)) return false;
  if (offset_ == 0 && record_size_ == 0 &&
      (b.bytes.starts_with("\xFF\xFE") || b.bytes.starts_with("\xFE\xFF"))) {
    utf16_ = true;
    ended_ = true;
    return false;
  }
  left_over_.assign(bytes_ + given_, end_ - given_);
  return true;
}

std::string block_reader::error_text() const {
  const std::string name(file_.empty() ? "standard input" : file_);
  if (utf16_)
    return "cannot read " + name +
           ": it is UTF-16, by its byte order mark at position 0, and UTF-8 is expected. "
           "`iconv -f UTF-16 -t UTF-8` converts it; PowerShell writes it anew with `| Out-File -Encoding "
           "ascii`";
  return error_ == 0 ? std::string() : cli::error_text("cannot read", name, error_);
}

bool block_reader::find_next(block& b) {
  if (end_ != 0 && !in_long_line_ && give_whole(b, 0)) return true;
  while (true) {
    if (end_ == block_size_) return give_long_piece(b, end_, end_, block_kind::long_line);
    if (!fill()) return give_rest(b);
    const std::size_t before = end_ - filled_;
    if (in_long_line_) {
      if (const void* newline = std::memchr(bytes_ + before, '\n', end_ - before)) {
        const auto at = static_cast<std::size_t>(static_cast<const char*>(newline) - bytes_);
        return give_long_piece(b, at, at + 1, block_kind::long_line_end);
      }
    } else if (give_whole(b, before)) {
      return true;
    }
  }
}

// False at the end or on an error.
bool block_reader::fill() {
  filled_ = 0;
  while (!ended_) {
    if (wake_.works() && !wake_.wait_for_input(fd_)) break;
    const std::ptrdiff_t got = os::read_some(fd_, bytes_ + end_, block_size_ - end_);
    if (got > 0) {
      filled_ = static_cast<std::size_t>(got);
      end_ += filled_;
      bytes_read_ += filled_;
      return true;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      os::wait_to_read(fd_);
      continue;
    }
    if (got < 0) error_ = errno;
    ended_ = true;
  }
  return false;
}

// All whole lines or records; `looked_at` bytes are known to have no line end.
bool block_reader::give_whole(block& b, std::size_t looked_at) {
  std::size_t size = 0;
  if (record_size_ != 0) {
    size = end_ - end_ % record_size_;
    counted_ = size / record_size_;
  } else if (const std::size_t last = std::string_view(bytes_ + looked_at, end_ - looked_at).rfind('\n');
             last != std::string_view::npos) {
    size = looked_at + last + 1;
    counted_ = count_newlines(bytes_, bytes_ + size);
  }
  if (size == 0) return false;
  give(b, size);
  return true;
}

bool block_reader::give_rest(block& b) {
  if (in_long_line_) return give_long_piece(b, end_, end_, block_kind::long_line_end);
  if (end_ == 0 || error_ != 0) return false;
  counted_ = 1;
  give(b, end_);
  return true;
}

void block_reader::give(block& b, std::size_t size) {
  b = {.kind = record_size_ != 0 ? block_kind::records : block_kind::lines,
       .bytes = {bytes_, size},
       .first = number_,
       .offset = offset_,
       .file = file_,
       .input = input_,
       .record_size = record_size_};
  given_ = size;
}

bool block_reader::give_long_piece(block& b, std::size_t size, std::size_t with_line_end, block_kind kind) {
  if (!in_long_line_) {
    head_.assign(bytes_, quoted_symbols);
    long_size_ = 0;
  }
  long_size_ += size;
  given_ = with_line_end;
  in_long_line_ = kind == block_kind::long_line;
  counted_ = in_long_line_ ? 0 : 1;
  b = {.kind = kind,
       .bytes = {bytes_, size},
       .first = number_,
       .offset = offset_,
       .file = file_,
       .input = input_,
       .head = head_,
       .size = long_size_};
  return true;
}

}  // namespace sortid::cli
