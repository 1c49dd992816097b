// Input in blocks, output in order: what all subcommands that take ids run on. A worker turns a block of lines into a
// block of output and of messages and touches nothing else, so that blocks are worked on at the same time.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "pipeline.hpp"
#include "sortid/error.hpp"

namespace sortid::cli {

using buffer = fmt::memory_buffer;

// At least `size` bytes to write to behind the buffer's end; `grow` then takes up to where they were written.
[[nodiscard]] inline char* room(buffer& to, std::size_t size) {
  to.try_reserve(to.size() + size);
  return to.data() + to.size();
}
inline void grow(buffer& to, const char* end) { to.resize(static_cast<std::size_t>(end - to.data())); }
inline void append(buffer& to, std::string_view text) { to.append(text.data(), text.data() + text.size()); }

inline void append(buffer& to, std::uint64_t number) {
  const fmt::format_int digits(number);
  append(to, std::string_view(digits.data(), digits.size()));
}
// For what is not written often. (fmt::format_to would be compiled anew in every file.)
template <class... T>
void append_format(buffer& to, fmt::format_string<T...> how, T&&... what) {
  append(to, std::string_view(fmt::format(how, std::forward<T>(what)...)));
}

enum class block_kind : std::uint8_t {
  lines,          // whole lines; the last may lack its newline
  records,        // binary ids one behind the other; the last may be cut short
  argument,       // one text, whatever bytes it has
  long_line,      // a piece of a line that is longer than a block
  long_line_end,  // its last piece, without newline
};

// What is worked on at once.
struct block {
  block_kind kind = block_kind::lines;
  std::string_view bytes;
  std::uint64_t first = 1;      // number of its first line, record or argument
  std::size_t record_size = 0;  // of records
  std::string head = {};        // of a long line: how it begins …
  std::uint64_t size = 0;       // … and its length so far
};

// Whom a bad text's line is about, and why it is refused.
struct refusal {
  error why;
  std::string_view format;    // for the sentence of message()
  std::string sentence = {};  // instead of that sentence
};

// What is wanted of a bad text.
struct wishes {
  bool messages = true;  // a line that says so
  bool carets = false;   // below it the text with a mark at the position
  bool keep = false;     // the text itself
};

class outcome;

// Where outcomes go, in the order of their blocks.
class outlet {
 public:
  outlet() = default;
  outlet(const outlet&) = delete;
  outlet& operator=(const outlet&) = delete;
  virtual ~outlet() = default;
  // Returns when all blocks before this one are written, or nothing is written any more.
  virtual void wait_for_turn() = 0;
  // Waits, writes what there is so far and clears it.
  virtual void drain(outcome& result) = 0;
};

// What became of a block.
class outcome {
 public:
  explicit outcome(const wishes& w, outlet* to = nullptr) : wishes_(w), outlet_(to) {}

  buffer out;
  buffer messages;
  buffer refused;  // the bad texts
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;

  void clear();
  // `raw` is the text as it stood in the input, its line end included.
  void refuse(const block& in, std::uint64_t number, std::string_view text, std::string_view raw,
              const refusal& why);

  // Keeps the memory small: called after every text or run of them, it waits for the block's turn to write when the
  // results are large.
  void relieve() {
    constexpr std::size_t large = std::size_t{1} << 20U;
    if (outlet_ != nullptr && out.size() + messages.size() + refused.size() > large) outlet_->drain(*this);
  }
  // For what depends on the blocks before.
  void wait_for_turn() {
    if (outlet_ != nullptr) outlet_->wait_for_turn();
  }

 private:
  friend void work_on(const class worker&, const block&, outcome&);
  void message_line(const block& in, std::uint64_t number, std::string_view text, std::uint64_t size,
                    const refusal& why);
  cli::wishes wishes_;
  outlet* outlet_;
};

class worker {
 public:
  worker() = default;
  worker(const worker&) = delete;
  worker& operator=(const worker&) = delete;
  virtual ~worker() = default;
  // The results of whole lines, records or an argument to `result`, which comes empty. Called by several threads at once.
  virtual void process(const block& in, outcome& result) const = 0;
  // Why a text of that many bytes, more than a block has, is no id.
  [[nodiscard]] virtual refusal overlong(std::uint64_t size) const;
  // The most bytes of input worked on at once; a line that is longer is not read but refused.
  [[nodiscard]] virtual std::size_t block_size() const { return std::size_t{256} << 10U; }
};

// Any block: a long line's pieces are the same for all workers.
void work_on(const worker& with, const block& in, outcome& result);

// Calls f(number, text, raw) for each text of a block. The text of a line has no line end.
template <class F>
void for_each_text(const block& in, F&& f);

// Bytes to a file descriptor: buffered, whole or reported.
class sink {
 public:
  sink(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}
  void put(std::string_view bytes);
  // Without a copy in between.
  void put_now(std::string_view bytes);
  void flush();
  void close();
  [[nodiscard]] bool failed() const noexcept { return error_ != 0; }
  // Says on standard error what failed.
  void complain() const;

 private:
  static constexpr std::size_t flushed_at = std::size_t{256} << 10U;
  int fd_;
  std::string name_;
  buffer pending_;
  int error_ = 0;
};

// Writes all bytes; returns 0 or errno.
[[nodiscard]] int write_all(int fd, std::string_view bytes) noexcept;

// Results of a subcommand that reads nothing: written, closed, and any failure told.
[[nodiscard]] status print(std::string_view text);

// A line on standard error.
void say(std::string_view sentence);

struct stream_options {
  std::size_t record_size = 0;  // bytes of a binary id; 0: lines
  cli::wishes wishes;
  unsigned threads = default_threads();
  bool count = true;         // at the end, valid and invalid ones of a stream
  std::string invalid_path;  // where bad texts go; empty: nowhere
};

// Runs the arguments, or standard input where there are none or an argument is "-", through the worker.
[[nodiscard]] status run(const worker& with, const std::vector<std::string>& arguments,
                         stream_options options);

// ---------------------------------------------------------------------------------------------------------------

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
