// error: constant expression
#include <sortid/ulid.hpp>

using namespace sortid::literals;
constexpr auto good = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"_ulid;
#ifdef SHOULD_FAIL
constexpr auto bad = "80000000000000000000000000"_ulid;
#endif
