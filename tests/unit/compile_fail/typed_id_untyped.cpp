// error: (conversion from .* requested|no viable conversion)
#include <sortid/type_id.hpp>

using user = sortid::typed_id<"user">;
const sortid::type_id good = user().untyped();
#ifdef SHOULD_FAIL
const user bad = sortid::type_id();  // from_type_id says whether the prefix is right
#endif
