// Not where there is one process alone, which has no file to share.
#if !defined(__EMSCRIPTEN__)

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstring>
#include <new>
#include <string_view>

#include "file_reach.hpp"
#include "sortid/ordered_generator.hpp"

namespace sortid::detail {

struct order_file::header {
  std::array<char, 16> magic;
  order_file::fingerprint fingerprint;
  std::array<char, 40> boot;                        // the host's boot when the order was last brought over
  std::atomic<std::uint64_t> used;                  // 1 once a promise is on disk: zeros behind it are damage
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
    ::flock(fd_, LOCK_UN);  // step: order_file.unlock
    ::close(fd_);
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  [[nodiscard]] int get() const noexcept { return fd_; }

 private:
  int fd_;
};

// Names this boot of the host; zeros where the system does not tell.
using boot_id = std::array<char, 40>;
boot_id this_boot() noexcept {
  boot_id id{};
  const descriptor file(::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
  if (file.get() >= 0 && ::read(file.get(), id.data(), id.size() - 1) < 0) id.fill(0);
  return id;
}

// --- where the file lies ---------------------------------------------------------------------------------------

constexpr const char* of_other_hosts =
    "the order's file is on a file system that hosts share; put it on a local one";
constexpr const char* of_a_server =
    "the order's file is on a file system of FUSE or 9P, which may keep it from other processes; put it on a "
    "local one";

// Why no order can be there; nullptr where one can.
const char* refusal_there(int fd) noexcept {
  switch (reach_of_files(fd)) {
    case file_reach::hosts:
      return of_other_hosts;
    case file_reach::server:
      return of_a_server;
    case file_reach::local:
      break;
  }
  return nullptr;
}

// The folder of a path and what the file is called in it.
struct place {
  std::array<char, PATH_MAX> folder{};
  const char* name;

  explicit place(const char* path) noexcept : name(path) {
    const std::string_view whole(path);
    const std::size_t slash = whole.rfind('/');
    if (slash == whole.npos) {
      folder[0] = '.';
      return;
    }
    name = path + slash + 1;
    // A longer path is one that the system takes for none.
    if (slash + 1 < folder.size()) std::copy_n(path, slash + 1, folder.begin());
  }
};

// The names in the file's folder are on disk after it.
bool write_folder(const place& where, const descriptor& file) noexcept {
  const descriptor folder(::open(where.folder.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // A folder that may be searched but not read is written with all that is on its disk.
  if (folder.get() < 0) return errno == EACCES && ::syncfs(file.get()) == 0;
  return ::fsync(folder.get()) == 0;
}

}  // namespace

// --- made ------------------------------------------------------------------------------------------------------

// Puts a whole file of a new order there. It is written under another name and renamed, so that nobody, whenever this
// process is killed or the power goes, finds a part of it. Whoever is faster is not replaced.
order_refusal order_file::make(const char* path, const fingerprint& of) noexcept {
  const place where(path);
  const descriptor folder(::open(where.folder.data(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0 || *where.name == '\0')
    return {"the order's file cannot be opened", folder.get() < 0 ? errno : ENOENT};
  if (const char* const refusal = refusal_there(folder.get()); refusal != nullptr) return {refusal, 0};

  alignas(header) std::array<std::byte, size> page{};
  auto* const head = new (page.data()) header{};
  head->magic = magic;
  head->fingerprint = of;
  head->boot = this_boot();

  // The first name that is free: others may be making theirs, or have been killed while they did.
  constexpr std::string_view lead = ".sortid-new-";
  std::array<char, 32> aside{};
  int made = -1;
  for (unsigned number = 0; made < 0; ++number) {
    constexpr unsigned most = 10'000;
    char* const end = std::copy(lead.begin(), lead.end(), aside.data());
    *std::to_chars(end, aside.data() + aside.size() - 1, number).ptr = '\0';
    made = ::openat(folder.get(), aside.data(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (made < 0 && (errno != EEXIST || number == most)) return {"the order's file cannot be made", errno};
  }
  const descriptor file(made);
  const auto put = [&]() noexcept {
    const ssize_t written = ::pwrite(file.get(), page.data(), page.size(), 0);
    if (written != static_cast<ssize_t>(page.size())) return written < 0 ? errno : ENOSPC;
    if (::fsync(file.get()) != 0) return errno;
    constexpr unsigned no_replace = 1;
    if (::syscall(SYS_renameat2, folder.get(), aside.data(), folder.get(), where.name, no_replace) == 0)
      return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    // The file system has no such renaming.
    if (::linkat(folder.get(), aside.data(), folder.get(), where.name, 0) != 0) return errno;
    return ::unlinkat(folder.get(), aside.data(), 0) == 0 ? 0 : errno;
  };
  const int error = put();
  if (error == 0) return {};
  ::unlinkat(folder.get(), aside.data(), 0);
  return error == EEXIST ? order_refusal{} : order_refusal{"the order's file cannot be made", error};
}

// --- taken up --------------------------------------------------------------------------------------------------

order_file::header& order_file::head() const noexcept { return *reinterpret_cast<header*>(map_); }

result<order_file, order_refusal> order_file::open(const char* path, const fingerprint& of,
                                                   after_restart restart) noexcept {
  static_assert(sizeof(header) <= order_at);
  const auto open_it = [path]() noexcept { return ::open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW); };
  int fd = open_it();
  if (fd < 0 && errno == ENOENT) {
    if (const order_refusal why = make(path, of); *why.what != '\0') return why;
    fd = open_it();
  }
  const descriptor file(fd);
  if (file.get() < 0) return order_refusal{"the order's file cannot be opened", errno};
  if (const char* const refusal = refusal_there(file.get()); refusal != nullptr)
    return order_refusal{refusal, 0};
  // step: order_file.lock
  // Whoever brings the file over a restart does so alone; the kernel ends the lock with the process. One that was
  // stopped in the middle, or another program, may hold it for ever.
  for (std::int64_t waited_us = 0; ::flock(file.get(), LOCK_EX | LOCK_NB) != 0;) {
    constexpr std::int64_t most_us = 5'000'000;
    if (errno != EINTR && (errno != EWOULDBLOCK || waited_us >= most_us))
      return order_refusal{"the order's file cannot be locked", errno};
    waited_us += system_clock::pause(1'000);
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return order_refusal{"the order's file cannot be read", errno};
  if (!S_ISREG(status.st_mode)) return order_refusal{"the order's file is not a regular file", 0};
  constexpr const char* emptied =
      "the order's file was emptied; delete it to begin a new order, when the clock is past the last id";
  if (status.st_size == 0) return order_refusal{emptied, 0};
  if (status.st_size != static_cast<off_t>(size)) return order_refusal{"the file is not that of an order", 0};
  // Room on the disk for the whole page, or a write to the mapping would kill the process when the disk is full.
  if (const int rejected = ::posix_fallocate(file.get(), 0, size); rejected != 0)
    return order_refusal{"the order's file cannot be written", rejected};

  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (memory == MAP_FAILED) return order_refusal{"the order's file cannot be mapped", errno};
  order_file opened(static_cast<std::byte*>(memory));
  header& head = opened.head();
  if (std::all_of(opened.map_, opened.map_ + size, [](std::byte b) { return b == std::byte{}; }))
    return order_refusal{emptied, 0};
  if (head.magic != magic) return order_refusal{"the file is not that of an order", 0};
  if (head.fingerprint != of) return order_refusal{"the order is of another format or of other options", 0};

  // The mark first: others may be making the first ids, and what is marked has been promised before.
  const bool used = head.used.load() != 0;              // step: order_file.read_mark
  const std::uint64_t promised = head.promised.load();  // step: order_file.read_promise
  // An id is in the order before it is promised.
  const bool no_order =  // step: order_file.read_order
      std::all_of(opened.map_ + order_at, opened.map_ + size, [](std::byte b) { return b == std::byte{}; });
  // step: order_file.emptied
  if (no_order && promised == 0 && used) return order_refusal{emptied, 0};
  // step: order_file.folder
  // Before the first promise nobody is known to have seen the file's name on disk; after it, somebody has.
  if (promised == 0 && !write_folder(place(path), file))
    return order_refusal{"the folder of the order's file cannot be written", errno};
  // A boot without a name may be any, this one and an earlier one: the page may have gone back in time.
  const boot_id boot = this_boot();  // step: order_file.this_boot
  const bool named = boot != boot_id{};
  const bool lost = no_order && promised != 0;
  if (named && head.boot == boot && !lost) return opened;  // step: order_file.same_boot
  // step: order_file.bring_over
  if (!restart.bring_over(restart.context, opened.order_memory(), promised))
    return order_refusal{"the order cannot be taken up after a restart", 0};
  opened.taken_up_ = promised + 1;
  // Who cannot name the boot leaves the name to those who can.
  if (!named) return opened;
  const auto to_disk = [memory] { return ::msync(memory, size, MS_SYNC) == 0; };
  // step: order_file.flush_order
  if (!to_disk()) return order_refusal{"the order's file cannot be written", errno};
  head.boot = boot;  // step: order_file.name_boot
  // step: order_file.flush_name
  if (!to_disk()) return order_refusal{"the order's file cannot be written", errno};
  return opened;
}

order_file::~order_file() {
  if (map_ != nullptr) ::munmap(map_, size);
}

bool order_file::cover(std::uint64_t timestamp) noexcept {
  header& head = this->head();
  if (timestamp <= head.durable.load(std::memory_order_acquire)) return true;  // step: order_file.covered
  // Whoever took the order up behind a promise makes short ones at first: the next one to do so passes over little.
  constexpr std::uint64_t most_ms = 1'000;
  const std::uint64_t used_ms = timestamp > taken_up_ ? timestamp - taken_up_ : 0;
  const std::uint64_t wanted = timestamp + std::clamp<std::uint64_t>(used_ms, 1, most_ms);
  const auto raise = [wanted](std::atomic<std::uint64_t>& word) {
    std::uint64_t there = word.load();
    while (there < wanted && !word.compare_exchange_weak(there, wanted)) {
    }
  };
  raise(head.promised);                                 // step: order_file.promise
  if (::msync(map_, size, MS_SYNC) != 0) return false;  // step: order_file.flush_promise
  // Only now: after a power cut, a new file with the mark and without a promise would look emptied.
  head.used.store(1);   // step: order_file.mark
  raise(head.durable);  // step: order_file.durable
  return true;
}

}  // namespace sortid::detail

#endif
