#include "stream.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>

namespace sortid::cli {

namespace {

constexpr std::size_t block_size = std::size_t{256} << 10U;
constexpr std::size_t quoted_symbols = 64;

// Waits until a descriptor that is set not to block can go on.
void wait_for(int fd, short event) noexcept {
  pollfd p{fd, event, 0};
  (void)poll(&p, 1, -1);
}

std::string_view label(block_kind kind) {
  if (kind == block_kind::argument) return "argument";
  return kind == block_kind::records ? "record" : "line";
}

bool same_regular_file(int a, int b) noexcept {
  struct stat one {};
  struct stat other {};
  return fstat(a, &one) == 0 && fstat(b, &other) == 0 && S_ISREG(one.st_mode) && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

// The text between quotes: what is not printable ASCII as \xHH, the end of a long one as an ellipsis.
void append_quoted(buffer& to, std::string_view text, std::uint64_t size) {
  append(to, "\"");
  for (const char symbol : text.substr(0, quoted_symbols)) {
    const auto byte = static_cast<unsigned char>(symbol);
    if (byte < 0x20 || byte > 0x7E) {
      fmt::format_to(fmt::appender(to), "\\x{:02X}", byte);
    } else {
      if (symbol == '"' || symbol == '\\') to.push_back('\\');
      to.push_back(symbol);
    }
  }
  append(to, size > quoted_symbols ? "…\"" : "\"");
}

}  // namespace

// --- outcomes --------------------------------------------------------------------------------------------------

void outcome::clear() {
  out.clear();
  messages.clear();
  refused.clear();
  valid = 0;
  invalid = 0;
}

void outcome::message_line(const block& in, std::uint64_t number, std::string_view text, std::uint64_t size,
                           const refusal& why) {
  if (!wishes_.messages) return;
  fmt::format_to(fmt::appender(messages), "sortid: {} {}: ", label(in.kind), number);
  append_quoted(messages, text, size);
  fmt::format_to(fmt::appender(messages), ": {}: ", name_of(why.why.why));
  append(messages,
         why.sentence.empty() ? message(why.why, why.format).view() : std::string_view(why.sentence));
  append(messages, "\n");
  // The mark stands right only where every byte of the text is one column.
  const bool plain = text.size() <= quoted_symbols &&
                     std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  if (!wishes_.carets || !plain || text.empty()) return;
  fmt::format_to(fmt::appender(messages), "  {}\n  {:>{}}\n", text, "^",
                 std::min<std::size_t>(why.why.position, text.size()) + 1);
}

void outcome::refuse(const block& in, std::uint64_t number, std::string_view text, std::string_view raw,
                     const refusal& why) {
  ++invalid;
  message_line(in, number, text, text.size(), why);
  if (!wishes_.keep) return;
  append(refused, raw);
  if (in.kind != block_kind::records && !raw.ends_with('\n')) append(refused, "\n");
}

refusal worker::overlong(std::uint64_t size) const {
  const auto found = static_cast<std::uint32_t>(std::min<std::uint64_t>(size, 0xFFFFFFFF));
  return {{reason::length, found, 0, found}, ""};
}

void work_on(const worker& with, const block& in, outcome& result) {
  if (in.kind != block_kind::long_line && in.kind != block_kind::long_line_end) {
    with.process(in, result);
    return;
  }
  if (result.wishes_.keep) append(result.refused, in.bytes);
  if (in.kind == block_kind::long_line) return;
  if (result.wishes_.keep) append(result.refused, "\n");
  ++result.invalid;
  result.message_line(in, in.first, in.head, in.size, with.overlong(in.size));
}

// --- output ----------------------------------------------------------------------------------------------------

int write_all(int fd, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(fd, POLLOUT);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

void sink::put(std::string_view bytes) {
  if (error_ != 0) return;
  if (pending_.size() + bytes.size() >= flushed_at) {
    flush();
    if (error_ == 0 && bytes.size() >= flushed_at) {
      error_ = write_all(fd_, bytes);
      return;
    }
  }
  append(pending_, bytes);
}

void sink::flush() {
  if (error_ == 0 && pending_.size() != 0) error_ = write_all(fd_, {pending_.data(), pending_.size()});
  pending_.clear();
}

void sink::close() {
  flush();
  // A full disk may show as late as here. EINTR: closed all the same.
  if (::close(fd_) != 0 && errno != EINTR && error_ == 0) error_ = errno;
}

void sink::complain() const { say(fmt::format("cannot write to {}: {}", name_, std::strerror(error_))); }

void say(std::string_view sentence) { (void)write_all(STDERR_FILENO, fmt::format("sortid: {}\n", sentence)); }

status print(std::string_view text) {
  sink out(STDOUT_FILENO, "standard output");
  out.put(text);
  out.close();
  if (!out.failed()) return status::all_valid;
  out.complain();
  return status::io_failed;
}

// --- input -----------------------------------------------------------------------------------------------------

namespace {

// Standard input in blocks. A block is what is there when something is asked for, so that a slow writer is served line
// by line.
class block_reader {
 public:
  block_reader(int fd, std::size_t record_size)
      : fd_(fd), record_size_(record_size), bytes_(std::make_unique<char[]>(block_size)) {}

  // False at the end of the input, or when it failed.
  bool next(block& b) {
    std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    number_ += counted_;
    counted_ = 0;
    if (end_ != 0 && in_long_line_ == false && give_whole(b, 0)) return true;
    while (true) {
      if (end_ == block_size) return give_long_piece(b, end_, block_kind::long_line);
      if (!fill()) return give_rest(b);
      const std::size_t before = end_ - filled_;
      if (in_long_line_) {
        if (const char* newline = find(before)) {
          begin_ = static_cast<std::size_t>(newline - bytes_.get()) + 1;
          return give_long_piece(b, begin_ - 1, block_kind::long_line_end);
        }
      } else if (give_whole(b, before)) {
        return true;
      }
    }
  }
  [[nodiscard]] int error() const noexcept { return error_; }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept { return bytes_read_; }

 private:
  [[nodiscard]] const char* find(std::size_t from) const noexcept {
    return static_cast<const char*>(std::memchr(bytes_.get() + from, '\n', end_ - from));
  }

  // False at the end or on an error.
  bool fill() {
    filled_ = 0;
    while (!ended_) {
      const ssize_t got = read(fd_, bytes_.get() + end_, block_size - end_);
      if (got > 0) {
        filled_ = static_cast<std::size_t>(got);
        end_ += filled_;
        bytes_read_ += filled_;
        return true;
      }
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
        wait_for(fd_, POLLIN);
        continue;
      }
      if (got < 0) error_ = errno;
      ended_ = true;
    }
    return false;
  }

  // All whole lines or records; `looked_at` bytes are known to have no line end.
  bool give_whole(block& b, std::size_t looked_at) {
    std::size_t size = 0;
    if (record_size_ != 0) {
      size = end_ - end_ % record_size_;
      counted_ = size / record_size_;
    } else if (const void* last = memrchr(bytes_.get() + looked_at, '\n', end_ - looked_at)) {
      size = static_cast<std::size_t>(static_cast<const char*>(last) - bytes_.get()) + 1;
      counted_ = static_cast<std::uint64_t>(std::count(bytes_.get(), bytes_.get() + size, '\n'));
    }
    if (size == 0) return false;
    give(b, size);
    return true;
  }
  bool give_rest(block& b) {
    if (in_long_line_) return give_long_piece(b, end_, block_kind::long_line_end);
    if (end_ == 0 || error_ != 0) return false;
    counted_ = 1;
    give(b, end_);
    return true;
  }
  void give(block& b, std::size_t size) {
    b = {};
    b.kind = record_size_ != 0 ? block_kind::records : block_kind::lines;
    b.record_size = record_size_;
    b.bytes = {bytes_.get(), size};
    b.first = number_;
    begin_ = size;
  }
  bool give_long_piece(block& b, std::size_t size, block_kind kind) {
    if (!in_long_line_) {
      head_.assign(bytes_.get(), quoted_symbols);
      long_size_ = 0;
    }
    long_size_ += size;
    begin_ = std::max(begin_, size);
    in_long_line_ = kind == block_kind::long_line;
    counted_ = in_long_line_ ? 0 : 1;
    b = {};
    b.kind = kind;
    b.bytes = {bytes_.get(), size};
    b.first = number_;
    b.head = head_;
    b.size = long_size_;
    return true;
  }

  int fd_;
  std::size_t record_size_;
  std::unique_ptr<char[]> bytes_;
  std::size_t begin_ = 0;  // first byte that was not given yet
  std::size_t end_ = 0;
  std::size_t filled_ = 0;  // by the last read
  bool ended_ = false;
  int error_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t number_ = 1;
  std::uint64_t counted_ = 0;  // lines of the block given last
  bool in_long_line_ = false;
  std::string head_;
  std::uint64_t long_size_ = 0;
};

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

// A line on the terminal once the work has taken a second.
class progress {
 public:
  progress() : on_(isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0) {
    struct stat s {};
    if (fstat(STDIN_FILENO, &s) == 0 && S_ISREG(s.st_mode)) size_ = static_cast<std::uint64_t>(s.st_size);
  }
  void show(std::uint64_t ids, std::uint64_t bytes) {
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
  void hide() {
    if (!visible_) return;
    (void)write_all(STDERR_FILENO, "\r\x1b[K");
    visible_ = false;
  }

 private:
  using clock = std::chrono::steady_clock;
  bool on_;
  bool visible_ = false;
  std::uint64_t size_ = 0;
  clock::time_point start_ = clock::now();
  clock::time_point shown_at_ = start_;
};

// One call of run().
class stream {
 public:
  stream(const worker& with, const stream_options& options)
      : worker_(with), result_(options.wishes), options_(options) {}

  bool open_invalid() {
    const int fd = ::open(options_.invalid_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
      say(fmt::format("cannot write to {}: {}", options_.invalid_path, std::strerror(errno)));
      return false;
    }
    refused_.emplace_back(fd, options_.invalid_path);
    // Emptied only now: the file may be the very one that is read, or that the results go to.
    for (const int other : {STDIN_FILENO, STDOUT_FILENO}) {
      if (!same_regular_file(fd, other)) continue;
      say(fmt::format("--invalid {} is the file that is {}", options_.invalid_path,
                      other == STDIN_FILENO ? "read" : "written to"));
      return false;
    }
    // What is no regular file, a pipe say, has nothing to cut.
    if (::ftruncate(fd, 0) == 0 || errno == EINVAL) return true;
    say(fmt::format("cannot write to {}: {}", options_.invalid_path, std::strerror(errno)));
    return false;
  }
  // False when input or output failed.
  bool argument(std::uint64_t number, std::string_view text) {
    block b;
    b.kind = block_kind::argument;
    b.bytes = text;
    b.first = number;
    return pass(b);
  }
  bool standard_input() {
    if (input_ended_) return true;
    input_ended_ = true;
    block_reader reader(STDIN_FILENO, options_.record_size);
    progress bar;
    block b;
    const std::uint64_t others = valid_ + invalid_;
    while (reader.next(b)) {
      if (!pass(b, &bar)) return false;
      out_.flush();
      if (out_.failed()) return false;
      bar.show(valid_ + invalid_ - others, reader.bytes_read());
    }
    bar.hide();
    counted_ = counted_ || invalid_ != 0 || valid_ > 1;
    if (reader.error() == 0) return true;
    say(fmt::format("cannot read standard input: {}", std::strerror(reader.error())));
    read_failed_ = true;
    return false;
  }
  void count_if_invalid() { counted_ = counted_ || invalid_ != 0; }
  status end() {
    bool failed = read_failed_ || messages_failed_;
    out_.close();
    for (sink& s : refused_) s.close();
    for (const sink* s : {&out_, refused_.empty() ? nullptr : &refused_.front()}) {
      if (s == nullptr || !s->failed()) continue;
      s->complain();
      failed = true;
    }
    if (counted_ && options_.count) say(fmt::format("{} valid, {} invalid", valid_, invalid_));
    if (failed) return status::io_failed;
    return invalid_ == 0 ? status::all_valid : status::some_invalid;
  }

 private:
  bool pass(const block& b, progress* bar = nullptr) {
    result_.clear();
    work_on(worker_, b, result_);
    valid_ += result_.valid;
    invalid_ += result_.invalid;
    out_.put({result_.out.data(), result_.out.size()});
    if (!refused_.empty()) refused_.front().put({result_.refused.data(), result_.refused.size()});
    if (result_.messages.size() != 0) {
      out_.flush();  // on a terminal, in the order of the input
      if (bar != nullptr) bar->hide();
      if (write_all(STDERR_FILENO, {result_.messages.data(), result_.messages.size()}) != 0)
        messages_failed_ = true;
    }
    return !out_.failed() && !messages_failed_ && (refused_.empty() || !refused_.front().failed());
  }

  const worker& worker_;
  outcome result_;
  const stream_options& options_;
  sink out_{STDOUT_FILENO, "standard output"};
  std::vector<sink> refused_;  // one or none
  std::uint64_t valid_ = 0;
  std::uint64_t invalid_ = 0;
  bool counted_ = false;
  bool input_ended_ = false;
  bool read_failed_ = false;
  bool messages_failed_ = false;
};

}  // namespace

status run(const worker& with, const std::vector<std::string>& arguments, stream_options options) {
  options.wishes.keep = !options.invalid_path.empty();
  stream s(with, options);
  if (options.wishes.keep && !s.open_invalid()) return status::io_failed;
  bool going = true;
  if (arguments.empty()) going = s.standard_input();
  for (std::size_t i = 0; going && i < arguments.size(); ++i) {
    going = arguments[i] == "-" ? s.standard_input() : s.argument(i + 1, arguments[i]);
  }
  if (arguments.size() > 1) s.count_if_invalid();
  return s.end();
}

}  // namespace sortid::cli
