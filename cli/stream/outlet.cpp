#include "stream/outlet.hpp"

#include <fmt/format.h>

#include <cerrno>

#include "stream/stream.hpp"

namespace sortid::cli {

bool outlet::open_invalid(const std::string& path, const std::vector<std::string>& files) {
  const int fd = os::open_to_write(path);
  if (fd < 0) {
    say_failed("cannot write to", path, errno);
    return false;
  }
  rejected_.emplace(fd, path);
  // The file is not emptied on opening: it may be the one that the stream reads. Nor may results and messages
  // go to it, since their lines and these would overwrite each other.
  struct use {
    int fd;
    std::string_view of;
  };
  std::string_view used;
  for (const use& other : {use{os::standard_input, "read"}, use{os::standard_output, "written to"},
                           use{os::standard_error, "told what is wrong (2>)"}}) {
    if (os::same_regular_file(fd, other.fd)) used = other.of;
  }
  if (is_one_of(fd, files)) used = "read";
  if (!used.empty()) {
    say(fmt::format("--invalid {} is the file that is {}; take another", path, used));
    return false;
  }
  if (os::cut(fd, 0) == 0) return true;
  say_failed("cannot write to", path, errno);
  return false;
}

bool outlet::write(const results& r, bool at_once) {
  if (failed()) return false;
  valid_ += r.valid;
  invalid_ += r.invalid;
  const auto put = [at_once](sink& to, std::string_view bytes) {
    at_once ? to.put_now(bytes) : to.put(bytes);
  };
  put(out_, view_of(r.out));
  if (rejected_) put(*rejected_, view_of(r.rejected));
  if (r.messages.size() != 0) {
    out_.flush();  // on a terminal, in the order of the input
    if (progress_) progress_->hide();
    if (write_all(os::standard_error, view_of(r.messages)) != 0) messages_failed_ = true;
  }
  return !failed();
}

void outlet::begin_progress(int fd) {
  progress_.emplace(fd);
  before_ = valid_ + invalid_;
}

void outlet::end_progress() {
  progress_->hide();
  progress_.reset();
}

bool outlet::close() {
  bool failed = messages_failed_;
  out_.close();
  if (rejected_) rejected_->close();
  for (const sink* s : {&out_, rejected_ ? &*rejected_ : nullptr}) {
    if (s == nullptr || !s->failed()) continue;
    s->complain();
    failed = true;
  }
  return !failed;
}

}  // namespace sortid::cli
