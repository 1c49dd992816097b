// error: (ignoring return(ed)? value)
#include <sortid/ulid.hpp>

void use() {
  (void)sortid::ulid::parse("");
#ifdef SHOULD_FAIL
  sortid::ulid::parse("");
#endif
}
