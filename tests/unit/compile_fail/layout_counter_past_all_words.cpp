// error: lies below a timestamp
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.counter.low = 4'000'000'000; }> bad;
#endif
