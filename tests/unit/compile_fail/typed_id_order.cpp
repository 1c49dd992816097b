// error: (no match for 'operator<|invalid operands to binary expression)
#include <sortid/type_id.hpp>

using user = sortid::typed_id<"user">;
constexpr bool good = user() < user::max();
#ifdef SHOULD_FAIL
constexpr bool bad = user() < sortid::typed_id<"order">();
#endif
