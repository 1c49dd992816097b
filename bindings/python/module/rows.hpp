// Columns in memory, read and written in blocks, and the prefix that is given for one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "ids.hpp"
#include "operation_words.hpp"
#include "signals.hpp"
#include "sortid/batch_rows.hpp"

namespace sortid::python {

using batch::row_block;

// Reads `count` rows, as batch::read_block takes them, into an array of ids. reject(row, why) is called for a
// text that is rejected and says whether to go on; the id of such a row, and of a null, is zeros. `prefix` is
// empty or valid, here and below; `call` may end the work.
template <class Rows, class Reject>
void read_rows(format f, const Rows& rows, std::size_t count, std::string_view prefix, void* to,
               long_call& call, Reject reject) {
  const type_prefix type = type_prefix::parse(prefix).value();
  const std::size_t id_size = f.layout().bytes();
  auto* ids = static_cast<column_bytes*>(to);
  row_block block;
  for (std::size_t begin = 0; begin < count && call.go_on(); begin += row_block::most) {
    const std::size_t size = std::min(row_block::most, count - begin);
    batch::read_block(f, rows, begin, size, type, block);
    std::memcpy(ids + begin * id_size, block.ids, size * id_size);
    for (std::size_t i = 0; !block.clean && i < size; ++i) {
      if (block.state[i] == 0 || block.state[i] == row_block::null) continue;
      if (!reject(begin + i, batch::why_rejected(f, rows.text(begin + i), prefix))) return;
    }
  }
}

// Takes ids out of an array, whose memory need not be aligned, in blocks: take(ids, how many, row of the
// first). Stops at the first that the format does not allow, with reject(row, why).
template <class Reject, class Take>
void each_block(format f, const void* from, std::size_t count, long_call& call, Reject reject, Take take) {
  const std::size_t id_size = f.layout().bytes();
  const auto* const ids = static_cast<const column_bytes*>(from);
  row_block block;
  for (std::size_t begin = 0; begin < count && call.go_on(); begin += row_block::most) {
    const std::size_t size = std::min(row_block::most, count - begin);
    std::memcpy(block.ids, ids + begin * id_size, size * id_size);
    block.clean = true;
    batch::check_block(f, block, size);
    for (std::size_t i = 0; !block.clean && i < size; ++i) {
      if (block.state[i] == 0) continue;
      reject(begin + i, by_format::check_value(f, batch::value_in(f.layout(), ids, begin + i)));
      return;
    }
    take(static_cast<const column_bytes*>(block.ids), size, begin);
  }
}

// Writes the texts, `stride` bytes from one to the next. The bytes in between are left as they are.
template <class Reject>
void write_rows(format f, const void* from, std::size_t count, std::string_view prefix, char* texts,
                std::size_t stride, long_call& call, Reject reject) {
  const batch::text_column lie(type_prefix::parse(prefix).value(), stride);
  const std::size_t text_size = batch::size_of_texts(f, prefix);
  each_block(f, from, count, call, reject, [&](const column_bytes* ids, std::size_t size, std::size_t begin) {
    const std::span<char> room(texts + begin * stride, (size - 1) * stride + text_size);
    (void)batch::by_format::to_text(f, ids, size, room, lie);
  });
}

// Writes the Unix milliseconds, batch::no_instant where an id has no instant.
template <class Reject>
void instants_of_rows(format f, const void* from, std::size_t count, std::int64_t* to, long_call& call,
                      Reject reject) {
  each_block(f, from, count, call, reject, [&](const column_bytes* ids, std::size_t size, std::size_t begin) {
    batch::instants_of(f, ids, std::span<std::int64_t>(to + begin, size));
  });
}

// The first error of a column.
struct first_error {
  std::int64_t row = -1;
  error why;

  bool operator()(std::size_t at, const error& e) noexcept {
    row = static_cast<std::int64_t>(at);
    why = e;
    return false;
  }
  [[nodiscard]] explicit operator bool() const noexcept { return row >= 0; }
};

// A type prefix that is given for a column. False with the error set.
[[nodiscard]] inline bool open_prefix(const module_state& state, format of, PyObject* given,
                                      text_argument& prefix) {
  if (!prefix.open(given)) return false;
  if (prefix.view().empty()) return true;
  const auto parsed = type_prefix::parse(prefix.view());
  if (of.layout().prefixed && parsed) return true;
  if (!parsed) {
    raise(state, parsed.error(), of.name());
  } else {
    raise(state, error{reason::prefix, 0, 0, 0}, of.name(), message_of_no_option("prefix", of.name()));
  }
  return false;
}

}  // namespace sortid::python
