// error: constant expression
#include <sortid/uid11.hpp>

using namespace sortid::literals;
constexpr auto good = "jpXCZedGfVQ"_xid;
#ifdef SHOULD_FAIL
constexpr auto bad = "jpXCZedGfVR"_xid;  // 2^64
#endif
