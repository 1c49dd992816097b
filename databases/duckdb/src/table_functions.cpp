// id_generate(format, n): a table of new ids.
#include <atomic>
#include <cstring>
#include <new>
#include <optional>

#include "columns.hpp"
#include "functions.hpp"
#include "sortid/batch_rows.hpp"
#include "sql_format.hpp"

namespace sortid::duckdb {

namespace {

// What the statement asks for.
struct request {
  format of;
  std::uint64_t rows;
  std::optional<std::uint64_t> option;
  sequence_start start;
  type_prefix prefix;
};

// What is left to do, shared by DuckDB's threads, and the columns that are read.
struct progress {
  std::atomic<std::uint64_t> taken = 0;
  std::size_t columns = 0;
  shape shapes[2]{};
};

// Types without destructors, in memory of DuckDB's.
template <class T, class... Arguments>
T* make(Arguments&&... arguments) noexcept {
  void* const memory = duckdb_malloc(sizeof(T));
  return memory == nullptr ? nullptr : new (memory) T{static_cast<Arguments&&>(arguments)...};
}

// An argument as DuckDB gives it: a value that is destroyed at the end.
class argument {
 public:
  explicit argument(duckdb_value value) noexcept : value_(value) {}
  argument(const argument&) = delete;
  argument& operator=(const argument&) = delete;
  ~argument() {
    duckdb_free(text_);
    duckdb_destroy_value(&value_);
  }

  // Left out, or NULL.
  [[nodiscard]] bool missing() const noexcept { return value_ == nullptr || duckdb_is_null_value(value_); }
  [[nodiscard]] std::int64_t integer() const noexcept { return duckdb_get_int64(value_); }
  // DuckDB gives it without its length. A text with a NUL goes up to that NUL and has it, so that it is no
  // name of ours.
  [[nodiscard]] std::string_view text() noexcept {
    if (text_ == nullptr) text_ = duckdb_get_varchar(value_);
    return {text_, std::strlen(text_) + (has_nul() ? 1 : 0)};
  }

 private:
  // The text of a list that has the value twice, "[…, …]", has room for both, unless a NUL ends it within the
  // first. Its quotes and escapes make it longer, of the first at most twice as long.
  [[nodiscard]] bool has_nul() noexcept {
    duckdb_logical_type varchar = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_value twice[] = {value_, value_};
    duckdb_value list = duckdb_create_list_value(varchar, twice, 2);
    char* const text = duckdb_get_varchar(list);
    const bool ends_early = std::strlen(text) < 2 * std::strlen(text_) + 4;
    duckdb_free(text);
    duckdb_destroy_value(&list);
    duckdb_destroy_logical_type(&varchar);
    return ends_early;
  }

  duckdb_value value_;
  char* text_ = nullptr;
};

void fail(duckdb_bind_info info, std::string_view message) noexcept {
  duckdb_bind_set_error(info, inline_text<320>().append(message).c_str());
}

void add_column(duckdb_bind_info info, const char* name, duckdb_type type) noexcept {
  duckdb_logical_type logical = duckdb_create_logical_type(type);
  duckdb_bind_add_result_column(info, name, logical);
  duckdb_destroy_logical_type(&logical);
}

// The type of the second column: that in which ids are best kept.
constexpr shape kept_as(const layout& l) noexcept {
  return has_shape(l, shape::uuid) ? shape::uuid : shape::number;
}

void bind(duckdb_bind_info info) noexcept {
  argument name(duckdb_bind_get_parameter(info, 0));
  const argument count(duckdb_bind_get_parameter(info, 1));
  argument prefix(duckdb_bind_get_named_parameter(info, "prefix"));
  const argument option(duckdb_bind_get_named_parameter(info, "option"));
  argument sequence(duckdb_bind_get_named_parameter(info, "sequence"));
  const auto f = name.missing() ? std::nullopt : find_format(name.text());
  if (!f) return fail(info, no_such_format(name.missing() ? "" : name.text()));
  const layout& l = f->layout();
  if (!l.generated) return fail(info, message_of(without_new_ids(*f)));
  if (!count.missing() && count.integer() < 0) return fail(info, message_of(wrong_count()));
  request asked{*f, count.missing() ? 0 : static_cast<std::uint64_t>(count.integer()), std::nullopt, {}, {}};
  if (!prefix.missing()) {
    const auto parsed = type_prefix::parse(prefix.text());
    if (!parsed) return fail(info, message_of(sql_error_of(parsed.error(), {})));
    if (!l.prefixed && !parsed->empty()) return fail(info, message_of(takes_no("prefix", *f)));
    asked.prefix = *parsed;
  }
  if (!option.missing()) {
    if (!formats_with::option(l)) return fail(info, message_of(takes_no("option", *f)));
    asked.option = static_cast<std::uint64_t>(option.integer());
    if (*asked.option > largest_option(l)) return fail(info, message_of(wrong_option(*f)));
  }
  if (!sequence.missing()) {
    if (!formats_with::sequence(l)) return fail(info, message_of(takes_no("sequence", *f)));
    const auto start = find_sequence_start(sequence.text());
    if (!start) return fail(info, message_of(wrong_sequence_start()));
    asked.start = *start;
  }
  add_column(info, "id", DUCKDB_TYPE_VARCHAR);
  add_column(info, kept_as(l) == shape::uuid ? "uuid" : "int", type_of(l, kept_as(l)));
  duckdb_bind_set_cardinality(info, asked.rows, true);
  request* const held = make<request>(asked);
  if (held == nullptr) return fail(info, "sortid: no memory");
  duckdb_bind_set_bind_data(info, held, duckdb_free);
}

void init(duckdb_init_info info) noexcept {
  const auto& asked = *static_cast<const request*>(duckdb_init_get_bind_data(info));
  progress* const state = make<progress>();
  if (state == nullptr) return duckdb_init_set_error(info, "sortid: no memory");
  state->columns = detail::lesser(duckdb_init_get_column_count(info), 2);
  for (std::size_t i = 0; i < state->columns; ++i)
    state->shapes[i] = duckdb_init_get_column_index(info, i) == 0 ? shape::text : kept_as(asked.of.layout());
  duckdb_init_set_init_data(info, state, duckdb_free);
  // A thread more for what DuckDB keeps in one row group.
  constexpr std::uint64_t rows_of_thread = 122'880;
  duckdb_init_set_max_threads(info, asked.rows / rows_of_thread + 1);
}

void fill(duckdb_function_info info, duckdb_data_chunk output) noexcept {
  const auto& asked = *static_cast<const request*>(duckdb_function_get_bind_data(info));
  auto& state = *static_cast<progress*>(duckdb_function_get_init_data(info));
  const std::uint64_t chunk = duckdb_vector_size();
  const std::uint64_t begin = state.taken.fetch_add(chunk, std::memory_order_relaxed);
  const std::uint64_t rows = begin >= asked.rows          ? 0
                             : asked.rows - begin < chunk ? asked.rows - begin
                                                          : chunk;
  for (std::uint64_t first = 0; first < rows; first += block_rows) {
    block part{first, detail::lesser(rows - first, block_rows)};
    alignas(16) column_bytes ids[block_rows * 16];
    const auto option = asked.option ? option_is::given : option_is::left_out;
    const filled got = new_ids(asked.of, option, ids, part.count, asked.start);
    if (got.count != part.count) {
      duckdb_function_set_error(info, message_of(asked.of, got.why).c_str());
      return;
    }
    for (std::size_t i = 0; asked.option && i < part.count; ++i) {
      const uint128 id = by_format::column_value(asked.of, ids, i);
      batch::put_value(asked.of.layout(), with_option(asked.of.layout(), id, *asked.option), ids, i);
    }
    std::string_view prefixes[block_rows];
    for (std::string_view& prefix : prefixes) prefix = asked.prefix.view();
    for (std::size_t i = 0; i < state.columns; ++i)
      write_ids(asked.of, state.shapes[i], ids, part, asked.prefix.empty() ? nullptr : prefixes,
                duckdb_data_chunk_get_vector(output, i));
  }
  duckdb_data_chunk_set_size(output, rows);
}

void add_parameter(duckdb_table_function function, const char* name, duckdb_type type) noexcept {
  duckdb_logical_type logical = duckdb_create_logical_type(type);
  if (name == nullptr) {
    duckdb_table_function_add_parameter(function, logical);
  } else {
    duckdb_table_function_add_named_parameter(function, name, logical);
  }
  duckdb_destroy_logical_type(&logical);
}

}  // namespace

bool register_table_functions(duckdb_connection connection) noexcept {
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, "id_generate");
  add_parameter(function, nullptr, DUCKDB_TYPE_VARCHAR);
  add_parameter(function, nullptr, DUCKDB_TYPE_BIGINT);
  add_parameter(function, "prefix", DUCKDB_TYPE_VARCHAR);
  add_parameter(function, "option", DUCKDB_TYPE_BIGINT);
  add_parameter(function, "sequence", DUCKDB_TYPE_VARCHAR);
  duckdb_table_function_set_bind(function, bind);
  duckdb_table_function_set_init(function, init);
  duckdb_table_function_set_function(function, fill);
  duckdb_table_function_supports_projection_pushdown(function, true);
  const bool taken = duckdb_register_table_function(connection, function) == DuckDBSuccess;
  duckdb_destroy_table_function(&function);
  return taken;
}

}  // namespace sortid::duckdb
