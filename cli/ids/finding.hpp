// The ids inside the texts of a stream, for `grep` and `inspect --extract`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "ids/id.hpp"
#include "ids/time_filter.hpp"
#include "sortid/find_ids.hpp"
#include "stream/block.hpp"
#include "stream/block_result.hpp"

namespace sortid::cli {

// An id of a block.
struct finding {
  const found_id& id;  // its offset counts from the beginning of the input
  std::uint64_t line;  // or the number of the argument
  // The line with its end, and how many bytes of it are before the id. Empty for a line that is longer than a
  // block.
  std::string_view whole;
  std::size_t before;

  [[nodiscard]] known_id known() const {
    return {id.format, id.format.layout().bits, id.id.value, id.id.prefix};
  }
};

class finder {
 public:
  // Ids of these formats and this time.
  finder(const format_set& wanted, const time_filter& made)
      : wanted_(wanted), made_(made), long_line_(wanted) {}

  using taker = std::function<void(const finding&)>;
  // The ids of any block. Several threads at once; a piece of a line that is longer than a block waits for
  // its turn.
  void each(const block& in, block_result& result, const taker& take);

 private:
  void each_of_lines(const block& in, const taker& take) const;
  void each_of_piece(const block& piece, const taker& take);

  format_set wanted_;
  time_filter made_;
  id_finder long_line_;
  std::optional<std::uint64_t> long_line_offset_ = {};  // in a long line: where it begins
};

}  // namespace sortid::cli
