// The system's clock and its randomness: all bytes or none, no byte twice, not even in the child of a fork.
#include "sortid/system.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "sortid/generator.hpp"
#include "support/child_process.hpp"
#include "support/format_facts.hpp"
#include "support/plans.hpp"
#include "support/thread_sanitizer.hpp"
#include "system/system.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::system_clock;
using sortid::system_entropy;

using draw = std::array<unsigned char, 16>;

draw one_draw() {
  draw bytes{};
  if (!system_entropy::fill(bytes.data(), bytes.size())) bytes.fill(0);
  return bytes;
}

TEST(system_clock, reads_unix_milliseconds) {
  const auto ms = [] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  };
  EXPECT_LT(std::abs(system_clock::now() - ms()), 3'600'000) << "the clock may be set while the test runs";
}

#if defined(CLOCK_REALTIME_COARSE)
TEST(system_clock, ticks_as_often_as_the_kernel_says) {
  timespec tick{};
  ASSERT_EQ(clock_getres(CLOCK_REALTIME_COARSE, &tick), 0);
  EXPECT_EQ(sortid::detail::os::tick_ns(), tick.tv_sec * 1'000'000'000 + tick.tv_nsec);
}
#endif

TEST(system_clock, a_pause_is_not_shorter_than_asked_for) {
  for (const std::int64_t us : {0, 1, 1'000, 2'000, 400'000, 400'000, 999'999})
    EXPECT_GE(system_clock::pause(us), us);
}

#if defined(__linux__)
TEST(system_memory, is_aligned_to_huge_pages_where_it_has_several) {
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  const auto past_a_huge_page = [](std::size_t size) {
    void* const memory = sortid::detail::os::allocate_large(size);
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(memory);
    std::free(memory);
    return memory == nullptr ? -1 : static_cast<int>(address % huge_page);
  };
  EXPECT_EQ(past_a_huge_page(4 * huge_page), 0);
  EXPECT_EQ(past_a_huge_page(4 * huge_page + 1), 0);
  // The header of the C library lies before it.
  EXPECT_GT(past_a_huge_page(4 * huge_page - 1), 0);
}
#endif

TEST(system_entropy, fills_exactly_the_bytes_asked_for) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{8},
                                 std::size_t{16}, std::size_t{100}, std::size_t{4'087}, std::size_t{4'088},
                                 std::size_t{4'089}, std::size_t{4'096}, std::size_t{100'000}}) {
    std::vector<unsigned char> bytes(size + 64, 0xA5);
    ASSERT_TRUE(system_entropy::fill(bytes.data(), size)) << size;
    EXPECT_TRUE(std::all_of(bytes.begin() + static_cast<std::ptrdiff_t>(size), bytes.end(),
                            [](unsigned char byte) { return byte == 0xA5; }))
        << size;
    if (size >= 100) {
      // No value of a byte stands for more than a part of them; a page of zeros would.
      std::array<std::size_t, 256> counts{};
      for (std::size_t i = 0; i < size; ++i) ++counts[bytes[i]];
      EXPECT_LT(*std::max_element(counts.begin(), counts.end()), size / 8) << size;
    }
  }
}

TEST(system_entropy, no_draw_comes_twice) {
  std::set<draw> seen;
  for (int i = 0; i < 20'000; ++i) EXPECT_TRUE(seen.insert(one_draw()).second);
}

// Draws of all sizes, long enough for several keys: as words of eight bytes they are all different.
TEST(system_entropy, no_byte_is_served_twice) {
  std::vector<std::uint64_t> words;
  for (std::size_t size = 1; words.size() < 200'000; size = size * 7 % 9'973) {
    std::vector<std::uint64_t> drawn(size);
    for (auto& word : drawn) ASSERT_TRUE(system_entropy::fill(&word, sizeof word));
    words.insert(words.end(), drawn.begin(), drawn.end());
    ASSERT_TRUE(system_entropy::fill(drawn.data(), size * sizeof(std::uint64_t)));
    words.insert(words.end(), drawn.begin(), drawn.end());
    unsigned char odd[3];
    ASSERT_TRUE(system_entropy::fill(odd, size % 4));
  }
  std::sort(words.begin(), words.end());
  EXPECT_EQ(std::adjacent_find(words.begin(), words.end()), words.end());
}

// What was handed out is nowhere on the page that it came from.
TEST(system_entropy, what_was_handed_out_is_erased) {
  draw first{};
  ASSERT_TRUE(system_entropy::fill(first.data(), first.size()));
  ASSERT_NE(sortid::detail::own_bytes, nullptr);
  for (int i = 0; i < 1'000; ++i) {
    const draw bytes = one_draw();
    const auto& ahead = *sortid::detail::own_bytes;
    ASSERT_EQ(std::search(std::begin(ahead.bytes), std::end(ahead.bytes), bytes.begin(), bytes.end()),
              std::end(ahead.bytes));
    ASSERT_TRUE(std::all_of(ahead.bytes + ahead.left, std::end(ahead.bytes),
                            [](unsigned char byte) { return byte == 0; }));
  }
}

// What /proc/self/smaps says of a page; empty where it says nothing.
std::string flags_of(const void* page) {
  const auto at = reinterpret_cast<std::uintptr_t>(page);
  std::ifstream maps("/proc/self/smaps");
  bool is_inside = false;
  for (std::string line; std::getline(maps, line);) {
    unsigned long long from = 0, to = 0;
    if (std::sscanf(line.c_str(), "%llx-%llx ", &from, &to) == 2) is_inside = from <= at && at < to;
    if (is_inside && line.rfind("VmFlags:", 0) == 0) return line + ' ';
  }
  return {};
}

// Wipe on fork, do not dump. An emulator shows neither flag, which a page of our own tells.
TEST(system_entropy, the_page_is_in_no_fork_and_no_core_dump) {
  const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const own = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(own, MAP_FAILED);
  const bool is_told =
      madvise(own, size, MADV_DONTDUMP) == 0 && flags_of(own).find(" dd ") != std::string::npos;
  ASSERT_EQ(munmap(own, size), 0);
  if (!is_told) GTEST_SKIP() << "this system does not tell";
  (void)one_draw();
  const std::string flags = flags_of(sortid::detail::own_bytes);
  EXPECT_NE(flags.find(" wf "), flags.npos) << flags;
  EXPECT_NE(flags.find(" dd "), flags.npos) << flags;
}

TEST(system_entropy, every_bit_is_set_about_half_the_time) {
  constexpr int draws = 20'000;
  std::array<int, 128> ones{};
  for (int i = 0; i < draws; ++i) {
    const draw bytes = one_draw();
    for (std::size_t bit = 0; bit < ones.size(); ++bit) ones[bit] += bytes[bit / 8] >> bit % 8 & 1;
  }
  // Nine standard deviations, of 71 each.
  for (const int count : ones) EXPECT_NEAR(count, draws / 2, 640);
}

TEST(system_entropy, fork_count_stays_where_there_is_no_fork) {
  const std::uint64_t count = system_entropy::fork_count();
  EXPECT_EQ(count, system_entropy::fork_count_at_load);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(system_entropy::fork_count(), count);
}

class system_entropy_across : public testing::TestWithParam<way_to_fork> {};

TEST_P(system_entropy_across, a_fork_its_bytes_differ) {
  struct report {
    std::array<draw, 64> draws;
    std::uint64_t fork_count;
  };
  (void)one_draw();  // the block is begun
  const std::uint64_t fork_count = system_entropy::fork_count();
  std::set<std::uint64_t> counts{fork_count};
  std::set<draw> seen;
  for (int child = 0; child < 4; ++child) {
    const shared_memory<report> told;
    ASSERT_EQ(exit_status_of_child(GetParam(),
                                   [&told] {
                                     told->fork_count = system_entropy::fork_count();
                                     for (draw& d : told->draws) d = one_draw();
                                     return 0;
                                   }),
              0);
    EXPECT_NE(told->fork_count, fork_count);
    EXPECT_NE(told->fork_count, 0U);
    EXPECT_EQ(system_entropy::fork_count(), fork_count) << "the parent's stays";
    for (const draw& d : told->draws) EXPECT_TRUE(seen.insert(d).second);
    for (int i = 0; i < 64; ++i) EXPECT_TRUE(seen.insert(one_draw()).second);
  }
  EXPECT_EQ(seen.count(draw{}), 0U) << "no zeros from a wiped page";
}

TEST_P(system_entropy_across, a_grandchild_differs_from_both) {
  struct report {
    std::uint64_t child;
    std::uint64_t grandchild;
  };
  const std::uint64_t own = system_entropy::fork_count();
  const shared_memory<report> told;
  ASSERT_EQ(exit_status_of_child(GetParam(),
                                 [&told] {
                                   told->child = system_entropy::fork_count();
                                   return exit_status_of_child(GetParam(), [&told] {
                                     told->grandchild = system_entropy::fork_count();
                                     return 0;
                                   });
                                 }),
            0);
  EXPECT_NE(told->child, own);
  EXPECT_NE(told->grandchild, told->child);
}

INSTANTIATE_TEST_SUITE_P(ways_to_fork, system_entropy_across, testing::ValuesIn(ways_to_fork),
                         [](const auto& given) { return std::string(name_of(given.param)); });

// Those of the cases above in a process whose every madvise(2) does nothing and ends with that error number.
void expect_across_forks_where_pages_are_not_wiped(unsigned error_number, const char* cases) {
  enum : int { right = 0, still_wiped = 77 };
  const std::string filter = std::string("--gtest_filter=ways_to_fork/system_entropy_across.") + cases;
  const int status = exit_status_of_child(way_to_fork::library, [&] {
    if (!reject_system_call(SYS_madvise, error_number)) return int{still_wiped};
    ::execl("/proc/self/exe", "system_test", filter.c_str(), nullptr);
    return 1;
  });
  if (status == still_wiped || thread_sanitizer)
    GTEST_SKIP() << "the system does not let a process reject itself that";
  EXPECT_EQ(status, right) << cases;
}

TEST(system_entropy, differs_across_forks_where_emulators_forget_to_wipe_pages) {
  expect_across_forks_where_pages_are_not_wiped(0, "a_fork_its_bytes_differ/fork");
  expect_across_forks_where_pages_are_not_wiped(0, "a_grandchild_differs_from_both/fork");
}
TEST(system_entropy, differs_across_forks_where_no_page_is_wiped) {
  expect_across_forks_where_pages_are_not_wiped(EINVAL, "*");
}

// In a child whose system rejects to give any.
TEST(system_entropy, its_failure_is_an_error_everywhere) {
  enum : int { right = 0, still_given = 77 };
  const int status = exit_status_of_child(way_to_fork::library, [] {
    unsigned char byte = 0x5A;
    if (!reject_system_call(SYS_getrandom, EPERM) || ::getrandom(&byte, 1, 0) >= 0) return int{still_given};
    // The fork has wiped the block, so nothing is left to hand out.
    if (system_entropy::fill(&byte, 1) || byte != 0x5A) return 1;
    std::array<unsigned char, 10'000> many{};
    if (system_entropy::fill(many.data(), many.size())) return 2;
    if (sortid::new_id<sortid::ulid>().error() != fault::entropy) return 3;
    if (sortid::new_id<sortid::uuidv7>().error() != fault::entropy) return 4;
    if (sortid::new_id<sortid::euid>().error() != fault::entropy) return 5;
    if (sortid::new_id<sortid::xid>().error() != fault::entropy) return 6;
    if (sortid::generator<sortid::ulid>().random().error() != fault::entropy) return 7;
    if (!sortid::generator<sortid::uid11_snowish>(numbered_plan<sortid::uid11_snowish>).next()) return 8;
    return int{right};
  });
  if (status == still_given) GTEST_SKIP() << "the system does not let a process reject itself randomness";
  EXPECT_EQ(status, right);
}

TEST(new_id, gives_ids_of_now) {
  const auto id = sortid::new_id<sortid::ulid>().value();
  const auto typed = sortid::new_id<sortid::type_id>().value();
  const auto flake = sortid::new_id<sortid::ulid_flake>().value();
  for (const std::int64_t at : {instant_of(id), instant_of(typed), instant_of(flake)}) {
    EXPECT_LT(std::abs(at - system_clock::now()), 3'600'000) << "the clock may be set while the test runs";
  }
  EXPECT_EQ(&sortid::thread_generator<sortid::ulid>(), &sortid::thread_generator<sortid::ulid>());
}

}  // namespace
}  // namespace sortid_test
