// error: a step has at most 8 bytes
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields[2].role = role::random;
  l.fields[2].value = 0;
  l.counter.max_step_bytes = 8;
}>
    bad;
#endif
