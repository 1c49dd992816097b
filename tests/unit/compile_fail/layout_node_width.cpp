// error: at most 32 bits
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields = {{{"timestamp", 31, role::timestamp}, {"machine", 33, role::node}}};
  l.counter = {};
}>
    bad;
#endif
