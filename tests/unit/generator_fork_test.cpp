// Generators in the child of a fork: none of the parent's next ids comes again, and all are greater than
// those from before the fork.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "sortid/ordered_generator.hpp"
#include "support/child_process.hpp"
#include "support/fake_sources.hpp"
#include "support/format_facts.hpp"
#include "support/plans.hpp"
#include "support/scratch_folder.hpp"

namespace sortid_test {
namespace {

using sortid::fault;

constexpr std::size_t batch = 500;

// What a process tells of the ids that it made.
struct told_ids {
  std::size_t count;
  fault why;
  std::array<uint128, batch> values;
};

template <class Generator>
void make_and_tell(Generator& ids, told_ids& told) {
  for (told.count = 0; told.count < batch; ++told.count) {
    const auto id = ids.next();
    if (!id) {
      told.why = id.error();
      return;
    }
    told.values[told.count] = number(*id);
  }
}

void expect_increasing(const told_ids& told, std::size_t count = batch) {
  ASSERT_EQ(told.count, count) << name_of(told.why);
  for (std::size_t i = 1; i < told.count; ++i) ASSERT_GT(told.values[i], told.values[i - 1]) << i;
}

// No value in common.
void expect_disjoint(const told_ids& a, const told_ids& b) {
  std::vector<uint128> both;
  std::set_intersection(a.values.begin(), a.values.begin() + static_cast<std::ptrdiff_t>(a.count),
                        b.values.begin(), b.values.begin() + static_cast<std::ptrdiff_t>(b.count),
                        std::back_inserter(both));
  EXPECT_TRUE(both.empty()) << both.size();
}

// Parent and children, all from the same generator, each with its copy of it; the children of children too.
template <class Generator>
void expect_forks_apart(way_to_fork way, Generator& ids) {
  told_ids before{};
  make_and_tell(ids, before);
  expect_increasing(before);
  struct all_told {
    std::array<told_ids, 4> of;
  };
  const shared_memory<all_told> told;
  // Two children at once, one with a child of its own.
  const pid_t first = start_child(way, [&] {
    make_and_tell(ids, told->of[0]);
    return 0;
  });
  const pid_t second = start_child(way, [&] {
    make_and_tell(ids, told->of[1]);
    return exit_status_of_child(way, [&] {
      make_and_tell(ids, told->of[2]);
      return 0;
    });
  });
  make_and_tell(ids, told->of[3]);
  ASSERT_EQ(exit_status_of(first), 0);
  ASSERT_EQ(exit_status_of(second), 0);
  for (const told_ids& after : told->of) {
    expect_increasing(after);
    EXPECT_GT(after.values[0], before.values[batch - 1]);
  }
  EXPECT_GT(told->of[2].values[0], told->of[1].values[batch - 1]) << "the grandchild after its parent";
  for (std::size_t i = 0; i < told->of.size(); ++i) {
    for (std::size_t j = i + 1; j < told->of.size(); ++j) expect_disjoint(told->of[i], told->of[j]);
  }
}

class forked_by : public testing::TestWithParam<way_to_fork> {};

TEST_P(forked_by, a_generator_of_one_thread) {
  sortid::generator<sortid::ulid> ulids;
  expect_forks_apart(GetParam(), ulids);
  sortid::generator<sortid::uuidv7> uuids;
  expect_forks_apart(GetParam(), uuids);
  sortid::generator<sortid::type_id> type_ids;
  expect_forks_apart(GetParam(), type_ids);
  sortid::generator<sortid::euid> euids;
  expect_forks_apart(GetParam(), euids);
}

TEST_P(forked_by, a_generator_on_a_clock_that_stands_still) {
  // The tail alone keeps them apart here.
  sortid::generator<sortid::ulid, fake_clock> ids;
  expect_forks_apart(GetParam(), ids);
}

TEST_P(forked_by, the_threads_own_generator) {
  expect_forks_apart(GetParam(), sortid::thread_generator<sortid::ulid>());
  expect_forks_apart(GetParam(), sortid::thread_generator<sortid::uuidv7>());
}

TEST_P(forked_by, an_order_of_the_process) {
  const auto ids = std::make_unique<sortid::process_generator<sortid::ulid>>();
  expect_forks_apart(GetParam(), *ids);
  const auto uuids = std::make_unique<sortid::process_generator<sortid::uuidv7>>();
  expect_forks_apart(GetParam(), *uuids);
}

TEST_P(forked_by, an_order_of_the_process_on_a_clock_that_stands_still) {
  const auto ids = std::make_unique<sortid::process_generator<sortid::ulid, fake_clock>>();
  expect_forks_apart(GetParam(), *ids);
}

TEST_P(forked_by, an_order_of_the_host_goes_on_in_the_child) {
  const scratch_folder folder;
  auto opened = sortid::host_generator<sortid::ulid>::open((folder / "order").c_str());
  ASSERT_TRUE(opened) << opened.error().what;
  expect_forks_apart(GetParam(), *opened);
  // Without random bits the file alone keeps them apart.
  auto snowish = sortid::host_generator<sortid::uid11_snowish>::open(
      (folder / "snowish").c_str(), {}, {.overflow = sortid::on_overflow::wait, .max_wait_ms = 60'000});
  ASSERT_TRUE(snowish) << snowish.error().what;
  expect_forks_apart(GetParam(), *snowish);
}

TEST_P(forked_by, the_small_tails_begin_a_later_millisecond) {
  // Too few bits to be apart for certain, but never in a millisecond that the parent had before.
  const auto expect_later = [](auto& ids, way_to_fork way) {
    const auto before = ids.next().value();
    const std::uint64_t timestamp = before.timestamp().since_epoch;
    ASSERT_EQ(exit_status_of_child(
                  way, [&] { return ids.next().value().timestamp().since_epoch > timestamp ? 0 : 1; }),
              0);
    EXPECT_EQ(ids.next().value().timestamp().since_epoch, timestamp) << "the parent goes on";
  };
  sortid::generator<sortid::ulid_flake, fake_clock> flakes;
  sortid::generator<sortid::uid11_ts_seq_rand, fake_clock> sequences;
  const auto shared = std::make_unique<sortid::process_generator<sortid::uid11_ts_seq_rand, fake_clock>>();
  expect_later(flakes, GetParam());
  expect_later(sequences, GetParam());
  expect_later(*shared, GetParam());
}

TEST_P(forked_by, snowish_rejects_in_the_child) {
  sortid::generator<sortid::uid11_snowish> ids(numbered_plan<sortid::uid11_snowish>);
  const auto shared = std::make_unique<sortid::process_generator<sortid::uid11_snowish>>(
      numbered_plan<sortid::uid11_snowish>);
  ASSERT_TRUE(ids.next());
  ASSERT_TRUE(shared->next());
  const int status = exit_status_of_child(GetParam(), [&] {
    for (int i = 0; i < 3; ++i) {
      if (ids.next().error() != fault::forked) return 1;
      if (shared->next().error() != fault::forked) return 2;
      if (ids.next_at(sortid::system_clock::now() + 1'000).error() != fault::forked) return 3;
    }
    // What the child begins itself is its own, with a machine's number that nobody else has.
    sortid::generator<sortid::uid11_snowish> own(numbered_plan<sortid::uid11_snowish>);
    return own.next() ? 0 : 4;
  });
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(ids.next()) << "the parent goes on";
  EXPECT_TRUE(shared->next());
}

TEST_P(forked_by, snowish_rejects_in_the_child_before_the_first_id_too) {
  sortid::generator<sortid::uid11_snowish> ids(numbered_plan<sortid::uid11_snowish>);
  const auto shared = std::make_unique<sortid::process_generator<sortid::uid11_snowish>>(
      numbered_plan<sortid::uid11_snowish>);
  const int status = exit_status_of_child(GetParam(), [&] {
    if (ids.next().error() != fault::forked) return 1;
    return shared->next().error() == fault::forked ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(ids.next()) << "the parent goes on";
  EXPECT_TRUE(shared->next());
}

// Parent and child begin after the same instant: in the child it would be the parent's first id once more.
TEST_P(forked_by, snowish_rejects_to_begin_after_an_instant_in_the_child) {
  static constinit sortid::process_generator<sortid::uid11_snowish> loaded(
      numbered_plan<sortid::uid11_snowish>);
  sortid::generator<sortid::uid11_snowish> unused(numbered_plan<sortid::uid11_snowish>);
  sortid::generator<sortid::uid11_snowish> used(numbered_plan<sortid::uid11_snowish>);
  const auto shared = std::make_unique<sortid::process_generator<sortid::uid11_snowish>>(
      numbered_plan<sortid::uid11_snowish>);
  ASSERT_TRUE(used.next());
  ASSERT_TRUE(shared->next());
  const std::int64_t later = sortid::system_clock::now() + 3'600'000;
  const int status = exit_status_of_child(GetParam(), [&] {
    const auto is_rejected = [&](auto& ids) {
      // The instant of ids that it has already is no way around it either.
      for (const std::int64_t instant : {later, std::int64_t{0}, later})
        if (ids.begin_after(instant) != fault::forked || ids.next().error() != fault::forked) return false;
      return true;
    };
    if (!is_rejected(loaded)) return 1;
    if (!is_rejected(unused)) return 2;
    if (!is_rejected(used)) return 3;
    return is_rejected(*shared) ? 0 : 4;
  });
  EXPECT_EQ(status, 0);
  const auto begins = [&](auto& ids) {
    EXPECT_EQ(ids.begin_after(later), fault::none) << "the parent goes on";
    EXPECT_EQ(instant_of(ids.next().value()), later + 1);
  };
  begins(loaded);
  begins(unused);
  begins(used);
  begins(*shared);
}

TEST_P(forked_by, drawn_ids_after_an_instant_are_others_in_the_child) {
  const auto expect_apart = [way = GetParam()](auto& ids) {
    ASSERT_TRUE(ids.next());
    const auto make = [&ids](std::int64_t after, told_ids& told) {
      if (ids.begin_after(after) != fault::none) return 1;
      make_and_tell(ids, told);
      return 0;
    };
    const std::int64_t later = sortid::system_clock::now() + 3'600'000;
    const shared_memory<told_ids> child;
    told_ids parent{};
    ASSERT_EQ(exit_status_of_child(way, [&] { return make(later, *child); }), 0);
    ASSERT_EQ(make(later, parent), 0);
    expect_increasing(*child);
    expect_increasing(parent);
    expect_disjoint(*child, parent);
    // Where nothing is to be done, the millisecond of the last id is still the parent's.
    const std::uint64_t reached = ids.next().value().timestamp().since_epoch;
    EXPECT_EQ(exit_status_of_child(way,
                                   [&] {
                                     if (ids.begin_after(later) != fault::none) return 1;
                                     return ids.next().value().timestamp().since_epoch > reached ? 0 : 2;
                                   }),
              0);
  };
  sortid::generator<sortid::ulid, fake_clock> own;
  expect_apart(own);
  const auto shared = std::make_unique<sortid::process_generator<sortid::uuidv7, fake_clock>>();
  expect_apart(*shared);
}

// What the compiler makes begins where the program is loaded: two children of a process that has made nothing
// would both begin alike.
TEST_P(forked_by, constant_initialised_snowish_rejects_in_the_child_before_the_first_id_too) {
  static constinit sortid::process_generator<sortid::uid11_snowish> shared(
      numbered_plan<sortid::uid11_snowish>);
  static constinit sortid::generator<sortid::uid11_snowish> own(numbered_plan<sortid::uid11_snowish>);
  static constinit thread_local sortid::generator<sortid::uid11_snowish> of_thread(
      numbered_plan<sortid::uid11_snowish>);
  const auto rejected_in_child = [&] {
    return exit_status_of_child(GetParam(), [] {
      for (int i = 0; i < 2; ++i) {
        if (shared.next().error() != fault::forked) return 1;
        if (own.next().error() != fault::forked) return 2;
        if (of_thread.next().error() != fault::forked) return 3;
        std::array<sortid::uid11_snowish, 10> many;
        if (shared.fill(many).why != fault::forked) return 5;
        if (own.fill(many).why != fault::forked) return 6;
        if (own.next_at(sortid::system_clock::now()).error() != fault::forked) return 7;
      }
      // In a thread of the child's own too: nothing tells it from a thread of another child.
      int status = 0;
      std::thread([&status] {
        if (of_thread.next().error() != fault::forked) status = 8;
      }).join();
      return status;
    });
  };
  EXPECT_EQ(rejected_in_child(), 0);
  EXPECT_EQ(rejected_in_child(), 0);
  EXPECT_EQ(exit_status_of_child(GetParam(), [&] { return rejected_in_child(); }), 0) << "in a grandchild";
  EXPECT_TRUE(shared.next()) << "the parent begins";
  EXPECT_TRUE(own.next());
  EXPECT_TRUE(of_thread.next());
  EXPECT_EQ(rejected_in_child(), 0);
}

// Where bits are drawn there is no reason to reject.
TEST_P(forked_by, constant_initialised_generators_of_drawn_formats_begin_in_each_child) {
  static constinit sortid::process_generator<sortid::ulid> shared;
  static constinit sortid::generator<sortid::ulid> own;
  struct two {
    std::array<told_ids, 2> of;
  };
  const shared_memory<two> told;
  for (told_ids& child : told->of) {
    ASSERT_EQ(exit_status_of_child(GetParam(),
                                   [&child] {
                                     make_and_tell(own, child);
                                     return shared.next() ? 0 : 1;
                                   }),
              0);
    expect_increasing(child);
  }
  expect_disjoint(told->of[0], told->of[1]);
}

// As a library has it that is loaded before a server forks its workers, each of which has a machine's number:
// an entropy that does not say where it was loaded.
struct begun_where_used {
  static bool fill(void* to, std::size_t size) noexcept { return sortid::system_entropy::fill(to, size); }
  static std::uint64_t fork_count() noexcept { return sortid::system_entropy::fork_count(); }
};
TEST_P(forked_by, constant_initialised_snowish_may_belong_to_the_process_of_its_first_id) {
  static constinit sortid::process_generator<sortid::uid11_snowish, sortid::system_clock, begun_where_used>
      shared(numbered_plan<sortid::uid11_snowish>);
  const auto make_one = [] { return shared.next() ? 0 : 1; };
  EXPECT_EQ(exit_status_of_child(GetParam(), make_one), 0);
  EXPECT_EQ(exit_status_of_child(GetParam(),
                                 [&] {
                                   if (make_one() != 0) return 1;
                                   const int grandchild = exit_status_of_child(GetParam(), [] {
                                     return shared.next().error() == fault::forked ? 0 : 1;
                                   });
                                   return grandchild + make_one();
                                 }),
            0);
}

TEST_P(forked_by, xids_of_the_child_are_other_draws) {
  sortid::generator<sortid::xid, fake_clock> ids;
  ASSERT_TRUE(ids.next());
  const shared_memory<told_ids> told;
  ASSERT_EQ(exit_status_of_child(GetParam(),
                                 [&] {
                                   make_and_tell(ids, *told);
                                   return 0;
                                 }),
            0);
  told_ids own{};
  make_and_tell(ids, own);
  ASSERT_EQ(told->count, batch);
  std::size_t same = 0;
  for (std::size_t i = 0; i < batch; ++i) same += own.values[i] == told->values[i] ? 1U : 0U;
  EXPECT_LT(same, 3U) << "22 bits are the same once in four million times";
}

TEST_P(forked_by, a_batch_of_the_child_is_another) {
  sortid::generator<sortid::ulid, fake_clock> ids;
  ASSERT_TRUE(ids.next());
  struct batches {
    std::array<sortid::ulid, batch> ordered;
    std::array<sortid::ulid, batch> drawn;
  };
  const auto make = [&ids](batches& to) {
    return ids.fill(to.ordered).count == batch && ids.fill_random(to.drawn).count == batch ? 0 : 1;
  };
  const shared_memory<batches> child;
  batches parent{};
  ASSERT_EQ(exit_status_of_child(GetParam(), [&] { return make(*child); }), 0);
  ASSERT_EQ(make(parent), 0);
  std::vector<uint128> all;
  for (const batches& made : {*child, parent}) {
    for (const auto& ids_made : {made.ordered, made.drawn}) {
      for (const sortid::ulid& id : ids_made) all.push_back(number(id));
    }
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

INSTANTIATE_TEST_SUITE_P(ways_to_fork, forked_by, testing::ValuesIn(ways_to_fork),
                         [](const auto& given) { return std::string(name_of(given.param)); });

}  // namespace
}  // namespace sortid_test
