// The randomness of a thread: ChaCha20 under a key from the kernel, on a page that a fork wipes. Why, and
// against what else it was weighed: docs/decisions/0017-entropy.md. A web page has system/web.cpp.
#if !defined(__EMSCRIPTEN__)

#include "random/key_stream.hpp"
#include "sortid/system.hpp"
#include "system/system.hpp"

namespace sortid {

namespace {

struct kernel_keys {
  static bool fill(void* to, std::size_t size) noexcept { return detail::os::random_bytes(to, size); }
  static std::int64_t seconds() noexcept { return detail::elapsed_time().tv_sec; }
};
using entropy_page = detail::key_stream<kernel_keys>;
static_assert(sizeof(entropy_page) <= 4096);

// A plain pointer, as own_bytes is: the owner is gone before the last draw may be asked for.
constinit thread_local entropy_page* own_page = nullptr;

// What the kernel does to the pages, once more by hand in a child of fork(): macOS has no such pages, and
// emulators take the request to wipe them and forget it. The thread that forked is the child's only one.
void wipe_in_child() noexcept {
  if (own_page != nullptr) detail::os::erase(own_page, sizeof(entropy_page));
  if (detail::fork_number != nullptr) __atomic_store_n(detail::fork_number, 0, __ATOMIC_RELEASE);
}

// Maps the thread's page when it is made and wipes it when the thread ends.
class page_owner {
 public:
  page_owner() noexcept
      : page_(static_cast<entropy_page*>(detail::os::map_wiped_on_fork(sizeof(entropy_page)))) {
    if (page_ == nullptr) return;
    own_page = page_;
    detail::own_bytes = &page_->ahead;
  }
  ~page_owner() {
    if (page_ == nullptr) return;
    own_page = nullptr;
    detail::own_bytes = nullptr;
    detail::os::erase(page_, sizeof(entropy_page));
    detail::os::unmap(page_, sizeof(entropy_page));
  }
  page_owner(const page_owner&) = delete;
  page_owner& operator=(const page_owner&) = delete;

 private:
  entropy_page* const page_;
};

}  // namespace

constinit thread_local detail::bytes_ahead* detail::own_bytes = nullptr;

// Near a thread's end, and where the system has no pages that a fork wipes, the kernel is asked for each
// draw.
bool detail::fill_by_calls(void* to, std::size_t size) noexcept {
  thread_local const page_owner owner;
  return own_page != nullptr ? own_page->fill(to, size) : os::random_bytes(to, size);
}

constinit std::uint64_t* detail::fork_number = nullptr;

namespace {

constinit std::uint32_t loading_process = 0;

// Before anything else of the program or the library can fork.
[[gnu::constructor(101)]] void count_the_loading_process() noexcept {
  loading_process = detail::os::process();
  detail::os::call_in_child(wipe_in_child);
  auto* const page = static_cast<std::uint64_t*>(detail::os::map_wiped_on_fork(sizeof(std::uint64_t)));
  if (page == nullptr) return;
  *page = system_entropy::fork_count_at_load;
  __atomic_store_n(&detail::fork_number, page, __ATOMIC_RELEASE);
}

}  // namespace

std::uint64_t detail::next_fork_count() noexcept {
  std::uint64_t* const page = fork_number;
  if (page == nullptr) {
    // The process stands for the count, above all that are given below.
    const std::uint32_t own = os::process();
    if (own == loading_process) return system_entropy::fork_count_at_load;
    return std::uint64_t{1} << 32 | own;
  }
  // Whoever sees the 0 of a page that was wiped puts the next number there. No static with a guard: a child
  // would wait for ever for a thread of its parent's that holds it.
  constinit static std::uint64_t given = system_entropy::fork_count_at_load;
  std::uint64_t number = 0;
  const std::uint64_t next = __atomic_add_fetch(&given, 1, __ATOMIC_RELAXED);
  const bool put =
      __atomic_compare_exchange_n(page, &number, next, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  return put ? next : number;
}

}  // namespace sortid

#endif
