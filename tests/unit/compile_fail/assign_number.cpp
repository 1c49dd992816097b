// error: (conversion from .* requested|no viable conversion)
#include <cstdint>
#include <sortid/ulid_flake.hpp>

const auto good = sortid::ulid_flake::from_number(14246757444195114U);
#ifdef SHOULD_FAIL
const sortid::ulid_flake bad = std::uint64_t{14246757444195114};  // half of all numbers are no Ulid-Flake
#endif
