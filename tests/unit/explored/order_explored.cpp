// The shipped generator of a process on weak_memory.hpp. No id twice, each greater than those of its thread
// and than those that its thread had seen.
//
//   order_explored      then with each known error, which must be found
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "explored/weak_memory.hpp"
#include "plants.hpp"
#include "sortid/ordered_generator.hpp"
#include "sortid/ulid.hpp"
#include "sortid/ulid_flake.hpp"
#include "support/fake_sources.hpp"
#include "support/planted.hpp"

namespace sortid_test {
namespace {

constexpr std::int64_t noon = 1'765'540'800'000;  // 2025-12-12T12:00:00Z

struct limits_of_ids {
  limits run;
  int ids;                    // of each
  bool begins_after = false;  // the last one, before its first id
  bool looks = false;         // the last one makes none, but looks at the last id
};

template <class Id>
class run_of_ids : public run_of_threads {
 public:
  run_of_ids(const limits_of_ids& of, choices& chosen) : run_of_threads(of.run, chosen), of_(of) {
    compared_then_stored_ = is_planted(compared_then_stored);
    halves_stored_apart_ = is_planted(halves_stored_apart);
  }

 private:
  struct clock {
    [[nodiscard]] static std::int64_t now() noexcept { return noon + current->self(); }
    static std::int64_t pause(std::int64_t us) noexcept { return us; }
  };
  using maker = sortid::process_generator<Id, clock, same_bits>;

  // What is seen was there, and none is smaller than the one before.
  void look() {
    auto before = ids_->scope().last();
    check(!before || was_held(*before));
    for (int i = 0; i < of_.ids; ++i) {
      const auto last = ids_->scope().last();
      check(!last || was_held(*last));
      check(!before || (last && *last >= *before));
      before = last;
    }
  }
  void work() override {
    const bool is_last = static_cast<int>(self()) + 1 == of_.run.threads;
    if (is_last && of_.looks) return look();
    const bool begins = is_last && of_.begins_after;
    if (begins) check(ids_->begin_after(noon + 5) == sortid::fault::none);
    for (int i = 0; i < of_.ids; ++i) {
      // It may have seen what another one returned.
      std::optional<Id> seen;
      if (!returned_.empty() && among(2) == 1) {
        seen = returned_.back().id;
        learn(returned_.back().at);
      }
      const auto id = ids_->next();
      check(id && (!seen || *seen < *id) && (!last_[self()] || *last_[self()] < *id));
      if (!id) break;
      check(!begins || id->unix_ms() > noon + 5);
      for (const auto& other : returned_) check(other.id != *id);
      last_[self()] = *id;
      returned_.push_back({*id, now()});
    }
  }

  const limits_of_ids& of_;
  struct shown {
    Id id;
    times at;
  };
  std::array<std::optional<Id>, most_threads> last_{};
  std::vector<shown> returned_;
  std::unique_ptr<maker> ids_ = std::make_unique<maker>();
};

constexpr limits_of_ids all[] = {
    {.run = {.threads = 2, .preemptions = 3, .old_values = 2}, .ids = 1, .begins_after = true},
    {.run = {.threads = 2, .preemptions = 3, .old_values = 2}, .ids = 2, .looks = true},
    {.run = {.threads = 3, .preemptions = 2, .old_values = 1, .dies = true}, .ids = 1},
    {.run = {.threads = 3, .preemptions = 2, .old_values = 2}, .ids = 1, .looks = true},
    {.run = {.threads = 3, .preemptions = 3, .old_values = 1}, .ids = 1},
    {.run = {.threads = 2, .preemptions = 3, .old_values = 2}, .ids = 2},
};
constexpr limits_of_ids of_one_word[] = {
    {.run = {.threads = 2, .preemptions = 2, .old_values = 2}, .ids = 2},
    {.run = {.threads = 2, .preemptions = 2, .old_values = 2}, .ids = 1, .begins_after = true},
};

exploration_result explore_ids() {
  exploration_result found = explore<run_of_ids<sortid::ulid>>(all);
  if (found.wrong) return found;
  const exploration_result narrow = explore<run_of_ids<sortid::ulid_flake>>(of_one_word);
  return {narrow.wrong, found.after + narrow.after};
}

}  // namespace
}  // namespace sortid_test

int main() { return sortid_test::find_each(sortid_test::plants, sortid_test::explore_ids); }
