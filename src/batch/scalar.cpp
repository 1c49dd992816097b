// The constexpr codec, text by text. It runs on every machine, and the tests compare the other sets with it.
#include "scalar.hpp"

namespace sortid::detail {

constinit const kernels scalar_kernels = scalar_set("scalar");

}  // namespace sortid::detail
