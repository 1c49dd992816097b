// error: constant expression
#include <sortid/ulid_flake.hpp>

using namespace sortid::literals;
constexpr auto good = "7ZZZZZZZZZZZZ"_ulid_flake;
#ifdef SHOULD_FAIL
constexpr auto bad = "G000000000000"_ulid_flake;  // more than 63 bits
#endif
