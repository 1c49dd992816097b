// error: (no match for 'operator<|invalid operands to binary expression)
#include <sortid/uid11.hpp>

constexpr bool good = sortid::xid() < sortid::xid();
#ifdef SHOULD_FAIL
constexpr bool bad = sortid::xid() < sortid::uid11_snowish();
#endif
