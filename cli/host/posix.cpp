// Systems with POSIX.
#if !defined(_WIN32)

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <new>
#include <system_error>

#include "command.hpp"
#include "host/host.hpp"

namespace sortid::cli::os {

namespace {

// A file that is opened later must not take the number of a standard stream that was closed. Every use of
// what stands in for it fails.
void occupy_standard_streams() {
  for (const int fd : {standard_input, standard_output, standard_error}) {
    if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
      (void)open("/dev/null", fd == standard_input ? O_WRONLY : O_RDONLY);
  }
}

void wait_for(int fd, short events) noexcept {
  pollfd ready{fd, events, 0};
  (void)poll(&ready, 1, -1);
}

bool same_file(const struct stat& a, const struct stat& b) noexcept {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// The file of an open descriptor, if it is a regular one.
std::optional<struct stat> regular_file(int fd) noexcept {
  struct stat facts {};
  if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return facts;
}

}  // namespace

std::vector<std::string> begin(int argc, char** argv) {
  // The program ends quietly when its reader goes away, as other tools do. A parent that ignores or blocks
  // the signal passes that on to its children, so both are undone.
  (void)std::signal(SIGPIPE, SIG_DFL);
  sigset_t closed_pipe;
  (void)sigemptyset(&closed_pipe);
  (void)sigaddset(&closed_pipe, SIGPIPE);
  (void)sigprocmask(SIG_UNBLOCK, &closed_pipe, nullptr);
  // A limit on file sizes is a failed write.
  (void)std::signal(SIGXFSZ, SIG_IGN);
  occupy_standard_streams();
#if defined(__GLIBC__)
  // By default each thread reserves 64 MiB of addresses and more, which fails under a limit on them. The
  // threads here keep their buffers and allocate seldom, so one arena serves all.
  (void)mallopt(M_ARENA_MAX, 1);
#endif
  return {argv + std::min(argc, 1), argv + argc};
}

std::ptrdiff_t read_some(int fd, void* to, std::size_t size) noexcept { return read(fd, to, size); }
std::ptrdiff_t write_some(int fd, const void* from, std::size_t size) noexcept {
  return write(fd, from, size);
}
void wait_to_read(int fd) noexcept { wait_for(fd, POLLIN); }
void wait_to_write(int fd) noexcept { wait_for(fd, POLLOUT); }

int open_to_read(const std::string& path) noexcept { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }
int open_to_write(const std::string& path) noexcept {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
}
int open_temporary(const std::string& folder) noexcept {
  try {
#if defined(O_TMPFILE)
    if (const int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); fd >= 0) return fd;
#endif
    // Not every file system has files without a name.
    std::string name = folder + "/sortid-XXXXXX";
    const int fd = ::mkstemp(name.data());
    if (fd < 0) return fd;
    (void)::unlink(name.c_str());
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return -1;
  }
}
std::string temporary_folder() {
  const char* const named = std::getenv("TMPDIR");
  return named == nullptr || *named == '\0' ? "/tmp" : named;
}
int close(int fd) noexcept { return ::close(fd); }
static_assert(sizeof(off_t) == 8, "a system of 32 bits needs _FILE_OFFSET_BITS=64");
std::ptrdiff_t read_at(int fd, void* to, std::size_t size, std::uint64_t offset) noexcept {
  return ::pread(fd, to, size, static_cast<off_t>(offset));
}
std::ptrdiff_t write_at(int fd, const void* from, std::size_t size, std::uint64_t offset) noexcept {
  return ::pwrite(fd, from, size, static_cast<off_t>(offset));
}
bool is_missing(const std::string& path) noexcept {
  return ::access(path.c_str(), F_OK) != 0 && errno == ENOENT;
}
int cut(int fd, std::uint64_t size) noexcept {
  return ::ftruncate(fd, static_cast<off_t>(size)) == 0 || errno == EINVAL ? 0 : -1;
}
int reserve([[maybe_unused]] int fd, [[maybe_unused]] std::uint64_t size) noexcept {
#if !defined(__APPLE__)  // has no such call
  const auto before = size_of_file(fd);
  if (!before || size <= *before) return 0;
  const int returned = ::posix_fallocate(fd, 0, static_cast<off_t>(size));
  const int error = returned == -1 ? errno : returned;                 // zig's musl returns -1, against POSIX
  if (error != ENOSPC && error != EDQUOT && error != EFBIG) return 0;  // 0, or a file system that cannot
  (void)::ftruncate(fd, static_cast<off_t>(*before));
  errno = error;
  return -1;
#else
  return 0;
#endif
}

bool is_terminal(int fd) noexcept { return isatty(fd) == 1; }
std::optional<std::uint64_t> size_of_file(int fd) noexcept {
  const auto file = regular_file(fd);
  if (!file) return std::nullopt;
  return static_cast<std::uint64_t>(file->st_size);
}
bool same_regular_file(int a, int b) noexcept {
  const auto one = regular_file(a);
  const auto other = regular_file(b);
  return one && other && same_file(*one, *other);
}
bool is_regular_file_at(int fd, const std::string& path) noexcept {
  const auto file = regular_file(fd);
  struct stat facts {};
  return file && ::stat(path.c_str(), &facts) == 0 && same_file(*file, facts);
}
std::optional<bool> all_may_read(int fd) noexcept {
  struct stat facts {};
  if (fstat(fd, &facts) != 0) return std::nullopt;
  if (S_ISDIR(facts.st_mode)) {
    errno = EISDIR;
    return std::nullopt;
  }
  return (facts.st_mode & S_IROTH) != 0;
}

void widen_pipe([[maybe_unused]] int fd) noexcept {
#if defined(F_SETPIPE_SZ)
  constexpr int wide = 1 << 20;
  if (const int now = fcntl(fd, F_GETPIPE_SZ); now >= 0 && now < wide) (void)fcntl(fd, F_SETPIPE_SZ, wide);
#endif
}

alarm::alarm() noexcept {
  if (pipe(ends_) != 0) ends_[0] = ends_[1] = -1;
  for (const int fd : ends_) {
    if (fd >= 0) (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
}
alarm::~alarm() {
  for (const int fd : ends_) {
    if (fd >= 0) (void)close(fd);
  }
}
void alarm::ring() const noexcept { (void)!write(ends_[1], "", 1); }
bool alarm::wait_for_input(int fd) const noexcept {
  pollfd both[] = {{fd, POLLIN, 0}, {ends_[0], POLLIN, 0}};
  while (poll(both, 2, -1) < 0 && errno == EINTR) {
  }
  return both[1].revents == 0;
}

void read_time_zone() noexcept { tzset(); }
std::int64_t ahead_of_utc(std::int64_t unix_s) noexcept {
  const auto seconds = static_cast<std::time_t>(unix_s);
  std::tm local{};
  return localtime_r(&seconds, &local) == nullptr ? 0 : std::int64_t{local.tm_gmtoff};
}

void* function_of_module(const std::string& path, const char* function) {
  std::error_code why;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", why);
  if (why) throw io_error("the program does not find its modules: " + why.message());
  const auto file = (program.parent_path() / path).lexically_normal();
  void* const module = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const symbol = module == nullptr ? nullptr : ::dlsym(module, function);
  if (symbol == nullptr) throw io_error(std::string("the store's module does not load: ") + ::dlerror());
  return symbol;
}

}  // namespace sortid::cli::os

#endif
