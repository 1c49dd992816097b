// Node numbers from a pool: the processes of one machine never make the same id, and nobody gives them a
// number.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include <sortid/node_pool.hpp>
#include <sortid/uid11.hpp>

int main() {
  const std::string folder = "example_nodes";
  // [pool]
  auto pool = sortid::node_pool::open(std::make_unique<sortid::file_node_store>(folder),
                                      sortid::uid11_snowish::layout());
  if (!pool) {
    std::printf("%s\n", pool.error().what);
    return 1;
  }
  auto ids = sortid::pool_generator<sortid::uid11_snowish>::open(pool->get());
  const auto id = ids->next();
  // [/pool]
  // Another process would do the same; a second pool stands for it.
  auto other = sortid::node_pool::open(std::make_unique<sortid::file_node_store>(folder),
                                       sortid::uid11_snowish::layout());
  auto other_ids = sortid::pool_generator<sortid::uid11_snowish>::open(other->get());
  const auto other_id = other_ids->next();
  const bool right = id && other_id && id->machine() != other_id->machine();
  std::printf("%s\n", right ? "two pools, two numbers" : "wrong");
  std::filesystem::remove_all(folder);
  return right ? 0 : 1;
}
