// error: (no matching function for call|constraints not satisfied)
#include "own_layout.hpp"

#include <sortid/range.hpp>

const auto found = sortid::first_at<own_id<[](layout&) {}>>(0);
#ifdef SHOULD_FAIL
// Ids of later instants are not greater, so that those of an instant are no range.
using sharded = own_id<[](layout& l) {
  l.fields[0] = {"shard", 8, role::random};
  l.fields[1] = {"timestamp", 40, role::timestamp};
  l.counter = {};
}>;
const auto bad = sortid::first_at<sharded>(0);
#endif
