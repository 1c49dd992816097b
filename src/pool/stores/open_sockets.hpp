// The sockets of a store's connections, for the child of a fork, whose copies are the parent's.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>

namespace sortid::stores {

// The child may have come in the middle of anything, so nothing but numbers is read there.
class open_sockets {
 public:
  void add(int fd) noexcept {
    struct stat s {};
    if (fd < 0 || ::fstat(fd, &s) != 0) return;
    for (auto& one : slots_) {
      if (one.fd.load() != none) continue;
      one.inode = s.st_ino;
      one.fd = fd;
      return;
    }
  }
  // Before it is closed, when its number becomes another file's.
  void remove(int fd) noexcept {
    for (auto& one : slots_) {
      if (one.fd.load() == fd) one.fd = none;
    }
  }
  // The parent's connections go on: nothing is sent, and the child's descriptors are gone.
  void close_copies() noexcept {
    for (auto& one : slots_) {
      struct stat s {};
      const int fd = one.fd.exchange(none);
      if (fd != none && ::fstat(fd, &s) == 0 && S_ISSOCK(s.st_mode) && s.st_ino == one.inode) ::close(fd);
    }
  }

 private:
  static constexpr int none = -1;
  struct slot {
    std::atomic<int> fd = none;
    std::atomic<ino_t> inode = 0;
  };
  std::array<slot, 32> slots_{};
};

}  // namespace sortid::stores
