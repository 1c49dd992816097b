// The constexpr codec, text by text: for every machine, for tails, and what the other sets are compared with.
#include "scalar.hpp"

namespace sortid::detail {

constinit const kernels scalar_kernels = scalar_set("scalar");

}  // namespace sortid::detail
