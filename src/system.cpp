#include "sortid/system.hpp"

#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace sortid {

namespace {

// A private page that reads as zeros in the child of a fork; nullptr when the system has no such pages.
void* map_wiped_on_fork(std::size_t size) noexcept {
  void* page = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return nullptr;
  if (madvise(page, size, MADV_WIPEONFORK) != 0) {
    munmap(page, size);
    return nullptr;
  }
  return page;
}

bool fill_from_kernel(void* to, std::size_t size) noexcept {
  auto* at = static_cast<unsigned char*>(to);
  while (size != 0) {
    const ssize_t got = getrandom(at, size, 0);
    if (got < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

// Random bytes of one thread. `left` stands on the same page, so that a wiped page is an empty one.
struct entropy_page {
  std::size_t left;
  unsigned char bytes[4096 - sizeof(std::size_t)];
};

// A plain pointer, because ids may be asked for while the thread's other objects are being destroyed.
thread_local entropy_page* own_page = nullptr;

// Maps the thread's page when it is made and wipes it when the thread ends; then, or where there are no such pages, the
// kernel is asked for each draw.
struct page_owner {
  page_owner() noexcept { own_page = static_cast<entropy_page*>(map_wiped_on_fork(sizeof(entropy_page))); }
  ~page_owner() {
    if (own_page == nullptr) return;
    explicit_bzero(own_page, sizeof(entropy_page));
    munmap(own_page, sizeof(entropy_page));
    own_page = nullptr;
  }
  page_owner(const page_owner&) = delete;
  page_owner& operator=(const page_owner&) = delete;
};

}  // namespace

std::int64_t system_clock::now() noexcept {
  timespec t{};
  clock_gettime(CLOCK_REALTIME, &t);
  return static_cast<std::int64_t>(t.tv_sec) * 1'000 + t.tv_nsec / 1'000'000;
}

std::int64_t system_clock::pause(std::int64_t us) noexcept {
  const auto monotonic_us = [] {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<std::int64_t>(t.tv_sec) * 1'000'000 + t.tv_nsec / 1'000;
  };
  const std::int64_t before = monotonic_us();
  timespec t{};
  t.tv_sec = static_cast<time_t>(us / 1'000'000);
  t.tv_nsec = static_cast<long>(us % 1'000'000 * 1'000);
  nanosleep(&t, nullptr);
  return monotonic_us() - before;
}

bool system_entropy::fill(void* to, std::size_t size) noexcept {
  thread_local const page_owner owner;
  entropy_page* const page = own_page;
  if (page == nullptr || size > sizeof(page->bytes)) return fill_from_kernel(to, size);
  if (page->left < size) {
    page->left = 0;
    if (!fill_from_kernel(page->bytes, sizeof(page->bytes))) return false;
    page->left = sizeof(page->bytes);
  }
  page->left -= size;
  std::memcpy(to, page->bytes + page->left, size);
  explicit_bzero(page->bytes + page->left, size);
  return true;
}

std::uint64_t system_entropy::fork_count() noexcept {
  // The number on the page is 0 only before its first use and after a fork; whoever sees that puts the next one there.
  static auto* const on_page =
      static_cast<std::atomic<std::uint64_t>*>(map_wiped_on_fork(sizeof(std::atomic<std::uint64_t>)));
  if (on_page == nullptr) return static_cast<std::uint64_t>(getpid());
  static std::atomic<std::uint64_t> given{0};
  std::uint64_t number = on_page->load(std::memory_order_acquire);
  if (number != 0) return number;
  const std::uint64_t next = given.fetch_add(1, std::memory_order_relaxed) + 1;
  return on_page->compare_exchange_strong(number, next, std::memory_order_acq_rel) ? next : number;
}

}  // namespace sortid
