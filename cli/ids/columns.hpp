// The ids of a block: lines that look alike and follow each other in columns, which the library's batches
// read, and all others one by one. The ids are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "id_error.hpp"
#include "ids/id.hpp"
#include "ids/id_parser.hpp"
#include "stream/block.hpp"
#include "stream/block_result.hpp"

namespace sortid::cli {

// Lines of one length, one behind the other.
struct line_column {
  std::string_view bytes;
  std::size_t stride;     // of a line with its end
  std::size_t text_size;  // without
  std::uint64_t first;    // number of the first

  [[nodiscard]] std::string_view text(std::size_t i) const { return bytes.substr(i * stride, text_size); }
};

// What becomes of the ids. Those that are taken count as valid.
class id_sink {
 public:
  // Ids of lines, in memory that may be written over. False, with none taken, when they must come one by one.
  virtual bool take(const id_column& ids, std::byte* memory, const line_column& lines) = 0;
  // One id, or why it is rejected.
  virtual id_error take(const known_id& id, std::string_view text, std::uint64_t number) = 0;
  // A text was rejected.
  virtual void rejected(std::string_view) {}

  id_sink() = default;
  id_sink(const id_sink&) = delete;
  id_sink& operator=(const id_sink&) = delete;

 protected:
  ~id_sink() = default;
};

// Rejects the texts that are no ids, and those that the sink rejects.
void read_ids(const block& in, const id_parser& from, id_sink& sink, block_result& result);

}  // namespace sortid::cli
