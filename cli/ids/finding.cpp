#include "ids/finding.hpp"

#include <cstring>
#include <string_view>

#include "stream/input.hpp"

namespace sortid::cli {

void finder::each(const block& in, block_result& result, const taker& take) {
  if (in.kind != block_kind::long_line && in.kind != block_kind::long_line_end)
    return each_of_lines(in, take);
  result.wait_for_turn();
  each_of_piece(in, take);
}

void finder::each_of_lines(const block& in, const taker& take) const {
  const char* const begin = in.bytes.data();
  const char* const end = begin + in.bytes.size();
  const bool lines = in.kind == block_kind::lines;
  std::uint64_t number = in.first;
  // The line that the last id is in.
  const char* first = begin;
  const char* last = lines ? begin : end;
  find_ids(in.bytes, wanted_, [&](found_id found) {
    if (!made_.takes(found)) return;
    const char* const at = begin + found.offset;
    if (at >= last) {
      const std::size_t newline = std::string_view(last, static_cast<std::size_t>(at - last)).rfind('\n');
      const char* const line = newline == std::string_view::npos ? last : last + newline + 1;
      number += count_newlines(first, line);
      first = line;
      const void* const next = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
      last = next == nullptr ? end : static_cast<const char*>(next) + 1;
    }
    found.offset += in.offset;
    take({found,
          number,
          {first, static_cast<std::size_t>(last - first)},
          static_cast<std::size_t>(at - first)});
  });
}

void finder::each_of_piece(const block& piece, const taker& take) {
  if (!long_line_offset_) long_line_offset_ = piece.offset;
  const auto with_place = [&](found_id found) {
    if (!made_.takes(found)) return;
    found.offset += *long_line_offset_;
    take({found, piece.first, {}, 0});
  };
  long_line_.feed(piece.bytes, with_place);
  if (piece.kind != block_kind::long_line_end) return;
  long_line_.finish(with_place);
  long_line_offset_.reset();
}

}  // namespace sortid::cli
