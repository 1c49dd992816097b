#include "sql_error.hpp"

#include <algorithm>

#include "sortid/mask.hpp"
#include "sortid/range.hpp"
#include "sql_format.hpp"

namespace sortid::sql {

sql_error sql_error_of(const error& e, std::string_view name) noexcept {
  return {e.why, e.position, inline_text<256>().append(message(e, name).view())};
}

sql_error sql_error_of(reason why, std::string_view sentence) noexcept {
  return {why, 0, inline_text<256>().append(sentence)};
}

sql_error statement_error(std::string_view sentence) noexcept { return sql_error_of(reason::none, sentence); }

sql_error outside_time(format f) noexcept {
  return sql_error_of(reason::range, message_of_instants(f.layout(), f.layout().epoch));
}

sql_error other_width(format from, format to) noexcept {
  return sql_error_of(reason::range, message_of_width(from, to));
}

sql_error without_time(format f) noexcept {
  // The position is the one of the text of a UUID, which the id may not have been.
  return sql_error_of(reason::range, !f.layout().prefixed
                                         ? "a UUID of this version has no time; 1, 2, 6 and 7 have"
                                         : "a TypeID that is not of version 7 has no time");
}

sql_error wrong_size(format f, std::size_t size) noexcept {
  const error e = detail::length_error(f.layout().bytes(), size);
  sql_error why{e.why, e.position, {}};
  why.sentence.append("a blob of ")
      .append(f.layout().name)
      .append(" has ")
      .append_decimal(f.layout().bytes());
  why.sentence.append(" bytes, found ").append_decimal(size);
  return why;
}

sql_error wrong_text_prefix(format f, const error& e, std::size_t size) noexcept {
  sql_error why = sql_error_of(e, f.name());
  if (why.why != reason::length) return why;
  return {why.why, why.position, inline_text<256>().append(message_of_text_prefix(f.layout(), size).view())};
}

sql_error wrong_option(format f) noexcept {
  sql_error why;
  why.sentence.append(option_name(f.layout())).append(" is an integer from 0 to ");
  why.sentence.append_decimal(largest_option(f.layout()));
  return why;
}

sql_error without_new_ids(format f) noexcept {
  return statement_error(inline_text<64>().append("no ids are made of the format ").append(f.name()));
}

sql_error takes_no(std::string_view option, format f) noexcept {
  return statement_error(message_of_no_option(option, f.name()));
}

sql_error wrong_count() noexcept { return statement_error("the number of ids is an integer, 0 or more"); }

sql_error wrong_key(const error& e) noexcept { return statement_error(message_of_mask_key(e)); }

sql_error wrong_sequence_start() noexcept {
  sql_error why;
  why.sentence.append("sequence is '").append(name_of(sequence_start::zero)).append("', '");
  why.sentence.append(name_of(sequence_start::random)).append("' or '");
  why.sentence.append(name_of(sequence_start::carry_on)).append("'");
  return why;
}

message_text message_of(const sql_error& why) noexcept {
  message_text text;
  text.append("sortid: ");
  if (why.why != reason::none)
    text.append(name_of(why.why)).append(" at position ").append_decimal(why.position).append(": ");
  return text.append(why.sentence.view());
}

message_text message_of(format f, fault why) noexcept {
  return message_text().append("sortid: ").append(message(why, f.name()).view());
}

message_text no_such_format(std::string_view name) noexcept {
  // Other names are not repeated: a message is a C string in UTF-8, and has room for the names of all
  // formats.
  constexpr std::size_t most = 32;
  const bool plain = name.size() <= most &&
                     std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c < 0x7F; });
  message_text text;
  text.append("sortid: there is no ");
  if (plain) {
    text.append("format \"").append(name).append('"');
  } else {
    text.append("such format");
  }
  std::string_view before = "; there are ";
  for (const format f : format::all()) {
    text.append(before).append(f.name());
    before = ", ";
  }
  return text;
}

}  // namespace sortid::sql
