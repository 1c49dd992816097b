// error: constant expression
#include <sortid/euid.hpp>

using namespace sortid::literals;
constexpr auto good = "C8ZM14GR4JXG0MQXVY18S8TJNA6"_euid;
#ifdef SHOULD_FAIL
constexpr auto bad = "C8X2HA87098A0W837DX13FEAWVV"_euid;  // another value's check-mod
#endif
