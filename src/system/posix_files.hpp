// What systems with POSIX files do each in its own way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "system.hpp"

namespace sortid::detail::os {

// The flag of open(2) for a folder in which names are looked up and which is not read.
extern const int open_to_search;

[[nodiscard]] file_reach reach_of_number(int fd) noexcept;
// 0, or −1 with errno, here and below: of a file, or of a folder's names, on the disk.
[[nodiscard]] int flush_file(int fd) noexcept;
// Of the bytes of a file whose size stays, on the disk.
[[nodiscard]] int flush_data(int fd) noexcept;
// Renames without replacing; ENOSYS, ENOTSUP or EINVAL where there is no such call.
[[nodiscard]] int rename_new(int folder, const char* from, const char* to) noexcept;
// 0 or an error, here and below: everything on the file's disk.
[[nodiscard]] int flush_all(int fd) noexcept;
[[nodiscard]] int reserve_room(int fd, std::size_t size) noexcept;
// The descriptor that a mapping keeps, or open_file::none where it needs none.
[[nodiscard]] int keep_for_flushing(int fd, std::intptr_t& to) noexcept;

// A lock of the open file, and not of the process: it is not dropped when some other descriptor of the file
// is closed. EWOULDBLOCK while somebody else has it.
[[nodiscard]] int lock_open_file(int fd) noexcept;
// Whether somebody has it, of a file that is open for reading.
[[nodiscard]] bool is_locked(int fd) noexcept;

}  // namespace sortid::detail::os
