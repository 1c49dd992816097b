#include "functions.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "call.hpp"
#include "keyed.hpp"
#include "sortid/batch_rows.hpp"
#include "sortid/find_ids.hpp"
#include "sortid/named.hpp"
#include "sortid/range.hpp"
#include "sortid/version.hpp"
#include "sql_format.hpp"

namespace sortid::duckdb {

namespace {

// --- new ids -----------------------------------------------------------------------------------------------

// How the sequences of a block's rows begin: 'zero' for rows without a value.
struct sequence_starts {
  sequence_start of[block_rows]{};

  sequence_starts() = default;
  sequence_starts(call& c, duckdb_vector from, block& rows) noexcept {
    const text_column names(from, rows);
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (rows.null.has(i)) continue;
      const auto start = find_sequence_start(names.texts[i]);
      if (!start) c.reject(rows, i, wrong_sequence_start());
      of[i] = start.value_or(sequence_start::zero);
    }
  }
};

bool make_new(call& c, const block& rows, option_is option, new_block& made,
              const sequence_starts& starts = {}) noexcept {
  filled got{};
  while (got.why == fault::none && got.count != rows.count) {
    const auto* const begin = starts.of + got.count;
    const auto* const end =
        std::find_if(begin, starts.of + rows.count, [=](auto at) { return at != *begin; });
    const filled more = new_ids(c.b.of, option, made.ids + got.count * c.of().bytes(),
                                static_cast<std::size_t>(end - begin), *begin);
    got = {got.count + more.count, more.why};
  }
  if (got.count == rows.count) return true;
  c.fail(message_of(c.b.of, got.why));
  return false;
}

void generate(call& c) noexcept {
  c.for_blocks([&](block& rows) noexcept {
    new_block made;
    if (make_new(c, rows, option_is::left_out, made))
      write_ids(c.b.of, c.b.to, made.ids, rows, nullptr, c.output);
  });
}

void generate_prefixed(call& c) noexcept {
  c.for_blocks([&](block& rows) noexcept {
    text_column prefixes(c.argument(0), rows);
    check_prefixes(c, rows, prefixes.texts);
    new_block made;
    if (c.failed || !make_new(c, rows, option_is::left_out, made)) return;
    drop_prefixes(rows, prefixes.texts);
    write_ids(c.b.of, c.b.to, made.ids, rows, prefixes.texts, c.output);
  });
}

// How a sequence begins may stand behind the option.
void generate_with_option(call& c) noexcept {
  c.for_blocks([&](block& rows) noexcept {
    read_nulls(c.argument(0), rows);
    const auto* const options = values_of<const std::int64_t>(c.argument(0), rows);
    const auto starts = c.b.arguments == 2 ? sequence_starts(c, c.argument(1), rows) : sequence_starts();
    new_block made;
    if (c.failed || !make_new(c, rows, option_is::given, made, starts)) return;
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (rows.null.has(i)) continue;
      const auto option = static_cast<std::uint64_t>(options[i]);
      if (option > largest_option(c.of())) {
        c.reject(rows, i, wrong_option(c.b.of));
      } else {
        batch::put_value(c.of(), with_option(c.of(), by_format::column_value(c.b.of, made.ids, i), option),
                         made.ids, i);
      }
    }
    if (!c.failed) write_ids(c.b.of, c.b.to, made.ids, rows, nullptr, c.output);
  });
}

void generate_with_sequence(call& c) noexcept {
  c.for_blocks([&](block& rows) noexcept {
    const sequence_starts starts(c, c.argument(0), rows);
    new_block made;
    if (!c.failed && make_new(c, rows, option_is::left_out, made, starts))
      write_ids(c.b.of, c.b.to, made.ids, rows, nullptr, c.output);
  });
}

// --- of one id ---------------------------------------------------------------------------------------------

void convert(call& c) noexcept {
  c.for_ids(0, [&](id_block& rows) noexcept {
    const bool prefixed = c.of().prefixed && c.b.from == shape::text && c.b.to == shape::text;
    for (std::size_t i = 0; prefixed && i < rows.count; ++i) rows.texts[i] = prefix_of(c.of(), rows.texts[i]);
    if (prefixed) drop_prefixes(rows, rows.texts);
    write_ids(c.b.of, c.b.to, rows.ids, rows, prefixed ? rows.texts : nullptr, c.output);
  });
}

// What people type, in a text; other types have one way to write an id.
void convert_lenient(call& c) noexcept {
  c.for_blocks([&](block& rows) noexcept {
    const text_column texts(c.argument(0), rows);
    new_block ids{};
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (rows.null.has(i)) continue;
      const auto read = by_format::parse_lenient(c.b.of, texts.texts[i]);
      if (read) {
        batch::put_value(c.of(), read->id.value, ids.ids, i);
      } else {
        c.reject(rows, i, [&]() noexcept { return sql_error_of(read.error(), c.b.of.name()); });
      }
    }
    if (!c.failed) write_ids(c.b.of, c.b.to, ids.ids, rows, nullptr, c.output);
  });
}

void to_fields(call& c) noexcept {
  c.for_ids(0, [&](id_block& rows) noexcept {
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (!rows.has_value(i)) continue;
      const json_text fields = fields_as_json(c.b.of, by_format::column_value(c.b.of, rows.ids, i));
      duckdb_vector_assign_string_element_len(c.output, rows.first + i, fields.data(), fields.size());
    }
  });
}

template <std::int64_t unit>
void to_instant(call& c) noexcept {
  c.for_ids(0, [&](id_block& rows) noexcept {
    auto* const times = values_of<std::int64_t>(c.output, rows);
    read_unix_ms(c.b.of, rows.ids, rows.count, times);
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (times[i] == batch::no_instant && rows.has_value(i)) c.reject(rows, i, without_time(c.b.of));
      // Modulo 2^64, for rows without a value.
      times[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(times[i]) * unit);
    }
  });
}
void is_valid(call& c) noexcept {
  c.for_blocks<id_block>([&](id_block& rows) noexcept {
    read_ids(c.b.of, c.b.from, c.argument(0), rows);
    auto* const valid = values_of<bool>(c.output, rows);
    for (std::size_t i = 0; i < rows.count; ++i) valid[i] = !rows.rejected.has(i);
    rows.rejected = {};
  });
}

void check(call& c) noexcept {
  c.for_blocks<id_block>([&](id_block& rows) noexcept {
    read_ids(c.b.of, c.b.from, c.argument(0), rows);
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (!rows.rejected.has(i)) {
        rows.null.add(i);
        continue;
      }
      const sql_error why = why_rejected(c.b.of, c.b.from, rows, i);
      inline_text<48> text;
      text.append(name_of(why.why)).append(" at position ").append_decimal(why.position);
      duckdb_vector_assign_string_element_len(c.output, rows.first + i, text.data(), text.size());
    }
    rows.rejected = {};
  });
}

// --- bounds ------------------------------------------------------------------------------------------------

// The ids of one instant, or of [from, to), a type prefix before them being left out.
template <bool last>
void bound(call& c) noexcept {
  const bool prefixed = c.of().prefixed;
  const std::size_t at = prefixed ? 1 : 0;
  const bool interval = c.b.arguments == at + 2;
  c.for_blocks([&](block& rows) noexcept {
    for (std::size_t i = 0; i < c.b.arguments; ++i) read_nulls(c.argument(i), rows);
    std::string_view prefixes[block_rows];
    if (prefixed) read_prefixes(c, rows, prefixes);
    const auto* const from = values_of<const std::int64_t>(c.argument(at), rows);
    const auto* const to = interval ? values_of<const std::int64_t>(c.argument(at + 1), rows) : nullptr;
    new_block ids{};
    for (std::size_t i = 0; i < rows.count && !c.failed; ++i) {
      if (!rows.has_value(i)) continue;
      const instant begin = instant_of(from[i]);
      const instant end = interval ? instant_of(to[i]) : begin;
      const auto found = interval ? by_format::ids_between(c.b.of, begin, end, std::nullopt)
                                  : by_format::ids_at(c.b.of, begin, std::nullopt);
      if (found) {
        batch::put_value(c.of(), last ? found->last : found->first, ids.ids, i);
      } else {
        c.reject(rows, i, [&]() noexcept {
          return interval ? sql_error_of(reason::range, message_of_interval(c.of(), begin, end, c.of().epoch))
                          : outside_time(c.b.of);
        });
      }
    }
    if (c.failed) return;
    if (prefixed) drop_prefixes(rows, prefixes);
    write_ids(c.b.of, c.b.to, ids.ids, rows, prefixed ? prefixes : nullptr, c.output);
  });
}

// The ids whose texts begin so.
template <bool last>
void bound_of_text(call& c) noexcept {
  c.for_blocks([&](block& rows) noexcept {
    const text_column texts(c.argument(0), rows);
    new_block ids{};
    for (std::size_t i = 0; i < rows.count; ++i) {
      if (rows.null.has(i)) continue;
      const std::string_view text = texts.texts[i];
      const auto found = by_format::ids_with_text_prefix(c.b.of, text);
      if (found) {
        batch::put_value(c.of(), last ? found->last : found->first, ids.ids, i);
      } else {
        c.reject(rows, i, [&]() noexcept { return wrong_text_prefix(c.b.of, found.error(), text.size()); });
      }
    }
    if (!c.failed) write_ids(c.b.of, c.b.to, ids.ids, rows, nullptr, c.output);
  });
}

// The last argument is the instant; a type prefix may stand before it.
void generate_at(call& c) noexcept {
  const bool prefixed = c.b.arguments == 2;
  c.for_blocks([&](block& rows) noexcept {
    for (std::size_t i = 0; i < c.b.arguments; ++i) read_nulls(c.argument(i), rows);
    std::string_view prefixes[block_rows];
    if (prefixed) read_prefixes(c, rows, prefixes);
    const auto* const at = values_of<const std::int64_t>(c.argument(c.b.arguments - 1), rows);
    new_block ids{};
    for (std::size_t i = 0; i < rows.count && !c.failed; ++i) {
      if (!rows.has_value(i)) continue;
      const auto made = new_id_at(c.b.of, instant_of(at[i]).unix_ms);
      if (made) {
        batch::put_value(c.of(), *made, ids.ids, i);
      } else if (made.error() == fault::out_of_range) {
        c.reject(rows, i, outside_time(c.b.of));
      } else {
        c.fail(message_of(c.b.of, made.error()));
      }
    }
    if (c.failed) return;
    if (prefixed) drop_prefixes(rows, prefixes);
    write_ids(c.b.of, c.b.to, ids.ids, rows, prefixed ? prefixes : nullptr, c.output);
  });
}

// --- TypeID ------------------------------------------------------------------------------------------------

// typeid(prefix, uuid): the UUID behind the prefix. The binding's format is that of a UUID.
void put_prefix(call& c) noexcept {
  c.for_ids(1, [&](id_block& rows) noexcept {
    text_column prefixes(c.argument(0), rows);
    check_prefixes(c, rows, prefixes.texts);
    if (c.failed) return;
    drop_prefixes(rows, prefixes.texts);
    write_ids(format::of<type_id>(), shape::text, rows.ids, rows, prefixes.texts, c.output);
  });
}

void to_prefix(call& c) noexcept {
  c.for_ids(0, [&](id_block& rows) noexcept {
    for (std::size_t i = 0; i < rows.count; ++i) rows.texts[i] = prefix_of(c.of(), rows.texts[i]);
    drop_prefixes(rows, rows.texts);
    write_texts(rows.texts, rows, c.output);
  });
}

void to_suffix(call& c) noexcept {
  c.for_ids(
      0, [&](id_block& rows) noexcept { write_ids(c.b.of, shape::text, rows.ids, rows, nullptr, c.output); });
}

// --- of any format -----------------------------------------------------------------------------------------

// id_convert(x, to) and id_convert(x, from, to): the same bits as a text of another format. Without `from`, x
// tells it.
void convert_between(call& c) noexcept {
  format_names sources;
  format_names targets;
  c.for_blocks([&](block& rows) noexcept {
    for (std::size_t i = 0; i < c.b.arguments; ++i) read_nulls(c.argument(i), rows);
    std::string_view texts[block_rows];
    std::string_view from_names[block_rows];
    std::string_view to_names[block_rows];
    read_texts(c.argument(0), rows, texts);
    if (c.b.arguments == 3) read_texts(c.argument(1), rows, from_names);
    read_texts(c.argument(c.b.arguments - 1), rows, to_names);
    id_text results[block_rows];
    std::string_view views[block_rows];
    for (std::size_t i = 0; i < rows.count && !c.failed; ++i) {
      if (!rows.has_value(i)) continue;
      const auto to = targets.find(c, to_names[i]);
      if (!to) return;
      std::optional<format> from;
      if (c.b.arguments == 3) {
        from = sources.find(c, from_names[i]);
        if (!from) return;
      } else if (const format_set told = detect(texts[i]); !told.empty()) {
        from = told[0];
      } else {
        from = meant(texts[i]);
      }
      if (!from) {
        c.reject(rows, i, sql_error_of(parse_any(texts[i]).error(), {}));
        continue;
      }
      const auto id = by_format::parse(*from, texts[i]);
      if (!id) {
        c.reject(rows, i, sql_error_of(id.error(), from->name()));
      } else if (to->layout().bits != from->layout().bits) {
        c.reject(rows, i, other_width(*from, *to));
      } else if (const error e = by_format::check_value(*to, id->value); e.why != reason::none) {
        c.reject(rows, i, sql_error_of(e, to->name()));
      } else {
        write_text(*to, to->layout().prefixed ? id->prefix : std::string_view(), id->value, results[i]);
        views[i] = results[i].view();
      }
    }
    if (!c.failed) write_texts(views, rows, c.output);
  });
}

void detect_format(call& c) noexcept {
  c.for_blocks([&](block& rows) noexcept {
    const text_column texts(c.argument(0), rows);
    std::string_view names[block_rows];
    for (std::size_t i = 0; i < rows.count && !c.failed; ++i) {
      if (!rows.has_value(i)) continue;
      if (const format_set told = detect(texts.texts[i]); !told.empty()) {
        names[i] = told[0].name();
      } else {
        rows.null.add(i);
      }
    }
    if (!c.failed) write_texts(names, rows, c.output);
  });
}

// The ids inside a text, as they stand there.
void find(call& c) noexcept {
  format_names formats;
  auto* const lists = static_cast<duckdb_list_entry*>(duckdb_vector_get_data(c.output));
  std::uint64_t total = 0;
  c.for_blocks([&](block& rows) noexcept {
    for (std::size_t i = 0; i < c.b.arguments; ++i) read_nulls(c.argument(i), rows);
    std::string_view texts[block_rows];
    std::string_view names[block_rows];
    read_texts(c.argument(0), rows, texts);
    if (c.b.arguments == 2) read_texts(c.argument(1), rows, names);
    for (std::size_t i = 0; i < rows.count; ++i) {
      auto& list = lists[rows.first + i];
      list = {total, 0};
      if (!rows.has_value(i)) continue;
      format_set wanted = formats_in_text();
      if (c.b.arguments == 2) {
        const auto only = formats.find(c, names[i]);
        if (!only) return;
        wanted = {};
        wanted.push_back(*only);
      }
      find_ids(texts[i], wanted, [&](const found_id& found) noexcept {
        if (c.failed) return;
        if (duckdb_list_vector_reserve(c.output, total + 1) != DuckDBSuccess)
          return c.fail("sortid: no memory");
        duckdb_vector_assign_string_element_len(duckdb_list_vector_get_child(c.output), total++,
                                                found.text.data(), found.text.size());
      });
      list.length = total - list.offset;
    }
  });
  if (!c.failed) duckdb_list_vector_set_size(c.output, total);
}

void version(call& c) noexcept {
  c.for_blocks([&](block& rows) noexcept {
    std::string_view texts[block_rows];
    for (std::string_view& text : texts) text = library_version;
    write_texts(texts, rows, c.output);
  });
}

// --- their names -------------------------------------------------------------------------------------------

void run(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  const auto& b = *static_cast<const binding*>(duckdb_scalar_function_get_extra_info(info));
  call c{info, input, output, b};
  b.body(c);
}

class logical_type {
 public:
  // A list is one of texts.
  explicit logical_type(duckdb_type type) noexcept
      : type_(duckdb_create_logical_type(type == DUCKDB_TYPE_LIST ? DUCKDB_TYPE_VARCHAR : type)) {
    if (type != DUCKDB_TYPE_LIST) return;
    duckdb_logical_type list = duckdb_create_list_type(type_);
    duckdb_destroy_logical_type(&type_);
    type_ = list;
  }
  logical_type(const logical_type&) = delete;
  logical_type& operator=(const logical_type&) = delete;
  ~logical_type() { duckdb_destroy_logical_type(&type_); }
  [[nodiscard]] duckdb_logical_type get() const noexcept { return type_; }

 private:
  duckdb_logical_type type_;
};

// All functions of one name; registered at its end.
class overloads {
 public:
  overloads(duckdb_connection connection, std::string_view name, bool& taken) noexcept
      : connection_(connection),
        taken_(taken),
        name_(inline_text<64>().append(name)),
        set_(duckdb_create_scalar_function_set(name_.c_str())) {}
  overloads(const overloads&) = delete;
  overloads& operator=(const overloads&) = delete;
  ~overloads() {
    if (some_) taken_ = taken_ && duckdb_register_scalar_function_set(connection_, set_) == DuckDBSuccess;
    duckdb_destroy_scalar_function_set(&set_);
  }

  void add(binding b, std::span<const duckdb_type> arguments, duckdb_type result, kind of) noexcept {
    auto* const held = static_cast<binding*>(duckdb_malloc(sizeof(binding)));
    if (held == nullptr) {
      taken_ = false;
      return;
    }
    b.arguments = arguments.size();
    *held = b;
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, name_.c_str());
    for (const duckdb_type type : arguments)
      duckdb_scalar_function_add_parameter(function, logical_type(type).get());
    duckdb_scalar_function_set_return_type(function, logical_type(result).get());
    duckdb_scalar_function_set_extra_info(function, held, duckdb_free);
    duckdb_scalar_function_set_function(function, run);
    if (of == kind::makes) duckdb_scalar_function_set_volatile(function);
    taken_ = taken_ && duckdb_add_scalar_function_to_set(set_, function) == DuckDBSuccess;
    duckdb_destroy_scalar_function(&function);
    some_ = true;
  }

 private:
  duckdb_connection connection_;
  bool& taken_;
  inline_text<64> name_;
  duckdb_scalar_function_set set_;
  bool some_ = false;
};

constexpr shape every_shape[] = {shape::text, shape::uuid, shape::bytes, shape::number, shape::signed_number};
constexpr shape given_shapes[] = {shape::text, shape::uuid, shape::bytes, shape::number};
constexpr shape key_shapes[] = {shape::text, shape::bytes};

constexpr auto to_ms = to_instant<1>, to_time = to_instant<us_per_ms>;
constexpr auto first = bound<false>, last = bound<true>;
constexpr auto first_of_text = bound_of_text<false>, last_of_text = bound_of_text<true>;

using body = void (*)(call&) noexcept;
constexpr function_row<body> table[] = {
#include "duckdb_functions.def"
};
constexpr guess guesses[] = {
#define SORTID_DUCKDB_GUESS SORTID_GUESS
#define SORTID_SQLITE_GUESS(name, also)
#include "guesses.def"
};

constexpr duckdb_type type_of(gives what) noexcept {
  return what == gives::time      ? DUCKDB_TYPE_TIMESTAMP_TZ
         : what == gives::ms      ? DUCKDB_TYPE_BIGINT
         : what == gives::boolean ? DUCKDB_TYPE_BOOLEAN
         : what == gives::texts   ? DUCKDB_TYPE_LIST
                                  : DUCKDB_TYPE_VARCHAR;
}

class registrar {
 public:
  explicit registrar(duckdb_connection connection) noexcept : connection_(connection) {}

  // Functions of one name are registered together.
  void add_all() noexcept {
    for (auto begin = std::begin(table); begin != std::end(table);) {
      const auto end =
          std::find_if(begin, std::end(table), [&](auto& row) { return row.name != begin->name; });
      for (const bool tries : {false, true}) {
        if (!begin->of_a_format()) {
          overloads all(connection_, name_of(*begin, format::all()[0].layout(), {}, tries), taken_);
          for (auto row = begin; row != end; ++row) {
            if (!tries || row->of == kind::reads) add_general(all, *row, tries);
          }
          continue;
        }
        for (const format f : format::all()) {
          for (const shape to : given_shapes) add_of(f, to, std::span(begin, end), tries);
        }
      }
      begin = end;
    }
  }

  [[nodiscard]] bool taken() const noexcept { return taken_; }

 private:
  static constexpr std::string_view ending(shape as) noexcept {
    return as == shape::text ? "" : as == shape::uuid ? "_uuid" : as == shape::bytes ? "_bytes" : "_int";
  }
  static bool is_given(const function_row<body>& row, const layout& l, shape to) noexcept {
    if (!row.has(l)) return false;
    if (row.result != gives::id) return to == shape::text;
    return !l.prefixed || row.takes.starts_with('x') || to == shape::text;
  }

  void add_of(format f, shape to, std::span<const function_row<body>> rows, bool tries) noexcept {
    const layout& l = f.layout();
    if (!has_shape(l, to)) return;
    sql_name name = name_of(rows.front(), l, ending(to), tries);
    // DuckDB has a function uuid(), which stays as it is.
    if (rows.front().is_the_formats() && to == shape::text && !l.generated) name.append("_text");
    each_name(guesses, name, [&](const sql_name& called) noexcept {
      overloads all(connection_, called.view(), taken_);
      for (const auto& row : rows) {
        if ((!tries || row.of == kind::reads) && is_given(row, l, to)) add(all, row, f, to, tries);
      }
    });
  }

  // The row's function for arguments of each type.
  static void add(overloads& all, const function_row<body>& row, format f, shape to, bool tries) noexcept {
    const layout& l = f.layout();
    const auto has = [&](char letter) { return row.takes.find(letter) != row.takes.npos; };
    for (const shape given : every_shape) {
      const bool keyed = has('k');
      const bool of_uuid = has('u');
      if (has('x') || of_uuid) {
        // A text behind nothing else is the prefix of a new TypeID.
        const bool taken = l.prefixed && to == shape::text && given == shape::text && row.result == gives::id;
        if (!has_shape(l, given) || (taken && row.is_the_formats())) continue;
      } else if (keyed ? given != shape::text && given != shape::bytes : given != shape::text) {
        continue;
      }
      const bool lenient_id = row.body == convert_lenient && given != shape::text;
      binding b{lenient_id ? convert : row.body, of_uuid ? format::of<uuid>() : f};
      b.from = has('x') || of_uuid ? given : to;
      b.to = to;
      b.tries = tries;
      b.key = given;
      duckdb_type types[5];
      std::size_t count = 0;
      if (row.takes_prefix(l)) types[count++] = DUCKDB_TYPE_VARCHAR;
      for (const char letter : row.takes) {
        // An instant; other types of time convert to it.
        types[count++] = letter == 't'   ? DUCKDB_TYPE_TIMESTAMP_TZ
                         : letter == 'n' ? DUCKDB_TYPE_BIGINT
                         : letter == 's' ? DUCKDB_TYPE_VARCHAR
                                         : duckdb::type_of(l, given);
      }
      all.add(b, std::span(types, count),
              row.result == gives::id ? duckdb::type_of(l, to) : type_of(row.result), row.of);
    }
  }

  // Of texts, or of ids in any type and of integers of both widths.
  static void add_general(overloads& all, const function_row<body>& row, bool tries) noexcept {
    constexpr duckdb_type text = DUCKDB_TYPE_VARCHAR;
    constexpr duckdb_type texts[] = {text, text, text};
    if (row.result != gives::x) {
      binding b{row.body};
      b.tries = tries;
      return all.add(b, std::span(texts, row.takes.size()), type_of(row.result), row.of);
    }
    bool texts_and_blobs = true;
    for (const unsigned bits : {128U, 64U}) {
      const format f = *std::find_if(format::all().begin(), format::all().end(),
                                     [=](format some) { return some.layout().bits == bits; });
      for (const shape from : every_shape) {
        const bool sized = from != shape::text && from != shape::bytes;
        if (!has_shape(f.layout(), from) || !(sized || texts_and_blobs)) continue;
        // Only a text tells its format.
        if (row.takes.size() == 2 && from != shape::text) continue;
        const shape to = from == shape::signed_number ? shape::number : from;
        for (const shape key : key_shapes) {
          const duckdb_type types[] = {duckdb::type_of(f.layout(), from), duckdb::type_of(f.layout(), key),
                                       text};
          all.add({row.body, f, from, to, tries, 0, key}, std::span(types, row.takes.size()),
                  duckdb::type_of(f.layout(), to), row.of);
        }
      }
      texts_and_blobs = false;
    }
  }

  duckdb_connection connection_;
  bool taken_ = true;
};

}  // namespace

bool register_functions(duckdb_connection connection) noexcept {
  registrar all(connection);
  all.add_all();
  return all.taken();
}

}  // namespace sortid::duckdb
