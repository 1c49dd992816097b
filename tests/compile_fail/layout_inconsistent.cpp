// error: do not fit together
#include <sortid/uid11.hpp>

template <unsigned RandomBits>
inline constexpr sortid::layout mine{
    .name = "mine",
    .bits = 64,
    .text = sortid::text_form::base58,
    .symbols = 11,
    .fields = {{{"timestamp", 42, sortid::role::timestamp}, {"random", RandomBits, sortid::role::random}}}};
const sortid::uid11_profile<mine<22>> good;
#ifdef SHOULD_FAIL
const sortid::uid11_profile<mine<21>> bad;  // 63 bits
#endif
