// error: constant expression
#include <sortid/uuidv7.hpp>

using namespace sortid::literals;
constexpr auto good = "919108f7-52d1-4320-9bac-f847db4148a8"_uuid;
#ifdef SHOULD_FAIL
constexpr auto bad = "919108f7052d1-4320-9bac-f847db4148a8"_uuid;  // a digit for a hyphen
#endif
