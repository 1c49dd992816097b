// error: no other field has a value
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.fields[4].value = 1; }> bad;
#endif
