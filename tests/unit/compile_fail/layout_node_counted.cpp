// error: a counter covers random and sequence bits
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.counter = {.low = 0, .bits = 24}; }> bad;
#endif
