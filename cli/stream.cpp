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
      append_format(to, "\\x{:02X}", byte);
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
  append(messages, "sortid: ");
  append(messages, label(in.kind));
  append(messages, " ");
  append(messages, number);
  append(messages, ": ");
  append_quoted(messages, text, size);
  append(messages, ": ");
  append(messages, name_of(why.why.why));
  append(messages, ": ");
  append(messages,
         why.sentence.empty() ? message(why.why, why.format).view() : std::string_view(why.sentence));
  append(messages, "\n");
  // The mark stands right only where every byte of the text is one column.
  const bool plain = text.size() <= quoted_symbols &&
                     std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  if (!wishes_.carets || !plain || text.empty()) return;
  append_format(messages, "  {}\n  {:>{}}\n", text, "^",
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
  if (pending_.size() + bytes.size() >= flushed_at) {
    put_now(bytes);
  } else {
    append(pending_, bytes);
  }
}

void sink::put_now(std::string_view bytes) {
  flush();
  if (error_ == 0) error_ = write_all(fd_, bytes);
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

// A pipe that wakes a thread which waits for input.
class alarm {
 public:
  alarm() noexcept {
    if (pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
  }
  alarm(const alarm&) = delete;
  alarm& operator=(const alarm&) = delete;
  ~alarm() {
    for (const int fd : ends_) {
      if (fd >= 0) (void)close(fd);
    }
  }
  [[nodiscard]] bool works() const noexcept { return ends_[0] >= 0; }
  void ring() const noexcept { (void)!write(ends_[1], "", 1); }
  // Waits for input; false when the alarm rang first.
  [[nodiscard]] bool wait_for_input(int fd) const noexcept {
    pollfd both[] = {{fd, POLLIN, 0}, {ends_[0], POLLIN, 0}};
    while (poll(both, 2, -1) < 0 && errno == EINTR) {
    }
    return both[1].revents == 0;
  }

 private:
  int ends_[2];
};

std::uint64_t count_newlines(const char* at, const char* end) {
  // Sums of bytes, which the compiler adds up many at once; 255 rounds cannot overflow one.
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

// Standard input in blocks. A block is what is there when something is asked for, so that a slow writer is served line
// by line.
class block_reader {
 public:
  block_reader(int fd, std::size_t block_size, std::size_t record_size, const alarm& wake)
      : fd_(fd), block_size_(block_size), record_size_(record_size), wake_(wake) {}

  [[nodiscard]] std::size_t block_size() const noexcept { return block_size_; }
  // The next block, in the caller's block_size() bytes. False at the end of the input, or when it failed.
  bool next(block& b, char* bytes) {
    bytes_ = bytes;
    end_ = left_over_.size();
    std::memcpy(bytes, left_over_.data(), end_);
    left_over_.clear();
    number_ += counted_;
    counted_ = 0;
    given_ = 0;
    if (!find_next(b)) return false;
    left_over_.assign(bytes_ + given_, end_ - given_);
    return true;
  }
  [[nodiscard]] int error() const noexcept { return error_; }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept { return bytes_read_; }

 private:
  bool find_next(block& b) {
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
  bool fill() {
    filled_ = 0;
    while (!ended_) {
      if (wake_.works() && !wake_.wait_for_input(fd_)) break;
      const ssize_t got = read(fd_, bytes_ + end_, block_size_ - end_);
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
    } else if (const void* last = memrchr(bytes_ + looked_at, '\n', end_ - looked_at)) {
      size = static_cast<std::size_t>(static_cast<const char*>(last) - bytes_) + 1;
      counted_ = count_newlines(bytes_, bytes_ + size);
    }
    if (size == 0) return false;
    give(b, size);
    return true;
  }
  bool give_rest(block& b) {
    if (in_long_line_) return give_long_piece(b, end_, end_, block_kind::long_line_end);
    if (end_ == 0 || error_ != 0) return false;
    counted_ = 1;
    give(b, end_);
    return true;
  }
  void give(block& b, std::size_t size) {
    b = {.kind = record_size_ != 0 ? block_kind::records : block_kind::lines,
         .bytes = {bytes_, size},
         .first = number_,
         .record_size = record_size_};
    given_ = size;
  }
  bool give_long_piece(block& b, std::size_t size, std::size_t with_line_end, block_kind kind) {
    if (!in_long_line_) {
      head_.assign(bytes_, quoted_symbols);
      long_size_ = 0;
    }
    long_size_ += size;
    given_ = with_line_end;
    in_long_line_ = kind == block_kind::long_line;
    counted_ = in_long_line_ ? 0 : 1;
    b = {.kind = kind, .bytes = {bytes_, size}, .first = number_, .head = head_, .size = long_size_};
    return true;
  }

  int fd_;
  std::size_t block_size_;
  std::size_t record_size_;
  const alarm& wake_;
  std::string left_over_;  // what was read behind the last block
  char* bytes_ = nullptr;  // the block at hand
  std::size_t end_ = 0;
  std::size_t given_ = 0;   // bytes of it that are the block's
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
  stream(const worker& with, const stream_options& options) : worker_(with), options_(options) {}

  bool open_invalid() {
    const int fd = ::open(options_.invalid_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
      say(fmt::format("cannot write to {}: {}", options_.invalid_path, std::strerror(errno)));
      return false;
    }
    refused_.emplace_back(fd, options_.invalid_path);
    // Emptied only now: the file may be the very one that is read, or that the results or the messages go to, whose
    // lines would overwrite each other.
    struct use {
      int fd;
      std::string_view of;
    };
    for (const use& other : {use{STDIN_FILENO, "read"}, use{STDOUT_FILENO, "written to"},
                             use{STDERR_FILENO, "told what is wrong (2>)"}}) {
      if (!same_regular_file(fd, other.fd)) continue;
      say(fmt::format("--invalid {} is the file that is {}; take another", options_.invalid_path, other.of));
      return false;
    }
    // What is no regular file, a pipe say, has nothing to cut.
    if (::ftruncate(fd, 0) == 0 || errno == EINVAL) return true;
    say(fmt::format("cannot write to {}: {}", options_.invalid_path, std::strerror(errno)));
    return false;
  }
  // False when input or output failed.
  bool argument(std::uint64_t number, std::string_view text) {
    outcome result(options_.wishes);
    work_on(worker_, {.kind = block_kind::argument, .bytes = text, .first = number}, result);
    return write(result);
  }
  bool standard_input() {
    if (input_ended_) return true;
    input_ended_ = true;
    // It would read its own results, or write over what it has not read.
    if (same_regular_file(STDIN_FILENO, STDOUT_FILENO)) {
      say("standard input is the file that is written to");
      read_failed_ = true;
      return false;
    }
    const alarm wake;
    block_reader reader(STDIN_FILENO, worker_.block_size(), options_.record_size, wake);
    progress bar;
    bar_ = &bar;
    const std::uint64_t others = valid_ + invalid_;
    bool going = true;
    run_lanes([&] { return std::make_unique<input_lane>(*this, reader, going, others); },
              wake.works() ? options_.threads : 1, [&wake] { wake.ring(); });
    bar.hide();
    bar_ = nullptr;
    if (!going) return false;
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
  // What a thread has of standard input.
  class input_lane : public lane, public outlet {
   public:
    input_lane(stream& of, block_reader& from, bool& going, std::uint64_t others)
        : stream_(of),
          reader_(from),
          going_(going),
          others_(others),
          bytes_(std::make_unique<char[]>(from.block_size())),
          result_(of.options_.wishes, this) {}

    taken take() override {
      if (!reader_.next(block_, bytes_.get())) return taken::nothing;
      read_ = reader_.bytes_read();
      constexpr std::size_t plenty = std::size_t{32} << 10U;  // half of what a pipe gives at once
      return block_.bytes.size() < plenty ? taken::little : taken::plenty;
    }
    void work(turn& mine) override {
      turn_ = &mine;
      work_on(stream_.worker_, block_, result_);
    }
    bool give() override {
      drain(result_);
      if (going_) stream_.bar_->show(stream_.valid_ + stream_.invalid_ - others_, read_);
      return going_;
    }
    void wait_for_turn() override { (void)turn_->wait(); }
    void drain(outcome& result) override {
      if (turn_->wait() && going_) going_ = stream_.write(result, true);
      result.clear();
    }

   private:
    stream& stream_;
    block_reader& reader_;
    bool& going_;  // of all lanes, for the one whose turn it is
    std::uint64_t others_;
    std::unique_ptr<char[]> bytes_;
    block block_;
    std::uint64_t read_ = 0;
    outcome result_;
    turn* turn_ = nullptr;
  };

  // False when the output failed.
  bool write(const outcome& result, bool now = false) {
    const std::string_view out(result.out.data(), result.out.size());
    valid_ += result.valid;
    invalid_ += result.invalid;
    if (now) {
      out_.put_now(out);
    } else {
      out_.put(out);
    }
    if (!refused_.empty()) refused_.front().put({result.refused.data(), result.refused.size()});
    if (result.messages.size() != 0) {
      out_.flush();  // on a terminal, in the order of the input
      if (bar_ != nullptr) bar_->hide();
      if (write_all(STDERR_FILENO, {result.messages.data(), result.messages.size()}) != 0)
        messages_failed_ = true;
    }
    return !out_.failed() && !messages_failed_ && (refused_.empty() || !refused_.front().failed());
  }

  const worker& worker_;
  const stream_options& options_;
  sink out_{STDOUT_FILENO, "standard output"};
  std::vector<sink> refused_;  // one or none
  progress* bar_ = nullptr;    // while standard input is read
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
