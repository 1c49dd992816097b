// Windows. Standard streams stay descriptors of its C library, in binary mode: a line ends as the program writes it.
#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
// After it.
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <ctime>

#include "command.hpp"
#include "host/host.hpp"

namespace sortid::cli::os {

namespace {

std::string to_utf8(const wchar_t* text) {
  const int size = ::WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
  std::string out(static_cast<std::size_t>(std::max(size, 1)), '\0');
  if (size > 0) ::WideCharToMultiByte(CP_UTF8, 0, text, -1, out.data(), size, nullptr, nullptr);
  out.pop_back();  // the NUL
  return out;
}

// No path of UTF-8 is longer in UTF-16.
std::wstring to_wide(const std::string& path) {
  std::wstring out(path.size() + 1, L'\0');
  const int size =
      ::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path.data(), static_cast<int>(path.size()),
                            out.data(), static_cast<int>(path.size()));
  out.resize(static_cast<std::size_t>(std::max(size, 0)));
  return out;
}

int open_it(const std::string& path, int flags) noexcept {
  try {
    return ::_wopen(to_wide(path).c_str(), flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
  } catch (...) {
    errno = ENOMEM;
    return -1;
  }
}

HANDLE handle_of(int fd) noexcept { return reinterpret_cast<HANDLE>(::_get_osfhandle(fd)); }

std::optional<BY_HANDLE_FILE_INFORMATION> regular_file(int fd) noexcept {
  BY_HANDLE_FILE_INFORMATION facts;
  if (::GetFileType(handle_of(fd)) != FILE_TYPE_DISK ||
      ::GetFileInformationByHandle(handle_of(fd), &facts) == 0)
    return std::nullopt;
  return facts;
}

// UTF-8 and the colours of terminals, where a stream is a console.
void prepare_consoles() noexcept {
  for (const int fd : {standard_output, standard_error}) {
    DWORD mode = 0;
    if (::GetConsoleMode(handle_of(fd), &mode) == 0) continue;
    (void)::SetConsoleMode(handle_of(fd), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    (void)::SetConsoleOutputCP(CP_UTF8);
  }
}

}  // namespace

std::vector<std::string> begin(int, char**) {
  for (const int fd : {standard_input, standard_output, standard_error}) (void)::_setmode(fd, _O_BINARY);
  prepare_consoles();
  // The words as they were given; main()'s have been through the code page of the host.
  int count = 0;
  wchar_t** const given = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  std::vector<std::string> words;
  for (int i = 1; given != nullptr && i < count; ++i) words.push_back(to_utf8(given[i]));
  ::LocalFree(given);
  return words;
}

std::ptrdiff_t read_some(int fd, void* to, std::size_t size) noexcept {
  return ::_read(fd, to, static_cast<unsigned>(std::min<std::size_t>(size, INT_MAX)));
}
std::ptrdiff_t write_some(int fd, const void* from, std::size_t size) noexcept {
  // Older consoles take no more at once.
  constexpr std::size_t most = 32'000;
  const auto part = static_cast<unsigned>(std::min(size, ::_isatty(fd) != 0 ? most : std::size_t{INT_MAX}));
  const int written = ::_write(fd, from, part);
  // The reader of a pipe has gone: as a signal does it elsewhere, quietly.
  if (written < 0 && (errno == EPIPE || errno == EINVAL) && ::GetFileType(handle_of(fd)) == FILE_TYPE_PIPE)
    ::_exit(static_cast<int>(status::io_failed));
  return written;
}
// No descriptor is set not to block.
void wait_to_read(int) noexcept {}
void wait_to_write(int) noexcept {}

int open_to_read(const std::string& path) noexcept { return open_it(path, _O_RDONLY); }
int open_to_write(const std::string& path) noexcept { return open_it(path, _O_WRONLY | _O_CREAT); }
int close(int fd) noexcept { return ::_close(fd); }
int open_temporary(const std::string& folder) noexcept {
  static std::atomic<unsigned> made{0};
  try {
    for (int tries = 0; tries < 100; ++tries) {
      const std::string name = folder + "\\sortid-" + std::to_string(::GetCurrentProcessId()) + "-" +
                               std::to_string(made.fetch_add(1)) + ".tmp";
      const int fd =
          ::_wopen(to_wide(name).c_str(),
                   _O_RDWR | _O_CREAT | _O_EXCL | _O_TEMPORARY | _O_SHORT_LIVED | _O_BINARY | _O_NOINHERIT,
                   _S_IREAD | _S_IWRITE);
      if (fd >= 0 || errno != EEXIST) return fd;
    }
  } catch (...) {
    errno = ENOMEM;
  }
  return -1;
}
std::string temporary_folder() {
  wchar_t path[MAX_PATH + 1];
  const DWORD size = ::GetTempPathW(MAX_PATH + 1, path);
  return size == 0 || size > MAX_PATH ? "." : to_utf8(path);
}
namespace {

OVERLAPPED place_in_file(std::uint64_t offset) noexcept {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32U);
  return place;
}

DWORD at_once(std::size_t size) noexcept { return static_cast<DWORD>(std::min<std::size_t>(size, INT_MAX)); }

}  // namespace

std::ptrdiff_t read_at(int fd, void* to, std::size_t size, std::uint64_t offset) noexcept {
  OVERLAPPED place = place_in_file(offset);
  DWORD count = 0;
  if (::ReadFile(handle_of(fd), to, at_once(size), &count, &place) != 0) return count;
  errno = EIO;
  return ::GetLastError() == ERROR_HANDLE_EOF ? 0 : -1;
}
std::ptrdiff_t write_at(int fd, const void* from, std::size_t size, std::uint64_t offset) noexcept {
  OVERLAPPED place = place_in_file(offset);
  DWORD count = 0;
  if (::WriteFile(handle_of(fd), from, at_once(size), &count, &place) != 0) return count;
  errno = ::GetLastError() == ERROR_DISK_FULL ? ENOSPC : EIO;
  return -1;
}
bool is_missing(const std::string& path) noexcept {
  try {
    return ::_waccess(to_wide(path).c_str(), 0) != 0 && errno == ENOENT;
  } catch (...) {
    return false;
  }
}
int cut(int fd, std::uint64_t size) noexcept {
  return !regular_file(fd) || ::_chsize_s(fd, static_cast<__int64>(size)) == 0 ? 0 : -1;
}
int reserve(int fd, std::uint64_t size) noexcept {
  const auto before = size_of_file(fd);
  if (!before || size <= *before || cut(fd, size) == 0) return 0;
  const int error = errno;
  (void)cut(fd, *before);
  errno = error;
  return -1;
}

bool is_terminal(int fd) noexcept {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(fd), &mode) != 0;
}
std::optional<std::uint64_t> size_of_file(int fd) noexcept {
  const auto file = regular_file(fd);
  if (!file) return std::nullopt;
  return std::uint64_t{file->nFileSizeHigh} << 32U | file->nFileSizeLow;
}
bool same_regular_file(int a, int b) noexcept {
  const auto one = regular_file(a);
  const auto other = regular_file(b);
  return one && other && one->dwVolumeSerialNumber == other->dwVolumeSerialNumber &&
         one->nFileIndexHigh == other->nFileIndexHigh && one->nFileIndexLow == other->nFileIndexLow;
}
bool is_regular_file_at(int fd, const std::string& path) noexcept {
  const int other = open_to_read(path);
  if (other < 0) return false;
  const bool same = same_regular_file(fd, other);
  (void)close(other);
  return same;
}
// A file has the rights that its folder gives, and no bit for all users.
std::optional<bool> all_may_read(int) noexcept { return false; }
void widen_pipe(int) noexcept {}

// Nothing waits for a pipe and for something else.
alarm::alarm() noexcept : ends_{-1, -1} {}
alarm::~alarm() = default;
void alarm::ring() const noexcept {}
bool alarm::wait_for_input(int) const noexcept { return true; }

void read_time_zone() noexcept { ::_tzset(); }
std::int64_t ahead_of_utc(std::int64_t unix_s) noexcept {
  const auto seconds = static_cast<std::time_t>(unix_s);
  std::tm local{};
  if (::localtime_s(&local, &seconds) != 0) return 0;
  return static_cast<std::int64_t>(::_mkgmtime(&local)) - unix_s;
}

void* function_of_module(const std::string&, const char*) {
  throw io_error("modules of stores are not for this system");
}

}  // namespace sortid::cli::os

#endif
