// error: a counter covers random and sequence bits
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.fields[1].role = role::reserved; }> bad;
#endif
