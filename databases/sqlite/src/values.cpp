#include "values.hpp"

#include "sortid/range.hpp"

namespace sortid::sqlite {

namespace {

std::string_view name_of_type(int type) noexcept {
  switch (type) {
    case SQLITE_INTEGER:
      return "an integer";
    case SQLITE_FLOAT:
      return "a real number";
    case SQLITE_BLOB:
      return "a blob";
    default:
      return "a text";
  }
}

// A value of a type that no id of the format has. Its reason is the one of a text with too few symbols: there
// are none.
sql_error wrong_type(format f, int type) noexcept {
  sql_error why{reason::length, 0, {}};
  why.sentence.append(f.layout().name).append(" is a text or a blob of ").append_decimal(f.layout().bytes());
  why.sentence.append(f.layout().bits == 64 ? " bytes or an integer, not " : " bytes, not ");
  why.sentence.append(name_of_type(type));
  return why;
}

uint128 load(const unsigned char* bytes, std::size_t size) noexcept {
  uint128 value;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | uint128(bytes[i]);
  return value;
}

}  // namespace

value_status read_text(sqlite3_value* from, std::string_view& text) noexcept {
  const int type = sqlite3_value_type(from);
  if (type == SQLITE_NULL) return value_status::null;
  if (type != SQLITE_TEXT) return value_status::rejected;
  const auto* const bytes = reinterpret_cast<const char*>(sqlite3_value_text(from));
  if (bytes == nullptr) return value_status::no_memory;
  text = {bytes, static_cast<std::size_t>(sqlite3_value_bytes(from))};
  return value_status::read;
}

value_status read_id(format f, sqlite3_value* from, parsed_id& id, sql_error& why) noexcept {
  const int type = sqlite3_value_type(from);
  error e;
  if (type == SQLITE_NULL) return value_status::null;
  if (type == SQLITE_TEXT) {
    std::string_view text;
    if (const value_status got = read_text(from, text); got != value_status::read) return got;
    const auto parsed = by_format::parse(f, text);
    id = parsed.value_or(id);
    e = parsed.error();
  } else if (type == SQLITE_BLOB) {
    const auto size = static_cast<std::size_t>(sqlite3_value_bytes(from));
    const auto* const bytes = static_cast<const unsigned char*>(sqlite3_value_blob(from));
    if (size != f.layout().bytes()) {
      why = wrong_size(f, size);
      return value_status::rejected;
    }
    if (bytes == nullptr) return value_status::no_memory;
    id.value = load(bytes, size);
    e = by_format::check_value(f, id.value);
  } else if (type == SQLITE_INTEGER && f.layout().bits == 64) {
    const sqlite3_int64 number = sqlite3_value_int64(from);
    if (number < 0) {
      why = sql_error_of(reason::overflow,
                         "an integer of SQLite's that is negative, or was past 2^63 - 1, is no id");
      return value_status::rejected;
    }
    id.value = static_cast<std::uint64_t>(number);
    e = by_format::check_value(f, id.value);
  } else {
    why = wrong_type(f, type);
    return value_status::rejected;
  }
  if (e.why == reason::none) return value_status::read;
  why = sql_error_of(e, f.layout().name);
  return value_status::rejected;
}

value_status read_instant(sqlite3_value* from, instant& at, sql_error& why) noexcept {
  const bool number = sqlite3_value_type(from) == SQLITE_INTEGER;
  std::string_view text;
  if (!number) {
    const value_status got = read_text(from, text);
    if (got == value_status::rejected) {
      why = {reason::length, 0, {}};
      why.sentence.append(wanted::instant_is);
      why.sentence.append(name_of_type(sqlite3_value_type(from)));
    }
    if (got != value_status::read) return got;
  }
  const auto found = number ? find_instant(sqlite3_value_int64(from), why) : find_instant(text, why);
  at = found.value_or(at);
  return found ? value_status::read : value_status::rejected;
}

value_status read_prefix(sqlite3_value* from, std::string_view& prefix, sql_error& why) noexcept {
  const value_status got = read_text(from, prefix);
  if (got == value_status::rejected) why = statement_error(wanted::prefix_is_text);
  if (got != value_status::read) return got;
  const auto parsed = type_prefix::parse(prefix);
  if (parsed) return value_status::read;
  why = sql_error_of(parsed.error(), {});
  return value_status::rejected;
}

value_status read_option(format f, sqlite3_value* from, std::uint64_t& option, sql_error& why) noexcept {
  const int type = sqlite3_value_type(from);
  if (type == SQLITE_NULL) return value_status::null;
  const sqlite3_int64 given = type == SQLITE_INTEGER ? sqlite3_value_int64(from) : -1;
  option = static_cast<std::uint64_t>(given);
  if (given >= 0 && option <= largest_option(f.layout())) return value_status::read;
  why = wrong_option(f);
  return value_status::rejected;
}

value_status read_sequence_start(sqlite3_value* from, sequence_start& start, sql_error& why) noexcept {
  std::string_view name;
  const value_status got = read_text(from, name);
  if (got == value_status::null || got == value_status::no_memory) return got;
  const auto found = got == value_status::read ? find_sequence_start(name) : std::nullopt;
  start = found.value_or(start);
  if (found) return value_status::read;
  why = wrong_sequence_start();
  return value_status::rejected;
}

bool is_integer(format f, uint128 value) noexcept {
  return f.layout().bits == 64 && value <= uint128(INT64_MAX);
}

sql_error no_integer() noexcept {
  return sql_error_of(reason::overflow, "past 2^63 - 1, the largest integer of SQLite's: take the 8 bytes");
}

void give(sqlite3_context* to, format f, shape as, const parsed_id& id) noexcept {
  if (as == shape::integer) {
    sqlite3_result_int64(to, static_cast<sqlite3_int64>(id.value.lo));
  } else if (as == shape::bytes) {
    std::uint8_t bytes[16];
    detail::store_be(id.value, bytes);
    sqlite3_result_blob(to, bytes + sizeof bytes - f.layout().bytes(), static_cast<int>(f.layout().bytes()),
                        SQLITE_TRANSIENT);
  } else {
    id_text text;
    write_text(f, id.prefix, id.value, text);
    give_text(to, text);
  }
}

void give_text(sqlite3_context* to, std::string_view text) noexcept {
  // Without bytes it would be NULL.
  sqlite3_result_text(to, text.data() == nullptr ? "" : text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
}

void give_fields(sqlite3_context* to, format f, uint128 value) noexcept {
  give_text(to, fields_as_json(f, value));
}

}  // namespace sortid::sqlite
