// error: as many symbols
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.symbols = 10; }> bad;
#endif
