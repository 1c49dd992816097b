// error: constant expression
#include <sortid/ulid_flake.hpp>

using namespace sortid::literals;
constexpr auto good = "00CMXB6TAK4SA"_ulid_flake_scalable;
#ifdef SHOULD_FAIL
constexpr auto bad = "00CMXB6TAK4S"_ulid_flake_scalable;  // twelve symbols
#endif
