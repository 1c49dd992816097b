// What the command line asks of an operating system: streams by their descriptors, which pass bytes as they
// are, and the process around it. Calls that fail leave errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sortid::cli::os {

inline constexpr int standard_input = 0;
inline constexpr int standard_output = 1;
inline constexpr int standard_error = 2;

// Before anything else: signals, standard streams, the memory allocator. Returns the words after the
// program's name, in UTF-8.
[[nodiscard]] std::vector<std::string> begin(int argc, char** argv);

// As read(2) and write(2) have it; −1 with errno.
[[nodiscard]] std::ptrdiff_t read_some(int fd, void* to, std::size_t size) noexcept;
[[nodiscard]] std::ptrdiff_t write_some(int fd, const void* from, std::size_t size) noexcept;
// Waits for a descriptor that is set not to block.
void wait_to_read(int fd) noexcept;
void wait_to_write(int fd) noexcept;

// Descriptors, or −1.
[[nodiscard]] int open_to_read(const std::string& path) noexcept;
// Made where it is missing, and not emptied.
[[nodiscard]] int open_to_write(const std::string& path) noexcept;
// A new file in that folder to write and read, without a name: it goes when it is closed, however the program
// ends.
[[nodiscard]] int open_temporary(const std::string& folder);
// The folder that the system's users have for such files.
[[nodiscard]] std::string temporary_folder();
[[nodiscard]] int close(int fd) noexcept;
// At a place in a file, as pread(2) and pwrite(2) have it.
[[nodiscard]] std::ptrdiff_t read_at(int fd, void* to, std::size_t size, std::uint64_t offset) noexcept;
[[nodiscard]] std::ptrdiff_t write_at(int fd, const void* from, std::size_t size,
                                      std::uint64_t offset) noexcept;
// Whether nothing has that name.
[[nodiscard]] bool is_missing(const std::string& path) noexcept;
// Cuts a file to so many bytes; what is no file has nothing to cut.
[[nodiscard]] int cut(int fd, std::uint64_t size) noexcept;
// Has a file take at least so many bytes of the disk, where the system can do so without writing them, so
// that writing over them finds no full disk. −1 and errno, with the file as it was, when they are not to be
// had.
[[nodiscard]] int reserve(int fd, std::uint64_t size) noexcept;
// Returns once the disk has what was written: a full one may show as late as here.
[[nodiscard]] int sync(int fd) noexcept;
// Whether two paths lead, through symbolic links, to one name, which nothing need have.
[[nodiscard]] bool lead_to_one_name(const std::string& a, const std::string& b);

// A new file that takes the place of another one, or the name that nothing has, when it is whole. What ends
// the program before that, be it a signal or a full disk, leaves what was there.
class new_file {
 public:
  // Beside the file that the path leads to. `old` is that one, or −1.
  new_file(const std::string& path, int old);
  new_file(const new_file&) = delete;
  new_file& operator=(const new_file&) = delete;
  ~new_file();
  // −1 where the file can only be written in place: it is no regular one, it has several names, this process
  // was handed it to write, its owner or its rights cannot be given to another file, or its folder takes no
  // new file.
  [[nodiscard]] int fd() const noexcept { return fd_; }
  // False when the system does not let it; nothing changed then.
  [[nodiscard]] bool take_place();

 private:
  [[nodiscard]] bool rename();
  void drop() noexcept;

  std::string to_;
  std::string name_ = {};  // its own, before it takes the other's; empty while it has none
  bool replaces_;
  int fd_ = -1;
};

[[nodiscard]] bool is_terminal(int fd) noexcept;
// Of a regular file.
[[nodiscard]] std::optional<std::uint64_t> size_of_file(int fd) noexcept;
// Whether two descriptors are the same regular file.
[[nodiscard]] bool same_regular_file(int a, int b) noexcept;
// The same of a path. Opens no pipe, which would lose what its writer writes then.
[[nodiscard]] bool is_regular_file_at(int fd, const std::string& path) noexcept;
// Whether every user may read the file, where its system says so by a bit; none and errno when nothing is
// known, or it is a folder.
[[nodiscard]] std::optional<bool> all_may_read(int fd) noexcept;
// More room in a pipe than it has at first, so that neither side waits for the other after each 64 KiB.
void widen_pipe(int fd) noexcept;

// Wakes a thread that waits for input.
class alarm {
 public:
  alarm() noexcept;
  alarm(const alarm&) = delete;
  alarm& operator=(const alarm&) = delete;
  ~alarm();
  // False where a system cannot wait for both.
  [[nodiscard]] bool works() const noexcept { return ends_[0] >= 0; }
  void ring() const noexcept;
  // Waits for input; false when the alarm rang first.
  [[nodiscard]] bool wait_for_input(int fd) const noexcept;

 private:
  int ends_[2];
};

// Looks at TZ, for what follows.
void read_time_zone() noexcept;
// Seconds that local time is ahead of UTC at that instant; 0 where the system does not tell.
[[nodiscard]] std::int64_t ahead_of_utc(std::int64_t unix_s) noexcept;

// Becomes another program, which is beside this one or where the system looks for programs. Returns, with
// errno, when there is none.
void become(const std::string& name, const std::vector<std::string>& words) noexcept;

// A function of a library, whose path is from the program's folder. Throws io_error.
[[nodiscard]] void* function_of_module(const std::string& path, const char* function);

}  // namespace sortid::cli::os
