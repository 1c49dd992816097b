// error: (no match for 'operator==|invalid operands to binary expression)
#include <sortid/type_id.hpp>

using user = sortid::typed_id<"user">;
using order = sortid::typed_id<"order">;
constexpr bool good = user() == user();
#ifdef SHOULD_FAIL
constexpr bool bad = user() == order();  // an order is not a user
#endif
