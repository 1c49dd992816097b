// Several sorted sequences as one: a tree of losers, which compares once a level for each step.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace sortid::cli {

template <class Cursor>
class merge {
 public:
  merge() = default;
  explicit merge(std::vector<Cursor> cursors) : cursors_(std::move(cursors)), losers_(cursors_.size()) {
    if (!cursors_.empty()) winner_ = play(1);
  }
  [[nodiscard]] bool ended() const noexcept { return cursors_.empty() || cursors_[winner_].ended(); }
  // The one with the least.
  [[nodiscard]] const Cursor& top() const noexcept { return cursors_[winner_]; }
  void next() {
    cursors_[winner_].next();
    std::size_t winner = winner_;
    for (std::size_t node = (winner + cursors_.size()) / 2; node != 0; node /= 2) {
      if (before(losers_[node], winner)) std::swap(winner, losers_[node]);
    }
    winner_ = winner;
  }

 private:
  [[nodiscard]] bool before(std::size_t a, std::size_t b) const noexcept {
    if (cursors_[a].ended() || cursors_[b].ended()) return !cursors_[a].ended();
    return cursors_[a].before(cursors_[b]);
  }
  // The winner below a node. Leaves follow the inner nodes, of which 1 is the root.
  std::size_t play(std::size_t node) {
    if (node >= cursors_.size()) return node - cursors_.size();
    std::size_t winner = play(2 * node);
    std::size_t loser = play(2 * node + 1);
    if (before(loser, winner)) std::swap(winner, loser);
    losers_[node] = loser;
    return winner;
  }

  std::vector<Cursor> cursors_;
  std::vector<std::size_t> losers_;
  std::size_t winner_ = 0;
};

}  // namespace sortid::cli
