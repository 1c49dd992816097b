// Memory for columns of millions of rows.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>

namespace sortid::detail {

// As std::malloc, and freed by std::free. What is large lies in huge pages where the system has them: it is about
// to be written whole, and each small page would cost a fault. Null without memory.
[[nodiscard]] inline void* allocate_large(std::size_t size) noexcept {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  if (size >= 4 * huge_page && size < std::size_t(-1) - huge_page) {
    void* const memory = std::aligned_alloc(huge_page, (size + huge_page - 1) / huge_page * huge_page);
    // Only advice: it does not matter whether it is taken.
    if (memory != nullptr) (void)madvise(memory, size, MADV_HUGEPAGE);
    return memory;
  }
#endif
  return std::malloc(size);
}

}  // namespace sortid::detail
