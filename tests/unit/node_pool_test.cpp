// ctest labels: threads
// A pool over a store and a clock of the test's own: what a generator does when its process is killed,
// stopped, forked or cloned, when answers do not come, and when the store is away.
#include "sortid/node_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sortid/any_generator.hpp"
#include "sortid/formats.hpp"
#include "support/child_process.hpp"
#include "support/fake_sources.hpp"
#include "support/plans.hpp"
#include "support/thread_sanitizer.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::no_window;
using sortid::node_pool;
using sortid::node_reading;
using sortid::node_record;
using sortid::node_store;
using sortid::on_clock_back;
using sortid::on_overflow;
using sortid::policies;
using sortid::store_answer;

constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z
constexpr std::int64_t window = 60'000;

using snowish = sortid::uid11_snowish;
using flake = sortid::ulid_flake_scalable;

// What the stores of all pools of a test share.
struct server {
  std::map<unsigned, node_record> records;
  std::int64_t fence_ms = INT64_MIN;
  bool away = false;
  bool silent = false;          // swaps are done, and not answered
  bool loses_requests = false;  // swaps are neither
  std::string thrown;           // by all calls
  std::vector<unsigned> released;
  int reads = 0;
  int swaps = 0;
  std::int64_t within_ms = 0;
};

class fake_store final : public node_store {
 public:
  explicit fake_store(std::shared_ptr<server> of) : of_(std::move(of)) {}
  [[nodiscard]] facts about() const noexcept override { return {.name = "fake"}; }
  [[nodiscard]] store_answer read(node_reading& to, std::int64_t within_ms) override {
    ++of_->reads;
    of_->within_ms = within_ms;
    if (!of_->thrown.empty()) throw std::runtime_error(of_->thrown);
    if (of_->away) return store_answer::unavailable;
    for (const auto& [node, record] : of_->records) to.add(node, record);
    to.fence_ms = of_->fence_ms;
    return store_answer::done;
  }
  [[nodiscard]] store_answer swap(unsigned node, const node_record& before, const node_record& next,
                                  std::int64_t) override {
    ++of_->swaps;
    if (of_->away) return store_answer::unavailable;
    if (of_->loses_requests) return store_answer::unknown;
    if (of_->records[node] != before) return store_answer::lost;
    of_->records[node] = next;
    if (!of_->thrown.empty()) throw std::runtime_error(of_->thrown);
    return of_->silent ? store_answer::unknown : store_answer::done;
  }
  void release(unsigned node) noexcept override { of_->released.push_back(node); }

 private:
  std::shared_ptr<server> of_;
};

std::int64_t read_clock(void* clock) { return static_cast<fake_clock*>(clock)->now(); }

template <class Id>
using maker = sortid::pool_generator<Id, fake_clock, fake_entropy>;

// A machine: a clock, a pool without a thread, and a generator.
template <class Id = snowish>
struct machine {
  fake_clock clock{noon};
  std::shared_ptr<server> of;
  std::unique_ptr<node_pool> pool;
  std::optional<maker<Id>> ids;

  explicit machine(std::shared_ptr<server> shared, const policies& policy = {.max_wait_ms = 0},
                   sortid::node_pool_options options = {}, std::int64_t now = noon)
      : of(std::move(shared)) {
    clock.set(now);
    options.renewer = false;
    options.deadline_ms = 1'000;  // by the system's clock: no test may fail because a machine is slow
    options.clock = read_clock;
    options.clock_context = &clock;
    auto opened = node_pool::open(std::make_unique<fake_store>(of), Id::layout(), options);
    if (!opened) {
      why = opened.error();
      return;
    }
    pool = std::move(*opened);
    ids.emplace(maker<Id>::open(pool.get(), {}, policy, clock, fake_entropy::seeded(1)).value());
  }
  // As kill -9 does it: nothing is given back.
  void kill() {
    of->away = true;
    ids.reset();
    pool.reset();
    of->away = false;
  }
  auto next() { return ids->next(); }
  sortid::pool_error why;
};

TEST(a_pool, gives_ids_a_number_and_a_time) {
  const auto shared = std::make_shared<server>();
  machine a(shared);
  machine b(shared);
  ASSERT_TRUE(a.pool && b.pool);
  EXPECT_EQ(a.next().value().machine(), 0U);
  EXPECT_EQ(b.next().value().machine(), 1U);
  EXPECT_EQ(a.next().value().sequence(), 1U);
  EXPECT_EQ(a.next().value().unix_ms(), noon);
  EXPECT_EQ(shared->records[0].high_ms, noon + window);
  const auto health = a.pool->status();
  EXPECT_TRUE(health.holds);
  EXPECT_EQ(health.high_ms, noon + window);
  EXPECT_EQ(health.window_left_ms, window);
  EXPECT_EQ(a.pool->remaining(), window * 4'096U);
  EXPECT_EQ(shared->within_ms, 1'000) << "the deadline goes down to the store";
}

TEST(a_pool, that_nobody_waits_for_gives_the_store_its_time) {
  const auto shared = std::make_shared<server>();
  const auto pool = node_pool::open(std::make_unique<fake_store>(shared), snowish::layout(),
                                    {.deadline_ms = 0, .renewer = false})
                        .value();
  pool->poll();
  EXPECT_GE(shared->reads, 1);
  EXPECT_EQ(shared->within_ms, sortid::node_pool_options{}.deadline_ms);
}

TEST(a_pool, is_for_formats_with_a_node) {
  for (const sortid::layout* l : {&sortid::ulid_layout, &sortid::xid_layout, &sortid::ulid_flake_layout}) {
    const auto rejected = node_pool::open(std::make_unique<fake_store>(std::make_shared<server>()), *l);
    ASSERT_FALSE(rejected);
    EXPECT_STREQ(rejected.error().what, "the format has no field for the number of a node");
  }
  machine<flake> of_few(std::make_shared<server>());
  EXPECT_EQ(of_few.next().value().sid(), 0U);
  EXPECT_EQ(of_few.pool->status().high_ms, noon + 10'000);
  machine<snowish> of_many(std::make_shared<server>());
  of_many.ids.reset();
  const auto too_many = sortid::pool_generator<flake>::open(of_many.pool.get());
  EXPECT_STREQ(too_many.error().what, "the pool is for a format with more numbers");
}

TEST(a_pool, serves_generators_by_format) {
  machine m(std::make_shared<server>());
  m.ids.reset();
  sortid::any_generator<sortid::scope_list<sortid::thread_scopes, sortid::pool_scopes>, fake_clock> any;
  const auto none =
      any.emplace<sortid::pool_scopes>(sortid::format::of<sortid::ulid>(), {}, {}, m.clock, {}, m.pool.get());
  EXPECT_STREQ(none->what, "the format has no field for the number of a node");
  ASSERT_FALSE(
      any.emplace<sortid::pool_scopes>(sortid::format::of<snowish>(), {}, {}, m.clock, {}, m.pool.get()));
  EXPECT_TRUE(any->next());
}

TEST(a_pool, has_one_generator_and_the_next_begins_after_it) {
  machine m(std::make_shared<server>());
  const auto first = m.next().value();
  const auto second = maker<snowish>::open(m.pool.get());
  EXPECT_STREQ(second.error().what, "the pool has a generator already");
  m.ids.reset();
  auto third = maker<snowish>::open(m.pool.get(), {}, {}, m.clock);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->next().value().unix_ms(), first.unix_ms() + 1);
  auto moved = std::move(*third);
  EXPECT_EQ(moved.next().value().sequence(), 1U);
  EXPECT_EQ(third->scope().granted().why, fault::no_node);
}

TEST(a_page, has_no_window_behind_any_generation) {
  for (const std::uint64_t after : {0U, 4U, 5U}) {
    sortid::detail::pool_page page{};
    const sortid::detail::pool_page_writer writer(page, after);
    EXPECT_EQ(page.generation, after / 2 * 2 + 1) << "odd: no window";
  }
}

TEST(a_pool, is_free_again_when_its_generator_takes_another_ones_place) {
  machine other(std::make_shared<server>());  // outlives the generator that its pool gets
  machine one(std::make_shared<server>());
  ASSERT_TRUE(one.next() && other.next());
  *one.ids = std::move(*other.ids);
  EXPECT_TRUE(maker<snowish>::open(one.pool.get()));
  EXPECT_TRUE(one.next());
}

TEST(a_window, is_renewed_and_ends_by_itself) {
  const auto shared = std::make_shared<server>();
  machine m(shared);
  for (int i = 0; i < 200; ++i) {
    m.clock.advance(1'000);
    m.pool->poll();
    ASSERT_TRUE(m.next()) << i;
  }
  EXPECT_GE(m.pool->status().counted.renewed, 9U);
  // The store is away: ids go on to the very end, and not past it.
  shared->away = true;
  const std::int64_t end = m.pool->status().high_ms;
  m.clock.set(end);
  EXPECT_EQ(m.next().value().unix_ms(), end);
  m.clock.set(end + 1);
  EXPECT_EQ(m.next().error(), fault::unavailable);
  std::vector<snowish> many(10);
  EXPECT_EQ(m.ids->fill(many).why, fault::unavailable);
  EXPECT_EQ(m.pool->status().why, no_window::unavailable);
  m.clock.advance(100'000);
  shared->away = false;
  EXPECT_TRUE(m.next());
  EXPECT_EQ(m.next().value().machine(), 0U) << "nobody else took it";
  EXPECT_GE(m.pool->status().waits, 1U);
}

TEST(a_window, is_waited_for_as_long_as_the_policy_says) {
  const auto shared = std::make_shared<server>();
  machine m(shared, {.max_wait_ms = 3'000});
  m.clock.run();
  shared->away = true;
  m.clock.advance(window + 1);
  EXPECT_EQ(m.next().error(), fault::unavailable);
  EXPECT_GE(m.clock.paused_us(), 3'000'000);
  EXPECT_LE(m.clock.paused_us(), 3'100'000);
  EXPECT_EQ(m.pool->status().waits, 1U) << "however often it was looked at";
}

TEST(a_window, passes_while_the_process_is_stopped) {
  const auto shared = std::make_shared<server>();
  machine stopped(shared);
  const auto before = stopped.next().value();
  // Another one takes the number over; the first wakes up and does not know.
  std::vector<std::unique_ptr<machine<snowish>>> others;
  sortid::node_pool_options wants_it{.preferred = 0};
  machine other(shared, {.max_wait_ms = 0}, wants_it, noon + window + 1'001);
  EXPECT_EQ(other.next().value().machine(), 0U);
  stopped.clock.set(noon + window + 1'002);
  stopped.of->loses_requests = true;
  EXPECT_FALSE(stopped.next()) << "it makes no more, whatever the store says";
  stopped.of->loses_requests = false;
  stopped.clock.advance(1'000);
  const auto after = stopped.next().value();
  EXPECT_EQ(after.machine(), 1U);
  EXPECT_GT(after, before);
  EXPECT_EQ(stopped.pool->status().counted.lost, 1U);
}

TEST(a_killed_process, leaves_a_number_that_is_free_after_its_window) {
  const auto shared = std::make_shared<server>();
  sortid::node_pool_options wants_it{.preferred = 0};
  machine killed(shared, {.max_wait_ms = 0}, wants_it);
  const auto last = killed.next().value();
  killed.kill();
  machine early(shared, {.max_wait_ms = 0}, wants_it, noon + window + 1'000);
  EXPECT_EQ(early.next().value().machine(), 1U);
  machine late(shared, {.max_wait_ms = 0}, wants_it, noon + window + 1'001);
  EXPECT_EQ(late.next().value().machine(), 0U);
  EXPECT_GT(late.next().value().unix_ms(), last.unix_ms());
}

TEST(a_number, is_given_back_with_the_last_timestamp) {
  const auto shared = std::make_shared<server>();
  {
    machine m(shared);
    m.clock.advance(700);
    ASSERT_TRUE(m.next());
    m.ids.reset();
    m.pool.reset();
  }
  EXPECT_EQ(shared->records[0].high_ms, noon + 700);
  EXPECT_EQ(shared->records[0].nonce, sortid::uint128());
  // A generator that is still there may have ids on their way: nothing is lowered.
  machine m(shared);
  m.pool->release();
  EXPECT_EQ(shared->records[1].high_ms, noon + window);
  EXPECT_EQ(m.next().error(), fault::no_node);
  m.pool->resume();
  EXPECT_TRUE(m.next());
  m.ids->scope().release();
  EXPECT_EQ(m.next().error(), fault::no_node);
  EXPECT_EQ(shared->records[2].high_ms, noon);
  EXPECT_EQ(shared->released, (std::vector<unsigned>{0, 1, 2})) << "the store keeps nothing of them";
}

TEST(an_answer_that_does_not_come, raises_nothing_until_it_is_read_back) {
  const auto shared = std::make_shared<server>();
  machine m(shared);
  shared->silent = true;
  m.clock.advance(window / 2);
  m.pool->poll();
  EXPECT_EQ(m.pool->status().high_ms, noon + window);
  m.clock.advance(50);
  m.pool->poll();
  EXPECT_EQ(m.pool->status().high_ms, noon + window + window / 2) << "its own nonce is there";
  EXPECT_EQ(m.pool->status().counted.unknown, 1U);

  shared->silent = false;
  shared->thrown = "thrown";
  m.clock.advance(window);
  m.pool->poll();
  EXPECT_EQ(m.pool->last_error(), "thrown");
  EXPECT_EQ(m.pool->status().counted.unknown, 2U);
}

TEST(an_exhausted_pool, is_told_at_the_deadline) {
  const auto shared = std::make_shared<server>();
  std::vector<std::unique_ptr<machine<flake>>> all;
  for (int i = 0; i < 32; ++i) all.push_back(std::make_unique<machine<flake>>(shared));
  std::set<unsigned> numbers;
  for (const auto& m : all) numbers.insert(m->next().value().sid());
  EXPECT_EQ(numbers.size(), 32U);
  const machine<flake> one_more(shared);
  ASSERT_EQ(one_more.pool, nullptr);
  EXPECT_STREQ(one_more.why.what, "every number of the pool is in use");
  EXPECT_EQ(one_more.why.why, fault::no_node);
  shared->away = true;
  const machine<flake> without_store(shared);
  EXPECT_EQ(without_store.why.why, fault::unavailable);
  shared->away = false;
}

TEST(a_preferred_number, is_no_proof) {
  const auto shared = std::make_shared<server>();
  sortid::node_pool_options third{.preferred = 3};
  machine first(shared, {.max_wait_ms = 0}, third);
  machine second(shared, {.max_wait_ms = 0}, third);
  EXPECT_EQ(first.next().value().machine(), 3U);
  EXPECT_EQ(second.next().value().machine(), 0U);
  third.preferred = 1'024;
  machine none(shared, {.max_wait_ms = 0}, third);
  EXPECT_STREQ(none.why.what, "the format has no room for that number of a node");
}

TEST(a_poisoned_number, is_passed_over_and_told) {
  const auto shared = std::make_shared<server>();
  shared->records[0].high_ms = noon + 100 * 86'400'000LL;
  shared->records[0].count = 1;
  machine m(shared);
  EXPECT_EQ(m.next().value().machine(), 1U);
  EXPECT_EQ(m.pool->status().counted.poisoned, 1U);
}

TEST(a_fence, is_before_every_id) {
  const auto shared = std::make_shared<server>();
  shared->fence_ms = noon - 1'500;
  machine m(shared);
  EXPECT_EQ(m.ids->next_at(noon - 1'500).error(), fault::no_node);
  EXPECT_TRUE(m.ids->next_at(noon - 1'499));
}

TEST(a_clock_that_goes_back, is_held_or_left_with_another_number) {
  const auto shared = std::make_shared<server>();
  machine held(shared);
  const auto before = held.next().value();
  held.clock.advance(-30'000);
  const auto after = held.next().value();
  EXPECT_GT(after, before);
  EXPECT_EQ(after.unix_ms(), noon);
  held.ids->set_policies({.clock_back = on_clock_back::take_another, .max_wait_ms = 5});
  const auto another = held.next().value();
  EXPECT_EQ(another.machine(), 1U);
  EXPECT_EQ(another.unix_ms(), noon - 30'000);
  EXPECT_EQ(shared->records[0].high_ms, noon) << "the first one is given back";
  // It is the same as fail where there are no numbers to take.
  sortid::generator<snowish, fake_clock> alone(numbered_plan<snowish>,
                                               {.clock_back = on_clock_back::take_another}, held.clock);
  ASSERT_TRUE(alone.next());
  held.clock.advance(-1);
  EXPECT_EQ(alone.next().error(), fault::clock_back);
}

TEST(a_full_millisecond, runs_ahead_to_the_end_of_the_window) {
  const auto shared = std::make_shared<server>();
  machine m(shared, {.overflow = on_overflow::run_ahead, .max_wait_ms = 0}, {.window_ms = 3});
  shared->away = true;
  std::size_t made = 0;
  while (m.next()) ++made;
  EXPECT_EQ(made, 4 * 4'096U);
  m.kill();
}

TEST(a_reset, takes_a_number_anew) {
  const auto shared = std::make_shared<server>();
  machine m(shared);
  const auto before = m.next().value();
  m.pool->reset();
  const auto after = m.next().value();
  EXPECT_EQ(before.machine(), 0U);
  EXPECT_EQ(after.machine(), 1U);
  EXPECT_EQ(shared->records[0].high_ms, noon + window) << "a clone may still use it";
}

TEST(a_reset, leaves_a_static_pool_its_number_and_goes_on) {
  for (const bool renewer : {false, true}) {
    auto pool = node_pool::open(std::make_unique<sortid::static_node_store>(7), snowish::layout(),
                                {.renewer = renewer});
    ASSERT_TRUE(pool);
    auto ids = maker<snowish>::open(pool->get(), {}, {.max_wait_ms = 0},
                                    fake_clock{sortid::system_clock::now()}, fake_entropy::seeded(1));
    ASSERT_TRUE(ids);
    const auto before = ids->next();
    (*pool)->reset();
    const auto after = ids->next();
    ASSERT_TRUE(before && after) << name_of((*pool)->status().why);
    EXPECT_EQ(after->machine(), 7U);
    EXPECT_LT(*before, *after);
  }
}

TEST(a_forked_child, takes_a_number_of_its_own) {
  for (const way_to_fork way : ways_to_fork) {
    // The map of the parent and of the child are two after the fork: the child's part is checked in itself.
    const auto shared = std::make_shared<server>();
    sortid::node_pool_options options{.deadline_ms = 1'000, .renewer = false};
    auto pool = node_pool::open(std::make_unique<fake_store>(shared), snowish::layout(), options).value();
    auto ids = sortid::pool_generator<snowish>::open(pool.get()).value();
    const auto before = ids.next().value();
    const int status = exit_status_of_child(way, [&] {
      const auto id = ids.next();
      if (!id) return 1;
      if (id->machine() == before.machine()) return 2;
      if (*id <= before) return 3;
      std::vector<snowish> many(300);
      return ids.fill(many).count == many.size() ? 0 : 4;
    });
    EXPECT_EQ(status, 0) << name_of(way);
    const auto after = ids.next().value();
    EXPECT_EQ(after.machine(), before.machine());
  }
}

// A clock that keeps whoever asks it first.
struct keeping_clock {
  std::atomic<bool> keeps{false};
  std::atomic<bool> kept{false};
  static std::int64_t read(void* context) {
    auto& own = *static_cast<keeping_clock*>(context);
    if (!own.keeps || own.kept.exchange(true)) return noon;
    while (own.keeps) std::this_thread::yield();
    return noon;
  }
};

TEST(a_pool, is_one_threads_while_it_changes) {
  keeping_clock clock;
  const auto pool =
      node_pool::open(std::make_unique<fake_store>(std::make_shared<server>()), snowish::layout(),
                      {.renewer = false, .clock = keeping_clock::read, .clock_context = &clock})
          .value();
  std::optional ids = maker<snowish>::open(pool.get(), {}, {.max_wait_ms = 0}, fake_clock{noon}).value();
  ASSERT_TRUE(ids->next());
  const std::pair<const char*, std::function<void()>> others[] = {
      {"status", [&] { (void)pool->status(); }},
      {"last_error", [&] { (void)pool->last_error(); }},
      {"a generator that goes", [&] { ids.reset(); }},
  };
  for (const auto& [name, other] : others) {
    clock.kept = false;
    clock.keeps = true;
    std::thread changing([&] { pool->poll(); });
    while (!clock.kept) std::this_thread::yield();
    std::atomic<bool> returned{false};
    std::thread beside([&, other = &other] {
      (*other)();
      returned = true;
    });
    for (int i = 0; i < 20 && !returned; ++i) (void)sortid::system_clock::pause(10'000);
    EXPECT_FALSE(returned) << name;
    clock.keeps = false;
    changing.join();
    beside.join();
  }
}

// With the pool's own thread, as programs have it.
TEST(a_renewer, renews_by_itself_and_starts_anew_in_a_child) {
  const auto shared = std::make_shared<server>();
  auto pool =
      node_pool::open(std::make_unique<fake_store>(shared), snowish::layout(), {.window_ms = 200}).value();
  auto ids = sortid::pool_generator<snowish>::open(pool.get(), {}, {.max_wait_ms = 10'000}).value();
  const std::int64_t until = sortid::system_clock::now() + 1'000;
  std::vector<snowish> made;
  while (sortid::system_clock::now() < until) {
    made.push_back(ids.next().value());
    (void)sortid::system_clock::pause(100);
  }
  for (std::size_t i = 1; i < made.size(); ++i) ASSERT_GT(made[i], made[i - 1]);
  EXPECT_GE(pool->status().counted.renewed, 1U);
  if (!thread_sanitizer) {
    const int status = exit_status_of_child(way_to_fork::library, [&] {
      const auto id = ids.next();
      return !id ? 1 : id->machine() == made.back().machine() ? 2 : 0;
    });
    EXPECT_EQ(status, 0);
  }
  EXPECT_TRUE(ids.next());
}

TEST(health, is_told_as_open_metrics) {
  machine m(std::make_shared<server>());
  const std::string text = sortid::open_metrics(m.pool->status(), "a \"b\"\n");
  EXPECT_NE(text.find("sortid_pool_remaining_ids{pool=\"a \\\"b\\\"\\n\"} 245760000\n"), text.npos) << text;
  EXPECT_NE(text.find("# TYPE sortid_pool_renewed counter\n"), text.npos);
  EXPECT_NE(text.find("sortid_pool_renewed_total{"), text.npos);
  for (const char* const name : {"held", "node", "window_left_milliseconds", "remaining_ids", "poisoned",
                                 "acquired", "renewed", "lost", "unknown", "unavailable", "waits"}) {
    EXPECT_NE(text.find(std::string("\n# HELP sortid_pool_") + name + " "), text.npos) << name;
  }
  EXPECT_TRUE(text.ends_with("# EOF\n"));
}

}  // namespace
}  // namespace sortid_test
