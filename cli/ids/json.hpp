// All that is known of an id, as a JSON object.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "buffer.hpp"
#include "ids/columns.hpp"
#include "ids/id.hpp"
#include "ids/id_parser.hpp"
#include "ids/text.hpp"

namespace sortid::cli {

struct json_options {
  std::optional<std::int64_t> epoch = {};  // of the caller
  bool others = true;                      // look for what else the text could be
  std::string_view first = {};             // members that stand before all others, with a comma behind each
  instant_writer* instants = nullptr;      // of several ids one behind the other
};

// One object on one line, without its end. `input` is the text that the id was read from.
void append_json(buffer& to, std::string_view input, const known_id& id, const json_options& options);

// The same of many, a line each with its end.
void append_json_lines(buffer& to, const id_column& ids, const line_column& lines, const id_parser& from,
                       const json_options& options);

// A JSON string. Each byte that is not ASCII is written as \u00HH, as it may be no UTF-8.
void append_json_string(buffer& to, std::string_view text);

// Whether the text of an EUID carries its check digits; empty for other formats.
[[nodiscard]] std::optional<bool> check_of(std::string_view text, format of);

}  // namespace sortid::cli
