// ctest labels: threads
// The store of one machine: locks that end with their process, slots that were written in part, files that
// somebody deletes.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sortid/node_pool.hpp"
#include "sortid/open_node_store.hpp"
#include "sortid/uid11.hpp"
#include "support/child_process.hpp"
#include "support/scratch_folder.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::file_node_store;
using sortid::node_pool;
using sortid::node_reading;
using sortid::node_record;
using sortid::store_answer;

constexpr std::int64_t any_time = 10'000;

node_record record(std::int64_t high_ms, std::uint64_t count, std::uint64_t nonce = 7) {
  node_record r;
  r.high_ms = high_ms;
  r.count = count;
  r.nonce = {0, nonce};
  return r;
}
node_reading read(file_node_store& store) {
  node_reading all;
  EXPECT_EQ(store.read(all, any_time), store_answer::done) << store.last_error();
  return all;
}

TEST(a_file, is_compared_and_swapped) {
  const scratch_folder folder;
  file_node_store store(folder / "nodes");
  EXPECT_EQ(store.about().window_ms, 1'000);
  EXPECT_EQ(store.about().skew_ms, 0) << "one machine has one clock";
  EXPECT_TRUE(read(store).entries.empty());
  EXPECT_EQ(store.swap(3, {}, record(1'000, 1), any_time), store_answer::done);
  EXPECT_EQ(store.swap(3, {}, record(2'000, 1), any_time), store_answer::lost);
  EXPECT_EQ(store.swap(3, record(1'000, 1), record(2'000, 2), any_time), store_answer::done);
  EXPECT_EQ(store.swap(4, record(1'000, 1), record(2'000, 2), any_time), store_answer::lost);
  const node_reading all = read(store);
  ASSERT_EQ(all.entries.size(), 1U);
  EXPECT_EQ(all.entries[0].node, 3U);
  EXPECT_EQ(all.entries[0].record, record(2'000, 2));
}

TEST(a_file, is_locked_while_its_holder_lives) {
  const scratch_folder folder;
  file_node_store one(folder / "nodes");
  ASSERT_EQ(one.swap(0, {}, record(1'000, 1), any_time), store_answer::done);
  file_node_store other(folder / "nodes");
  EXPECT_TRUE(read(other).entries[0].live);
  EXPECT_EQ(other.swap(0, record(1'000, 1), record(2'000, 2), any_time), store_answer::lost);
  // A close of the same file elsewhere in the process drops no lock.
  (void)bytes_of_file(folder / "nodes/0.node");
  EXPECT_EQ(other.swap(0, record(1'000, 1), record(2'000, 2), any_time), store_answer::lost);
  one.release(0);
  EXPECT_FALSE(read(other).entries[0].live);
  EXPECT_EQ(other.swap(0, record(1'000, 1), record(2'000, 2), any_time), store_answer::done);
}

TEST(a_file, that_was_written_in_part_has_what_it_had_before) {
  const scratch_folder folder;
  const std::string path = folder / "nodes/0.node";
  {
    file_node_store store(folder / "nodes");
    ASSERT_EQ(store.swap(0, {}, record(1'000, 1), any_time), store_answer::done);
    ASSERT_EQ(store.swap(0, record(1'000, 1), record(2'000, 2), any_time), store_answer::done);
  }
  const std::string whole = bytes_of_file(path);
  ASSERT_EQ(whole.size(), 1'024U);
  for (std::size_t cut = 512; cut < 1'023; ++cut) {
    // The second slot as it would be when the power went there, over an older text.
    std::string torn = whole;
    for (std::size_t i = cut; i < torn.size(); ++i) torn[i] = '#';
    write_file(path, torn);
    file_node_store store(folder / "nodes");
    const node_reading all = read(store);
    ASSERT_TRUE(all.entries[0].readable) << cut;
    ASSERT_EQ(all.entries[0].record, record(1'000, 1)) << cut;
  }
  write_file(path, std::string(1'024, '#'));
  file_node_store store(folder / "nodes");
  EXPECT_FALSE(read(store).entries[0].readable);
  EXPECT_NE(store.swap(0, {}, record(5'000, 1), any_time), store_answer::done);
}

TEST(a_file, keeps_the_record_before_while_the_next_is_written) {
  const scratch_folder folder;
  file_node_store store(folder / "nodes");
  node_record before;
  for (std::uint64_t count = 1; count <= 4; ++count) {
    const node_record next = record(static_cast<std::int64_t>(count) * 1'000, count);
    ASSERT_EQ(store.swap(0, before, next, any_time), store_answer::done);
    const std::string bytes = bytes_of_file(folder / "nodes/0.node");
    const std::size_t slot = count % 2 == 1 ? 0 : 512;
    EXPECT_TRUE(bytes.substr(slot).starts_with(next.to_text().view()));
    if (count > 1) {
      EXPECT_TRUE(bytes.substr(512 - slot).starts_with(before.to_text().view()));
    }
    before = next;
  }
}

TEST(a_file, whose_first_record_was_cut_off_was_never_used) {
  const scratch_folder folder;
  file_node_store store(folder / "nodes");
  (void)read(store);
  write_file(folder / "nodes/0.node", std::string(100, '#') + std::string(924, '\0'));
  const node_reading all = read(store);
  ASSERT_EQ(all.entries.size(), 1U);
  EXPECT_TRUE(all.entries[0].readable);
  EXPECT_TRUE(all.entries[0].record.unused());
  EXPECT_EQ(store.swap(0, {}, record(1'000, 1), any_time), store_answer::done);
  EXPECT_TRUE(bytes_of_file(folder / "nodes/0.node").starts_with("1000 ")) << "over what was cut off";
}

TEST(a_file, that_cannot_be_written_is_not_read_back) {
  const scratch_folder folder;
  const auto work = [&folder] {
    file_node_store store(folder / "nodes");
    node_reading all;
    const rlimit nothing{0, 0};
    (void)std::signal(SIGXFSZ, SIG_IGN);
    if (store.swap(0, {}, record(1'000, 1), any_time) != store_answer::done) return 1;
    if (::setrlimit(RLIMIT_FSIZE, &nothing) != 0) return 2;
    if (store.swap(0, record(1'000, 1), record(2'000, 2), any_time) != store_answer::unknown) return 3;
    if (store.read(all, any_time) != store_answer::done || all.entries.size() != 1) return 4;
    return all.entries[0].readable ? 5 : 0;
  };
  EXPECT_EQ(exit_status_of_child(way_to_fork::library, work), 0);
}

TEST(a_file, is_closed_whatever_its_number) {
  const scratch_folder folder;
  const auto work = [&folder] {
    ::close(0);
    file_node_store store(folder / "nodes");
    node_reading all;
    if (store.read(all, any_time) != store_answer::done) return 1;
    return ::open("/dev/null", O_RDONLY) == 0 ? 0 : 2;
  };
  EXPECT_EQ(exit_status_of_child(way_to_fork::library, work), 0);
}

TEST(a_file, that_was_deleted_is_lost_to_its_holder) {
  const scratch_folder folder;
  file_node_store store(folder / "nodes");
  ASSERT_EQ(store.swap(0, {}, record(1'000, 1), any_time), store_answer::done);
  std::filesystem::remove(folder / "nodes/0.node");
  EXPECT_EQ(store.swap(0, record(1'000, 1), record(2'000, 2), any_time), store_answer::lost);
}

TEST(a_folder, may_have_what_is_no_file_of_a_number) {
  const scratch_folder folder;
  file_node_store store(folder / "nodes");
  EXPECT_EQ(store.swap(3, {}, record(1'000, 1), any_time), store_answer::done);
  ASSERT_EQ(::mkfifo((folder / "nodes/4.node").c_str(), 0600), 0);
  ASSERT_EQ(::mkdir((folder / "nodes/5.node").c_str(), 0700), 0);
  ASSERT_EQ(::symlink("nowhere", (folder / "nodes/6.node").c_str()), 0);
  std::filesystem::copy_file(folder / "nodes/3.node", folder / "nodes/03.node");
  node_reading all = read(store);
  std::sort(all.entries.begin(), all.entries.end(), [](auto& a, auto& b) { return a.node < b.node; });
  ASSERT_EQ(all.entries.size(), 4U) << "03.node is nobody's";
  EXPECT_TRUE(all.entries[0].readable);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_FALSE(all.entries[i].readable) << all.entries[i].node;
  EXPECT_NE(store.swap(4, {}, record(1'000, 1), any_time), store_answer::done);
  EXPECT_NE(store.swap(5, {}, record(1'000, 1), any_time), store_answer::done);
  EXPECT_NE(store.swap(6, {}, record(1'000, 1), any_time), store_answer::done);
}

TEST(a_pool, has_windows_of_an_hour_at_most_and_any_deadline) {
  const scratch_folder folder;
  const auto open = [&](const sortid::node_pool_options& options) {
    return node_pool::open(std::make_unique<file_node_store>(folder / "nodes"),
                           sortid::uid11_snowish::layout(), options);
  };
  const auto rejected = open({.window_ms = 3'600'001});
  ASSERT_FALSE(rejected);
  EXPECT_STREQ(rejected.error().what, "a window is at most an hour");
  EXPECT_TRUE(open({.deadline_ms = INT64_MAX}));
}

TEST(the_fence, only_rises) {
  const scratch_folder folder;
  file_node_store store(folder / "nodes");
  EXPECT_EQ(read(store).fence_ms, INT64_MIN);
  EXPECT_EQ(store.raise_fence(5'000, any_time), store_answer::done);
  EXPECT_EQ(store.raise_fence(4'000, any_time), store_answer::done);
  file_node_store other(folder / "nodes");
  EXPECT_EQ(read(other).fence_ms, 5'000);
  node_reading all;
  for (const char* const no_number : {"soon\n", ""}) {
    write_file(folder / "nodes/fence", no_number);
    EXPECT_EQ(other.read(all, any_time), store_answer::unavailable);
    EXPECT_EQ(other.last_error(), "the fence is not a number (" + (folder / "nodes/fence") + ")");
  }
  std::filesystem::remove(folder / "nodes/fence");
  std::filesystem::create_directory(folder / "nodes/fence");
  EXPECT_EQ(other.read(all, any_time), store_answer::unavailable);
  EXPECT_EQ(other.last_error(), "the fence is no file (" + (folder / "nodes/fence") + ")");
}

TEST(a_claim, is_kept_and_never_replaced) {
  const scratch_folder folder;
  file_node_store store(folder / "nodes");
  EXPECT_EQ(read(store).use.view(), "");
  EXPECT_EQ(store.claim("one 5", any_time), store_answer::done);
  file_node_store other(folder / "nodes");
  EXPECT_EQ(other.claim("two 5", any_time), store_answer::lost);
  EXPECT_EQ(read(other).use.view(), "one 5");
  for (const char* const cut_off : {"one 5", ""}) {
    write_file(folder / "nodes/use", cut_off);
    node_reading all;
    errno = EIO;
    EXPECT_EQ(other.read(all, any_time), store_answer::unavailable);
    EXPECT_EQ(other.last_error(), "what the pool is for cannot be read (" + (folder / "nodes/use") + ")");
  }
}

TEST(a_kind_of_store, is_replaced_by_the_next_of_its_name) {
  const auto say = [](const char* usage, auto open) { sortid::add_node_store({"said", usage, open}); };
  say("said:ONE", [](std::string_view) { return sortid::opened_node_store(std::string("one")); });
  say("said:TWO", [](std::string_view) { return sortid::opened_node_store(std::string("two")); });
  EXPECT_EQ(sortid::open_node_store("said:what").error(), "two");
  EXPECT_EQ(sortid::node_store_usage(), "file:DIR, static:N, said:TWO");
}

TEST(a_folder, that_cannot_serve_is_told) {
  const scratch_folder folder;
  node_reading all;
  file_node_store nowhere(folder / "no/such/folder");
  EXPECT_EQ(nowhere.read(all, any_time), store_answer::unavailable);
  EXPECT_EQ(nowhere.last_error(), "the folder of the pool cannot be opened: No such file or directory (" +
                                      (folder / "no/such/folder") + ")");
  // A file system of this kernel that is of no disk, but of this host, serves.
  if (std::filesystem::is_directory("/dev/shm") && ::access("/dev/shm", W_OK) == 0) {
    const std::string there = "/dev/shm/sortid-test-" + std::to_string(::getpid());
    file_node_store memory(there);
    EXPECT_EQ(memory.read(all, any_time), store_answer::done);
    std::filesystem::remove_all(there);
  }
}

// Twelve processes and a pool of four numbers, three processes at a time, killed at any moment. With their
// ids in memory that they share with the test: none comes twice.
inline constexpr sortid::layout four_numbers{
    .name = "four",
    .title = "a pool of four",
    .bits = 64,
    .text = sortid::text_form::base58,
    .symbols = 11,
    .epoch = sortid::xid_layout.epoch,
    .fields = {{{"reserved", 1, sortid::role::reserved},
                {"timestamp", 41, sortid::role::timestamp},
                {"machine", 2, sortid::role::node},
                {"sequence", 20, sortid::role::sequence}}},
    .counter = {.low = 0, .bits = 20},
    .detection = sortid::detection::by_name,
};
using four = sortid::uid11_profile<four_numbers>;

TEST(killed_processes, leave_no_id_twice) {
  struct made {
    std::uint64_t ids[40'000];
    std::uint64_t count;
  };
  const scratch_folder folder;
  constexpr int lives = 12;
  const auto all = std::make_unique<shared_memory<made[lives]>>();
  std::vector<pid_t> running;
  for (int life = 0; life < lives; ++life) {
    made& own = (**all)[life];
    running.push_back(start_child(way_to_fork::library, [&] {
      auto pool = node_pool::open(std::make_unique<file_node_store>(folder / "nodes"), four::layout(),
                                  {.window_ms = 100, .preferred = 0, .deadline_ms = 10'000});
      if (!pool) return 1;
      auto ids = sortid::pool_generator<four>::open(pool->get(), {}, {.max_wait_ms = 10'000});
      if (!ids) return 2;
      while (own.count < std::size(own.ids)) {
        const auto id = ids->next();
        if (!id) continue;
        own.ids[own.count] = id->number();
        __atomic_store_n(&own.count, own.count + 1, __ATOMIC_RELEASE);
      }
      for (;;) ::pause();
      return 0;
    }));
    // It makes some before it or an earlier one is killed.
    for (int waited = 0; __atomic_load_n(&own.count, __ATOMIC_ACQUIRE) < 1'000 && waited < 100'000; ++waited)
      (void)sortid::system_clock::pause(100);
    ASSERT_GE(own.count, 1'000U) << life;
    if (running.size() == 3) {
      kill_child(running.front());
      running.erase(running.begin());
    }
  }
  for (const pid_t child : running) kill_child(child);
  std::vector<std::uint64_t> ids;
  for (const made& m : **all) ids.insert(ids.end(), m.ids, m.ids + m.count);
  std::printf("%zu ids\n", ids.size());
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

}  // namespace
}  // namespace sortid_test
