// Many ids at a glance, for `inspect --table`: a line for each with what stands out about it, and what they
// have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "buffer.hpp"
#include "color.hpp"
#include "ids/id.hpp"
#include "ids/survey.hpp"
#include "ids/text.hpp"

namespace sortid::cli {

// Rows of some ids that follow each other, without what depends on the ids before these.
class table_rows {
 public:
  table_rows(const paint& p, std::optional<std::int64_t> epoch) : paint_(p), epoch_(epoch) {}

  // `number`: its line or argument.
  void add(std::uint64_t number, const known_id& id);

 private:
  friend class id_table;
  struct row {
    known_id id;
    std::uint64_t number;
    std::size_t prefix;  // where it stands in the texts
    std::size_t end;     // of the row there, before the line's
    bool timed;          // has an instant …
    bool has_step;       // … and another one before it
  };

  paint paint_;
  std::optional<std::int64_t> epoch_;
  std::optional<std::int64_t> last_ms_ = {};
  instant_writer instants_;
  buffer texts_;
  std::vector<row> rows_ = {};
};

class id_table {
 public:
  // `unicode`: bars of blocks, else of '#'.
  id_table(const paint& p, std::optional<std::int64_t> epoch, bool unicode)
      : paint_(p), epoch_(epoch), unicode_(unicode), survey_(epoch) {}

  [[nodiscard]] table_rows rows() const { return {paint_, epoch_}; }
  // The lines of the next ids, in the order of the input.
  void append_rows(buffer& to, const table_rows& next);
  // What all of them are: numbers, gaps, times, nodes and sequences.
  void append_summary(buffer& to) const;

 private:
  void append_gaps(buffer& to, const std::vector<made_id>& sorted) const;
  void append_times(buffer& to, const std::vector<made_id>& sorted) const;
  void append_counts(buffer& to) const;
  void append_bar(buffer& to, std::uint64_t count, std::uint64_t most) const;

  paint paint_;
  std::optional<std::int64_t> epoch_;
  bool unicode_;
  id_survey survey_;
};

}  // namespace sortid::cli
