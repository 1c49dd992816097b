// One call of a scalar function: its rows in blocks, its errors, and the arguments that several functions
// have.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "columns.hpp"
#include "sortid/instant.hpp"
#include "sql_format.hpp"

namespace sortid::duckdb {

struct call;

// What a function is registered with.
struct binding {
  void (*body)(call&) noexcept = nullptr;
  format of = format::of<ulid>();
  shape from = shape::text;  // the column of ids, where it takes one
  shape to = shape::text;    // the ids that it gives, where it gives any
  bool tries = false;        // the twin with try_: an id that is rejected becomes NULL
  std::size_t arguments = 0;
  shape key = shape::text;  // of a secret key, where it takes one: hexadecimal digits, or bytes
};

// One call, for a chunk of rows. Bodies go through it in blocks.
struct call {
  duckdb_function_info info;
  duckdb_data_chunk input;
  duckdb_vector output;
  const binding& b;
  bool failed = false;

  [[nodiscard]] duckdb_vector argument(std::size_t index) const noexcept {
    return duckdb_data_chunk_get_vector(input, index);
  }
  [[nodiscard]] const layout& of() const noexcept { return b.of.layout(); }

  void fail(std::string_view message) noexcept {
    duckdb_scalar_function_set_error(info, inline_text<320>().append(message).c_str());
    failed = true;
  }
  // The row has no value: NULL of a twin with try_, else the statement fails, for the reason of the first
  // such row.
  template <class Why>
  void reject(block& rows, std::size_t row, Why why) noexcept {
    rows.rejected.add(row);
    if (!b.tries && !failed) fail(message_of(why()));
  }
  void reject(block& rows, std::size_t row, const sql_error& why) noexcept {
    reject(rows, row, [&]() noexcept { return why; });
  }

  // Calls each(rows) for every block, until one fails; it writes what has a value, and the rest becomes NULL.
  template <class Block = block, class Each>
  void for_blocks(Each each) noexcept {
    const std::size_t size = duckdb_data_chunk_get_size(input);
    for (std::size_t first = 0; first < size && !failed; first += block_rows) {
      Block rows;
      rows.first = first;
      rows.count = detail::lesser(size - first, block_rows);
      each(rows);
      if (!failed) write_nulls(rows, output);
    }
  }
  // The same with the ids of that argument read, and rejected ones reported.
  template <class Each>
  void for_ids(std::size_t index, Each each) noexcept {
    for_blocks<id_block>([&](id_block& rows) noexcept {
      read_ids(b.of, b.from, argument(index), rows);
      if (!b.tries && !rows.rejected.empty())
        return fail(message_of(why_rejected(b.of, b.from, rows, rows.rejected.first())));
      each(rows);
    });
  }
};

// Texts of an argument, beside what other arguments a block has. Their NULLs are the rows' NULLs.
struct text_column {
  std::string_view texts[block_rows];

  text_column(duckdb_vector from, block& rows) noexcept {
    read_nulls(from, rows);
    read_texts(from, rows, texts);
  }
};

// --- type prefixes -----------------------------------------------------------------------------------------

// A column of prefixes; each is checked, but not the same one twice in a row.
inline void check_prefixes(call& c, block& rows, const std::string_view* prefixes) noexcept {
  const std::string_view* last = nullptr;
  for (std::size_t i = 0; i < rows.count; ++i) {
    if (!rows.has_value(i) || (last != nullptr && prefixes[i] == *last)) continue;
    if (const auto parsed = type_prefix::parse(prefixes[i]); !parsed) {
      c.reject(rows, i, sql_error_of(parsed.error(), {}));
    } else {
      last = &prefixes[i];
    }
  }
}
// Of the first argument.
inline void read_prefixes(call& c, block& rows, std::string_view* prefixes) noexcept {
  read_texts(c.argument(0), rows, prefixes);
  check_prefixes(c, rows, prefixes);
}

// Prefixes of rows without a value are not written.
inline void drop_prefixes(const block& rows, std::string_view* prefixes) noexcept {
  for (std::size_t i = 0; i < rows.count; ++i) {
    if (!rows.has_value(i)) prefixes[i] = {};
  }
}

// --- formats, instants, ids --------------------------------------------------------------------------------

// Formats by their names in a column, which is mostly a constant.
class format_names {
 public:
  // The result is empty, and the call has failed, where there is no such format. The statement is wrong then,
  // so that try_… fails too.
  std::optional<format> find(call& c, std::string_view name) noexcept {
    if (!last_ || name != name_) {
      name_ = name;
      last_ = find_format(name);
      if (!last_) c.fail(no_such_format(name));
    }
    return last_;
  }

 private:
  std::string_view name_;
  std::optional<format> last_;
};

inline constexpr std::int64_t us_per_ms = 1000;

// The infinities of DuckDB stay outside every format's time.
constexpr instant instant_of(std::int64_t us) noexcept { return instant::of(us, us_per_ms); }

// Ids that are made.
struct new_block {
  alignas(16) column_bytes ids[block_rows * 16];
};

}  // namespace sortid::duckdb
