// error: the 4 bits of its length
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.fields[4] = {"extension", 8, role::extension}; }> bad;
#endif
