// What run.py and a maker tell each other, in a mapped file: a slot for each maker. run.py has the same
// layout as a struct format.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sortid/system.hpp"

namespace sortid_test {

// What the network between a maker and its store does.
enum class network : std::uint32_t {
  works,
  cut,            // no request arrives
  loses_reply,    // a swap arrives, its answer does not
  loses_request,  // a swap does not arrive; reads do
  late_request,   // a swap arrives after the maker has given it up
};

struct control_slot {
  // Written by run.py.
  std::atomic<std::int64_t> clock_offset_ms;
  std::atomic<network> net;
  std::atomic<std::uint32_t> forks_wanted;
  std::atomic<std::uint32_t> children_to_end;  // the first so many children end
  std::atomic<std::uint32_t> stop;
  // Written by the maker.
  std::atomic<std::uint64_t> ids;        // shown
  std::atomic<std::uint64_t> child_ids;  // shown by forked children
  std::atomic<std::uint64_t> last_ns;    // of the monotonic clock, when the last id was shown
  std::atomic<std::int64_t> clock_ms;    // the maker's clock, a moment ago
  std::atomic<std::uint64_t> cut_calls;
  std::atomic<std::uint64_t> lost_replies;  // of swaps that were done
  std::atomic<std::uint64_t> lost_requests;
  std::atomic<std::uint64_t> late_requests;  // swaps that arrived late
  std::atomic<std::uint32_t> forks;
  std::atomic<std::uint32_t> fault;  // why the last attempt made no id
};
static_assert(sizeof(control_slot) == 96 && std::atomic<std::uint64_t>::is_always_lock_free);

// A file mapped as a T, shared by all who map it. It must have that size; a new file is zeros.
template <class T>
class mapped_file {
 public:
  explicit mapped_file(const std::string& path, std::size_t count = 1) : size_(sizeof(T) * count) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct stat there {};
    if (fd < 0 || ::fstat(fd, &there) != 0) std::abort();
    if (there.st_size == 0 && ::ftruncate(fd, static_cast<off_t>(size_)) != 0) std::abort();
    memory_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ::close(fd);
    if (memory_ == MAP_FAILED) std::abort();
  }
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;
  ~mapped_file() { ::munmap(memory_, size_); }
  [[nodiscard]] T& operator[](std::size_t i) const noexcept { return static_cast<T*>(memory_)[i]; }

 private:
  std::size_t size_;
  void* memory_;
};

// The system's clock, set wrong by the slot's offset.
struct stepped_clock {
  const control_slot* slot;
  [[nodiscard]] std::int64_t now() const noexcept {
    return sortid::system_clock::now() + slot->clock_offset_ms.load(std::memory_order_relaxed);
  }
  static std::int64_t pause(std::int64_t us) noexcept { return sortid::system_clock::pause(us); }
};

}  // namespace sortid_test
