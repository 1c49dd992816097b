// The stores of node numbers that need libraries of others.
#pragma once

namespace sortid::cli {

// Makes those known that were built (src/pool/stores/CMakeLists.txt). Each is a module that is opened when a
// text names the store. Linked with the program, their libraries would make every start three times as long.
void add_store_modules();

}  // namespace sortid::cli
