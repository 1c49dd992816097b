// The scope of one thread: the last id in plain memory, without a lock.
#pragma once

#include <cstdint>
#include <optional>

#include "sortid/fault.hpp"
#include "sortid/layout.hpp"
#include "sortid/scope.hpp"

namespace sortid {

// It moves, but is not copied: a copy would make the same ids. One that was moved from goes on as the child
// of a fork does.
template <class Word>
class thread_scope {
 public:
  using value_type = Word;

  // `forks` is the entropy's count where the scope begins.
  constexpr explicit thread_scope(std::uint64_t forks) noexcept : forks_(forks) {}
  constexpr thread_scope(thread_scope&& other) noexcept { take_over(other); }
  constexpr thread_scope& operator=(thread_scope&& other) noexcept {
    if (this != &other) take_over(other);
    return *this;
  }
  thread_scope(const thread_scope&) = delete;
  thread_scope& operator=(const thread_scope&) = delete;
  ~thread_scope() = default;

  [[nodiscard]] std::int64_t clock_seen() const noexcept { return seen_; }
  // One that has made nothing, and of which nobody knows where it began, belongs to the process of its first
  // id.
  [[nodiscard]] bool inherited(std::uint64_t forks) const noexcept {
    return forks != forks_ && (last_ || forks_ != detail::unknown_forks);
  }
  [[nodiscard]] static constexpr grant granted() noexcept { return {}; }
  void see_clock(std::int64_t now) noexcept {
    if (now <= seen_) return;
    seen_ = now;
    begun_ = false;
  }
  [[nodiscard]] const std::optional<Word>& last() const noexcept { return last_; }
  [[nodiscard]] static constexpr bool holds(Word) noexcept { return true; }
  bool take(const std::optional<Word>&, Word value) noexcept {
    last_ = value;
    return true;
  }
  fault keep(const clock_sample& at, timestamp) noexcept {
    forks_ = at.forks;
    begun_ = begun_ || at.now >= seen_;
    return fault::none;
  }

  // Nearly every id has the millisecond of the one before it, where no policy has anything to say.
  [[nodiscard]] bool unchanged(const clock_sample& at) const noexcept {
    return at.now == at.seen && begun_ && at.forks == forks_;
  }
  // While unchanged, and after an id that took part in the order.
  [[nodiscard]] Word& in_place() noexcept { return *last_; }

 private:
  constexpr void take_over(thread_scope& other) noexcept {
    last_.reset();
    if (other.last_) last_ = *other.last_;  // the compiler takes a copy of an empty one for a use of it
    seen_ = other.seen_;
    begun_ = other.begun_;
    forks_ = other.forks_;
    other.forks_ = moved_away;
  }

  static constexpr std::uint64_t moved_away = ~std::uint64_t{0};  // no count is that
  std::optional<Word> last_;
  std::int64_t seen_ = INT64_MIN;
  bool begun_ = false;  // the last id's timestamp is that of the latest reading, or later
  std::uint64_t forks_ = detail::unknown_forks;  // when the last id was made
};

}  // namespace sortid
