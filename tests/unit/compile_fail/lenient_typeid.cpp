// error: ('parse_lenient' is not a member of|no member named 'parse_lenient')
#include <sortid/type_id.hpp>
#include <sortid/ulid.hpp>

const auto good = sortid::ulid::parse_lenient("01ARZ3-NDEKTSV4RRFFQ69G5FAV");
#ifdef SHOULD_FAIL
const auto bad = sortid::type_id::parse_lenient("user_01h455vb4pex5vsknk084sn02q");  // TypeID has no aliases
#endif
