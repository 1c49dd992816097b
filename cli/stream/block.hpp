// A piece of the input, and the texts in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sortid::cli {

enum class block_kind : std::uint8_t {
  lines,          // whole lines; the last may lack its newline
  records,        // binary ids one behind the other; the last may be cut short
  argument,       // one text, whatever bytes it has
  long_line,      // a piece of a line that is longer than a block
  long_line_end,  // its last piece, without newline
};

struct block {
  block_kind kind = block_kind::lines;
  std::string_view bytes;
  std::uint64_t first = 1;      // number of its first line, record or argument
  std::uint64_t offset = 0;     // bytes of the input before it
  std::string_view file = {};   // the input's name; empty for standard input and arguments
  std::uint32_t input = 0;      // how many inputs were read before this one
  std::size_t record_size = 0;  // of records
  std::string head = {};        // of a long line: how it begins …
  std::uint64_t size = 0;       // … and its length so far
};

// Bytes of the longest line that is read, its end included; one that is longer is rejected unread.
inline constexpr std::size_t longest_line = std::size_t{256} << 10U;

// Whether a line of a block, which may have room for more, is longer than that.
[[nodiscard]] inline bool is_long_line(std::string_view raw) noexcept {
  return raw.size() > longest_line || (raw.size() == longest_line && raw.back() != '\n');
}

// Calls f(number, text, raw) for each text of a block. `raw` is the text as it stands in the input, with its
// line end.
template <class F>
void for_each_text(const block& in, F&& f) {
  std::uint64_t number = in.first;
  const char* at = in.bytes.data();
  const char* const end = at + in.bytes.size();
  if (in.kind == block_kind::argument) {
    f(number, in.bytes, in.bytes);
  } else if (in.kind == block_kind::records) {
    for (; at != end; ++number) {
      const auto left = static_cast<std::size_t>(end - at);
      const std::string_view record(at, left < in.record_size ? left : in.record_size);
      f(number, record, record);
      at += record.size();
    }
  } else {
    for (; at != end; ++number) {
      const auto left = static_cast<std::size_t>(end - at);
      const auto* newline = static_cast<const char*>(__builtin_memchr(at, '\n', left));
      const std::string_view raw(at, newline == nullptr ? left : static_cast<std::size_t>(newline - at) + 1);
      std::string_view text = raw;
      if (newline != nullptr) text.remove_suffix(1);
      if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
      f(number, text, raw);
      at += raw.size();
    }
  }
}

}  // namespace sortid::cli
