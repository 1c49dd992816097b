// error: a constant fits its field
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.fields[2].value = 4; }> bad;
#endif
