// What open_node_store.cpp makes.
#pragma once

#include <memory>
#include <string>

#include "sortid/node_store.hpp"

namespace sortid::detail {

// A store in a folder; null on a system without one.
[[nodiscard]] std::unique_ptr<node_store> make_file_node_store(std::string folder);

}  // namespace sortid::detail
