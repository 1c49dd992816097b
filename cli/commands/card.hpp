// What `inspect` shows people of an id: 80 columns, and readable without colours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "buffer.hpp"
#include "color.hpp"
#include "ids/id.hpp"
#include "sortid/by_format.hpp"

namespace sortid::cli {

struct card {
  const sortid::layout& layout;
  std::string_view input;
  bool canonical;  // the input is the id's own text
  uint128 value;
  std::optional<std::int64_t> unix_ms;
  std::string text;
  std::string prefix;  // a TypeID's
  field_values fields;
  std::optional<bool> checked;  // EUID: whether the text has a check-mod
  format_set others;            // what else the text could be
};

[[nodiscard]] card card_of(std::string_view input, const known_id& id, std::optional<std::int64_t> epoch);

// `now`: how long ago the id was made is counted from there.
void append_card(buffer& to, const card& c, const paint& p, std::int64_t now, bool whole);

}  // namespace sortid::cli
