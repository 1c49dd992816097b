// The next value after a last one, with bits drawn from an entropy source: one by one, and in blocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sortid/detail/recipe.hpp"
#include "sortid/sources.hpp"

namespace sortid::detail {

// A random word, when the bits are needed at all. In line here and below, so that what a format does not need
// is not there.
template <class Word, entropy_source Entropy>
[[gnu::always_inline]] inline bool draw(Entropy& entropy, bool needed, Word& bits) noexcept {
  return !needed || entropy.fill(&bits, sizeof bits);
}

// What the id after another one takes.
template <class Word, entropy_source Entropy>
[[gnu::always_inline]] inline bool draw_further(const recipe<Word>& r, Entropy& entropy,
                                                std::uint64_t& step_bits, Word& bits) noexcept {
  return draw(entropy, r.step_bytes != 0, step_bits) && draw(entropy, r.redrawn != Word{}, bits);
}

// What the ids of a block need beside the first one, drawn before the order is looked at: then nothing but a
// few additions stands between reading the last value and replacing it.
template <class Word>
class block_draws {
 public:
  // So many ids are made with one reading of the clock.
  static constexpr std::size_t most_ids = 256;

  // For a block of at most `wanted` ids.
  template <entropy_source Entropy>
  [[nodiscard]] bool draw(const recipe<Word>& r, Entropy& entropy, std::size_t wanted) noexcept {
    const std::uint64_t most = r.steps_in_one() < most_ids ? r.steps_in_one() : most_ids;
    further_ = static_cast<std::size_t>(wanted < most ? wanted : most) - 1;
    if (further_ == 0) return true;
    if (r.redrawn != Word{} && !entropy.fill(bits_.data(), further_ * sizeof(Word))) return false;
    if (r.step_bytes == 0) {
      steps_sum_ = further_;
      return true;
    }
    if (!entropy.fill(steps_.data(), further_ * sizeof(std::uint64_t))) return false;
    steps_sum_ = 0;
    for (std::size_t i = 0; i < further_; ++i) steps_sum_ += steps_[i] = r.step(steps_[i]);
    return true;
  }

  // The last id of the block that begins with `first`: of as many ids as their millisecond and the scope have
  // room for.
  template <class Scope>
  [[nodiscard]] Word last_after(const recipe<Word>& r, Word first, const Scope& scope) noexcept {
    fitting_ = further_;
    if (further_ == 0) return first;
    const auto all = r.next(first, steps_sum_, bits_[further_ - 1]);
    if (all && scope.holds(*all)) return *all;
    Word last = first;
    for (fitting_ = 0; fitting_ < further_; ++fitting_) {
      const auto next = r.next(last, r.step_bytes == 0 ? 1 : steps_[fitting_], bits_[fitting_]);
      if (!next || !scope.holds(*next)) break;
      last = *next;
    }
    return last;
  }

  // Writes the block by the recipe and the ids of a plan (generator_plan.hpp), and returns its size.
  template <class Plan, class Id>
  std::size_t write(const Plan& plan, Word first, Id* to) const noexcept {
    const auto r = plan.recipe(plan.node_of(first));
    *to++ = plan.id_of(first);
    const auto bits_of = [this](std::size_t i) { return bits_[i]; };
    const auto give = [&plan, to](std::size_t i, Word value) { to[i] = plan.id_of(value); };
    if (!r.ordered()) {
      for (std::size_t i = 0; i < further_; ++i) give(i, r.first(r.timestamp_of(first), bits_[i]));
      return further_ + 1;
    }
    if (r.step_bytes == 0) {
      r.run(
          first, fitting_, [](std::size_t) { return std::uint64_t{1}; }, bits_of, give);
    } else {
      r.run(
          first, fitting_, [this](std::size_t i) { return steps_[i]; }, bits_of, give);
    }
    return fitting_ + 1;
  }

 private:
  std::size_t further_ = 0;  // ids that there are draws for
  std::size_t fitting_ = 0;  // of them, in an order
  std::uint64_t steps_sum_ = 0;
  // Without a value until they are drawn.
  std::array<std::uint64_t, most_ids> steps_;
  std::array<Word, most_ids> bits_;
};

}  // namespace sortid::detail
