// Windows, from version 8 of 2012.
#if defined(_WIN32)

#if !defined(_WIN32_WINNT) || _WIN32_WINNT < 0x0602
#undef _WIN32_WINNT
#define _WIN32_WINNT 0x0602
#endif
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
// After it.
#include <bcrypt.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <string_view>

#include "pool/stores.hpp"
#include "sortid/system.hpp"
#include "system.hpp"

#if !defined(CREATE_WAITABLE_TIMER_HIGH_RESOLUTION)
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 0x00000002  // from Windows 10, version 1803
#endif

namespace sortid {

// --- clocks ------------------------------------------------------------------------------------------------

namespace {

constexpr std::int64_t ticks_per_us = 10;  // of 100 ns, which files and timers count in
constexpr std::int64_t ticks_per_s = 10'000'000;

// Units of a second from the counter, split so that the product does not overflow.
std::int64_t counted(std::int64_t per_s) noexcept {
  LARGE_INTEGER rate;
  LARGE_INTEGER count;
  ::QueryPerformanceFrequency(&rate);
  ::QueryPerformanceCounter(&count);
  return count.QuadPart / rate.QuadPart * per_s + count.QuadPart % rate.QuadPart * per_s / rate.QuadPart;
}

}  // namespace

timespec detail::unix_time() noexcept {
  FILETIME now;
  ::GetSystemTimePreciseAsFileTime(&now);
  constexpr std::int64_t from_1601_to_1970 = 11'644'473'600;
  const auto ticks = static_cast<std::int64_t>(std::uint64_t{now.dwHighDateTime} << 32U | now.dwLowDateTime);
  timespec t{};
  t.tv_sec = static_cast<decltype(t.tv_sec)>(ticks / ticks_per_s - from_1601_to_1970);
  t.tv_nsec = static_cast<decltype(t.tv_nsec)>(ticks % ticks_per_s * 100);
  return t;
}

timespec detail::elapsed_time() noexcept {
  constexpr std::int64_t ns_per_s = 1'000'000'000;
  const std::int64_t ns = counted(ns_per_s);
  timespec t{};
  t.tv_sec = static_cast<decltype(t.tv_sec)>(ns / ns_per_s);
  t.tv_nsec = static_cast<decltype(t.tv_nsec)>(ns % ns_per_s);
  return t;
}

std::int64_t system_clock::pause(std::int64_t us) noexcept {
  constexpr std::int64_t us_per_s = 1'000'000;
  const std::int64_t before = counted(us_per_s);
  // Sleep() waits for the next of the system's ticks, which are up to 16 ms apart.
  const HANDLE timer = ::CreateWaitableTimerExW(nullptr, nullptr, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION,
                                                TIMER_MODIFY_STATE | SYNCHRONIZE);
  LARGE_INTEGER due;
  due.QuadPart = -us * ticks_per_us;  // negative: from now
  if (timer != nullptr && ::SetWaitableTimer(timer, &due, 0, nullptr, nullptr, FALSE) != 0) {
    ::WaitForSingleObject(timer, INFINITE);
  } else {
    ::Sleep(static_cast<DWORD>((us + 999) / 1'000));
  }
  if (timer != nullptr) ::CloseHandle(timer);
  return counted(us_per_s) - before;
}

}  // namespace sortid

// Nobody has written one: docs/platforms.md.
std::unique_ptr<sortid::node_store> sortid::detail::make_file_node_store(std::string) { return nullptr; }

namespace sortid::detail::os {

// --- randomness and memory ---------------------------------------------------------------------------------

bool random_bytes(void* to, std::size_t size) noexcept {
  auto* at = static_cast<unsigned char*>(to);
  while (size != 0) {
    const auto part = static_cast<ULONG>(std::min<std::size_t>(size, ULONG_MAX));
    if (::BCryptGenRandom(nullptr, at, part, BCRYPT_USE_SYSTEM_PREFERRED_RNG) < 0) return false;
    at += part;
    size -= part;
  }
  return true;
}

void erase(void* at, std::size_t size) noexcept { ::SecureZeroMemory(at, size); }

// No process begins as a copy of another.
void* map_wiped_on_fork(std::size_t size) noexcept {
  return ::VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}
void unmap(void* at, std::size_t) noexcept { ::VirtualFree(at, 0, MEM_RELEASE); }
void* allocate_large(std::size_t size) noexcept { return std::malloc(size); }
void call_in_child(void (*)()) noexcept {}
std::uint32_t process() noexcept { return ::GetCurrentProcessId(); }

host_name_text host_name() noexcept {
  host_name_text name{};
  auto size = static_cast<DWORD>(name.size());
  if (::GetComputerNameExA(ComputerNameDnsHostname, name.data(), &size) == 0) name = {};
  return name;
}

// --- clocks ------------------------------------------------------------------------------------------------

// Nobody has tried what the counter is to the system's time.
counter_facts ask_counter(std::span<char>) noexcept { return {}; }
std::int64_t tick_ns() noexcept { return 0; }

// --- files of orders ---------------------------------------------------------------------------------------

namespace {

HANDLE handle_of(const open_file& file) noexcept { return reinterpret_cast<HANDLE>(file.get()); }
std::intptr_t number_of(HANDLE file) noexcept { return reinterpret_cast<std::intptr_t>(file); }
static_assert(open_file::none == -1);  // as INVALID_HANDLE_VALUE is

int error_of(DWORD code) noexcept {
  switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_BAD_NETPATH:
      return ENOENT;
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
      return EINVAL;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_WRITE_PROTECT:
      return EACCES;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      return EEXIST;
    case ERROR_LOCK_VIOLATION:
    case ERROR_IO_PENDING:
      return EWOULDBLOCK;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      return ENOSPC;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
      return ENOMEM;
    case ERROR_TOO_MANY_OPEN_FILES:
      return EMFILE;
    case ERROR_FILENAME_EXCED_RANGE:
      return ENAMETOOLONG;
    default:
      return EIO;
  }
}
int last_error() noexcept { return error_of(::GetLastError()); }

// A path of UTF-8 as Windows takes it, or why it is not one.
class wide_path {
 public:
  explicit wide_path(std::string_view path) noexcept {
    if (path.empty() || path.size() > most) {
      error_ = path.empty() ? ENOENT : ENAMETOOLONG;
      return;
    }
    const int size = ::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path.data(),
                                           static_cast<int>(path.size()), text_, most);
    text_[size] = L'\0';
    error_ = size == 0 ? EILSEQ : 0;
    lengthen();
  }
  wide_path(const wide_path&) = delete;
  wide_path& operator=(const wide_path&) = delete;
  [[nodiscard]] const wchar_t* get() const noexcept { return at_; }
  [[nodiscard]] int error() const noexcept { return error_; }

 private:
  // Without a prefix Windows takes 259 units of a whole path, and of some 247.
  void lengthen() noexcept {
    constexpr DWORD most_without = 247;
    wchar_t* const whole = whole_ + room;
    const DWORD size = ::GetFullPathNameW(text_, most + 1, whole, nullptr);
    if (size <= most_without || size > most) return;
    std::wstring_view prefix = LR"(\\?\)";
    const std::wstring_view given(whole, size);
    if (given.starts_with(prefix) || given.starts_with(LR"(\\.\)")) return;
    const bool of_share = given.starts_with(LR"(\\)");
    if (of_share) prefix = LR"(\\?\UNC)";  // in the place of the first of both strokes
    wchar_t* const begin = whole + (of_share ? 1 : 0) - prefix.size();
    std::copy(prefix.begin(), prefix.end(), begin);
    at_ = begin;
  }

  static constexpr int most = 4'096;
  static constexpr std::size_t room = 8;  // of a prefix
  wchar_t text_[most + 1]{};
  wchar_t whole_[room + most + 1]{};
  const wchar_t* at_ = text_;
  int error_ = 0;
};

open_file open_it(const wide_path& path, DWORD disposition, DWORD flags) noexcept {
  constexpr DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  return open_file(number_of(
      ::CreateFileW(path.get(), GENERIC_READ | GENERIC_WRITE, share, nullptr, disposition, flags, nullptr)));
}

// Behind every byte of a file: what is locked cannot be read by others.
OVERLAPPED place_of_lock() noexcept {
  OVERLAPPED at{};
  at.OffsetHigh = 0x4000'0000;
  return at;
}

int write_whole(const open_file& file, const void* bytes, std::size_t size) noexcept {
  DWORD written = 0;
  if (::WriteFile(handle_of(file), bytes, static_cast<DWORD>(size), &written, nullptr) == 0)
    return last_error();
  if (written != size) return ENOSPC;
  return ::FlushFileBuffers(handle_of(file)) != 0 ? 0 : last_error();
}

// The folder of a path, with what is at its end, as its length.
std::size_t folder_size(std::string_view path) noexcept {
  const std::size_t end = path.find_last_of("/\\:");
  return end == path.npos ? 0 : end + 1;
}

}  // namespace

open_file::~open_file() {
  if (file_ == none) return;
  OVERLAPPED at = place_of_lock();
  ::UnlockFileEx(handle_of(*this), 0, 1, 0, &at);
  ::CloseHandle(handle_of(*this));
}

put_file put_new_file(const char* path, const void* bytes, std::size_t size) noexcept {
  using end = put_file::end;
  const std::string_view whole(path);
  const std::size_t folder = folder_size(whole);
  const wide_path name(whole);
  if (name.error() != 0) return {.how = end::no_folder, .error = name.error()};
  if (folder == whole.size()) return {.how = end::no_folder, .error = ENOENT};

  // The first name that is free: others may be making theirs, or have been killed while they did.
  constexpr std::string_view lead = ".sortid-new-";
  constexpr std::size_t longest = 4'096;
  char text[longest + 32];
  if (folder > longest) return {.how = end::no_folder, .error = ENAMETOOLONG};
  char* const digits = std::copy(lead.begin(), lead.end(), std::copy_n(path, folder, text));
  for (unsigned number = 0;; ++number) {
    constexpr unsigned most = 10'000;
    char* const stop = std::to_chars(digits, text + sizeof text, number).ptr;
    const wide_path aside({text, static_cast<std::size_t>(stop - text)});
    int error = 0;
    {
      const open_file file = open_it(aside, CREATE_NEW, FILE_ATTRIBUTE_NORMAL);
      if (!file.is_open()) {
        error = last_error();
        if (error == EEXIST && number != most) continue;
        return {.how = error == ENOENT ? end::no_folder : end::failed, .error = error};
      }
      if (const file_reach reach = reach_of(file); reach != file_reach::local) {
        ::DeleteFileW(aside.get());  // when it is closed
        return {.how = end::not_local, .reach = reach};
      }
      error = write_whole(file, bytes, size);
    }
    if (error == 0 && ::MoveFileExW(aside.get(), name.get(), MOVEFILE_WRITE_THROUGH) == 0)
      error = last_error();
    if (error == 0) return {};
    ::DeleteFileW(aside.get());
    return {.how = end::failed, .error = error};
  }
}

open_file open_there(const char* path, int& error) noexcept {
  const wide_path name{std::string_view(path)};
  error = name.error();
  if (error != 0) return open_file(open_file::none);
  open_file file = open_it(name, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT);
  if (file.is_open()) return file;
  error = last_error();
  const DWORD what = error == EACCES ? ::GetFileAttributesW(name.get()) : INVALID_FILE_ATTRIBUTES;
  if (what != INVALID_FILE_ATTRIBUTES && (what & FILE_ATTRIBUTE_DIRECTORY) != 0) error = EISDIR;
  return file;
}

// Another host's file has a protocol by which it comes.
file_reach reach_of(const open_file& file) noexcept {
  FILE_REMOTE_PROTOCOL_INFO info{};
  return ::GetFileInformationByHandleEx(handle_of(file), FileRemoteProtocolInfo, &info, sizeof info) != 0
             ? file_reach::hosts
             : file_reach::local;
}

int try_lock(const open_file& file) noexcept {
  if (::GetFileType(handle_of(file)) != FILE_TYPE_DISK)
    return 0;  // a device, which has no locks: read_facts() tells
  OVERLAPPED at = place_of_lock();
  constexpr DWORD how = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
  return ::LockFileEx(handle_of(file), how, 0, 1, 0, &at) != 0 ? 0 : last_error();
}

int read_facts(const open_file& file, file_facts& to) noexcept {
  BY_HANDLE_FILE_INFORMATION info;
  to = {};
  if (::GetFileType(handle_of(file)) != FILE_TYPE_DISK) return 0;
  if (::GetFileInformationByHandle(handle_of(file), &info) == 0) return last_error();
  constexpr DWORD other = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DEVICE;
  to.regular = (info.dwFileAttributes & other) == 0;
  to.size = std::uint64_t{info.nFileSizeHigh} << 32U | info.nFileSizeLow;
  return 0;
}

// What was written has its place.
int reserve(const open_file&, std::size_t) noexcept { return 0; }

int map_shared(const open_file& file, std::size_t size, mapping& to) noexcept {
  const HANDLE section =
      ::CreateFileMappingW(handle_of(file), nullptr, PAGE_READWRITE, 0, static_cast<DWORD>(size), nullptr);
  if (section == nullptr) return last_error();
  to.at = ::MapViewOfFile(section, FILE_MAP_READ | FILE_MAP_WRITE, 0, 0, size);
  int error = to.at == nullptr ? last_error() : 0;
  ::CloseHandle(section);
  if (error != 0) return error;
  HANDLE kept = nullptr;
  const HANDLE self = ::GetCurrentProcess();
  if (::DuplicateHandle(self, handle_of(file), self, &kept, 0, FALSE, DUPLICATE_SAME_ACCESS) == 0) {
    error = last_error();
    ::UnmapViewOfFile(to.at);
    return error;
  }
  to.file = number_of(kept);
  return 0;
}
void unmap_shared(const mapping& of, std::size_t) noexcept {
  ::UnmapViewOfFile(of.at);
  ::CloseHandle(reinterpret_cast<HANDLE>(of.file));
}
// The first call begins to write the pages, the second one waits for them and for the disk.
int flush(const mapping& of, std::size_t size) noexcept {
  if (::FlushViewOfFile(of.at, size) == 0 || ::FlushFileBuffers(reinterpret_cast<HANDLE>(of.file)) == 0)
    return last_error();
  return 0;
}
// NTFS writes what it knows of a file with it, its name too.
int flush_folder(const char*, const open_file& file) noexcept {
  return ::FlushFileBuffers(handle_of(file)) != 0 ? 0 : last_error();
}

// The system tells when it was started, by a clock that is set, but not which start it was.
boot_name this_boot() noexcept { return {}; }

}  // namespace sortid::detail::os

#endif
