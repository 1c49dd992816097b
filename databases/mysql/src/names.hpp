// The names of the functions in MySQL and MariaDB, which have one for all numbers of arguments.
#pragma once

#include <cstdint>

#include "sql_format.hpp"

namespace sortid::mysql {

using namespace sortid::sql;

// How an id is given: of 64 bits as an integer for a BIGINT UNSIGNED, else as bytes.
enum class shape : std::uint8_t { text, bytes, integer };

// What CREATE FUNCTION declares. An INTEGER has a sign: ids past 2^63 - 1 are an overflow. (As DECIMAL no
// unique key would find them: MariaDB 10.11 compares such a constant wrongly.)
enum class returns : std::uint8_t { string, integer };

// A function of one format, or of all.
struct binding {
  std::string_view name;
  format of;
  shape as;
  bool tries;  // NULL instead of an error for what is rejected
};

template <class Body>
[[nodiscard]] constexpr bool is_given(const function_row<Body>& row, const layout& l, shape as) noexcept {
  if (row.result != gives::id || !row.of_a_format()) return as == shape::text;
  if (as != shape::text && (as == shape::integer) != (l.bits == 64)) return false;
  // Where the highest bit is drawn, every other id would not be an integer.
  if (as == shape::integer && row.of == kind::makes && !l.timed()) return false;
  // A text behind nothing else is the prefix of a new id.
  return !l.prefixed ||
         (row.takes.starts_with('x') ? as != shape::text || !row.is_the_formats() : as == shape::text);
}

template <class Body>
[[nodiscard]] constexpr sql_name name_in_server(const function_row<Body>& row, format f, shape as,
                                                bool tries) noexcept {
  // The server's own UUID() comes before a loaded one.
  const bool taken = row.is_the_formats() && f == format::of<uuid>();
  const std::string_view text = taken ? "_text" : "";
  return name_of(row, f.layout(), as == shape::text ? text : as == shape::bytes ? "_bytes" : "_int", tries);
}

template <class Body>
[[nodiscard]] constexpr returns returns_of(const function_row<Body>& row, shape as) noexcept {
  const bool number = as == shape::integer || row.result == gives::ms || row.result == gives::boolean;
  return number ? returns::integer : returns::string;
}

// Calls f(row, binding) for each function and each number of its arguments; those of one name in a row.
template <class Rows, class F>
constexpr void each_function(const Rows& rows, F&& f) {
  for (const auto& row : rows) {
    for (const format of : format::all()) {
      if (!row.has(of.layout()) || (!row.of_a_format() && of != format::all()[0])) continue;
      for (const shape as : {shape::text, shape::bytes, shape::integer}) {
        if (!is_given(row, of.layout(), as)) continue;
        for (const bool tries : {false, true}) {
          if (tries && row.of != kind::reads) continue;
          const sql_name name = name_in_server(row, of, as, tries);
          f(row, binding{name.view(), of, as, tries});
        }
      }
    }
  }
}

}  // namespace sortid::mysql
