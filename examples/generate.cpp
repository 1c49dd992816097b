// New ids: one, many, with options, with policies, at an instant, with a clock of your own.
#include <cstdio>
#include <vector>

#include <sortid/clocks.hpp>
#include <sortid/euid.hpp>
#include <sortid/generator.hpp>
#include <sortid/ordered_generator.hpp>
#include <sortid/uid11.hpp>
#include <sortid/ulid.hpp>
#include <sortid/ulid_flake.hpp>

namespace {

bool one() {
  // [new]
  const auto id = sortid::new_id<sortid::ulid>();  // of the calling thread's own generator
  if (!id) {
    std::fprintf(stderr, "%s\n", sortid::message(id.error()).data());
    return false;
  }
  std::printf("%s\n", id->to_text().c_str());
  // [/new]
  return true;
}

bool with_options() {
  // [options]
  auto euids = sortid::generator<sortid::euid>::make({.extension = 7});             // 0 … 32767
  auto flakes = sortid::generator<sortid::ulid_flake_scalable>::make({.node = 3});  // the sid, 0 … 31
  auto snow = sortid::generator<sortid::uid11_snowish>::make({.node = 17});         // the machine, 0 … 1023
  // [/options]
  if (!euids || !flakes || !snow) return false;
  const auto euid = euids->next();
  const auto flake = flakes->next();
  const auto snowish = snow->next();
  // [wrong-option]
  // An option that the format does not have, or that does not fit, is rejected before the first id.
  const auto rejected = sortid::generator<sortid::ulid>::make({.node = 1});
  const bool why = rejected.error().why == sortid::reason::range;
  // [/wrong-option]
  return euid && euid->extension() == 7 && flake && flake->sid() == 3 && snowish &&
         snowish->machine() == 17 && why;
}

bool many() {
  // [batch]
  auto ids = sortid::generator<sortid::uid11_ts_seq_rand>::make(
      {},
      {.overflow = sortid::on_overflow::wait, .clock_back = sortid::on_clock_back::wait, .max_wait_ms = 50});
  std::vector<sortid::uid11_ts_seq_rand> batch(10'000);
  const sortid::filled made = ids->fill(batch);
  // made.count ids are valid and increasing; made.why says why there are no more.
  // [/batch]
  for (std::size_t i = 1; i < made.count; ++i) {
    if (!(batch[i - 1] < batch[i])) return false;
  }
  return made.why != sortid::fault::none || made.count == batch.size();
}

bool for_all_threads() {
  // [process]
  static sortid::process_generator<sortid::ulid> ids;  // one order for all threads, without a lock
  const auto first = ids.next();
  const auto second = ids.next();  // greater than `first`, whichever thread asks
  // [/process]
  return first && second && *first < *second;
}

bool at_an_instant() {
  // [at]
  sortid::generator<sortid::ulid> ids;
  const auto id = ids.next_at(1'700'000'000'000);       // with that timestamp, in the order of the others
  const auto earlier = ids.next_at(1'600'000'000'000);  // fault::clock_back: it would break the order
  const auto loose = ids.random_at(1'600'000'000'000);  // a draw of its own, in no order
  // [/at]
  return id && id->unix_ms() == 1'700'000'000'000 && earlier.error() == sortid::fault::clock_back && loose;
}

// [clock]
// A clock is anything with these two functions; this one stands where a test puts it.
struct still_clock {
  std::int64_t unix_ms = 1'700'000'000'000;
  std::int64_t now() const noexcept { return unix_ms; }
  void pause(std::int64_t) noexcept {}
};

bool goes_back() {
  auto ids = sortid::generator<sortid::ulid, still_clock>();
  const auto before = ids.next();
  ids.clock().unix_ms -= 60'000;  // somebody sets the clock back by a minute
  const auto after = ids.next();  // the default policy holds the last timestamp
  return before && after && *before < *after && ids.ahead() == 60'000;
}
// [/clock]

bool by_a_cheaper_clock() {
  // [coarse]
  const auto clock = sortid::coarse_clock::open();
  if (!clock) {
    std::fprintf(stderr, "%s\n", clock.error().what);  // there is none on this system
    return true;
  }
  auto ids = sortid::generator<sortid::ulid, sortid::coarse_clock>::make({}, {}, *clock);
  const auto id = ids->next();  // its timestamp lags by up to clock->granularity_ns()
  // [/coarse]
  return id && clock->granularity_ns() > 0;
}

}  // namespace

int main() {
  return one() && with_options() && many() && for_all_threads() && at_an_instant() && goes_back() &&
                 by_a_cheaper_clock()
             ? 0
             : 1;
}
