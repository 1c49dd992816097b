// The ids inside the texts of a stream, for `grep` and `inspect --extract`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "ids/id.hpp"
#include "sortid/find_ids.hpp"
#include "stream/block.hpp"
#include "stream/outcome.hpp"

namespace sortid::cli {

// An id of a block.
struct finding {
  const found_id& id;  // its offset counts from the beginning of the input
  std::uint64_t line;  // or the number of the argument
  // The line with its end, and how many bytes of it are before the id. Empty for a line that is longer than a block.
  std::string_view whole;
  std::size_t before;

  [[nodiscard]] known_id known() const {
    return {id.format, id.format.layout().bits, id.id.value, id.id.prefix};
  }
};

class finder {
 public:
  // Ids of these formats that were made at `since` or later and before `until`. With one of these, ids that carry no instant are
  // not found.
  finder(const format_set& wanted, std::optional<std::int64_t> since, std::optional<std::int64_t> until)
      : wanted_(wanted), since_(since), until_(until), long_line_(wanted) {}

  using taker = std::function<void(const finding&)>;
  // The ids of any block. Several threads at once; a piece of a line that is longer than a block waits for its turn.
  void each(const block& in, outcome& result, const taker& take);

 private:
  void each_of_lines(const block& in, const taker& take) const;
  void each_of_piece(const block& piece, const taker& take);
  [[nodiscard]] bool in_time(const found_id& found) const;

  format_set wanted_;
  std::optional<std::int64_t> since_;
  std::optional<std::int64_t> until_;
  id_finder long_line_;
  std::optional<std::uint64_t> long_line_offset_ = {};  // in a long line: where it begins
};

}  // namespace sortid::cli
