// A layout of one's own that keeps all the rules of layout.hpp. Each of the programs layout_*.cpp breaks one.
#include <sortid/uid11.hpp>

using sortid::layout;
using sortid::role;

inline constexpr layout own{
    .name = "own",
    .title = "Ordered, with a bit of everything",
    .bits = 64,
    .text = sortid::text_form::base58,
    .symbols = 11,
    .epoch = 1'000'000'000'000,
    .fields = {{{"timestamp", 40, role::timestamp},
                {"sequence", 8, role::sequence},
                {"kind", 2, role::constant, 3},
                {"random", 6, role::random},
                {"machine", 8, role::node}}},
    .counter = {.low = 8, .bits = 16, .step_bytes = 0, .max_step_bytes = 0},
};
template <auto Change>
inline constexpr layout changed = [] {
  layout l = own;
  Change(l);
  return l;
}();
template <auto Change>
using own_id = sortid::uid11_profile<changed<Change>>;

const own_id<[](layout&) {}> good;
