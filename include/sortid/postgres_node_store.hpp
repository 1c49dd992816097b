// The numbers of a pool in a table of PostgreSQL, a row for each: a node_store for node_pool. Needs
// PostgreSQL 10 or later, and the library sortid::pool_postgres, which needs libpq.
//
//   sortid::postgres_node_store store({.connection = "postgresql://app@db1,db2/app", .pool = "orders"});
//
// The store talks to a primary alone and goes on with the new one after a failover. Every answer waits until
// what it says is on disk, and on the standbys of synchronous_standby_names, so a failover to one of these
// loses nothing. A failover to any other standby may: then raise the fence. A server with `fsync = off` is
// rejected.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sortid/node_store.hpp"
#include "sortid/open_node_store.hpp"

namespace sortid {

struct postgres_store_options {
  // As libpq takes it: a URI or `keyword=value` pairs, with one host or several. Only hosts that take writes
  // are used, whatever target_session_attrs says. Names of hosts are resolved without a time limit; addresses
  // need none.
  std::string connection;
  std::string pool = "default";  // a table holds any number of pools
  std::string table = "sortid_nodes";
  std::string schema = {};  // the first of the search path, unless given
  bool create = true;       // makes the table when it is missing
};

// Keeps a connection open, and for a while at most two others whose statement did not end in time.
class postgres_node_store final : public node_store {
 public:
  explicit postgres_node_store(postgres_store_options options);
  ~postgres_node_store() override;

  // The statement that makes the table, for who administers the database: users of the pool need SELECT,
  // INSERT and UPDATE on it.
  [[nodiscard]] static std::string create_statement(std::string_view table, std::string_view schema = {});

  [[nodiscard]] facts about() const noexcept override { return {.name = "postgres", .claims = true}; }
  [[nodiscard]] store_answer read(node_reading& to, std::int64_t within_ms) override;
  [[nodiscard]] store_answer swap(unsigned node, const node_record& before, const node_record& next,
                                  std::int64_t within_ms) override;
  [[nodiscard]] store_answer claim(std::string_view use, std::int64_t within_ms) override;
  [[nodiscard]] store_answer raise_fence(std::int64_t unix_ms, std::int64_t within_ms) override;
  void forked() noexcept override;
  [[nodiscard]] std::string_view last_error() const noexcept override;

 private:
  class client;
  std::unique_ptr<client> client_;
};

// For add_node_store(): postgres://USER@HOST/DB#POOL is libpq's URI, and the pool's name unless it is
// `default`; postgres:keyword=value … its other form. What is not given comes from libpq's environment and
// files.
[[nodiscard]] node_store_kind postgres_node_store_kind() noexcept;
inline constexpr std::string_view postgres_store_name = "postgres";
inline constexpr std::string_view postgres_store_usage = "postgres://USER@HOST/DB[#POOL]";

}  // namespace sortid
