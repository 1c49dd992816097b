// A store of your own for a pool's node numbers: a key-value server with versions, as ZooKeeper and Consul
// are.
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include <sortid/node_pool.hpp>
#include <sortid/ulid_flake.hpp>

// Stands for the server. Consul's `?cas=` and ZooKeeper's setData replace a value if its version is still the
// same.
struct key_value_server {
  struct versioned {
    std::string value;
    std::uint64_t version = 0;
  };
  std::map<std::string, versioned> keys;

  versioned get(const std::string& key) const {
    const auto there = keys.find(key);
    return there == keys.end() ? versioned() : there->second;
  }
  bool set_if(const std::string& key, std::uint64_t version, std::string value) {
    versioned& there = keys[key];
    if (there.version != version) return false;
    there = {std::move(value), version + 1};
    return true;
  }
};

// [store]
class key_value_store final : public sortid::node_store {
 public:
  explicit key_value_store(key_value_server& server) : server_(server) {}

  facts about() const noexcept override { return {.name = "key-value"}; }

  // A real one sends a request that is answered by the leader, and gives up after within_ms.
  sortid::store_answer read(sortid::node_reading& to, std::int64_t /*within_ms*/) override {
    for (const auto& [key, there] : server_.keys) to.add(static_cast<unsigned>(std::stoul(key)), there.value);
    return sortid::store_answer::done;
  }

  sortid::store_answer swap(unsigned node, const sortid::node_record& before, const sortid::node_record& next,
                            std::int64_t /*within_ms*/) override {
    const auto there = server_.get(std::to_string(node));
    // The text decides: versions go back when a server is restored from a copy.
    const bool same = there.value.empty() ? before.unused() : before.to_text().view() == there.value;
    if (!same) return sortid::store_answer::lost;
    const bool done = server_.set_if(std::to_string(node), there.version, std::string(next.to_text()));
    // A request that timed out would be `unknown`, and one that was never sent `unavailable`.
    return done ? sortid::store_answer::done : sortid::store_answer::lost;
  }

 private:
  key_value_server& server_;
};
// [/store]

int main() {
  key_value_server server;
  const auto open = [&server] {
    return sortid::node_pool::open(std::make_unique<key_value_store>(server),
                                   sortid::ulid_flake_scalable::layout(), {.renewer = false});
  };
  auto one = open();
  auto two = open();
  auto ids = sortid::pool_generator<sortid::ulid_flake_scalable>::open(one->get());
  auto others = sortid::pool_generator<sortid::ulid_flake_scalable>::open(two->get());
  const auto a = ids->next();
  const auto b = others->next();
  const bool right = a && b && a->sid() == 0 && b->sid() == 1;
  std::printf("%s\n", right ? "a number each" : "wrong");
  return right ? 0 : 1;
}
