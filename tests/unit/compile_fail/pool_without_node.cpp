// error: (constraint|template constraint failure)
#include <sortid/node_pool.hpp>
#include <sortid/ulid.hpp>
#include <sortid/ulid_flake.hpp>

using good = sortid::pool_generator<sortid::ulid_flake_scalable>;
#ifdef SHOULD_FAIL
using bad = sortid::pool_generator<sortid::ulid>;  // it has no field for the number of a node
#endif
