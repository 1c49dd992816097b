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

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
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

// Options checked against a format: what a generator is made from.
template <any_id Id>
class mint_plan {
 public:
  using recipe_type = detail::recipe<typename Id::value_type>;

  // The format's own options.
  constexpr mint_plan() noexcept : mint_plan({}, own) {}
  // Refused with `range` or `prefix` for options that the format does not have or that do not fit it.
  [[nodiscard]] static constexpr result<mint_plan> make(const mint_options& options) noexcept {
    const auto recipe = detail::make_recipe<Id::layout()>(options);
    if (!recipe) return recipe.error();
    return mint_plan(options, *recipe);
  }

  // What no option changes is a constant here, and folded where it is used.
  [[nodiscard]] constexpr recipe_type recipe() const noexcept {
    constexpr const layout& l = Id::layout();
    recipe_type r = own;
    if constexpr (l.timed()) r.epoch = recipe_.epoch;
    if constexpr (l.counter.max_step_bytes != 0) r.step_bytes = recipe_.step_bytes;
    if constexpr (l.has(role::node) || l.has(role::extension)) r.fixed = recipe_.fixed;
    if constexpr (l.has(role::extension)) r.random = recipe_.random;
    return r;
  }
  // The id of a value that the recipe gave.
  [[nodiscard]] constexpr Id id_of(typename Id::value_type value) const noexcept {
    if constexpr (std::same_as<Id, type_id>) {
      return type_id(prefix_, uuid(value));
    } else if constexpr (requires { Id::prefix(); }) {
      return Id(uuid(value));
    } else {
      // from_value would not refuse it, but take a third of the time that the whole id does.
      struct unchecked_id : Id {
        using Id::unchecked;
      };
      return unchecked_id::unchecked(value);
    }
  }

 private:
  static constexpr recipe_type own = *detail::make_recipe<Id::layout()>({});

  constexpr mint_plan(const mint_options& options, const recipe_type& recipe) noexcept
      : recipe_(recipe), prefix_(options.prefix) {}
  recipe_type recipe_;
  type_prefix prefix_;
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

// What the id after another one takes.
template <class Word, entropy_source Entropy>
bool draw_further(const recipe<Word>& r, Entropy& entropy, std::uint64_t& step_bits, Word& bits) noexcept {
  return draw(entropy, r.step_bytes != 0, step_bits) && draw(entropy, r.redrawn != Word{}, bits);
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
// Values go out by reference here and below: as part of a result they would be copied through memory, where a load of 16
// bytes waits for the two stores of 8 before it.
template <any_id Id, class Word = typename Id::value_type, entropy_source Entropy>
fault value_after(const mint_plan<Id>& plan, const std::optional<Word>& last, std::uint64_t timestamp,
                  Entropy& entropy, Word& value) noexcept {
  const recipe<Word> r = plan.recipe();
  Word bits{};
  if (!r.ordered()) {
    if (!draw(entropy, true, bits)) return fault::entropy;
    value = r.first(timestamp, bits);
    return fault::none;
  }
  if (!last || timestamp > r.timestamp_of(*last)) {
    if (!draw(entropy, r.random != Word{}, bits)) return fault::entropy;
    value = r.first(timestamp, bits);
    return fault::none;
  }
  std::uint64_t step_bits = 0;
  if (!draw_further(r, entropy, step_bits, bits)) return fault::entropy;
  return r.advance(*last, r.step(step_bits), bits, value) ? fault::none : fault::tail_overflow;
}

// The clock, and the latest of its readings before.
struct reading {
  std::int64_t seen;
  std::int64_t now;
};
template <class Scope, clock_source Clock>
reading read_clock(const Scope& scope, Clock& clock) noexcept {
  // In this order: a reading that another thread makes in between is no reason to think that the clock went back.
  const std::int64_t seen = scope.clock_seen();
  return {seen, clock.now()};
}

// An id at one reading of the clock. `full`: the millisecond is known to have no id left. `lost`: there would be one, but
// another thread or process was faster.
template <any_id Id, class Scope, entropy_source Entropy, class Word = typename Id::value_type>
fault value_at(const mint_plan<Id>& plan, const policies& p, Scope& scope, reading clock, Entropy& entropy,
               bool inherited, bool full, Word& value, bool& lost) noexcept {
  const recipe<Word> r = plan.recipe();
  if (r.timed && clock.now < clock.seen && p.clock_back != on_clock_back::hold) return fault::clock_back;
  auto timestamp = r.timestamp_at(clock.now);
  if (!timestamp) return fault::out_of_range;
  scope.see_clock(clock.now);
  const auto& last = scope.last();
  if (inherited && last && r.ordered() && *timestamp <= r.timestamp_of(*last))
    *timestamp = r.timestamp_of(*last) + 1;
  if (*timestamp > r.max_timestamp && r.timed) return fault::out_of_range;
  fault why = full ? fault::tail_overflow : value_after(plan, last, *timestamp, entropy, value);
  if (why == fault::tail_overflow && p.overflow == on_overflow::run_ahead) {
    const std::uint64_t following = r.timestamp_of(*last) + 1;
    if (following > r.max_timestamp) return fault::out_of_range;
    why = value_after(plan, last, following, entropy, value);
  }
  if (why != fault::none || !r.ordered()) return why;  // without an order there is nothing to remember
  if (!scope.holds(value)) return fault::tail_overflow;
  lost = !scope.take(last, value);
  return fault::none;
}

// An id after the policies, from a first reading of the clock on. Scope has last(), clock_seen(), holds(value), and
// take(last, value), which makes `value` the last one unless another thread or process was faster. `inherited`: the
// last value is the parent's.
template <any_id Id, class Scope, clock_source Clock, entropy_source Entropy,
          class Word = typename Id::value_type>
fault value_by_policy(const mint_plan<Id>& plan, const policies& p, Scope& scope, Clock& clock,
                      Entropy& entropy, bool inherited, reading first, bool full, Word& value) noexcept {
  constexpr std::int64_t pause_us = 100;
  if (inherited && !plan.recipe().drawn()) return fault::forked;
  for (std::int64_t waited_us = 0;; first = read_clock(scope, clock), full = false) {
    bool lost = false;
    const fault why = value_at(plan, p, scope, first, entropy, inherited, full, value, lost);
    if (lost) continue;
    const bool waits = (why == fault::tail_overflow && p.overflow == on_overflow::wait) ||
                       (why == fault::clock_back && p.clock_back == on_clock_back::wait);
    if (!waits || waited_us / 1'000 >= p.max_wait_ms) return why;
    waited_us += pause(clock, pause_us);
  }
}

// What the ids of a block need beside the first one, drawn before the order is looked at: then nothing but a few
// additions stands between reading the last value and replacing it.
template <class Word>
class block_draws {
 public:
  // So many ids are made with one reading of the clock.
  static constexpr std::size_t most_ids = 256;

  // For a block of at most `wanted` ids.
  template <entropy_source Entropy>
  [[nodiscard]] bool draw(const recipe<Word>& r, Entropy& entropy, std::size_t wanted) noexcept {
    further_ = static_cast<std::size_t>(std::min<std::uint64_t>({wanted, most_ids, r.steps_in_one()})) - 1;
    if (further_ == 0) return true;
    if (r.redrawn != Word{} && !entropy.fill(bits_.data(), further_ * sizeof(Word))) return false;
    if (r.step_bytes == 0) {
      steps_sum_ = further_;
      return true;
    }
    if (!entropy.fill(steps_.data(), further_ * sizeof(std::uint64_t))) return false;
    steps_sum_ = 0;
    for (std::size_t i = 0; i < further_; ++i) steps_sum_ += steps_[i] = r.step(steps_[i]);
    return true;
  }

  // The last id of the block that begins with `first`: of as many ids as their millisecond and the scope have room for.
  template <class Scope>
  [[nodiscard]] Word last_after(const recipe<Word>& r, Word first, const Scope& scope) noexcept {
    fitting_ = further_;
    if (further_ == 0) return first;
    const auto all = r.next(first, steps_sum_, bits_[further_ - 1]);
    if (all && scope.holds(*all)) return *all;
    Word last = first;
    for (fitting_ = 0; fitting_ < further_; ++fitting_) {
      const auto next = r.next(last, r.step_bytes == 0 ? 1 : steps_[fitting_], bits_[fitting_]);
      if (!next || !scope.holds(*next)) break;
      last = *next;
    }
    return last;
  }

  // Writes the block and returns its size.
  template <any_id Id>
  std::size_t write(const mint_plan<Id>& plan, Word first, Id* to) const noexcept {
    const auto r = plan.recipe();
    *to++ = plan.id_of(first);
    const auto bits_of = [this](std::size_t i) { return bits_[i]; };
    const auto give = [&plan, to](std::size_t i, Word value) { to[i] = plan.id_of(value); };
    if (!r.ordered()) {
      for (std::size_t i = 0; i < further_; ++i) give(i, r.first(r.timestamp_of(first), bits_[i]));
      return further_ + 1;
    }
    if (r.step_bytes == 0) {
      r.run(
          first, fitting_, [](std::size_t) { return std::uint64_t{1}; }, bits_of, give);
    } else {
      r.run(
          first, fitting_, [this](std::size_t i) { return steps_[i]; }, bits_of, give);
    }
    return fitting_ + 1;
  }

 private:
  std::size_t further_ = 0;  // ids that there are draws for
  std::size_t fitting_ = 0;  // of them, in an order
  std::uint64_t steps_sum_ = 0;
  // Without a value until they are drawn.
  std::array<std::uint64_t, most_ids> steps_;
  std::array<Word, most_ids> bits_;
};

// The scope that takes a block where another one takes an id.
template <class Word, class Scope>
class block_scope {
 public:
  block_scope(Scope& scope, const recipe<Word>& r, block_draws<Word>& draws) noexcept
      : scope_(scope), recipe_(r), draws_(draws) {}
  [[nodiscard]] decltype(auto) last() const noexcept { return scope_.last(); }
  [[nodiscard]] std::int64_t clock_seen() const noexcept { return scope_.clock_seen(); }
  void see_clock(std::int64_t now) noexcept { scope_.see_clock(now); }
  [[nodiscard]] bool holds(Word first) const noexcept { return scope_.holds(first); }
  bool take(const std::optional<Word>& last, Word first) noexcept {
    return scope_.take(last, draws_.last_after(recipe_, first, scope_));
  }

 private:
  Scope& scope_;
  const recipe<Word>& recipe_;
  block_draws<Word>& draws_;
};

// What every generator offers beside next(). Self has plan_, entropy_, order(), which is a scope, and take(scope, value),
// which gives the next value.
template <class Self, class Id>
class batches {
 public:
  // Fills the span in order, with one reading of the clock for a block of ids (256). In an order that is shared a block is
  // taken as a whole; between blocks ids of others may fall. On a fault the ids before it are made and valid.
  [[nodiscard]] filled fill(std::span<Id> ids) noexcept {
    using word = typename Id::value_type;
    Self& self = static_cast<Self&>(*this);
    const auto recipe = self.plan_.recipe();
    block_draws<word> draws;
    for (std::size_t made = 0; made < ids.size();) {
      if (!draws.draw(recipe, self.entropy_, ids.size() - made)) return {made, fault::entropy};
      block_scope scope(self.order(), recipe, draws);
      word first{};
      if (const fault why = self.take(scope, first); why != fault::none) return {made, why};
      made += draws.write(self.plan_, first, &ids[made]);
    }
    return {ids.size(), fault::none};
  }
};

}  // namespace detail

// Ids of one thread, without a lock. After a fault the generator is as it was, so that the call may be repeated. It
// moves, but is not copied: a copy would make the same ids. A generator that was moved from goes on as the child of a
// fork does, if its clock and its entropy still work.
template <any_id Id, clock_source Clock = system_clock, entropy_source Entropy = system_entropy>
class generator : public detail::batches<generator<Id, Clock, Entropy>, Id> {
  using word = typename Id::value_type;

 public:
  constexpr explicit generator(const mint_plan<Id>& plan = {}, const policies& policy = {}, Clock clock = {},
                               Entropy entropy = {}) noexcept
      : plan_(plan),
        policies_(policy),
        clock_(std::move(clock)),
        entropy_(std::move(entropy)),
        forks_(std::is_constant_evaluated() ? unknown : detail::fork_count_of(entropy_)) {}

  // The same from unchecked options; see mint_plan::make.
  [[nodiscard]] static result<generator> make(const mint_options& options = {}, const policies& policy = {},
                                              Clock clock = {}, Entropy entropy = {}) noexcept {
    const auto plan = mint_plan<Id>::make(options);
    if (!plan) return plan.error();
    return generator(*plan, policy, std::move(clock), std::move(entropy));
  }

  generator(generator&& other) noexcept
      : plan_(other.plan_),
        policies_(other.policies_),
        clock_(std::move(other.clock_)),
        entropy_(std::move(other.entropy_)),
        state_(other.state_),
        forks_(other.forks_) {
    other.forks_ = moved_away;
  }
  generator& operator=(generator&& other) noexcept {
    plan_ = other.plan_;
    policies_ = other.policies_;
    clock_ = std::move(other.clock_);
    entropy_ = std::move(other.entropy_);
    state_ = other.state_;
    forks_ = other.forks_;
    if (this != &other) other.forks_ = moved_away;
    return *this;
  }
  generator(const generator&) = delete;
  generator& operator=(const generator&) = delete;
  ~generator() = default;

  // The next id. Greater than all before it, for the formats that are ordered.
  [[nodiscard]] result<Id, fault> next() noexcept {
    const auto r = plan_.recipe();
    const detail::reading clock = detail::read_clock(state_, clock_);
    const std::uint64_t forks = detail::fork_count_of(entropy_);
    // Nearly every id has the millisecond of the one before it, where no policy has anything to say.
    const bool one_more = clock.now == clock.seen && state_.begun && forks == forks_;
    if (one_more) {
      if constexpr (!Id::layout().ordered()) return random_at(clock.now);
      word bits{};
      std::uint64_t step_bits = 0;
      if (!detail::draw_further(r, entropy_, step_bits, bits)) return fault::entropy;
      word& last = *state_.value;
      if (r.advance(last, r.step(step_bits), bits, last)) return plan_.id_of(last);
    }
    word value{};
    if (const fault why = take(state_, clock, forks, one_more, value); why != fault::none) return why;
    return plan_.id_of(value);
  }

  // The next id with the timestamp of that Unix millisecond, in the order of the others: an instant before the last
  // timestamp is refused with fault::clock_back, a full millisecond with fault::tail_overflow, whatever the policies.
  // After a fork the millisecond of the last id counts as full.
  [[nodiscard]] result<Id, fault> next_at(std::int64_t unix_ms) noexcept {
    const auto r = plan_.recipe();
    const auto timestamp = r.timestamp_at(unix_ms);
    if (!timestamp) return fault::out_of_range;
    const std::uint64_t forks = detail::fork_count_of(entropy_);
    const bool inherited = is_inherited(forks);
    if (r.ordered() && state_.value && *timestamp < r.timestamp_of(*state_.value)) return fault::clock_back;
    if (inherited && !r.drawn()) return fault::forked;
    if (inherited && r.ordered() && *timestamp == r.timestamp_of(*state_.value)) return fault::tail_overflow;
    word value{};
    const fault why = detail::value_after(plan_, state_.value, *timestamp, entropy_, value);
    if (why != fault::none) return why;
    if (r.ordered()) state_.value = value;
    forks_ = forks;
    return plan_.id_of(value);
  }

  // An id that is a draw of its own, out of all order: every bit but timestamp, constants, node and extension.
  [[nodiscard]] result<Id, fault> random() noexcept { return random_at(clock_.now()); }
  [[nodiscard]] result<Id, fault> random_at(std::int64_t unix_ms) noexcept {
    const auto r = plan_.recipe();
    const auto timestamp = r.timestamp_at(unix_ms);
    if (!timestamp) return fault::out_of_range;
    word bits{};
    if (!entropy_.fill(&bits, sizeof bits)) return fault::entropy;
    return plan_.id_of(r.independent(*timestamp, bits));
  }
  // As many of them, with one reading of the clock for a block of ids. On a fault those before it are made and valid.
  [[nodiscard]] filled fill_random(std::span<Id> ids) noexcept {
    const auto r = plan_.recipe();
    std::array<word, detail::block_draws<word>::most_ids> bits;
    for (std::size_t made = 0; made < ids.size();) {
      const std::size_t count = std::min(ids.size() - made, bits.size());
      const auto timestamp = r.timestamp_at(clock_.now());
      if (!timestamp) return {made, fault::out_of_range};
      if (!entropy_.fill(bits.data(), count * sizeof(word))) return {made, fault::entropy};
      for (std::size_t i = 0; i < count; ++i) ids[made + i] = plan_.id_of(r.independent(*timestamp, bits[i]));
      made += count;
    }
    return {ids.size(), fault::none};
  }

  // Milliseconds by which the last id's timestamp is later than the clock; 0 when it is not, and without an order.
  [[nodiscard]] std::int64_t ahead() noexcept {
    return state_.value ? plan_.recipe().lead_of(*state_.value, clock_.now()) : 0;
  }

  // Other policies from the next id on.
  void set_policies(const policies& policy) noexcept { policies_ = policy; }

  [[nodiscard]] Clock& clock() noexcept { return clock_; }
  [[nodiscard]] Entropy& entropy() noexcept { return entropy_; }

 private:
  friend detail::batches<generator, Id>;

  struct state {
    std::optional<word> value;
    std::int64_t seen = INT64_MIN;
    bool begun = false;  // the last id's timestamp is that of the latest reading, or later

    [[nodiscard]] const std::optional<word>& last() const noexcept { return value; }
    [[nodiscard]] std::int64_t clock_seen() const noexcept { return seen; }
    void see_clock(std::int64_t now) noexcept {
      if (now <= seen) return;
      seen = now;
      begun = false;
    }
    [[nodiscard]] static bool holds(word) noexcept { return true; }
    bool take(const std::optional<word>&, word next) noexcept {
      value = next;
      return true;
    }
  };

  template <class Scope>
  [[nodiscard]] [[gnu::noinline]] fault take(Scope& scope, detail::reading clock, std::uint64_t forks,
                                             bool full, word& value) noexcept {
    const auto r = plan_.recipe();
    const fault why = detail::value_by_policy(plan_, policies_, scope, clock_, entropy_, is_inherited(forks),
                                              clock, full, value);
    if (why != fault::none) return why;
    forks_ = forks;
    state_.begun = !r.ordered() || r.timestamp_of(value) >= r.timestamp_at(state_.seen);
    return why;
  }

  // Whether another process, or the generator that this one was moved to, goes on from here too. Where bits are drawn that
  // matters for what follows an id; where none are, two that have made nothing yet would begin alike.
  [[nodiscard]] bool is_inherited(std::uint64_t forks) const noexcept {
    return forks != forks_ && (state_.value || (!plan_.recipe().drawn() && forks_ != unknown));
  }

  // What batches need.
  [[nodiscard]] state& order() noexcept { return state_; }
  template <class Scope>
  [[nodiscard]] fault take(Scope& scope, word& value) noexcept {
    return take(scope, detail::read_clock(scope, clock_), detail::fork_count_of(entropy_), false, value);
  }

  mint_plan<Id> plan_;
  policies policies_;
  Clock clock_;
  Entropy entropy_;
  state state_;
  static constexpr std::uint64_t unknown = 0, moved_away = ~std::uint64_t{0};  // no count is one of these
  std::uint64_t forks_;                                                        // when the last id was made
};

// The calling thread's own generator, with the format's own options and the default policies: no lock, and an order
// within the thread.
template <any_id Id>
[[nodiscard]] generator<Id>& thread_generator() noexcept {
  // Made by the compiler, so that an access needs no check whether it is there yet.
  static constinit thread_local generator<Id> own{};
  return own;
}

// A new id from it.
template <any_id Id>
[[nodiscard]] result<Id, fault> mint() noexcept {
  return thread_generator<Id>().next();
}

}  // namespace sortid
