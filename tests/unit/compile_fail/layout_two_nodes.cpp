// error: may be in more than one field
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields[3].role = role::node;
  l.counter = {.low = 16, .bits = 8};
}>
    bad;
#endif
