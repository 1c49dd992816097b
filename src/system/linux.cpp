// Linux, with glibc or musl.
#if defined(__linux__)

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string_view>

#include "posix_files.hpp"

namespace sortid::detail::os {

// --- randomness and memory ---------------------------------------------------------------------------------

bool random_bytes(void* to, std::size_t size) noexcept {
  auto* at = static_cast<unsigned char*>(to);
  while (size != 0) {
    const ssize_t got = ::getrandom(at, size, 0);
    if (got < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

void erase(void* at, std::size_t size) noexcept { ::explicit_bzero(at, size); }

void* map_wiped_on_fork(std::size_t size) noexcept {
  void* const page = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return nullptr;
  if (::madvise(page, size, MADV_WIPEONFORK) != 0) {
    ::munmap(page, size);
    return nullptr;
  }
  // Only advice: the page is as good where it is not taken.
  (void)::madvise(page, size, MADV_DONTDUMP);
  return page;
}

void* allocate_large(std::size_t size) noexcept {
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  if (size < 4 * huge_page || size > std::size_t(-1) - huge_page) return std::malloc(size);
  void* const memory = std::aligned_alloc(huge_page, (size + huge_page - 1) / huge_page * huge_page);
  // Only advice: it does not matter whether it is taken.
  if (memory != nullptr) (void)::madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

#if defined(__aarch64__)
bool has_arm_aes() noexcept { return (::getauxval(AT_HWCAP) & HWCAP_AES) != 0; }
#endif

// --- clocks ------------------------------------------------------------------------------------------------

namespace {

[[maybe_unused]] std::string_view clock_source(std::span<char> name) noexcept {
  const int file =
      ::open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t got = ::read(file, name.data(), name.size());
  ::close(file);
  const std::string_view line(name.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  return line.substr(0, line.find('\n'));
}

}  // namespace

#if defined(__x86_64__)
counter_facts ask_counter(std::span<char> name) noexcept {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  const bool invariant = __get_cpuid(0x8000'0007, &a, &b, &c, &d) != 0 && (d >> 8 & 1) != 0;
  int allowed = PR_TSC_SIGSEGV;
  const bool readable = ::prctl(PR_GET_TSC, &allowed) == 0 && allowed == PR_TSC_ENABLE;
  return {.known = true, .invariant = invariant, .readable = readable, .clock_source = clock_source(name)};
}
#elif defined(__aarch64__)
// The architecture makes the counter invariant and readable. A kernel that hides it names another clock
// source.
counter_facts ask_counter(std::span<char> name) noexcept {
  return {.known = true, .invariant = true, .readable = true, .clock_source = clock_source(name)};
}
#else
counter_facts ask_counter(std::span<char>) noexcept { return {}; }
#endif

// --- files of orders ---------------------------------------------------------------------------------------

const int open_to_search = O_PATH;

namespace {

struct file_system {
  std::uint32_t type;  // statfs(2), linux/magic.h
  file_reach reach;
};
constexpr file_system not_local[] = {
    {0x6969, file_reach::hosts},       // NFS
    {0x517B, file_reach::hosts},       // SMB
    {0xFF534D42, file_reach::hosts},   // CIFS
    {0xFE534D42, file_reach::hosts},   // SMB 2
    {0x5346414F, file_reach::hosts},   // OpenAFS
    {0x6B414653, file_reach::hosts},   // AFS
    {0x73757245, file_reach::hosts},   // Coda
    {0x00C36400, file_reach::hosts},   // Ceph
    {0x0BD00BD0, file_reach::hosts},   // Lustre
    {0x47504653, file_reach::hosts},   // GPFS
    {0x19830326, file_reach::hosts},   // BeeGFS
    {0x20030528, file_reach::hosts},   // OrangeFS
    {0x01161970, file_reach::hosts},   // GFS2
    {0x7461636F, file_reach::hosts},   // OCFS2
    {0x786F4256, file_reach::hosts},   // a VirtualBox machine's shared folder
    {0xBACBACBC, file_reach::hosts},   // a VMware machine's
    {0x65735546, file_reach::server},  // FUSE, virtiofs too
    {0x01021997, file_reach::server},  // 9P
};

}  // namespace

file_reach reach_of_number(int fd) noexcept {
  struct statfs status {};
  if (::fstatfs(fd, &status) != 0) return file_reach::local;
  const auto type = static_cast<std::uint32_t>(status.f_type);
  const auto* const found = std::find_if(std::begin(not_local), std::end(not_local),
                                         [type](const file_system& f) { return f.type == type; });
  return found == std::end(not_local) ? file_reach::local : found->reach;
}

int flush_file(int fd) noexcept { return ::fsync(fd); }
int flush_data(int fd) noexcept { return ::fdatasync(fd); }
int rename_new(int folder, const char* from, const char* to) noexcept {
  constexpr unsigned no_replace = 1;
  return static_cast<int>(::syscall(SYS_renameat2, folder, from, folder, to, no_replace));
}
int flush_all(int fd) noexcept { return ::syncfs(fd) == 0 ? 0 : errno; }
int reserve_room(int fd, std::size_t size) noexcept {
  const int error = ::posix_fallocate(fd, 0, static_cast<off_t>(size));
  return error == -1 ? errno : error;  // zig's musl returns -1, against POSIX
}
int keep_for_flushing(int, std::intptr_t& to) noexcept {
  to = open_file::none;  // msync(2) waits for the disk
  return 0;
}

namespace {
struct flock whole_file() noexcept {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}
}  // namespace

int lock_open_file(int fd) noexcept {
  struct flock lock = whole_file();
  if (::fcntl(fd, F_OFD_SETLK, &lock) == 0) return 0;
  return errno == EAGAIN || errno == EACCES ? EWOULDBLOCK : errno;
}
bool is_locked(int fd) noexcept {
  struct flock lock = whole_file();
  return ::fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

boot_name this_boot() noexcept {
  boot_name name{};
  const int file = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file < 0) return name;
  if (::read(file, name.data(), name.size() - 1) < 0) name.fill(0);
  ::close(file);
  return name;
}

}  // namespace sortid::detail::os

#endif
