// The numbers of a pool in etcd, a key for each: a node_store for node_pool. Needs etcd 3.4 or later, and the
// library sortid::pool_etcd, which needs libcurl.
//
//   sortid::etcd_node_store store({.endpoints = {"https://etcd1:2379", "https://etcd2:2379"},
//                                  .pool = "orders",
//                                  .ca_file = "/etc/app/etcd-ca.pem"});
//
// Every renewal is a new revision, which etcd keeps until it is compacted: without auto-compaction its disk
// quota fills up, and then it rejects everything. last_error() says so when it finds that much history.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sortid/node_store.hpp"
#include "sortid/open_node_store.hpp"

namespace sortid {

struct etcd_store_options {
  // The client URLs of members of one cluster. One that does not answer is passed over. No proxy is used.
  std::vector<std::string> endpoints = {"http://127.0.0.1:2379"};
  std::string pool = "default";
  std::string prefix = "/sortid/";  // of keys, before the pool's name
  std::string user = {};            // with `password`, where etcd asks for one
  std::string password = {};
  std::string ca_file = {};  // PEM; the system's authorities unless given
  std::string certificate_file = {};
  std::string key_file = {};
  // Revisions; with more history than that auto-compaction is taken to be off.
  std::int64_t most_history = 1'000'000;
};

class etcd_node_store final : public node_store {
 public:
  explicit etcd_node_store(etcd_store_options options);
  ~etcd_node_store() override;

  [[nodiscard]] facts about() const noexcept override { return {.name = "etcd", .claims = true}; }
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

// For add_node_store(): etcd:URL,URL#POOL are the members, and the pool's name unless it is `default`. User,
// password and files come from the environment: SORTID_ETCD_USER, _PASSWORD, _CA_FILE, _CERTIFICATE_FILE,
// _KEY_FILE.
[[nodiscard]] node_store_kind etcd_node_store_kind() noexcept;
inline constexpr std::string_view etcd_store_name = "etcd";
inline constexpr std::string_view etcd_store_usage = "etcd:URL[,URL][#POOL]";

}  // namespace sortid
