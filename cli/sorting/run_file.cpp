#include "sorting/run_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "command.hpp"
#include "host/host.hpp"

namespace sortid::cli {

run_file::run_file(std::string folder) : folder_(std::move(folder)), fd_(os::open_temporary(folder_)) {
  if (fd_ < 0) fail("make", errno);
}
run_file::~run_file() { (void)os::close(fd_); }

void run_file::fail(std::string_view doing, int error) const {
  throw io_error(fmt::format("cannot {} a temporary file in {}: {}; --temporary names another folder", doing,
                             folder_, std::strerror(error)));
}

void run_file::write(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::ptrdiff_t written = os::write_at(fd_, bytes.data(), bytes.size(), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write to", errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
}

void run_file::read(std::uint64_t offset, char* to, std::size_t size) const {
  while (size != 0) {
    const std::ptrdiff_t got = os::read_at(fd_, to, size, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("read", got < 0 ? errno : EIO);
    to += got;
    size -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
}

}  // namespace sortid::cli
