// The shipped generator of a host and the shipped code of its file, on a disk that this program drives: two
// processes whose steps come in every order that a seed draws, are killed anywhere, and lose the power
// anywhere, after which each word of the page is one that it was since the last flush. No id twice, each
// greater than all that were returned before, and no file is rejected that nobody damaged.
//
//   order_file_explored [RUNS]      then with each known error, which must be found
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

#include "explored/driven_disk.hpp"
#include "plants.hpp"
#include "sortid/ordered_generator.hpp"
#include "sortid/ulid.hpp"
#include "support/dice.hpp"
#include "support/fake_sources.hpp"
#include "support/planted.hpp"

namespace sortid_test {
namespace {

namespace os = sortid::detail::os;

constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z
constexpr std::size_t word_count = sortid::detail::order_file::size / 8;
using words = std::array<std::uint64_t, word_count>;

// The page that all processes map, and what the disk may have of it.
struct disk_of_a_host {
  alignas(64) words page{};
  words flushed{};
  words noted{};
  std::vector<std::pair<std::size_t, std::uint64_t>> since{};  // values of words after the flush
  bool is_there = false;
  bool name_is_flushed = false;

  void note() {
    for (std::size_t w = 0; w < word_count; ++w) {
      if (page[w] == noted[w]) continue;
      since.emplace_back(w, page[w]);
      noted[w] = page[w];
    }
  }
  void flush() {
    note();
    flushed = page;
    since.clear();
  }
  void lose_power(seeded_dice& draws) {
    note();
    words left = flushed;
    for (const auto& [w, value] : since) {
      if (draws.once_in(2)) left[w] = value;
    }
    page = flushed = noted = left;
    since.clear();
    is_there = is_there && (name_is_flushed || draws.once_in(2));
  }
};

class host {
 public:
  explicit host(std::uint64_t seed) : draws_(seed) { now = this; }
  host(const host&) = delete;
  host& operator=(const host&) = delete;
  ~host() { now = nullptr; }

  // True when nothing went wrong.
  bool run();

  // --- what the code asks for ---

  void step() {
    disk.note();
    if (draws_.once_in(30)) std::longjmp(power_, 1);
    if (draws_.once_in(30)) std::longjmp(killed_[static_cast<unsigned>(running_)], 1);
    const int other = 1 - running_;
    if (draws_.once_in(3) && !processes_[static_cast<unsigned>(other)].busy) act(other);
  }
  int flush() {
    step();
    if (draws_.once_in(12)) {
      processes_[static_cast<unsigned>(running_)].rejected = true;
      return EIO;
    }
    disk.flush();
    step();
    return 0;
  }
  os::boot_name boot() {
    os::boot_name name{};
    if (processes_[static_cast<unsigned>(running_)].names) std::memcpy(name.data(), &boots_, sizeof boots_);
    return name;
  }

  disk_of_a_host disk{};
  std::int64_t time = noon;
  static inline host* now = nullptr;

 private:
  struct clock {
    [[nodiscard]] static std::int64_t now() noexcept { return host::now->time; }
    static std::int64_t pause(std::int64_t us) noexcept { return us; }
  };
  using maker = sortid::host_generator<sortid::ulid, clock, same_bits>;
  struct process {
    std::optional<maker> ids;
    bool busy = false;
    bool names = true;      // the boot
    bool rejected = false;  // a flush, since it began to open the file
  };

  // A process opens the file, or makes an id.
  void act(int who) {
    const auto self = static_cast<unsigned>(who);
    process& own = processes_[self];
    if (!own.ids && opening_ >= 0) return;
    const int before = running_;
    running_ = who;
    own.busy = true;
    if (setjmp(killed_[self]) != 0) {
      own.ids.reset();
      if (opening_ == who) opening_ = -1;
    } else if (!own.ids) {
      own.names = !draws_.once_in(4);
      opening_ = who;
      own.rejected = false;
      auto opened = maker::open("order");
      if (opened) {
        own.ids.emplace(std::move(*opened));
      } else if (!own.rejected) {
        wrong_ = opened.error().what;
      }
      opening_ = -1;
    } else {
      const auto greatest = greatest_;
      const auto id = own.ids->next();
      if (id && greatest && !(*greatest < *id)) wrong_ = "an id is not greater than one of before";
      if (id && std::find(returned_.begin(), returned_.end(), *id) != returned_.end()) wrong_ = "an id twice";
      if (id) {
        returned_.push_back(*id);
        greatest_ = greatest_ ? std::max(*greatest_, *id) : *id;
      }
    }
    own.busy = false;
    running_ = before;
  }

  seeded_dice draws_;
  std::array<process, 2> processes_{};
  std::array<std::jmp_buf, 2> killed_{};
  std::jmp_buf power_{};
  std::uint64_t boots_ = 1;
  std::optional<sortid::ulid> greatest_{};
  std::vector<sortid::ulid> returned_{};
  const char* wrong_ = nullptr;
  int running_ = 0;
  int opening_ = -1;
};

bool host::run() {
  constexpr std::uint64_t most_boots = 4;
  if (setjmp(power_) != 0) {
    disk.lose_power(draws_);
    ++boots_;
    processes_ = {};
    opening_ = -1;
  }
  if (boots_ > most_boots) return wrong_ == nullptr;
  for (int i = 0; i < 12 && wrong_ == nullptr; ++i) {
    time += draws_.once_in(8) ? 1'500 : draws_.below(2);
    act(static_cast<int>(draws_.below(2)));
  }
  if (wrong_ != nullptr) return false;
  std::longjmp(power_, 1);
}

// Until a run goes wrong: the number of runs is then its seed.
exploration_result explore(std::uint64_t runs) {
  exploration_result found;
  while (!found.wrong && found.after < runs) found.wrong = !host(++found.after).run();
  return found;
}

}  // namespace
}  // namespace sortid_test

namespace sortid::detail::disk {

using sortid_test::host;

void step() noexcept { host::now->step(); }
os::put_file put_new_file(const char*, const void* bytes, std::size_t size) noexcept {
  step();
  auto& disk = host::now->disk;
  if (disk.is_there) return {os::put_file::end::failed, EEXIST, os::file_reach::local};
  std::memcpy(disk.page.data(), bytes, size);
  disk.flush();
  disk.noted = disk.page;
  disk.is_there = true;
  disk.name_is_flushed = false;
  return {};
}
os::open_file open_there(const char*, int& error) noexcept {
  step();
  error = host::now->disk.is_there ? 0 : ENOENT;
  // No descriptor of the system's.
  return os::open_file(error == 0 ? 1 << 30 : os::open_file::none);
}
os::file_reach reach_of(const os::open_file&) noexcept { return os::file_reach::local; }
int try_lock(const os::open_file&) noexcept { return 0; }
int read_facts(const os::open_file&, os::file_facts& to) noexcept {
  to = {true, order_file::size};
  return 0;
}
int reserve(const os::open_file&, std::size_t) noexcept { return 0; }
int map_shared(const os::open_file&, std::size_t, os::mapping& to) noexcept {
  to.at = host::now->disk.page.data();
  return 0;
}
void unmap_shared(const os::mapping&, std::size_t) noexcept {}
int flush(const os::mapping&, std::size_t) noexcept { return host::now->flush(); }
int flush_folder(const char*, const os::open_file&) noexcept {
  step();
  host::now->disk.name_is_flushed = true;
  return 0;
}
os::boot_name this_boot() noexcept { return host::now->boot(); }

}  // namespace sortid::detail::disk

int main(int argc, char** argv) {
  std::uint64_t runs = 20'000;
  if (argc > 1 && std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), runs).ec != std::errc()) return 2;
  return sortid_test::find_each(sortid_test::plants, [runs] { return sortid_test::explore(runs); });
}
