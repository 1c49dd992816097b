// error: (no matching (member )?function for call|no known conversion|cannot convert|could not convert|no viable conversion)
#include <sortid/generator_plan.hpp>
#include <sortid/ulid.hpp>

constexpr auto recipe = sortid::generator_plan<sortid::ulid>().recipe();
constexpr std::int64_t now = 1'700'000'000'000;
constexpr auto good = recipe.first(*recipe.timestamp_at(now), {});
#ifdef SHOULD_FAIL
constexpr auto bad = recipe.first(now, {});
#endif
