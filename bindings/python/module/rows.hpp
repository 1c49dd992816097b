// Columns of texts and of ids, read and written in blocks by the batch functions. Shared by arrays (numpy)
// and Arrow.
//
// Rows, where texts come from, is a class with
//   bool null(i)                        whether the row has no value
//   std::string_view text(i)            of a row that has one
//   const char* run(from, count, size)  where `count` texts of `size` bytes without a null stand end to end;
//                                       or null
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "ids.hpp"
#include "sortid/batch_texts.hpp"

namespace sortid::python {

inline constexpr std::size_t block_rows = 256;

// Why a text is no id of the format with that prefix.
[[nodiscard]] inline error why_rejected(format of, std::string_view text, std::string_view prefix) noexcept {
  const auto id = by_format::parse(of, text);
  if (!id) return id.error();
  return of.layout().prefixed ? detail::other_prefix(prefix, id->prefix) : error{};
}

// The same as a sentence, of a row that was rejected.
[[nodiscard]] inline inline_text<160> sentence_of(const error& why, format of, std::string_view text,
                                                  std::string_view prefix) noexcept {
  if (why.why == reason::prefix) {
    if (const auto id = by_format::parse(of, text)) return message_of_other_prefix(prefix, id->prefix);
  }
  return message(why, of.name());
}

// The length of every text of a column. `prefix` is empty or valid, here and below.
[[nodiscard]] inline std::size_t size_of_texts(format of, std::string_view prefix) noexcept {
  return (prefix.empty() ? 0 : prefix.size() + 1) + of.layout().symbols;
}

// --- what the formats do with a block of at most block_rows ids --------------------------------------------

// Texts that stand end to end. Returns how many were rejected; why[i] says it of each.
struct read_run_function {
  template <any_id Id>
  static std::size_t of(std::string_view texts, column_bytes* ids, std::span<reason> why,
                        const type_prefix& prefix) noexcept {
    using item = unprefixed<Id>;
    return batch::from_text<item>(texts, std::span(reinterpret_cast<item*>(ids), why.size()), why, prefix);
  }
};
// The same of texts anywhere.
struct read_texts_function {
  template <any_id Id>
  static std::size_t of(std::span<const std::string_view> texts, column_bytes* ids, std::span<reason> why,
                        const type_prefix& prefix) noexcept {
    using item = unprefixed<Id>;
    return batch::from_text<item>(texts, std::span(reinterpret_cast<item*>(ids), why.size()), why, prefix);
  }
};
// How many ids, from the first on, the format allows.
struct count_allowed_function {
  template <any_id Id>
  static std::size_t of(const column_bytes* ids, std::size_t count) noexcept {
    return batch::detail::count_allowed<unprefixed<Id>>(ids, count);
  }
};
// Unix milliseconds; batch::no_instant where an id has none.
struct instants_function {
  template <any_id Id>
  static void of(const column_bytes* ids, std::span<std::int64_t> instants) noexcept {
    using item = unprefixed<Id>;
    if constexpr (item::layout().timed()) {
      (void)batch::unix_ms<item>(std::span(reinterpret_cast<const item*>(ids), instants.size()), instants);
    } else {
      std::fill(instants.begin(), instants.end(), batch::no_instant);
    }
  }
};
inline constexpr format_function<read_run_function> read_run;
inline constexpr format_function<read_texts_function> read_texts;
inline constexpr format_function<count_allowed_function> count_allowed;
inline constexpr format_function<instants_function> instants_of;

// Room for a block of ids of any format, aligned for all of them.
struct id_block {
  alignas(16) column_bytes bytes[block_rows * 16];
};

// --- columns -----------------------------------------------------------------------------------------------

// Reads `count` rows into an array of ids. reject(row, why) is called for a text that is rejected and says
// whether to go on; the id of such a row, and of a null, is zeros.
template <class Rows, class Reject>
void read_rows(format f, const Rows& rows, std::size_t count, std::string_view prefix, void* to,
               Reject reject) {
  const type_prefix type = type_prefix::parse(prefix).value();
  const std::size_t text_size = size_of_texts(f, prefix);
  const std::size_t id_size = f.layout().bytes();
  auto* ids = static_cast<column_bytes*>(to);
  std::string_view texts[block_rows];
  std::size_t places[block_rows];
  reason why[block_rows];
  id_block read;
  for (std::size_t begin = 0; begin < count; begin += block_rows, ids += block_rows * id_size) {
    const std::size_t block = std::min(block_rows, count - begin);
    std::size_t found = 0;
    std::size_t rejected = 0;
    if (const char* const run = rows.run(begin, block, text_size)) {
      for (; found < block; ++found) places[found] = found;
      rejected = read_run(f, std::string_view(run, block * text_size), read.bytes,
                          std::span<reason>(why, block), type);
    } else {
      for (std::size_t i = 0; i < block; ++i) {
        if (rows.null(begin + i)) continue;
        texts[found] = rows.text(begin + i);
        places[found++] = i;
      }
      rejected = read_texts(f, std::span<const std::string_view>(texts, found), read.bytes,
                            std::span<reason>(why, found), type);
    }
    if (rejected == 0 && found == block) {
      std::memcpy(ids, read.bytes, block * id_size);
      continue;
    }
    std::memset(ids, 0, block * id_size);
    for (std::size_t i = 0; i < found; ++i) {
      const std::size_t row = begin + places[i];
      if (why[i] == reason::none) {
        std::memcpy(ids + places[i] * id_size, read.bytes + i * id_size, id_size);
      } else if (!reject(row, why_rejected(f, rows.text(row), prefix))) {
        return;
      }
    }
  }
}

// Takes ids out of an array, whose memory need not be aligned, in blocks: take(ids, how many, row of the
// first). null(row) says which rows have no id; those are the format's smallest. reject as above, for what
// the format does not allow.
template <class Null, class Reject, class Take>
void each_block(format f, const void* from, std::size_t count, Null null, Reject reject, Take take) {
  const std::size_t size = f.layout().bytes();
  const auto* at = static_cast<const column_bytes*>(from);
  id_block ids;
  const auto replace = [&](std::size_t i) { put_value(f.layout(), f.layout().min_value(), ids.bytes, i); };
  for (std::size_t begin = 0; begin < count; begin += block_rows, at += block_rows * size) {
    const std::size_t block = std::min(block_rows, count - begin);
    std::memcpy(ids.bytes, at, block * size);
    for (std::size_t i = 0; i < block; ++i) {
      if (null(begin + i)) replace(i);
    }
    for (std::size_t i = 0; (i += count_allowed(f, ids.bytes + i * size, block - i)) < block; ++i) {
      if (!reject(begin + i, by_format::check_value(f, value_in(f.layout(), ids.bytes, i)))) return;
      replace(i);
    }
    take(ids.bytes, block, begin);
  }
}

// Writes the texts, `stride` bytes from one to the next. The bytes in between are left as they are.
template <class Null, class Reject>
void write_rows(format f, const void* from, std::size_t count, std::string_view prefix, char* texts,
                std::size_t stride, Null null, Reject reject) {
  const batch::text_rows lie(type_prefix::parse(prefix).value(), stride);
  const std::size_t size = size_of_texts(f, prefix);
  each_block(f, from, count, null, reject,
             [&](const column_bytes* ids, std::size_t block, std::size_t begin) {
               const std::span<char> room(texts + begin * stride, (block - 1) * stride + size);
               (void)batch::by_format::to_text(f, ids, block, room, lie);
             });
}

// Unix milliseconds, batch::no_instant for a null and where there is no instant.
template <class Null, class Reject>
void instants_of_rows(format f, const void* from, std::size_t count, std::int64_t* to, Null null,
                      Reject reject) {
  each_block(f, from, count, null, reject,
             [&](const column_bytes* ids, std::size_t block, std::size_t begin) {
               instants_of(f, ids, std::span<std::int64_t>(to + begin, block));
               for (std::size_t i = begin; i < begin + block; ++i) {
                 if (null(i)) to[i] = batch::no_instant;
               }
             });
}

// The first refusal of a column.
struct first_refusal {
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
    raise(state, error{reason::prefix, 0, 0, 0}, of.name(),
          inline_text<96>().append(of.name()).append(" takes no prefix"));
  }
  return false;
}

}  // namespace sortid::python
