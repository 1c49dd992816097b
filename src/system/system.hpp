// What the library asks of an operating system. Each has a file here which answers, and what POSIX has for
// several of them is in posix_files.cpp and posix_clock.cpp. Errors are values of errno on every system.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "clock/counter_facts.hpp"

namespace sortid::detail::os {

// --- randomness and memory ---------------------------------------------------------------------------------

// Fills the bytes from the system's own generator, all of them or none.
[[nodiscard]] bool random_bytes(void* to, std::size_t size) noexcept;
// Writes zeros, which the compiler does not leave out.
void erase(void* at, std::size_t size) noexcept;

// Private memory of a page or less, which begins as zeros and is zeros again in a process that began as a
// copy of this one: the system clears it, or in_child() of call_in_child(). Null where the system has
// neither. Linux and FreeBSD leave the memory out of core dumps.
[[nodiscard]] void* map_wiped_on_fork(std::size_t size) noexcept;
void unmap(void* at, std::size_t size) noexcept;
// As std::malloc; std::free() frees it. Large memory lies in huge pages where the system has them, because it
// will be written whole and each small page would cost a fault. Null without memory.
[[nodiscard]] void* allocate_large(std::size_t size) noexcept;
// Has the function called in the child of every fork(), by the thread that forked.
void call_in_child(void (*in_child)()) noexcept;
// The number of this process.
[[nodiscard]] std::uint32_t process() noexcept;
// What the host is called; empty where it does not tell.
using host_name_text = std::array<char, 256>;
[[nodiscard]] host_name_text host_name() noexcept;

#if defined(__aarch64__)
// Whether the processor has the AES instructions, which it tells the system alone.
[[nodiscard]] bool has_arm_aes() noexcept;
#endif

// --- clocks ------------------------------------------------------------------------------------------------

// What the system tells of the processor's counter for programs. Writes the name of the system's clock source
// into `name`.
[[nodiscard]] counter_facts ask_counter(std::span<char> name) noexcept;
// Nanoseconds between two ticks of tick_time(); 0 where there is no such time.
[[nodiscard]] std::int64_t tick_ns() noexcept;

// --- files of orders ---------------------------------------------------------------------------------------

// A descriptor, or a handle. What was locked is unlocked before it is closed: a mapping keeps a file open,
// and with it a lock.
class open_file {
 public:
  static constexpr std::intptr_t none = -1;
  explicit open_file(std::intptr_t file) noexcept : file_(file) {}
  open_file(open_file&& other) noexcept : file_(std::exchange(other.file_, none)) {}
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file();
  [[nodiscard]] bool is_open() const noexcept { return file_ != none; }
  [[nodiscard]] std::intptr_t get() const noexcept { return file_; }

 private:
  std::intptr_t file_;
};

// Who can reach a file. Processes of other hosts may see writes to a mapped file late, and may not know of
// its lock.
enum class file_reach : std::uint8_t {
  local,
  hosts,   // a file system that hosts share
  server,  // FUSE or 9P, which may keep a file from other processes
};

// The result of putting a file there.
struct put_file {
  enum class end : std::uint8_t {
    done,
    no_folder,  // that can be opened
    not_local,  // where the folder is, by `reach`
    failed,
  };
  end how = end::done;
  int error = 0;
  file_reach reach = file_reach::local;
};
// Puts a whole file there, for its owner alone (on Windows with the rights that its folder gives). It is
// written and flushed under another name and renamed, so that nobody finds a part of it, whenever this
// process is killed or the power goes. A file that is there already stays, and the error is EEXIST.
[[nodiscard]] put_file put_new_file(const char* path, const void* bytes, std::size_t size) noexcept;

// A file that is there, to be read and written; a link is not followed.
[[nodiscard]] open_file open_there(const char* path, int& error) noexcept;
[[nodiscard]] file_reach reach_of(const open_file& file) noexcept;

// Takes the one lock of the file, which ends with the process: EWOULDBLOCK while somebody else has it, EINTR
// after a signal. 0 or an error, here and below.
[[nodiscard]] int try_lock(const open_file& file) noexcept;

struct file_facts {
  bool regular = false;
  std::uint64_t size = 0;
};
[[nodiscard]] int read_facts(const open_file& file, file_facts& to) noexcept;
// Room on the disk for that many bytes from the beginning.
[[nodiscard]] int reserve(const open_file& file, std::size_t size) noexcept;

// Memory that is shared by all processes that map the file. The mapping keeps what it needs of the file.
struct mapping {
  void* at = nullptr;
  std::intptr_t file = open_file::none;  // for flushing, where a system needs it
};
[[nodiscard]] int map_shared(const open_file& file, std::size_t size, mapping& to) noexcept;
void unmap_shared(const mapping& of, std::size_t size) noexcept;
// Flushes to the disk itself, past its memory, where the system has a call for that.
[[nodiscard]] int flush(const mapping& of, std::size_t size) noexcept;
// The names in the file's folder are on disk after it.
[[nodiscard]] int flush_folder(const char* path, const open_file& file) noexcept;

// Names this boot of the host; zeros where the system does not tell.
using boot_name = std::array<char, 40>;
[[nodiscard]] boot_name this_boot() noexcept;

}  // namespace sortid::detail::os
