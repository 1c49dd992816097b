// macOS and FreeBSD.
#if defined(__APPLE__) || defined(__FreeBSD__)

#define __STDC_WANT_LIB_EXT1__ 1  // memset_s
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/param.h>
#include <sys/random.h>
#include <sys/sysctl.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <stdio.h>
#else
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "posix_files.hpp"

namespace sortid::detail::os {

// --- randomness and memory ---------------------------------------------------------------------------------

bool random_bytes(void* to, std::size_t size) noexcept {
  constexpr std::size_t most = 256;  // at once
  auto* at = static_cast<unsigned char*>(to);
  while (size != 0) {
    const std::size_t part = std::min(size, most);
    if (::getentropy(at, part) != 0) return false;
    at += part;
    size -= part;
  }
  return true;
}

void erase(void* at, std::size_t size) noexcept {
#if defined(__APPLE__)
  ::memset_s(at, size, 0, size);
#else
  ::explicit_bzero(at, size);
#endif
}

// FreeBSD wipes the page itself. macOS has no such pages, and no process is copied there but by fork(), which
// calls the handlers of call_in_child().
void* map_wiped_on_fork(std::size_t size) noexcept {
  void* const page = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (page == MAP_FAILED) return nullptr;
#if defined(__FreeBSD__)
  if (::minherit(page, size, INHERIT_ZERO) != 0) {
    ::munmap(page, size);
    return nullptr;
  }
  (void)::madvise(page, size, MADV_NOCORE);
#endif
  return page;
}

void* allocate_large(std::size_t size) noexcept { return std::malloc(size); }

#if defined(__aarch64__) && defined(__APPLE__)
bool has_arm_aes() noexcept { return true; }  // as every Mac of that processor
#elif defined(__aarch64__)
bool has_arm_aes() noexcept {
  unsigned long features = 0;
  return ::elf_aux_info(AT_HWCAP, &features, sizeof features) == 0 && (features & HWCAP_AES) != 0;
}
#endif

// --- clocks ------------------------------------------------------------------------------------------------

// Nobody has tried what the counter is to these systems' time.
counter_facts ask_counter(std::span<char>) noexcept { return {}; }

// --- files of orders ---------------------------------------------------------------------------------------

#if defined(O_SEARCH)
const int open_to_search = O_SEARCH;
#else
const int open_to_search = O_RDONLY;
#endif

file_reach reach_of_number(int fd) noexcept {
  struct statfs status {};
  if (::fstatfs(fd, &status) != 0) return file_reach::local;
  const std::string_view name(status.f_fstypename);
  if (name.find("fuse") != name.npos) return file_reach::server;
  return (status.f_flags & MNT_LOCAL) != 0 ? file_reach::local : file_reach::hosts;
}

int flush_file(int fd) noexcept {
#if defined(F_FULLFSYNC)
  // fsync(2) leaves the bytes in the memory of macOS's disk. Not every file system has the other call.
  if (::fcntl(fd, F_FULLFSYNC) == 0) return 0;
#endif
  return ::fsync(fd);
}

int flush_data(int fd) noexcept { return flush_file(fd); }

int rename_new(int folder, const char* from, const char* to) noexcept {
#if defined(__APPLE__)
  return ::renameatx_np(folder, from, folder, to, RENAME_EXCL);
#else
  (void)folder, (void)from, (void)to;
  errno = ENOSYS;
  return -1;
#endif
}

// No call waits for all of a disk.
int flush_all(int) noexcept { return EACCES; }

int reserve_room(int fd, std::size_t size) noexcept {
#if defined(__APPLE__)
  // APFS writes elsewhere whatever was reserved.
  (void)fd, (void)size;
  return 0;
#else
  const int error = ::posix_fallocate(fd, 0, static_cast<off_t>(size));
  return error == EINVAL ? 0 : error;  // ZFS, which writes elsewhere too
#endif
}

int keep_for_flushing(int fd, std::intptr_t& to) noexcept {
#if defined(F_FULLFSYNC)
  to = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
  return to < 0 ? errno : 0;
#else
  (void)fd;
  to = open_file::none;
  return 0;
#endif
}

int lock_open_file(int fd) noexcept { return ::flock(fd, LOCK_EX | LOCK_NB) == 0 ? 0 : errno; }
// flock() cannot ask about a lock. Taking a shared one for a moment tells, and callers that ask at once share
// it.
bool is_locked(int fd) noexcept {
  if (::flock(fd, LOCK_SH | LOCK_NB) != 0) return errno == EWOULDBLOCK;
  ::flock(fd, LOCK_UN);
  return false;
}

boot_name this_boot() noexcept {
  boot_name name{};
#if defined(__APPLE__)
  std::size_t size = name.size() - 1;
  if (::sysctlbyname("kern.bootsessionuuid", name.data(), &size, nullptr, 0) != 0) name.fill(0);
#endif
  return name;
}

}  // namespace sortid::detail::os

#endif
