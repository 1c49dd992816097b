// error: a name of its own
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.fields[4].name = "random"; }> bad;
#endif
