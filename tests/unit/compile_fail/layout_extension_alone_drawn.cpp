// error: random, sequence or payload bits to tell the ids of a millisecond apart
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields = {{{"timestamp", 45, role::timestamp},
               {"extension", 15, role::extension},
               {"extension_length", 4, role::extension_length}}};
  l.counter = {};
}>
    bad;
#endif
