// What sortid.NodePool and the Generator over it share.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "sortid/any_generator.hpp"
#include "sortid/node_pool.hpp"
#include "state.hpp"

namespace sortid::python {

// For short calls of one thread at a time. A fork may leave it locked by a thread that the child does not
// have: there it counts as free.
class call_lock {
 public:
  void lock() noexcept {
    const std::uint64_t own = system_entropy::fork_count();
    for (;;) {
      std::uint64_t holder = holder_.load(std::memory_order_relaxed);
      if (holder != own && holder_.compare_exchange_weak(holder, own, std::memory_order_acquire)) return;
    }
  }
  void unlock() noexcept { holder_.store(nobody, std::memory_order_release); }

 private:
  static constexpr std::uint64_t nobody = ~std::uint64_t{0};  // no count is that
  std::atomic<std::uint64_t> holder_{nobody};
};

// The generator stands beside its pool, so that either can end first.
struct pool_and_ids {
  call_lock lock;
  std::unique_ptr<node_pool> pool;  // null when it was closed
  any_generator<scope_list<pool_scopes>> ids;
};

// Of a NodePool; null with a TypeError set.
[[nodiscard]] std::shared_ptr<pool_and_ids> pool_of(const module_state& state, PyObject* given);

}  // namespace sortid::python
