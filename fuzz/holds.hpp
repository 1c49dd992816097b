// How a fuzz target says that one of its invariants broke: by its number, and by ending the program.
#pragma once

#include <cstdio>
#include <cstdlib>

inline void holds(int invariant, bool condition, const char* what = "") {
  if (condition) return;
  std::fprintf(stderr, "invariant %d does not hold: %s\n", invariant, what);
  std::abort();
}
