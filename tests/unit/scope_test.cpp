// A scope of the test's own: a pool that allots the number of a node, and a time for it, and takes both away
// again. What the contract of scope.hpp promises, rule by rule, and that such a scope needs nothing but a
// class.
#include "sortid/scope.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "sortid/any_generator.hpp"
#include "sortid/generator.hpp"
#include "sortid/ordered_generator.hpp"
#include "support/fake_sources.hpp"
#include "support/format_facts.hpp"
#include "support/scratch_folder.hpp"

namespace sortid_test {
namespace {

using sortid::fault;
using sortid::grant;
using sortid::on_clock_back;
using sortid::on_overflow;
using sortid::policies;

constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z
constexpr std::size_t snowish_in_one_ms = 4'096;

// What the scope is made from, and what happened to it.
struct pool {
  grant given{};
  fault kept = fault::none;
  std::optional<grant> instead_at_take = {};  // what is given from the next take() on, which is rejected
  int takes = 0;
};

template <class Word>
class pool_scope {
 public:
  using value_type = Word;
  explicit pool_scope(pool& of) noexcept : pool_(of) {}
  pool_scope(const pool_scope&) = delete;
  pool_scope& operator=(const pool_scope&) = delete;

  [[nodiscard]] std::int64_t clock_seen() const noexcept { return seen_; }
  [[nodiscard]] static bool inherited(std::uint64_t) noexcept { return false; }
  [[nodiscard]] grant granted() const noexcept { return pool_.given; }
  void see_clock(std::int64_t now) noexcept { seen_ = std::max(seen_, now); }
  [[nodiscard]] std::optional<Word> last() const noexcept { return last_; }
  [[nodiscard]] static bool holds(Word) noexcept { return true; }
  bool take(const std::optional<Word>& last, Word value) noexcept {
    ++pool_.takes;
    EXPECT_EQ(last, last_);
    if (pool_.instead_at_take) {
      pool_.given = *std::exchange(pool_.instead_at_take, std::nullopt);
      return false;
    }
    last_ = value;
    return true;
  }
  [[nodiscard]] fault keep(const sortid::clock_sample&, sortid::timestamp) const noexcept {
    return pool_.kept;
  }

 private:
  pool& pool_;
  std::optional<Word> last_;
  std::int64_t seen_ = INT64_MIN;
};

template <class Id>
using pooled = sortid::basic_generator<Id, pool_scope<typename Id::value_type>, fake_clock, fake_entropy>;

static_assert(sortid::generator_scope<pool_scope<uint128>>);
static_assert(sortid::generator_scope<sortid::thread_scope<uint128>>);
static_assert(sortid::generator_scope<sortid::process_scope<std::uint64_t>>);
static_assert(sortid::generator_scope<sortid::host_scope<uint128>>);
static_assert(!std::is_copy_constructible_v<pooled<sortid::ulid>>);
static_assert(!std::is_move_constructible_v<pooled<sortid::ulid>>);
static_assert(std::is_nothrow_move_constructible_v<sortid::generator<sortid::ulid>>);
static_assert(std::is_nothrow_move_assignable_v<sortid::host_generator<sortid::ulid>>);

// A generator of the pool's ids, with its clock.
template <class Id>
struct pool_bench {
  pool of;
  fake_clock clock{noon};
  fake_entropy entropy = fake_entropy::seeded(1);
  pooled<Id> ids;

  explicit pool_bench(const grant& given, const policies& policy = {})
      : of{given}, ids(std::in_place, of, sortid::generator_plan<Id>(), policy, clock, entropy) {}
};

using snowish = sortid::uid11_snowish;
using flake = sortid::ulid_flake_scalable;

// --- the floor ---------------------------------------------------------------------------------------------

TEST(a_floor, nothing_is_made_below_it) {
  pool_bench<snowish> b({.not_before_ms = noon + 5'000});
  const auto first = b.ids.next().value();
  const auto second = b.ids.next().value();
  EXPECT_EQ(first.unix_ms(), noon + 5'000);
  EXPECT_EQ(second.unix_ms(), noon + 5'000);
  EXPECT_GT(second, first);
  EXPECT_EQ(b.ids.ahead(), 5'000);
  EXPECT_EQ(b.ids.next_at(noon + 4'999).error(), fault::clock_back) << "the order comes first";
  b.clock.advance(6'000);
  EXPECT_EQ(b.ids.next().value().unix_ms(), noon + 6'000) << "it goes on with the clock";
}

TEST(a_floor, an_instant_below_it_is_rejected) {
  pool_bench<sortid::ulid> b({.not_before_ms = noon + 5'000});
  EXPECT_EQ(b.ids.next_at(noon + 4'999).error(), fault::no_node);
  EXPECT_EQ(b.ids.next_at(noon + 5'000).value().unix_ms(), noon + 5'000);
  EXPECT_EQ(b.ids.random().value().unix_ms(), noon + 5'000);
  EXPECT_EQ(b.ids.random_at(noon + 4'999).error(), fault::no_node);
}

TEST(a_floor, rises_in_the_middle) {
  pool_bench<sortid::ulid> b({});
  const auto before = b.ids.next().value();
  b.of.given.not_before_ms = noon + 700;
  const auto after = b.ids.next().value();
  EXPECT_EQ(before.unix_ms(), noon);
  EXPECT_EQ(after.unix_ms(), noon + 700);
  std::vector<sortid::ulid> many(600);
  ASSERT_EQ(b.ids.fill(many).count, many.size());
  for (const auto& id : many) EXPECT_EQ(id.unix_ms(), noon + 700);
  ASSERT_EQ(b.ids.fill_random(many).count, many.size());
  for (const auto& id : many) EXPECT_EQ(id.unix_ms(), noon + 700);
}

TEST(a_floor, serves_a_clock_before_the_formats_time) {
  pool_bench<snowish> b({.not_before_ms = noon});
  b.clock.set(0);  // before the epoch of 2011
  EXPECT_EQ(b.ids.next().value().unix_ms(), noon);
}

// --- the ceiling -------------------------------------------------------------------------------------------

TEST(a_ceiling, nothing_is_made_above_it) {
  pool_bench<sortid::ulid> b({.not_after_ms = noon + 10});
  EXPECT_TRUE(b.ids.next());
  b.clock.advance(10);
  const auto last = b.ids.next().value();
  EXPECT_EQ(last.unix_ms(), noon + 10) << "it belongs to the time";
  b.clock.advance(1);
  std::vector<sortid::ulid> many(300);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(b.ids.next().error(), fault::no_node);
    EXPECT_EQ(b.ids.next_at(noon + 11).error(), fault::no_node);
    EXPECT_EQ(b.ids.random().error(), fault::no_node);
    EXPECT_EQ(b.ids.random_at(noon + 11).error(), fault::no_node);
    const auto none = b.ids.fill(many);
    EXPECT_EQ(none.count, 0U);
    EXPECT_EQ(none.why, fault::no_node);
    EXPECT_EQ(b.ids.fill_random(many).why, fault::no_node);
  }
  b.of.given.not_after_ms = noon + 11;
  const auto after = b.ids.next().value();
  EXPECT_EQ(after.unix_ms(), noon + 11);
  EXPECT_GT(after, last);
}

TEST(a_ceiling, stops_who_runs_ahead) {
  const grant three_ms{.not_before_ms = noon, .not_after_ms = noon + 2};
  const policies ahead{.overflow = on_overflow::run_ahead};
  pool_bench<snowish> one_by_one(three_ms, ahead);
  std::vector<snowish> made;
  for (;;) {
    const auto id = one_by_one.ids.next();
    if (!id) {
      EXPECT_EQ(id.error(), fault::no_node);
      break;
    }
    if (!made.empty()) {
      ASSERT_GT(*id, made.back());
    }
    made.push_back(*id);
  }
  EXPECT_EQ(made.size(), 3 * snowish_in_one_ms);
  EXPECT_EQ(made.back().unix_ms(), noon + 2);

  pool_bench<snowish> by_blocks(three_ms, ahead);
  std::vector<snowish> many(5 * snowish_in_one_ms);
  const auto filled = by_blocks.ids.fill(many);
  EXPECT_EQ(filled.why, fault::no_node);
  ASSERT_EQ(filled.count, made.size());
  many.resize(filled.count);
  EXPECT_EQ(many, made);
}

TEST(a_ceiling, is_not_waited_for) {
  pool_bench<snowish> b({.not_after_ms = noon},
                        {.overflow = on_overflow::wait, .clock_back = on_clock_back::wait});
  b.clock.run();
  for (std::size_t i = 0; i < snowish_in_one_ms; ++i) ASSERT_TRUE(b.ids.next()) << i;
  EXPECT_EQ(b.ids.next().error(), fault::no_node) << "the millisecond that was waited for is past the time";
}

TEST(a_ceiling, holds_for_ids_without_a_time) {
  pool_bench<sortid::uid11_fullrand> b({.not_after_ms = noon});
  EXPECT_TRUE(b.ids.next());
  b.clock.advance(1);
  EXPECT_EQ(b.ids.next().error(), fault::no_node);
}

// The last id's millisecond may lie above a ceiling that came down; what follows it is rejected too.
TEST(a_ceiling, comes_down) {
  pool_bench<sortid::ulid> b({});
  EXPECT_TRUE(b.ids.next_at(noon + 100));
  b.of.given.not_after_ms = noon + 50;
  EXPECT_EQ(b.ids.next().error(), fault::no_node);
  b.of.given.not_after_ms = noon + 100;
  EXPECT_TRUE(b.ids.next());
}

// --- one reading -------------------------------------------------------------------------------------------

// Goes on at every look at it.
class hasty_clock {
 public:
  explicit hasty_clock(int& looks) noexcept : looks_(&looks) {}
  [[nodiscard]] std::int64_t now() const noexcept { return noon + 100 * (*looks_)++; }
  static void pause(std::int64_t) noexcept {}

 private:
  int* looks_;
};

TEST(the_time, is_compared_with_the_reading_that_the_id_has) {
  int looks = 0;
  pool of{{.not_before_ms = noon, .not_after_ms = noon + 100}};
  sortid::basic_generator<sortid::ulid, pool_scope<uint128>, hasty_clock, fake_entropy> ids(
      std::in_place, of, {}, {}, hasty_clock(looks), fake_entropy::zeros());
  EXPECT_EQ(ids.next().value().unix_ms(), noon);
  EXPECT_EQ(ids.next().value().unix_ms(), noon + 100);
  EXPECT_EQ(ids.next().error(), fault::no_node);
  EXPECT_EQ(looks, 3);
}

// --- the node ----------------------------------------------------------------------------------------------

TEST(a_node, stands_in_every_id) {
  pool_bench<flake> b({.node = 7}, {.overflow = sortid::on_overflow::run_ahead});
  EXPECT_EQ(b.ids.next().value().sid(), 7U);
  EXPECT_EQ(b.ids.next_at(noon + 1).value().sid(), 7U);
  EXPECT_EQ(b.ids.random().value().sid(), 7U);
  EXPECT_EQ(b.ids.random_at(noon).value().sid(), 7U);
  std::vector<flake> many(100);
  ASSERT_EQ(b.ids.fill(many).count, many.size());
  for (const auto& id : many) ASSERT_EQ(id.sid(), 7U);
  ASSERT_EQ(b.ids.fill_random(many).count, many.size());
  for (const auto& id : many) ASSERT_EQ(id.sid(), 7U);
  EXPECT_EQ(pool_bench<snowish>({.node = 7}).ids.next().value().machine(), 7U);
}

TEST(a_node, replaces_that_of_the_plan) {
  pool of{{.node = 7}};
  const auto plan = sortid::generator_plan<snowish>::make({.node = 1'023}).value();
  pooled<snowish> ids(std::in_place, of, plan, {}, fake_clock(noon), fake_entropy::zeros());
  EXPECT_EQ(ids.next().value().machine(), 7U);
  of.given.node = std::nullopt;
  EXPECT_EQ(ids.next().value().machine(), 1'023U);
}

TEST(a_node, must_fit_the_format) {
  pool_bench<flake> b({.node = 32});
  std::vector<flake> many(10);
  EXPECT_EQ(b.ids.next().error(), fault::no_node);
  EXPECT_EQ(b.ids.next_at(noon).error(), fault::no_node);
  EXPECT_EQ(b.ids.random().error(), fault::no_node);
  EXPECT_EQ(b.ids.fill(many).why, fault::no_node);
  EXPECT_EQ(b.ids.fill_random(many).why, fault::no_node);
  EXPECT_EQ(pool_bench<snowish>({.node = 1'024}).ids.next().error(), fault::no_node);
  EXPECT_EQ(pool_bench<flake>({.node = 31}).ids.next().value().sid(), 31U);
  EXPECT_TRUE(pool_bench<sortid::ulid>({.node = 1'000'000}).ids.next()) << "a format without a node";
}

// Two such generators would make the same ids. 0 is a number; so is what a scope gives, and an order that all
// processes of a host share keeps ids apart without one.
TEST(a_node, is_asked_for_where_a_number_alone_keeps_ids_apart) {
  std::vector<snowish> many(10);
  const auto expect_none = [&](auto& ids) {
    EXPECT_EQ(ids.next().error(), fault::needs_node);
    EXPECT_EQ(ids.next_at(noon).error(), fault::needs_node);
    EXPECT_EQ(ids.begin_after(noon), fault::needs_node);
    EXPECT_EQ(ids.fill(many).why, fault::needs_node);
    EXPECT_EQ(ids.next().error(), fault::needs_node);
  };
  sortid::generator<snowish> own;
  sortid::process_generator<snowish> of_process;
  expect_none(own);
  expect_none(of_process);
  EXPECT_EQ(sortid::new_id<snowish>().error(), fault::needs_node);

  const auto rejected = sortid::generator<snowish>::make();
  ASSERT_FALSE(rejected);
  EXPECT_EQ(rejected.error().why, sortid::reason::range);
  EXPECT_EQ(sortid::message(rejected.error(), "uid11-snowish").view(),
            "uid11-snowish: only a number keeps its ids apart: give one (0, too), a pool of numbers, or an "
            "order that "
            "all share");
  EXPECT_EQ(
      sortid::message(fault::needs_node, "uid11-snowish").view(),
      "no new uid11-snowish: only a number keeps its ids apart: give one (0, too), a pool of numbers, or an "
      "order that all share");
  sortid::any_generator<> any;
  const auto why = any.emplace<sortid::thread_scopes>(sortid::format::of<snowish>());
  ASSERT_TRUE(why);
  EXPECT_EQ(why->option, rejected.error());
  EXPECT_FALSE(any.has_value());
  ASSERT_FALSE(any.emplace<sortid::thread_scopes>(sortid::format::of<snowish>(), {.node = 0}));
  EXPECT_TRUE(any.emplace<sortid::thread_scopes>(sortid::format::of<snowish>()));
  EXPECT_FALSE(any.has_value()) << "what is rejected leaves none";

  EXPECT_EQ(sortid::generator<snowish>::make({.node = 0})->next()->machine(), 0U);
  EXPECT_EQ(pool_bench<snowish>({.node = 0}).ids.next()->machine(), 0U);
  const scratch_folder folder;
  EXPECT_TRUE(sortid::host_generator<snowish>::open((folder / "order").c_str())->next());
  EXPECT_TRUE(sortid::new_id<flake>()) << "random bits keep these apart, if not for certain";
}

// What one node makes is an order, and so is what the generator makes. None comes twice when a node comes
// back.
template <class Id, class Node>
void expect_changes_to_be_safe(Node node_of) {
  pool_bench<Id> b({}, {.overflow = on_overflow::run_ahead});
  std::vector<Id> made;
  unsigned seed = 1;
  for (const unsigned node : {5U, 3U, 5U, 30U, 0U, 3U, 5U, 5U, 1U}) {
    b.of.given.node = node;
    std::vector<Id> some(1 + (seed = seed * 75 % 65'537) % 700);
    for (std::size_t i = 0; i < some.size(); i += 3) {
      // One by one and in blocks, at one reading of the clock.
      const auto one = b.ids.next();
      ASSERT_TRUE(one);
      made.push_back(*one);
    }
    ASSERT_EQ(b.ids.fill(some).count, some.size());
    for (const Id& id : some) ASSERT_EQ(node_of(id), node);
    made.insert(made.end(), some.begin(), some.end());
  }
  for (std::size_t i = 1; i < made.size(); ++i) ASSERT_GT(made[i], made[i - 1]) << i;
}
TEST(a_node, may_change_between_ids) {
  expect_changes_to_be_safe<snowish>([](const snowish& id) { return id.machine(); });
  expect_changes_to_be_safe<flake>([](const flake& id) { return id.sid(); });
}

TEST(a_node, that_is_new_begins_a_later_millisecond) {
  pool_bench<snowish> b({.node = 5});
  EXPECT_EQ(b.ids.next().value().unix_ms(), noon);
  b.of.given.node = 9;
  EXPECT_EQ(b.ids.next_at(noon).error(), fault::tail_overflow) << "the rest of it was another node's";
  const auto id = b.ids.next().value();
  EXPECT_EQ(id.unix_ms(), noon + 1);
  EXPECT_EQ(id.sequence(), 0U);
}

TEST(a_node, may_be_missing) {
  for (const fault why : {fault::no_node, fault::storage}) {
    pool_bench<flake> b({.why = why});
    std::vector<flake> many(10);
    EXPECT_EQ(b.ids.next().error(), why);
    EXPECT_EQ(b.ids.next_at(noon).error(), why);
    EXPECT_EQ(b.ids.random().error(), why);
    EXPECT_EQ(b.ids.random_at(noon).error(), why);
    EXPECT_EQ(b.ids.fill(many).why, why);
    EXPECT_EQ(b.ids.fill_random(many).why, why);
    b.of.given = {.node = 4};
    EXPECT_EQ(b.ids.next().value().sid(), 4U) << "nothing was lost by that";
  }
}

// A pool that gives its node back while an id is on its way rejects the value; the generator asks anew.
TEST(a_node, withdrawn_in_the_middle_appears_in_no_id) {
  pool_bench<snowish> b({.node = 5});
  ASSERT_TRUE(b.ids.next());
  b.of.instead_at_take = grant{.node = 6, .not_before_ms = noon + 50};
  const auto one = b.ids.next().value();
  EXPECT_EQ(one.machine(), 6U);
  EXPECT_EQ(one.unix_ms(), noon + 50);
  EXPECT_EQ(b.of.takes, 3);
  b.of.instead_at_take = grant{.node = 7, .not_before_ms = noon + 90};
  std::vector<snowish> many(200);
  ASSERT_EQ(b.ids.fill(many).count, many.size());
  for (const auto& id : many) {
    EXPECT_EQ(id.machine(), 7U);
    EXPECT_EQ(id.unix_ms(), noon + 90);
  }
  b.of.instead_at_take = grant{.why = fault::no_node};
  EXPECT_EQ(b.ids.next().error(), fault::no_node);
}

TEST(what_is_not_kept, is_not_returned) {
  pool_bench<sortid::ulid> b({});
  const auto first = b.ids.next().value();
  b.of.kept = fault::storage;
  std::vector<sortid::ulid> many(10);
  EXPECT_EQ(b.ids.next().error(), fault::storage);
  EXPECT_EQ(b.ids.next_at(noon + 1).error(), fault::storage);
  EXPECT_EQ(b.ids.fill(many).why, fault::storage);
  b.of.kept = fault::none;
  EXPECT_GT(b.ids.next().value(), first);
}

// --- the policies, which are not the scope's ---------------------------------------------------------------

TEST(the_policies, hold_for_any_scope) {
  pool_bench<snowish> b({.node = 2});
  EXPECT_EQ(b.ids.next().value().sequence(), 0U);
  b.clock.advance(-1);
  EXPECT_EQ(b.ids.next().value().sequence(), 1U) << "held";
  b.ids.set_policies({.clock_back = on_clock_back::fail});
  EXPECT_EQ(b.ids.next().error(), fault::clock_back);
  b.clock.advance(1);
  for (std::size_t i = 2; i < snowish_in_one_ms; ++i) ASSERT_TRUE(b.ids.next());
  EXPECT_EQ(b.ids.next().error(), fault::tail_overflow);
}

}  // namespace
}  // namespace sortid_test
