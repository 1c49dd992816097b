// Not where there is one process alone, which has no file to share.
#if !defined(__EMSCRIPTEN__)

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "sortid/ordered_generator.hpp"

namespace sortid::detail {

struct order_file::header {
  std::array<char, 16> magic;
  order_file::fingerprint fingerprint;
  std::array<char, 40> boot;                        // the host's boot when the order was last brought over
  alignas(64) std::atomic<std::uint64_t> promised;  // no id has passed it without it being on disk first
  std::atomic<std::uint64_t> durable;               // the part of `promised` that is known to be on disk
};

namespace {

constexpr std::array<char, 16> magic{'s', 'o', 'r', 't', 'i', 'd', ' ',  'o',
                                     'r', 'd', 'e', 'r', ' ', '1', '\n', '\0'};

// Closes on every way out, and unlocks: a mapping keeps the file open, and with it a lock.
class descriptor {
 public:
  explicit descriptor(int fd) noexcept : fd_(fd) {}
  ~descriptor() {
    if (fd_ < 0) return;
    ::flock(fd_, LOCK_UN);
    ::close(fd_);
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  [[nodiscard]] int get() const noexcept { return fd_; }

 private:
  int fd_;
};

// Names this boot of the host; zeros where the system does not tell.
std::array<char, 40> this_boot() noexcept {
  std::array<char, 40> id{};
  const descriptor file(::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
  if (file.get() >= 0 && ::read(file.get(), id.data(), id.size() - 1) < 0) id.fill(0);
  return id;
}

// Other hosts' writes to a mapped file are not seen in time there.
bool is_on_the_network(int fd) noexcept {
  constexpr std::array<std::uint32_t, 4> nfs_and_smb{0x6969, 0x517B, 0xFF534D42, 0xFE534D42};
  struct statfs file_system {};
  if (::fstatfs(fd, &file_system) != 0) return false;
  return std::find(nfs_and_smb.begin(), nfs_and_smb.end(), static_cast<std::uint32_t>(file_system.f_type)) !=
         nfs_and_smb.end();
}

bool is_zero(const void* memory, std::size_t size) noexcept {
  const auto* bytes = static_cast<const unsigned char*>(memory);
  return std::all_of(bytes, bytes + size, [](unsigned char byte) { return byte == 0; });
}

}  // namespace

order_file::header& order_file::head() const noexcept { return *reinterpret_cast<header*>(map_); }

result<order_file, order_refusal> order_file::open(const char* path, const fingerprint& of,
                                                   after_restart restart) noexcept {
  static_assert(sizeof(header) <= order_at);
  const descriptor file(::open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file.get() < 0) return order_refusal{"the order's file cannot be opened", errno};
  // Whoever makes the file or brings it over a restart does so alone; the kernel ends the lock with the process.
  // One that was stopped in the middle, or another program, may hold it for ever.
  for (std::int64_t waited_us = 0; ::flock(file.get(), LOCK_EX | LOCK_NB) != 0;) {
    constexpr std::int64_t most_us = 5'000'000;
    if (errno != EINTR && (errno != EWOULDBLOCK || waited_us >= most_us))
      return order_refusal{"the order's file cannot be locked", errno};
    waited_us += system_clock::pause(1'000);
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return order_refusal{"the order's file cannot be read", errno};
  if (!S_ISREG(status.st_mode)) return order_refusal{"the order's file is not a regular file", 0};
  if (is_on_the_network(file.get())) return order_refusal{"the order's file is on a network file system", 0};
  if (status.st_size != 0 && status.st_size != static_cast<off_t>(size))
    return order_refusal{"the file is not that of an order", 0};
  // Room on the disk for the whole page, or a write to the mapping would kill the process when the disk is full.
  if (const int refused = ::posix_fallocate(file.get(), 0, size); refused != 0)
    return order_refusal{"the order's file cannot be made", refused};

  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (memory == MAP_FAILED) return order_refusal{"the order's file cannot be mapped", errno};
  order_file opened(static_cast<std::byte*>(memory));
  header& head = opened.head();
  const std::array<char, 40> boot = this_boot();
  const auto to_disk = [memory] { return ::msync(memory, size, MS_SYNC) == 0; };

  // Without a magic nothing but the header of somebody killed here can stand in it.
  if (is_zero(&head.magic, sizeof head.magic) &&
      is_zero(opened.map_ + sizeof(header), size - sizeof(header))) {
    head.fingerprint = of;
    head.boot = boot;
    // The magic last: a file without it is still empty to the next one who opens it.
    std::atomic_thread_fence(std::memory_order_release);
    head.magic = magic;
    if (!to_disk()) return order_refusal{"the order's file cannot be written", errno};
    return opened;
  }
  if (head.magic != magic) return order_refusal{"the file is not that of an order", 0};
  if (head.fingerprint != of) return order_refusal{"the order is of another format or of other options", 0};
  if (head.boot != boot) {
    const std::uint64_t promised = head.promised.load();
    if (!restart.bring_over(restart.context, opened.order_memory(), promised)) {
      return order_refusal{"the order cannot be taken up after a restart", 0};
    }
    if (!to_disk()) return order_refusal{"the order's file cannot be written", errno};
    head.boot = boot;
    if (!to_disk()) return order_refusal{"the order's file cannot be written", errno};
  }
  return opened;
}

order_file::~order_file() {
  if (map_ != nullptr) ::munmap(map_, size);
}

bool order_file::cover(std::uint64_t timestamp) noexcept {
  header& head = this->head();
  if (timestamp <= head.durable.load(std::memory_order_acquire)) return true;
  constexpr std::uint64_t lease_ms = 1'000;
  const std::uint64_t wanted = timestamp + lease_ms;
  const auto raise = [wanted](std::atomic<std::uint64_t>& word) {
    std::uint64_t there = word.load();
    while (there < wanted && !word.compare_exchange_weak(there, wanted)) {
    }
  };
  raise(head.promised);
  if (::msync(map_, size, MS_SYNC) != 0) return false;
  raise(head.durable);
  return true;
}

}  // namespace sortid::detail

#endif
