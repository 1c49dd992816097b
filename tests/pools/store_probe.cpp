// Runs commands on a store: reads one JSON object a line, writes one answer a line:
//
//   {"do": "read", "ms": 5000}
//   {"do": "swap", "ms": 5000, "node": 3, "before": "…" or null, "next": "…"}
//   {"do": "fence", "ms": 5000, "at": 1765540800000}
//   {"do": "race", "ms": 5000, "node": 3, "count": 100}     swaps until `count` won or over 50 failed
//   {"do": "child", "then": {…}}                            does it in a forked child that says how many
//                                                           connections it inherits
//
// usage: store_probe postgres|etcd OPTIONS, which is a JSON object, or store_probe create-statement TABLE
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "sortid/node_store.hpp"
#if defined(PROBE_POSTGRES)
#include "sortid/postgres_node_store.hpp"
#endif
#if defined(PROBE_ETCD)
#include "sortid/etcd_node_store.hpp"
#endif

namespace {

using nlohmann::json;

std::unique_ptr<sortid::node_store> opened(const std::string& kind, const json& options) {
  const auto text = [&options](const char* key, std::string& to) {
    if (options.contains(key)) to = options.at(key).get<std::string>();
  };
#if defined(PROBE_POSTGRES)
  if (kind == "postgres") {
    sortid::postgres_store_options o;
    text("connection", o.connection);
    text("pool", o.pool);
    text("table", o.table);
    text("schema", o.schema);
    o.create = options.value("create", true);
    return std::make_unique<sortid::postgres_node_store>(o);
  }
#endif
#if defined(PROBE_ETCD)
  if (kind == "etcd") {
    sortid::etcd_store_options o;
    if (options.contains("endpoints")) o.endpoints = options.at("endpoints").get<std::vector<std::string>>();
    text("pool", o.pool);
    text("prefix", o.prefix);
    text("user", o.user);
    text("password", o.password);
    text("ca_file", o.ca_file);
    text("certificate_file", o.certificate_file);
    text("key_file", o.key_file);
    o.most_history = options.value("most_history", o.most_history);
    return std::make_unique<sortid::etcd_node_store>(o);
  }
#endif
  return nullptr;
}

json told(sortid::node_store& store, sortid::store_answer answer, json more = json::object()) {
  more["answer"] = sortid::name_of(answer);
  more["error"] = store.last_error();
  return more;
}

// Sockets of this process with a peer that has a name: of servers. libcurl wakes itself by pairs without one.
int connections() {
  int count = 0;
  for (int fd = 0; fd < 1024; ++fd) {
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) == 0 && size > sizeof peer.ss_family)
      ++count;
  }
  return count;
}

json do_one(sortid::node_store& store, const json& what) {
  const std::string kind = what.at("do");
  if (kind == "child") {
    int ends[2];
    if (::pipe(ends) != 0) return {{"answer", "no pipe"}};
    const pid_t child = ::fork();
    if (child == 0) {
      store.forked();
      const int inherited = connections();
      json did = do_one(store, what.at("then"));
      did["inherited"] = inherited;
      const std::string line = did.dump();
      const bool written = ::write(ends[1], line.data(), line.size()) == static_cast<ssize_t>(line.size());
      ::close(ends[1]);
      // Thrown, so that destructors close the child's connections.
      throw static_cast<int>(!written);
    }
    ::close(ends[1]);
    std::string line;
    char part[4096];
    for (ssize_t n = 0; (n = ::read(ends[0], part, sizeof part)) > 0;)
      line.append(part, static_cast<std::size_t>(n));
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return status == 0 ? json::parse(line) : json{{"answer", "the child failed"}};
  }
  const std::int64_t ms = what.at("ms");
  if (kind == "read") {
    sortid::node_reading reading;
    const sortid::store_answer answer = store.read(reading, ms);
    json records = json::object();
    for (const auto& e : reading.entries) {
      records[std::to_string(e.node)] = e.readable ? json(e.record.to_text().view()) : json(nullptr);
    }
    json more{{"records", records}};
    if (reading.fence_ms != INT64_MIN) more["fence"] = reading.fence_ms;
    if (reading.clock_ms) more["clock"] = *reading.clock_ms;
    return told(store, answer, more);
  }
  if (kind == "fence") return told(store, store.raise_fence(what.at("at"), ms));
  const unsigned node = what.at("node");
  if (kind == "swap") {
    const auto record = [&what](const char* key) {
      if (what.at(key).is_null()) return sortid::node_record{};
      return sortid::node_record::parse(what.at(key).get<std::string>()).value();
    };
    return told(store, store.swap(node, record("before"), record("next"), ms));
  }
  if (kind == "race") {
    json won = json::array();
    std::uint64_t lost = 0;
    int failed = 0;
    while (won.size() < what.at("count").get<std::size_t>()) {
      sortid::node_reading reading;
      if (failed > 50) return told(store, sortid::store_answer::unavailable);
      if (store.read(reading, ms) != sortid::store_answer::done) {
        ++failed;
        continue;
      }
      const sortid::node_record before = reading.find(node);
      sortid::node_record next = before;
      ++next.count;
      next.high_ms = static_cast<std::int64_t>(next.count);
      next.nonce = {0, static_cast<std::uint64_t>(::getpid())};
      const auto answer = store.swap(node, before, next, ms);
      if (answer == sortid::store_answer::done) {
        won.push_back(next.count);
      } else if (answer == sortid::store_answer::lost) {
        ++lost;
      } else if (answer == sortid::store_answer::unavailable) {
        ++failed;
      } else {
        return told(store, answer);
      }
    }
    return told(store, sortid::store_answer::done, {{"won", won}, {"lost", lost}});
  }
  return {{"answer", "no such thing to do"}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
#if defined(PROBE_POSTGRES)
  if (argv[1] == std::string("create-statement")) {
    std::cout << sortid::postgres_node_store::create_statement(argv[2]) << '\n';
    return 0;
  }
#endif
  try {
    const auto store = opened(argv[1], json::parse(argv[2]));
    if (store == nullptr) return 2;
    for (std::string line; std::getline(std::cin, line);)
      std::cout << do_one(*store, json::parse(line)) << std::endl;
  } catch (int status) {
    ::_exit(status);
  }
}
