// An upper bound of each shared order, written to WAL before the ids below it are returned. A standby that
// has replayed a commit with such an id has replayed the bound before it. So a promoted standby knows where
// to go on (decision 44).
#pragma once

#include "glue.hpp"

extern "C" {
#include "storage/block.h"
}

namespace sortid::pg {

class wal_bound {
 public:
  // Finds the order's bound, or makes it. Every start of a server and every promotion begins a run. The first
  // backend of a run calls `begin_after(order, bound)` before any backend takes an id; the others wait for
  // it.
  //   The name has at most 31 bytes, and differs for orders that differ only in their node.
  template <class Order>
  void open(const char* name, unsigned node, Order& order,
            void (*begin_after)(Order&, std::int64_t unix_ms)) {
    struct call {
      Order& order;
      void (*begin_after)(Order&, std::int64_t);
    } context{order, begin_after};
    open(name, node, &context, [](void* given, std::int64_t unix_ms) {
      const auto& [to, begin] = *static_cast<call*>(given);
      begin(to, unix_ms);
    });
  }

  [[nodiscard]] bool is_open() const noexcept { return block_ != InvalidBlockNumber; }

  // Call it before ids of that millisecond are returned.
  void cover(std::int64_t unix_ms) noexcept {
    if (unix_ms > covered_) raise(unix_ms);
  }

 private:
  void open(const char* name, unsigned node, void* context,
            void (*begin_after)(void*, std::int64_t)) noexcept;
  void raise(std::int64_t unix_ms) noexcept;

  BlockNumber block_ = InvalidBlockNumber;
  std::size_t entry_ = 0;
  std::int64_t covered_ = INT64_MIN;  // as this backend last read it; it never falls
};

}  // namespace sortid::pg
