// error: lies below a timestamp
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.counter.bits = 17; }> bad;
#endif
