// error: (no matching function for call|constraints not satisfied)
#include <sortid/range.hpp>
#include <sortid/uid11.hpp>
#include <sortid/ulid.hpp>

const auto good = sortid::ids_with_text_prefix<sortid::xid>("5TK");
#ifdef SHOULD_FAIL
const auto bad = sortid::ids_with_text_prefix<sortid::ulid>("01A");
#endif
