// What SQL adds to a format of the core: the name its functions begin with, the field that a caller may set,
// and new ids in the order of the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sortid/by_format.hpp"
#include "sortid/generator.hpp"
#include "sortid/inline_text.hpp"
#include "sortid/instant.hpp"
#include "sortid/named.hpp"
#include "sql_error.hpp"

namespace sortid::sql {

// The format of that name: the layout's, or the one that its functions begin with.
[[nodiscard]] std::optional<format> find_format(std::string_view name) noexcept;

// Whether the caller of a function gives the value of option_of() for the new id.
enum class option_is : std::uint8_t { left_out, given };

// The next ids in the order of the process, for formats that are generated, with the option 0. When a
// millisecond has no id left they wait for the next one. fault::needs_node where only the option tells the
// ids of this process from another's, and none is given.
[[nodiscard]] result<uint128, fault> new_id(format f, option_is option,
                                            sequence_start start = sequence_start::zero) noexcept;
[[nodiscard]] filled new_ids(format f, option_is option, column_bytes* ids, std::size_t count,
                             sequence_start start = sequence_start::zero) noexcept;
// A start by the name that a caller gives.
[[nodiscard]] std::optional<sequence_start> find_sequence_start(std::string_view name) noexcept;
// A random id of an instant, outside the order. Only for formats_with::random_at.
[[nodiscard]] result<uint128, fault> new_id_at(format f, std::int64_t ms) noexcept;

// The instant of Unix milliseconds, and of a text. SQL writes a time of day without a zone; that is UTC here.
[[nodiscard]] std::optional<instant> find_instant(std::int64_t ms, sql_error& why) noexcept;
[[nodiscard]] std::optional<instant> find_instant(std::string_view text, sql_error& why) noexcept;

// The field whose value the caller may set, or field_count(): a sid, a machine, an extension.
[[nodiscard]] constexpr std::size_t option_of(const layout& l) noexcept {
  const std::size_t node = l.find(role::node);
  return node != l.field_count() ? node : l.find(role::extension);
}
// The name by which a caller gives it; only where there is one.
[[nodiscard]] constexpr std::string_view option_name(const layout& l) noexcept {
  const field& option = l.fields[option_of(l)];
  return option.option_name().empty() ? option.name : option.option_name();
}
// The formats that have a function, in the words of docs/functions.json.
struct formats_with {
  static constexpr bool any(const layout&) noexcept { return true; }
  static constexpr bool generated(const layout& l) noexcept { return l.generated; }
  static constexpr bool prefixed(const layout& l) noexcept { return l.prefixed; }
  static constexpr bool lenient(const layout& l) noexcept { return l.lenient(); }
  static constexpr bool timed(const layout& l) noexcept { return l.timed(); }
  static constexpr bool bounded(const layout& l) noexcept { return l.bounded(); }
  static constexpr bool bounded_by_text(const layout& l) noexcept { return l.bounded_by_text(); }
  static constexpr bool named(const layout& l) noexcept { return is_named(l); }
  static constexpr bool random_at(const layout& l) noexcept { return l.bounded() && l.has(role::random); }
  // Whether a start of the sequence other than zero is for the format.
  static constexpr bool sequence(const layout& l) noexcept { return l.has(role::sequence); }
  static constexpr bool option(const layout& l) noexcept { return option_of(l) != l.field_count(); }
  static constexpr bool sid(const layout& l) noexcept { return has_option(l, "sid"); }
  static constexpr bool machine(const layout& l) noexcept { return has_option(l, "machine"); }
  static constexpr bool extension(const layout& l) noexcept { return has_option(l, "extension"); }

 private:
  static constexpr bool has_option(const layout& l, std::string_view name) noexcept {
    return option(l) && option_name(l) == name;
  }
};
// x is what the first argument is.
enum class gives : std::uint8_t { id, text, time, ms, boolean, x, texts };
// makes: a new id with each call · computes · answers: rejects nothing · reads: an id, or the bounds of a
// condition. These have a twin whose name begins with try_, which gives NULL for what is rejected: a row
// without an id, a condition without rows.
enum class kind : std::uint8_t { makes, computes, reads, answers };
// A row that databases/sql/functions.cmake writes. `Body` is the front's function.
template <class Body>
struct function_row {
  std::string_view name;  // {F} at its beginning is the format's, and an id's form (_bytes, _int) ends it
  Body body;
  gives result;
  // A letter for each argument: x an id · t an instant · n a number · s a text · k a key · u a UUID. What
  // gives ids of a prefixed format from other things takes the prefix before them, and gives texts alone.
  std::string_view takes;
  bool (*has)(const layout&) noexcept;
  kind of;

  static constexpr std::string_view format_name = "{F}";
  [[nodiscard]] constexpr bool of_a_format() const noexcept { return name.starts_with(format_name); }
  // Whether the function has the format's own name: a new id, or a conversion.
  [[nodiscard]] constexpr bool is_the_formats() const noexcept { return name == format_name; }
  // What is made of other things than an id, where the format's texts begin with a prefix.
  [[nodiscard]] constexpr bool takes_prefix(const layout& l) const noexcept {
    return l.prefixed && result == gives::id && !takes.empty() && takes.front() != 'x';
  }
};
// The rows, in a file that includes functions of these names.
#define SORTID_SQL(name, body, gives_what, takes, has, of) \
  {name, body, sortid::sql::gives::gives_what, takes, sortid::sql::formats_with::has, sortid::sql::kind::of},
// Of an id's form; the text's name has none.
using sql_name = inline_text<64>;
template <class Body>
[[nodiscard]] constexpr sql_name name_of(const function_row<Body>& row, const layout& l,
                                         std::string_view form, bool tries) noexcept {
  sql_name name;
  name.append(tries ? "try_" : "");
  if (!row.of_a_format()) return name.append(row.name);
  return name.append(l.sql_name().view()).append(row.name.substr(row.format_name.size())).append(form);
}
// A function, and what users of other extensions call it. Its twin with try_ has that name, too.
struct guess {
  std::string_view name;
  std::string_view also;
};
#define SORTID_GUESS(name, also) {name, also},
// Calls each(name) with the name of a function, and with all else that it is called.
template <class Each>
void each_name(std::span<const guess> guesses, const sql_name& name, Each each) noexcept {
  each(name);
  constexpr std::string_view twin = "try_";
  const bool tries = name.view().starts_with(twin);
  std::string_view plain = name.view();
  if (tries) plain.remove_prefix(twin.size());
  for (const auto& guess : guesses) {
    if (guess.name == plain) each(sql_name().append(tries ? twin : "").append(guess.also));
  }
}
// The largest option of a format that has one.
[[nodiscard]] std::uint64_t largest_option(const layout& l) noexcept;
// The same id with that option, `given` being at most the largest: as one is generated with it.
[[nodiscard]] uint128 with_option(const layout& l, uint128 value, std::uint64_t given) noexcept;

// A type prefix and a text together, in `to`.
using id_text = type_id::text_type;
void write_text(format f, std::string_view prefix, uint128 value, id_text& to) noexcept;

// The fields of an id, an object of decimal texts; null is a field that this id has not.
using json_text = inline_text<512>;
[[nodiscard]] json_text fields_as_json(format f, uint128 value) noexcept;

}  // namespace sortid::sql
