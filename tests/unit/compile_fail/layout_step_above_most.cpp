// error: at most max_step_bytes
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.counter.step_bytes = 1; }> bad;
#endif
