#include "key_file.hpp"

#include <array>
#include <cerrno>
#include <cstddef>

#include "host/host.hpp"
#include "output.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

// A file that is open until the end of the block.
class open_file {
 public:
  explicit open_file(const std::string& path) : fd_(os::open_to_read(path)) {}
  ~open_file() {
    if (fd_ >= 0) (void)os::close(fd_);
  }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

std::optional<mask_key> key_of_file(const std::string& path) {
  const open_file file(path);
  // A key file is short; one byte more shows a longer one.
  constexpr std::size_t most = 67;  // 64 digits, CR and LF, and that byte
  std::array<char, most> bytes{};
  std::size_t size = 0;
  const std::optional<bool> known_to_all = file.fd() < 0 ? std::nullopt : os::all_may_read(file.fd());
  if (!known_to_all) {
    if (errno == ENOENT && mask_key::from_file_contents(path))
      throw usage_error(
          "--key-file takes the name of a file that has the key: other users see the words of commands");
    say_failed("cannot read", path, errno);
    return std::nullopt;
  }
  if (*known_to_all)
    throw usage_error(fmt::format("every user may read {}; a key file is for its owner: chmod 600", path));
  while (size < bytes.size()) {
    const std::ptrdiff_t count = os::read_some(file.fd(), bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      say_failed("cannot read", path, errno);
      return std::nullopt;
    }
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  if (size == bytes.size())
    throw usage_error(
        fmt::format("{} is longer than any key: 16 or 32 bytes, or twice as many hexadecimal digits", path));
  auto key = mask_key::from_file_contents({bytes.data(), size});
  detail::wipe(bytes);
  if (!key) throw usage_error(fmt::format("{}: {}", path, message_of_mask_key(key.error()).view()));
  return *key;
}

}  // namespace sortid::cli
