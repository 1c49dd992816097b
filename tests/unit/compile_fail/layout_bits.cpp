// error: a layout has 64 or 128 bits
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.bits = 96;
  l.fields[0].bits += 32;
}>
    bad;
#endif
