// error: (conversion from .* requested|no viable conversion)
#include <sortid/euid.hpp>

const sortid::euid good = sortid::euid::parse("C8ZM14GR4JXG0MQXVY18S8TJNA6").value();
#ifdef SHOULD_FAIL
const sortid::euid bad = sortid::euid::parse("C8ZM14GR4JXG0MQXVY18S8TJNA6");  // the error would be lost
#endif
