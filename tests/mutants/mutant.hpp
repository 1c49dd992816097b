// Before every source of a tree that mutants.py has changed: which mutant is on, and where the runs come by.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>

namespace sortid_mutants {

struct state {
  int on = -1;
  unsigned char* seen = nullptr;

  state() noexcept {
    if (const char* const id = std::getenv("SORTID_MUTANT")) on = std::atoi(id);
    const char* const path = std::getenv("SORTID_MUTANTS_SEEN");
    if (path == nullptr) return;
    const int file = open(path, O_RDWR);
    if (file < 0) return;
    struct stat facts {};
    const bool known = fstat(file, &facts) == 0;
    const auto size = static_cast<std::size_t>(facts.st_size);
    void* const map = known ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    close(file);
    if (map != MAP_FAILED) seen = static_cast<unsigned char*>(map);
  }
};

inline bool is_on(int id) noexcept {
  static const state now;
  if (now.seen != nullptr) now.seen[id] = 1;
  return now.on == id;
}

// What the compiler works out is as it was.
template <int Id>
constexpr bool on() noexcept {
  if (__builtin_is_constant_evaluated()) return false;
  return is_on(Id);
}

}  // namespace sortid_mutants
