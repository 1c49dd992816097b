#include "store_modules.hpp"

#include <string>
#include <string_view>

#include "host/host.hpp"
#include "sortid/open_node_store.hpp"
#if defined(SORTID_POOL_POSTGRES)
#include "sortid/postgres_node_store.hpp"
#endif
#if defined(SORTID_POOL_ETCD)
#include "sortid/etcd_node_store.hpp"
#endif

namespace sortid::cli {

#if defined(SORTID_POOL_POSTGRES) || defined(SORTID_POOL_ETCD)
namespace {

opened_node_store open_by_module(const char* file, std::string_view rest) {
  void* const symbol = os::function_of_module(std::string(SORTID_MODULES "/") + file, "sortid_store_kind");
  node_store_kind kind{};
  reinterpret_cast<void (*)(node_store_kind*)>(symbol)(&kind);
  return kind.open(rest);
}

}  // namespace
#endif

void add_store_modules() {
#if defined(SORTID_POOL_POSTGRES)
  add_node_store({.name = postgres_store_name,
                  .usage = postgres_store_usage,
                  .open = [](std::string_view rest) { return open_by_module("postgres.so", rest); }});
#endif
#if defined(SORTID_POOL_ETCD)
  add_node_store({.name = etcd_store_name, .usage = etcd_store_usage, .open = [](std::string_view rest) {
                    return open_by_module("etcd.so", rest);
                  }});
#endif
}

}  // namespace sortid::cli
