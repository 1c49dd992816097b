// error: none of them 0
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields[0].bits = 0;
  l.fields[1].bits = 48;
}>
    bad;
#endif
