// Not where there is one process alone, which has no file to share.
#if !defined(__EMSCRIPTEN__)

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <new>

#include "sortid/ordered_generator.hpp"
#include "system/system.hpp"

namespace sortid::detail {

struct order_file::header {
  std::array<char, 16> magic;
  order_file::fingerprint fingerprint;
  os::boot_name boot;                               // the host's boot when the order was last brought over
  std::atomic<std::uint64_t> used;                  // 1 once a promise is on disk: zeros behind it are damage
  alignas(64) std::atomic<std::uint64_t> promised;  // no id has passed it without it being on disk first
  std::atomic<std::uint64_t> durable;               // the part of `promised` that is known to be on disk
};

namespace {

constexpr std::array<char, 16> magic{'s', 'o', 'r', 't', 'i', 'd', ' ',  'o',
                                     'r', 'd', 'e', 'r', ' ', '1', '\n', '\0'};

// --- where the file lies -----------------------------------------------------------------------------------

constexpr const char* of_other_hosts =
    "the order's file is on a file system that hosts share; put it on a local one";
constexpr const char* of_a_server =
    "the order's file is on a file system of FUSE or 9P, which may keep it from other processes; put it on a "
    "local one";

// Why no order can be there; nullptr where one can.
const char* error_of(os::file_reach reach) noexcept {
  switch (reach) {
    case os::file_reach::hosts:
      return of_other_hosts;
    case os::file_reach::server:
      return of_a_server;
    case os::file_reach::local:
      break;
  }
  return nullptr;
}

}  // namespace

// --- made --------------------------------------------------------------------------------------------------

// Puts a whole file of a new order there. Whoever is faster is not replaced.
order_error order_file::make(const char* path, const fingerprint& of) noexcept {
  alignas(header) std::array<std::byte, size> page{};
  auto* const head = new (page.data()) header{};
  head->magic = magic;
  head->fingerprint = of;
  head->boot = os::this_boot();
  const os::put_file put = os::put_new_file(path, page.data(), page.size());
  using end = os::put_file::end;
  switch (put.how) {
    case end::no_folder:
      return {"the order's file cannot be opened", put.error};
    case end::not_local:
      return {error_of(put.reach), 0};
    case end::failed:
      if (put.error != EEXIST) return {"the order's file cannot be made", put.error};
      break;
    case end::done:
      break;
  }
  return {};
}

// --- taken up ----------------------------------------------------------------------------------------------

order_file::header& order_file::head() const noexcept { return *reinterpret_cast<header*>(map_); }

result<order_file, order_error> order_file::open(const char* path, const fingerprint& of,
                                                 after_restart restart) noexcept {
  static_assert(sizeof(header) <= order_at);
  int error = 0;
  os::open_file there = os::open_there(path, error);
  if (error == ENOENT) {
    if (const order_error why = make(path, of); *why.what != '\0') return why;
  }
  const os::open_file file = error == ENOENT ? os::open_there(path, error) : std::move(there);
  if (!file.is_open()) return order_error{"the order's file cannot be opened", error};
  if (const char* const why = error_of(os::reach_of(file)); why != nullptr) return order_error{why, 0};
  // step: order_file.lock
  // Whoever brings the file over a restart does so alone; the system ends the lock with the process. One that
  // was stopped in the middle, or another program, may hold it for ever.
  for (std::int64_t waited_us = 0; (error = os::try_lock(file)) != 0;) {
    constexpr std::int64_t most_us = 5'000'000;
    if (error != EINTR && (error != EWOULDBLOCK || waited_us >= most_us))
      return order_error{"the order's file cannot be locked", error};
    waited_us += system_clock::pause(1'000);
  }
  os::file_facts facts;
  if (error = os::read_facts(file, facts); error != 0)
    return order_error{"the order's file cannot be read", error};
  if (!facts.regular) return order_error{"the order's file is not a regular file", 0};
  constexpr const char* emptied =
      "the order's file was emptied; delete it to begin a new order, when the clock is past the last id";
  if (facts.size == 0) return order_error{emptied, 0};
  if (facts.size != size) return order_error{"the file is not that of an order", 0};
  // Room on the disk for the whole page, or a write to the mapping would kill the process when the disk is
  // full.
  if (error = os::reserve(file, size); error != 0)
    return order_error{"the order's file cannot be written", error};

  os::mapping mapped;
  if (error = os::map_shared(file, size, mapped); error != 0)
    return order_error{"the order's file cannot be mapped", error};
  order_file opened(static_cast<std::byte*>(mapped.at), mapped.file);
  header& head = opened.head();
  if (std::all_of(opened.map_, opened.map_ + size, [](std::byte b) { return b == std::byte{}; }))
    return order_error{emptied, 0};
  if (head.magic != magic) return order_error{"the file is not that of an order", 0};
  if (head.fingerprint != of) return order_error{"the order is of another format or of other options", 0};

  // The mark first: others may be making the first ids, and what is marked has been promised before.
  const bool used = head.used.load() != 0;              // step: order_file.read_mark
  const std::uint64_t promised = head.promised.load();  // step: order_file.read_promise
  // An id is in the order before it is promised.
  const bool no_order =  // step: order_file.read_order
      std::all_of(opened.map_ + order_at, opened.map_ + size, [](std::byte b) { return b == std::byte{}; });
  // step: order_file.emptied
  if (no_order && promised == 0 && used) return order_error{emptied, 0};
  // step: order_file.folder
  // Before the first promise nobody is known to have seen the file's name on disk; after it, somebody has.
  if (error = promised == 0 ? os::flush_folder(path, file) : 0; error != 0)
    return order_error{"the folder of the order's file cannot be written", error};
  // A boot without a name may be any, this one and an earlier one: the page may have gone back in time.
  const os::boot_name boot = os::this_boot();  // step: order_file.this_boot
  const bool named = boot != os::boot_name{};
  const bool lost = no_order && promised != 0;
  if (named && head.boot == boot && !lost) return opened;  // step: order_file.same_boot
  // step: order_file.bring_over
  if (!restart.bring_over(restart.context, opened.order_memory(), promised))
    return order_error{"the order cannot be taken up after a restart", 0};
  opened.taken_up_ = promised + 1;
  // Who cannot name the boot leaves the name to those who can.
  if (!named) return opened;
  // step: order_file.flush_order
  if (error = os::flush(mapped, size); error != 0)
    return order_error{"the order's file cannot be written", error};
  head.boot = boot;  // step: order_file.name_boot
  // step: order_file.flush_name
  if (error = os::flush(mapped, size); error != 0)
    return order_error{"the order's file cannot be written", error};
  return opened;
}

order_file::~order_file() {
  if (map_ != nullptr) os::unmap_shared({map_, file_}, size);
}

bool order_file::cover(std::uint64_t timestamp) noexcept {
  header& head = this->head();
  if (timestamp <= head.durable.load(std::memory_order_acquire)) return true;  // step: order_file.covered
  // Whoever took the order up behind a promise makes short ones at first: the next one to do so passes over
  // little.
  constexpr std::uint64_t most_ms = 1'000;
  const std::uint64_t used_ms = timestamp > taken_up_ ? timestamp - taken_up_ : 0;
  const std::uint64_t wanted = timestamp + std::clamp<std::uint64_t>(used_ms, 1, most_ms);
  const auto raise = [wanted](std::atomic<std::uint64_t>& word) {
    std::uint64_t there = word.load();
    while (there < wanted && !word.compare_exchange_weak(there, wanted)) {
    }
  };
  raise(head.promised);                                   // step: order_file.promise
  if (os::flush({map_, file_}, size) != 0) return false;  // step: order_file.flush_promise
  // Only now: after a power cut, a new file with the mark and without a promise would look emptied.
  head.used.store(1);   // step: order_file.mark
  raise(head.durable);  // step: order_file.durable
  return true;
}

}  // namespace sortid::detail

#endif
