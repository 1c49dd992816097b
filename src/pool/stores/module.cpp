// A store as a module: cli/store_modules.cpp opens it.
#include STORE_HEADER

#include "sortid/detail/compiler.hpp"
#include "sortid/open_node_store.hpp"

extern "C" SORTID_EXPORT void sortid_store_kind(sortid::node_store_kind* to) noexcept {
  *to = sortid::STORE_KIND();
}
