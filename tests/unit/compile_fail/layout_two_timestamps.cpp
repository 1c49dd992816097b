// error: may be in more than one field
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields[1].role = role::timestamp;
  l.counter = {};
}>
    bad;
#endif
