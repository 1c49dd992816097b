// What "postgres:…" means.
#include <string>
#include <string_view>

#include "sortid/postgres_node_store.hpp"

namespace sortid {

namespace {

opened_node_store open(std::string_view rest) {
  postgres_store_options options;
  if (rest.starts_with("//")) {
    // A URI has a # nowhere else.
    const std::size_t mark = rest.find('#');
    if (mark != rest.npos) options.pool = rest.substr(mark + 1);
    if (options.pool.empty()) return std::string("postgres: the name of a pool is missing behind #");
    options.connection.append("postgresql:").append(rest.substr(0, mark));
  } else {
    options.connection = rest;
  }
  return opened_node_store(std::make_unique<postgres_node_store>(std::move(options)));
}

}  // namespace

node_store_kind postgres_node_store_kind() noexcept {
  return {.name = postgres_store_name, .usage = postgres_store_usage, .open = open};
}

}  // namespace sortid
