// error: (conversion from .* requested|no viable conversion)
#include <sortid/ulid.hpp>

const auto good = sortid::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
#ifdef SHOULD_FAIL
const sortid::ulid bad = "01ARZ3NDEKTSV4RRFFQ69G5FAV";  // a text may be no id: parse says so
#endif
