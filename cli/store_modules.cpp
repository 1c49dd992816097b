#include "store_modules.hpp"

#include "command.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "sortid/open_node_store.hpp"
#if defined(SORTID_POOL_POSTGRES)
#include "sortid/postgres_node_store.hpp"
#endif
#if defined(SORTID_POOL_ETCD)
#include "sortid/etcd_node_store.hpp"
#endif

namespace sortid::cli {

namespace {

[[maybe_unused]] opened_node_store open_by_module(const char* file, std::string_view rest) {
  std::error_code why;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", why);
  if (why) throw io_error("the program does not find its modules: " + why.message());
  const auto path = (program.parent_path() / SORTID_MODULES / file).lexically_normal();
  void* const module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const symbol = module == nullptr ? nullptr : ::dlsym(module, "sortid_store_kind");
  if (symbol == nullptr) throw io_error(std::string("the store's module does not load: ") + ::dlerror());
  node_store_kind kind{};
  reinterpret_cast<void (*)(node_store_kind*)>(symbol)(&kind);
  return kind.open(rest);
}

}  // namespace

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
