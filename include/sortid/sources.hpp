// Where a generator gets its time and its random bits from: what a clock and an entropy source of your own
// must have. system.hpp has those of the system.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sortid/scope.hpp"

namespace sortid {

// now() is Unix milliseconds; pause(us) returns about that many microseconds later, or at once with a fake
// clock. It may return the microseconds that went by, which count against a limit; otherwise those asked for
// do.
template <class T>
concept clock_source = requires(T clock, std::int64_t us) {
  { clock.now() }
  noexcept->std::same_as<std::int64_t>;
  { clock.pause(us) }
  noexcept;
};

// fill(bytes, size) puts random bytes there, all or none, and says whether it did. A source that knows when
// the process was forked has fork_count(), which differs in the child and is never 0. One that knows it for
// generators that the compiler makes has fork_count_at_load too: the count in the process that loaded the
// program or the library.
template <class T>
concept entropy_source = requires(T entropy, void* to, std::size_t size) {
  { entropy.fill(to, size) }
  noexcept->std::same_as<bool>;
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

// The same for a generator that begins; a constant where the compiler makes it.
template <entropy_source Entropy>
constexpr std::uint64_t fork_count_at_start(Entropy& entropy) noexcept {
  if (!std::is_constant_evaluated()) return fork_count_of(entropy);
  if constexpr (requires { Entropy::fork_count_at_load; }) {
    return Entropy::fork_count_at_load;
  } else {
    return unknown_forks;
  }
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

}  // namespace detail
}  // namespace sortid
