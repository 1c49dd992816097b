// Node numbers that machines share, in PostgreSQL or etcd: shared_stores postgres CONNECTION | etcd ENDPOINT
#include <cstdio>
#include <memory>
#include <string>

#include <sortid/etcd_node_store.hpp>
#include <sortid/node_pool.hpp>
#include <sortid/postgres_node_store.hpp>
#include <sortid/uid11.hpp>

std::unique_ptr<sortid::node_store> in_postgres(const std::string& connection) {
  // [postgres]
  sortid::postgres_store_options options;
  options.connection = connection;  // "postgresql://app@db1,db2/app"
  options.pool = "orders";
  auto store = std::make_unique<sortid::postgres_node_store>(options);
  // [/postgres]
  return store;
}

std::unique_ptr<sortid::node_store> in_etcd(const std::string& endpoint) {
  // [etcd]
  sortid::etcd_store_options options;
  options.endpoints = {endpoint};  // "https://etcd1:2379", "https://etcd2:2379", …
  options.pool = "orders";
  auto store = std::make_unique<sortid::etcd_node_store>(options);
  // [/etcd]
  return store;
}

int main(int argc, char** argv) {
  const std::string kind = argc > 1 ? argv[1] : "";
  if (argc != 3 || (kind != "postgres" && kind != "etcd")) {
    std::puts("usage: shared_stores postgres CONNECTION | etcd ENDPOINT");
    return argc == 1 ? 0 : 2;
  }
  auto pool = sortid::node_pool::open(kind == "etcd" ? in_etcd(argv[2]) : in_postgres(argv[2]),
                                      sortid::uid11_snowish::layout());
  if (!pool) {
    std::fprintf(stderr, "%s\n", pool.error().what);
    return 1;
  }
  auto ids = sortid::pool_generator<sortid::uid11_snowish>::open(pool->get());
  for (int i = 0; i < 3; ++i) {
    if (const auto id = ids->next()) std::printf("%s %u\n", id->to_text().c_str(), id->machine());
  }
  return 0;
}
