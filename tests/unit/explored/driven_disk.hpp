// A disk that a test drives, in place of the system's calls for the file of an order.
#pragma once

#include "system/system.hpp"

namespace sortid::detail::disk {

// Another process may go on here, this one may be killed, or the power may go.
void step() noexcept;

// As system.hpp has them.
[[nodiscard]] os::put_file put_new_file(const char* path, const void* bytes, std::size_t size) noexcept;
[[nodiscard]] os::open_file open_there(const char* path, int& error) noexcept;
[[nodiscard]] os::file_reach reach_of(const os::open_file& file) noexcept;
[[nodiscard]] int try_lock(const os::open_file& file) noexcept;
[[nodiscard]] int read_facts(const os::open_file& file, os::file_facts& to) noexcept;
[[nodiscard]] int reserve(const os::open_file& file, std::size_t size) noexcept;
[[nodiscard]] int map_shared(const os::open_file& file, std::size_t size, os::mapping& to) noexcept;
void unmap_shared(const os::mapping& of, std::size_t size) noexcept;
[[nodiscard]] int flush(const os::mapping& of, std::size_t size) noexcept;
[[nodiscard]] int flush_folder(const char* path, const os::open_file& file) noexcept;
[[nodiscard]] os::boot_name this_boot() noexcept;

}  // namespace sortid::detail::disk
