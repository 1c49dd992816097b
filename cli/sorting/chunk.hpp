// As many ids as memory holds for one thread, in their order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sortid/batch_sort.hpp"
#include "sorting/growing_array.hpp"
#include "sorting/kinds.hpp"

namespace sortid::cli {

// What goes with an id: its kind, where several are sorted; or its line too.
struct bare_row {
  std::uint32_t kind;
};
struct line_row {
  std::uint64_t place;   // of the line in the input
  std::uint64_t offset;  // of its text in the chunk
  std::uint32_t size;
  std::uint32_t kind;
};

// The ids of a kind in a chunk.
struct id_group {
  std::uint32_t kind;
  std::size_t begin;
  std::size_t count;
};

template <class Row>
class sort_chunk {
 public:
  static constexpr bool has_lines = std::is_same_v<Row, line_row>;

  [[nodiscard]] std::size_t count() const noexcept { return ids_.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return ids_.size() * sizeof(sorted_id) + rows_.size() * sizeof(Row) + texts_.size();
  }
  [[nodiscard]] std::size_t bytes_of_texts() const noexcept requires has_lines { return texts_.size(); }
  // The same with the line end of each text.
  [[nodiscard]] std::size_t bytes_of_lines() const noexcept requires has_lines {
    return texts_.size() + rows_.size();
  }

  // So many ids of a kind, to be written by the caller.
  sorted_id* add(std::uint32_t kind, std::size_t count) requires(!has_lines) {
    if (count_of_kinds_ == 0) only_kind_ = kind;
    if (count_of_kinds_ == 0 || kind != only_kind_) ++count_of_kinds_;
    // Kinds are kept from the second one on.
    if (count_of_kinds_ > 1) {
      const std::size_t before = rows_.size();
      Row* const rows = rows_.extend(ids_.size() + count - before);
      std::fill(rows, rows + (ids_.size() - before), Row{only_kind_});
      std::fill(rows + (ids_.size() - before), rows + (ids_.size() - before) + count, Row{kind});
    }
    return ids_.extend(count);
  }
  void add(std::uint32_t kind, const sorted_id& id, std::uint64_t place,
           std::string_view line) requires has_lines {
    *rows_.extend(1) = {place, texts_.size(), static_cast<std::uint32_t>(line.size()), kind};
    std::copy(line.begin(), line.end(), texts_.extend(line.size()));
    *ids_.extend(1) = id;
  }

  // Puts the ids of each kind into their order; lines of equal ids stay in theirs.
  void sort() {
    group();
    for (const id_group& g : groups_) {
      const std::span<sorted_id> ids(ids_.data() + g.begin, g.count);
      if constexpr (has_lines) {
        (void)batch::sort<sorted_id, Row>(ids, {rows_.data() + g.begin, g.count});
        settle_equal_ids(g);
      } else {
        batch::sort<sorted_id>(ids);
      }
    }
  }
  // Of a sorted chunk.
  [[nodiscard]] const std::vector<id_group>& groups() const noexcept { return groups_; }
  [[nodiscard]] const sorted_id* ids() const noexcept { return ids_.data(); }
  [[nodiscard]] const Row& row(std::size_t i) const noexcept { return rows_[i]; }
  [[nodiscard]] std::string_view line(const line_row& row) const noexcept {
    return {texts_.data() + row.offset, row.size};
  }

  void clear() noexcept {
    ids_.clear();
    rows_.clear();
    texts_.clear();
    groups_.clear();
    count_of_kinds_ = 0;
  }

 private:
  // Moves the ids of each kind together.
  void group() {
    groups_.clear();
    if (ids_.size() == 0) return;
    if (!has_lines && count_of_kinds_ == 1) {
      groups_.push_back({only_kind_, 0, ids_.size()});
      return;
    }
    std::vector<std::size_t> next;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].kind >= next.size()) next.resize(rows_[i].kind + std::size_t{1});
      ++next[rows_[i].kind];
    }
    std::size_t begin = 0;
    for (std::uint32_t kind = 0; kind < next.size(); ++kind) {
      const std::size_t count = std::exchange(next[kind], begin);
      if (count != 0) groups_.push_back({kind, begin, count});
      begin += count;
    }
    for (const id_group& g : groups_) {
      while (next[g.kind] != g.begin + g.count) {
        const std::size_t from = next[g.kind];
        const std::size_t to = next[rows_[from].kind]++;
        if (to == from) continue;
        std::swap(rows_[from], rows_[to]);
        std::swap(ids_[from], ids_[to]);
      }
    }
  }

  void settle_equal_ids(const id_group& g) {
    const std::size_t end = g.begin + g.count;
    for (std::size_t first = g.begin, i = g.begin + 1; i <= end; ++i) {
      if (i != end && ids_[i] == ids_[first]) continue;
      std::sort(rows_.data() + first, rows_.data() + i,
                [](const Row& a, const Row& b) { return a.place < b.place; });
      first = i;
    }
  }

  growing_array<sorted_id> ids_;
  growing_array<Row> rows_;
  growing_array<char> texts_;
  std::vector<id_group> groups_;
  std::uint32_t only_kind_ = 0;
  std::size_t count_of_kinds_ = 0;  // at least; 1 while there is only one
};

}  // namespace sortid::cli
