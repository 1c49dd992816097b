// error: a sequence is part of the counter
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.counter = {}; }> bad;
#endif
