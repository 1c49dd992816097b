// error: (conversion from .* requested|no viable conversion)
#include <sortid/type_id.hpp>

const sortid::type_id good(sortid::uuid{});
#ifdef SHOULD_FAIL
const sortid::type_id bad = sortid::uuid{};  // dropping or adding a prefix is said aloud
#endif
