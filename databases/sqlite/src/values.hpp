// SQL values read as ids and instants, and why they are rejected; ids given back as SQL values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "api.hpp"
#include "sortid/instant.hpp"
#include "sql_error.hpp"
#include "sql_format.hpp"

namespace sortid::sqlite {

using namespace sortid::sql;

// What became of an argument.
enum class value_status : std::uint8_t {
  read,
  null,
  rejected,
  no_memory,  // for a text in UTF-8
};

// A text as it is, a NUL within it and all. The status is `rejected`, without a reason, for a value of
// another type.
[[nodiscard]] value_status read_text(sqlite3_value* from, std::string_view& text) noexcept;
// A text of the format; a blob of its bytes; of 64 bits, an integer that is not negative.
[[nodiscard]] value_status read_id(format f, sqlite3_value* from, parsed_id& id, sql_error& why) noexcept;
// An integer is Unix milliseconds: what instant_of_number takes. A text is what parse_instant takes or, as
// SQLite's own functions write it, the same without a zone in UTC.
[[nodiscard]] value_status read_instant(sqlite3_value* from, instant& at, sql_error& why) noexcept;
// A type prefix as it is to stand before a suffix.
[[nodiscard]] value_status read_prefix(sqlite3_value* from, std::string_view& prefix,
                                       sql_error& why) noexcept;
// The value of the format's option.
[[nodiscard]] value_status read_option(format f, sqlite3_value* from, std::uint64_t& option,
                                       sql_error& why) noexcept;
// The name of a way to begin a sequence.
[[nodiscard]] value_status read_sequence_start(sqlite3_value* from, sequence_start& start,
                                               sql_error& why) noexcept;

// How an id is given back.
enum class shape : std::uint8_t { text, bytes, integer };
inline constexpr std::size_t shape_count = 3;

// False when the id is no integer of SQLite's: past 2^63 - 1, or of 128 bits.
[[nodiscard]] bool is_integer(format f, uint128 value) noexcept;
[[nodiscard]] sql_error no_integer() noexcept;
// The id must be one where the shape is that.
void give(sqlite3_context* to, format f, shape as, const parsed_id& id) noexcept;
void give_text(sqlite3_context* to, std::string_view text) noexcept;
// JSON: the fields' names and their values as decimal texts, null for one that is not there.
void give_fields(sqlite3_context* to, format f, uint128 value) noexcept;

}  // namespace sortid::sqlite
