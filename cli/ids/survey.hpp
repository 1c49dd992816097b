// What many ids have in common and what stands out among them, for `inspect --table` and the page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ids/id.hpp"
#include "sortid/by_format.hpp"

namespace sortid::cli {

// A time between two instants.
struct id_step {
  bool later;  // the second instant
  std::uint64_t ms;

  [[nodiscard]] static id_step between(std::int64_t first, std::int64_t second) noexcept;
};

// What stands out about an id among those before it.
struct id_marks {
  std::optional<std::uint64_t> duplicate_of = {};  // the number of the first one
  bool out_of_order = false;                       // smaller than one before of its format and prefix
  std::optional<std::int64_t> unix_ms = {};
  std::optional<id_step> step = {};  // since the id before that has an instant; none where it is the same
};

// An id by its number, and when it was made.
struct made_id {
  std::int64_t unix_ms;
  std::uint64_t number;
};

// Two ids in the order of their times between which none was made.
struct id_gap {
  std::uint64_t ms;
  std::uint64_t before;  // numbers
  std::uint64_t behind;
};

// How many ids were made in each part of their time; the parts follow each other without a gap.
struct id_histogram {
  std::int64_t begin;  // of the first part: a multiple of the step
  std::uint64_t step;  // milliseconds
  std::vector<std::uint64_t> counts;
};

// How many ids have which value in a field that says what made them, the most frequent first.
struct field_counts {
  sortid::format format;
  std::string_view field;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> values;  // value, ids
};

class id_survey {
 public:
  explicit id_survey(std::optional<std::int64_t> epoch) : epoch_(epoch) {}

  // An id that will be added soon, probably of the last one's kind: its place is fetched from memory
  // meanwhile.
  void expect(uint128 value) const noexcept;
  // The next id. `number` names it in what is told of it later.
  id_marks add(std::uint64_t number, const known_id& id);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::uint64_t duplicates() const noexcept { return duplicates_; }
  [[nodiscard]] std::uint64_t out_of_order() const noexcept { return out_of_order_; }

  // How many ids a format and prefix has, by their names; the ids of more than most_orders of these together.
  [[nodiscard]] std::vector<std::pair<std::string_view, std::uint64_t>> orders() const;
  [[nodiscard]] std::uint64_t of_others() const noexcept { return of_others_; }

  // By time; ids of one time in their order.
  [[nodiscard]] std::vector<made_id> by_time() const;
  // The longest first, of ids in the order of by_time.
  [[nodiscard]] static std::vector<id_gap> longest_gaps(const std::vector<made_id>& sorted, std::size_t most);
  // Of ids in the order of by_time, at least one. The step is the least of those that people count in for
  // which `bars`, at least 2, are enough.
  [[nodiscard]] static id_histogram histogram(const std::vector<made_id>& sorted, std::size_t bars);
  [[nodiscard]] std::vector<field_counts> fields() const;

  // Duplicates and times are those of so many ids: 64 MiB or so. What else is kept does not grow with the
  // ids.
  static constexpr std::size_t most_kept = std::size_t{1} << 20U;
  static constexpr std::size_t most_orders = 1000;

 private:
  // The greatest id of a format and a prefix so far.
  struct order {
    uint128 greatest{};
    std::uint64_t count = 0;
  };
  // An id among the first ones.
  struct kept_id {
    uint128 value;
    std::uint64_t number;
    std::uint32_t kind;
  };

  // A number for the format and the prefix; none for a new one when there are many.
  [[nodiscard]] std::optional<std::uint32_t> kind_of(const known_id& id);
  [[nodiscard]] bool in_order(std::optional<std::uint32_t> kind, uint128 value);
  // The number of the first one that is equal.
  [[nodiscard]] std::optional<std::uint64_t> keep(const kept_id& id);
  void widen_places();

  std::optional<std::int64_t> epoch_;
  std::uint64_t count_ = 0;
  std::uint64_t duplicates_ = 0;
  std::uint64_t out_of_order_ = 0;
  std::optional<std::int64_t> last_ms_;
  std::map<std::string, std::uint32_t> kinds_;  // by the names of format and prefix
  std::optional<sortid::format> last_format_;
  std::string last_prefix_;
  std::uint32_t last_kind_ = 0;
  std::vector<order> orders_;  // of the first kinds
  std::uint64_t of_others_ = 0;
  std::vector<kept_id> kept_;  // no two of them equal
  // Where the kept ids are, by their hashes: the high half of a hash, and below it the place from 1; 0: free.
  std::vector<std::uint64_t> places_;
  std::vector<made_id> times_;
  // By format and field: how many ids have which value.
  std::map<std::pair<format, std::size_t>, std::map<std::uint64_t, std::uint64_t>> values_;
};

}  // namespace sortid::cli
