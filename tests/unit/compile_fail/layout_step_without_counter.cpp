// error: has no step
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields[1].role = role::random;
  l.counter = {.step_bytes = 1, .max_step_bytes = 1};
}>
    bad;
#endif
