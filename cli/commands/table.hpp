// Many ids at a glance, for `inspect --table`: a line for each with what stands out about it, and what they have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "buffer.hpp"
#include "color.hpp"
#include "ids/id.hpp"
#include "ids/survey.hpp"

namespace sortid::cli {

class id_table {
 public:
  // `unicode`: bars of blocks, else of '#'.
  id_table(const paint& p, std::optional<std::int64_t> epoch, bool unicode)
      : paint_(p), unicode_(unicode), survey_(epoch) {}

  // The line of an id, in the order of the input. `number`: its line or argument there.
  void append_row(buffer& to, std::uint64_t number, const known_id& id);
  // What all of them are: numbers, gaps, times, nodes and sequences.
  void append_summary(buffer& to) const;

 private:
  void append_gaps(buffer& to, const std::vector<made_id>& sorted) const;
  void append_times(buffer& to, const std::vector<made_id>& sorted) const;
  void append_counts(buffer& to) const;
  void append_bar(buffer& to, std::uint64_t count, std::uint64_t most) const;

  paint paint_;
  bool unicode_;
  id_survey survey_;
};

}  // namespace sortid::cli
