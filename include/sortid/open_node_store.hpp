// A store from a text, as options, settings and environments say where a pool's numbers are:
//
//   file:/var/lib/app/nodes   file_node_store
//   static:7                  static_node_store
//   NAME:…                    what add_node_store() was given for NAME
//
// All front ends take these texts. A library with a store of its own adds it, and needs no change here.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sortid/detail/compiler.hpp"
#include "sortid/node_pool.hpp"
#include "sortid/node_store.hpp"
#include "sortid/result.hpp"

namespace sortid {

// A store, or a sentence that says what is wrong with the text.
using opened_node_store = result<std::unique_ptr<node_store>, std::string>;

// A kind of store.
struct node_store_kind {
  std::string_view name;   // before the colon
  std::string_view usage;  // for people: "file:DIR"
  // Gets what is behind the colon. It does not call the store: one that is away is found by the first read.
  opened_node_store (*open)(std::string_view rest);
};

// From then on open_node_store() knows it; a kind of the same name is replaced. The texts are not copied.
SORTID_EXPORT void add_node_store(const node_store_kind& kind);

// Rejects a name that no store has, with those there are, and what the kind of store rejects.
[[nodiscard]] SORTID_EXPORT opened_node_store open_node_store(std::string_view text);

// "file:DIR, static:N", with those that were added.
[[nodiscard]] SORTID_EXPORT std::string node_store_usage();

}  // namespace sortid
