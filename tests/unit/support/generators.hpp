// The three kinds of generators behind one face, with a clock and an entropy of the test, so that a rule that
// holds for all of them is written once.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "sortid/ordered_generator.hpp"
#include "support/fake_sources.hpp"
#include "support/format_facts.hpp"
#include "support/plans.hpp"
#include "support/scratch_folder.hpp"

namespace sortid_test {

struct one_thread {
  static constexpr const char* name = "thread";
  template <class Id>
  struct of {
    sortid::generator<Id, fake_clock, fake_entropy> ids;

    of(const sortid::generator_plan<Id>& plan, const sortid::policies& policy, fake_clock clock,
       fake_entropy entropy)
        : ids(plan, policy, std::move(clock), std::move(entropy)) {}
  };
};

struct one_process {
  static constexpr const char* name = "process";
  template <class Id>
  struct of {
    sortid::process_generator<Id, fake_clock, fake_entropy> ids;

    of(const sortid::generator_plan<Id>& plan, const sortid::policies& policy, fake_clock clock,
       fake_entropy entropy)
        : ids(plan, policy, std::move(clock), std::move(entropy)) {}
  };
};

struct one_host {
  static constexpr const char* name = "host";
  template <class Id>
  struct of {
    using generator = sortid::host_generator<Id, fake_clock, fake_entropy>;
    scratch_folder folder;
    generator ids;

    of(const sortid::generator_plan<Id>& plan, const sortid::policies& policy, fake_clock clock,
       fake_entropy entropy)
        : ids(std::move(
              generator::open((folder / "order").c_str(), plan, policy, std::move(clock), std::move(entropy))
                  .value())) {}
  };
};

// A generator with the clock and the entropy that it was given.
template <class Scope, class Id>
struct bench {
  static constexpr format_facts format = facts<Id>;
  // The counter's bits are drawn for a millisecond's first id. A sequence begins at 0.
  static constexpr bool counts_random = (format.random & format.counting) != uint128();
  // The counter's lowest bit.
  static constexpr uint128 unit = format.counting & (~format.counting + uint128(1));

  fake_clock clock;
  fake_entropy entropy;
  typename Scope::template of<Id> scope;

  explicit bench(std::int64_t unix_ms, fake_entropy source = fake_entropy::zeros(),
                 const sortid::policies& policy = {},
                 const sortid::generator_plan<Id>& plan = numbered_plan<Id>)
      : clock(unix_ms), entropy(std::move(source)), scope(plan, policy, clock, entropy) {}

  [[nodiscard]] sortid::result<Id, sortid::fault> next() { return scope.ids.next(); }
  [[nodiscard]] auto& ids() { return scope.ids; }

  // The next draw for a whole value has these bits.
  void draw_next(uint128 bits) {
    if constexpr (sizeof(typename Id::value_type) == 8) {
      entropy.then(bits.lo);
    } else {
      entropy.then(bits);
    }
  }
  // Uses up a millisecond that has no id yet. The last id of it, with every bit of the counter set.
  Id fill_millisecond() {
    draw_next(~uint128());
    Id last = next().value();
    for (int i = 1; i < 4096 && !counts_random; ++i) last = next().value();
    return last;
  }
};

}  // namespace sortid_test
