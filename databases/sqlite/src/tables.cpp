#include "tables.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "values.hpp"

namespace sortid::sqlite {

namespace {

// A table that has no storage: its rows are worked out from the arguments, which are hidden columns. Table
// has `schema`, the number of the first hidden column, how many there are and how many are needed, and a
// cursor with begin(), next(), done() and column(), which gives the columns that are not hidden.
template <class Table>
class eponymous {
 public:
  static constexpr sqlite3_module module() noexcept {
    sqlite3_module m{};
    m.xConnect = connect;
    m.xBestIndex = best_index;
    m.xDisconnect = disconnect;
    m.xOpen = open;
    m.xClose = close;
    m.xFilter = filter;
    m.xNext = next;
    m.xEof = eof;
    m.xColumn = column;
    m.xRowid = rowid;
    return m;
  }

 private:
  struct cursor : sqlite3_vtab_cursor {
    Table rows;
    sqlite3_int64 row = 0;
    // Copies, since SQLite keeps the values for as long as filter() runs and reads the hidden columns from
    // the table; null for those that were not given.
    sqlite3_value* given[Table::arguments]{};
  };

  static int connect(sqlite3* db, void*, int, const char* const*, sqlite3_vtab** made, char**) noexcept {
    const int declared = sqlite3_declare_vtab(db, Table::schema);
    if (declared != SQLITE_OK) return declared;
    (void)sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    void* const memory = sqlite3_malloc(sizeof(sqlite3_vtab));
    if (memory == nullptr) return SQLITE_NOMEM;
    *made = ::new (memory) sqlite3_vtab{};
    return SQLITE_OK;
  }
  static int disconnect(sqlite3_vtab* table) noexcept {
    sqlite3_free(table);
    return SQLITE_OK;
  }

  // Every argument that is given comes to begin(), and which they are as bits.
  static int best_index(sqlite3_vtab* table, sqlite3_index_info* info) noexcept {
    int at[Table::arguments];
    std::fill_n(at, Table::arguments, -1);
    for (int i = 0; i < info->nConstraint; ++i) {
      const auto& given = info->aConstraint[i];
      const int argument = given.iColumn - Table::first_argument;
      if (argument < 0 || given.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
      if (!given.usable) return SQLITE_CONSTRAINT;
      at[argument] = i;
    }
    int count = 0;
    for (int argument = 0; argument < Table::arguments; ++argument) {
      if (at[argument] < 0) continue;
      info->aConstraintUsage[at[argument]].argvIndex = ++count;
      info->aConstraintUsage[at[argument]].omit = 1;
      info->idxNum |= 1 << argument;
    }
    if ((info->idxNum & 1) == 0) {
      sqlite3_free(table->zErrMsg);
      table->zErrMsg = sqlite3_mprintf("sortid: %s", Table::without_arguments);
      return SQLITE_ERROR;
    }
    info->estimatedCost = 1000;
    info->estimatedRows = 100;
    return SQLITE_OK;
  }

  static int open(sqlite3_vtab*, sqlite3_vtab_cursor** made) noexcept {
    void* const memory = sqlite3_malloc(sizeof(cursor));
    if (memory == nullptr) return SQLITE_NOMEM;
    *made = ::new (memory) cursor{};
    return SQLITE_OK;
  }
  static int close(sqlite3_vtab_cursor* at) noexcept {
    auto* const c = static_cast<cursor*>(at);
    forget(*c);
    sqlite3_free(c);
    return SQLITE_OK;
  }
  static void forget(cursor& c) noexcept {
    for (sqlite3_value*& copy : c.given) sqlite3_value_free(std::exchange(copy, nullptr));
  }
  static int filter(sqlite3_vtab_cursor* at, int given, const char*, int, sqlite3_value** values) noexcept {
    auto& c = *static_cast<cursor*>(at);
    c.row = 0;
    forget(c);
    sqlite3_value* arguments[Table::arguments]{};
    for (int i = 0; i < Table::arguments; ++i) {
      if ((given & 1 << i) == 0) continue;
      arguments[i] = *values++;
      c.given[i] = sqlite3_value_dup(arguments[i]);
      if (c.given[i] == nullptr) return SQLITE_NOMEM;
    }
    message_text message;
    return said(c, c.rows.begin(arguments, message), message);
  }
  static int next(sqlite3_vtab_cursor* at) noexcept {
    auto& c = *static_cast<cursor*>(at);
    ++c.row;
    message_text message;
    return said(c, c.rows.next(message), message);
  }
  static int said(cursor& c, int result, const message_text& message) noexcept {
    if (message.empty()) return result;
    sqlite3_free(c.pVtab->zErrMsg);
    c.pVtab->zErrMsg = sqlite3_mprintf("%s", message.c_str());
    return result;
  }
  static int eof(sqlite3_vtab_cursor* at) noexcept { return static_cast<cursor*>(at)->rows.done() ? 1 : 0; }
  static int column(sqlite3_vtab_cursor* at, sqlite3_context* to, int which) noexcept {
    const auto& c = *static_cast<cursor*>(at);
    if (which < Table::first_argument) {
      c.rows.column(to, which);
    } else if (sqlite3_value* const given = c.given[which - Table::first_argument]) {
      sqlite3_result_value(to, given);
    }
    return SQLITE_OK;
  }
  static int rowid(sqlite3_vtab_cursor* at, sqlite3_int64* row) noexcept {
    *row = static_cast<cursor*>(at)->row;
    return SQLITE_OK;
  }
};

// The format of that name, when one is given. `rejected` with a message for an unknown name.
value_status read_format(sqlite3_value* name, std::optional<format>& f, message_text& message) noexcept {
  if (name == nullptr) return value_status::read;
  std::string_view text;
  const value_status got = read_text(name, text);
  if (got == value_status::read) f = find_format(text);
  if (got == value_status::rejected || (got == value_status::read && !f)) {
    message = no_such_format(text);
    return value_status::rejected;
  }
  return got;
}

int result_of(value_status got) noexcept {
  return got == value_status::no_memory  ? SQLITE_NOMEM
         : got == value_status::rejected ? SQLITE_ERROR
                                         : SQLITE_OK;
}

// id_generate(n [, format [, option [, sequence]]]): n new ids.
class generated {
 public:
  static constexpr const char* schema =
      "CREATE TABLE id_generate(id TEXT, bytes BLOB, int INTEGER, n HIDDEN, format HIDDEN, option "
      "HIDDEN, sequence HIDDEN)";
  static constexpr const char* without_arguments = "id_generate(n) needs the number of ids";
  static constexpr int first_argument = 3;
  static constexpr int arguments = 4;

  // All that is not NULL is checked. No rows without a number or a format; an option or a sequence that is
  // NULL is left out.
  int begin(sqlite3_value* const* given, message_text& message) noexcept {
    left_ = 0;
    made_ = at_ = 0;
    prefix_ = type_prefix();
    option_.reset();
    start_ = sequence_start::zero;
    std::optional<format> wanted = format::of<ulid>();
    const int type = sqlite3_value_type(given[0]);
    if (type != SQLITE_NULL && (type != SQLITE_INTEGER || sqlite3_value_int64(given[0]) < 0)) {
      message = message_of(wrong_count());
      return SQLITE_ERROR;
    }
    if (const value_status got = read_format(given[1], wanted, message); got != value_status::read)
      return result_of(got);
    format_ = *wanted;
    if (!format_.layout().generated) {
      message = message_of(without_new_ids(format_));
      return SQLITE_ERROR;
    }
    if (given[2] != nullptr && sqlite3_value_type(given[2]) != SQLITE_NULL) {
      sql_error why;
      const value_status got = read_option(given[2], why);
      if (got == value_status::rejected) message = message_of(why);
      if (got != value_status::read) return result_of(got);
    }
    if (given[3] != nullptr && sqlite3_value_type(given[3]) != SQLITE_NULL) {
      sql_error why;
      const value_status got = read_start(given[3], why);
      if (got == value_status::rejected) message = message_of(why);
      if (got != value_status::read) return result_of(got);
    }
    if (type == SQLITE_NULL) return SQLITE_OK;
    left_ = static_cast<std::uint64_t>(sqlite3_value_int64(given[0]));
    return make_more(message);
  }
  int next(message_text& message) noexcept {
    return ++at_ == made_ && left_ != 0 ? make_more(message) : SQLITE_OK;
  }
  [[nodiscard]] bool done() const noexcept { return at_ == made_; }
  void column(sqlite3_context* to, int which) const noexcept {
    uint128 value = by_format::column_value(format_, ids_, at_);
    if (option_) value = with_option(format_.layout(), value, *option_);
    const auto as = static_cast<shape>(which);
    if (as == shape::integer && !is_integer(format_, value)) return;
    give(to, format_, as, {value, prefix_.view()});
  }

 private:
  value_status read_option(sqlite3_value* given, sql_error& why) noexcept {
    if (format_.layout().prefixed) {
      std::string_view text;
      const value_status got = read_prefix(given, text, why);
      if (got == value_status::read) prefix_ = type_prefix::parse(text).value();
      return got;
    }
    if (!formats_with::option(format_.layout())) {
      why = takes_no("option", format_);
      return value_status::rejected;
    }
    std::uint64_t option = 0;
    const value_status got = sqlite::read_option(format_, given, option, why);
    if (got == value_status::read) option_ = option;
    return got;
  }

  value_status read_start(sqlite3_value* given, sql_error& why) noexcept {
    if (formats_with::sequence(format_.layout())) return read_sequence_start(given, start_, why);
    why = takes_no("sequence", format_);
    return value_status::rejected;
  }

  int make_more(message_text& message) noexcept {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left_, at_once));
    const auto option = option_ ? option_is::given : option_is::left_out;
    const filled made = new_ids(format_, option, ids_, wanted, start_);
    at_ = 0;
    made_ = made.count;
    left_ -= made.count;
    if (made.why == fault::none) return SQLITE_OK;
    message = message_of(format_, made.why);
    return SQLITE_ERROR;
  }

  static constexpr std::size_t at_once = 256;

  format format_ = format::of<ulid>();
  std::uint64_t left_ = 0;  // to be made
  std::size_t made_ = 0;
  std::size_t at_ = 0;
  type_prefix prefix_;
  std::optional<std::uint64_t> option_;
  sequence_start start_ = sequence_start::zero;
  alignas(uint128) column_bytes ids_[at_once * sizeof(uint128)];
};

// id_inspect(given [, only]): a row for each format that the value can be, the likeliest first; none
// where it is none. With `only`, of that format alone.
class inspected {
 public:
  static constexpr const char* schema =
      "CREATE TABLE id_inspect(format TEXT, text TEXT, bytes BLOB, int INTEGER, ms INTEGER, time TEXT, "
      "fields TEXT, "
      "given HIDDEN, only HIDDEN)";
  static constexpr const char* without_arguments = "id_inspect(id) needs an id";
  static constexpr int first_argument = 7;
  static constexpr int arguments = 2;

  int begin(sqlite3_value* const* given, message_text& message) noexcept {
    count_ = at_ = 0;
    std::optional<format> only;
    if (const value_status got = read_format(given[1], only, message); got != value_status::read)
      return result_of(got);
    for (const format f : format::all()) {
      const detection how = f.layout().detection;
      if (only ? f != *only : how == detection::by_name || (how == detection::fallback && count_ != 0))
        continue;
      parsed_id id{};
      sql_error why;
      const value_status got = read_id(f, given[0], id, why);
      if (got == value_status::no_memory) return SQLITE_NOMEM;
      if (got != value_status::read) continue;
      // The text of the argument is not there any longer when the rows are read.
      if (f.layout().prefixed) prefix_ = type_prefix::parse(id.prefix).value();
      readings_[count_++] = {f, id.value};
    }
    return SQLITE_OK;
  }
  int next(message_text&) noexcept {
    ++at_;
    return SQLITE_OK;
  }
  [[nodiscard]] bool done() const noexcept { return at_ == count_; }
  void column(sqlite3_context* to, int which) const noexcept {
    const auto [f, value] = readings_[at_];
    const std::string_view prefix = f.layout().prefixed ? prefix_.view() : std::string_view();
    switch (which) {
      case 0:
        return give_text(to, f.name());
      case 1:
        return give(to, f, shape::text, {value, prefix});
      case 2:
        return give(to, f, shape::bytes, {value, {}});
      case 3:
        if (is_integer(f, value)) give(to, f, shape::integer, {value, {}});
        return;
      case 4:
      case 5: {
        const auto ms = by_format::unix_ms(f, value, std::nullopt);
        if (!ms) return;
        return which == 4 ? sqlite3_result_int64(to, *ms) : give_text(to, instant_to_text(*ms));
      }
      case 6:
        return give_fields(to, f, value);
      default:
        return;
    }
  }

 private:
  struct reading {
    format as = format::of<ulid>();
    uint128 value{};
  };
  std::array<reading, format_list::size> readings_;
  std::size_t count_ = 0;
  std::size_t at_ = 0;
  type_prefix prefix_;
};

template <class Table>
constinit const sqlite3_module module_of = eponymous<Table>::module();

}  // namespace

int register_tables(sqlite3* db) noexcept {
  const int made = sqlite3_create_module_v2(db, "id_generate", &module_of<generated>, nullptr, nullptr);
  if (made != SQLITE_OK) return made;
  return sqlite3_create_module_v2(db, "id_inspect", &module_of<inspected>, nullptr, nullptr);
}

}  // namespace sortid::sqlite
