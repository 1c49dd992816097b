// ctest labels: threads
// Two and eight threads: ids of their own each, and of one order together.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "sortid/ordered_generator.hpp"
#include "support/fake_sources.hpp"
#include "support/format_facts.hpp"
#include "support/plans.hpp"
#include "support/scratch_folder.hpp"
#include "support/thread_sanitizer.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::on_clock_back;
using sortid::on_overflow;

constexpr std::size_t ids_in_all = thread_sanitizer ? 16'000 : 160'000;

// The ids of one thread, which the others may read as far as the count says.
template <class Id>
struct thread_log {
  std::vector<Id> ids;
  alignas(64) std::atomic<std::size_t> count{0};
};

// Each thread takes ids; before each it looks at the latest that another thread has published, and the id
// must be greater than that one when the generator promises it.
template <class Id, class Next>
void run_threads(std::size_t threads, bool one_order, const Next& next) {
  const std::size_t each = ids_in_all / threads;
  std::vector<thread_log<Id>> logs(threads);
  for (auto& log : logs) log.ids.resize(each);
  std::atomic<std::size_t> ready{0};
  std::atomic<std::size_t> out_of_order{0};
  std::atomic<std::size_t> compared{0};
  std::atomic<int> faults{0};
  const auto work = [&](std::size_t self) {
    thread_log<Id>& own = logs[self];
    ready.fetch_add(1);
    while (ready.load() < threads) std::this_thread::yield();
    for (std::size_t i = 0; i < each; ++i) {
      const thread_log<Id>& other = logs[(self + 1 + i % (threads - 1)) % threads];
      const std::size_t published = other.count.load(std::memory_order_acquire);
      const auto id = next();
      if (!id) {
        faults.fetch_add(1);
        return;
      }
      if (one_order && published != 0) {
        compared.fetch_add(1, std::memory_order_relaxed);
        if (*id <= other.ids[published - 1]) out_of_order.fetch_add(1);
      }
      own.ids[i] = *id;
      own.count.store(i + 1, std::memory_order_release);
    }
  };
  std::vector<std::thread> running;
  for (std::size_t t = 0; t < threads; ++t) running.emplace_back(work, t);
  for (std::thread& thread : running) thread.join();

  EXPECT_EQ(faults.load(), 0);
  EXPECT_EQ(out_of_order.load(), 0U);
  if (one_order) {
    EXPECT_GT(compared.load(), 0U);
  }
  std::vector<Id> all;
  for (const auto& log : logs) {
    ASSERT_EQ(log.count.load(), each);
    EXPECT_EQ(std::adjacent_find(log.ids.begin(), log.ids.end(), std::greater_equal<>()), log.ids.end())
        << "not increasing";
    all.insert(all.end(), log.ids.begin(), log.ids.end());
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << "the same id twice";
}

class many_threads : public testing::TestWithParam<std::size_t> {};

// Where a counter of 32 bits begins at random, one of so many ids overflows it once in 27,000 runs, which
// `fail` reports rightly. EUIDs run ahead here, so that every other fault fails the test.
constexpr sortid::policies ahead{.overflow = on_overflow::run_ahead};

TEST_P(many_threads, made_without_a_lock) {
  run_threads<sortid::ulid>(GetParam(), false, [] { return sortid::new_id<sortid::ulid>(); });
  run_threads<sortid::uuidv7>(GetParam(), false, [] { return sortid::new_id<sortid::uuidv7>(); });
  run_threads<sortid::euid>(GetParam(), false, [] {
    sortid::thread_generator<sortid::euid>().set_policies(ahead);
    return sortid::new_id<sortid::euid>();
  });
}

TEST_P(many_threads, one_order_of_ulids) {
  const auto ids = std::make_unique<sortid::process_generator<sortid::ulid>>();
  run_threads<sortid::ulid>(GetParam(), true, [&] { return ids->next(); });
}

TEST_P(many_threads, one_order_of_uuids) {
  const auto ids = std::make_unique<sortid::process_generator<sortid::uuidv7>>();
  run_threads<sortid::uuidv7>(GetParam(), true, [&] { return ids->next(); });
}

TEST_P(many_threads, one_order_of_euids) {
  const auto ids = std::make_unique<sortid::process_generator<sortid::euid>>(
      sortid::generator_plan<sortid::euid>::make({.extension = std::uint16_t{99}}).value(), ahead);
  run_threads<sortid::euid>(GetParam(), true, [&] { return ids->next(); });
}

// The counter, EUID's bits 32 to 63, always begins a few steps before its end.
struct nearly_full {
  static bool fill(void* to, std::size_t size) noexcept {
    if (!sortid::system_entropy::fill(to, size)) return false;
    for (std::size_t at = 0; at + sizeof(uint128) <= size; at += sizeof(uint128)) {
      uint128 bits;
      std::memcpy(&bits, static_cast<char*>(to) + at, sizeof bits);
      bits.lo |= std::uint64_t{0xFFFF'FF00} << 32;
      std::memcpy(static_cast<char*>(to) + at, &bits, sizeof bits);
    }
    return true;
  }
  static std::uint64_t fork_count() noexcept { return sortid::system_entropy::fork_count(); }
};

TEST_P(many_threads, one_order_of_euids_whose_counter_overflows) {
  using euids = sortid::process_generator<sortid::euid, fake_clock, nearly_full>;
  const auto ids = std::make_unique<euids>(sortid::generator_plan<sortid::euid>(), ahead);
  run_threads<sortid::euid>(GetParam(), true, [&] { return ids->next(); });
  // A millisecond holds 256 ids at most.
  EXPECT_GE(ids->ahead(), static_cast<std::int64_t>(ids_in_all / 256 - 1));
}

TEST_P(many_threads, one_order_of_small_tails_that_runs_ahead) {
  // No random bits at all: the order alone makes them differ.
  const auto snowish = std::make_unique<sortid::process_generator<sortid::uid11_snowish>>(
      sortid::generator_plan<sortid::uid11_snowish>::make({.node = 5}).value(), ahead);
  run_threads<sortid::uid11_snowish>(GetParam(), true, [&] { return snowish->next(); });
  const auto flakes = std::make_unique<sortid::process_generator<sortid::ulid_flake>>(
      sortid::generator_plan<sortid::ulid_flake>(), ahead);
  run_threads<sortid::ulid_flake>(GetParam(), true, [&] { return flakes->next(); });
}

// Never goes back, and goes on by a millisecond each microsecond.
struct fast_clock {
  [[nodiscard]] static std::int64_t now() noexcept {
    return std::chrono::duration_cast<std::chrono::microseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  static void pause(std::int64_t) noexcept {}
};

TEST_P(many_threads, a_reading_of_another_thread_is_no_clock_that_went_back) {
  const sortid::policies fail{.clock_back = on_clock_back::fail};
  const auto ids = std::make_unique<sortid::process_generator<sortid::ulid, fast_clock>>(
      sortid::generator_plan<sortid::ulid>(), fail);
  run_threads<sortid::ulid>(GetParam(), true, [&] { return ids->next(); });
}

TEST_P(many_threads, one_order_of_the_host) {
  const scratch_folder folder;
  auto ids = sortid::host_generator<sortid::ulid>::open((folder / "ulid").c_str());
  ASSERT_TRUE(ids) << ids.error().what;
  run_threads<sortid::ulid>(GetParam(), true, [&] { return ids->next(); });
  auto flakes = sortid::host_generator<sortid::ulid_flake>::open((folder / "flake").c_str(), {},
                                                                 {.overflow = on_overflow::run_ahead});
  ASSERT_TRUE(flakes) << flakes.error().what;
  run_threads<sortid::ulid_flake>(GetParam(), true, [&] { return flakes->next(); });
}

TEST_P(many_threads, each_thread_with_a_handle_of_its_own_on_the_file) {
  const scratch_folder folder;
  const std::string path = folder / "order";
  run_threads<sortid::uuidv7>(GetParam(), true, [&path] {
    thread_local std::string opened_path;
    thread_local std::optional<sortid::host_generator<sortid::uuidv7>> own;
    if (opened_path != path) {
      auto opened = sortid::host_generator<sortid::uuidv7>::open(path.c_str());
      if (!opened) return sortid::result<sortid::uuidv7, fault>(fault::storage);
      own.emplace(std::move(*opened));
      opened_path = path;
    }
    return own->next();
  });
}

// Batches of several threads: each in order, none within another's block, none twice.
template <class Ids>
void expect_batches_in_order(std::size_t threads, Ids& ids) {
  using id_type = std::remove_cvref_t<decltype(*ids.next())>;
  constexpr std::size_t size = 100;  // one block
  std::vector<std::vector<id_type>> made(threads, std::vector<id_type>(ids_in_all / threads / size * size));
  std::vector<std::thread> running;
  for (auto& own : made) {
    running.emplace_back([&own, &ids] {
      for (std::size_t at = 0; at < own.size(); at += size) {
        if (ids.fill(std::span(own).subspan(at, size)).count != size) return;
        if (at % 3 == 0) (void)ids.next();
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  std::vector<id_type> all;
  for (const auto& own : made) {
    EXPECT_EQ(std::adjacent_find(own.begin(), own.end(), std::greater_equal<>()), own.end());
    all.insert(all.end(), own.begin(), own.end());
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

TEST_P(many_threads, batches_of_one_order) {
  sortid::process_generator<sortid::ulid> ulids;
  expect_batches_in_order(GetParam(), ulids);
  sortid::process_generator<sortid::uuidv7> uuids;
  expect_batches_in_order(GetParam(), uuids);
  sortid::process_generator<sortid::uid11_snowish> snowish(numbered_plan<sortid::uid11_snowish>, ahead);
  expect_batches_in_order(GetParam(), snowish);
  const scratch_folder folder;
  auto euids = sortid::host_generator<sortid::euid>::open((folder / "euid").c_str(), {}, ahead);
  ASSERT_TRUE(euids) << euids.error().what;
  expect_batches_in_order(GetParam(), *euids);
}

TEST_P(many_threads, xids_are_draws_without_an_order) {
  const auto ids = std::make_unique<sortid::process_generator<sortid::uid11_fullrand>>();
  std::vector<std::vector<std::uint64_t>> made(GetParam());
  std::vector<std::thread> running;
  for (auto& own : made) {
    running.emplace_back([&own, &ids] {
      for (std::size_t i = 0; i < ids_in_all / 8; ++i) own.push_back(ids->next().value().number());
    });
  }
  for (std::thread& thread : running) thread.join();
  std::vector<std::uint64_t> all;
  for (const auto& own : made) all.insert(all.end(), own.begin(), own.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

INSTANTIATE_TEST_SUITE_P(of, many_threads, testing::Values(2, 8),
                         [](const auto& given) { return std::to_string(given.param); });

TEST(threads_that_end, leave_nothing_to_the_next_one) {
  // A thread's generator and its block of random bytes end with it; what comes after draws anew.
  std::vector<sortid::ulid> ids(200);
  for (auto& id : ids) std::thread([&id] { id = sortid::new_id<sortid::ulid>().value(); }).join();
  std::vector<uint128> tails;
  for (const auto& id : ids) tails.push_back(tail_of(id));
  std::sort(tails.begin(), tails.end());
  EXPECT_EQ(std::adjacent_find(tails.begin(), tails.end()), tails.end());
}

// An id may still be asked for by what a thread destroys at its very end.
TEST(threads_that_end, may_ask_for_an_id_at_their_end) {
  struct at_the_end {
    sortid::ulid* to;
    ~at_the_end() { *to = sortid::generator<sortid::ulid>().next().value(); }
  };
  sortid::ulid last;
  std::thread([&last] {
    // Constructed before the block of random bytes, so destroyed after it.
    thread_local at_the_end asks{&last};
    (void)asks;
    (void)sortid::new_id<sortid::ulid>();
  }).join();
  EXPECT_FALSE(last.is_nil());
  EXPECT_NE(tail_of(last), uint128());
}

}  // namespace
}  // namespace sortid_test
