// error: (no matching function for call|invalid reference to function 'parse_lenient'|call to .*parse_lenient|constraints not satisfied)
#include <sortid/uid11.hpp>

const auto good = sortid::xid::parse("5TK7MT834rx");
#ifdef SHOULD_FAIL
const auto bad = sortid::xid::parse_lenient("5TK7MT834rx");  // base 58 has no aliases
#endif
