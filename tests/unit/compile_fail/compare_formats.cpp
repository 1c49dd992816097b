// error: (no match for 'operator==|invalid operands to binary expression)
#include <sortid/ulid.hpp>
#include <sortid/uuidv7.hpp>

constexpr bool good = sortid::ulid() == sortid::ulid();
#ifdef SHOULD_FAIL
constexpr bool bad = sortid::ulid() == sortid::uuidv7();  // the same 128 bits do not mean the same
#endif
