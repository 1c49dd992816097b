// What "etcd:…" means.
#include <cstdlib>
#include <string>
#include <string_view>

#include "sortid/etcd_node_store.hpp"

namespace sortid {

namespace {

std::string from_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

opened_node_store open(std::string_view rest) {
  etcd_store_options options;
  const std::size_t mark = rest.find('#');
  if (mark != rest.npos) options.pool = rest.substr(mark + 1);
  if (options.pool.empty()) return std::string("etcd: the name of a pool is missing behind #");
  rest = rest.substr(0, mark);
  if (!rest.empty()) options.endpoints.clear();
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view url = rest.substr(0, comma);
    if (!url.starts_with("http://") && !url.starts_with("https://"))
      return std::string(
          "etcd: URLs with commas between them expected, http://HOST:PORT or https://HOST:PORT");
    // Messages and lists of processes show it.
    if (url.find('@') != url.npos)
      return std::string(
          "etcd: a URL has no user and no password; SORTID_ETCD_USER and SORTID_ETCD_PASSWORD are for these");
    options.endpoints.emplace_back(url);
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
  }
  // Secrets do not belong into what every user of the machine sees in a list of processes.
  options.user = from_environment("SORTID_ETCD_USER");
  options.password = from_environment("SORTID_ETCD_PASSWORD");
  options.ca_file = from_environment("SORTID_ETCD_CA_FILE");
  options.certificate_file = from_environment("SORTID_ETCD_CERTIFICATE_FILE");
  options.key_file = from_environment("SORTID_ETCD_KEY_FILE");
  return opened_node_store(std::make_unique<etcd_node_store>(std::move(options)));
}

}  // namespace

node_store_kind etcd_node_store_kind() noexcept {
  return {.name = etcd_store_name, .usage = etcd_store_usage, .open = open};
}

}  // namespace sortid
