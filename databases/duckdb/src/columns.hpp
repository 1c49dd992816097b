// Columns of DuckDB read as ids and written from them, a block of rows at a time, on the kernels of the
// machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "api.hpp"
#include "sortid/batch.hpp"
#include "sortid/by_format.hpp"
#include "sql_error.hpp"

namespace sortid::duckdb {

using namespace sortid::sql;

// How a column holds ids: VARCHAR; UUID; BLOB; an unsigned or a signed integer of the format's width.
enum class shape : std::uint8_t { text, uuid, bytes, number, signed_number };

// Whether a column of that type can hold ids of the format.
[[nodiscard]] constexpr bool has_shape(const layout& l, shape as) noexcept {
  return as != shape::uuid || l.bits == 128;
}
[[nodiscard]] duckdb_type type_of(const layout& l, shape as) noexcept;

// Rows that are read and written together. A multiple of 64, so that a block begins with a word of validity.
inline constexpr std::size_t block_rows = detail::batch_chunk;

class row_set {
 public:
  [[nodiscard]] bool has(std::size_t row) const noexcept { return (words_[row / 64] >> row % 64 & 1U) != 0; }
  void add(std::size_t row) noexcept { words_[row / 64] |= std::uint64_t{1} << row % 64; }
  void add(const row_set& others) noexcept {
    for (std::size_t i = 0; i < words; ++i) words_[i] |= others.words_[i];
  }
  void remove(const row_set& others) noexcept {
    for (std::size_t i = 0; i < words; ++i) words_[i] &= ~others.words_[i];
  }
  [[nodiscard]] bool empty() const noexcept {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words_) all |= word;
    return all == 0;
  }
  // The first row; only where it is not empty.
  [[nodiscard]] std::size_t first() const noexcept {
    std::size_t i = 0;
    while (words_[i] == 0) ++i;
    return i * 64 + static_cast<std::size_t>(std::countr_zero(words_[i]));
  }
  static constexpr std::size_t words = block_rows / 64;
  [[nodiscard]] std::uint64_t& word(std::size_t i) noexcept { return words_[i]; }
  [[nodiscard]] std::uint64_t word(std::size_t i) const noexcept { return words_[i]; }

 private:
  std::uint64_t words_[words]{};
};

// The rows of a block, and which of them are NULL or rejected.
struct block {
  std::size_t first = 0;
  std::size_t count = 0;
  row_set null{};
  row_set rejected{};

  [[nodiscard]] bool has_value(std::size_t row) const noexcept {
    return !null.has(row) && !rejected.has(row);
  }
};

// A block of ids. Those that are NULL or rejected are zero.
struct id_block : block {
  alignas(16) column_bytes ids[block_rows * 16];
  // The texts, where they were read from texts. Empty where they are NULL.
  std::string_view texts[block_rows];
};

// Adds to `null` the rows of the block that are NULL in the vector.
void read_nulls(duckdb_vector from, block& rows) noexcept;
// The texts or bytes of a VARCHAR or BLOB; empty where they are in rows.null.
void read_texts(duckdb_vector from, const block& rows, std::string_view* texts) noexcept;

// Reads the block at rows.first; NULL and rejected are set too.
void read_ids(format f, shape as, duckdb_vector from, id_block& rows) noexcept;
// Why that row was rejected.
[[nodiscard]] sql_error why_rejected(format f, shape as, const id_block& rows, std::size_t row) noexcept;
// The prefix of a TypeID's text that was read; empty for the others.
[[nodiscard]] std::string_view prefix_of(const layout& l, std::string_view text) noexcept;

// Writes the ids; a TypeID's text begins with its prefix, where `prefixes` are given.
void write_ids(format f, shape as, const column_bytes* ids, const block& rows,
               const std::string_view* prefixes, duckdb_vector to) noexcept;
// Rows that have no value must be empty texts.
void write_texts(const std::string_view* texts, const block& rows, duckdb_vector to) noexcept;
// Rows that are NULL or rejected become NULL.
void write_nulls(const block& rows, duckdb_vector to) noexcept;

// Unix milliseconds of the ids; batch::no_instant where one has none. Only where layout().timed().
void read_unix_ms(format f, const column_bytes* ids, std::size_t count, std::int64_t* ms) noexcept;

template <class T>
[[nodiscard]] T* values_of(duckdb_vector column, const block& rows) noexcept {
  return static_cast<T*>(duckdb_vector_get_data(column)) + rows.first;
}

}  // namespace sortid::duckdb
