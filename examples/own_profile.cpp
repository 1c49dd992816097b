// A uid11 profile of your own, and a format with an epoch of your own.
#include <cstdio>

#include <sortid/generator.hpp>
#include <sortid/range.hpp>
#include <sortid/uid11.hpp>
#include <sortid/ulid_flake.hpp>

// [profile]
// 42 bits of time, 6 of a shard, 16 of randomness. Most significant first; together 64 bits.
inline constexpr sortid::layout sharded_layout{
    .name = "sharded",
    .title = "uid11, profile sharded",
    .bits = 64,
    .text = sortid::text_form::base58,
    .symbols = 11,
    .epoch = 1'767'225'600'000,  // 2026-01-01T00:00:00Z
    .fields = {{{"timestamp", 42, sortid::role::timestamp},
                {"shard", 6, sortid::role::node},
                {"random", 16, sortid::role::random}}},
    .counter = {.low = 0, .bits = 16, .step_bytes = 1, .max_step_bytes = 1},
};
using sharded = sortid::uid11_profile<sharded_layout>;
// [/profile]

namespace {

bool use_profile() {
  // [use]
  auto ids = sortid::generator<sharded>::make({.node = 5});
  const auto id = ids->next();
  if (!id) return false;
  std::printf("%s is of shard %u\n", id->to_text().c_str(),
              id->machine());  // machine(): the field of role::node
  const auto of_today = sortid::first_at<sharded>(id->unix_ms());
  // [/use]
  return of_today && *of_today <= *id && sharded::parse(id->to_text()).value() == *id && id->machine() == 5;
}

bool use_own_epoch() {
  // [epoch]
  // Ulid-Flake lets the epoch be configured. Give yours to every function that takes one.
  constexpr std::int64_t epoch = 1'767'225'600'000;  // 2026-01-01T00:00:00Z
  auto ids = sortid::generator<sortid::ulid_flake>::make({.epoch = epoch});
  const auto id = ids->next_at(epoch + 1);
  const auto first = sortid::first_at<sortid::ulid_flake>(epoch + 1, epoch);
  // [/epoch]
  return id && id->unix_ms(epoch) == epoch + 1 && first && *first <= *id;
}

// [own-type]
// Or make it a type of its own, so that the epoch cannot be forgotten.
inline constexpr sortid::layout our_flake_layout = [] {
  sortid::layout l = sortid::ulid_flake_layout;
  l.name = "our-flake";
  l.epoch = 1'767'225'600'000;
  return l;
}();
class our_flake : public sortid::basic_id<our_flake, our_flake_layout> {};
// [/own-type]

}  // namespace

int main() {
  const auto ours = sortid::generator<our_flake>().next_at(1'767'225'600'001);
  const bool own_type = ours && ours->unix_ms() == 1'767'225'600'001;
  return use_profile() && use_own_epoch() && own_type ? 0 : 1;
}
