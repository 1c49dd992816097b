// error: constant expression
#include <sortid/ulid.hpp>

using namespace sortid::literals;
constexpr auto good = "01ARZ3NDEKTSV4RRFFQ69G5FAV"_ulid;
#ifdef SHOULD_FAIL
constexpr auto bad = "01ARZ3NDEKTSV4RRFFQ69G5FAU"_ulid;  // U is no symbol
#endif
