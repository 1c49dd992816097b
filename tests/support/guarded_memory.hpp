// Memory between two pages that nobody may touch.
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

}  // namespace sortid_test
