// Many ids at a glance, for `inspect --table`: a line for each with what stands out about it, and what they have in common.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "buffer.hpp"
#include "color.hpp"
#include "ids/id.hpp"
#include "sortid/by_format.hpp"

namespace sortid::cli {

class id_table {
 public:
  // `unicode`: bars of blocks, else of '#'.
  id_table(const paint& p, std::optional<std::int64_t> epoch, bool unicode)
      : paint_(p), epoch_(epoch), unicode_(unicode) {}

  // The line of an id, in the order of the input. `number`: its line or argument there.
  void append_row(buffer& to, std::uint64_t number, const known_id& id);
  // What all of them are: numbers, gaps, times, nodes and sequences.
  void append_summary(buffer& to) const;

  // Duplicates, gaps and times are those of so many ids: 64 MiB or so. The rest of the table does not grow with the input.
  static constexpr std::size_t most_kept = std::size_t{1} << 20U;
  static constexpr std::size_t most_orders = 1000;

 private:
  // The greatest id of a format and a prefix so far.
  struct order {
    uint128 greatest{};
    std::uint64_t count = 0;
  };
  struct made {
    std::int64_t unix_ms;
    std::uint64_t number;
  };

  std::string marks_of(std::uint64_t number, const known_id& id);
  void append_gaps(buffer& to, const std::vector<made>& sorted) const;
  void append_times(buffer& to, const std::vector<made>& sorted) const;
  void append_counts(buffer& to) const;
  void append_bar(buffer& to, std::uint64_t count, std::uint64_t most) const;

  paint paint_;
  std::optional<std::int64_t> epoch_;
  bool unicode_;
  std::uint64_t count_ = 0;
  std::uint64_t duplicates_ = 0;
  std::uint64_t out_of_order_ = 0;
  std::optional<std::int64_t> last_ms_;
  std::map<std::string, order> orders_;  // by format and prefix, for the first most_orders of these
  std::uint64_t of_others_ = 0;          // ids of the others
  std::unordered_map<std::string, std::uint64_t> first_;  // bytes of an id: its number
  std::vector<made> times_;
  // By format and field: how many ids have which value.
  std::map<std::pair<format, std::size_t>, std::map<std::uint64_t, std::uint64_t>> values_;
};

}  // namespace sortid::cli
