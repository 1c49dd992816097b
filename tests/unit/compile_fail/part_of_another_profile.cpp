// error: (has no member|no matching member function|constraints not satisfied|no matching function for call|invalid reference to function)
#include <sortid/uid11.hpp>

const auto good = sortid::uid11_snowish().machine();
#ifdef SHOULD_FAIL
const auto bad = sortid::xid().machine();  // xid has no machine
#endif
