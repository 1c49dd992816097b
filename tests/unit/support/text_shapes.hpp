// One id type for each way in which texts lie in memory and are checked; for tests that need no other
// difference between the formats, and would take the compiler twice as long with all of them.
#pragma once

#include "support/batch_ids.hpp"

namespace sortid_test {

using text_shape_ids =
    sortid::detail::id_list<sortid::ulid, user_id, bare_type_id, sortid::euid, sortid::uuidv7, own_sign,
                            sortid::ulid_flake, own_lower, sortid::xid>;

// Calls f(id type) for each.
template <class F>
void for_every_text_shape(F&& f) {
  text_shape_ids::for_each(f);
}

}  // namespace sortid_test
