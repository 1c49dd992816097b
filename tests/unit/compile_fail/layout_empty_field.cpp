// error: none of them 0
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields[3].bits = 0;
  l.fields[4].bits = 14;
}>
    bad;
#endif
