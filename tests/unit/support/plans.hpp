// Options that every generated format takes.
#pragma once

#include "sortid/generator_options.hpp"
#include "sortid/generator_plan.hpp"

namespace sortid_test {

// The options with a number where only a number keeps the format's ids apart.
template <class Id>
constexpr sortid::generator_options numbered(sortid::generator_options options = {}) {
  if (Id::layout().needs_node() && !options.node) options.node = 0;
  return options;
}
template <class Id>
constexpr sortid::generator_plan<Id> numbered_plan = sortid::generator_plan<Id>::make(numbered<Id>()).value();

}  // namespace sortid_test
