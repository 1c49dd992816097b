// error: not a TypeID prefix
#include <sortid/type_id.hpp>

const sortid::typed_id<"user"> good;
#ifdef SHOULD_FAIL
const sortid::typed_id<"User"> bad;
#endif
