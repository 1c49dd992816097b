// error: masks need a layout with 32 free bits or more
#include <sortid/mask.hpp>
#include <sortid/uid11.hpp>

template <unsigned Free>
inline constexpr sortid::layout small{
    .name = "small",
    .title = "A few free bits",
    .bits = 64,
    .text = sortid::text_form::base58,
    .symbols = 11,
    .fields = {{{"reserved", 64 - Free, sortid::role::reserved}, {"payload", Free, sortid::role::payload}}},
    .detection = sortid::detection::by_name};

template <unsigned Free>
using masker_of = sortid::masker<sortid::uid11_profile<small<Free>>>;

const std::size_t good = sizeof(masker_of<32>);
#ifdef SHOULD_FAIL
const std::size_t bad = sizeof(masker_of<31>);
#endif
