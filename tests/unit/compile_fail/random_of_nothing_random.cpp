// error: (constraints not satisfied|invalid reference to function 'random'|no matching function for call)
#include <sortid/generator.hpp>
#include <sortid/uid11.hpp>

template <class Id>
concept draws = requires(sortid::generator<Id> ids, std::span<Id> many) {
  ids.random();
  ids.random_at(0);
  ids.fill_random(many);
};
template <class Id>
concept draws_something = requires(sortid::generator<Id> ids, std::span<Id> many) {
  requires requires { ids.random(); } || requires {
    ids.random_at(0);
  } || requires {
    ids.fill_random(many);
  };
};
static_assert(draws<sortid::uid11> && draws<sortid::xid> && draws<sortid::uid11_ts_seq_rand>);
static_assert(!draws_something<sortid::uid11_snowish>);  // timestamp, machine and sequence, nothing else

sortid::generator<sortid::uid11_fullrand> good;
const auto id = good.random();
#ifdef SHOULD_FAIL
sortid::generator<sortid::uid11_snowish> bad;
const auto none = bad.random();
#endif
