// New ids, one generator for one thread. Clock and entropy are parameters; system.hpp has those of the system, and
// ordered_generator.hpp the generators whose order holds for a process or a host.
//
//   auto made = sortid::generator<sortid::ulid>::make();
//   auto id = made->next();
//
// What happens, by format (P = a policy of the caller decides, see below):
//
//                       ulid            typeid, uuidv7   euid              ulid-flake(s)    xid, uid11, fullrand  ts-seq-rand       snowish
//   next millisecond    80 bits drawn   74 bits drawn    extension kept,   bits drawn       drawn                 sequence 0,       sequence 0
//                                                        rest drawn                                               10 bits drawn
//   same millisecond    +1, or a step   + a step of      upper 32 bits +1, + a step of      drawn anew, not       sequence +1,      sequence +1
//                       of 1…8 bytes    4 (1…7) bytes    lower 32 drawn    1 (1…3, 1…2)     ordered               10 bits drawn
//                                                                          bytes
//   tail overflow       P               P                P                 P                cannot be             P                 P
//   clock goes back     P               P                P                 P                followed, unless P    P                 P
//                                                                                           says wait or fail
//   outside the time    fault::out_of_range for every format; nothing changes
//   entropy failure     fault::entropy for every format; nothing changes; never zeros, never less random bits
//   fork                the child draws anew, one millisecond after the last timestamp it inherited; snowish, which
//                       has nothing to draw, refuses with fault::forked
//   threads             one generator must not be used by two threads at once; two generators share nothing
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "sortid/detail/recipe.hpp"
#include "sortid/system.hpp"

namespace sortid {

// When a millisecond has no id left.
enum class on_overflow : std::uint8_t {
  fail,       // fault::tail_overflow, as the specifications say
  wait,       // for the clock to go on, at most max_wait
  run_ahead,  // take the next millisecond before the clock does; see ahead()
};

// When the clock reads earlier than it did.
enum class on_clock_back : std::uint8_t {
  hold,  // go on from the last timestamp: ids stay increasing
  wait,  // until the clock has caught up, at most max_wait, then fault::clock_back
  fail,  // fault::clock_back
};

struct policies {
  on_overflow overflow = on_overflow::fail;
  on_clock_back clock_back = on_clock_back::hold;
  std::int64_t max_wait_ms = 1'000;  // for one id, of both kinds of waiting together
};

// now() is Unix milliseconds; pause(us) returns about that many microseconds later, or at once with a fake clock. It may
// return the microseconds that went by, which count against a limit; otherwise those asked for do.
template <class T>
concept clock_source = requires(T clock, std::int64_t us) {
  { clock.now() }
  noexcept->std::same_as<std::int64_t>;
  { clock.pause(us) }
  noexcept;
};

// fill(bytes, size) puts random bytes there, all or none, and says whether it did. A source that knows when the process
// was forked has fork_count(), which differs in the child.
template <class T>
concept entropy_source = requires(T entropy, void* to, std::size_t size) {
  { entropy.fill(to, size) }
  noexcept->std::same_as<bool>;
};

// How many ids of a batch were made, and why there are no more.
struct filled {
  std::size_t count = 0;
  fault why = fault::none;
};

namespace detail {

template <entropy_source Entropy>
std::uint64_t fork_count_of(Entropy& entropy) noexcept {
  if constexpr (requires { entropy.fork_count(); }) {
    return entropy.fork_count();
  } else {
    return 0;
  }
}

// A random word, when the bits are needed at all.
template <class Word, entropy_source Entropy>
bool draw(Entropy& entropy, bool needed, Word& bits) noexcept {
  return !needed || entropy.fill(&bits, sizeof bits);
}

// Pauses, and says how many microseconds went by.
template <clock_source Clock>
std::int64_t pause(Clock& clock, std::int64_t us) noexcept {
  if constexpr (std::same_as<decltype(clock.pause(us)), std::int64_t>) {
    return clock.pause(us);
  } else {
    clock.pause(us);
    return us;
  }
}

// What follows `last` at a timestamp. `last` is none at the start. Never earlier than `last`, whatever the timestamp.
template <class Word, entropy_source Entropy>
result<Word, fault> value_after(const recipe<Word>& r, const std::optional<Word>& last,
                                std::uint64_t timestamp, Entropy& entropy) noexcept {
  Word bits{};
  if (!r.ordered()) {
    if (!draw(entropy, true, bits)) return fault::entropy;
    return r.first(timestamp, bits);
  }
  if (!last || timestamp > r.timestamp_of(*last)) {
    if (!draw(entropy, r.random != Word{}, bits)) return fault::entropy;
    return r.first(timestamp, bits);
  }
  std::uint64_t step_bits = 0;
  if (!draw(entropy, r.step_bytes != 0, step_bits) || !draw(entropy, r.redrawn != Word{}, bits))
    return fault::entropy;
  const auto next = r.next(*last, r.step(step_bits), bits);
  if (!next) return fault::tail_overflow;
  return *next;
}

// One id after the policies. Scope has last(), clock_seen(), holds(value), and take(last, value), which makes `value`
// the last one unless another thread or process was faster. `inherited`: the last value is the parent's.
template <class Word, class Scope, clock_source Clock, entropy_source Entropy>
result<Word, fault> value_by_policy(const recipe<Word>& r, const policies& p, Scope& scope, Clock& clock,
                                    Entropy& entropy, bool inherited) noexcept {
  constexpr std::int64_t pause_us = 100;
  if (inherited && !r.drawn()) return fault::forked;
  for (std::int64_t waited_us = 0;;) {
    // In this order: a reading that another thread makes in between is no reason to think that the clock went back.
    const std::int64_t seen = scope.clock_seen();
    const std::int64_t now = clock.now();
    fault why = fault::none;
    if (r.timed && now < seen && p.clock_back != on_clock_back::hold) {
      if (p.clock_back == on_clock_back::fail) return fault::clock_back;
      why = fault::clock_back;
    } else {
      auto timestamp = r.timestamp_at(now);
      if (!timestamp) return fault::out_of_range;
      scope.see_clock(now);
      const std::optional<Word> last = scope.last();
      if (inherited && last && r.ordered() && *timestamp <= r.timestamp_of(*last))
        *timestamp = r.timestamp_of(*last) + 1;
      if (*timestamp > r.max_timestamp && r.timed) return fault::out_of_range;
      auto value = value_after(r, last, *timestamp, entropy);
      if (!value && value.error() == fault::tail_overflow && p.overflow == on_overflow::run_ahead) {
        const std::uint64_t following = r.timestamp_of(*last) + 1;
        if (following > r.max_timestamp) return fault::out_of_range;
        value = value_after(r, last, following, entropy);
      }
      if (value && !r.ordered()) return *value;  // no order, nothing to remember
      if (value && scope.holds(*value)) {
        if (scope.take(last, *value)) return *value;
        continue;  // somebody was faster
      }
      why = value ? fault::tail_overflow : value.error();
      if (why != fault::tail_overflow || p.overflow != on_overflow::wait) return why;
    }
    if (waited_us / 1'000 >= p.max_wait_ms) return why;
    waited_us += pause(clock, pause_us);
  }
}

// What every generator offers beside next(), by way of it.
template <class Self, class Id>
class batches {
 public:
  // Fills the span in order; in an order that is shared, ids of others may fall between. On a fault the ids before it
  // are made and valid.
  [[nodiscard]] filled fill(std::span<Id> ids) noexcept {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto id = static_cast<Self&>(*this).next();
      if (!id) return {i, id.error()};
      ids[i] = *id;
    }
    return {ids.size(), fault::none};
  }
};

}  // namespace detail

// Options checked against a format: what a generator is made from.
template <any_id Id>
class mint_plan {
 public:
  using recipe_type = detail::recipe<typename Id::value_type>;

  // The format's own options.
  mint_plan() noexcept : mint_plan({}, *detail::make_recipe<Id::layout()>({})) {}
  // Refused with `range` or `prefix` for options that the format does not have or that do not fit it.
  [[nodiscard]] static result<mint_plan> make(const mint_options& options) noexcept {
    const auto recipe = detail::make_recipe<Id::layout()>(options);
    if (!recipe) return recipe.error();
    return mint_plan(options, *recipe);
  }

  [[nodiscard]] const recipe_type& recipe() const noexcept { return recipe_; }
  // The id of a value that the recipe gave; from_value never refuses it.
  [[nodiscard]] Id id_of(typename Id::value_type value) const noexcept {
    if constexpr (std::same_as<Id, type_id>) {
      return type_id(prefix_, uuid(value));
    } else {
      return Id::from_value(value).value();
    }
  }

 private:
  mint_plan(const mint_options& options, const recipe_type& recipe) noexcept
      : recipe_(recipe), prefix_(options.prefix) {}
  recipe_type recipe_;
  type_prefix prefix_;
};

// Ids of one thread, without a lock. After a fault the generator is as it was, so that the call may be repeated.
template <any_id Id, clock_source Clock = system_clock, entropy_source Entropy = system_entropy>
class generator : public detail::batches<generator<Id, Clock, Entropy>, Id> {
  using word = typename Id::value_type;

 public:
  explicit generator(const mint_plan<Id>& plan = {}, const policies& policy = {}, Clock clock = {},
                     Entropy entropy = {}) noexcept
      : plan_(plan),
        policies_(policy),
        clock_(std::move(clock)),
        entropy_(std::move(entropy)),
        forks_(detail::fork_count_of(entropy_)) {}

  // The same from unchecked options; see mint_plan::make.
  [[nodiscard]] static result<generator> make(const mint_options& options = {}, const policies& policy = {},
                                              Clock clock = {}, Entropy entropy = {}) noexcept {
    const auto plan = mint_plan<Id>::make(options);
    if (!plan) return plan.error();
    return generator(*plan, policy, std::move(clock), std::move(entropy));
  }

  // The next id. Greater than all before it, for the formats that are ordered.
  [[nodiscard]] result<Id, fault> next() noexcept {
    const auto value = detail::value_by_policy(recipe(), policies_, state_, clock_, entropy_, inherited());
    if (!value) return value.error();
    adopt();
    return plan_.id_of(*value);
  }

  // The next id with the timestamp of that Unix millisecond, in the order of the others: an instant before the last
  // timestamp is refused with fault::clock_back, a full millisecond with fault::tail_overflow, whatever the policies.
  // After a fork the millisecond of the last id counts as full.
  [[nodiscard]] result<Id, fault> next_at(std::int64_t unix_ms) noexcept {
    const auto timestamp = recipe().timestamp_at(unix_ms);
    if (!timestamp) return fault::out_of_range;
    if (recipe().ordered() && state_.value) {
      const std::uint64_t last = recipe().timestamp_of(*state_.value);
      if (*timestamp < last) return fault::clock_back;
      if (inherited() && !recipe().drawn()) return fault::forked;
      if (inherited() && *timestamp == last) return fault::tail_overflow;
    }
    const auto value = detail::value_after(recipe(), state_.value, *timestamp, entropy_);
    if (!value) return value.error();
    if (recipe().ordered()) state_.value = *value;
    adopt();
    return plan_.id_of(*value);
  }

  // An id that is a draw of its own, out of all order: every bit but timestamp, constants, node and extension.
  [[nodiscard]] result<Id, fault> random() noexcept { return random_at(clock_.now()); }
  [[nodiscard]] result<Id, fault> random_at(std::int64_t unix_ms) noexcept {
    const auto timestamp = recipe().timestamp_at(unix_ms);
    if (!timestamp) return fault::out_of_range;
    word bits{};
    if (!entropy_.fill(&bits, sizeof bits)) return fault::entropy;
    return plan_.id_of(recipe().independent(*timestamp, bits));
  }

  // Milliseconds by which the last id's timestamp is later than the clock; 0 when it is not, and without an order.
  [[nodiscard]] std::int64_t ahead() noexcept {
    return state_.value ? recipe().lead_of(*state_.value, clock_.now()) : 0;
  }

  [[nodiscard]] Clock& clock() noexcept { return clock_; }
  [[nodiscard]] Entropy& entropy() noexcept { return entropy_; }

 private:
  struct state {
    std::optional<word> value;
    std::int64_t seen = INT64_MIN;

    [[nodiscard]] std::optional<word> last() const noexcept { return value; }
    [[nodiscard]] std::int64_t clock_seen() const noexcept { return seen; }
    void see_clock(std::int64_t now) noexcept { seen = now > seen ? now : seen; }
    [[nodiscard]] static bool holds(word) noexcept { return true; }
    bool take(const std::optional<word>&, word next) noexcept {
      value = next;
      return true;
    }
  };

  [[nodiscard]] bool inherited() noexcept {
    return state_.value && detail::fork_count_of(entropy_) != forks_;
  }
  [[nodiscard]] const typename mint_plan<Id>::recipe_type& recipe() const noexcept { return plan_.recipe(); }
  void adopt() noexcept { forks_ = detail::fork_count_of(entropy_); }

  mint_plan<Id> plan_;
  policies policies_;
  Clock clock_;
  Entropy entropy_;
  state state_;
  std::uint64_t forks_;
};

// The calling thread's own generator, with the format's own options and the default policies: no lock, and an order
// within the thread.
template <any_id Id>
[[nodiscard]] generator<Id>& thread_generator() noexcept {
  thread_local generator<Id> own;
  return own;
}

// A new id from it.
template <any_id Id>
[[nodiscard]] result<Id, fault> mint() noexcept {
  return thread_generator<Id>().next();
}

}  // namespace sortid
