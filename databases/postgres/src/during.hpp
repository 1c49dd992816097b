// `id <@ range` for the planner: the functions that give the first and the last id of a range.
#pragma once

#include "glue.hpp"

extern "C" {
#include "nodes/primnodes.h"
}

namespace sortid::pg {

// A call of id_during(id, range) or its kin, in either order of arguments, and the functions that belong to
// it.
struct during_call {
  Node* id;     // without relabelling
  Node* range;  // likewise
  bool many;    // a tstzmultirange
  Oid type;     // the id's, no domain
  Oid family;   // the btree operators of the type
  bool versioned;
  bool ordered;  // the ids of a range are together; not so where any prefix may come first
  Node* prefix;  // of a typeid, if it is known: a text; otherwise null
  Oid schema;
  Oid first, last;  // functions of a range, and before it of the prefix

  // The call that gives the first or the last id of the range; of a multirange, of the smallest range around
  // it.
  [[nodiscard]] Node* edge(bool of_last) const noexcept;
  // The same for the value of a range, where the prefix is constant.
  [[nodiscard]] Datum edge_of(bool of_last, Datum given) const noexcept;
  [[nodiscard]] Oid comparison(int strategy) const noexcept;
};

// False if it is another function.
bool read_during(Oid function, List* args, during_call& call) noexcept;

// Whether the node is `…_first_in(range)` or `…_last_in(range)`; the call is then that of its range, without
// an id.
bool read_edge(Node* node, during_call& call, bool& of_last) noexcept;

Node* without_relabels(Node* node) noexcept;

}  // namespace sortid::pg
