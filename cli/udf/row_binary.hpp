// One function of ids over a stream of ClickHouse's RowBinary: chunks of rows in, as many results out.
//
// A chunk is the number of its rows in decimal digits, a newline, and the rows: one value each. Of values:
//   text    a length as LEB128, and the bytes
//   uuid    16 bytes: the two halves, each the low byte first
//   int     8 or 16 bytes, the low byte first
//   binary  8 or 16 bytes in network order
//   time    Unix milliseconds as 8 bytes, the low byte first: DateTime64(3)
//   valid   a byte, 0 or 1
//   prefix  as a text
// Where values may be null, a byte stands before each: 0, or 1 for a null, which has no value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "buffer.hpp"
#include "sortid/formats.hpp"

namespace sortid::cli {

enum class row_value : std::uint8_t { text, uuid, integer, binary, time, valid, prefix };

// Which id of a millisecond stands for a time.
enum class time_bound : std::uint8_t { first, last };

struct row_function {
  sortid::format format;
  row_value from = row_value::text;
  row_value to = row_value::text;
  std::optional<type_prefix> prefix = {};  // of all TypeIDs; without one texts of any prefix are read
  time_bound bound = time_bound::first;
  bool nullable = false;         // rows and results may be null
  bool errors_to_nulls = false;  // what is rejected is a null; else it ends the work

  [[nodiscard]] bool results_nullable() const noexcept { return nullable || errors_to_nulls; }
};

class row_stream {
 public:
  // The longest beginning of a text that is looked at; longer ones are rejected by their length.
  static constexpr std::size_t longest_text = 128;
  // A row or a header that is not whole yet is shorter than this.
  static constexpr std::size_t longest_part = longest_text + 16;

  explicit row_stream(const row_function& function);
  row_stream(const row_stream&) = delete;
  row_stream& operator=(const row_stream&) = delete;
  ~row_stream();

  // Works on what is whole in the bytes and appends the results. Returns how many bytes it is done with; the
  // rest, shorter than longest_part, has to come again with what follows it. After a failure nothing is
  // taken.
  std::size_t take(std::string_view bytes, buffer& out);

  // Whether the input may end here: all rows that were announced have come. What take() left over counts.
  [[nodiscard]] bool between_chunks() const noexcept;
  // Why the work ended; empty when it did not. A rejected value is one reason, a malformed stream the other.
  [[nodiscard]] const std::string& error_text() const noexcept;
  [[nodiscard]] bool malformed() const noexcept;

 private:
  class work;
  std::unique_ptr<work> work_;
};

}  // namespace sortid::cli
