// ctest labels: slow
// The protocol of reserved windows, without a clock, a thread or a store: rule by rule, and every order of
// events that two holders can meet within ten steps.
#include "sortid/node_window.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sortid_test {
namespace {

using sortid::no_window;
using sortid::node_reading;
using sortid::node_record;
using sortid::node_window;
using sortid::store_answer;
using sortid::uint128;
using sortid::window_rules;
using kind = node_window::wish::kind;

constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z

// --- rule by rule ------------------------------------------------------------------------------------------

// A window whose calls the test answers.
struct holder {
  node_window window;
  std::int64_t now = noon;
  std::uint64_t nonces = 0;

  explicit holder(const window_rules& rules) : window(rules, {}, 1) {}

  void read(const node_reading& reading) {
    ASSERT_EQ(window.next(now).what, kind::read);
    window.took(reading.entries, reading.fence_ms, reading.clock_ms, now, {0, ++nonces});
  }
  node_window::wish wished() { return window.next(now); }
  void answer(store_answer a) {
    ASSERT_EQ(window.next(now).what, kind::swap);
    window.answered(a, now);
  }
  void acquire(const node_reading& reading) {
    read(reading);
    answer(store_answer::done);
    ASSERT_TRUE(window.holds());
  }
};

node_record record(std::int64_t high_ms, std::uint64_t nonce = 99, std::uint64_t count = 1) {
  node_record r;
  r.high_ms = high_ms;
  r.nonce = {0, nonce};
  r.count = count;
  return r;
}

constexpr window_rules minute{.length_ms = 60'000, .nodes = 4};

// What visit_state() tells of it.
std::vector<std::uint64_t> state_of(const node_window& of) {
  std::vector<std::uint64_t> all;
  of.visit_state([&all](auto value) { all.push_back(static_cast<std::uint64_t>(value)); });
  return all;
}

TEST(a_window, that_differs_by_its_reason_alone_is_in_another_state) {
  node_window poisoned(minute);
  node_window exhausted(minute);
  node_reading unreadable;
  node_reading live;
  for (unsigned n = 0; n < minute.nodes; ++n) {
    unreadable.add(n, "garbage");
    live.add(n, record(noon - 1'000), true);
  }
  poisoned.took(unreadable.entries, INT64_MIN, {}, noon, {0, 1});
  exhausted.took(live.entries, INT64_MIN, {}, noon, {0, 1});
  EXPECT_EQ(poisoned.why(), no_window::poisoned);
  EXPECT_EQ(exhausted.why(), no_window::exhausted);
  EXPECT_EQ(poisoned.next(noon).until_ms, exhausted.next(noon).until_ms);
  EXPECT_NE(state_of(poisoned), state_of(exhausted));
}

TEST(a_window, that_holds_remembers_nothing_of_what_it_tried) {
  holder m(minute);
  const std::size_t of_none = state_of(m.window).size();
  m.read({});
  EXPECT_GT(state_of(m.window).size(), of_none);
  m.answer(store_answer::done);
  EXPECT_EQ(state_of(m.window).size(), of_none);
}

TEST(a_window, that_gives_back_another_record_is_in_another_state) {
  holder one(minute);
  holder other(minute);
  other.nonces = 1;
  for (holder* m : {&one, &other}) {
    m->acquire({});
    m->window.release(noon, noon);
  }
  EXPECT_NE(one.wished().before.nonce, other.wished().before.nonce);
  EXPECT_NE(state_of(one.window), state_of(other.window));
}

TEST(a_record, is_of_process_0_where_none_is_named) {
  node_window window(minute);
  ASSERT_EQ(window.next(noon).what, kind::read);
  window.took({}, INT64_MIN, {}, noon, {0, 1});
  EXPECT_EQ(window.next(noon).next.pid, 0U);
}

TEST(a_record, has_one_text) {
  node_record r = record(noon, 0xABC, 17);
  r.host.append("web-3");
  r.pid = 4711;
  EXPECT_EQ(r.to_text().view(), "1765540800000 00000000000000000000000000000ABC 17 web-3 4711");
  EXPECT_EQ(node_record::parse(r.to_text()), r);
  EXPECT_EQ(node_record().to_text().view(), "-9223372036854775808 00000000000000000000000000000000 0 - 0");
  EXPECT_EQ(node_record::parse(node_record().to_text()), node_record());
  for (const char* const text : {"", "1", "1765540800000 00000000000000000000000000000abc 17 web-3 4711",
                                 "1765540800000 00000000000000000000000000000ABC 17 web-3 4711 ",
                                 "1765540800000 00000000000000000000000000000ABC 17 web-3",
                                 "+1 00000000000000000000000000000ABC 17 - 1",
                                 "01 00000000000000000000000000000ABC 17 - 1", "1 ABC 17 - 1"})
    EXPECT_FALSE(node_record::parse(text)) << text;
}

TEST(acquiring, takes_a_number_that_was_never_used) {
  holder m(minute);
  node_reading reading;
  reading.add(0, record(noon - 5'000));
  m.read(reading);
  const auto w = m.wished();
  EXPECT_EQ(w.node, 1U);
  EXPECT_TRUE(w.before.unused());
  EXPECT_EQ(w.next.high_ms, noon + 60'000);
  EXPECT_EQ(w.next.nonce, uint128(0, 1));
  EXPECT_FALSE(m.window.holds());
  m.answer(store_answer::done);
  EXPECT_TRUE(m.window.holds());
  EXPECT_EQ(m.window.high_ms(), noon + 60'000);
}

TEST(acquiring, else_takes_the_longest_unused_and_waits_for_the_skew) {
  holder m(minute);
  node_reading reading;
  reading.add(0, record(noon - 5'000));
  reading.add(1, record(noon - 9'000));
  reading.add(2, record(noon - 7'000));
  reading.add(3, record(noon + 30'000));
  m.read(reading);
  EXPECT_EQ(m.wished().node, 1U);
  m.answer(store_answer::lost);
  EXPECT_EQ(m.wished().what, kind::choose);
  m.window.took(reading.entries, reading.fence_ms, {}, m.now, {0, 8});
  EXPECT_EQ(m.wished().node, 2U);
  m.answer(store_answer::done);
  EXPECT_EQ(m.window.low_ms(), noon - 7'000);

  holder late(minute);
  reading.entries.clear();
  for (unsigned n = 0; n < 4; ++n) reading.add(n, record(noon - 1'000 + n));
  late.read(reading);
  EXPECT_FALSE(late.window.holds());
  EXPECT_EQ(late.window.why(), no_window::exhausted);
  EXPECT_EQ(late.wished().until_ms, noon + 1) << "the earliest H, the skew and a millisecond";
  late.now += 1;
  late.read(reading);
  EXPECT_EQ(late.wished().node, 0U);
}

TEST(acquiring, takes_no_number_in_use_by_a_clock_before_all_times) {
  window_rules one = minute;
  one.nodes = 1;
  for (const std::int64_t clock : {INT64_MIN, INT64_MIN + 1, INT64_MIN + 999}) {
    holder m(one);
    m.now = clock;
    node_reading reading;
    reading.add(0, record(noon + 60'000));
    m.read(reading);
    EXPECT_FALSE(m.window.engaged());
    EXPECT_EQ(m.window.counted().poisoned, 1U);
  }
}

TEST(acquiring, prefers_the_callers_number_where_it_is_free) {
  window_rules rules = minute;
  rules.preferred = 2;
  holder free(rules);
  free.read({});
  EXPECT_EQ(free.wished().node, 2U);
  node_reading reading;
  reading.add(2, record(noon + 30'000));
  holder taken(rules);
  taken.read(reading);
  EXPECT_EQ(taken.wished().node, 0U);
  rules.only = 2;
  holder only(rules);
  only.read(reading);
  EXPECT_EQ(only.window.why(), no_window::exhausted);
}

TEST(acquiring, passes_over_live_poisoned_and_unreadable_numbers) {
  holder m(minute);
  node_reading reading;
  reading.add(0, record(noon - 50'000), true);
  reading.add(1, record(noon + 86'400'000));
  reading.add(2, "garbage");
  reading.add(3, record(noon - 2'000));
  m.read(reading);
  EXPECT_EQ(m.wished().node, 3U);
  EXPECT_EQ(m.window.counted().poisoned, 2U);
}

TEST(acquiring, tries_every_number_that_is_free_before_it_reads_again) {
  for (const std::int64_t fence : {INT64_MIN, noon - 100'000}) {
    holder m(minute);
    node_reading reading;
    reading.add(1, record(noon - 200'000));
    reading.fence_ms = fence;
    m.read(reading);
    std::vector<unsigned> tried{m.wished().node};
    for (int i = 0; i < 3; ++i) {
      m.answer(store_answer::lost);
      m.window.took(reading.entries, reading.fence_ms, {}, m.now, {0, 1});
      tried.push_back(m.wished().node);
    }
    const std::vector<unsigned> wanted =
        fence == INT64_MIN ? std::vector<unsigned>{0, 2, 3, 1} : std::vector<unsigned>{0, 1, 2, 3};
    EXPECT_EQ(tried, wanted);
    m.answer(store_answer::lost);
    m.window.took(reading.entries, reading.fence_ms, {}, m.now, {0, 1});
    EXPECT_EQ(m.wished().what, kind::rest);
    EXPECT_EQ(m.window.why(), no_window::exhausted);
  }
}

TEST(acquiring, begins_after_the_fence) {
  holder m(minute);
  node_reading reading;
  reading.fence_ms = noon - 1'500;
  m.acquire(reading);
  EXPECT_EQ(m.window.low_ms(), noon - 1'500);
  holder early(minute);
  reading.fence_ms = noon + 10'000;
  early.read(reading);
  EXPECT_EQ(early.window.why(), no_window::fenced);
}

TEST(acquiring, says_when_no_record_can_be_used) {
  holder m(minute);
  node_reading reading;
  reading.add(0, "no record");
  for (unsigned n = 1; n < 4; ++n) reading.add(n, record(noon + 7'200'000));
  m.read(reading);
  EXPECT_EQ(m.window.why(), no_window::poisoned);
  reading.entries.back().record = record(noon + 30'000);
  m.now += 2'000;
  m.read(reading);
  EXPECT_EQ(m.window.why(), no_window::exhausted);
}

TEST(acquiring, stays_away_from_a_pool_for_something_else) {
  holder m(minute);
  EXPECT_EQ(m.wished().what, kind::read);
  m.window.not_for_us(m.now);
  EXPECT_EQ(m.window.why(), no_window::other_use);
  EXPECT_EQ(m.wished().what, kind::rest);
}

TEST(acquiring, waits_while_the_clocks_differ) {
  for (const std::int64_t apart : {-60'001, 60'001}) {
    holder m(minute);
    node_reading reading;
    reading.clock_ms = noon + apart;
    m.read(reading);
    EXPECT_EQ(m.window.why(), no_window::clock);
    EXPECT_EQ(m.wished().what, kind::rest);
  }
  holder near(minute);
  node_reading reading;
  reading.clock_ms = noon - 60'000;
  near.acquire(reading);
}

TEST(acquiring, gives_a_nonce_up_whose_answer_did_not_come) {
  holder m(minute);
  m.read({});
  m.answer(store_answer::unknown);
  EXPECT_FALSE(m.window.holds());
  m.now += 1'000;
  node_reading reading;
  reading.add(0, record(noon + 60'000, 1));  // it did arrive
  m.read(reading);
  EXPECT_EQ(m.wished().node, 1U);
  EXPECT_EQ(m.wished().next.nonce, uint128(0, 2));
  EXPECT_EQ(m.window.counted().unknown, 1U);
}

TEST(renewing, begins_after_a_third) {
  holder m(minute);
  m.acquire({});
  EXPECT_EQ(m.wished().until_ms, noon + 20'000);
  m.now = noon + 20'000;
  const auto w = m.wished();
  EXPECT_EQ(w.what, kind::swap);
  EXPECT_EQ(w.next.high_ms, noon + 80'000);
  EXPECT_EQ(w.next.count, w.before.count + 1);
  EXPECT_EQ(m.window.high_ms(), noon + 60'000) << "it rises on proof alone";
  m.answer(store_answer::done);
  EXPECT_EQ(m.window.high_ms(), noon + 80'000);
  EXPECT_EQ(m.window.counted().renewed, 1U);
}

TEST(renewing, at_once_when_woken_but_not_more_than_every_50_ms) {
  holder m(minute);
  m.acquire({});
  m.now += 10;
  m.window.wake();
  EXPECT_EQ(m.wished().what, kind::rest);
  m.now += 40;
  m.answer(store_answer::done);
  EXPECT_EQ(m.window.high_ms(), noon + 60'050);
  m.now += 49;
  m.window.wake();
  EXPECT_EQ(m.wished().what, kind::rest);
}

// The record as a renewal left it, or did not.
void expect_read_back(bool arrived) {
  holder m(minute);
  m.acquire({});
  m.now += 20'000;
  const auto w = m.wished();
  m.answer(store_answer::unknown);
  EXPECT_EQ(m.window.high_ms(), noon + 60'000);
  m.now += 50;
  node_reading reading;
  reading.add(w.node, arrived ? w.next : w.before);
  m.read(reading);
  EXPECT_EQ(m.window.high_ms(), arrived ? noon + 80'000 : noon + 60'000);
  m.now += 50;
  EXPECT_EQ(m.wished().what, arrived ? kind::rest : kind::swap);
  if (arrived) return;
  // It arrives after all, and the next one is lost to it.
  m.answer(store_answer::lost);
  reading.entries[0].record = w.next;
  m.read(reading);
  EXPECT_TRUE(m.window.holds());
  EXPECT_EQ(m.window.high_ms(), noon + 80'000);
}
TEST(renewing, reads_back_what_it_does_not_know) {
  expect_read_back(true);
  expect_read_back(false);
}

TEST(renewing, ends_where_another_nonce_stands) {
  for (const store_answer answer : {store_answer::lost, store_answer::unknown}) {
    holder m(minute);
    m.acquire({});
    m.now += 90'000;
    m.answer(answer);
    m.now += 50;
    node_reading reading;
    reading.add(0, record(noon + 150'000, 77, 2));
    m.read(reading);
    EXPECT_FALSE(m.window.holds());
    EXPECT_EQ(m.window.counted().lost, 1U);
    m.read(reading);
    EXPECT_EQ(m.wished().node, 1U);
  }
}

TEST(renewing, goes_on_trying_while_the_store_is_away) {
  holder m(minute);
  m.acquire({});
  m.now += 20'000;
  for (int i = 0; i < 3; ++i) {
    m.answer(store_answer::unavailable);
    EXPECT_EQ(m.wished().what, kind::rest);
    m.now += 50;
  }
  EXPECT_TRUE(m.window.holds());
  EXPECT_EQ(m.window.high_ms(), noon + 60'000);
  m.answer(store_answer::done);
  EXPECT_EQ(m.window.high_ms(), noon + 80'150);
  EXPECT_EQ(m.window.counted().unavailable, 3U);
}

TEST(releasing, lowers_h_to_the_last_timestamp) {
  holder m(minute);
  m.acquire({});
  m.now += 700;
  m.window.release(noon + 600, m.now);
  EXPECT_FALSE(m.window.holds()) << "it is closed first";
  const auto w = m.wished();
  EXPECT_EQ(w.next.high_ms, noon + 600);
  EXPECT_EQ(w.next.nonce, uint128());
  m.answer(store_answer::done);
  EXPECT_EQ(m.wished().what, kind::rest);
  EXPECT_EQ(m.window.why(), no_window::released);
  m.window.begin();
  EXPECT_EQ(m.wished().what, kind::read);
}

TEST(releasing, lowers_nothing_that_is_not_settled) {
  holder m(minute);
  m.acquire({});
  m.now += 20'000;
  m.answer(store_answer::unknown);
  m.window.release(noon + 600, m.now);
  EXPECT_EQ(m.wished().what, kind::rest);
  holder unknown_last(minute);
  unknown_last.acquire({});
  unknown_last.window.release(std::nullopt, noon);
  EXPECT_EQ(unknown_last.wished().what, kind::rest);
}

// What the store says about a call that was on its way begins nothing anew: the pool is being closed.
TEST(a_closed_window, stays_closed_whatever_the_last_call_says) {
  holder reading(minute);
  ASSERT_EQ(reading.wished().what, kind::read);
  reading.window.release(std::nullopt, noon);
  reading.window.not_read(noon);
  EXPECT_TRUE(reading.window.stopped());

  holder renewing(minute);
  renewing.acquire({});
  renewing.now += minute.length_ms / 2;
  ASSERT_EQ(renewing.wished().what, kind::swap);
  renewing.window.release(noon + 1, renewing.now);
  renewing.window.answered(store_answer::done, renewing.now);
  EXPECT_TRUE(renewing.window.stopped());
  EXPECT_FALSE(renewing.window.holds());
}

// --- all orders of events ----------------------------------------------------------------------------------

// All times are multiples of a unit, so that a bit stands for each that was issued.
constexpr std::int64_t unit = 10;
constexpr std::int64_t begin = 1'000;
constexpr std::int64_t most_units = 64;
constexpr std::int64_t length = 12 * unit;
// Holders with clocks that differ, in a pool with one number.
constexpr window_rules tiny{.length_ms = length, .skew_ms = 1, .nodes = 1, .max_clock_error_ms = 1'000};

// A protocol or a store that is wrong. The check must find each.
enum class defect { none, believes_silence, lowers_too_far, store_forgets };

struct world {
  node_record there;
  std::vector<std::pair<node_record, node_record>>
      late;  // swaps whose answer did not come, and that may come
  std::int64_t now = begin + 20 * unit;
  struct one {
    node_window window{tiny};
    std::optional<std::int64_t> last;
    std::uint64_t issued = 0;
  } holders[2];

  [[nodiscard]] std::int64_t clock_of(int m) const { return now + m * 6 * unit; }
  // One that nothing has which is still there: which of them it is makes no other world.
  [[nodiscard]] uint128 fresh_nonce() const {
    constexpr std::uint64_t first = 1'000'000;
    std::uint64_t had = 0;
    const auto note = [&had](auto value) {
      const auto n = static_cast<std::uint64_t>(value) - first;
      if (n < 64) had |= std::uint64_t{1} << n;
    };
    note(there.nonce.lo);
    for (const auto& [before, next] : late) {
      note(before.nonce.lo);
      note(next.nonce.lo);
    }
    for (const auto& m : holders) m.window.visit_state(note);
    return {0, first + static_cast<unsigned>(std::countr_one(had))};
  }
  [[nodiscard]] bool twice() const { return (holders[0].issued & holders[1].issued) != 0; }
  void issue(int m, std::int64_t at) {
    if (at < begin || at >= begin + most_units * unit) return;
    holders[m].last = at;
    holders[m].issued |= std::uint64_t{1} << static_cast<unsigned>((at - begin) / unit);
  }
  // The earliest that a holder's generator issues now, by the clock or after its last one; none above its
  // window.
  [[nodiscard]] std::optional<std::int64_t> least(int m) const {
    const auto& own = holders[m];
    if (!own.window.holds()) return std::nullopt;
    const std::int64_t above_low =
        own.window.low_ms() < begin ? begin : (own.window.low_ms() / unit + 1) * unit;
    const std::int64_t at = std::max({clock_of(m), own.last.value_or(begin), above_low});
    if (at > own.window.high_ms()) return std::nullopt;
    return at;
  }
};

// 128 bits of it, in place of the world: two that differ are not taken for one.
struct digest {
  std::uint64_t a = 1;
  std::uint64_t b = 2;
  friend bool operator==(const digest&, const digest&) = default;
};
struct hash_of_digest {
  std::size_t operator()(const digest& d) const { return d.a; }
};
digest digest_of(const world& w) {
  digest d;
  const auto mix = [&d](auto value) {
    const auto bits = static_cast<std::uint64_t>(value);
    d.a = (d.a ^ bits) * 0x9E37'79B9'7F4A'7C15U;
    d.a ^= d.a >> 29U;
    d.b = (d.b ^ bits) * 0xBF58'476D'1CE4'E5B9U;
    d.b ^= d.b >> 31U;
  };
  mix(w.there.high_ms);
  mix(w.there.count);
  mix(w.there.nonce.lo);
  mix(w.now);
  for (const auto& [before, next] : w.late) {
    mix(before.count);
    mix(before.nonce.lo);
    mix(next.high_ms);
    mix(next.nonce.lo);
  }
  for (const auto& m : w.holders) {
    m.window.visit_state(mix);
    mix(m.last.value_or(0));
    mix(m.issued);
  }
  return d;
}

// All that can happen next.
template <class To>
void follow(const world& from, defect made, const To& then) {
  // After each event both issue as soon as they may, and who gave its number back wants another.
  const auto to = [&then](world& w) {
    for (int m = 0; m < 2; ++m) {
      if (w.holders[m].window.stopped()) w.holders[m].window.begin();
      if (const auto at = w.least(m)) w.issue(m, *at);
    }
    then(w);
  };
  for (const std::int64_t units : {6, 13, -6}) {
    world w = from;
    w.now += units * unit;
    if (w.now >= begin && w.now < begin + (most_units - 8) * unit) to(w);
  }
  for (std::size_t i = 0; i < from.late.size(); ++i) {
    world w = from;
    const auto [before, next] = w.late[i];
    w.late.erase(w.late.begin() + static_cast<std::ptrdiff_t>(i));
    if (w.there == before) w.there = next;
    to(w);
  }
  for (int m = 0; m < 2; ++m) {
    const std::int64_t now = from.clock_of(m);
    const auto& own = from.holders[m];
    if (own.window.holds()) {
      // Its generator runs ahead as far as it may.
      world ahead = from;
      ahead.issue(m, own.window.high_ms());
      to(ahead);
      world w = from;
      auto last = own.last;
      if (made == defect::lowers_too_far && last) *last -= length;
      w.holders[m].window.release(last, now);
      w.holders[m].last.reset();
      to(w);
    }
    if (own.window.why() != no_window::seeking) {  // killed, and started anew
      world w = from;
      w.holders[m].window = node_window(tiny);
      w.holders[m].last.reset();
      to(w);
    }
    world asked = from;
    const auto wish = asked.holders[m].window.next(now);
    if (wish.what == kind::read || wish.what == kind::choose) {
      world w = asked;
      const node_reading::entry entry{0, w.there};
      const std::size_t count = w.there.unused() ? 0 : 1;
      w.holders[m].window.took({&entry, count}, INT64_MIN, {}, now, from.fresh_nonce());
      if (!w.holders[m].window.holds()) w.holders[m].last.reset();
      to(w);
    }
    if (wish.what == kind::swap) {
      const bool fits = from.there == wish.before;
      const auto answer = [&](bool swaps, bool later, store_answer a) {
        world w = asked;
        if (swaps && made != defect::store_forgets) w.there = wish.next;
        if (later) w.late.emplace_back(wish.before, wish.next);
        w.holders[m].window.answered(a, now);
        to(w);
      };
      const bool trusts = made == defect::believes_silence;
      const store_answer silence = trusts ? store_answer::done : store_answer::unknown;
      answer(fits, false, fits ? store_answer::done : store_answer::lost);
      // What arrives without an answer is this and its arrival, at once or later.
      answer(false, true, silence);
    }
  }
}

// Every world within so many events of the beginning, each once for the number of events that led to it.
class exploration {
 public:
  exploration(int depth, defect made) : depth_(depth), made_(made) { enter(world(), 0); }

  [[nodiscard]] bool twice() const { return twice_; }
  [[nodiscard]] bool both_issued() const { return both_issued_; }
  [[nodiscard]] std::size_t states() const { return seen_.size(); }
  [[nodiscard]] std::size_t events() const { return events_; }

 private:
  void enter(const world& w, int events) {
    if (events == depth_ || twice_) return;
    digest d = digest_of(w);
    d.a += static_cast<std::uint64_t>(events);
    if (!seen_.insert(d).second) return;
    follow(w, made_, [this, events](const world& to) {
      ++events_;
      twice_ = twice_ || to.twice();
      both_issued_ = both_issued_ || (to.holders[0].issued != 0 && to.holders[1].issued != 0);
      enter(to, events + 1);
    });
  }

  int depth_;
  defect made_;
  std::unordered_set<digest, hash_of_digest> seen_;
  std::size_t events_ = 0;
  bool twice_ = false;
  bool both_issued_ = false;
};

constexpr int depth = 10;

TEST(two_holders, never_issue_the_same_in_any_order_of_ten_events) {
  const exploration all(depth, defect::none);
  std::printf("%zu states, %zu events\n", all.states(), all.events());
  EXPECT_FALSE(all.twice());
  EXPECT_TRUE(all.both_issued()) << "or nothing was shown";
}

TEST(two_holders, are_caught_when_something_is_wrong) {
  for (const defect made : {defect::believes_silence, defect::lowers_too_far, defect::store_forgets})
    EXPECT_TRUE(exploration(depth, made).twice()) << static_cast<int>(made);
}

}  // namespace
}  // namespace sortid_test
