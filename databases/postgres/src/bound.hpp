// How far the shared orders may have come, written to WAL before their ids are given out. Whoever has
// replayed a commit with such an id has replayed its order's bound before it, so a promoted standby knows
// where to go on (decision 44).
#pragma once

#include "glue.hpp"

extern "C" {
#include "storage/block.h"
}

namespace sortid::pg {

class order_bound {
 public:
  // Finds the order's bound, or makes it. Every start of a server and every promotion is a run of its own.
  // The first backend of a run calls `begin_after(order, bound)`, while all others wait for it, and none of
  // them has taken an id.
  //   The name has at most 31 bytes. Orders that differ in their node alone are told apart by it.
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

  // Makes it safe to give out ids of that millisecond and before.
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
