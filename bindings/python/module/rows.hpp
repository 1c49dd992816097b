// Columns of texts and of ids, read and written in blocks by the batch functions. Shared by arrays (numpy) and Arrow.
//
// Rows, where texts come from, is a class with
//   bool null(i)                        whether the row has no value
//   std::string_view text(i)            of a row that has one
//   const char* run(from, count, size)  where `count` texts of `size` bytes without a null stand end to end; or null
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

template <any_id Id>
[[nodiscard]] error why_refused(std::string_view text, std::string_view prefix) noexcept {
  const auto id = Id::parse(text);
  if (!id) return id.error();
  if constexpr (Id::layout().prefixed) return detail::other_prefix(prefix, id->prefix());
  return {};
}

// The same as a sentence, of a row that was refused.
[[nodiscard]] inline inline_text<160> sentence_of(const error& why, format of, std::string_view text,
                                                  std::string_view prefix) noexcept {
  if (why.why == reason::prefix && of == format::of<type_id>()) {
    if (const auto id = type_id::parse(text)) return message_of_other_prefix(prefix, id->prefix());
  }
  return message(why, of.name());
}

// The length of every text of a column. `prefix` is empty or valid, here and below.
[[nodiscard]] inline std::size_t size_of_texts(format of, std::string_view prefix) noexcept {
  return (prefix.empty() ? 0 : prefix.size() + 1) + of.layout().symbols;
}

// Reads `count` rows into an array of ids. refuse(row, why) is called for a text that is rejected and says whether to go
// on; the id of such a row, and of a null, is zeros.
template <any_id Id, class Rows, class Refuse>
void read_rows(const Rows& rows, std::size_t count, std::string_view prefix, void* to, Refuse refuse) {
  using own = unprefixed<Id>;
  const type_prefix type = type_prefix::parse(prefix).value();
  const std::size_t size = size_of_texts(format::of<Id>(), prefix);
  auto* ids = static_cast<char*>(to);
  std::string_view texts[block_rows];
  std::size_t places[block_rows];
  own read_ids[block_rows];
  reason why[block_rows];
  for (std::size_t begin = 0; begin < count; begin += block_rows, ids += block_rows * sizeof(own)) {
    const std::size_t block = std::min(block_rows, count - begin);
    const std::span<own> block_ids(read_ids, block);
    std::size_t found = 0;
    std::size_t refused = 0;
    if (const char* const run = rows.run(begin, block, size)) {
      for (; found < block; ++found) places[found] = found;
      refused = batch::from_text<own>(std::string_view(run, block * size), block_ids,
                                      std::span<reason>(why, block), type);
    } else {
      for (std::size_t i = 0; i < block; ++i) {
        if (rows.null(begin + i)) continue;
        texts[found] = rows.text(begin + i);
        places[found++] = i;
      }
      refused = batch::from_text<own>(std::span<const std::string_view>(texts, found), block_ids.first(found),
                                      std::span<reason>(why, found), type);
    }
    if (refused == 0 && found == block) {
      std::memcpy(ids, read_ids, block * sizeof(own));
      continue;
    }
    std::memset(ids, 0, block * sizeof(own));
    for (std::size_t i = 0; i < found; ++i) {
      const std::size_t row = begin + places[i];
      if (why[i] == reason::none) {
        std::memcpy(ids + places[i] * sizeof(own), &read_ids[i], sizeof(own));
      } else if (!refuse(row, why_refused<Id>(rows.text(row), prefix))) {
        return;
      }
    }
  }
}

// Takes ids out of an array, whose memory need not be aligned, in blocks: f(ids, row of the first). null(row) says which
// are none, and those are the format's smallest id. refuse as above, for what the format does not allow.
template <any_id Id, class Null, class Refuse, class F>
void each_block(const void* from, std::size_t count, Null null, Refuse refuse, F f) {
  using own = unprefixed<Id>;
  const auto* at = static_cast<const char*>(from);
  own ids[block_rows];
  for (std::size_t begin = 0; begin < count; begin += block_rows, at += block_rows * sizeof(own)) {
    const std::size_t block = std::min(block_rows, count - begin);
    std::memcpy(static_cast<void*>(ids), at, block * sizeof(own));
    for (std::size_t i = 0; i < block; ++i) {
      if (null(begin + i)) {
        ids[i] = own::min();
      } else if (const auto id = own::from_number(ids[i].number()); !id) {
        ids[i] = own::min();
        if (!refuse(begin + i, id.error())) return;
      }
    }
    f(std::span<const own>(ids, block), begin);
  }
}

// Writes the texts, `stride` bytes from one to the next. The bytes in between are left as they are.
template <any_id Id, class Null, class Refuse>
void write_rows(const void* from, std::size_t count, std::string_view prefix, char* texts, std::size_t stride,
                Null null, Refuse refuse) {
  using own = unprefixed<Id>;
  const batch::text_rows lie(type_prefix::parse(prefix).value(), stride);
  const std::size_t size = size_of_texts(format::of<Id>(), prefix);
  each_block<Id>(from, count, null, refuse, [&](std::span<const own> ids, std::size_t begin) {
    const std::span<char> block(texts + begin * stride, (ids.size() - 1) * stride + size);
    (void)batch::to_text<own>(ids, block, lie);
  });
}

// Unix milliseconds, batch::no_instant for a null and where there is no instant.
template <any_id Id, class Null, class Refuse>
void instants_of_rows(const void* from, std::size_t count, std::int64_t* to, Null null, Refuse refuse) {
  using own = unprefixed<Id>;
  each_block<Id>(from, count, null, refuse, [&](std::span<const own> ids, std::size_t begin) {
    const std::span<std::int64_t> instants(to + begin, ids.size());
    if constexpr (own::layout().timed()) {
      (void)batch::unix_ms<own>(ids, instants);
    } else {
      std::fill(instants.begin(), instants.end(), batch::no_instant);
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (null(begin + i)) instants[i] = batch::no_instant;
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
  if (of == format::of<type_id>() && parsed) return true;
  if (!parsed) {
    raise(state, parsed.error(), of.name());
  } else {
    raise(state, error{reason::prefix, 0, 0, 0}, of.name(),
          inline_text<96>().append(of.name()).append(" has no type prefix"));
  }
  return false;
}

}  // namespace sortid::python
