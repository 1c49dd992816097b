// How a number is held without a lease: reserved windows. One holder's part of the protocol as a state
// machine without a clock, a thread or a store; node_pool.hpp drives it.
//
// For each number the store has a record with H, a timestamp. Whoever swaps H for a later H' may use
// timestamps in (H, H'] and no others:
//
//   acquire   read all; take the number whose H is the earliest, and earlier than the clock; swap in now + W
//             with a fresh nonce. `lost`: the next number. `unknown`: the nonce is given up, and all begins
//             anew
//   renew     every W/3, and at once when woken, at most every 50 ms: swap in now + W. The end of the window
//             rises on `done`, or when the record is read back with the holder's own nonce; with another
//             nonce the number is lost
//   release   swap in the last timestamp that was used, and no nonce
//
// The swaps of one number form a chain, and each gives a disjoint interval to one nonce. A holder's
// timestamps stay in its intervals, because the end rises only on proof. No clock, pause or answer that comes
// late enters that argument; they cost availability or true time. docs/many-machines.md has what it does not
// cover.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "sortid/node_store.hpp"
#include "sortid/uint128.hpp"

namespace sortid {

struct window_rules {
  std::int64_t length_ms = 60'000;             // W
  std::int64_t skew_ms = 1'000;                // see node_store::facts
  std::uint64_t nodes = 1'024;                 // numbers are below it
  std::optional<unsigned> preferred = {};      // taken when it is free; never a proof
  std::optional<unsigned> only = {};           // no other one
  std::int64_t max_clock_error_ms = 60'000;    // acquires nothing while the store's clock differs by more
  std::int64_t poisoned_after_ms = 3'600'000;  // an H so far in the future is told as poisoned

  friend constexpr bool operator==(const window_rules&, const window_rules&) noexcept = default;
};

// Why a holder has no window.
enum class no_window : std::uint8_t {
  none,
  seeking,      // not yet
  exhausted,    // every number is in use
  fenced,       // the fence is later than the clock
  poisoned,     // every record is unreadable or far in the future
  unavailable,  // the store does not answer
  clock,        // the clock and the store's differ too much
  released,
  other_use,  // the pool is for another format or epoch
};
[[nodiscard]] constexpr std::string_view name_of(no_window why) noexcept {
  constexpr std::string_view names[] = {"none",        "seeking", "exhausted", "fenced",   "poisoned",
                                        "unavailable", "clock",   "released",  "other_use"};
  return names[static_cast<std::size_t>(why)];
}

class node_window {
 public:
  static constexpr std::int64_t least_pause_ms = 50;  // between two calls of the store that nothing hurries

  struct wish {
    enum class kind : std::uint8_t {
      rest,    // nothing before until_ms, unless woken
      read,    // then took()
      choose,  // took() with the reading of before
      swap,    // then answered()
    } what = kind::rest;
    std::int64_t until_ms = INT64_MAX;
    unsigned node = 0;
    node_record before{};
    node_record next{};
  };
  struct counters {
    std::uint64_t acquired = 0;
    std::uint64_t renewed = 0;
    std::uint64_t lost = 0;         // windows that another holder took over
    std::uint64_t unknown = 0;      // answers that did not come
    std::uint64_t unavailable = 0;  // calls that the store rejected
    std::uint64_t poisoned =
        0;  // numbers with an H far in the future or an unreadable record, when last read

    friend constexpr bool operator==(const counters&, const counters&) noexcept = default;
  };

  constexpr explicit node_window(const window_rules& rules, const node_record::host_text& host = {},
                                 std::uint32_t pid = 0) noexcept
      : rules_(rules), host_(host), pid_(pid) {}

  // What to do now. Ask again after each answer.
  [[nodiscard]] constexpr wish next(std::int64_t now) noexcept {
    if (now < paused_from_) paused_until_ = INT64_MIN;  // the clock went back behind the pause
    switch (at_) {
      case state::stopped:
        return {};
      case state::seeking:
        if (now < paused_until_ && !hurried(now)) return {.until_ms = paused_until_};
        return {.what = wish::kind::read};  // step: node_window.read
      case state::choosing:
        return {.what = wish::kind::choose};
      case state::reading_back:
        if (now < paused_until_) return {.until_ms = paused_until_};
        return {.what = wish::kind::read};
      case state::acquiring:
      case state::renewing:
      case state::releasing:
        return {.what = wish::kind::swap, .node = node_, .before = there_, .next = sent_};
      case state::holding:
        break;
    }
    if (const std::int64_t due = renewal_due(); now < due && !(woken_ && later(now) > high_))
      return {.until_ms = due};
    if (now < paused_until_ && !hurried(now)) return {.until_ms = paused_until_};
    // step: node_window.renew
    send(state::renewing, now, later(now) > high_ ? later(now) : high_, there_.nonce);
    return next(now);
  }

  // Of wishes to read and to choose. `nonce` is random, and no other number of this or another holder has it.
  constexpr void took(std::span<const node_reading::entry> entries, std::int64_t fence_ms,
                      std::optional<std::int64_t> store_clock, std::int64_t now, uint128 nonce) noexcept {
    if (at_ == state::reading_back) return read_back(entries, now);
    if (at_ != state::choosing && at_ != state::seeking) return;
    if (at_ == state::seeking) tried_.reset();
    if (store_clock && too_far(*store_clock, now)) return pause_seeking(no_window::clock, now, now + 1'000);
    counted_.poisoned = 0;
    std::optional<candidate> best;
    std::int64_t earliest = INT64_MAX;
    bool in_use = false;  // a number that is somebody's, as far as is known
    const auto consider = [&](unsigned node, const node_record& record, bool usable) {
      if (node >= rules_.nodes || (rules_.only && *rules_.only != node)) return;
      const std::int64_t low = record.high_ms > fence_ms ? record.high_ms : fence_ms;
      if (!usable) return;
      const candidate c{node, record, low, rules_.preferred == node};
      if (!is_past(low, now)) {  // step: node_window.past
        if (low < earliest) earliest = low;
        return;
      }
      if (tried_ && !tried_->is_before(c)) return;
      if (!best || c.is_before(*best)) best = c;
    };
    for (const auto& e : entries) {
      const bool poisoned = !e.readable || (e.record.high_ms > now && is_more(from_to(now, e.record.high_ms),
                                                                              rules_.poisoned_after_ms));
      if (poisoned) {
        ++counted_.poisoned;
      } else if (e.node < rules_.nodes && (!rules_.only || rules_.only == e.node)) {
        in_use = true;
      }
      consider(e.node, e.record, e.readable && !e.live);
    }
    const auto has_entry = [&](unsigned node) {
      for (const auto& e : entries) {
        if (e.node == node) return true;
      }
      return false;
    };
    // Of the numbers without a record the wanted one, or else the first that was not tried.
    for (const auto& wanted : {rules_.only, rules_.preferred}) {
      if (wanted && !has_entry(*wanted)) consider(*wanted, {}, true);
    }
    if (!rules_.only) {
      const bool began = tried_ && !tried_->preferred && tried_->low == fence_ms;
      unsigned unused = began ? tried_->node + 1 : 0;
      while (unused < rules_.nodes && (has_entry(unused) || rules_.preferred == unused)) ++unused;
      consider(unused, {}, true);
    }
    if (!best) {
      const bool again = tried_.has_value();
      tried_.reset();
      // Every number that was free is another's by now: the reading is old.
      if (again) return pause_seeking(no_window::exhausted, now, now + least_pause_ms);
      const no_window why = !is_past(fence_ms, now) ? no_window::fenced
                            : in_use                ? no_window::exhausted
                                                    : no_window::poisoned;
      const std::int64_t free_at =
          earliest > INT64_MAX - rules_.skew_ms - 1 ? INT64_MAX : earliest + rules_.skew_ms + 1;
      constexpr std::int64_t look_again_ms = 1'000;
      return pause_seeking(why, now, free_at < now + look_again_ms ? free_at : now + look_again_ms);
    }
    tried_ = best;
    node_ = best->node;
    there_ = best->record;
    acquired_low_ = best->low;
    send(state::acquiring, now, later(now), nonce);  // step: node_window.acquire
  }
  constexpr void not_read(std::int64_t now) noexcept {
    ++counted_.unavailable;
    if (at_ == state::reading_back) {
      pause(now, now + least_pause_ms);
    } else if (at_ == state::seeking || at_ == state::choosing) {
      pause_seeking(no_window::unavailable, now, now + least_pause_ms * 5);
    }
  }

  // Of wishes to read and to choose, in place of took(): the store's numbers are for something else.
  constexpr void not_for_us(std::int64_t now) noexcept {
    if (at_ == state::seeking || at_ == state::choosing)
      pause_seeking(no_window::other_use, now, now + 1'000);
  }

  // Of a wish to swap.
  constexpr void answered(store_answer answer, std::int64_t now) noexcept {
    if (answer == store_answer::unknown) ++counted_.unknown;
    if (answer == store_answer::unavailable) ++counted_.unavailable;
    switch (at_) {
      case state::acquiring:
        if (answer == store_answer::done) {  // step: node_window.acquired
          there_ = sent_;
          low_ = acquired_low_;
          high_ = sent_.high_ms;
          tried_.reset();
          ++counted_.acquired;
          why_ = no_window::none;
          at_ = state::holding;
          pause(now, now + least_pause_ms);
        } else if (answer == store_answer::lost) {
          at_ = state::choosing;
        } else {
          // Whether it was swapped or will be: nobody uses that nonce. step: node_window.not_acquired
          pause_seeking(no_window::unavailable, now, now + least_pause_ms);
        }
        return;
      case state::renewing:
        pause(now, now + least_pause_ms);
        if (answer == store_answer::done) {
          raise(sent_);  // step: node_window.renewed
        } else {         // step: node_window.not_renewed
          at_ = answer == store_answer::unavailable ? state::holding : state::reading_back;
          if (answer == store_answer::lost) paused_until_ = INT64_MIN;
          if (answer != store_answer::lost) why_ = no_window::unavailable;
        }
        return;
      case state::releasing:
        at_ = state::stopped;
        why_ = no_window::released;
        return;
      default:
        return;
    }
  }

  // The next call of the store need not wait for its time: somebody needs a window.
  constexpr void wake() noexcept { woken_ = true; }

  // Gives the number back. `last_ms` is the last timestamp that was used, and none after it will be; without
  // one the whole window stays reserved. Afterwards nothing is done any more, until begin().
  constexpr void release(std::optional<std::int64_t> last_ms, std::int64_t now) noexcept {
    const bool unsettled = at_ == state::renewing || at_ == state::reading_back;
    if (!holds() || unsettled || !last_ms) return abandon();
    const std::int64_t lowest = low_ == INT64_MIN ? now < high_ ? now : high_ : low_;
    const std::int64_t down_to = *last_ms > low_ ? *last_ms : lowest;
    send(state::releasing, now, down_to < high_ ? down_to : high_, uint128());  // step: node_window.release
    close();                                                                    // step: node_window.close
  }
  // Stops at once; the number is free when its H is past.
  constexpr void abandon() noexcept {
    at_ = state::stopped;
    why_ = no_window::released;
    close();
  }
  // After a stop: acquires anew.
  constexpr void begin() noexcept {
    at_ = state::seeking;
    why_ = no_window::seeking;
    tried_.reset();
    paused_until_ = INT64_MIN;
  }

  // While it holds, timestamps later than low_ms() and not later than high_ms() may be used with node().
  [[nodiscard]] constexpr bool holds() const noexcept { return high_ != INT64_MIN; }
  [[nodiscard]] constexpr unsigned node() const noexcept { return node_; }
  [[nodiscard]] constexpr std::int64_t low_ms() const noexcept { return low_; }
  [[nodiscard]] constexpr std::int64_t high_ms() const noexcept { return high_; }
  // Why it does not hold, or not what it could: `unavailable` while renewals fail.
  [[nodiscard]] constexpr no_window why() const noexcept { return why_; }
  [[nodiscard]] constexpr bool stopped() const noexcept { return at_ == state::stopped; }
  // Whether it has node(), or asks for it, or gives it back.
  [[nodiscard]] constexpr bool engaged() const noexcept {
    return at_ != state::seeking && at_ != state::choosing && at_ != state::stopped;
  }
  [[nodiscard]] constexpr const counters& counted() const noexcept { return counted_; }
  [[nodiscard]] constexpr const window_rules& rules() const noexcept { return rules_; }

  // Calls visit(value) for all that it remembers but the counters: for who goes through its states.
  template <class Visit>
  constexpr void visit_state(Visit visit) const {
    const auto record = [&visit](const node_record& r) {
      visit(r.high_ms);
      visit(r.nonce.hi);
      visit(r.nonce.lo);
      visit(r.count);
    };
    visit(at_);
    visit(why_);
    visit(woken_);
    visit(node_);
    record(there_);
    record(sent_);
    visit(tried_.has_value());
    if (tried_) {
      visit(tried_->node);
      record(tried_->record);
      visit(tried_->low);
    }
    for (const std::int64_t ms : {acquired_low_, low_, high_, paused_from_, paused_until_}) visit(ms);
  }

 private:
  enum class state : std::uint8_t {
    seeking,
    choosing,
    acquiring,
    holding,
    renewing,
    reading_back,
    releasing,
    stopped
  };

  struct candidate {
    unsigned node;
    node_record record;
    std::int64_t low;
    bool preferred;

    // The one that is tried first: that of the caller, then the longest unused.
    [[nodiscard]] constexpr bool is_before(const candidate& other) const noexcept {
      if (preferred != other.preferred) return preferred;
      if (low != other.low) return low < other.low;
      return node < other.node;
    }
  };

  [[nodiscard]] constexpr std::int64_t later(std::int64_t now) const noexcept {
    return now + rules_.length_ms;
  }
  // Without a sign, since a clock of the caller's may read anything, and a record has any H.
  [[nodiscard]] static constexpr std::uint64_t from_to(std::int64_t earlier, std::int64_t later) noexcept {
    return static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier);
  }
  [[nodiscard]] static constexpr bool is_more(std::uint64_t a, std::int64_t b) noexcept {
    return a > static_cast<std::uint64_t>(b);
  }
  [[nodiscard]] constexpr bool is_past(std::int64_t low, std::int64_t now) const noexcept {
    return low < now && is_more(from_to(low, now), rules_.skew_ms);
  }
  [[nodiscard]] constexpr bool too_far(std::int64_t store_clock, std::int64_t now) const noexcept {
    const std::uint64_t apart = store_clock > now ? from_to(now, store_clock) : from_to(store_clock, now);
    return is_more(apart, rules_.max_clock_error_ms);
  }
  // When a third of the window is gone.
  [[nodiscard]] constexpr std::int64_t renewal_due() const noexcept {
    return high_ - rules_.length_ms * 2 / 3;
  }
  // Whether a wake-up shortens the pause.
  [[nodiscard]] constexpr bool hurried(std::int64_t now) noexcept {
    return woken_ && is_more(from_to(paused_from_, now), least_pause_ms - 1);
  }

  constexpr void send(state as, std::int64_t now, std::int64_t high, uint128 nonce) noexcept {
    at_ = as;
    woken_ = false;
    paused_from_ = now;
    sent_ = {high, nonce, there_.count + 1, nonce == uint128() ? node_record::host_text() : host_,
             nonce == uint128() ? 0 : pid_};
  }
  constexpr void raise(const node_record& to) noexcept {
    there_ = to;
    if (to.high_ms > high_) high_ = to.high_ms;
    ++counted_.renewed;
    why_ = no_window::none;
    at_ = state::holding;
  }
  constexpr void pause(std::int64_t now, std::int64_t until) noexcept {
    paused_from_ = now;
    paused_until_ = until;
  }
  constexpr void pause_seeking(no_window why, std::int64_t now, std::int64_t until) noexcept {
    at_ = state::seeking;
    why_ = why;
    woken_ = false;
    pause(now, until);
  }
  constexpr void close() noexcept {
    low_ = INT64_MIN;
    high_ = INT64_MIN;
  }
  // The record may have the answer that did not come.
  constexpr void read_back(std::span<const node_reading::entry> entries, std::int64_t now) noexcept {
    for (const auto& e : entries) {
      if (e.node != node_ || !e.readable || e.record.nonce != there_.nonce) continue;
      if (e.record == there_) {
        // Not yet swapped. It may still be; the next swap then finds another record, and reads back again.
        at_ = state::holding;
        return pause(now, now + least_pause_ms);
      }
      return raise(e.record);  // step: node_window.read_back
    }
    ++counted_.lost;  // step: node_window.taken_over
    close();
    begin();
  }

  window_rules rules_;
  node_record::host_text host_;
  std::uint32_t pid_;
  state at_ = state::seeking;
  no_window why_ = no_window::seeking;
  bool woken_ = false;
  unsigned node_ = 0;
  node_record there_{};  // what the store has, as far as is known
  node_record sent_{};
  std::optional<candidate> tried_;
  std::int64_t acquired_low_ = INT64_MIN;
  std::int64_t low_ = INT64_MIN;
  std::int64_t high_ = INT64_MIN;
  std::int64_t paused_from_ = INT64_MIN;
  std::int64_t paused_until_ = INT64_MIN;
  counters counted_;
};

}  // namespace sortid
