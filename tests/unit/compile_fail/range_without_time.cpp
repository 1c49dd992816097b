// error: (no matching function for call|constraints not satisfied)
#include <sortid/range.hpp>
#include <sortid/uuidv7.hpp>

const auto good = sortid::first_at<sortid::uuidv7>(0);
#ifdef SHOULD_FAIL
const auto bad = sortid::first_at<sortid::uuid>(0);  // of any version: most have no instant
#endif
