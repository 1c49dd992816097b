// The file of a host's order: made, taken up again by whoever comes after, brought over a restart of the
// host; and every other file rejected as it is.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sortid/ordered_generator.hpp"
#include "support/child_process.hpp"
#include "support/fake_sources.hpp"
#include "support/format_facts.hpp"
#include "support/scratch_folder.hpp"

// What the library asks of the system passes through here: the page at the moment at which it is written to
// disk, other surroundings than this host's, and death in the middle.
namespace {
std::string page_written_last;
std::string boot_names;  // the file that names the boot; empty for none
long type_of_file_systems = 0;
int folders_written = 0;
int calls_to_live = 0;  // none for ever

constexpr const char* system_boot_names = "/proc/sys/kernel/random/boot_id";

int live_on(int result) {
  if (calls_to_live != 0 && --calls_to_live == 0) ::kill(::getpid(), SIGKILL);
  return result;
}
}  // namespace

extern "C" int msync(void* page, std::size_t size, int flags) {
  page_written_last.assign(static_cast<const char*>(page), size);
  return live_on(static_cast<int>(::syscall(SYS_msync, page, size, flags)));
}
extern "C" int fsync(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    ++folders_written;
  } else {
    page_written_last.resize(static_cast<std::size_t>(status.st_size));
    if (::pread(fd, page_written_last.data(), page_written_last.size(), 0) < 0) page_written_last.clear();
  }
  return live_on(static_cast<int>(::syscall(SYS_fsync, fd)));
}
extern "C" int fstatfs(int fd, struct statfs* status) noexcept {
  const auto result = static_cast<int>(::syscall(SYS_fstatfs, fd, status));
  if (type_of_file_systems != 0) status->f_type = type_of_file_systems;
  return result;
}
extern "C" int openat(int folder, const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const auto mode = (flags & O_CREAT) != 0 ? va_arg(more, unsigned) : 0;
  va_end(more);
  return live_on(static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode)));
}
extern "C" int open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const auto mode = (flags & O_CREAT) != 0 ? va_arg(more, unsigned) : 0;
  va_end(more);
  const bool asks_for_boot = std::strcmp(path, system_boot_names) == 0;
  return ::openat(AT_FDCWD, asks_for_boot ? boot_names.c_str() : path, flags, mode);
}

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::generator_options;
using sortid::generator_plan;
using sortid::on_overflow;
using sortid::policies;

constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z

template <class Id>
using host = sortid::host_generator<Id, fake_clock, fake_entropy>;

template <class Id>
sortid::result<host<Id>, sortid::order_error> open_host(const std::string& path,
                                                        const generator_options& options = {},
                                                        fake_clock clock = fake_clock(noon),
                                                        fake_entropy entropy = fake_entropy::seeded(1)) {
  return host<Id>::open(path.c_str(), generator_plan<Id>::make(options).value(),
                        {.overflow = on_overflow::run_ahead}, std::move(clock), std::move(entropy));
}

class order_files : public testing::Test {
 protected:
  void SetUp() override { boot_names = system_boot_names; }
  void TearDown() override { type_of_file_systems = 0; }
  // A file that was in use, and its bytes.
  template <class Id>
  std::string used(const char* name, const generator_options& options = {}) {
    const std::string path = folder / name;
    auto ids = open_host<Id>(path, options);
    EXPECT_TRUE(ids);
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(ids->next());
    return path;
  }
  // Opening is rejected with a reason, and the file stays as it is.
  template <class Id>
  void expect_rejected(const std::string& path, const generator_options& options = {}) {
    const std::string before = bytes_of_file(path);
    const auto opened = open_host<Id>(path, options);
    ASSERT_FALSE(opened) << path;
    EXPECT_STRNE(opened.error().what, "");
    EXPECT_TRUE(bytes_of_file(path) == before) << path << " was changed";
  }

  scratch_folder folder;
};

// --- of earlier versions -----------------------------------------------------------------------------------

// What a released version left after ten ids at noon: the last of them, and the parts of the file that are
// not zeros.
struct released_order {
  struct part {
    std::size_t at;
    std::string_view hex;
  };
  const char* last;
  std::vector<part> parts;
};

constexpr const char* released_boot = "01234567-89ab-4cde-8f01-23456789abcd\n";
const released_order ulids_of_0_1_0{
    "01KC96X9G0G9PBYFJHS24VWCPZ",
    {{0, "736f72746964206f7264657220310a00"},
     {32, "ffff000000000000ffffffffffffffffffff000000000000ffffffffffffffff"},
     {80, "1000000000000000"},
     {96, "5000000000000000ffffffffffff0000"},
     {144, "30313233343536372d383961622d346364652d386630312d3233343536373839616263640a"},
     {184, "0100000000000000e8a96e129b010000e8a96e129b010000"},
     {1024, "20cd417637aec140937dff5991ed64fe"},
     {1088, "00a66e129b010080"}}};
const released_order numbers_of_0_1_0{
    "5L2DRyL4E3S",
    {{0, "736f72746964206f7264657220310a00"},
     {56, "ff0f000000000000"},
     {80, "080000000000000007f95292330100001600000000000000ffffffffff010000"},
     {144, "30313233343536372d383961622d346364652d386630312d3233343536373839616263640a"},
     {184, "0100000000000000e1b01b8067000000e1b01b8067000000"},
     {1024, "f6ffbfc114f91fe6"},
     {1088, "00a66e129b010080"}}};

// On the boot that made it, after the host was started again, and where a boot has no name.
template <class Id>
void expect_goes_on(const scratch_folder& folder, const released_order& order) {
  std::string bytes(4'096, '\0');
  for (const auto& [at, hex] : order.parts) {
    for (std::size_t i = 0; i < hex.size() / 2; ++i)
      bytes[at + i] = static_cast<char>(std::stoi(std::string(hex.substr(2 * i, 2)), nullptr, 16));
  }
  const std::string path = folder / "order";
  const std::string same_boot = folder / "boot";
  write_file(same_boot, released_boot);
  for (const std::string& boot : {same_boot, std::string(system_boot_names), std::string()}) {
    boot_names = boot;
    write_file(path, bytes);
    auto ids = open_host<Id>(path);
    ASSERT_TRUE(ids) << ids.error().what;
    const Id last = Id::parse(order.last).value();
    const Id next = ids->next().value();
    EXPECT_GT(next, last);
    if (boot == same_boot) {
      EXPECT_LT(next.number() - last.number(), 1'000U) << "it goes on where it stopped";
    }
  }
}

TEST_F(order_files, of_earlier_versions_go_on) {
  expect_goes_on<sortid::ulid>(folder, ulids_of_0_1_0);
  expect_goes_on<sortid::uid11_snowish>(folder, numbers_of_0_1_0);
}

// --- made --------------------------------------------------------------------------------------------------

TEST_F(order_files, is_made_for_its_owner_alone) {
  const ::mode_t mask = ::umask(0);
  const auto opened = open_host<sortid::ulid>(folder / "order");
  ::umask(mask);
  ASSERT_TRUE(opened) << opened.error().what;
  struct stat status {};
  ASSERT_EQ(::stat((folder / "order").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0600U);
  EXPECT_EQ(status.st_size, 4'096);
}

TEST_F(order_files, that_was_emptied_is_no_new_order) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{4'096}}) {
    const std::string path = used<sortid::euid>("order");
    write_file(path, std::string(size, '\0'));
    expect_rejected<sortid::euid>(path);
    EXPECT_NE(std::string_view(open_host<sortid::euid>(path).error().what).find("delete it"),
              std::string_view::npos);
    std::filesystem::remove(path);
    EXPECT_TRUE(open_host<sortid::euid>(path));
  }
}

// Bytes 0 to 191 say whose order it is, on which boot, and that it was used; the rest is the promise and the
// order.
TEST_F(order_files, that_is_zeros_behind_its_head_is_no_new_order) {
  const std::string path = used<sortid::euid>("order");
  const std::string head = bytes_of_file(path).substr(0, 192);
  write_file(path, head + std::string(4'096 - head.size(), '\0'));
  expect_rejected<sortid::euid>(path);
  EXPECT_EQ(open_host<sortid::euid>(path).error().system_error, 0);
  EXPECT_NE(std::string_view(open_host<sortid::euid>(path).error().what).find("delete it"),
            std::string_view::npos);
}

TEST_F(order_files, without_its_order_goes_on_behind_the_promise) {
  const std::string path = folder / "order";
  sortid::uid11_snowish last;
  {
    auto ids = open_host<sortid::uid11_snowish>(path);
    for (int i = 0; i < 10; ++i) last = ids->next().value();
  }
  write_file(path, bytes_of_file(path).substr(0, 1'024) + std::string(3'072, '\0'));
  auto ids = open_host<sortid::uid11_snowish>(path);
  ASSERT_TRUE(ids) << ids.error().what;
  EXPECT_GT(ids->next().value(), last);
}

TEST_F(order_files, of_somebody_killed_while_making_it_is_whole_or_missing) {
  const shared_memory<sortid::ulid> told;
  int deaths = 0;
  for (bool died = true; died; ++deaths) {
    const scratch_folder fresh;
    const std::string path = fresh / "order";
    *told = sortid::ulid::min();
    const int status = exit_status_of_child(way_to_fork::library, [&] {
      calls_to_live = deaths + 1;
      auto ids = open_host<sortid::ulid>(path);
      const auto id = ids ? ids->next() : sortid::result<sortid::ulid, fault>(fault::storage);
      calls_to_live = 0;
      if (!id) return 1;
      *told = *id;
      return 0;
    });
    died = status == 1'000 + SIGKILL;
    if (!died) {
      EXPECT_EQ(status, 0);
    }
    if (std::filesystem::exists(path)) {
      EXPECT_EQ(bytes_of_file(path).size(), 4'096U);
    }
    auto after = open_host<sortid::ulid>(path);
    ASSERT_TRUE(after) << "killed at call " << deaths << ": " << after.error().what;
    EXPECT_GT(after->next().value(), *told);
  }
  EXPECT_EQ(deaths, 11) << "a call of the library goes unseen";
}

TEST_F(order_files, nothing_else_is_left_in_its_folder) {
  ASSERT_TRUE(open_host<sortid::ulid>(folder / "order"));
  const auto files = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(order_files, is_made_where_nothing_is_renamed_without_replacing) {
  enum : int { right = 0, not_rejected = 77 };
  const int status = exit_status_of_child(way_to_fork::library, [&] {
    if (!reject_system_call(SYS_renameat2, EINVAL)) return int{not_rejected};
    auto ids = open_host<sortid::ulid>(folder / "order");
    if (!ids || !ids->next()) return 1;
    const auto files = std::filesystem::directory_iterator(folder.path());
    return std::distance(begin(files), end(files)) == 1 ? int{right} : 2;
  });
  if (status == not_rejected) GTEST_SKIP() << "the system does not let a process reject itself a call";
  EXPECT_EQ(status, right);
}

TEST_F(order_files, is_made_by_one_of_many_at_once) {
  constexpr int makers = 12;
  for (int round = 0; round < 20; ++round) {
    const std::string path = folder / ("order" + std::to_string(round)).c_str();
    const shared_memory<std::atomic<bool>> go;
    const shared_memory<std::array<uint128, makers>> told;
    std::vector<pid_t> children;
    for (std::size_t i = 0; i < makers; ++i) {
      children.push_back(start_child(way_to_fork::library, [&] {
        while (!*go) {
        }
        auto ids = open_host<sortid::ulid>(path, {}, fake_clock(noon), fake_entropy::seeded(i));
        const auto id = ids ? ids->next() : sortid::result<sortid::ulid, fault>(fault::storage);
        if (!id) return 1;
        (*told)[i] = id->number();
        return 0;
      }));
    }
    *go = true;
    for (const pid_t child : children) EXPECT_EQ(exit_status_of(child), 0);
    std::sort(told->begin(), told->end());
    for (std::size_t i = 1; i < makers; ++i)
      EXPECT_EQ((*told)[i], (*told)[i - 1] + uint128(1)) << "one order";
  }
}

TEST_F(order_files, its_name_is_on_disk_before_an_id) {
  const std::string path = folder / "order";
  for (int i = 0; i < 2; ++i) {
    // The second one cannot know how far the first one came.
    folders_written = 0;
    ASSERT_TRUE(open_host<sortid::ulid>(path));
    EXPECT_EQ(folders_written, 1);
  }
  ASSERT_TRUE(open_host<sortid::ulid>(path)->next());
  folders_written = 0;
  ASSERT_TRUE(open_host<sortid::ulid>(path));
  EXPECT_EQ(folders_written, 0);
}

TEST_F(order_files, on_a_file_system_that_is_not_this_hosts_is_rejected_and_not_made) {
  const std::string path = used<sortid::ulid>("order");
  // linux/magic.h: NFS, SMB, CIFS, SMB 2, Ceph, AFS, Coda, GFS2, OCFS2, FUSE, 9P.
  for (const long type : {0x6969L, 0x517BL, 0xFF534D42L, 0xFE534D42L, 0x00C36400L, 0x5346414FL, 0x73757245L,
                          0x01161970L, 0x7461636FL, 0x65735546L, 0x01021997L}) {
    type_of_file_systems = type;
    expect_rejected<sortid::ulid>(path);
    const auto fresh = open_host<sortid::ulid>(folder / "fresh");
    ASSERT_FALSE(fresh) << type;
    EXPECT_NE(std::string_view(fresh.error().what).find("local"), std::string_view::npos);
    EXPECT_EQ(fresh.error().system_error, 0);
    const auto files = std::filesystem::directory_iterator(folder.path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "nothing was made";
  }
  // ext4, XFS, Btrfs, ZFS, tmpfs, overlay, and one that nobody knows.
  for (const long type :
       {0xEF53L, 0x58465342L, 0x9123683EL, 0x2FC12FC1L, 0x01021994L, 0x794C7630L, 0x12345678L}) {
    type_of_file_systems = type;
    EXPECT_TRUE(open_host<sortid::ulid>(path)) << type;
  }
}

TEST_F(order_files, on_an_overlay_goes_on_from_the_layer_below) {
  enum : int { right = 0, no_mount = 77 };
  for (const char* const name : {"lower", "upper", "work", "merged"})
    std::filesystem::create_directory(folder / name);
  sortid::ulid below;
  {
    auto ids = open_host<sortid::ulid>(folder / "lower/order");
    ASSERT_TRUE(ids);
    below = ids->next().value();
  }
  const std::string before = bytes_of_file(folder / "lower/order");
  const int status = exit_status_of_child(way_to_fork::library, [&] {
    if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWNS | CLONE_NEWUSER) != 0) return int{no_mount};
    ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    const std::string layers = "lowerdir=" + (folder / "lower") + ",upperdir=" + (folder / "upper") +
                               ",workdir=" + (folder / "work");
    if (::mount("overlay", (folder / "merged").c_str(), "overlay", 0, layers.c_str()) != 0)
      return int{no_mount};
    auto one = open_host<sortid::ulid>(folder / "merged/order");
    auto other = open_host<sortid::ulid>(folder / "merged/order");
    if (!one || !other) return 1;
    sortid::ulid last = below;
    for (int i = 0; i < 10; ++i) {
      const auto id = (i % 2 == 0 ? *one : *other).next();
      if (!id || *id <= last) return 2;
      last = *id;
    }
    auto fresh = open_host<sortid::euid>(folder / "merged/fresh");
    return fresh && fresh->next() ? int{right} : 3;
  });
  if (status == no_mount) GTEST_SKIP() << "no right to mount an overlay";
  EXPECT_EQ(status, right);
  EXPECT_EQ(bytes_of_file(folder / "lower/order"), before);
}

// --- begun behind an instant -------------------------------------------------------------------------------

TEST_F(order_files, begins_after_an_instant_without_a_reading_of_the_clock) {
  const std::string path = folder / "order";
  {
    auto ids = open_host<sortid::uid11_snowish>(path);
    ASSERT_EQ(ids->begin_after(noon + 5'000), fault::none);
    ids->set_policies({.clock_back = sortid::on_clock_back::fail});
    const auto first = ids->next().value();
    EXPECT_EQ(instant_of(first), noon + 5'001);
    // What is behind already stays where it is.
    for (const std::int64_t earlier : {noon + 5'000, noon, std::int64_t{0}, std::int64_t{INT64_MIN}})
      EXPECT_EQ(ids->begin_after(earlier), fault::none);
    EXPECT_EQ(ids->next().value().number(), first.number() + 1);
    EXPECT_EQ(ids->begin_after(INT64_MAX), fault::out_of_range);
  }
  auto later = open_host<sortid::uid11_snowish>(path);
  EXPECT_EQ(instant_of(later->next().value()), noon + 5'001);
}

// --- taken up ----------------------------------------------------------------------------------------------

TEST_F(order_files, the_order_goes_on_after_all_who_used_it_are_gone) {
  const std::string path = folder / "order";
  std::optional<sortid::ulid> before;
  for (int handle = 0; handle < 20; ++handle) {
    // The clock of a later process may be behind.
    auto ids = open_host<sortid::ulid>(path, {}, fake_clock(noon - handle * 1'000), fake_entropy::seeded(7));
    ASSERT_TRUE(ids) << ids.error().what;
    for (int i = 0; i < 10; ++i) {
      const auto id = ids->next().value();
      EXPECT_EQ(instant_of(id), noon);
      if (before) {
        EXPECT_EQ(number(id), number(*before) + uint128(1));
      }
      before = id;
    }
    EXPECT_EQ(ids->ahead(), handle * 1'000);
  }
}

TEST_F(order_files, two_handles_are_one_order) {
  const std::string path = folder / "order";
  auto one = open_host<sortid::uid11_snowish>(path);
  auto other = open_host<sortid::uid11_snowish>(path);
  ASSERT_TRUE(one);
  ASSERT_TRUE(other);
  for (unsigned i = 0; i < 4'096; ++i) {
    EXPECT_EQ((i % 2 == 0 ? *one : *other).next().value().sequence(), i);
  }
  EXPECT_EQ(instant_of(one->next().value()), noon + 1) << "the millisecond is full for both";
}

TEST_F(order_files, a_batch_is_increasing) {
  auto ids = open_host<sortid::ulid_flake>(folder / "order");
  ASSERT_TRUE(ids);
  std::vector<sortid::ulid_flake> batch(10'000);
  EXPECT_EQ(ids->fill(batch).count, batch.size());
  EXPECT_EQ(std::adjacent_find(batch.begin(), batch.end(), std::greater_equal<>()), batch.end());
}

TEST_F(order_files, moves_with_its_handle) {
  auto opened = open_host<sortid::ulid>(folder / "order");
  ASSERT_TRUE(opened);
  const auto first = opened->next().value();
  host<sortid::ulid> moved = std::move(*opened);
  EXPECT_GT(moved.next().value(), first);
}

TEST_F(order_files, is_in_memory_while_a_handle_is_open) {
  const auto is_mapped = [this] {
    std::ifstream maps("/proc/self/maps");
    const std::string all(std::istreambuf_iterator<char>(maps), {});
    return all.find(folder / "order") != std::string::npos;
  };
  for (int i = 0; i < 2; ++i) {
    const auto opened = open_host<sortid::ulid>(folder / "order");
    ASSERT_TRUE(opened);
    EXPECT_TRUE(is_mapped());
  }
  EXPECT_FALSE(is_mapped());
}

TEST_F(order_files, a_handle_that_was_moved_from_has_no_file) {
  using ulids = sortid::host_generator<sortid::ulid>;
  const auto expect_no_file = [](ulids& ids) {
    std::vector<sortid::ulid> many(300);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(ids.next().error(), fault::storage);
      EXPECT_EQ(ids.next_at(noon).error(), fault::storage);
      EXPECT_EQ(ids.random().error(), fault::storage);
      EXPECT_EQ(ids.random_at(noon).error(), fault::storage);
      EXPECT_EQ(ids.fill(many).why, fault::storage);
      EXPECT_EQ(ids.fill_random(many).why, fault::storage);
      EXPECT_EQ(ids.ahead(), 0);
    }
  };
  auto opened = ulids::open((folder / "order").c_str());
  ASSERT_TRUE(opened);
  const auto first = opened->next().value();
  ulids second = std::move(*opened);
  expect_no_file(*opened);
  const auto next = second.next().value();
  EXPECT_GT(next, first);
  // Assigned to, it is whole again, and the other one has no file: not even the one that was there.
  auto other = ulids::open((folder / "other").c_str());
  ASSERT_TRUE(other);
  *other = std::move(second);
  expect_no_file(second);  // NOLINT(bugprone-use-after-move): what happens then is documented
  EXPECT_GT(other->next().value(), next);
  ulids third = std::move(second);  // NOLINT(bugprone-use-after-move)
  expect_no_file(third);
  third = std::move(*other);
  EXPECT_GT(third.next().value(), next);
  ulids& same = third;
  third = std::move(same);
  EXPECT_GT(third.next().value(), next);
}

TEST_F(order_files, steps_policies_and_prefixes_may_differ) {
  const std::string path = used<sortid::type_id>("order", {.step_bytes = 2});
  const auto prefix = [](const char* text) { return sortid::type_prefix::parse(text).value(); };
  auto users = open_host<sortid::type_id>(path, {.prefix = prefix("user")});
  auto orders = open_host<sortid::type_id>(path, {.step_bytes = 7, .prefix = prefix("order")});
  ASSERT_TRUE(users);
  ASSERT_TRUE(orders);
  uint128 before;
  for (int i = 0; i < 10; ++i) {
    const auto user = users->next().value();
    const auto order = orders->next().value();
    EXPECT_EQ(user.prefix(), "user");
    EXPECT_EQ(order.prefix(), "order");
    EXPECT_GT(user.number(), before);
    EXPECT_GT(order.number(), user.number());
    before = order.number();
  }
  EXPECT_TRUE(open_host<sortid::uuidv7>(path))
      << "a TypeID is a UUIDv7 with a prefix: they may share an order";
}

TEST_F(order_files, the_formats_very_last_value_is_never_made_and_its_millisecond_is_full) {
  const std::string path = folder / "order";
  fake_entropy almost;
  almost.then(~uint128() - uint128(1));
  auto ids = host<sortid::ulid>::open(path.c_str(), {}, {}, fake_clock(281'474'976'710'655), almost);
  ASSERT_TRUE(ids);
  EXPECT_EQ(ids->next().value().to_text().view(), "7ZZZZZZZZZZZZZZZZZZZZZZZZY");
  EXPECT_EQ(ids->next().error(), fault::tail_overflow);
  EXPECT_EQ(ids->next().error(), fault::tail_overflow);
}

// --- rejected ----------------------------------------------------------------------------------------------

TEST_F(order_files, another_formats_is_rejected) {
  const std::string path = used<sortid::ulid>("ulid");
  expect_rejected<sortid::uuidv7>(path);
  expect_rejected<sortid::type_id>(path);
  expect_rejected<sortid::euid>(path);
  expect_rejected<sortid::ulid_flake>(path);
  expect_rejected<sortid::ulid_flake_scalable>(path);
  expect_rejected<sortid::uid11_snowish>(path);
  expect_rejected<sortid::uid11_ts_seq_rand>(path);
  const std::string flake = used<sortid::ulid_flake>("flake");
  expect_rejected<sortid::ulid_flake_scalable>(flake);
  expect_rejected<sortid::ulid>(flake);
  const std::string sequences = used<sortid::uid11_ts_seq_rand>("sequences");
  expect_rejected<sortid::uid11_snowish>(sequences);
}

TEST_F(order_files, of_other_options_is_rejected) {
  const std::string flake = used<sortid::ulid_flake_scalable>("flake", {.node = 3});
  expect_rejected<sortid::ulid_flake_scalable>(flake, {.node = 4});
  expect_rejected<sortid::ulid_flake_scalable>(flake);
  expect_rejected<sortid::ulid_flake_scalable>(flake, {.node = 3, .epoch = 0});
  EXPECT_TRUE(open_host<sortid::ulid_flake_scalable>(flake, {.node = 3}));
  EXPECT_TRUE(open_host<sortid::ulid_flake_scalable>(flake, {.node = 3, .epoch = flake_epoch}))
      << "the same, spelled out";
  const std::string snowish = used<sortid::uid11_snowish>("snowish", {.node = 1'023});
  expect_rejected<sortid::uid11_snowish>(snowish, {.node = 1'022});
  const std::string euid = used<sortid::euid>("euid", {.extension = std::uint16_t{7}});
  expect_rejected<sortid::euid>(euid);
  expect_rejected<sortid::euid>(euid, {.extension = std::uint16_t{6}});
  const std::string ulid = used<sortid::ulid>("ulid", {.epoch = 1'000});
  expect_rejected<sortid::ulid>(ulid);
  expect_rejected<sortid::ulid>(ulid, {.epoch = 1'001});
}

TEST_F(order_files, of_somebody_else_is_rejected) {
  std::mt19937_64 random(1);
  const std::string path = folder / "foreign";
  for (const std::size_t size : {1U, 16U, 100U, 1'024U, 4'095U, 4'096U, 4'097U, 8'192U, 100'000U}) {
    std::string bytes(size, ' ');
    for (char& byte : bytes) byte = static_cast<char>(random() | 1U);
    write_file(path, bytes);
    expect_rejected<sortid::ulid>(path);
  }
  write_file(path, std::string(4'095, '\0'));
  expect_rejected<sortid::ulid>(path);
  write_file(path, std::string(4'097, '\0'));
  expect_rejected<sortid::ulid>(path);
  write_file(path, std::string(4'095, '\0') + "x");
  expect_rejected<sortid::ulid>(path);
}

TEST_F(order_files, that_is_damaged_is_rejected) {
  const std::string path = used<sortid::ulid>("order");
  const std::string whole = bytes_of_file(path);
  for (const std::size_t size : {std::size_t{1}, std::size_t{16}, std::size_t{1'024}, std::size_t{4'095}}) {
    write_file(path, whole.substr(0, size));
    expect_rejected<sortid::ulid>(path);
  }
  // Each byte of what names the file and its format.
  for (std::size_t at = 0; at < 16 + 12 * 8; ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    write_file(path, bytes);
    expect_rejected<sortid::ulid>(path);
  }
  std::string headless = whole;
  headless.replace(0, 16, 16, '\0');
  write_file(path, headless);
  expect_rejected<sortid::ulid>(path);
  write_file(path, whole);
  EXPECT_TRUE(open_host<sortid::ulid>(path));
}

TEST_F(order_files, what_is_no_file_is_rejected) {
  const auto expect_errno = [](const std::string& path, int error_number) {
    const auto opened = open_host<sortid::ulid>(path);
    ASSERT_FALSE(opened) << path;
    EXPECT_STRNE(opened.error().what, "");
    EXPECT_EQ(opened.error().system_error, error_number) << path;
  };
  expect_errno(folder.path(), EISDIR);
  expect_errno(folder / "missing/order", ENOENT);
  expect_errno("", ENOENT);
  expect_errno("/dev/null", 0);
  const std::string fifo = folder / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  expect_errno(fifo, 0);
  const std::string under_a_file = used<sortid::ulid>("order") + "/order";
  expect_errno(under_a_file, ENOTDIR);
  EXPECT_FALSE(std::filesystem::exists(folder / "missing")) << "no folder is made";
}

TEST_F(order_files, a_link_is_rejected) {
  const std::string path = used<sortid::ulid>("order");
  ASSERT_EQ(::symlink(path.c_str(), (folder / "link").c_str()), 0);
  expect_rejected<sortid::ulid>(folder / "link");
  ASSERT_EQ(::symlink((folder / "nothing").c_str(), (folder / "dangling").c_str()), 0);
  EXPECT_FALSE(open_host<sortid::ulid>(folder / "dangling"));
  EXPECT_FALSE(std::filesystem::exists(folder / "nothing"));
}

TEST_F(order_files, without_permission_is_rejected) {
  const std::string path = used<sortid::ulid>("order");
  const std::string before = bytes_of_file(path);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0555), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  const std::string fresh = folder / "fresh";
  // Root may do anything, so it is somebody else who tries; the name is relative, for the folders above may
  // be closed.
  const int status = exit_status_of_child(way_to_fork::library, [&] {
    if (::chdir(folder.path().c_str()) != 0) return 10;
    if (::geteuid() == 0 && ::setresuid(65'534, 65'534, 65'534) != 0) return 11;
    const auto made = open_host<sortid::ulid>("fresh");
    const auto opened = open_host<sortid::ulid>("order");
    if (made || made.error().system_error != EACCES) return 1;
    if (opened || opened.error().system_error != EACCES) return 2;
    return 0;
  });
  ::chmod(folder.path().c_str(), 0755);
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(std::filesystem::exists(fresh));
  EXPECT_EQ(bytes_of_file(path), before);
}

TEST_F(order_files, locked_by_another_process_is_waited_for_and_not_for_ever) {
  const std::string path = used<sortid::ulid>("order");
  const shared_memory<std::atomic<bool>> locked;
  const auto hold = [&](useconds_t us) {
    *locked = false;
    const pid_t child = start_child(way_to_fork::library, [&] {
      const int fd = ::open(path.c_str(), O_RDWR);
      if (fd < 0 || ::flock(fd, LOCK_EX) != 0) return 1;
      *locked = true;
      ::usleep(us);
      return 0;
    });
    while (!*locked) ::usleep(100);
    return child;
  };
  const pid_t brief = hold(20'000);
  EXPECT_TRUE(open_host<sortid::ulid>(path));
  EXPECT_EQ(exit_status_of(brief), 0);
  const pid_t stubborn = hold(600'000'000);
  const auto opened = open_host<sortid::ulid>(path);
  kill_child(stubborn);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().system_error, EWOULDBLOCK);
  EXPECT_TRUE(open_host<sortid::ulid>(path)) << "the lock ended with its holder";
}

TEST_F(order_files, a_disk_that_rejects_is_storage_and_no_id_is_returned) {
  const std::string path = folder / "order";
  enum : int { right = 0, not_rejected = 77 };
  const int status = exit_status_of_child(way_to_fork::library, [&] {
    fake_clock clock(noon);
    auto ids = open_host<sortid::ulid>(path, {}, clock);
    if (!ids || !ids->next()) return 1;
    if (!reject_system_call(SYS_msync, EIO)) return int{not_rejected};
    if (!ids->next()) return 2;  // promised before
    clock.advance(1'001);
    if (ids->next().error() != fault::storage) return 3;
    if (ids->next().error() != fault::storage) return 4;
    auto fresh = open_host<sortid::ulid>(folder / "fresh");
    if (!fresh || fresh->next().error() != fault::storage) return 5;
    if (!reject_system_call(SYS_fsync, EIO)) return int{not_rejected};
    const auto none = open_host<sortid::ulid>(folder / "none");
    if (none || none.error().system_error != EIO) return 6;
    return std::filesystem::exists(folder / "none") ? 7 : int{right};
  });
  if (status == not_rejected) GTEST_SKIP() << "the system does not let a process reject itself a call";
  EXPECT_EQ(status, right);
  auto after = open_host<sortid::ulid>(path);
  ASSERT_TRUE(after) << after.error().what;
  EXPECT_GE(instant_of(after->next().value()), noon + 1'001) << "nothing is given twice, returned or not";
}

TEST_F(order_files, a_full_disk_is_rejected_and_kills_nobody) {
  enum : int { right = 0, no_mount = 77 };
  const int status = exit_status_of_child(way_to_fork::library, [&] {
    if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWNS | CLONE_NEWUSER) != 0) return int{no_mount};
    ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    if (::mount("none", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) return int{no_mount};
    const int filler = ::open((folder / "filler").c_str(), O_WRONLY | O_CREAT, 0600);
    const std::array<char, 4'096> block{};
    while (::write(filler, block.data(), block.size()) > 0) {
    }
    ::close(filler);
    const auto opened = open_host<sortid::ulid>(folder / "order");
    if (opened || opened.error().system_error != ENOSPC) return 1;
    if (std::filesystem::exists(folder / "order")) return 2;
    ::unlink((folder / "filler").c_str());
    auto later = open_host<sortid::ulid>(folder / "order");
    return later && later->next() ? int{right} : 4;
  });
  if (status == no_mount) GTEST_SKIP() << "no right to mount a small disk";
  EXPECT_EQ(status, right);
}

// --- a restart of the host ---------------------------------------------------------------------------------

std::string boot_id() {
  std::ifstream in("/proc/sys/kernel/random/boot_id");
  std::string line;
  std::getline(in, line);
  return line;
}

// The bytes as the host's earlier boot would have left them.
std::string of_an_earlier_boot(std::string bytes) {
  const std::string now = boot_id();
  const std::size_t at = bytes.find(now);
  EXPECT_NE(at, std::string::npos);
  if (at != std::string::npos) bytes[at] = bytes[at] == '0' ? '1' : '0';
  return bytes;
}

class host_restart : public order_files {
 protected:
  void SetUp() override {
    order_files::SetUp();
    if (boot_id().empty()) GTEST_SKIP() << "the system does not name its boot";
  }
};

TEST_F(host_restart, an_order_that_was_written_in_time_goes_on) {
  const std::string path = folder / "order";
  const fake_clock clock(noon);
  auto ids = open_host<sortid::ulid>(path, {}, clock);
  ASSERT_TRUE(ids);
  const auto before = ids->next().value();
  write_file(path, of_an_earlier_boot(bytes_of_file(path)));
  auto again = open_host<sortid::ulid>(path, {}, clock);
  ASSERT_TRUE(again) << again.error().what;
  const auto after = again->next().value();
  EXPECT_GT(after, before);
  EXPECT_GT(instant_of(after), noon) << "after what was promised";
  EXPECT_LE(again->ahead(), 1'001) << "at most about a second";
  // Once: the next one to come is of the same boot.
  auto third = open_host<sortid::ulid>(path, {}, clock);
  ASSERT_TRUE(third);
  EXPECT_EQ(instant_of(third->next().value()), instant_of(after));
}

TEST_F(host_restart, an_order_without_an_id_goes_on) {
  const std::string path = folder / "order";
  ASSERT_TRUE(open_host<sortid::uid11_snowish>(path));
  write_file(path, of_an_earlier_boot(bytes_of_file(path)));
  auto ids = open_host<sortid::uid11_snowish>(path);
  ASSERT_TRUE(ids) << ids.error().what;
  EXPECT_EQ(instant_of(ids->next().value()), noon);
}

TEST_F(host_restart, without_entropy_it_is_rejected_and_tried_again) {
  const std::string path = used<sortid::ulid>("order");
  const std::string earlier = of_an_earlier_boot(bytes_of_file(path));
  write_file(path, earlier);
  fake_entropy none;
  none.fail();
  const auto rejected = open_host<sortid::ulid>(path, {}, fake_clock(noon), none);
  ASSERT_FALSE(rejected);
  EXPECT_STRNE(rejected.error().what, "");
  EXPECT_EQ(bytes_of_file(path), earlier);
  auto ids = open_host<sortid::ulid>(path);
  ASSERT_TRUE(ids) << ids.error().what;
  EXPECT_GT(instant_of(ids->next().value()), noon);
}

TEST_F(host_restart, after_the_last_instant_it_is_rejected) {
  const std::string path = folder / "order";
  const fake_clock clock(facts<sortid::euid>.last_instant);
  auto ids = open_host<sortid::euid>(path, {}, clock);
  ASSERT_TRUE(ids);
  ASSERT_TRUE(ids->next());
  write_file(path, of_an_earlier_boot(bytes_of_file(path)));
  const auto again = open_host<sortid::euid>(path, {}, clock);
  ASSERT_FALSE(again);
  EXPECT_STRNE(again.error().what, "");
}

// --- a boot without a name ---------------------------------------------------------------------------------

// Processes that see one name of the boot, another one, or none, as those in containers may, take the file in
// turns.
template <class Id>
void expect_no_run_ahead(const std::string& path, const std::vector<std::string>& names) {
  constexpr int turns = 300;
  std::optional<Id> before;
  for (int turn = 0; turn < turns; ++turn) {
    boot_names = names[static_cast<std::size_t>(turn) % names.size()];
    auto ids = open_host<Id>(path, {}, fake_clock(noon), fake_entropy::seeded(9));
    ASSERT_TRUE(ids) << ids.error().what;
    for (int i = 0; i < 3; ++i) {
      const auto id = ids->next().value();
      if (before) {
        ASSERT_GT(id, *before);
      }
      before = id;
    }
    // What the first one promised, and a little each time the promise is passed over; a second each time
    // before.
    ASSERT_LE(ids->ahead(), 1'001 + 2 * turn) << "turn " << turn;
  }
}

TEST_F(host_restart, processes_with_and_without_a_name_for_it_do_not_drive_the_order_ahead) {
  expect_no_run_ahead<sortid::ulid>(folder / "ulid", {system_boot_names, ""});
  expect_no_run_ahead<sortid::uid11_snowish>(folder / "snowish", {system_boot_names, ""});
  expect_no_run_ahead<sortid::ulid>(folder / "seldom",
                                    {system_boot_names, system_boot_names, system_boot_names, ""});
}
TEST_F(order_files, processes_without_a_name_for_the_boot_do_not_drive_the_order_ahead) {
  expect_no_run_ahead<sortid::ulid>(folder / "ulid", {""});
  write_file(folder / "empty", "");
  expect_no_run_ahead<sortid::ulid_flake>(folder / "flake", {folder / "empty", folder / "no such file"});
}
TEST_F(order_files, processes_with_other_names_for_the_boot_do_not_drive_the_order_ahead) {
  write_file(folder / "one", "11111111-1111-4111-8111-111111111111\n");
  write_file(folder / "other", "22222222-2222-4222-8222-222222222222\n");
  expect_no_run_ahead<sortid::ulid>(folder / "ulid", {folder / "one", folder / "other"});
}

TEST_F(host_restart, who_cannot_name_the_boot_leaves_its_name_to_others) {
  const std::string path = used<sortid::ulid>("order");
  boot_names.clear();
  ASSERT_TRUE(open_host<sortid::ulid>(path)->next());
  EXPECT_NE(bytes_of_file(path).find(boot_id()), std::string::npos);
  // And one without a name is named by the first who can.
  const std::string nameless = used<sortid::ulid>("nameless");
  EXPECT_EQ(bytes_of_file(nameless).find(boot_id()), std::string::npos);
  boot_names = system_boot_names;
  ASSERT_TRUE(open_host<sortid::ulid>(nameless));
  EXPECT_NE(bytes_of_file(nameless).find(boot_id()), std::string::npos);
}

// --- power cuts --------------------------------------------------------------------------------------------

enum class boots { named, unnamed, either };

constexpr std::size_t unit = 8;

// Where two pages differ.
std::vector<std::size_t> differing_units(const std::string& one, const std::string& other) {
  EXPECT_EQ(one.size(), other.size());
  std::vector<std::size_t> found;
  for (std::size_t at = 0; at < one.size(); at += unit)
    if (one.compare(at, unit, other, at, unit) != 0) found.push_back(at);
  return found;
}

// A disk takes a page in units, in any order. When the power goes, each of them is as it was written last,
// or as it was at some time since: here the units whose bits are set.
std::string torn(std::string written, const std::string& since, std::uint64_t kept) {
  for (const std::size_t at : differing_units(written, since)) {
    if ((kept & 1U) != 0) written.replace(at, unit, since, at, unit);
    kept >>= 1U;
  }
  return written;
}

// The power goes within the first id of a new file, before its promise is on disk.
template <class Id>
void expect_order_after_a_power_cut_within_the_first_id(const std::string& path) {
  boot_names = system_boot_names;
  auto ids = open_host<Id>(path);
  ASSERT_TRUE(ids);
  const std::string new_file = bytes_of_file(path);
  const Id first = ids->next().value();
  const std::string promised = page_written_last;
  const std::size_t units = differing_units(new_file, promised).size();
  ASSERT_GE(units, 3U) << "the promise, the order and the clock";
  for (std::uint64_t kept = 0; kept < std::uint64_t{1} << units; ++kept) {
    write_file(path, torn(new_file, promised, kept));
    boot_names = "";
    auto again = open_host<Id>(path);
    ASSERT_TRUE(again) << again.error().what << "; units " << kept;
    const auto id = again->next();
    ASSERT_TRUE(id) << name_of(id.error()) << "; units " << kept;
    EXPECT_LE(instant_of(*id) - instant_of(first), 1'001) << "units " << kept;
  }
}
TEST_F(order_files, a_power_cut_within_the_first_id_leaves_an_order) {
  expect_order_after_a_power_cut_within_the_first_id<sortid::uid11_snowish>(folder / "snowish");
  expect_order_after_a_power_cut_within_the_first_id<sortid::ulid>(folder / "ulid");
  expect_order_after_a_power_cut_within_the_first_id<sortid::uuidv7>(folder / "uuidv7");
  expect_order_after_a_power_cut_within_the_first_id<sortid::euid>(folder / "euid");
}

// What is on disk when the power goes is the page as it was written last or, unit by unit, as it was at any
// time since.
template <class Id>
void expect_order_through_power_cuts(const scratch_folder& folder, boots kind = boots::named) {
  const std::string path = folder / "order";
  std::mt19937_64 dice(41);
  fake_clock clock(noon);
  std::optional<Id> before;
  std::string on_disk;
  for (int boot = 0; boot < 80; ++boot) {
    const bool unnamed = kind == boots::unnamed || (kind == boots::either && dice() % 2 == 0);
    boot_names = unnamed ? "" : folder / "boot";
    write_file(folder / "boot", "boot " + std::to_string(boot));
    page_written_last.clear();
    auto ids = open_host<Id>(path, {}, clock, fake_entropy::seeded(dice()));
    ASSERT_TRUE(ids) << ids.error().what;
    if (!page_written_last.empty()) on_disk = page_written_last;
    const int count = static_cast<int>(dice() % 30);
    for (int i = 0; i < count; ++i) {
      page_written_last.clear();
      const auto id = ids->next();
      ASSERT_TRUE(id) << name_of(id.error());
      if (before) {
        ASSERT_GT(*id, *before) << "boot " << boot;
      }
      before = *id;
      if (!page_written_last.empty()) on_disk = page_written_last;
      if (dice() % 32 == 0) on_disk = torn(on_disk, bytes_of_file(path), dice());
      // Often not at all; to the promise's last millisecond and the one after it; sometimes back.
      constexpr std::array<std::int64_t, 8> strides{0, 0, 0, 0, 1, 300, 1'000, 1'001};
      clock.advance(strides[dice() % strides.size()] - (dice() % 16 == 0 ? 40 : 0));
    }
    // It goes within an id, which nobody got.
    page_written_last.clear();
    ASSERT_TRUE(ids->next());
    if (!page_written_last.empty()) on_disk = torn(on_disk, page_written_last, dice());
    write_file(path, on_disk);
    // A restart takes its time, and may set the clock back.
    clock.advance(static_cast<std::int64_t>(dice() % 3'000) - 4'000);
  }
}

TEST_F(order_files, no_id_comes_twice_through_power_cuts) {
  expect_order_through_power_cuts<sortid::ulid>(folder);
}
TEST_F(order_files, no_id_without_random_bits_comes_twice_through_power_cuts) {
  expect_order_through_power_cuts<sortid::uid11_snowish>(folder);
}
TEST_F(order_files, no_small_tail_comes_twice_through_power_cuts) {
  expect_order_through_power_cuts<sortid::ulid_flake>(folder);
}
TEST_F(order_files, no_id_comes_twice_through_power_cuts_that_nothing_names) {
  expect_order_through_power_cuts<sortid::uid11_snowish>(folder, boots::unnamed);
}
TEST_F(order_files, no_id_comes_twice_through_power_cuts_that_few_can_name) {
  expect_order_through_power_cuts<sortid::uid11_snowish>(folder, boots::either);
}

}  // namespace
}  // namespace sortid_test
