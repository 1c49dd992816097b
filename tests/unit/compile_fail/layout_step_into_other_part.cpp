// error: a step has at most 8 bytes
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.counter.max_step_bytes = 1; }> bad;
#endif
