#include "functions.hpp"

#include <memory>
#include <new>

#include "sortid/any_masker.hpp"
#include "sortid/named.hpp"
#include "sortid/range.hpp"
#include "sortid/version.hpp"
#include "values.hpp"

namespace sortid::sqlite {

namespace {

// What a function is registered with: of which format, what it gives, and whether bad input is NULL.
struct binding {
  format of = format::of<ulid>();
  shape as = shape::text;
  bool or_null = false;
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

void reject(sqlite3_context* call, bool or_null, const refusal& why) noexcept {
  if (or_null) {
    sqlite3_result_null(call);
  } else {
    fail(call, message_of(why));
  }
}

// False when the function's result is there: NULL or an error. Functions of several arguments pass `null`, so
// that a NULL does not hide what is wrong with the arguments after it.
bool have(sqlite3_context* call, bool or_null, outcome got, const refusal& why,
          bool* null = nullptr) noexcept {
  switch (got) {
    case outcome::read:
      return true;
    case outcome::null:
      if (null == nullptr) {
        sqlite3_result_null(call);
        return false;
      }
      *null = true;
      return true;
    case outcome::no_memory:
      sqlite3_result_error_nomem(call);
      return false;
    case outcome::rejected:
      reject(call, or_null, why);
      return false;
  }
  return false;
}

bool have_id(sqlite3_context* call, sqlite3_value* from, parsed_id& id) noexcept {
  const binding& b = bound(call);
  refusal why;
  const outcome got = read_id(b.of, from, id, why);
  return have(call, b.or_null, got, why);
}

bool have_instant(sqlite3_context* call, sqlite3_value* from, instant& at, bool& null) noexcept {
  refusal why;
  const outcome got = read_instant(from, at, why);
  return have(call, bound(call).or_null, got, why, &null);
}

bool have_prefix(sqlite3_context* call, sqlite3_value* from, std::string_view& prefix, bool& null) noexcept {
  refusal why;
  const outcome got = read_prefix(from, prefix, why);
  return have(call, bound(call).or_null, got, why, &null);
}

void give_id(sqlite3_context* call, const parsed_id& id) noexcept {
  const binding& b = bound(call);
  if (b.as == shape::integer && !is_integer(b.of, id.value)) {
    reject(call, b.or_null,
           refusal_of(reason::overflow, "past 2^63 - 1, the largest integer of SQLite's: take the 8 bytes"));
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
  if (!have_prefix(call, given[0], prefix, null)) return;
  if (null) return sqlite3_result_null(call);
  give_new(call, new_id(bound(call).of, option_is::left_out), prefix);
}

bool have_sequence_start(sqlite3_context* call, sqlite3_value* from, sequence_start& start,
                         bool& null) noexcept {
  refusal why;
  const outcome got = read_sequence_start(from, start, why);
  return have(call, bound(call).or_null, got, why, &null);
}

// How a sequence begins may stand behind the option.
void generate_with_option(sqlite3_context* call, int count, sqlite3_value** given) noexcept {
  const format f = bound(call).of;
  std::uint64_t option = 0;
  auto start = sequence_start::zero;
  bool null = false;
  refusal rejected;
  const outcome got = read_option(f, given[0], option, rejected);
  if (!have(call, bound(call).or_null, got, rejected, &null)) return;
  if (count == 2 && !have_sequence_start(call, given[1], start, null)) return;
  if (null) return sqlite3_result_null(call);
  auto value = new_id(f, option_is::given, start);
  if (value) value = with_option(f.layout(), *value, option);
  give_new(call, value);
}

void generate_with_sequence(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  auto start = sequence_start::zero;
  bool null = false;
  if (!have_sequence_start(call, given[0], start, null)) return;
  if (null) return sqlite3_result_null(call);
  give_new(call, new_id(bound(call).of, option_is::left_out, start));
}

// The last argument is the instant; a type prefix may stand before it.
void generate_at(sqlite3_context* call, int count, sqlite3_value** given) noexcept {
  const format f = bound(call).of;
  std::string_view prefix;
  instant at;
  bool null = false;
  if (count == 2 && !have_prefix(call, given[0], prefix, null)) return;
  if (!have_instant(call, given[count - 1], at, null)) return;
  if (null) return sqlite3_result_null(call);
  const auto value = new_id_at(f, at.unix_ms);
  if (value.error() == fault::out_of_range) return reject(call, bound(call).or_null, outside_time(f));
  give_new(call, value, prefix);
}

// A blob of 16 or 32 bytes, or a text of twice as many hexadecimal digits.
outcome read_key(sqlite3_value* from, std::optional<mask_key>& key, refusal& why) noexcept {
  const int type = sqlite3_value_type(from);
  std::string_view digits;
  if (type == SQLITE_TEXT) {
    if (const outcome got = read_text(from, digits); got != outcome::read) return got;
  } else if (type == SQLITE_NULL) {
    return outcome::null;
  } else if (type != SQLITE_BLOB) {
    why = mistake("a key is a blob, or a text of hexadecimal digits");
    return outcome::rejected;
  }
  const auto read = type == SQLITE_TEXT
                        ? mask_key::from_hex(digits)
                        : mask_key::from_bytes({static_cast<const std::uint8_t*>(sqlite3_value_blob(from)),
                                                static_cast<std::size_t>(sqlite3_value_bytes(from))});
  if (!read) {
    why = wrong_key(read.error());
    return outcome::rejected;
  }
  key = *read;
  return outcome::read;
}

// The id of an instant and a name, under the key behind them; a type prefix stands before the instant.
void give_named(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  const format f = bound(call).of;
  std::string_view prefix;
  std::string_view name;
  instant at;
  std::optional<mask_key> key;
  refusal why;
  bool null = false;
  if (f.layout().prefixed && !have_prefix(call, *given++, prefix, null)) return;
  if (!have_instant(call, given[0], at, null)) return;
  const outcome got = read_text(given[1], name);
  if (!have(call, bound(call).or_null, got, mistake("a name is a text"), &null)) return;
  // A mistake of the one who wrote the statement, as the name of a format.
  if (!have(call, false, read_key(given[2], key, why), why, &null)) return;
  if (null) return sqlite3_result_null(call);
  const generator_options options{.prefix = type_prefix::parse(prefix).value()};
  const auto value = by_format::named_at(f, key->bytes(), options, at.unix_ms, name);
  if (!value) return reject(call, bound(call).or_null, outside_time(f));
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
  if (const outcome got = read_text(given[0], text); got != outcome::read) {
    // Only texts are written in more than one way.
    if (got == outcome::rejected) return convert(call, 1, given);
    (void)have(call, b.or_null, got, {});
    return;
  }
  const auto read = by_format::parse_lenient(b.of, text);
  if (!read) return reject(call, b.or_null, refusal_of(read.error(), b.of.name()));
  give_id(call, read->id);
}

bool have_ms(sqlite3_context* call, sqlite3_value* from, std::int64_t& ms) noexcept {
  const binding& b = bound(call);
  parsed_id id{};
  if (!have_id(call, from, id)) return false;
  const auto instant = by_format::unix_ms(b.of, id.value, std::nullopt);
  ms = instant.value_or(0);
  if (instant) return true;
  reject(call, b.or_null, without_time(b.of));
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
  refusal why;
  const outcome got = read_id(bound(call).of, given[0], id, why);
  if (got == outcome::rejected) return sqlite3_result_int(call, 0);
  if (have(call, false, got, why)) sqlite3_result_int(call, 1);
}

void check(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  parsed_id id{};
  refusal why;
  const outcome got = read_id(bound(call).of, given[0], id, why);
  if (got == outcome::rejected) {
    inline_text<48> text;
    give_text(call, text.append(name_of(why.why)).append(" at position ").append_decimal(why.position));
  } else if (have(call, false, got, why)) {
    sqlite3_result_null(call);
  }
}

// --- bounds ------------------------------------------------------------------------------------------------

// The ids of one instant, or of [from, to), a type prefix before them being left out.
bool have_bounds(sqlite3_context* call, int count, sqlite3_value** given, std::string_view& prefix,
                 id_range<uint128>& bounds) noexcept {
  const binding& b = bound(call);
  bool null = false;
  if (b.of.layout().prefixed) {
    if (!have_prefix(call, given[0], prefix, null)) return false;
    ++given;
    --count;
  }
  instant from;
  instant to;
  const bool interval = count == 2;
  if (!have_instant(call, given[0], from, null) || (interval && !have_instant(call, given[1], to, null)))
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
  reject(
      call, b.or_null,
      interval ? refusal_of(reason::range, message_of_interval(l, from, to, l.epoch)) : outside_time(b.of));
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
  const outcome got = read_text(from, text);
  if (!have(call, b.or_null, got, mistake("a text prefix is a text"))) return false;
  const auto found = by_format::ids_with_text_prefix(b.of, text);
  bounds = found.value_or(bounds);
  if (found) return true;
  reject(call, b.or_null, wrong_text_prefix(b.of, found.error(), text.size()));
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
  const binding& b = bound(call);
  parsed_id id{};
  std::string_view prefix;
  refusal why;
  bool null = false;
  if (!have_prefix(call, given[0], prefix, null)) return;
  const outcome got = read_id(format::of<uuid>(), given[1], id, why);
  if (!have(call, b.or_null, got, why, &null)) return;
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
  const outcome got = read_text(from, name);
  if (got == outcome::read) f = find_format(name);
  if (got == outcome::rejected || (got == outcome::read && !f)) {
    // A mistake of the one who wrote the statement, not bad data: no twin makes it NULL.
    fail(call, no_such_format(name));
    return false;
  }
  bool null = false;
  return have(call, false, got, {}, &null);
}

// The bits of a value under another name: sortid_convert(value, from, to). `to` is a format, bytes or int.
void convert_between(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  const bool or_null = bound(call).or_null;
  std::optional<format> from;
  std::optional<format> to;
  parsed_id id{};
  refusal why;
  if (!have_format(call, given[1], from)) return;
  std::string_view name;
  shape as = shape::text;
  if (read_text(given[2], name) == outcome::read && (name == "bytes" || name == "int")) {
    to = from;
    as = name == "int" ? shape::integer : shape::bytes;
  } else if (!have_format(call, given[2], to)) {
    return;
  }
  bool null = !from || !to;
  if (from) {
    const outcome got = read_id(*from, given[0], id, why);
    if (!have(call, or_null, got, why, &null)) return;
  }
  if (null) return sqlite3_result_null(call);
  const error e = by_format::check_value(*to, id.value);
  if (to->layout().bits != from->layout().bits) {
    reject(call, or_null, other_width(*from, *to));
  } else if (as == shape::integer && !is_integer(*to, id.value)) {
    reject(call, or_null, refusal_of(reason::overflow, "past 2^63 - 1, the largest integer of SQLite's"));
  } else if (e.why != reason::none) {
    reject(call, or_null, refusal_of(e, to->name()));
  } else {
    give(call, *to, as, {id.value, to->layout().prefixed ? id.prefix : std::string_view()});
  }
}

void detect_format(sqlite3_context* call, int, sqlite3_value** given) noexcept {
  const bool or_null = bound(call).or_null;
  std::string_view text;
  const outcome got = read_text(given[0], text);
  if (!have(call, or_null, got, mistake("only a text tells its format"))) return;
  const auto id = parse_any(text);
  if (id) return give_text(call, id->format.name());
  const auto likely = meant(text);
  reject(call, or_null, refusal_of(id.error(), likely ? likely->name() : std::string_view()));
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

// id_mask(id, key) of a text, or id_mask(id, key, format), where the format is that of ids that are stored; and back. The
// answer is a text, a blob or an integer, as the id is.
template <mask_direction Direction>
void change_mask(sqlite3_context* call, int count, sqlite3_value** given) noexcept {
  const bool or_null = bound(call).or_null;
  bool null = false;
  refusal why;
  std::optional<format> stored;
  if (count == 3) {
    if (!have_format(call, given[2], stored)) return;
    null = !stored;
  } else {
    std::string_view text;
    const outcome got = read_text(given[0], text);
    if (!have(call, or_null, got, mistake("only a text tells its format: name it as third argument"), &null))
      return;
    if (!null) {
      const auto id = parse_any(text);
      if (!id) {
        const auto likely = meant(text);
        return reject(call, or_null, refusal_of(id.error(), likely ? likely->name() : std::string_view()));
      }
      stored = id->format;
    }
  }
  std::optional<any_masker> made;
  const any_masker* known = kept_masker(call, stored);
  if (known == nullptr) {
    std::optional<mask_key> key;
    // A mistake of the one who wrote the statement, as the name of a format.
    if (!have(call, false, read_key(given[key_argument], key, why), why, &null)) return;
    if (null) return sqlite3_result_null(call);
    known = &made.emplace(any_masker::make(*stored, *key).value());
  }
  if (null) return sqlite3_result_null(call);
  const any_masker& masker = *known;
  constexpr bool masks = Direction == mask_direction::mask;
  const format from = masks ? masker.stored_format() : masker.masked_format();
  const format to = masks ? masker.masked_format() : masker.stored_format();
  parsed_id id{};
  const outcome got = read_id(from, given[0], id, why);
  if (!have(call, or_null, got, why)) return;
  const auto value = masks ? masker.mask(id.value, id.prefix) : masker.unmask(id.value, id.prefix);
  if (!value) return reject(call, or_null, refusal_of(value.error(), from.name()));
  const int type = sqlite3_value_type(given[0]);
  const shape as = type == SQLITE_TEXT ? shape::text : type == SQLITE_BLOB ? shape::bytes : shape::integer;
  if (as == shape::integer && !is_integer(to, *value))
    return reject(call, or_null,
                  refusal_of(reason::overflow, "past 2^63 - 1, the largest integer of SQLite's"));
  give(call, to, as, {*value, id.prefix});
  if (made) keep_masker(call, *made);
}

void version(sqlite3_context* call, int, sqlite3_value**) noexcept { give_text(call, library_version); }

// --- their names -------------------------------------------------------------------------------------------

using body = void (*)(sqlite3_context*, int, sqlite3_value**);

// As random() is: usable in a DEFAULT where schemas are not trusted, and called anew for every row.
// docs/decisions/0028-sqlite-functions.md
constexpr int makes = SQLITE_UTF8 | SQLITE_INNOCUOUS;
constexpr int computes = makes | SQLITE_DETERMINISTIC;

class registrar {
 public:
  explicit registrar(sqlite3* db) noexcept : db_(db) {}

  // Everything of one format.
  void add_all(std::size_t place) noexcept {
    place_ = place;
    const format f = format::all()[place];
    const layout& l = f.layout();
    base_ = l.sql_name();
    for (const shape as : {shape::text, shape::bytes, shape::integer}) {
      if (as == shape::integer && l.bits != 64) continue;
      if (!l.prefixed) {
        add_makers(l, as);
        add_bounds(l, as);
      }
      add_converters(l, as);
    }
    if (l.prefixed) add_prefixed(l);
    add_both("", "_fields", shape::text, 1, to_fields);
    add("", "_is_valid", shape::text, 1, computes, is_valid);
    add("", "_check", shape::text, 1, computes, check);
    if (!l.timed()) return;
    add_both("", "_ms", shape::text, 1, to_ms);
    add_both("", "_time", shape::text, 1, to_time);
  }

  void add_general() noexcept {
    base_ = {};
    place_ = 0;
    add_both("sortid_convert", "", shape::text, 3, convert_between);
    add_both("sortid_detect", "", shape::text, 1, detect_format);
    for (const int count : {2, 3}) {
      add_both("id_mask", "", shape::text, count, change_mask<mask_direction::mask>);
      add_both("id_unmask", "", shape::text, count, change_mask<mask_direction::unmask>);
    }
    add("sortid_version", "", shape::text, 0, computes, version);
  }

  [[nodiscard]] int result() const noexcept { return result_; }

 private:
  static constexpr std::string_view ending(shape as) noexcept {
    return as == shape::text ? "" : as == shape::bytes ? "_bytes" : "_int";
  }

  void add_makers(const layout& l, shape as) noexcept {
    if (!l.generated) return;
    // Where the highest bit is drawn, every other id would not be an integer.
    if (as == shape::integer && !l.timed()) return;
    add("", ending(as), as, 0, makes, generate);
    if (has_random_at(l)) add_both("_at", ending(as), as, 1, generate_at, makes);
    if (is_named(l)) add_both("_named", ending(as), as, 3, give_named);
    if (has_sequence(l)) add_both("_with_sequence", ending(as), as, 1, generate_with_sequence, makes);
    if (option_of(l) == l.field_count()) return;
    const auto name = inline_text<40>().append("_with_").append(option_name(l));
    for (const int count : {1, 2}) {
      if (count == 1 || has_sequence(l)) add_both(name, ending(as), as, count, generate_with_option, makes);
    }
  }

  void add_converters(const layout& l, shape as) noexcept {
    if (!l.prefixed || as != shape::text) add_both("", ending(as), as, 1, convert);
    if (l.lenient()) add_both("_lenient", ending(as), as, 1, convert_lenient);
  }

  void add_bounds(const layout& l, shape as) noexcept {
    if (l.bounded_by_text()) {
      add_both("_text_prefix_first", ending(as), as, 1, first_of_text);
      add_both("_text_prefix_last", ending(as), as, 1, last_of_text);
    }
    if (!l.bounded()) return;
    for (const int count : {1, 2}) {
      add_both("_first", ending(as), as, count, first);
      add_both("_last", ending(as), as, count, last);
    }
  }

  // TypeID's texts begin with their prefix, and so do the arguments of what makes texts.
  void add_prefixed(const layout& l) noexcept {
    add("", "", shape::text, 0, makes, generate);
    add_both("", "", shape::text, 1, generate_prefixed, makes);
    if (has_random_at(l)) add_both("_at", "", shape::text, 2, generate_at, makes);
    if (is_named(l)) add_both("_named", "", shape::text, 4, give_named);
    for (const int count : {2, 3}) {
      add_both("_first", "", shape::text, count, first);
      add_both("_last", "", shape::text, count, last);
    }
    add_both("", "", shape::text, 2, put_prefix);
    add_both("_prefix", "", shape::text, 1, to_prefix);
    add_both("_suffix", "", shape::text, 1, to_suffix);
    add_both("_uuid", "", shape::text, 1, to_uuid);
  }

  void add_both(std::string_view what, std::string_view end, shape as, int arguments, body call,
                int flags = computes) noexcept {
    add(what, end, as, arguments, flags, call);
    add(what, inline_text<40>().append(end).append("_or_null"), as, arguments, flags, call, true);
  }

  void add(std::string_view what, std::string_view end, shape as, int arguments, int flags, body call,
           bool or_null = false) noexcept {
    if (result_ != SQLITE_OK) return;
    inline_text<96> name;
    name.append(base_.view()).append(what).append(end);
    const binding& b =
        bindings[(place_ * shape_count + static_cast<std::size_t>(as)) * 2 + (or_null ? 1 : 0)];
    // SQLite gives the pointer back as it was; nothing is written through it.
    result_ = sqlite3_create_function_v2(db_, name.c_str(), arguments, flags, const_cast<binding*>(&b), call,
                                         nullptr, nullptr, nullptr);
  }

  sqlite3* db_;
  decltype(layout().sql_name()) base_;
  std::size_t place_ = 0;
  int result_ = SQLITE_OK;
};

}  // namespace

int register_functions(sqlite3* db) noexcept {
  registrar all(db);
  for (std::size_t i = 0; i < format_list::size; ++i) all.add_all(i);
  all.add_general();
  return all.result();
}

}  // namespace sortid::sqlite
