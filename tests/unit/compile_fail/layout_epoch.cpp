// error: fits 64 bits
#include "own_layout.hpp"

#ifdef SHOULD_FAIL
const own_id<[](layout& l) { l.epoch = INT64_MAX - (std::int64_t{1} << 40) + 2; }> bad;
#endif
