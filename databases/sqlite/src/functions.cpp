#include "functions.hpp"

#include <memory>
#include <new>

#include "sortid/any_masker.hpp"
#include "sortid/find_ids.hpp"
#include "sortid/named.hpp"
#include "sortid/range.hpp"
#include "sortid/version.hpp"
#include "values.hpp"

namespace sortid::sqlite {

namespace {

// What a function is registered with: of which format, what it gives, and whether it is a twin with try_,
// which gives NULL for an id that is rejected.
struct binding {
  format of = format::of<ulid>();
  shape as = shape::text;
  bool tries = false;
};

constexpr std::array<binding, format_list::size * shape_count * 2> make_bindings() {
  std::array<binding, format_list::size * shape_count * 2> all;
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = {format::all()[i / (shape_count * 2)], static_cast<shape>(i / 2 % shape_count), i % 2 != 0};
  return all;
}
constinit const auto bindings = make_bindings();

const binding& bound(sqlite3_context* call) noexcept {
  return *static_cast<const binding*>(sqlite3_user_data(call));
}

void fail(sqlite3_context* call, std::string_view message) noexcept {
  sqlite3_result_error(call, message.data(), static_cast<int>(message.size()));
}

void reject(sqlite3_context* call, const sql_error& why) noexcept {
  if (bound(call).tries) {
    sqlite3_result_null(call);
  } else {
    fail(call, message_of(why));
  }
}

// False when the function's result is there: NULL or an error. Functions of several arguments pass `null`, so
// that a NULL does not hide what is wrong with the arguments after it.
bool have(sqlite3_context* call, value_status got, const sql_error& why, bool* null = nullptr) noexcept {
  switch (got) {
    case value_status::read:
      return true;
    case value_status::null:
      if (null == nullptr) {
        sqlite3_result_null(call);
        return false;
      }
      *null = true;
      return true;
    case value_status::no_memory:
      sqlite3_result_error_nomem(call);
      return false;
    case value_status::rejected:
      reject(call, why);
      return false;
  }
  return false;
}

bool have_id(sqlite3_context* call, sqlite3_value* from, parsed_id& id) noexcept {
  sql_error why;
  const value_status got = read_id(bound(call).of, from, id, why);
  return have(call, got, why);
}

// An argument of a function that has several, read by that function of values.hpp.
template <class Value>
bool have(sqlite3_context* call, value_status (*read)(sqlite3_value*, Value&, sql_error&) noexcept,
          sqlite3_value* from, Value& value, bool& null) noexcept {
  sql_error why;
  const value_status got = read(from, value, why);
  return have(call, got, why, &null);
}

void give_id(sqlite3_context* call, const parsed_id& id) noexcept {
  const binding& b = bound(call);
  if (b.as == shape::integer && !is_integer(b.of, id.value)) {
    reject(call, no_integer());
    return;
  }
  give(call, b.of, b.as, id);
}

// --- new ids -----------------------------------------------------------------------------------------------

void give_new(sqlite3_context* call, const result<uint128, fault>& value,
              std::string_view prefix = {}) noexcept {
  if (!value) {
    fail(call, message_of(bound(call).of, value.error()));
  } else {
    give_id(call, {*value, prefix});
  }
}

void generate(sqlite3_context* call, int, sqlite3_value**) noexcept {
  give_new(call, new_id(bound(call).of, option_is::left_out));
}

void generate_prefixed(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  std::string_view prefix;
  bool null = false;
  if (!have(call, read_prefix, given[0], prefix, null)) return;
  if (null) return sqlite3_result_null(call);
  give_new(call, new_id(bound(call).of, option_is::left_out), prefix);
}

// How a sequence begins may stand behind the option.
void generate_with_option(sqlite3_context* call, int count, sqlite3_value** given) noexcept {
  const format f = bound(call).of;
  std::uint64_t option = 0;
  auto start = sequence_start::zero;
  bool null = false;
  sql_error rejected;
  const value_status got = read_option(f, given[0], option, rejected);
  if (!have(call, got, rejected, &null)) return;
  if (count == 2 && !have(call, read_sequence_start, given[1], start, null)) return;
  if (null) return sqlite3_result_null(call);
  auto value = new_id(f, option_is::given, start);
  if (value) value = with_option(f.layout(), *value, option);
  give_new(call, value);
}

void generate_with_sequence(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  auto start = sequence_start::zero;
  bool null = false;
  if (!have(call, read_sequence_start, given[0], start, null)) return;
  if (null) return sqlite3_result_null(call);
  give_new(call, new_id(bound(call).of, option_is::left_out, start));
}

// The last argument is the instant; a type prefix may stand before it.
void generate_at(sqlite3_context* call, int count, sqlite3_value** given) noexcept {
  const format f = bound(call).of;
  std::string_view prefix;
  instant at;
  bool null = false;
  if (count == 2 && !have(call, read_prefix, given[0], prefix, null)) return;
  if (!have(call, read_instant, given[count - 1], at, null)) return;
  if (null) return sqlite3_result_null(call);
  const auto value = new_id_at(f, at.unix_ms);
  if (value.error() == fault::out_of_range) return reject(call, outside_time(f));
  give_new(call, value, prefix);
}

// A blob of 16 or 32 bytes, or a text of twice as many hexadecimal digits.
value_status read_key(sqlite3_value* from, std::optional<mask_key>& key, sql_error& why) noexcept {
  const int type = sqlite3_value_type(from);
  std::string_view digits;
  if (type == SQLITE_TEXT) {
    if (const value_status got = read_text(from, digits); got != value_status::read) return got;
  } else if (type == SQLITE_NULL) {
    return value_status::null;
  } else if (type != SQLITE_BLOB) {
    why = statement_error(wanted::key_is);
    return value_status::rejected;
  }
  const auto read = type == SQLITE_TEXT
                        ? mask_key::from_hex(digits)
                        : mask_key::from_bytes({static_cast<const std::uint8_t*>(sqlite3_value_blob(from)),
                                                static_cast<std::size_t>(sqlite3_value_bytes(from))});
  if (!read) {
    why = wrong_key(read.error());
    return value_status::rejected;
  }
  key = *read;
  return value_status::read;
}

// A wrong key is an error in the statement, as a wrong name of a format is: try_… fails too.
bool have_key(sqlite3_context* call, sqlite3_value* from, std::optional<mask_key>& key, bool& null) noexcept {
  sql_error why;
  const value_status got = read_key(from, key, why);
  if (got != value_status::rejected) return have(call, got, why, &null);
  fail(call, message_of(why));
  return false;
}

// The id of an instant and a name, under the key behind them; a type prefix stands before the instant.
void give_named(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  const format f = bound(call).of;
  std::string_view prefix;
  std::string_view name;
  instant at;
  std::optional<mask_key> key;
  bool null = false;
  if (f.layout().prefixed && !have(call, read_prefix, *given++, prefix, null)) return;
  if (!have(call, read_instant, given[0], at, null)) return;
  const value_status got = read_text(given[1], name);
  if (!have(call, got, statement_error(wanted::name_is_text), &null)) return;
  if (!have_key(call, given[2], key, null)) return;
  if (null) return sqlite3_result_null(call);
  const generator_options options{.prefix = type_prefix::parse(prefix).value()};
  const auto value = by_format::named_at(f, key->bytes(), options, at.unix_ms, name);
  if (!value) return reject(call, outside_time(f));
  give_id(call, {*value, prefix});
}

// --- of one id ---------------------------------------------------------------------------------------------

void convert(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  parsed_id id{};
  if (have_id(call, given[0], id)) give_id(call, id);
}

void convert_lenient(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  const binding& b = bound(call);
  std::string_view text;
  if (const value_status got = read_text(given[0], text); got != value_status::read) {
    // Only texts are written in more than one way.
    if (got == value_status::rejected) return convert(call, 1, given);
    (void)have(call, got, {});
    return;
  }
  const auto read = by_format::parse_lenient(b.of, text);
  if (!read) return reject(call, sql_error_of(read.error(), b.of.name()));
  give_id(call, read->id);
}

bool have_ms(sqlite3_context* call, sqlite3_value* from, std::int64_t& ms) noexcept {
  const binding& b = bound(call);
  parsed_id id{};
  if (!have_id(call, from, id)) return false;
  const auto instant = by_format::unix_ms(b.of, id.value, std::nullopt);
  ms = instant.value_or(0);
  if (instant) return true;
  reject(call, without_time(b.of));
  return false;
}

void to_ms(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  std::int64_t ms = 0;
  if (have_ms(call, given[0], ms)) sqlite3_result_int64(call, ms);
}

void to_time(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  std::int64_t ms = 0;
  if (have_ms(call, given[0], ms)) give_text(call, instant_to_text(ms));
}

void to_fields(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  parsed_id id{};
  if (have_id(call, given[0], id)) give_fields(call, bound(call).of, id.value);
}

void is_valid(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  parsed_id id{};
  sql_error why;
  const value_status got = read_id(bound(call).of, given[0], id, why);
  if (got == value_status::rejected) return sqlite3_result_int(call, 0);
  if (have(call, got, why)) sqlite3_result_int(call, 1);
}

void check(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  parsed_id id{};
  sql_error why;
  const value_status got = read_id(bound(call).of, given[0], id, why);
  if (got == value_status::rejected) {
    inline_text<48> text;
    give_text(call, text.append(name_of(why.why)).append(" at position ").append_decimal(why.position));
  } else {
    (void)have(call, got, why);  // NULL is what a function gives that says nothing
  }
}

// --- bounds ------------------------------------------------------------------------------------------------

// The ids of one instant, or of [from, to), a type prefix before them being left out.
bool have_bounds(sqlite3_context* call, int count, sqlite3_value** given, std::string_view& prefix,
                 id_range<uint128>& bounds) noexcept {
  const binding& b = bound(call);
  bool null = false;
  if (b.of.layout().prefixed) {
    if (!have(call, read_prefix, given[0], prefix, null)) return false;
    ++given;
    --count;
  }
  instant from;
  instant to;
  const bool interval = count == 2;
  if (!have(call, read_instant, given[0], from, null) ||
      (interval && !have(call, read_instant, given[1], to, null)))
    return false;
  if (null) {
    sqlite3_result_null(call);
    return false;
  }
  const auto found = interval ? by_format::ids_between(b.of, from, to, std::nullopt)
                              : by_format::ids_at(b.of, from, std::nullopt);
  bounds = found.value_or(bounds);
  if (found) return true;
  const layout& l = b.of.layout();
  reject(call, interval ? sql_error_of(reason::range, message_of_interval(l, from, to, l.epoch))
                        : outside_time(b.of));
  return false;
}

void first(sqlite3_context* call, int count, sqlite3_value** given) noexcept {
  std::string_view prefix;
  id_range<uint128> bounds;
  if (have_bounds(call, count, given, prefix, bounds)) give_id(call, {bounds.first, prefix});
}

void last(sqlite3_context* call, int count, sqlite3_value** given) noexcept {
  std::string_view prefix;
  id_range<uint128> bounds;
  if (have_bounds(call, count, given, prefix, bounds)) give_id(call, {bounds.last, prefix});
}

bool have_bounds_of_text(sqlite3_context* call, sqlite3_value* from, id_range<uint128>& bounds) noexcept {
  const binding& b = bound(call);
  std::string_view text;
  const value_status got = read_text(from, text);
  if (!have(call, got, statement_error(wanted::text_prefix_is_text))) return false;
  const auto found = by_format::ids_with_text_prefix(b.of, text);
  bounds = found.value_or(bounds);
  if (found) return true;
  reject(call, wrong_text_prefix(b.of, found.error(), text.size()));
  return false;
}

void first_of_text(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  id_range<uint128> bounds;
  if (have_bounds_of_text(call, given[0], bounds)) give_id(call, {bounds.first, {}});
}

void last_of_text(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  id_range<uint128> bounds;
  if (have_bounds_of_text(call, given[0], bounds)) give_id(call, {bounds.last, {}});
}

// --- TypeID ------------------------------------------------------------------------------------------------

// typeid(prefix, uuid): the UUID, text or blob, behind the prefix.
void put_prefix(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  parsed_id id{};
  std::string_view prefix;
  sql_error why;
  bool null = false;
  if (!have(call, read_prefix, given[0], prefix, null)) return;
  const value_status got = read_id(format::of<uuid>(), given[1], id, why);
  if (!have(call, got, why, &null)) return;
  if (null) return sqlite3_result_null(call);
  give_id(call, {id.value, prefix});
}

void to_prefix(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  parsed_id id{};
  if (have_id(call, given[0], id)) give_text(call, id.prefix);
}

void to_suffix(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  parsed_id id{};
  if (have_id(call, given[0], id)) give(call, bound(call).of, shape::text, {id.value, {}});
}

void to_uuid(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  parsed_id id{};
  if (have_id(call, given[0], id)) give(call, format::of<uuid>(), shape::text, {id.value, {}});
}

// --- of any format -----------------------------------------------------------------------------------------

// None for NULL.
bool have_format(sqlite3_context* call, sqlite3_value* from, std::optional<format>& f) noexcept {
  std::string_view name;
  const value_status got = read_text(from, name);
  if (got == value_status::read) f = find_format(name);
  if (got == value_status::rejected || (got == value_status::read && !f)) {
    fail(call, no_such_format(name));
    return false;
  }
  bool null = false;
  return have(call, got, {}, &null);
}

// The bits of a value under another name: id_convert(value, from, to). `to` is a format, bytes or int.
void convert_between(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  std::optional<format> from;
  std::optional<format> to;
  parsed_id id{};
  sql_error why;
  if (!have_format(call, given[1], from)) return;
  std::string_view name;
  shape as = shape::text;
  if (read_text(given[2], name) == value_status::read && (name == "bytes" || name == "int")) {
    to = from;
    as = name == "int" ? shape::integer : shape::bytes;
  } else if (!have_format(call, given[2], to)) {
    return;
  }
  bool null = !from || !to;
  if (from) {
    const value_status got = read_id(*from, given[0], id, why);
    if (!have(call, got, why, &null)) return;
  }
  if (null) return sqlite3_result_null(call);
  const error e = by_format::check_value(*to, id.value);
  if (to->layout().bits != from->layout().bits) {
    reject(call, other_width(*from, *to));
  } else if (as == shape::integer && !is_integer(*to, id.value)) {
    reject(call, no_integer());
  } else if (e.why != reason::none) {
    reject(call, sql_error_of(e, to->name()));
  } else {
    give(call, *to, as, {id.value, to->layout().prefixed ? id.prefix : std::string_view()});
  }
}

void detect_format(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  std::string_view text;
  const value_status got = read_text(given[0], text);
  if (!have(call, got, statement_error(wanted::only_text_tells))) return;
  if (const auto id = parse_any(text)) {
    give_text(call, id->format.name());
  } else {
    sqlite3_result_null(call);
  }
}

// The ids inside a text, as a JSON array: each as it stands there, which has no byte to escape.
void find(sqlite3_context* call, int count, sqlite3_value** given) noexcept {
  std::string_view text;
  std::optional<format> only;
  bool null = false;
  const value_status got = read_text(given[0], text);
  if (!have(call, got, statement_error(wanted::found_in_text), &null)) return;
  if (count == 2 && !have_format(call, given[1], only)) return;
  if (null || (count == 2 && !only)) return sqlite3_result_null(call);
  format_set wanted = only ? format_set() : formats_in_text();
  if (only) wanted.push_back(*only);
  sqlite3_str* const all = sqlite3_str_new(sqlite3_context_db_handle(call));
  find_ids(text, wanted, [all](const found_id& found) noexcept {
    sqlite3_str_appendall(all, sqlite3_str_length(all) == 0 ? "[\"" : "\",\"");
    sqlite3_str_append(all, found.text.data(), static_cast<int>(found.text.size()));
  });
  sqlite3_str_appendall(all, sqlite3_str_length(all) == 0 ? "[]" : "\"]");
  const int size = sqlite3_str_length(all);
  const int failed = sqlite3_str_errcode(all);
  char* const json = sqlite3_str_finish(all);
  if (failed == SQLITE_TOOBIG) return sqlite3_result_error_toobig(call);
  if (failed != SQLITE_OK || json == nullptr) return sqlite3_result_error_nomem(call);
  sqlite3_result_text(call, json, size, sqlite3_free);
}

// SQLite keeps a masker beside the key as long as this argument is a constant of the statement.
constexpr int key_argument = 1;

// Where it lies in its memory, which SQLite aligns for 8 bytes.
any_masker* masker_in(void* memory) noexcept {
  constexpr std::uintptr_t step = alignof(any_masker);
  return reinterpret_cast<any_masker*>((reinterpret_cast<std::uintptr_t>(memory) + step - 1) / step * step);
}
void drop_masker(void* memory) noexcept {
  std::destroy_at(masker_in(memory));  // erases the key
  sqlite3_free(memory);
}
void keep_masker(sqlite3_context* call, const any_masker& masker) noexcept {
  void* const memory = sqlite3_malloc(sizeof(any_masker) + alignof(any_masker));
  if (memory == nullptr) return;
  new (masker_in(memory)) any_masker(masker);
  sqlite3_set_auxdata(call, key_argument, memory, drop_masker);
}
const any_masker* kept_masker(sqlite3_context* call, std::optional<format> stored) noexcept {
  void* const memory = sqlite3_get_auxdata(call, key_argument);
  return memory != nullptr && masker_in(memory)->stored_format() == stored ? masker_in(memory) : nullptr;
}

// id_mask(id, key) of a text, or id_mask(id, key, format), where the format is that of ids that are stored;
// and back. The answer is a text, a blob or an integer, as the id is.
template <mask_direction Direction>
void change_mask(sqlite3_context* call, int count, sqlite3_value** given) noexcept {
  bool null = false;
  sql_error why;
  std::optional<format> stored;
  if (count == 3) {
    if (!have_format(call, given[2], stored)) return;
    null = !stored;
  } else {
    std::string_view text;
    const value_status got = read_text(given[0], text);
    if (!have(call, got, statement_error(wanted::name_the_format), &null)) return;
    if (!null) {
      const auto id = parse_any(text);
      if (!id) {
        const auto likely = meant(text);
        return reject(call, sql_error_of(id.error(), likely ? likely->name() : std::string_view()));
      }
      stored = id->format;
    }
  }
  std::optional<any_masker> made;
  const any_masker* known = kept_masker(call, stored);
  if (known == nullptr) {
    std::optional<mask_key> key;
    if (!have_key(call, given[key_argument], key, null)) return;
    if (null) return sqlite3_result_null(call);
    known = &made.emplace(any_masker::make(*stored, *key).value());
  }
  if (null) return sqlite3_result_null(call);
  const any_masker& masker = *known;
  constexpr bool masks = Direction == mask_direction::mask;
  const format from = masks ? masker.stored_format() : masker.masked_format();
  const format to = masks ? masker.masked_format() : masker.stored_format();
  parsed_id id{};
  const value_status got = read_id(from, given[0], id, why);
  if (!have(call, got, why)) return;
  const auto value = masks ? masker.mask(id.value, id.prefix) : masker.unmask(id.value, id.prefix);
  if (!value) return reject(call, sql_error_of(value.error(), from.name()));
  const int type = sqlite3_value_type(given[0]);
  const shape as = type == SQLITE_TEXT ? shape::text : type == SQLITE_BLOB ? shape::bytes : shape::integer;
  if (as == shape::integer && !is_integer(to, *value)) return reject(call, no_integer());
  give(call, to, as, {*value, id.prefix});
  if (made) keep_masker(call, *made);
}

void version(sqlite3_context* call, int, sqlite3_value**) noexcept { give_text(call, library_version); }

// --- their names -------------------------------------------------------------------------------------------

using body = void (*)(sqlite3_context*, int, sqlite3_value**);
constexpr auto mask = change_mask<mask_direction::mask>, unmask = change_mask<mask_direction::unmask>;
constexpr function_row<body> rows[] = {
#include "sqlite_functions.def"
};
constexpr guess guesses[] = {
#define SORTID_SQLITE_GUESS SORTID_GUESS
#define SORTID_DUCKDB_GUESS(name, also)
#include "guesses.def"
};

// As random() is: usable in a DEFAULT where schemas are not trusted, and called anew for every row.
// docs/decisions/0028-sqlite-functions.md
constexpr int makes = SQLITE_UTF8 | SQLITE_INNOCUOUS;
constexpr int computes = makes | SQLITE_DETERMINISTIC;

// Whether the format's function gives ids in that form.
bool is_given(const function_row<body>& row, const layout& l, shape as) noexcept {
  if (row.result != gives::id || !row.of_a_format()) return as == shape::text;
  // Where the highest bit is drawn, every other id would not be an integer.
  if (as == shape::integer && (l.bits != 64 || (row.of == kind::makes && !l.timed()))) return false;
  if (!l.prefixed) return true;
  // A text behind nothing else is the prefix of a new id.
  return row.takes.starts_with('x') ? as != shape::text || !row.is_the_formats() : as == shape::text;
}

int add(sqlite3* db, const function_row<body>& row, std::size_t place, shape as, bool tries) noexcept {
  const layout& l = format::all()[place].layout();
  const std::string_view form = as == shape::text ? "" : as == shape::bytes ? "_bytes" : "_int";
  const auto arguments =
      static_cast<int>(row.takes.size()) + (row.of_a_format() && row.takes_prefix(l) ? 1 : 0);
  const binding& b = bindings[(place * shape_count + static_cast<std::size_t>(as)) * 2 + (tries ? 1 : 0)];
  int failed = SQLITE_OK;
  each_name(guesses, name_of(row, l, form, tries), [&](const sql_name& name) noexcept {
    if (failed != SQLITE_OK) return;
    // SQLite gives the pointer back as it was; nothing is written through it.
    failed = sqlite3_create_function_v2(db, name.c_str(), arguments, row.of == kind::makes ? makes : computes,
                                        const_cast<binding*>(&b), row.body, nullptr, nullptr, nullptr);
  });
  return failed;
}

}  // namespace

int register_functions(sqlite3* db) noexcept {
  for (const auto& row : rows) {
    const std::size_t formats = row.of_a_format() ? format_list::size : 1;
    for (std::size_t place = 0; place < formats; ++place) {
      const layout& l = format::all()[place].layout();
      if (!row.has(l)) continue;
      for (const shape as : {shape::text, shape::bytes, shape::integer}) {
        if (!is_given(row, l, as)) continue;
        for (const bool tries : {false, true}) {
          if (tries && row.of != kind::reads) continue;
          if (const int failed = add(db, row, place, as, tries); failed != SQLITE_OK) return failed;
        }
      }
    }
  }
  return SQLITE_OK;
}

}  // namespace sortid::sqlite
