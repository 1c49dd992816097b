// The numbers that this server has from pools: what the worker (worker/worker.cpp) shows to all backends in
// shared memory. Not in a file of the data directory, since two servers may have copies of that (decision
// 70).
#pragma once

#include <cstddef>

#include "glue.hpp"
#include "sortid/detail/pool_page.hpp"
#include "sortid/node_window.hpp"

extern "C" {
#include "storage/spin.h"
}

namespace sortid::pg {

// Whether the field of a node is the setting `sortid.sid`'s, by its short name.
constexpr bool has_sid(const layout& l) noexcept {
  return l.has(role::node) && l.fields[l.find(role::node)].option == "sid";
}

// A pool for each format with a node.
enum class pool_of : std::size_t { machine, sid };
inline constexpr std::size_t pool_count = 2;
template <any_id Id>
inline constexpr pool_of pool_for = has_sid(Id::layout()) ? pool_of::sid : pool_of::machine;
inline constexpr const char* pool_settings[pool_count] = {"sortid.machine_pool", "sortid.sid_pool"};

struct shared_pool {
  alignas(64) detail::pool_page page;
  slock_t lock;  // of what follows
  no_window why;
};
struct shared_pools {
  volatile pid_t worker;  // 0 while there is none
  shared_pool all[pool_count];
};
inline constexpr const char* shared_pools_name = "sortid pools";

// Settings of text, and the worker: from _PG_init.
void define_pools() noexcept;

// Whether this server takes the numbers of that pool's format from a pool.
[[nodiscard]] bool has_pool(pool_of which) noexcept;
// Its window, as the worker shows it at present. Raises an error where there can be none.
[[nodiscard]] grant window_of(pool_of which) noexcept;
// For a format whose ids find no window any more.
[[noreturn]] void raise_no_window(pool_of which, std::string_view format) noexcept;

}  // namespace sortid::pg
