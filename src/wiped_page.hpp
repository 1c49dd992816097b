// Memory that a forked child does not inherit.
#pragma once

#include <sys/mman.h>

#include <cstddef>

namespace sortid::detail {

// A private page that reads as zeros in the child of a fork; nullptr when the system has no such pages.
inline void* map_wiped_on_fork(std::size_t size) noexcept {
  void* page = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return nullptr;
  if (madvise(page, size, MADV_WIPEONFORK) != 0) {
    munmap(page, size);
    return nullptr;
  }
  return page;
}

}  // namespace sortid::detail
