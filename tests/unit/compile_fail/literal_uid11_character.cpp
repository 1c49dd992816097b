// error: constant expression
#include <sortid/uid11.hpp>

using namespace sortid::literals;
constexpr auto good = "5TK7MT834rx"_uid11;
#ifdef SHOULD_FAIL
constexpr auto bad = "5TK7MT834r0"_uid11;  // 0 is no symbol of base 58
#endif
