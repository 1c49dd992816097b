// A scope of your own: ids whose machine number, and the time it is held for, change between two of them.
#include <cstdio>

#include <sortid/generator.hpp>
#include <sortid/uid11.hpp>

// [scope]
// One thread's order, with a number that somebody else gives and takes away.
template <class Word>
class numbered_scope : public sortid::thread_scope<Word> {
 public:
  using sortid::thread_scope<Word>::thread_scope;

  [[nodiscard]] sortid::grant granted() const noexcept { return given_; }
  void give(unsigned node, std::int64_t not_before_ms, std::int64_t not_after_ms) noexcept {
    given_ = {.node = node, .not_before_ms = not_before_ms, .not_after_ms = not_after_ms};
  }

 private:
  sortid::grant given_{.why = sortid::fault::no_node};
};
using numbered_generator = sortid::basic_generator<sortid::uid11_snowish, numbered_scope<std::uint64_t>>;
// [/scope]

int main() {
  // [use]
  numbered_generator ids;
  const auto none = ids.next();  // fault::no_node: nothing is given yet
  const std::int64_t now = sortid::system_clock::now();
  ids.scope().give(7, now, now + 60'000);
  const auto of_seven = ids.next();
  ids.scope().give(3, now, now + 60'000);
  const auto of_three = ids.next();  // in a later millisecond, so it is greater
  ids.scope().give(3, now - 60'000, now - 1);
  const auto too_late = ids.next();  // fault::no_node
  // [/use]
  const bool right = none.error() == sortid::fault::no_node && of_seven && of_seven->machine() == 7 &&
                     of_three && of_three->machine() == 3 && *of_three > *of_seven &&
                     too_late.error() == sortid::fault::no_node;
  std::printf("%s\n", right ? "a number given, changed and taken away" : "wrong");
  return right ? 0 : 1;
}
