// Windows. Standard streams stay descriptors of its C library, in binary mode: a line ends as the program
// writes it.
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
#include <string_view>

#include "command.hpp"
#include "host/host.hpp"

namespace sortid::cli::os {

namespace {

// Words and paths are inside what WTF-8 says: UTF-8, in which a surrogate without its other half is three
// bytes. The system's converters make U+FFFD of each, which is the name of another file.
std::string to_utf8(std::wstring_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::uint32_t code = text[i];
    const bool pair = (code & 0xFC00U) == 0xD800 && i + 1 < text.size() && (text[i + 1] & 0xFC00U) == 0xDC00;
    if (pair) code = 0x1'0000 + ((code & 0x3FFU) << 10U | (text[++i] & 0x3FFU));
    const std::size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1'0000 ? 3 : 4;
    constexpr unsigned leads[] = {0, 0xC0, 0xE0, 0xF0};
    out += static_cast<char>(leads[size - 1] | code >> 6 * (size - 1));
    for (std::size_t left = size - 1; left-- != 0;)
      out += static_cast<char>(0x80U | (code >> 6 * left & 0x3FU));
  }
  return out;
}

// Of what to_utf8() has made.
std::wstring to_wide(std::string_view text) {
  std::wstring out;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at++]);
    const unsigned behind = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    std::uint32_t code = behind == 0 ? lead : lead & 0x3FU >> behind;
    for (unsigned k = 0; k != behind && at < text.size(); ++k)
      code = code << 6U | (static_cast<unsigned char>(text[at++]) & 0x3FU);
    if (code < 0x1'0000) {
      out += static_cast<wchar_t>(code);
    } else {
      out += static_cast<wchar_t>(0xD7C0 + (code >> 10U));  // 0xD800 less the 0x10000 that are not written
      out += static_cast<wchar_t>(0xDC00 | (code & 0x3FFU));
    }
  }
  return out;
}

// A path as the system takes it. Without a prefix it takes 259 units of a whole path, and of some 247.
std::wstring to_path(const std::string& path) {
  std::wstring given = to_wide(path);
  std::wstring whole(::GetFullPathNameW(given.c_str(), 0, nullptr, nullptr), L'\0');
  constexpr std::size_t most = 247;
  if (whole.size() <= most + 1) return given;  // with the NUL
  whole.resize(::GetFullPathNameW(given.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
  if (whole.starts_with(LR"(\\?\)") || whole.starts_with(LR"(\\.\)")) return given;
  if (whole.starts_with(LR"(\\)")) return LR"(\\?\UNC)" + whole.substr(1);
  return LR"(\\?\)" + whole;
}

int open_it(const std::string& path, int flags) noexcept {
  try {
    const std::wstring name = to_path(path);
    const int fd = ::_wopen(name.c_str(), flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    if (fd >= 0 || errno != EACCES) return fd;
    const DWORD what = ::GetFileAttributesW(name.c_str());
    errno = what != INVALID_FILE_ATTRIBUTES && (what & FILE_ATTRIBUTE_DIRECTORY) != 0 ? EISDIR : EACCES;
  } catch (...) {
    errno = ENOMEM;
  }
  return -1;
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
int open_temporary(const std::string& folder) {
  static std::atomic<unsigned> made{0};
  for (int tries = 0; tries < 100; ++tries) {
    const std::string name = folder + "\\sortid-" + std::to_string(::GetCurrentProcessId()) + "-" +
                             std::to_string(made.fetch_add(1)) + ".tmp";
    const int fd =
        ::_wopen(to_path(name).c_str(),
                 _O_RDWR | _O_CREAT | _O_EXCL | _O_TEMPORARY | _O_SHORT_LIVED | _O_BINARY | _O_NOINHERIT,
                 _S_IREAD | _S_IWRITE);
    if (fd >= 0 || errno != EEXIST) return fd;
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
    // EINVAL: no file can have such a name.
    return ::_waccess(to_path(path).c_str(), 0) != 0 && (errno == ENOENT || errno == EINVAL);
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
int sync(int fd) noexcept { return !regular_file(fd) || ::_commit(fd) == 0 ? 0 : -1; }

namespace {

std::string folder_of(const std::string& path) {
  const std::size_t end = path.find_last_of("/\\:");
  return end == std::string::npos ? std::string() : path.substr(0, end + 1);
}
std::wstring whole_path(const std::string& path) {
  const std::wstring given = to_path(path);
  std::wstring whole(::GetFullPathNameW(given.c_str(), 0, nullptr, nullptr), L'\0');
  whole.resize(::GetFullPathNameW(given.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
  return whole;
}

}  // namespace

bool lead_to_one_name(const std::string& a, const std::string& b) {
  return ::CompareStringOrdinal(whole_path(a).c_str(), -1, whole_path(b).c_str(), -1, TRUE) == CSTR_EQUAL;
}

new_file::new_file(const std::string& path, int old) : to_(path), replaces_(old >= 0) {
  const auto before = regular_file(old);
  if (replaces_ && (!before || before->nNumberOfLinks != 1 ||
                    (::GetFileAttributesW(to_path(path).c_str()) & FILE_ATTRIBUTE_REPARSE_POINT) != 0))
    return;
  constexpr int tries = 100;
  for (int i = 0; fd_ < 0 && i != tries; ++i) {
    name_ = folder_of(path) + ".sortid-" + std::to_string(::GetCurrentProcessId()) + "-" + std::to_string(i);
    fd_ = open_it(name_, _O_WRONLY | _O_CREAT | _O_EXCL);
    if (fd_ < 0 && errno != EEXIST) break;
  }
  if (fd_ < 0) name_.clear();
}
new_file::~new_file() { drop(); }
void new_file::drop() noexcept {
  if (fd_ >= 0) (void)::_close(fd_);
  fd_ = -1;
  if (!name_.empty()) (void)::DeleteFileW(to_path(name_).c_str());
  name_.clear();
}
bool new_file::take_place() { return rename(); }
bool new_file::rename() {
  (void)::_close(fd_);
  fd_ = -1;
  const std::wstring from = to_path(name_);
  const std::wstring to = to_path(to_);
  // The first keeps the rights of the old file.
  const BOOL done = replaces_ ? ::ReplaceFileW(to.c_str(), from.c_str(), nullptr, 0, nullptr, nullptr)
                              : ::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING);
  if (done == 0) return false;
  name_.clear();
  return true;
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

// The zone of the system's settings. The C library would take TZ, of which it knows offsets and the rules of
// one country, and would take zones with names, as shells of other systems set them, for UTC.
void read_time_zone() noexcept {}
std::int64_t ahead_of_utc(std::int64_t unix_s) noexcept {
  constexpr std::int64_t ticks_per_s = 10'000'000;
  constexpr std::int64_t from_1601_to_1970 = 11'644'473'600;
  const auto ticks_of = [](const FILETIME& t) {
    return static_cast<std::int64_t>(std::uint64_t{t.dwHighDateTime} << 32U | t.dwLowDateTime);
  };
  const std::int64_t ticks = (unix_s + from_1601_to_1970) * ticks_per_s;
  FILETIME instant{static_cast<DWORD>(ticks), static_cast<DWORD>(ticks >> 32U)};
  SYSTEMTIME utc;
  SYSTEMTIME local;
  TIME_ZONE_INFORMATION rules;  // of that year
  if (::FileTimeToSystemTime(&instant, &utc) == 0 ||
      ::GetTimeZoneInformationForYear(utc.wYear, nullptr, &rules) == 0 ||
      ::SystemTimeToTzSpecificLocalTime(&rules, &utc, &local) == 0 ||
      ::SystemTimeToFileTime(&local, &instant) == 0)
    return 0;
  return (ticks_of(instant) - ticks) / ticks_per_s;
}

void become(const std::string&, const std::vector<std::string>&) noexcept {
  errno = ENOSYS;  // a process here cannot become another program: the kit's own is called
}

void* function_of_module(const std::string&, const char*) {
  throw io_error("modules of stores are not for this system");
}

}  // namespace sortid::cli::os

#endif
