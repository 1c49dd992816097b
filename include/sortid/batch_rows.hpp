// Rows of a format that is known at run time, in blocks on the kernels of the machine: texts that lie
// anywhere or are missing, and ids in memory of any alignment. Part of the compiled library sortid::sortid.
//
//   sortid::batch::row_block block;
//   sortid::batch::read_block(f, rows, begin, count, {}, block);  // block.ids, and block.state of each row
//
// Rows is a class with
//   bool null(i)                        whether row i has no value
//   std::string_view text(i)            of a row that has one
//   const char* run(from, count, size)  where `count` texts of `size` bytes without a null stand end to end;
//                                       or null
// and, if it likes, run(from, count, size, std::size_t& step): the same for texts that begin `step` bytes
// apart.
//
// arrow.hpp has the same for whole Arrow columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "sortid/batch_by_format.hpp"
#include "sortid/batch_texts.hpp"
#include "sortid/detail/bytes.hpp"

namespace sortid::batch {

// Some rows of a column of ids, aligned for the ids of any format.
struct row_block {
  static constexpr std::size_t most = sortid::detail::batch_chunk;
  static constexpr std::uint8_t null = 0xFF;

  alignas(16) column_bytes ids[most * 16];
  std::uint8_t state[most];  // 0 where the row has an id, else `null` or the reason for which it is rejected
  bool clean = true;         // every row has an id; `state` is not written then

  // Says what is wrong with a row, among `count`.
  void mark(std::size_t row, std::size_t count, std::uint8_t what) noexcept {
    if (clean) std::memset(state, 0, count);
    clean = false;
    state[row] = what;
  }
};

// The bits of an id of a column in memory, whose bytes need not be aligned.
[[nodiscard]] inline uint128 value_in(const layout& l, const void* column, std::size_t row) noexcept {
  return sortid::detail::load_id(l.bytes(), static_cast<const std::uint8_t*>(column) + row * l.bytes());
}
inline void put_value(const layout& l, uint128 value, void* column, std::size_t row) noexcept {
  sortid::detail::store_id(l.bytes(), value, static_cast<std::uint8_t*>(column) + row * l.bytes());
}

// Why a text is no id of the format with that prefix; reason::none where it is one.
[[nodiscard]] inline error why_rejected(format of, std::string_view text, std::string_view prefix) noexcept {
  const auto id = sortid::by_format::parse(of, text);
  if (!id) return id.error();
  return id->prefix != prefix && of.layout().prefixed ? sortid::detail::other_prefix(prefix, id->prefix)
                                                      : error{};
}

// The same as a sentence, of a text that is rejected for `why`.
[[nodiscard]] inline inline_text<160> sentence_of(const error& why, format of, std::string_view text,
                                                  std::string_view prefix) noexcept {
  if (why.why == reason::prefix) {
    if (const auto id = sortid::by_format::parse(of, text))
      return message_of_other_prefix(prefix, id->prefix);
  }
  return message(why, of.name());
}

// The length of every text of a column.
[[nodiscard]] inline std::size_t size_of_texts(format of, std::string_view prefix) noexcept {
  return (prefix.empty() ? 0 : prefix.size() + 1) + of.layout().symbols;
}

namespace detail {

// Of any format, with the longest prefix.
inline constexpr std::size_t longest_text = [] {
  std::size_t most = 0;
  for (const layout* l : format_list::layouts) {
    const std::size_t size = l->symbols + (l->prefixed ? type_prefix::max_size + 1 : 0);
    most = size > most ? size : most;
  }
  return most;
}();

// Two stores, which may overlap, where that is enough.
inline void copy_text(const char* from, std::size_t size, char* to) noexcept {
  const auto twice = [=]<std::size_t Part>(std::integral_constant<std::size_t, Part>) noexcept {
    std::memcpy(to, from, Part);
    std::memcpy(to + size - Part, from + size - Part, Part);
  };
  if (8 <= size && size < 16) {
    twice(std::integral_constant<std::size_t, 8>());
  } else if (16 <= size && size <= 32) {
    twice(std::integral_constant<std::size_t, 16>());
  } else {
    std::memcpy(to, from, size);
  }
}

struct read_run_function {
  template <any_id Id>
  static std::size_t of(std::string_view texts, column_bytes* ids, std::span<reason> why,
                        const text_column& lie) noexcept {
    using item = unprefixed<Id>;
    return from_text<item>(texts, std::span(reinterpret_cast<item*>(ids), why.size()), why, lie);
  }
};
struct count_allowed_function {
  template <any_id Id>
  static std::size_t of(const column_bytes* ids, std::size_t count) noexcept {
    return count_allowed<unprefixed<Id>>(ids, count);
  }
};
struct instants_function {
  template <any_id Id>
  static void of(const column_bytes* ids, std::span<std::int64_t> instants) noexcept {
    using item = unprefixed<Id>;
    if constexpr (item::layout().timed()) {
      (void)unix_ms<item>(std::span(reinterpret_cast<const item*>(ids), instants.size()), instants);
    } else {
      std::fill(instants.begin(), instants.end(), no_instant);
    }
  }
};
inline constexpr format_function<read_run_function> read_run;

// Rows that are null stay so.
inline void mark_rejected(format f, const reason* why, std::size_t count, row_block& to) noexcept {
  const std::size_t size = f.layout().bytes();
  for (std::size_t i = 0; i < count; ++i) {
    if (why[i] == reason::none) continue;
    std::memset(to.ids + i * size, 0, size);
    if (to.clean || to.state[i] != row_block::null) to.mark(i, count, static_cast<std::uint8_t>(why[i]));
  }
}

// Texts that lie anywhere; valid ones have `size` bytes.
template <class Rows>
void read_gathered(format f, const Rows& rows, std::size_t begin, std::size_t count, std::size_t size,
                   const type_prefix& prefix, row_block& to) noexcept {
  std::string_view texts[row_block::most];
  char gathered[row_block::most * longest_text];
  // In two passes, so that the processor waits for many texts at a time where they lie in no order.
  for (std::size_t i = 0; i < count; ++i) {
    if (rows.null(begin + i)) {
      to.mark(i, count, row_block::null);
    } else {
      texts[i] = rows.text(begin + i);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    char* const at = gathered + i * size;
    if (texts[i].size() == size) {
      copy_text(texts[i].data(), size, at);
    } else {
      std::memset(at, 0, size);  // no format takes it for a text
    }
  }
  reason why[row_block::most];
  if (read_run(f, std::string_view(gathered, count * size), to.ids, std::span<reason>(why, count), prefix) ==
      0)
    return;
  for (std::size_t i = 0; i < count; ++i) {
    if (texts[i].size() != size && (to.clean || to.state[i] != row_block::null))
      why[i] = why_rejected(f, texts[i], prefix.view()).why;
  }
  mark_rejected(f, why, count, to);
}
inline constexpr format_function<count_allowed_function> count_allowed_of;

}  // namespace detail

// (format, const column_bytes* ids, std::span<std::int64_t> to): the Unix milliseconds of each id; no_instant
// where it has none.
inline constexpr format_function<detail::instants_function> instants_of;

// Reads `count` rows, at most row_block::most of them, from row `begin` on. The id of a null and of a text
// that is rejected is zeros.
template <class Rows>
void read_block(format f, const Rows& rows, std::size_t begin, std::size_t count, const type_prefix& prefix,
                row_block& to) noexcept {
  to.clean = true;
  if (count == 0) return;
  const std::size_t size = size_of_texts(f, prefix.view());
  std::size_t step = size;
  const char* run = nullptr;
  if constexpr (requires { rows.run(begin, count, size, step); }) {
    run = rows.run(begin, count, size, step);
  } else {
    run = rows.run(begin, count, size);
  }
  if (run == nullptr) return detail::read_gathered(f, rows, begin, count, size, prefix, to);
  reason why[row_block::most];
  const std::string_view texts(run, (count - 1) * step + size);
  const text_column lie(prefix, step == size ? 0 : step);
  if (detail::read_run(f, texts, to.ids, std::span<reason>(why, count), lie) == 0) return;
  detail::mark_rejected(f, why, count, to);
}

// Marks the ids of the block that the format does not allow, and puts its smallest id in the place of every
// row that has none, so that the block can be written as texts.
inline void check_block(format f, row_block& block, std::size_t count) noexcept {
  const layout& l = f.layout();
  const std::size_t size = l.bytes();
  for (std::size_t i = 0; !block.clean && i < count; ++i) {
    if (block.state[i] != 0) put_value(l, l.min_value(), block.ids, i);
  }
  for (std::size_t i = 0; (i += detail::count_allowed_of(f, block.ids + i * size, count - i)) < count;) {
    const error why = sortid::by_format::check_value(f, value_in(l, block.ids, i));
    block.mark(i, count, static_cast<std::uint8_t>(why.why));
    put_value(l, l.min_value(), block.ids, i);
  }
}

}  // namespace sortid::batch
