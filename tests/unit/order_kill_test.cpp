// Two processes on one order's file, one of them killed at moments that nobody chose: 200 times, or as often
// as SORTID_TEST_KILLS says. No id comes twice, the other process goes on, and whoever comes next begins
// above all that was seen.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sortid/ordered_generator.hpp"
#include "support/child_process.hpp"
#include "support/dice.hpp"
#include "support/format_facts.hpp"
#include "support/scratch_folder.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::on_overflow;

const int kills = [] {
  const char* given = std::getenv("SORTID_TEST_KILLS");
  return given != nullptr ? std::atoi(given) : 200;
}();

// What a process has told of its ids. The count is raised after next() returned and the id stands in its
// place, so what is counted was really returned, and a killed process has told all but at most the last.
template <class Id, std::size_t Capacity>
struct told_ids {
  static constexpr std::size_t capacity = Capacity;
  std::atomic<std::size_t> count;
  std::atomic<std::size_t> made;  // past the capacity too
  std::atomic<bool> stop;
  std::array<Id, Capacity> ids;

  void clear() {
    count = 0;
    made = 0;
    stop = false;
  }
};

// 500 ms further with each reading, by whichever process: every id needs a promise on disk first.
class striding_clock {
 public:
  [[nodiscard]] static std::int64_t now() noexcept { return noon + (*strides()).fetch_add(1) * 500; }
  static void pause(std::int64_t) noexcept {}

  // Shared with the children who are forked after the first reading.
  static const shared_memory<std::atomic<std::int64_t>>& strides() {
    static const shared_memory<std::atomic<std::int64_t>> of_all;
    return of_all;
  }

 private:
  static constexpr std::int64_t noon = 1'765'540'800'000;
};

void rest_at_most(std::mt19937& dice, unsigned us) { ::usleep(static_cast<useconds_t>(dice() % us)); }

// Opens the file and takes ids until told to stop, or killed.
template <class Id, class Clock, std::size_t Capacity>
int take_ids(const std::string& path, told_ids<Id, Capacity>& told, useconds_t rest_us) {
  auto ids = sortid::host_generator<Id, Clock>::open(path.c_str(), {}, {.overflow = on_overflow::run_ahead});
  if (!ids) return 1;
  for (std::size_t made = 0; !told.stop; ++made) {
    const auto id = ids->next();
    if (!id) return 2;
    if (made < Capacity) {
      told.ids[made] = *id;
      told.count.store(made + 1, std::memory_order_release);
    }
    told.made.store(made + 1, std::memory_order_relaxed);
    if (rest_us != 0 && made % 64 == 63) ::usleep(rest_us);
  }
  return 0;
}

template <class Told, class Ids>
void collect(const Told& told, Ids& all) {
  const auto begin = told.ids.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(told.count.load(std::memory_order_acquire));
  EXPECT_EQ(std::adjacent_find(begin, end, std::greater_equal<>()), end) << "a process's ids increase";
  all.insert(all.end(), begin, end);
}

template <class Id, class Clock>
void expect_one_order_through_kills() {
  const scratch_folder folder;
  const std::string path = folder / "order";
  const auto going_on = std::make_unique<shared_memory<told_ids<Id, 1'000'000>>>();
  (void)striding_clock::now();
  const auto killed = std::make_unique<shared_memory<told_ids<Id, 8'192>>>();
  std::mt19937 dice = thrown_dice();

  auto& survivor = **going_on;
  auto& victim = **killed;
  const pid_t surviving =
      start_child(way_to_fork::library, [&] { return take_ids<Id, Clock>(path, survivor, useconds_t{100}); });
  ASSERT_GT(surviving, 0);
  while (survivor.count == 0) ::usleep(100);

  std::vector<Id> all;
  std::optional<Id> greatest;
  const auto see = [&greatest](const Id& id) {
    if (!greatest || id > *greatest) greatest = id;
  };
  int killed_with_ids = 0;
  for (int i = 0; i < kills; ++i) {
    victim.clear();
    see(survivor.ids[survivor.count.load(std::memory_order_acquire) - 1]);
    const std::size_t survivor_made = survivor.made;
    const pid_t child =
        start_child(way_to_fork::library, [&] { return take_ids<Id, Clock>(path, victim, useconds_t{0}); });
    ASSERT_GT(child, 0);
    // Every eighth somewhere on its way into the file, the others among their ids.
    if (i % 8 != 0) {
      while (victim.count == 0) {
        ASSERT_EQ(::waitpid(child, nullptr, WNOHANG), 0) << "it ended by itself";
        ::usleep(10);
      }
    }
    rest_at_most(dice, 1'500);
    kill_child(child);
    const std::size_t count = victim.count.load(std::memory_order_acquire);
    if (count != 0) {
      ++killed_with_ids;
      ASSERT_GT(victim.ids[0], *greatest) << "kill " << i;
      see(victim.ids[count - 1]);
    }
    collect(victim, all);
    // The other one is not held up by whatever the killed one was at.
    while (survivor.made <= survivor_made) {
      ASSERT_EQ(::waitpid(surviving, nullptr, WNOHANG), 0) << "it ended by itself";
      ::usleep(10);
    }
  }
  survivor.stop = true;
  ASSERT_EQ(exit_status_of(surviving), 0);
  EXPECT_GE(killed_with_ids, kills - kills / 8);
  collect(survivor, all);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << "the same id twice";

  auto after =
      sortid::host_generator<Id, Clock>::open(path.c_str(), {}, {.overflow = on_overflow::run_ahead});
  ASSERT_TRUE(after) << after.error().what;
  EXPECT_GT(after->next().value(), all.back());
  testing::Test::RecordProperty("ids", static_cast<int>(all.size()));
}

TEST(killed, many_times_among_ulids) { expect_one_order_through_kills<sortid::ulid, sortid::system_clock>(); }
// Nothing but the order keeps these apart.
TEST(killed, many_times_among_ids_without_random_bits) {
  expect_one_order_through_kills<sortid::uid11_snowish, sortid::system_clock>();
}
TEST(killed, many_times_among_promises) { expect_one_order_through_kills<sortid::uuidv7, striding_clock>(); }

TEST(killed, while_the_file_is_made) {
  const scratch_folder folder;
  std::mt19937 dice = thrown_dice();
  const auto one = std::make_unique<shared_memory<told_ids<sortid::uid11_snowish, 4'096>>>();
  const auto other = std::make_unique<shared_memory<told_ids<sortid::uid11_snowish, 4'096>>>();
  for (int i = 0; i < kills / 2; ++i) {
    const std::string path = folder / ("order" + std::to_string(i)).c_str();
    (*one)->clear();
    (*other)->clear();
    const auto take = [&path](auto& told) {
      return start_child(way_to_fork::library, [&path, &told] {
        return take_ids<sortid::uid11_snowish, sortid::system_clock>(path, told, useconds_t{50});
      });
    };
    const pid_t first = take(**one);
    const pid_t second = take(**other);
    rest_at_most(dice, 400);
    kill_child(first);
    while ((*other)->count == 0) {
      ASSERT_EQ(::waitpid(second, nullptr, WNOHANG), 0) << "it was rejected what the killed one had begun";
      ::usleep(50);
    }
    kill_child(second);
    std::vector<sortid::uid11_snowish> all;
    collect(**one, all);
    collect(**other, all);
    std::sort(all.begin(), all.end());
    EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
    auto ids = sortid::host_generator<sortid::uid11_snowish>::open(path.c_str());
    ASSERT_TRUE(ids) << ids.error().what;
    EXPECT_GT(ids->next().value(), all.back());
  }
}

TEST(killed, while_the_order_is_brought_over_a_restart) {
  const scratch_folder folder;
  const std::string path = folder / "order";
  std::mt19937 dice = thrown_dice();
  using host = sortid::host_generator<sortid::uid11_snowish, striding_clock>;
  const auto open = [&path] { return host::open(path.c_str(), {}, {.overflow = on_overflow::run_ahead}); };
  auto made = open();
  ASSERT_TRUE(made);
  auto greatest = made->next().value();
  std::string boot;
  {
    const std::string text = bytes_of_file("/proc/sys/kernel/random/boot_id");
    if (text.size() < 36) GTEST_SKIP() << "the system does not name its boot";
    boot = text.substr(0, 36);
  }
  for (int i = 0; i < kills / 2; ++i) {
    std::string bytes = bytes_of_file(path);
    const std::size_t at = bytes.find(boot);
    ASSERT_NE(at, std::string::npos) << "it is of this boot again";
    bytes[at] = bytes[at] == '0' ? '1' : '0';
    write_file(path, bytes);
    const shared_memory<told_ids<sortid::uid11_snowish, 64>> told;
    const pid_t child = start_child(way_to_fork::library, [&] {
      return take_ids<sortid::uid11_snowish, striding_clock>(path, *told, 0);
    });
    rest_at_most(dice, 500);
    kill_child(child);
    std::vector<sortid::uid11_snowish> all;
    collect(*told, all);
    if (!all.empty()) {
      ASSERT_GT(all.front(), greatest);
      greatest = all.back();
    }
    auto after = open();
    ASSERT_TRUE(after) << after.error().what;
    const auto id = after->next().value();
    ASSERT_GT(id, greatest);
    greatest = id;
  }
}

}  // namespace
}  // namespace sortid_test
