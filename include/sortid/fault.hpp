// Why a generator made no id.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sortid/inline_text.hpp"

namespace sortid {

// The generator is as it was, but for the time that went by.
enum class fault : std::uint8_t {
  none = 0,
  tail_overflow,  // no id is left in this millisecond
  clock_back,     // the clock reads earlier than before, and the policy does not hold
  out_of_range,   // before the epoch or after the format's last instant
  entropy,        // the source of randomness failed
  forked,         // a format without random bits, in a child of the process that began it
  storage,        // the file of an order was rejected or not written, or the generator was moved from
  no_node,        // the scope has no node number for this time
  unavailable,    // the store of node numbers cannot be reached, and the time held is over
  needs_node,     // only a number keeps the format's ids apart: no node, pool or order was given
};

// The word of every front end; ends with a NUL.
[[nodiscard]] constexpr std::string_view name_of(fault why) noexcept {
  constexpr std::string_view names[] = {"none",        "tail_overflow", "clock_back", "out_of_range",
                                        "entropy",     "forked",        "storage",    "no_node",
                                        "unavailable", "needs_node"};
  return names[static_cast<std::size_t>(why)];
}

// The same as a sentence for people; ends with a NUL.
[[nodiscard]] constexpr std::string_view message(fault why) noexcept {
  constexpr std::string_view sentences[] = {
      "nothing went wrong",
      "no id is left in this millisecond",
      "the clock went back",
      "the format has no such instant",
      "the source of random bits failed",
      "a forked process needs a generator of its own for this format",
      "the file of the order could not be written",
      "no node number is held for this time",
      "the store of node numbers cannot be reached",
      "only a number keeps its ids apart: give one (0, too), a pool of numbers, or an order that all share",
  };
  return sentences[static_cast<std::size_t>(why)];
}

// What a call says that made no id: "no new ulid: no id is left in this millisecond".
[[nodiscard]] constexpr inline_text<160> message(fault why, std::string_view format) noexcept {
  return inline_text<160>().append("no new ").append(format).append(": ").append(message(why));
}

// How many ids of a batch were made, and why there are no more.
struct filled {
  std::size_t count = 0;
  fault why = fault::none;
};

}  // namespace sortid
