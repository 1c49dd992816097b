// error: random, sequence or payload bits to tell the ids of a millisecond apart
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields = {{{"timestamp", 54, role::timestamp}, {"machine", 10, role::node}}};
  l.counter = {};
}>
    bad;
#endif
