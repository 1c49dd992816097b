// Files of orders by what POSIX has. posix_files.hpp is what is left to each system.
#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)

#include "posix_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <string_view>

namespace sortid::detail::os {

namespace {

int number(const open_file& file) noexcept { return static_cast<int>(file.get()); }

// The folder of a path, and the file's name in it.
struct place {
  std::array<char, PATH_MAX> folder{};
  const char* name;

  explicit place(const char* path) noexcept : name(path) {
    const std::string_view whole(path);
    const std::size_t slash = whole.rfind('/');
    if (slash == whole.npos) {
      folder[0] = '.';
      return;
    }
    name = path + slash + 1;
    // The system rejects a longer path.
    if (slash + 1 < folder.size()) std::copy_n(path, slash + 1, folder.begin());
  }
};

// Writes the file that was made under another name, and renames it to its own.
int put_aside(int folder, const open_file& file, const char* aside, const char* name, const void* bytes,
              std::size_t size) noexcept {
  const ssize_t written = ::pwrite(number(file), bytes, size, 0);
  if (written != static_cast<ssize_t>(size)) return written < 0 ? errno : ENOSPC;
  if (flush_file(number(file)) != 0) return errno;
  if (rename_new(folder, aside, name) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return errno;
  // This file system cannot rename without replacing.
  if (::linkat(folder, aside, folder, name, 0) != 0) return errno;
  return ::unlinkat(folder, aside, 0) == 0 ? 0 : errno;
}

}  // namespace

open_file::~open_file() {
  if (file_ == none) return;
  ::flock(number(*this), LOCK_UN);  // step: order_file.unlock
  ::close(number(*this));
}

put_file put_new_file(const char* path, const void* bytes, std::size_t size) noexcept {
  using end = put_file::end;
  const place where(path);
  const open_file folder(::open(where.folder.data(), open_to_search | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open() || *where.name == '\0')
    return {.how = end::no_folder, .error = folder.is_open() ? ENOENT : errno};
  if (const file_reach reach = reach_of(folder); reach != file_reach::local)
    return {.how = end::not_local, .reach = reach};

  // The first name that is free: others may be making theirs, or have been killed while they did.
  constexpr std::string_view lead = ".sortid-new-";
  std::array<char, 32> aside{};
  int made = -1;
  for (unsigned number = 0; made < 0; ++number) {
    constexpr unsigned most = 10'000;
    char* const digits = std::copy(lead.begin(), lead.end(), aside.data());
    *std::to_chars(digits, aside.data() + aside.size() - 1, number).ptr = '\0';
    made = ::openat(static_cast<int>(folder.get()), aside.data(),
                    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (made < 0 && (errno != EEXIST || number == most)) return {.how = end::failed, .error = errno};
  }
  const open_file file(made);
  const int error = put_aside(number(folder), file, aside.data(), where.name, bytes, size);
  if (error == 0) return {};
  ::unlinkat(number(folder), aside.data(), 0);
  return {.how = end::failed, .error = error};
}

open_file open_there(const char* path, int& error) noexcept {
  open_file file(::open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  error = file.is_open() ? 0 : errno;
  return file;
}

file_reach reach_of(const open_file& file) noexcept { return reach_of_number(number(file)); }

int try_lock(const open_file& file) noexcept {
  return ::flock(number(file), LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

int read_facts(const open_file& file, file_facts& to) noexcept {
  struct stat status {};
  if (::fstat(number(file), &status) != 0) return errno;
  to = {S_ISREG(status.st_mode), static_cast<std::uint64_t>(status.st_size)};
  return 0;
}

int reserve(const open_file& file, std::size_t size) noexcept { return reserve_room(number(file), size); }

int map_shared(const open_file& file, std::size_t size, mapping& to) noexcept {
  void* const at = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, number(file), 0);
  if (at == MAP_FAILED) return errno;
  to.at = at;
  const int error = keep_for_flushing(number(file), to.file);
  if (error != 0) ::munmap(at, size);
  return error;
}
void unmap_shared(const mapping& of, std::size_t size) noexcept {
  ::munmap(of.at, size);
  if (of.file != open_file::none) ::close(static_cast<int>(of.file));
}
int flush(const mapping& of, std::size_t size) noexcept {
  if (::msync(of.at, size, MS_SYNC) != 0) return errno;
  return of.file == open_file::none || flush_file(static_cast<int>(of.file)) == 0 ? 0 : errno;
}

int flush_folder(const char* path, const open_file& file) noexcept {
  const place where(path);
  const int folder = ::open(where.folder.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // A folder that may be searched but not read cannot be flushed alone, so all of its disk is.
  if (folder < 0) return errno == EACCES ? flush_all(number(file)) : errno;
  const open_file opened(folder);
  return flush_file(folder) == 0 ? 0 : errno;
}

}  // namespace sortid::detail::os

#endif
