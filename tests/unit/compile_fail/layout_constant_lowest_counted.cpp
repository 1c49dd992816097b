// error: a counter begins with
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.counter = {.low = 14, .bits = 10}; }> bad;
#endif
