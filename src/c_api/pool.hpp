// What sortid_node_pool is, for the generators too.
#pragma once

#include <memory>

#include "sortid.h"
#include "sortid/node_pool.hpp"

struct sortid_node_pool {
  std::unique_ptr<sortid::node_pool> pool;
};
