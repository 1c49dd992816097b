#include "output.hpp"

#include <cerrno>
#include <cstring>

#include "host/host.hpp"
#include "quoted.hpp"

namespace sortid::cli {

int write_all(int fd, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const std::ptrdiff_t written = os::write_some(fd, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      os::wait_to_write(fd);
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
  if (error_ == 0 && pending_.size() != 0) error_ = write_all(fd_, view_of(pending_));
  pending_.clear();
}

void sink::close() {
  flush();
  // A full disk may show as late as here. EINTR: closed all the same.
  if (os::close(fd_) != 0 && errno != EINTR && error_ == 0) error_ = errno;
}

std::string sink::error_text() const { return cli::error_text("cannot write to", name_, error_); }
void sink::complain() const { say(error_text()); }

status print(std::string_view text) {
  sink out(os::standard_output, "standard output");
  out.put(text);
  out.close();
  if (!out.failed()) return status::all_valid;
  out.complain();
  return status::io_failed;
}

void say(std::string_view sentence, std::string_view hint) {
  buffer lines;
  append(lines, "sortid: ");
  append_escaped(lines, sentence);
  append(lines, "\n");
  if (!hint.empty()) append_format(lines, "{}\n", hint);
  (void)write_all(os::standard_error, view_of(lines));
}

std::string error_text(std::string_view doing, std::string_view file, int error) {
  return fmt::format("{} {}: {}", doing, file, std::strerror(error));
}
void say_failed(std::string_view doing, std::string_view file, int error) {
  say(error_text(doing, file, error));
}

}  // namespace sortid::cli
