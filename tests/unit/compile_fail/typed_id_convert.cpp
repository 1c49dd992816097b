// error: (conversion from .* requested|no viable conversion)
#include <sortid/type_id.hpp>

using user = sortid::typed_id<"user">;
using order = sortid::typed_id<"order">;
const user good = user();
#ifdef SHOULD_FAIL
const user bad = order();
#endif
