// error: constant expression
#include <sortid/type_id.hpp>

using user = sortid::typed_id<"user">;
constexpr auto good = user::parse("user_01h455vb4pex5vsknk084sn02q").value();
#ifdef SHOULD_FAIL
constexpr auto bad = user::parse("order_01h455vb4pex5vsknk084sn02q").value();  // an order is not a user
#endif
