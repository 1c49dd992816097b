// error: above the timestamp of what counts
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields[0] = {"shard", 8, role::payload};
  l.fields[1] = {"timestamp", 40, role::timestamp};
  l.counter = {.low = 8, .bits = 6};
}>
    bad;
#endif
