// Ids that are a field of their lines.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ids/id_parser.hpp"
#include "stream/block.hpp"
#include "stream/block_result.hpp"

namespace sortid::cli {

struct field_of_line {
  std::size_t number = 1;              // from 1
  std::optional<char> separator = {};  // none: any run of spaces and tabs

  // The field, or none, and then how many there are.
  [[nodiscard]] std::optional<std::string_view> in(std::string_view line, std::size_t& found) const;
};

// What --field and --separator say; none without --field.
[[nodiscard]] std::optional<field_of_line> field_of_options(const std::string& field,
                                                            const std::string& separator);

// Calls take(id, text of the field, number of the line, line) for each line whose field is an id, and rejects
// the others.
void read_fields(const block& in, const id_parser& from, const field_of_line& field, block_result& result,
                 const std::function<void(const known_id& id, std::string_view text, std::uint64_t number,
                                          std::string_view line)>& take);

}  // namespace sortid::cli
