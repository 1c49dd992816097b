// error: constant expression
#include <sortid/type_id.hpp>

using namespace sortid::literals;
constexpr auto good = "user_01h455vb4pex5vsknk084sn02q"_typeid;
#ifdef SHOULD_FAIL
constexpr auto bad = "User_01h455vb4pex5vsknk084sn02q"_typeid;  // upper case
#endif
