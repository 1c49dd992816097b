// Ids of a format whose generators count in the upper random bits and draw the lower ones anew for every id:
// EUID's rule, for ULID and UUIDv7. Two ids of one millisecond then differ early, which sorts and indexes
// like, and none can be worked out from the one before it.
//
//   using redrawn = sortid::redrawing<sortid::ulid, 64>;
//   sortid::generator<redrawn> ids({}, {.overflow = sortid::on_overflow::run_ahead});
//   sortid::ulid id = ids.next()->id();
#pragma once

#include "sortid/basic_id.hpp"

namespace sortid {

template <any_id Id, unsigned RedrawnBits>
inline constexpr layout redrawing_layout = [] {
  layout l = Id::layout();
  l.counter = {.low = RedrawnBits, .bits = l.counter.low + l.counter.bits - RedrawnBits};
  return l;
}();

// The lowest RedrawnBits bits are drawn for every id; what is random above them, up to the format's own
// counter's top, begins at random in each millisecond and grows by one. It overflows sooner than the format's
// own counter: with 16 bits after about 30,000 ids, so take on_overflow::wait or run_ahead. Bits, text and
// time are those of Id.
template <any_id Id, unsigned RedrawnBits>
requires(Id::layout().ordered() && RedrawnBits > Id::layout().counter.low &&
         RedrawnBits < Id::layout().counter.low + Id::layout().counter.bits) class redrawing
    : public basic_id<redrawing<Id, RedrawnBits>, redrawing_layout<Id, RedrawnBits>> {
 public:
  // The same id in its format's own type.
  [[nodiscard]] constexpr Id id() const noexcept { return Id::from_number(this->number()).value(); }
};

}  // namespace sortid
