// error: at most 62 bits
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) {
  l.fields = {{{"timestamp", 63, role::timestamp}, {"random", 1, role::random}}};
  l.counter = {};
}>
    bad;
#endif
