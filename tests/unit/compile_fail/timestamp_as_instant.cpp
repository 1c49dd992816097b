// error: (no matching function for call|no known conversion|cannot convert|could not convert)
#include <sortid/range.hpp>
#include <sortid/uid11.hpp>

using namespace sortid::literals;
constexpr auto id = "5TK7MT834rx"_xid;
const auto good = sortid::first_at<sortid::xid>(id.unix_ms());
static_assert(id.timestamp() == sortid::timestamp{457'443'026'715});
#ifdef SHOULD_FAIL
const auto bad = sortid::first_at<sortid::xid>(id.timestamp());  // counts from 2011, not from 1970
#endif
