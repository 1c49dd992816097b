// error: constant expression
#include <sortid/uuidv7.hpp>

using namespace sortid::literals;
constexpr auto good = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"_uuidv7;
#ifdef SHOULD_FAIL
constexpr auto bad = "919108f7-52d1-4320-9bac-f847db4148a8"_uuidv7;  // version 4
#endif
