// The names of the functions in MySQL and MariaDB, which have one for all numbers of arguments.
#pragma once

#include <cstdint>

#include "sql_format.hpp"

namespace sortid::mysql {

using namespace sortid::sql;

// How an id is given: of 64 bits an integer, as BIGINT UNSIGNED has all of them; else bytes.
enum class shape : std::uint8_t { text, bytes, integer };

// What CREATE FUNCTION declares. An INTEGER of a function has a sign, so ids past 2^63 - 1 are DECIMAL.
enum class returns : std::uint8_t { string, integer, decimal };

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
  // A text behind nothing else is the prefix of a new id.
  return !l.prefixed || (row.takes.starts_with('x') ? as != shape::text || !row.is_the_formats() : as == shape::text);
}

template <class Body>
[[nodiscard]] constexpr sql_name name_in_server(const function_row<Body>& row, format f, shape as, bool tries) noexcept {
  // The server's own UUID() comes before a loaded one.
  const bool taken = row.is_the_formats() && f == format::of<uuid>();
  const std::string_view text = taken ? "_text" : "";
  return name_of(row, f.layout(), as == shape::text ? text : as == shape::bytes ? "_bytes" : "_int", tries);
}

template <class Body>
[[nodiscard]] constexpr returns returns_of(const function_row<Body>& row, format f, shape as) noexcept {
  if (row.result == gives::ms || row.result == gives::boolean) return returns::integer;
  if (as != shape::integer) return returns::string;
  constexpr uint128 past_integer = uint128(1) << 63;
  return by_format::check_value(f, past_integer).why == reason::none ? returns::decimal : returns::integer;
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
