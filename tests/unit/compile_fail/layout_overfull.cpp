// error: have its bits together
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.fields[3].bits = 7; }> bad;
#endif
