// Systems with POSIX.
#if !defined(_WIN32)

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/xattr.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
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

// Waits for one of them, as poll(2) has it.
template <std::size_t Count>
int wait_for(pollfd (&any)[Count]) noexcept {
  constexpr int without_end = -1;
  return poll(any, Count, without_end);
}
void wait_for(int fd, short events) noexcept {
  pollfd one[] = {{fd, events, {}}};
  (void)wait_for(one);
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
int open_temporary(const std::string& folder) {
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
  if (!before) return 0;
  struct rlimit most {};
  if (::getrlimit(RLIMIT_FSIZE, &most) == 0 && size > static_cast<std::uint64_t>(most.rlim_cur)) {
    errno = EFBIG;
    return -1;
  }
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
int sync(int fd) noexcept { return ::fsync(fd) == 0 || errno == EINVAL || errno == EROFS ? 0 : -1; }

namespace {

namespace fs = std::filesystem;

// The name that a path leads to, which nothing may have yet.
fs::path followed(fs::path path) {
  constexpr int most_links = 40;
  std::error_code why;
  for (int links = 0; links != most_links && fs::is_symlink(path, why); ++links)
    path = path.parent_path() / fs::read_symlink(path, why);
  return path;
}
fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : "."; }

// Whether whoever started the program handed it the file to write, as a shell does in {…} > file, and may
// write to it, too.
bool is_handed(const struct stat& file, int own) noexcept {
  constexpr int looked_at = 256;
  for (int fd = 0; fd != looked_at; ++fd) {
    struct stat facts {};
    const int flags = fd == own ? -1 : fcntl(fd, F_GETFL);
    if (flags != -1 && (flags & O_ACCMODE) != O_RDONLY && fstat(fd, &facts) == 0 && same_file(facts, file))
      return true;
  }
  return false;
}

// Gives a new file the owner, the mode, and where Linux has more rights and labels the same ones. False when
// it cannot.
bool give_rights(int to, const struct stat& of, [[maybe_unused]] int of_fd) noexcept {
  struct stat facts {};
  if (fstat(to, &facts) != 0) return false;
  if ((facts.st_uid != of.st_uid || facts.st_gid != of.st_gid) && fchown(to, of.st_uid, of.st_gid) != 0)
    return false;
  if (fchmod(to, of.st_mode & 07777) != 0) return false;
#if defined(__linux__)
  std::array<std::array<char, 1024>, 2> names{};
  const ssize_t had = flistxattr(of_fd, names[0].data(), names[0].size());
  const ssize_t has = flistxattr(to, names[1].data(), names[1].size());
  if (had == -1 && errno == ERANGE) return false;
  if (had != has || names[0] != names[1]) return false;
#endif
  return true;
}

// Calls made(name) with names in that folder until it is true. Empty and errno when it fails otherwise than
// by a name that something has.
std::string name_in(const fs::path& folder, const std::function<bool(const char*)>& made) {
  constexpr int tries = 100;
  for (int i = 0; i != tries; ++i) {
    std::string name = folder / (".sortid-" + std::to_string(getpid()) + "-" + std::to_string(i));
    if (made(name.c_str())) return name;
    if (errno != EEXIST) break;
  }
  return {};
}

}  // namespace

bool lead_to_one_name(const std::string& a, const std::string& b) {
  const fs::path one = followed(a);
  const fs::path other = followed(b);
  std::error_code why;
  return one.filename() == other.filename() && fs::equivalent(folder_of(one), folder_of(other), why);
}

new_file::new_file(const std::string& path, int old) : to_(followed(path)), replaces_(old >= 0) {
  struct stat named {};
  const auto before = regular_file(old);
  if (replaces_ && (!before || before->st_nlink != 1 || is_handed(*before, old) ||
                    ::lstat(to_.c_str(), &named) != 0 || !same_file(named, *before)))
    return;
  const fs::path folder = folder_of(to_);
  const mode_t mode = replaces_ ? 0600 : 0666;
#if defined(O_TMPFILE)
  fd_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
#endif
  if (fd_ < 0)
    name_ = name_in(folder, [&](const char* name) {
      fd_ = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      return fd_ >= 0;
    });
  if (fd_ >= 0 && replaces_ && !give_rights(fd_, *before, old)) drop();
}
new_file::~new_file() { drop(); }
void new_file::drop() noexcept {
  if (!name_.empty()) (void)::unlink(name_.c_str());
  name_.clear();
  if (fd_ >= 0) (void)::close(fd_);
  fd_ = -1;
}
bool new_file::take_place() {
  // A signal would leave the name that the file has on the way. Other threads have ended.
  sigset_t all;
  sigset_t before;
  (void)sigfillset(&all);
  (void)sigprocmask(SIG_SETMASK, &all, &before);
  const bool done = rename();
  (void)sigprocmask(SIG_SETMASK, &before, nullptr);
  return done;
}
bool new_file::rename() {
  if (name_.empty()) {
    const std::string self = "/proc/self/fd/" + std::to_string(fd_);
    const auto link = [&self](const char* name) {
      return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
    };
    if (!replaces_ && link(to_.c_str())) return true;
    name_ = name_in(folder_of(to_), link);
    if (name_.empty()) return false;
  }
  if (::rename(name_.c_str(), to_.c_str()) != 0) return false;
  name_.clear();
  return true;
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
  pollfd both[] = {{fd, POLLIN, {}}, {ends_[0], POLLIN, {}}};
  while (wait_for(both) < 0 && errno == EINTR) {
  }
  return both[1].revents == 0;
}

void read_time_zone() noexcept { tzset(); }
std::int64_t ahead_of_utc(std::int64_t unix_s) noexcept {
  const auto seconds = static_cast<std::time_t>(unix_s);
  std::tm local{};
  return localtime_r(&seconds, &local) == nullptr ? 0 : std::int64_t{local.tm_gmtoff};
}

void become(const std::string& name, const std::vector<std::string>& words) noexcept {
  std::vector<char*> all{const_cast<char*>(name.c_str())};
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  std::error_code why;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", why);
  if (!why) ::execv((program.parent_path() / name).c_str(), all.data());
  ::execvp(name.c_str(), all.data());
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
