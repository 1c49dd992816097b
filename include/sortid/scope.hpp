// The contract between a generator and its scope: who shares an order of ids, and where the last of them is
// kept. thread_scope (thread_scope.hpp), process_scope and host_scope (ordered_generator.hpp) and pool_scope
// (node_pool.hpp) are scopes; one of your own is a class with the members of generator_scope, for
// basic_generator<Id, your_scope>.
//
// The generator makes one attempt after another until one succeeds or fails:
//
//   clock_seen()       the latest reading of the clock, by anybody in the scope; INT64_MIN before the first
//   (the clock is read)
//   inherited(forks)   true in a child of the process that has begun the order: it then goes on in a later
//                      millisecond, or not at all where the format draws nothing. `forks` is the
//                      entropy's count
//   granted()          what ids may have at present: a node, and the timestamps between two instants
//   see_clock(now)     the reading; an earlier one than clock_seen() changes nothing
//   last()             the value of the last id; none at the start
//   holds(value)       false where the scope cannot keep the value as its last one
//   take(last, value)  makes `value` the last one if `last` still is, and says whether it did. Otherwise the
//                      generator makes another attempt, with the clock read again
//   keep(at, timestamp)  before the id is returned; a fault holds the id back. `timestamp` counts from the
//                      generator's epoch
//
//   recover(why, at)   optional. After no_node and unavailable, and after clock_back where the policy is
//                      take_another: begins what may help, without waiting for it, and says what the fault is
//                      if it does not help within the policies' max_wait; none where it has helped already
//
// For an id without an order neither last(), holds() nor take() is asked. A block of ids is taken as one:
// `value` is its last id. What was granted holds until take(): a scope that withdraws a node or a time makes
// take() fail for values that are older. Every member may be called by as many threads as the scope is for;
// none throws.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "sortid/fault.hpp"
#include "sortid/layout.hpp"

namespace sortid {

// What a scope lets new ids have. Both ends belong to the time. It is compared with the id's own timestamp:
// an id that would be earlier gets the first instant's, one that would be later is answered with
// fault::no_node.
struct grant {
  fault why = fault::none;                 // not none: no id at all, for this reason
  std::optional<unsigned> node = {};       // instead of the plan's, where the format has one
  std::int64_t not_before_ms = INT64_MIN;  // Unix milliseconds
  std::int64_t not_after_ms = INT64_MAX;

  friend constexpr bool operator==(const grant&, const grant&) noexcept = default;
};

// The circumstances of one attempt.
struct clock_sample {
  std::int64_t seen;    // clock_seen() before
  std::int64_t now;     // the clock, Unix milliseconds
  std::uint64_t forks;  // the entropy's fork_count()
};

template <class T>
concept generator_scope = requires(T scope, const T same, typename T::value_type value,
                                   const std::optional<typename T::value_type> last, const clock_sample at) {
  { same.clock_seen() }
  noexcept->std::same_as<std::int64_t>;
  { scope.inherited(at.forks) }
  noexcept->std::same_as<bool>;
  { scope.granted() }
  noexcept->std::same_as<grant>;
  { scope.see_clock(at.now) }
  noexcept;
  { same.last() }
  noexcept->std::convertible_to<std::optional<typename T::value_type>>;
  { same.holds(value) }
  noexcept->std::same_as<bool>;
  { scope.take(last, value) }
  noexcept->std::same_as<bool>;
  { scope.keep(at, timestamp{}) }
  noexcept->std::same_as<fault>;
};

namespace detail {

// No count of forks is that: a generator that the compiler made, whose entropy cannot tell where it began.
inline constexpr std::uint64_t unknown_forks = 0;

// A scope that grants everything, always.
template <class T>
concept unlimited_scope = generator_scope<T> && requires {
  requires std::bool_constant<T::granted() == grant{}>::value;
};

// A scope that nobody shares, and whose unchanged(at) speaks for what it grants too: then the generator makes
// the next id where the last one stands, and asks for nothing else.
template <class T>
concept lone_scope = generator_scope<T> &&(unlimited_scope<T> || T::unchanged_means_granted) &&
                     requires(T scope, const clock_sample at) {
  { scope.unchanged(at) }
  noexcept->std::same_as<bool>;
  { scope.in_place() }
  noexcept->std::same_as<typename T::value_type&>;
};

// See recover() above.
template <class T>
concept recovering_scope = generator_scope<T> && requires(T scope, const clock_sample at) {
  { scope.recover(fault::no_node, at) }
  noexcept->std::same_as<fault>;
};

}  // namespace detail
}  // namespace sortid
