// Memory between pages that nobody may touch.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>

namespace sortid_test {

class guarded_memory {
 public:
  // Room for `size` bytes or a little more, flush with neither end unless asked for so.
  explicit guarded_memory(std::size_t size)
      : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        room_((size + page_) / page_ * page_),
        all_(static_cast<char*>(
            mmap(nullptr, room_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    if (all_ == MAP_FAILED || mprotect(all_ + page_, room_, PROT_READ | PROT_WRITE) != 0) std::abort();
  }
  ~guarded_memory() { munmap(all_, room_ + 2 * page_); }
  guarded_memory(const guarded_memory&) = delete;
  guarded_memory& operator=(const guarded_memory&) = delete;

  // The first and the last `size` bytes.
  [[nodiscard]] char* first() const { return all_ + page_; }
  [[nodiscard]] char* last(std::size_t size) const { return first() + room_ - size; }
  [[nodiscard]] char* place(bool at_end, std::size_t size) const { return at_end ? last(size) : first(); }

 private:
  std::size_t page_;
  std::size_t room_;
  char* all_;
};

// Pieces of memory at a fixed distance. Of the pages between them, those that hold no byte of a piece may not
// be touched.
class scattered_memory {
 public:
  // The first piece begins `offset` bytes into a page.
  scattered_memory(std::size_t n, std::size_t size, std::size_t stride, std::size_t offset)
      : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        room_((offset + n * stride + size) / page_ * page_ + 3 * page_),
        all_(static_cast<char*>(mmap(nullptr, room_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))),
        first_(all_ + page_ + offset) {
    if (all_ == MAP_FAILED) std::abort();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t begin = (page_ + offset + i * stride) / page_ * page_;
      const std::size_t end = page_ + offset + i * stride + size;
      if (mprotect(all_ + begin, end - begin, PROT_READ | PROT_WRITE) != 0) std::abort();
    }
  }
  ~scattered_memory() { munmap(all_, room_); }
  scattered_memory(const scattered_memory&) = delete;
  scattered_memory& operator=(const scattered_memory&) = delete;

  [[nodiscard]] char* first() const { return first_; }

 private:
  std::size_t page_;
  std::size_t room_;
  char* all_;
  char* first_;
};

}  // namespace sortid_test
