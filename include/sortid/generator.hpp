// New ids. One class, basic_generator, makes them; its scope says who shares the order. Here is the scope of
// one thread; ordered_generator.hpp has those of a process and of a host, scope.hpp says what one of your own
// needs. Clock and entropy are parameters too; system.hpp has those of the system.
//
//   auto made = sortid::generator<sortid::ulid>::make();
//   auto id = made->next();
//
// What every generator keeps; docs/generators.md has the rules of each format in a table:
//
//   order             an id is greater than every id that was returned before it was asked for, in the same
//                     scope. The formats without a counter have no order: each of their ids is a draw
//   full millisecond  the policies below decide; of a clock that goes back too
//   outside the time  fault::out_of_range, for an instant that the format cannot hold
//   entropy           fault::entropy when there is none: never zeros, never fewer random bits
//   fork              the child goes on one millisecond after the last timestamp that it inherited, with
//                     random bits of its own. A format without random bits answers fault::forked there
//   threads           one `generator` is for one thread at a time; two generators share nothing
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "sortid/basic_id.hpp"
#include "sortid/detail/draws.hpp"
#include "sortid/fault.hpp"
#include "sortid/generator_options.hpp"
#include "sortid/generator_plan.hpp"
#include "sortid/layout.hpp"
#include "sortid/result.hpp"
#include "sortid/scope.hpp"
#include "sortid/sources.hpp"
#include "sortid/system.hpp"
#include "sortid/thread_scope.hpp"

namespace sortid {

// When a millisecond has no id left.
enum class on_overflow : std::uint8_t {
  fail,       // fault::tail_overflow, as the specifications say
  wait,       // for the clock to go on, at most max_wait
  run_ahead,  // take the next millisecond before the clock does; see ahead()
};
[[nodiscard]] constexpr std::string_view name_of(on_overflow policy) noexcept {
  constexpr std::string_view names[] = {"fail", "wait", "run_ahead"};
  return names[static_cast<std::size_t>(policy)];
}

// When the clock reads earlier than it did.
enum class on_clock_back : std::uint8_t {
  hold,  // go on from the last timestamp: ids stay increasing
  wait,  // until the clock has caught up, at most max_wait, then fault::clock_back
  fail,  // fault::clock_back
  // In a pool (node_pool.hpp): gives the number of the node back and goes on with another one, by the clock
  // as it reads now. These ids are not greater than those before. In another scope the same as fail.
  take_another,
};
[[nodiscard]] constexpr std::string_view name_of(on_clock_back policy) noexcept {
  constexpr std::string_view names[] = {"hold", "wait", "fail", "take_another"};
  return names[static_cast<std::size_t>(policy)];
}

struct policies {
  on_overflow overflow = on_overflow::fail;
  on_clock_back clock_back = on_clock_back::hold;
  std::int64_t max_wait_ms = 1'000;  // for one id, of both kinds of waiting together
};

// Ids in one order for all that share the scope. After a fault the generator is as it was, so that the call
// may be repeated. It moves where its scope moves, and is never copied: a copy would make the same ids.
template <any_id Id, generator_scope Scope, clock_source Clock = system_clock,
          entropy_source Entropy = system_entropy>
requires std::same_as<typename Scope::value_type, typename Id::value_type>
class basic_generator {
  using word = typename Id::value_type;
  using plan_type = generator_plan<Id>;
  using recipe_type = typename plan_type::recipe_type;

 public:
  // For a scope that needs nothing but to know where it begins. A generator that the compiler makes begins in
  // the process that loads it.
  constexpr explicit basic_generator(const generator_plan<Id>& plan = {},
                                     const policies& policy = {}) noexcept requires
      std::constructible_from<Scope, std::uint64_t> && std::default_initializable<Clock>
      : basic_generator(plan, policy, Clock{}) {}
  constexpr basic_generator(
      const generator_plan<Id>& plan, const policies& policy, Clock clock,
      Entropy entropy = {}) noexcept requires std::constructible_from<Scope, std::uint64_t>
      : scope_(detail::fork_count_at_start(entropy)),
        plan_(plan),
        policies_(policy),
        clock_(std::move(clock)),
        entropy_(std::move(entropy)) {}
  // For one that is made from something else: from a scope of its type, say.
  template <class From>
  requires std::constructible_from<Scope, From>
  constexpr basic_generator(std::in_place_t, From&& scope, const generator_plan<Id>& plan = {},
                            const policies& policy = {}, Clock clock = {}, Entropy entropy = {}) noexcept
      : scope_(std::forward<From>(scope)),
        plan_(plan),
        policies_(policy),
        clock_(std::move(clock)),
        entropy_(std::move(entropy)) {}

  // The same from unchecked options; see generator_plan_type::make.
  [[nodiscard]] static result<basic_generator> make(const generator_options& options = {},
                                                    const policies& policy = {}, Clock clock = {},
                                                    Entropy entropy = {}) noexcept requires
      std::constructible_from<Scope, std::uint64_t> && std::move_constructible<Scope> {
    const auto plan = generator_plan<Id>::make(options);
    if (!plan) return plan.error();
    if (lacks_node(*plan)) return detail::node_needed;
    return basic_generator(*plan, policy, std::move(clock), std::move(entropy));
  }
  // For a scope that is opened, as a host's order is from its file. The reason why not is the scope's.
  template <class Place>
  [[nodiscard]] static auto open(Place place, const generator_plan<Id>& plan = {},
                                 const policies& policy = {}, Clock clock = {},
                                 Entropy entropy = {}) noexcept requires requires {
    Scope::open(place, plan.recipe(), entropy);
  }
  {
    auto scope = Scope::open(place, plan.recipe(), entropy);
    using opened = result<basic_generator, typename decltype(scope)::error_type>;
    if (!scope) return opened(scope.error());
    return opened(basic_generator(std::in_place, std::move(*scope), plan, policy, std::move(clock),
                                  std::move(entropy)));
  }

  basic_generator(basic_generator&&) noexcept = default;
  basic_generator& operator=(basic_generator&&) noexcept = default;
  basic_generator(const basic_generator&) = delete;
  basic_generator& operator=(const basic_generator&) = delete;
  ~basic_generator() = default;

  // Whether another generator may make the same ids: a number alone would keep them apart, and the plan has
  // none. A scope that is made of nothing is shared with nobody elsewhere.
  [[nodiscard]] static constexpr bool lacks_node(const generator_plan<Id>& plan) noexcept {
    return Id::layout().needs_node() && std::constructible_from<Scope, std::uint64_t> && !plan.has_node();
  }

  // The next id. Greater than all before it, for the formats that are ordered.
  [[nodiscard]] result<Id, fault> next() noexcept {
    return next_as<result<Id, fault>>([this](word value) { return plan_.answer_of(value); });
  }

  // The next id with the timestamp of that Unix millisecond, in the order of the others: an instant before
  // the last timestamp is fails with fault::clock_back, a full millisecond with fault::tail_overflow,
  // whatever the policies. After a fork the millisecond of the last id counts as full.
  [[nodiscard]] result<Id, fault> next_at(std::int64_t unix_ms) noexcept {
    for (;;) {
      const clock_sample at{scope_.clock_seen(), unix_ms, detail::fork_count_of(entropy_)};
      const bool inherited = scope_.inherited(at.forks);
      const grant given = granted();
      if (given.why != fault::none) return given.why;
      const auto r = plan_.recipe(given.node);
      const auto when = r.timestamp_at(unix_ms);
      if (!when) return fault::out_of_range;
      const std::optional<word> last = last_in_order();
      if (last && *when < r.timestamp_of(*last)) return fault::clock_back;
      if (inherited && !r.drawn()) return fault::forked;
      if (!lies_in(given, unix_ms)) return fault::no_node;
      if (last && *when == r.timestamp_of(*last) && (inherited || changes_node(given, *last)))
        return fault::tail_overflow;
      word value{};
      const bool begins = !last || *when > r.timestamp_of(*last);
      const fault why = begins ? first_of(r, *when, last, value) : next_of(r, *last, value);
      if (why != fault::none) return why;
      if (r.ordered()) {
        if (!scope_.holds(value)) return fault::tail_overflow;
        if (!scope_.take(last, value)) continue;
      }
      if (const fault unkept = scope_.keep(at, *when); unkept != fault::none) return unkept;
      return plan_.answer_of(value);
    }
  }

  // An id that is a draw of its own, out of all order: every bit is random but timestamp, constants, node and
  // extension. A format without random bits has none. A forked child may go on with these: it draws from an
  // entropy of its own, and there is no last id to inherit.
  [[nodiscard]] result<Id, fault> random() noexcept requires(Id::layout().drawn()) {
    const std::int64_t now = clock_.now();
    const std::int64_t first = scope_.granted().not_before_ms;
    return draw_at(now < first ? first : now);
  }
  // The same with the timestamp of that Unix millisecond.
  [[nodiscard]] result<Id, fault> random_at(std::int64_t unix_ms) noexcept requires(Id::layout().drawn()) {
    return draw_at(unix_ms);
  }

  // Fills the span in order, with one reading of the clock for a block of ids (256). In an order that is
  // shared a block is taken as a whole; between blocks ids of others may fall. On a fault the ids before it
  // are made and valid.
  [[nodiscard]] filled fill(std::span<Id> ids) noexcept {
    const auto r = plan_.recipe();
    block draws;
    for (std::size_t made = 0; made < ids.size();) {
      if (!draws.draw(r, entropy_, ids.size() - made)) return {made, fault::entropy};
      word first{};
      if (const fault why = take_block(read(), draws, first); why != fault::none) return {made, why};
      made += draws.write(plan_, first, &ids[made]);
    }
    return {ids.size(), fault::none};
  }
  // As many draws of their own, with one reading of the clock for a block. On a fault those before it are
  // made and valid.
  [[nodiscard]] filled fill_random(std::span<Id> ids) noexcept requires(Id::layout().drawn()) {
    std::array<word, detail::block_draws<word>::most_ids> bits;
    for (std::size_t made = 0; made < ids.size();) {
      const std::size_t left = ids.size() - made;
      const std::size_t count = left < bits.size() ? left : bits.size();
      const std::int64_t now = clock_.now();
      const grant given = scope_.granted();
      if (given.why != fault::none) return {made, given.why};
      const std::int64_t instant = now < given.not_before_ms ? given.not_before_ms : now;
      const auto r = plan_.recipe(given.node);
      const auto when = r.timestamp_at(instant);
      if (!when) return {made, fault::out_of_range};
      if (!lies_in(given, instant)) return {made, fault::no_node};
      if (!entropy_.fill(bits.data(), count * sizeof(word))) return {made, fault::entropy};
      for (std::size_t i = 0; i < count; ++i) ids[made + i] = plan_.id_of(r.independent(*when, bits[i]));
      made += count;
    }
    return {ids.size(), fault::none};
  }

  // Makes every id from here on later than that Unix millisecond, whatever the clock reads. Changes nothing
  // where they are already, and does not count as a reading of the clock. After a fork fault::forked for a
  // format without random bits: the parent's ids after that instant would be the same.
  [[nodiscard]] fault begin_after(std::int64_t unix_ms) noexcept requires(Id::layout().ordered()) {
    const clock_sample at{scope_.clock_seen(), unix_ms, detail::fork_count_of(entropy_)};
    const bool inherited = scope_.inherited(at.forks);  // step: order_word.begin_inherited
    const grant given = granted();
    const auto r = plan_.recipe(given.node);
    if (inherited && !r.drawn()) return fault::forked;
    if (given.why != fault::none) return given.why;
    if (unix_ms < r.epoch) return fault::none;
    const auto when = r.timestamp_at(unix_ms);
    if (!when || *when == r.max_timestamp) return fault::out_of_range;
    const timestamp begin = after(*when);
    for (;;) {
      const std::optional<word> last = scope_.last();
      if (last && r.timestamp_of(*last) >= begin) return fault::none;
      word value{};
      if (const fault why = first_of(r, begin, last, value); why != fault::none) return why;
      if (!scope_.holds(value)) return fault::tail_overflow;
      if (scope_.take(last, value)) break;  // step: order_word.begin
    }
    return scope_.keep(at, begin);
  }

  // Milliseconds by which the last id's timestamp is later than the clock; 0 when it is not, and without an
  // order.
  [[nodiscard]] std::int64_t ahead() noexcept {
    const std::optional<word> last = scope_.last();
    return last ? plan_.recipe().lead_of(*last, clock_.now()) : 0;
  }

  // Other policies from the next id on, for this object alone. Not while another thread takes an id from it.
  void set_policies(const policies& policy) noexcept { policies_ = policy; }

  [[nodiscard]] Scope& scope() noexcept { return scope_; }
  [[nodiscard]] Clock& clock() noexcept { return clock_; }
  [[nodiscard]] Entropy& entropy() noexcept { return entropy_; }

 private:
  template <class, clock_source, entropy_source>
  friend class generator_view;

  // The next id's value as the answer of a function, or the fault.
  template <class Result, class Answer>
  [[nodiscard, gnu::always_inline]] Result next_as(Answer answer) noexcept {
    const clock_sample at = read();
    bool full = false;
    if constexpr (detail::lone_scope<Scope>) {
      if (scope_.unchanged(at)) {
        if constexpr (!Id::layout().ordered()) return draw_as<Result>(at.now, answer);
        word& last = scope_.in_place();
        const fault why = next_of(recipe_after(last), last, last);
        if (why == fault::none) return answer(last);
        if (why != fault::tail_overflow) return Result{why};
        full = true;
      }
    }
    word value{};
    if (const fault why = take_one(at, full, value); why != fault::none) return Result{why};
    return answer(value);
  }
  [[nodiscard]] clock_sample read() noexcept {
    // In this order: a reading that another thread makes in between is no reason to think that the clock went
    // back.
    const std::int64_t seen = scope_.clock_seen();
    const std::int64_t now = clock_.now();  // step: order_word.clock
    return {seen, now, detail::fork_count_of(entropy_)};
  }

  // What the scope grants, to ids that others cannot have.
  [[nodiscard, gnu::always_inline]] grant granted() noexcept {
    grant given = scope_.granted();
    if (given.why == fault::none && !given.node && lacks_node(plan_)) given.why = fault::needs_node;
    return given;
  }
  [[nodiscard]] std::optional<word> last_in_order() const noexcept {
    if constexpr (!Id::layout().ordered()) return std::nullopt;
    return scope_.last();
  }
  [[nodiscard]] static bool lies_in(const grant& given, std::int64_t unix_ms) noexcept {
    return given.not_before_ms <= unix_ms && unix_ms <= given.not_after_ms &&
           plan_type::takes_node(given.node);
  }
  [[nodiscard]] static bool changes_node(const grant& given, word last) noexcept {
    return given.node && plan_type::node_of(last) != given.node && Id::layout().has(role::node);
  }

  // With the last id's node, where the scope gives one.
  [[nodiscard, gnu::always_inline]] recipe_type recipe_after(const word& last) const noexcept {
    if constexpr (detail::unlimited_scope<Scope>) return plan_.recipe();
    return plan_.recipe(plan_type::node_of(last));
  }

  [[nodiscard]] static constexpr timestamp after(timestamp last) noexcept { return {last.since_epoch + 1}; }

  // An id of no order.
  [[nodiscard]] result<Id, fault> draw_at(std::int64_t unix_ms) noexcept {
    return draw_as<result<Id, fault>>(unix_ms, [this](word value) { return plan_.answer_of(value); });
  }
  template <class Result, class Answer>
  [[nodiscard, gnu::always_inline]] Result draw_as(std::int64_t unix_ms, Answer answer) noexcept {
    const grant given = scope_.granted();
    if (given.why != fault::none) return Result{given.why};
    const auto r = plan_.recipe(given.node);
    const auto when = r.timestamp_at(unix_ms);
    if (!when) return Result{fault::out_of_range};
    if (!lies_in(given, unix_ms)) return Result{fault::no_node};
    word bits{};
    if (!entropy_.fill(&bits, sizeof bits)) return Result{fault::entropy};
    return answer(r.independent(*when, bits));
  }

  // The first value of a timestamp, and the one after `last` within its millisecond. Values go out by
  // reference here and below: as part of a result they would be copied through memory, where a load of 16
  // bytes waits for the two stores of 8 before it. In line, so that what a recipe has as a constant is one.
  [[nodiscard, gnu::always_inline]] fault first_of(const recipe_type& r, timestamp when,
                                                   const std::optional<word>& last, word& value) noexcept {
    word bits{};
    if (!detail::draw(entropy_, !r.ordered() || r.drawn_first() != word{}, bits)) return fault::entropy;
    value = r.first(when, bits, last);
    return fault::none;
  }
  [[nodiscard, gnu::always_inline]] fault next_of(const recipe_type& r, const word& last,
                                                  word& value) noexcept {
    word bits{};
    std::uint64_t step_bits = 0;
    if (!detail::draw_further(r, entropy_, step_bits, bits)) return fault::entropy;
    return r.advance(last, r.step(step_bits), bits, value) ? fault::none : fault::tail_overflow;
  }

  using block = detail::block_draws<word>;

  // Takes a value from the scope, and the rest of its block if there is one: one type for both, so that what
  // follows is compiled once.
  struct taker {
    basic_generator& from;
    block* rest;
    bool operator()(const std::optional<word>& last, word value) const noexcept {
      const word end = rest == nullptr ? value
                                       : rest->last_after(from.plan_.recipe(plan_type::node_of(value)), value,
                                                          from.scope_);
      return from.scope_.take(last, end);
    }
  };

  // The value for one reading, after the policies, taken from the scope by take(last, value). None when
  // another thread or process was faster. `full`: the millisecond is known to have no id left.
  [[nodiscard, gnu::always_inline]] std::optional<fault> attempt(const clock_sample& at, bool full,
                                                                 word& value, taker take) noexcept {
    const bool inherited = scope_.inherited(at.forks);  // step: order_word.inherited
    const grant given = granted();
    const auto r = plan_.recipe(given.node);
    if (inherited && !r.drawn()) return fault::forked;
    if (given.why != fault::none) return given.why;
    if (r.timed && at.now < at.seen && policies_.clock_back != on_clock_back::hold) return fault::clock_back;
    const std::int64_t instant = at.now < given.not_before_ms ? given.not_before_ms : at.now;
    auto when = r.timestamp_at(instant);  // step: node_window.after_low
    if (!when) return fault::out_of_range;
    scope_.see_clock(at.now);
    if (!lies_in(given, instant)) return fault::no_node;
    const std::optional<word> last = last_in_order();
    // The rest of that millisecond may be somebody else's.
    if (last && (inherited || changes_node(given, *last)) && *when <= r.timestamp_of(*last))
      *when = after(r.timestamp_of(*last));
    if (*when > r.max_timestamp && r.timed) return fault::out_of_range;
    bool begins = !last || *when > r.timestamp_of(*last);
    if (!begins) {
      fault why = full ? fault::tail_overflow : next_of(r, *last, value);
      if (why == fault::none && !scope_.holds(value)) why = fault::tail_overflow;
      begins = why == fault::tail_overflow && policies_.overflow == on_overflow::run_ahead;
      if (why != fault::none && !begins) return why;
      *when = after(r.timestamp_of(*last));
      if (begins && *when > r.max_timestamp) return fault::out_of_range;
    }
    if (begins) {
      if (const fault why = first_of(r, *when, last, value); why != fault::none) return why;
      if (r.ordered() && !scope_.holds(value)) return fault::tail_overflow;
    }
    const timestamp reached = r.timestamp_of(value);
    if (r.timed && given.not_after_ms != INT64_MAX && r.is_past(reached, given.not_after_ms))
      return fault::no_node;  // step: node_window.until_high
    if (r.ordered() && !take(last, value)) return std::nullopt;
    return scope_.keep(at, reached);  // step: order_word.keep
  }

  // The same until there is a value, or no policy waits any longer.
  [[nodiscard, gnu::always_inline]] fault follow(clock_sample at, bool full, word& value,
                                                 taker take) noexcept {
    constexpr std::int64_t pause_us = 100;
    for (std::int64_t waited_us = 0;; at = read(), full = false) {
      std::optional<fault> why = attempt(at, full, value, take);
      if (!why) continue;
      if (why == fault::none) return fault::none;
      bool waits = (why == fault::tail_overflow && policies_.overflow == on_overflow::wait) ||
                   (why == fault::clock_back && policies_.clock_back == on_clock_back::wait);
      if constexpr (detail::recovering_scope<Scope>) {
        if (why == fault::no_node || why == fault::unavailable ||
            (why == fault::clock_back && policies_.clock_back == on_clock_back::take_another)) {
          why = scope_.recover(*why, at);
          if (why == fault::none) continue;
          waits = true;
        }
      }
      if (!waits || waited_us / 1'000 >= policies_.max_wait_ms) return *why;
      waited_us += detail::pause(clock_, pause_us);
    }
  }
  [[nodiscard, gnu::noinline]] fault follow_apart(clock_sample at, bool full, word& value,
                                                  taker take) noexcept {
    return follow(at, full, value, take);
  }
  [[nodiscard, gnu::always_inline]] fault take_one(const clock_sample& at, bool full, word& value) noexcept {
    if constexpr (detail::lone_scope<Scope>) {
      // Nearly every id is made in place, where this would only be in the way.
      return follow_apart(at, full, value, {*this, nullptr});
    } else {
      return follow(at, full, value, {*this, nullptr});
    }
  }
  // The first value of a block.
  [[nodiscard]] fault take_block(const clock_sample& at, block& draws, word& first) noexcept {
    return follow_apart(at, false, first, {*this, &draws});
  }

  Scope scope_;  // the first, since it asks the entropy that is moved into its place after it
  plan_type plan_;
  policies policies_;
  Clock clock_;
  Entropy entropy_;
};

// Ids of one thread, without a lock. It moves. A generator that was moved from goes on as the child of a fork
// does, if its clock and its entropy still work.
template <any_id Id, clock_source Clock = system_clock, entropy_source Entropy = system_entropy>
using generator = basic_generator<Id, thread_scope<typename Id::value_type>, Clock, Entropy>;

// The calling thread's own generator, with the format's own options and the default policies: no lock, and an
// order within the thread.
template <any_id Id, clock_source Clock = system_clock, entropy_source Entropy = system_entropy>
[[nodiscard]] generator<Id, Clock, Entropy>& thread_generator() noexcept {
  // Made by the compiler, so that an access needs no check whether it is there yet.
  static constinit thread_local generator<Id, Clock, Entropy> own{};
  return own;
}

// A new id from it.
template <any_id Id>
[[nodiscard]] result<Id, fault> new_id() noexcept {
  return thread_generator<Id>().next();
}

}  // namespace sortid
