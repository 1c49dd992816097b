// The stores that this module was linked with: sortid_link_stores() in CMakeLists.txt.
#pragma once

#include "sortid/open_node_store.hpp"
#if defined(SORTID_POOL_POSTGRES)
#include "sortid/postgres_node_store.hpp"
#endif
#if defined(SORTID_POOL_ETCD)
#include "sortid/etcd_node_store.hpp"
#endif

namespace sortid::stores {

inline void add_linked_stores() {
#if defined(SORTID_POOL_POSTGRES)
  add_node_store(postgres_node_store_kind());
#endif
#if defined(SORTID_POOL_ETCD)
  add_node_store(etcd_node_store_kind());
#endif
}

}  // namespace sortid::stores
